// G8: what passed still passes. Each test is passed, failed or absent on the base and on the head;
// what fails now and did not fail before refuses, what is no longer there asks for a sanction, and
// what fails only now and then is told and counts for nothing. A test that is known to do so fails
// when it failed kFlakyRunsMax times in a row; before that it is unknown. What could be run on the
// base and cannot be run on the head refuses: who gathers the evidence has run the base once more
// by then, and told of a machine at fault there.
#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "base/text/text.hpp"
#include "guards/guards.hpp"
#include "guards/lexical.hpp"
#include "guards/limits.hpp"
#include "guards/paths/inert_files.hpp"
#include "guards/tests/paired_runs.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

using repo::CheckOutcome;
using repo::CheckRun;
using repo::FailingTest;
using repo::TestName;

constexpr std::size_t kNotedMax = 10;
constexpr std::size_t kTestMessageBytesMax = 1200;
constexpr std::size_t kTailLines = 15;

// The part of an id that is the test's own name: `test_a[1]` of `t/test_x.py::TestA::test_a[1]`.
std::string_view own_name(std::string_view id) {
  for (const std::string_view mark : {"::", " > "}) {
    const auto at = id.rfind(mark);
    if (at != std::string_view::npos) return id.substr(at + mark.size());
  }
  const auto slash = id.rfind('/');
  const auto dot = id.find('.', slash == std::string_view::npos ? 0 : slash);
  return dot == std::string_view::npos ? id : id.substr(dot + 1);
}

// The file of a test, or what its id begins with: tests of one group have it in common.
std::string group_of(const TestName& test) {
  if (!test.file.empty()) return test.file;
  return test.id.substr(0, test.id.size() - own_name(test.id).size());
}

// The line a test begins at: the first that holds its bare name.
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

std::string list_of(const std::vector<std::string>& names) {
  std::vector<std::string> shown(
      names.begin(),
      names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), kShownMax)));
  std::string out = join(shown, ", ");
  if (names.size() > kShownMax) {
    out += " and " + std::to_string(names.size() - kShownMax) + " more";
  }
  return printable(out, 600);
}

class TestRunJudge {
 public:
  TestRunJudge(const git::Change& change, const Context& context)
      : change_(change), context_(context) {}

  void look(const PairedRun& pair) {
    const bool passed = pair.base && pair.base->outcome == CheckOutcome::passed;
    if (!pair.head) {
      if (passed) refuse_silence(*pair.base, "its tests are run no more, their manifest is gone");
      return;
    }
    const bool had =
        passed || (pair.base && (!pair.base->failing.empty() || !pair.base->doubtful.empty()));
    if (pair.head->no_tests) {
      if (had) refuse_none(*pair.base, pair.head->reason);
      return;
    }
    verdict_.applies();
    for (const FailingTest& test : first(pair.head->flaky)) note_flaky(test);
    if (!pair.head->doubtful.empty()) {
      verdict_.cannot(where(*pair.head) + ": " + repo::why_doubtful(pair.head->doubtful));
    }
    if (pair.head->outcome == CheckOutcome::unknown) {
      const bool lost = pair.base && was_judged(*pair.base) && pair.head->doubtful.empty();
      if (lost) return refuse_lost(*pair.base, *pair.head);
      return verdict_.cannot(where(*pair.head) + ": " + pair.head->reason);
    }
    if (pair.head->outcome == CheckOutcome::failed) {
      look_at_failure(pair.base ? &*pair.base : nullptr, *pair.head);
    }
    if (!pair.base) return;
    look_for_unjudged(*pair.base, *pair.head);
    look_for_absent(*pair.base, *pair.head);
    look_for_fewer(*pair.base, *pair.head);
  }
  Verdict take() {
    if (verdict_.ruling == Ruling::pass) look_for_mended();
    return std::move(verdict_);
  }

 private:
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
    const NameSet doubtful = base == nullptr ? NameSet() : ids_of(base->doubtful);
    std::size_t refused = 0;
    std::size_t noted = 0;
    for (const FailingTest& test : head.failing) {
      if (failed.contains(test.id)) {
        if (++noted <= kNotedMax) note_old(test);
      } else if (doubtful.contains(test.id)) {
        verdict_.cannot(where(head) + ": " + printable(test.id, 120) +
                        " fails, and whether it did before is not known: it failed, and is known "
                        "to do so now and then");
      } else if (flaky.contains(test.id) && test.times < repo::kFlakyRunsMax) {
        note_flaky(test);
        verdict_.cannot(where(head) + ": " + repo::why_doubtful({test}));
      } else if (++refused <= kShownMax) {
        refuse(head, test, history_of(base, head, test));
      }
    }
    if (refused > kShownMax) tell_more(refused - kShownMax);
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
    verdict_.refuse(
        {.rule = "tests/not-mended",
         .kind = RuleKind::scope,
         .path = still->file,
         .line = line_of_test(context_, still->file, still->id),
         .message = "`" + printable(still->id, 300) + "` still fails",
         .feedback = "The subtask is to make it pass, and the change does not. `" + head->command +
                     "` says:" +
                     indented(still->message.empty()
                                  ? last_lines(head->output)
                                  : head_and_tail(still->message, kTestMessageBytesMax))});
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

  // One id for a whole run, package or file, which has no counterpart among the tests of the base.
  static bool stands_for_many(const CheckRun& head, const FailingTest& test) {
    const bool file = head.stack == "Python" && !contains(test.id, "::");
    return file || test.id == head.command || test.id.ends_with(" [does not build]") ||
           test.id.ends_with(" [fails as a whole]");
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

  void tell_more(std::size_t count) {
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
    if (!told_flaky_.insert(test.id).second) return;
    verdict_.note({.rule = "tests/flaky",
                   .kind = RuleKind::defect,
                   .path = test.file,
                   .line = line_of_test(context_, test.file, test.id),
                   .message = "`" + printable(test.id, 300) + "` fails now and then",
                   .feedback = "It says nothing about the change."});
  }

  // The whole run: no tool, no time, no report, no network …
  void refuse_lost(const CheckRun& base, const CheckRun& head) {
    worse_ = true;
    verdict_.refuse(
        {.rule = "tests/cannot-run",
         .kind = RuleKind::defect,
         .path = head.folder,
         .line = 0,
         .message = "`" + base.command +
                    "` could be judged before and cannot be now: " + printable(head.reason, 300),
         .feedback = "Without the change it runs here. Undo what keeps it from running. It says:" +
                     indented(last_lines(head.output))});
  }

  // Single tests that passed, and now ask for what this place does not have.
  void look_for_unjudged(const CheckRun& base, const CheckRun& head) {
    const NameSet passed = ids_of(base.passing);
    std::size_t refused = 0;
    for (const FailingTest& test : head.unjudged) {
      if (!passed.contains(test.id) || ++refused > kShownMax) continue;
      worse_ = true;
      verdict_.refuse(
          {.rule = "tests/cannot-run",
           .kind = RuleKind::defect,
           .path = test.file,
           .line = line_of_test(context_, test.file, test.id),
           .message = "`" + printable(test.id, 300) + "` passed before and cannot be run now",
           .feedback =
               "Without the change it runs here. Undo what keeps it from running. It says:" +
               indented(head_and_tail(test.message, kTestMessageBytesMax))});
    }
  }

  // There were tests, and there are none. Where the change takes test files away that is a question
  // of scope; where it does not, it keeps them from being found.
  void refuse_none(const CheckRun& base, const std::string& why) {
    if (removes_files()) return refuse_silence(base, why);
    verdict_.refuse({.rule = "tests/none-left",
                     .kind = RuleKind::defect,
                     .path = base.folder,
                     .line = 0,
                     .message = "`" + base.command +
                                "` ran tests before and finds none now: " + printable(why, 300),
                     .feedback = "The change removes no test. Undo what keeps the tests from being "
                                 "found and run."});
  }

  bool removes_files() const {
    return std::any_of(change_.files.begin(), change_.files.end(), [](const git::FileChange& one) {
      return one.action == git::Action::remove;
    });
  }

  // Where tests are only counted, the count has to bear out that they were run.
  void look_for_fewer(const CheckRun& base, const CheckRun& head) {
    const bool named = base.every_id && head.every_id;
    if (worse_ || named || !base.tests_passed || *base.tests_passed == 0) return;
    if (!head.tests_passed) {
      return verdict_.refuse(
          {.rule = "tests/no-summary",
           .kind = RuleKind::defect,
           .path = head.folder,
           .line = 0,
           .message = "`" + head.command + "` counted " +
                      counted(static_cast<std::size_t>(*base.tests_passed), "test") +
                      " before, and ends without counting any now",
           .feedback = "Something ends the run of the tests early. It says:" +
                       indented(last_lines(head.output))});
    }
    const std::size_t other = head.flaky.size() + head.doubtful.size() + head.unjudged.size() +
                              head.skipped.size() + head.failing.size();
    const auto there = static_cast<std::size_t>(std::max(*head.tests_passed, 0)) + other;
    const auto were = static_cast<std::size_t>(*base.tests_passed);
    if (there >= were) return;
    verdict_.refuse({.rule = "tests/fewer",
                     .kind = RuleKind::scope,
                     .path = head.folder,
                     .line = 0,
                     .message = "`" + head.command + "` ran " + counted(were, "test") +
                                " before and runs " + std::to_string(there) + " now",
                     .feedback = "Keep the tests, and have them run."});
  }

  static bool was_judged(const CheckRun& base) {
    return base.outcome != CheckOutcome::unknown && !base.no_tests;
  }

  void refuse_silence(const CheckRun& base, const std::string& why) {
    verdict_.refuse({.rule = "tests/disappeared",
                     .kind = RuleKind::scope,
                     .path = base.folder,
                     .line = 0,
                     .message = "`" + base.command + "` ran tests before and runs none now: " + why,
                     .feedback = "Leave the tests and the way they are run as they are."});
  }

  // Tests that passed and are neither passed, failed nor waiting for something missing here. What
  // turned up under another name in the same file, or under the same name elsewhere, was renamed.
  void look_for_absent(const CheckRun& base, const CheckRun& head) {
    if (worse_ || !base.every_id || !head.every_id) return;
    NameSet there = ids_of(head.passing);
    there.merge(ids_of(head.failing));
    there.merge(ids_of(head.flaky));
    there.merge(ids_of(head.doubtful));
    there.merge(ids_of(head.unjudged));
    const NameSet known = ids_of(base.passing);
    std::multiset<std::string> fresh_groups;
    std::multiset<std::string, std::less<>> fresh_names;
    for (const TestName& test : head.passing) {
      if (known.contains(test.id)) continue;
      fresh_groups.insert(group_of(test));
      fresh_names.insert(std::string(own_name(test.id)));
    }
    const NameSet skipped = ids_of(head.skipped);
    std::map<std::string, std::vector<std::string>> gone;  // by group
    std::size_t gone_count = 0;
    for (const TestName& test : base.passing) {
      if (there.contains(test.id) || is_removed(test.file)) continue;
      if (take(fresh_names, own_name(test.id)) || take(fresh_groups, group_of(test))) continue;
      gone[group_of(test)].push_back(test.id + (skipped.contains(test.id) ? " (skipped)" : ""));
      ++gone_count;
    }
    if (gone_count > 0 && gone_count == base.passing.size() && skipped.empty()) {
      return refuse_none(base, "none of the " + counted(gone_count, "test") + " is run any more");
    }
    for (const auto& [group, tests] : gone) {
      const bool some_left =
          std::any_of(head.passing.begin(), head.passing.end(),
                      [&](const TestName& test) { return group_of(test) == group; });
      refuse_absent(head, group, tests, some_left);
    }
  }

  template <class Set>
  static bool take(Set& set, std::string_view key) {
    const auto found = set.find(std::string(key));
    if (found == set.end()) return false;
    set.erase(found);
    return true;
  }

  // Guards of deletions judge a test file that goes; its tests go with it.
  bool is_removed(const std::string& file) const {
    return std::any_of(change_.files.begin(), change_.files.end(), [&](const git::FileChange& one) {
      return one.action == git::Action::remove && one.path.text() == file;
    });
  }

  // A file whose tests are all gone, and that nobody touched, is not found or not run any more.
  void refuse_absent(const CheckRun& head, const std::string& group,
                     const std::vector<std::string>& tests, bool some_left) {
    const bool is_file = context_.base != nullptr && context_.base->has(group);
    const bool lost = is_file && !some_left && !is_changed(group) && !all_skipped(tests);
    verdict_.refuse({.rule = lost ? "tests/file-lost" : "tests/disappeared",
                     .kind = lost ? RuleKind::defect : RuleKind::scope,
                     .path = is_file ? group : head.folder,
                     .line = 0,
                     .message = counted(tests.size(), "test") + " that passed before " +
                                (tests.size() == 1 ? "is" : "are") +
                                " run no more: " + list_of(tests),
                     .feedback = "Keep these tests, and have them run."});
  }

  bool is_changed(const std::string& file) const {
    return std::any_of(change_.files.begin(), change_.files.end(),
                       [&](const git::FileChange& one) { return one.path.text() == file; });
  }

  // Skipped tests carry that mark.
  static bool all_skipped(const std::vector<std::string>& tests) {
    return std::all_of(tests.begin(), tests.end(),
                       [](const std::string& test) { return test.ends_with(" (skipped)"); });
  }

  static std::vector<FailingTest> first(const std::vector<FailingTest>& all) {
    return {all.begin(),
            all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), kNotedMax))};
  }

  const git::Change& change_;
  const Context& context_;
  Verdict verdict_;
  NameSet told_flaky_;
  std::size_t last_refused_ = 0;
  bool worse_ = false;
};

}  // namespace

Verdict tests_unbroken(const git::Change& change, const Context& context) {
  Verdict verdict;
  if (is_inert(change, context.head)) return verdict;
  const bool gathered = context.evidence != nullptr && context.evidence->tests.has_value();
  if (!gathered) {
    verdict.cannot(trouble_of(context, gathered));
    return verdict;
  }
  TestRunJudge judge(change, context);
  for (const PairedRun& pair : *context.evidence->tests) judge.look(pair);
  return judge.take();
}

}  // namespace pawl::guards
