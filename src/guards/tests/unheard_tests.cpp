// Commands that test, whose failure nobody hears any more, or in whose place something is only
// said.
#include <algorithm>
#include <vector>

#include "base/text/text.hpp"
#include "guards/limits.hpp"
#include "guards/tests/changed_lines.hpp"
#include "guards/tests/heard_commands.hpp"
#include "guards/tests/tampering_parts.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

// Without what a file of its kind puts before a command.
std::string_view command_of(std::string_view line) {
  std::string_view text = trim(line);
  for (const std::string_view before : {"- run:", "run:", "- script:", "script:", "RUN ", "- ",
                                        "commands =", "commands=", "@", "CMD ", "\t"}) {
    if (text.starts_with(before)) text = trim(text.substr(before.size()));
  }
  // A script of package.json: `"test": "jest"`.
  if (text.starts_with('"')) {
    const auto colon = text.find("\":");
    if (colon != std::string_view::npos) {
      text = trim(text.substr(colon + 2));
      if (text.ends_with(',')) text.remove_suffix(1);
      if (text.size() > 1 && text.front() == '"' && text.back() == '"') {
        text = text.substr(1, text.size() - 2);
      }
    }
  }
  while (text.starts_with('@')) text.remove_prefix(1);
  return trim(text);
}

// The command is still run by another line.
bool is_run(std::string_view text, std::string_view command) {
  const auto lines = split_lines(text);
  return std::any_of(lines.begin(), lines.end(),
                     [&](std::string_view line) { return command_of(line) == command; });
}

}  // namespace

void check_unheard_tests(const git::FileChange& file, const ChangedLines& changed,
                         Verdict& verdict) {
  if (changed.empty()) return;
  if (!is_settings(file.path, *file.after) || repo::is_document(file.path)) return;
  std::size_t reported = 0;
  // Where much is written anew, lines that stand side by side have nothing to do with each other.
  constexpr std::size_t kChangedMax = 4;
  if (changed.size() > kChangedMax) return;
  for (const ChangedLine& each : changed) {
    if (each.before.empty() || each.after.empty()) continue;
    const std::string_view before = command_of(each.before);
    if (!runs_tests(before) || !only_succeeds(command_of(each.after))) continue;
    if (only_succeeds(before) || is_run(*file.after, before)) continue;
    if (++reported > kFindingsPerFileMax) continue;
    verdict.applies();
    verdict.refuse(
        tampering_finding("unheard-test", file, each.line,
                          "\"" + printable(trim(each.after), 80) + "\" stands where tests were run",
                          "Run the tests, or take the step out that claims to."));
  }
}

}  // namespace pawl::guards
