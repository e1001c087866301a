// G21, G22: scanners find nothing in the change that they do not find in its base. A finding is the
// same when rule, path and the code around it are; what moved with its file is the same, too, and
// so is one whose own line stayed as it was when a neighbour changed.
#include <algorithm>

#include "base/text/text.hpp"
#include "guards/guards.hpp"
#include "guards/tests/paired_runs.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kScanFindingsMax = 8;

struct Terms {
  std::string_view guard;
  Severity floor = Severity::error;
  bool touched_only = false;
};

Severity scan_severity(std::string_view word) {
  return word == "error" ? Severity::error : word == "warning" ? Severity::warning : Severity::info;
}

class ScanJudge {
 public:
  ScanJudge(const git::Change& change, const Terms& terms, Verdict& verdict)
      : change_(change), terms_(terms), verdict_(verdict) {}

  void look(const PairedScan& scan) {
    if (!scan.present) return;
    verdict_.applies();
    if (!scan.trouble.empty()) return verdict_.cannot(scan.tool + ": " + scan.trouble);
    std::size_t refused = 0;
    std::size_t last = 0;
    for (const ScanFinding& finding : added(scan)) {
      if (scan_severity(finding.severity) < terms_.floor) continue;
      if (terms_.touched_only && !is_touched(finding.path)) continue;
      if (++refused > kScanFindingsMax) continue;
      last = verdict_.findings.size();
      verdict_.refuse(refusal(scan, finding));
    }
    if (refused <= kScanFindingsMax) return;
    verdict_.findings[last].feedback +=
        " " + counted(refused - kScanFindingsMax, "further new finding") + " of it not shown.";
  }

 private:
  // What the head has and the base has not, each finding of the base standing for one. The whole
  // window decides before the line alone may.
  std::vector<ScanFinding> added(const PairedScan& scan) const {
    std::vector<ScanFinding> base = scan.base;
    std::vector<ScanFinding> head = scan.head;
    std::erase_if(head, [&](const ScanFinding& finding) {
      return take(base, [&](const ScanFinding& other) {
        const bool path = other.path == finding.path || is_removed(other.path);
        return path && other.rule == finding.rule && other.window == finding.window;
      });
    });
    std::erase_if(head, [&](const ScanFinding& finding) {
      const git::FileChange* file = find(finding.path);
      if (file == nullptr || !file->before || !file->after) return false;
      const std::string_view own = line_at(*file->after, finding.line);
      return !own.empty() && take(base, [&](const ScanFinding& other) {
        return other.path == finding.path && other.rule == finding.rule &&
               line_at(*file->before, other.line) == own;
      });
    });
    return head;
  }

  template <class Same>
  static bool take(std::vector<ScanFinding>& base, const Same& same) {
    const auto known = std::find_if(base.begin(), base.end(), same);
    if (known == base.end()) return false;
    base.erase(known);
    return true;
  }

  static std::string_view line_at(std::string_view text, int line) {
    const auto lines = split_lines(text);
    if (line < 1 || static_cast<std::size_t>(line) > lines.size()) return {};
    return trim(lines[static_cast<std::size_t>(line) - 1]);
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

  Finding refusal(const PairedScan& scan, const ScanFinding& finding) const {
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
  ScanJudge judge(change, terms, verdict);
  for (const PairedScan& scan : *context.evidence->scans) {
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
