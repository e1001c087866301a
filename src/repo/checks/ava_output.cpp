// What AVA prints (https://github.com/avajs/ava): a line for each test, then the failures in
// detail.
#include <algorithm>

#include "base/text/text.hpp"
#include "repo/checks/report_lines.hpp"
#include "repo/checks/tool_output.hpp"

namespace pawl::repo {
namespace {

constexpr std::string_view kFailMark = "[fail]: ";
constexpr std::string_view kSkipMark = "- [skip] ";
constexpr std::string_view kTick = "✔ ";

std::string id_of(std::string_view title) { return stable_name(replace_all(title, " › ", " > ")); }

struct Detail {
  std::string_view title;
  std::string file;
  std::string message;  // the difference, or what was thrown
};

// A title, the place of the test, its source with numbers of lines, what was wrong, and the stack.
std::vector<Detail> details_of(std::span<const std::string_view> lines) {
  constexpr std::size_t kMessageBytesMax = 600;
  std::vector<Detail> details;
  for (std::size_t i = 1; i + 2 < lines.size(); ++i) {
    const std::string_view row = trim(lines[i]);
    const std::string_view place = trim(lines[i + 2]);
    const bool begins = indent_of(lines[i]) == 2 && trim(lines[i - 1]).empty() &&
                        trim(lines[i + 1]).empty() && indent_of(lines[i + 2]) == 2 &&
                        place.find(' ') == std::string_view::npos &&
                        without_place(place).size() < place.size();
    if (begins && details.size() <= kFailingMax) {
      details.push_back({.title = row, .file = without_place(place), .message = {}});
      i += 2;
      continue;
    }
    if (details.empty() || row.empty() || row == "─") continue;
    std::string& message = details.back().message;
    const std::string_view number = row.substr(0, row.find(':'));
    const bool source = indent_of(lines[i]) > 2 && parse_int(number).has_value();
    if (source || message.size() > kMessageBytesMax) continue;
    message += (message.empty() ? "" : "\n") + stable_name(row);
  }
  return details;
}

}  // namespace

TestReport parse_ava(std::string_view text) {
  TestReport report;
  const auto lines = split_lines(text);
  const std::vector<Detail> details = details_of(lines);
  EndOrdinals ordinals;
  for (const std::string_view line : lines) {
    const std::string_view row = trim(line);
    const auto words = split_words(row);
    if (words.size() == 3 && words[1].starts_with("test") && words[2] == "passed") {
      report.passed = static_cast<int>(parse_int(words[0]).value_or(0));
    }
    if (indent_of(line) != 2) continue;
    if (row.starts_with(kTick)) {
      add_named(report.passing, ordinals.passing.named(id_of(row.substr(kTick.size()))));
    } else if (row.starts_with(kSkipMark)) {
      add_named(report.skipped, ordinals.skipped.named(id_of(row.substr(kSkipMark.size()))));
    }
    const auto mark = row.find(kFailMark);
    // Behind one character that is no letter.
    if (mark == std::string_view::npos || mark > 4) continue;
    // What was thrown may stand behind the title.
    const std::string_view said = row.substr(mark + kFailMark.size());
    const auto detail = std::find_if(details.begin(), details.end(), [&](const Detail& one) {
      return said == one.title || (said.starts_with(one.title) && said[one.title.size()] == ' ');
    });
    if (detail == details.end()) {
      add_once(report, {.id = id_of(said), .file = {}, .message = {}});
    } else {
      add_once(report,
               {.id = id_of(detail->title), .file = detail->file, .message = detail->message});
    }
  }
  return report;
}

}  // namespace pawl::repo
