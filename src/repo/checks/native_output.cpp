// What Automake's test driver prints: `PASS: t_box`, `FAIL: t_bad 3 - adds`.
#include "base/text/text.hpp"
#include "repo/checks/report_lines.hpp"
#include "repo/checks/tool_output.hpp"

namespace pawl::repo {

TestReport parse_automake(std::string_view text) {
  TestReport report;
  EndOrdinals ordinals;
  for (const std::string_view line : split_lines(text)) {
    const auto colon = line.find(": ");
    if (colon == std::string_view::npos) continue;
    const std::string_view end = line.substr(0, colon);
    const std::string id = stable_name(line.substr(colon + 2));
    if (id.empty()) continue;
    if (end == "PASS" || end == "XFAIL") {
      report.passed = report.passed.value_or(0) + 1;
      add_named(report.passing, ordinals.passing.named(id));
    } else if (end == "SKIP") {
      add_named(report.skipped, ordinals.skipped.named(id));
    } else if (end == "FAIL" || end == "XPASS" || end == "ERROR") {
      add_once(report, {.id = ordinals.failing.named(id),
                        .file = {},
                        .message = end == "XPASS" ? "it passes, and should not" : ""});
    }
  }
  return report;
}

}  // namespace pawl::repo
