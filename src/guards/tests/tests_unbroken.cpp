// G8: what passed still passes. Each test is passed, failed or absent on the base and on the head;
// what fails now and did not fail before refuses, what is no longer there asks for a sanction, and
// what fails only now and then is told and counts for nothing. A test that is known to do so fails
// when it failed kFlakyRunsMax times in a row; before that it is unknown. What could be run on the
// base and cannot be run on the head refuses: who gathers the evidence has run the base once more
// by then, and told of a machine at fault there.
#include <algorithm>

#include "base/text/text.hpp"
#include "guards/guards.hpp"
#include "guards/lexical.hpp"
#include "guards/limits.hpp"
#include "guards/paths/inert_files.hpp"
#include "guards/tests/lost_tests.hpp"
#include "guards/tests/paired_runs.hpp"
#include "guards/tests/reproduction.hpp"
#include "guards/tests/test_places.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

using repo::CheckOutcome;
using repo::CheckRun;
using repo::FailingTest;

constexpr std::size_t kNotedMax = 10;

class TestRunJudge {
 public:
  TestRunJudge(const git::Change& change, const Context& context)
      : change_(change), context_(context), lost_(change, context, verdict_) {}

  void look_at_all(const std::vector<PairedRun>& pairs) {
    for (const PairedRun& pair : pairs) {
      if (pair.head) {
        look(pair);
      } else if (pair.base && pair.base->outcome == CheckOutcome::passed) {
        const char* const why = "no manifest says any more how its tests are run";
        taken_over(pairs, *pair.base) ? lost_.refuse_silence(*pair.base, why)
                                      : lost_.refuse_none(*pair.base, why);
      }
    }
  }
  Verdict take() {
    if (verdict_.ruling == Ruling::pass) look_for_mended();
    if (context_.reproduces) judge_new_failures(new_failures_, change_, context_, verdict_);
    judge_reproduction(context_, verdict_);
    return std::move(verdict_);
  }

 private:
  static std::size_t tests_run(const CheckRun& run) {
    return std::max(run.passing.size(),
                    static_cast<std::size_t>(std::max(run.tests_passed.value_or(0), 0)));
  }

  // Tests may be run in another way than before. What runs fewer of them hides what the others
  // would have shown.
  static bool taken_over(const std::vector<PairedRun>& pairs, const CheckRun& base) {
    return std::any_of(pairs.begin(), pairs.end(), [&](const PairedRun& pair) {
      const bool before = pair.base && pair.base->outcome == CheckOutcome::passed;
      return !before && pair.head && pair.head->outcome == CheckOutcome::passed &&
             tests_run(*pair.head) >= tests_run(base);
    });
  }

  void look(const PairedRun& pair) {
    const bool passed = pair.base && pair.base->outcome == CheckOutcome::passed;
    const bool had =
        passed || (pair.base && (!pair.base->failing.empty() || !pair.base->inconclusive.empty()));
    if (pair.head->no_tests) {
      if (had) lost_.refuse_none(*pair.base, pair.head->reason);
      return;
    }
    verdict_.applies();
    for (const FailingTest& test : first(pair.head->flaky)) note_flaky(test);
    if (!pair.head->inconclusive.empty()) {
      verdict_.cannot(where(*pair.head) + ": " + repo::why_inconclusive(pair.head->inconclusive));
    }
    if (pair.head->outcome == CheckOutcome::unknown) {
      if (pair.base && repo::is_judged(*pair.base) && pair.head->inconclusive.empty()) {
        worse_ = true;
        return lost_.refuse_run(*pair.base, *pair.head);
      }
      return verdict_.cannot(where(*pair.head) + ": " + pair.head->reason);
    }
    if (pair.head->outcome == CheckOutcome::failed) {
      look_at_failure(pair.base ? &*pair.base : nullptr, *pair.head);
    }
    if (!pair.base) return;
    worse_ = lost_.refuse_unjudged(*pair.base, *pair.head) || worse_;
    if (worse_) return;  // what is absent is so for this reason
    lost_.refuse_absent(*pair.base, *pair.head);
    lost_.refuse_fewer(*pair.base, *pair.head);
    lost_.refuse_own_command(*pair.head);
  }
  void look_at_failure(const CheckRun* base, const CheckRun& head) {
    if (base != nullptr && base->outcome == CheckOutcome::unknown && !base->no_tests) {
      return verdict_.cannot(
          where(head) + ": tests fail, and whether they did before is not known: " + base->reason);
    }
    if (base != nullptr && names_nothing(*base) && !names_nothing(head)) {
      return verdict_.cannot(where(head) + ": `" + base->command +
                             "` failed before without naming a test");
    }
    if (head.failing.empty()) return look_at_diagnostics(base, head);
    const NameSet failed = base == nullptr ? NameSet() : ids_of(base->failing);
    const NameSet flaky = base == nullptr ? NameSet() : ids_of(base->flaky);
    const NameSet inconclusive = base == nullptr ? NameSet() : ids_of(base->inconclusive);
    std::size_t refused = 0;
    std::size_t noted = 0;
    for (const FailingTest& test : head.failing) {
      if (failed.contains(test.id)) {
        if (++noted <= kNotedMax) note_old(test);
      } else if (inconclusive.contains(test.id)) {
        verdict_.cannot(where(head) + ": " + printable(test.id, 120) +
                        " fails, and whether it did before is not known: it failed, and is known "
                        "to do so now and then");
      } else if (flaky.contains(test.id) && test.times < repo::kFlakyRunsMax) {
        note_flaky(test);
        verdict_.cannot(where(head) + ": " + repo::why_inconclusive({test}));
      } else if (context_.reproduces && is_new_failure(change_, base, head, test)) {
        new_failures_.push_back({&head, &test});
        worse_ = worse_ || is_no_test(change_, head, test);
      } else if (++refused <= kShownMax) {
        refuse(head, test, history_of(base, head, test));
      }
    }
    if (refused > kShownMax) report_more(refused - kShownMax);
    worse_ = worse_ || refused > 0;
  }

  // A subtask that is there for failing tests mends one of them. Those that cannot be run now are
  // nobody's fault.
  void look_for_mended() {
    const FailingTest* still = nullptr;
    const CheckRun* head = nullptr;
    for (const PairedRun& pair : *context_.evidence->tests) {
      if (!pair.base || !pair.head) continue;
      const NameSet failed = ids_of(pair.base->failing);
      for (const FailingTest& test : pair.head->failing) {
        if (!failed.contains(test.id) || !is_to_mend(test.id)) continue;
        still = &test;
        head = &*pair.head;
      }
      for (const std::string& id : context_.to_mend) {
        if (failed.contains(id) && !ids_of(pair.head->failing).contains(id)) return;
      }
    }
    if (still == nullptr) return;
    verdict_.refuse(still_fails(context_, *head, *still));
  }

  bool is_to_mend(const std::string& id) const {
    return std::find(context_.to_mend.begin(), context_.to_mend.end(), id) !=
           context_.to_mend.end();
  }

  // Tests that do not compile.
  void look_at_diagnostics(const CheckRun* base, const CheckRun& head) {
    worse_ = true;  // what is absent is so for this reason
    const Difference difference = compare(
        base == nullptr ? std::vector<repo::Diagnostic>() : base->diagnostics, head.diagnostics);
    std::size_t shown = 0;
    for (const repo::Diagnostic& error : difference.added) {
      if (++shown <= kShownMax) {
        verdict_.refuse(finding_of("tests/does-not-build", error, context_));
      }
    }
    if (head.diagnostics.empty()) {
      verdict_.cannot(where(head) + ": " + head.reason);
    }
  }

  static bool names_nothing(const CheckRun& run) {
    return run.failing.size() == 1 && run.failing.front().id == run.command;
  }

  enum class History : std::uint8_t { passed, absent, flaky, not_failed };

  static bool is_among(const auto& tests, const std::string& id) {
    return std::any_of(tests.begin(), tests.end(), [&](const auto& one) { return one.id == id; });
  }

  static History history_of(const CheckRun* base, const CheckRun& head, const FailingTest& test) {
    if (base == nullptr || base->no_tests) return History::absent;
    if (is_among(base->passing, test.id)) return History::passed;
    if (is_among(base->flaky, test.id)) return History::flaky;
    return base->every_id && !stands_for_many(head, test) ? History::absent : History::not_failed;
  }

  void refuse(const CheckRun& head, const FailingTest& test, History history) {
    if (among(context_.reproduction.ids, test.id)) return refuse_not_fixed(head, test);
    const bool is_new = history == History::absent;
    const std::string_view then = is_new                       ? "is new and fails"
                                  : history == History::passed ? "passed before and fails now"
                                  : history == History::flaky
                                      ? "failed now and then before and fails each time now"
                                      : "did not fail before and does now";
    Finding finding{
        .rule = is_new ? "tests/new-test-fails" : "tests/regression",
        .kind = RuleKind::defect,
        .path = test.file,
        .line = line_of_test(context_, test.file, test.id),
        .message = "`" + printable(test.id, 300) + "` " + std::string(then),
        .feedback = is_new ? "Write a test that passes, and keep the code it tests right."
                           : "Keep what this test relies on: it does not fail without the change. "
                             "Do not touch the test."};
    const std::string output = test.message.empty()
                                   ? last_lines(head.output)
                                   : head_and_tail(test.message, kTestMessageBytesMax);
    // No other test is run so often.
    if (test.times >= repo::kFlakyRunsMax) {
      finding.feedback += " It is known to fail now and then, and failed " +
                          std::to_string(test.times) + " times in a row.";
    }
    finding.feedback += " `" + head.command + "` says:" + indented(output);
    last_refused_ = verdict_.findings.size();
    verdict_.refuse(std::move(finding));
  }

  void refuse_not_fixed(const CheckRun& head, const FailingTest& test) {
    last_refused_ = verdict_.findings.size();
    verdict_.refuse(still_fails(context_, head, test));
  }

  void report_more(std::size_t count) {
    verdict_.findings[last_refused_].feedback +=
        "\n" + counted(count, "further test") + " that did not fail before not shown.";
  }

  void note_old(const FailingTest& test) {
    verdict_.note({.rule = "tests/still-fails",
                   .kind = RuleKind::defect,
                   .path = test.file,
                   .line = line_of_test(context_, test.file, test.id),
                   .message = "`" + printable(test.id, 300) + "` failed before, too",
                   .feedback = "It is no fault of the change."});
  }

  void note_flaky(const FailingTest& test) {
    if (!reported_flaky_.insert(test.id).second) return;
    verdict_.note({.rule = "tests/flaky",
                   .kind = RuleKind::defect,
                   .path = test.file,
                   .line = line_of_test(context_, test.file, test.id),
                   .message = "`" + printable(test.id, 300) + "` fails now and then",
                   .feedback = "It says nothing about the change."});
  }

  static std::vector<FailingTest> first(const std::vector<FailingTest>& all) {
    return {all.begin(),
            all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), kNotedMax))};
  }

  const git::Change& change_;
  const Context& context_;
  Verdict verdict_;
  std::vector<NewFailure> new_failures_;
  LostTests lost_;  // writes into the verdict
  NameSet reported_flaky_;
  std::size_t last_refused_ = 0;
  bool worse_ = false;
};

}  // namespace

Verdict tests_unbroken(const git::Change& change, const Context& context) {
  Verdict verdict;
  const bool asked = context.reproduces || !context.reproduction.ids.empty();
  if (!asked && is_inert(change, context.head)) return verdict;
  const bool gathered = context.evidence != nullptr && context.evidence->tests.has_value();
  if (!gathered) {
    verdict.cannot(trouble_of(context, gathered));
    if (context.reproduces) judge_new_failures({}, change, context, verdict);
    judge_reproduction(context, verdict);
    return verdict;
  }
  TestRunJudge judge(change, context);
  judge.look_at_all(*context.evidence->tests);
  return judge.take();
}

}  // namespace pawl::guards
