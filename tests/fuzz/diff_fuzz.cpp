// Two texts with a zero byte between them: the hunks turn one into the other, git's raw differences
// are read or refused, and what a patch names is found however the patch goes on.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.hpp"
#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "git/changes.hpp"
#include "git/patch_names.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto raw = pawl::git::parse_raw_diff(input);
  if (raw) {
    for (const auto& entry : *raw) PAWL_CHECK(!entry.path.empty(), "an entry without a path");
  }
  constexpr std::string_view kUnsafe = "--- /dev/null\n+++ /etc/x\n@@ -0,0 +1 @@\n+x\n";
  PAWL_CHECK(!pawl::git::unsafe_in_patch(std::string(kUnsafe) + std::string(input)).empty(),
             "a path out of the tree is not seen");
  const auto zero = input.find('\0');
  if (zero == std::string_view::npos) return 0;
  const auto before = pawl::split_lines(input.substr(0, zero));
  const auto after = pawl::split_lines(input.substr(zero + 1));
  std::vector<std::string_view> made;
  std::size_t at = 0;
  for (const pawl::Hunk& hunk : pawl::diff_lines(before, after)) {
    PAWL_CHECK(hunk.before_begin >= at && hunk.before_end <= before.size(), "hunks overlap");
    PAWL_CHECK(hunk.after_end <= after.size(), "a hunk beyond the end");
    made.insert(made.end(), before.begin() + static_cast<long>(at),
                before.begin() + static_cast<long>(hunk.before_begin));
    made.insert(made.end(), after.begin() + static_cast<long>(hunk.after_begin),
                after.begin() + static_cast<long>(hunk.after_end));
    at = hunk.before_end;
  }
  made.insert(made.end(), before.begin() + static_cast<long>(at), before.end());
  PAWL_CHECK(made == after, "the hunks do not lead from one text to the other");
  PAWL_CHECK(pawl::first_difference(input.substr(0, zero), input.substr(zero + 1)).has_value() ==
                 (before != after),
             "a difference is seen where there is none, or none where there is one");
  return 0;
}
