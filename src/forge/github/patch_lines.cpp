#include "forge/github/patch_lines.hpp"

#include "base/text/text.hpp"

namespace pawl::forge {

std::set<std::int64_t> lines_of_patch(std::string_view patch) {
  std::set<std::int64_t> lines;
  std::int64_t next = 0;  // 0: before the first hunk
  for (const std::string_view line : split_lines(patch)) {
    if (line.starts_with("@@")) {
      // `@@ -1,3 +1,4 @@`
      const auto plus = line.find('+');
      if (plus == std::string_view::npos) return lines;
      const std::string_view numbers = line.substr(plus + 1);
      next = parse_int(numbers.substr(0, numbers.find_first_of(", "))).value_or(0);
      continue;
    }
    if (next == 0 || line.starts_with('-') || line.starts_with('\\')) continue;
    lines.insert(next++);
  }
  return lines;
}

}  // namespace pawl::forge
