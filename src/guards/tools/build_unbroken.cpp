// The build does not get worse. Only diagnostics the base does not have refuse; what could not be
// built here before either is unknown.
#include "base/text/text.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "guards/paths/inert_files.hpp"
#include "guards/tests/paired_runs.hpp"

namespace pawl::guards {
namespace {

using repo::CheckOutcome;
using repo::CheckRun;
using repo::Diagnostic;

class BuildJudge {
 public:
  BuildJudge(const git::Change& change, const Context& context)
      : change_(change), context_(context) {}

  void look(const PairedRun& pair) {
    if (!pair.head) return;  // the stack is gone
    const CheckRun& head = *pair.head;
    verdict_.applies();
    if (head.outcome == CheckOutcome::unknown) {
      look_at_unknown(pair.base ? &*pair.base : nullptr, head);
    } else if (head.outcome == CheckOutcome::failed) {
      look_at_failure(pair.base ? &*pair.base : nullptr, head);
    }
  }
  Verdict take() { return std::move(verdict_); }

 private:
  // Who gathers the evidence has built the base once more by then, and told of a machine at fault
  // there.
  void look_at_unknown(const CheckRun* base, const CheckRun& head) {
    if (base == nullptr || base->outcome == CheckOutcome::unknown) {
      return verdict_.cannot(where(head) + ": " + head.reason);
    }
    verdict_.refuse(
        {.rule = "build/cannot-run",
         .kind = RuleKind::defect,
         .path = head.folder,
         .line = 0,
         .message = "`" + base->command +
                    "` could be judged before and cannot be now: " + printable(head.reason, 300),
         .feedback = "Without the change it runs here: undo what keeps it from running."});
  }

  void look_at_failure(const CheckRun* base, const CheckRun& head) {
    if (base != nullptr && base->outcome == CheckOutcome::unknown) {
      verdict_.cannot(where(head) +
                      " does not build, and whether it did before is not known: " + base->reason);
      return;
    }
    const bool was_broken = base != nullptr && base->outcome == CheckOutcome::failed;
    if (head.diagnostics.empty()) return look_at_silence(was_broken ? base : nullptr, head);
    const Difference difference =
        compare(was_broken ? base->diagnostics : std::vector<Diagnostic>(), head.diagnostics);
    if (was_broken && base->diagnostics.empty()) {
      verdict_.cannot(where(head) + " did not build before either, and nothing said where");
      return;
    }
    refuse_or_reveal(difference, was_broken);
    for (const Diagnostic& error : first(difference.kept)) {
      verdict_.note(finding_of("build/old-error", error, context_));
    }
  }

  // A build that fails without saying where.
  void look_at_silence(const CheckRun* broken_base, const CheckRun& head) {
    Finding finding{.rule = "build/broken",
                    .kind = RuleKind::defect,
                    .path = head.folder,
                    .line = 0,
                    .message = "`" + head.command + "` fails: " + printable(head.reason, 300),
                    .feedback = "It succeeds without the change: undo what breaks it."};
    if (broken_base == nullptr) return verdict_.refuse(std::move(finding));
    finding.feedback = "It failed before, too.";
    verdict_.note(std::move(finding));
  }

  // Compilers stop early: when an error goes away, others come to light in files nobody touched.
  void refuse_or_reveal(const Difference& difference, bool was_broken) {
    std::size_t refused = 0;
    std::size_t noted = 0;
    std::size_t last_shown = 0;
    for (const Diagnostic& error : difference.added) {
      const bool revealed = was_broken && difference.some_gone && !is_touched(error.path);
      if (revealed) {
        if (++noted <= kShownMax) verdict_.note(finding_of("build/old-error", error, context_));
      } else if (++refused <= kShownMax) {
        last_shown = verdict_.findings.size();
        verdict_.refuse(finding_of("build/new-error", error, context_));
      }
    }
    if (refused <= kShownMax) return;
    verdict_.findings[last_shown].feedback +=
        "\n" + counted(refused - kShownMax, "further new error") + " not shown.";
  }

  bool is_touched(std::string_view path) const {
    for (const git::FileChange& file : change_.files) {
      if (file.path.text() == path) return true;
    }
    return false;
  }

  static std::vector<Diagnostic> first(const std::vector<Diagnostic>& all) {
    return {all.begin(),
            all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), kShownMax))};
  }

  const git::Change& change_;
  const Context& context_;
  Verdict verdict_;
};

}  // namespace

Verdict build_unbroken(const git::Change& change, const Context& context) {
  Verdict verdict;
  if (is_inert(change, context.head)) return verdict;
  const bool gathered = context.evidence != nullptr && context.evidence->builds.has_value();
  if (!gathered) {
    verdict.cannot(trouble_of(context, gathered));
    return verdict;
  }
  BuildJudge judge(change, context);
  for (const PairedRun& pair : *context.evidence->builds) judge.look(pair);
  return judge.take();
}

}  // namespace pawl::guards
