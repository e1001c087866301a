#include "guards/tests/test_places.hpp"

#include <span>
#include <vector>

#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kTailLines = 15;

}  // namespace

std::string_view own_name(std::string_view id) {
  for (const std::string_view mark : {"::", " > "}) {
    const auto at = id.rfind(mark);
    if (at != std::string_view::npos) return id.substr(at + mark.size());
  }
  // `BoxTest#test_opens`, of minitest and surefire.
  const auto sharp =
      id.find(' ') == std::string_view::npos ? id.rfind('#') : std::string_view::npos;
  if (sharp != std::string_view::npos) return id.substr(sharp + 1);
  const auto slash = id.rfind('/');
  const auto dot = id.find('.', slash == std::string_view::npos ? 0 : slash);
  return dot == std::string_view::npos ? id : id.substr(dot + 1);
}

std::string_view stem_of(std::string_view id) {
  const auto bracket = id.ends_with(']') ? id.find('[') : std::string_view::npos;
  return id.substr(0, bracket);
}

std::string group_of(const repo::TestName& test) {
  if (!test.file.empty()) return test.file;
  return test.id.substr(0, test.id.size() - own_name(test.id).size());
}

// The first line that holds its bare name.
int line_of_test(const Context& context, const std::string& file, std::string_view id) {
  if (context.head == nullptr || file.empty()) return 0;
  const auto text = context.head->text(file);
  if (!text) return 0;
  const std::string_view whole = own_name(id);
  const std::string_view name = whole.substr(0, whole.find('['));
  int line = 0;
  for (const std::string_view row : split_lines(*text)) {
    ++line;
    if (!name.empty() && contains(row, name)) return line;
  }
  return 0;
}

std::string last_lines(std::string_view output) {
  const auto lines = split_lines(trim(output));
  const std::size_t skip = lines.size() > kTailLines ? lines.size() - kTailLines : 0;
  return join(std::span(lines).subspan(skip), "\n");
}

std::string indented(std::string_view text) {
  std::string out;
  for (const std::string_view line : split_lines(text)) out += "\n    " + printable(line, 300);
  return out;
}

}  // namespace pawl::guards
