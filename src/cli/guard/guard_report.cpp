#include "cli/guard/guard_report.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "cli/kit/output.hpp"

namespace pawl::cli {
namespace {

using guards::Evaluated;
using guards::Ruling;
using guards::Standing;

struct Count {
  std::size_t refused = 0;
  std::size_t warned = 0;
  std::size_t set_aside = 0;
  std::size_t before = 0;
  std::size_t looked = 0;
};

Count count(const guards::Evaluation& evaluation) {
  Count count;
  for (const Evaluated& result : evaluation.results) {
    if (result.verdict.ruling != Ruling::not_applicable) ++count.looked;
  }
  for (const guards::Finding& finding : evaluation.findings()) {
    switch (finding.standing) {
      case Standing::refuses: ++count.refused; break;
      case Standing::warns: ++count.warned; break;
      case Standing::sanctioned:
      case Standing::suppressed: ++count.set_aside; break;
      case Standing::pre_existing: ++count.before; break;
    }
  }
  return count;
}

std::string printed_place(const guards::Finding& finding) {
  if (finding.path.empty()) return "(whole change)";
  std::string place = printable(finding.path, 300);
  if (finding.line > 0) place += ":" + std::to_string(finding.line);
  return place;
}

std::string finding_text(const Context& context, const guards::Finding& finding) {
  const bool refuses = finding.standing == Standing::refuses;
  std::string word = refuses ? "refused" : "warning";
  std::string why;
  if (finding.standing == Standing::sanctioned || finding.standing == Standing::suppressed) {
    word = to_string(finding.standing);
    why = " (" + printable(finding.why, 200) + ")";
  }
  const Paint paint = refuses                               ? Paint::red
                      : finding.standing == Standing::warns ? Paint::yellow
                                                            : Paint::dim;
  std::string text = painted(context, Paint::bold, printed_place(finding)) + ": " +
                     painted(context, paint, word) + " " + printable(finding.message, 600) + why +
                     " " + painted(context, Paint::dim, "[" + finding.rule + "]") + "\n";
  for (const std::string_view line : split_lines(finding.feedback)) {
    text += "    " + painted(context, Paint::dim, printable(line, 400)) + "\n";
  }
  return text;
}

// A line for each reason, with the guards that have it.
std::string unknown_text(const Context& context, const guards::Evaluation& evaluation) {
  std::vector<std::pair<std::string, std::string>> reasons;  // reason, guards
  for (const Evaluated& result : evaluation.results) {
    if (result.verdict.ruling != Ruling::unknown) continue;
    const auto known = std::find_if(reasons.begin(), reasons.end(), [&](const auto& one) {
      return one.first == result.verdict.reason;
    });
    if (known == reasons.end()) {
      reasons.emplace_back(result.verdict.reason, result.guard->id);
    } else {
      known->second += ", " + std::string(result.guard->id);
    }
  }
  std::string text;
  for (const auto& [reason, ids] : reasons) {
    text += painted(context, Paint::yellow, "not checked") + ": " + ids + ": " +
            printable(reason, 300) + "\n";
  }
  return text;
}

}  // namespace

std::string guard_text(const Context& context, const guards::Evaluation& evaluation) {
  std::vector<guards::Finding> findings = evaluation.findings();
  std::stable_sort(findings.begin(), findings.end(),
                   [](const guards::Finding& a, const guards::Finding& b) {
                     return a.path != b.path ? a.path < b.path : a.line < b.line;
                   });
  std::string text;
  for (const guards::Finding& finding : findings) {
    if (finding.standing != Standing::pre_existing) text += finding_text(context, finding);
  }
  text += unknown_text(context, evaluation);
  const Count sum = count(evaluation);
  std::string line =
      sum.refused > 0 ? painted(context, Paint::red, counted(sum.refused, "finding") + " refused")
                      : painted(context, Paint::green, "nothing refused");
  if (sum.warned > 0) line += ", " + counted(sum.warned, "warning");
  if (sum.set_aside > 0) line += ", " + std::to_string(sum.set_aside) + " allowed";
  if (sum.before > 0) line += ", " + std::to_string(sum.before) + " there before";
  return text + line + " (" + counted(sum.looked, "guard") + " looked)\n";
}

Json guard_json(const guards::Evaluation& evaluation) {
  Json findings = Json::array();
  for (const guards::Finding& finding : evaluation.findings())
    findings.push(guards::to_json(finding));
  Json rulings = Json::array();
  for (const Evaluated& result : evaluation.results) {
    const auto us = std::chrono::duration_cast<std::chrono::microseconds>(result.took);
    rulings.push(Json::object({{"id", result.guard->id},
                               {"ruling", to_string(result.verdict.ruling)},
                               {"reason", result.verdict.reason},
                               {"us", us.count()}}));
  }
  return Json::object({{"refused", evaluation.refused()},
                       {"findings", std::move(findings)},
                       {"guards", std::move(rulings)}});
}

}  // namespace pawl::cli
