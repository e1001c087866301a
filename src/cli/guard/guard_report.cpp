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

// The line it is about, as it is after the change.
std::string snippet(const Context& context, const guards::Finding& finding,
                    const git::Change& change) {
  const Result<RepoPath> path = RepoPath::parse(finding.path);
  const git::FileChange* file = path ? change.find(*path) : nullptr;
  if (file == nullptr || !file->after || finding.line < 1 || looks_binary(*file->after)) return {};
  const auto lines = split_lines(*file->after);
  const auto index = static_cast<std::size_t>(finding.line) - 1;
  if (index >= lines.size()) return {};
  const std::string number = std::to_string(finding.line);
  const std::size_t width = std::max<std::size_t>(context.console.facts().width, 40);
  return "  " + painted(context, Paint::blue, number + " |") + " " +
         shortened(printable(replace_all(lines[index], "\t", "  "), 400),
                   width - number.size() - 6) +
         "\n";
}

std::string finding_text(const Context& context, const guards::Finding& finding,
                         const git::Change* change) {
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
  if (change != nullptr) text += snippet(context, finding, *change);
  for (const std::string_view line : split_lines(finding.feedback)) {
    text += "    " + painted(context, Paint::dim, printable(line, 400)) + "\n";
  }
  return text;
}

// Reasons, with the guards that have each.
std::vector<std::pair<std::string, std::string>> unknowns(const guards::Evaluation& evaluation) {
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
  return reasons;
}

std::string unknown_text(const Context& context, const guards::Evaluation& evaluation) {
  std::string text;
  for (const auto& [reason, ids] : unknowns(evaluation)) {
    text += painted(context, Paint::yellow, "not checked") + ": " + ids + ": " +
            printable(reason, 300) + "\n";
  }
  return text;
}

// By path and line; without what was there before.
std::vector<guards::Finding> listed_findings(const guards::Evaluation& evaluation) {
  std::vector<guards::Finding> findings = evaluation.findings();
  std::erase_if(findings, [](const guards::Finding& finding) {
    return finding.standing == Standing::pre_existing;
  });
  std::stable_sort(findings.begin(), findings.end(),
                   [](const guards::Finding& a, const guards::Finding& b) {
                     return a.path != b.path ? a.path < b.path : a.line < b.line;
                   });
  return findings;
}

// Text that stays within its workflow command, whatever it holds.
std::string workflow_text(std::string_view text) {
  std::string out = replace_all(to_utf8(text), "%", "%25");
  out = replace_all(out, "\r", "%0D");
  return replace_all(out, "\n", "%0A");
}

std::string workflow_property(std::string_view text) {
  return replace_all(replace_all(workflow_text(text), ":", "%3A"), ",", "%2C");
}

std::string annotation(const guards::Finding& finding) {
  const bool refuses = finding.standing == Standing::refuses;
  std::string where;
  if (!finding.path.empty()) where = "file=" + workflow_property(finding.path) + ",";
  if (!finding.path.empty() && finding.line > 0) {
    where += "line=" + std::to_string(finding.line) + ",";
  }
  std::string text = finding.message;
  if (!finding.feedback.empty()) text += "\n" + finding.feedback;
  return std::string(refuses ? "::error " : "::warning ") + where +
         "title=" + workflow_property(finding.rule) + "::" + workflow_text(text) + "\n";
}

}  // namespace

std::string guard_annotations(const guards::Evaluation& evaluation) {
  std::string text;
  for (const guards::Finding& finding : listed_findings(evaluation)) {
    const bool set_aside =
        finding.standing == Standing::sanctioned || finding.standing == Standing::suppressed;
    if (!set_aside) text += annotation(finding);
  }
  for (const auto& [reason, ids] : unknowns(evaluation)) {
    text += "::notice title=not checked::" + workflow_text(ids + ": " + reason) + "\n";
  }
  return text;
}

std::string guard_text(const Context& context, const guards::Evaluation& evaluation,
                       const git::Change* change) {
  std::string text;
  for (const guards::Finding& finding : listed_findings(evaluation)) {
    text += finding_text(context, finding, change);
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
