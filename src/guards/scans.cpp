// G21, G22: scanners find nothing in the change that they do not find in its base. A finding is the
// same when rule, path and the code around it are; what moved with its file is the same, too.
#include <algorithm>

#include "base/text.hpp"
#include "guards/guards.hpp"
#include "guards/twin_runs.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kShownMax = 8;

struct Terms {
  std::string_view guard;
  Severity floor = Severity::error;
  bool touched_only = false;
};

Severity severity_of(std::string_view word) {
  return word == "error" ? Severity::error : word == "warning" ? Severity::warning : Severity::info;
}

class Judge {
 public:
  Judge(const git::Change& change, const Terms& terms, Verdict& verdict)
      : change_(change), terms_(terms), verdict_(verdict) {}

  void look(const TwinScan& scan) {
    if (!scan.present) return;
    verdict_.applies();
    if (!scan.trouble.empty()) return verdict_.cannot(scan.tool + ": " + scan.trouble);
    std::vector<ScanFinding> left = scan.base;
    std::size_t refused = 0;
    std::size_t last = 0;
    for (const ScanFinding& finding : scan.head) {
      if (take(left, finding) || severity_of(finding.severity) < terms_.floor) continue;
      if (terms_.touched_only && !is_touched(finding.path)) continue;
      if (++refused > kShownMax) continue;
      last = verdict_.findings.size();
      verdict_.refuse(refusal(scan, finding));
    }
    if (refused <= kShownMax) return;
    verdict_.findings[last].feedback +=
        " " + counted(refused - kShownMax, "further new finding") + " of it not shown.";
  }

 private:
  // Removes a finding of the base that is the same from the list.
  bool take(std::vector<ScanFinding>& base, const ScanFinding& finding) const {
    const auto same = [&](const ScanFinding& other) {
      const bool path = other.path == finding.path || is_removed(other.path);
      return path && other.rule == finding.rule && other.window == finding.window;
    };
    const auto known = std::find_if(base.begin(), base.end(), same);
    if (known == base.end()) return false;
    base.erase(known);
    return true;
  }

  bool is_touched(std::string_view path) const { return find(path) != nullptr; }
  bool is_removed(std::string_view path) const {
    const git::FileChange* file = find(path);
    return file != nullptr && file->action == git::Action::remove;
  }
  const git::FileChange* find(std::string_view path) const {
    for (const git::FileChange& file : change_.files) {
      if (file.path.text() == path) return &file;
    }
    return nullptr;
  }

  Finding refusal(const TwinScan& scan, const ScanFinding& finding) const {
    return {.rule = std::string(terms_.guard) + "/new-finding",
            .kind = RuleKind::defect,
            .path = finding.path,
            .line = finding.line,
            .message = scan.tool + " (" + finding.rule + ", " + finding.severity +
                       "): " + printable(finding.message, 300),
            .feedback =
                "It finds nothing like this without the change: write it in a way the "
                "rule has nothing against."};
  }

  const git::Change& change_;
  const Terms& terms_;
  Verdict& verdict_;
};

template <class Mine>
Verdict judge_scans(const git::Change& change, const Context& context, const Terms& terms,
                    const Mine& mine) {
  Verdict verdict;
  if (change.empty()) return verdict;
  if (context.evidence == nullptr || !context.evidence->scans) {
    verdict.cannot("nobody ran a scanner");
    return verdict;
  }
  Judge judge(change, terms, verdict);
  for (const TwinScan& scan : *context.evidence->scans) {
    if (mine(scan.tool)) judge.look(scan);
  }
  return verdict;
}

}  // namespace

Verdict semgrep_scan(const git::Change& change, const Context& context) {
  return judge_scans(change, context, {.guard = "semgrep", .floor = context.settings.semgrep_floor},
                     [](std::string_view tool) { return tool == "semgrep"; });
}

Verdict trivy_scan(const git::Change& change, const Context& context) {
  return judge_scans(change, context,
                     {.guard = "trivy",
                      .floor = context.settings.trivy_floor,
                      .touched_only = context.settings.trivy_touched_only},
                     [](std::string_view tool) { return tool == "trivy"; });
}

Verdict other_scans(const git::Change& change, const Context& context) {
  return judge_scans(change, context, {.guard = "scanners", .floor = context.settings.scan_floor},
                     [](std::string_view tool) { return tool != "semgrep" && tool != "trivy"; });
}

}  // namespace pawl::guards
