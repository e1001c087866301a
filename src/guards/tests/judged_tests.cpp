// What became of the tests of a change: each is set against what it was.
#include <algorithm>
#include <map>

#include "base/text/characters.hpp"
#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "guards/code/broken_edit.hpp"
#include "guards/limits.hpp"
#include "guards/tests/compared_assertions.hpp"
#include "guards/tests/tampering_parts.hpp"
#include "guards/tests/unseen_tests.hpp"
#include "repo/kinds/family.hpp"
#include "syntax/language.hpp"

namespace pawl::guards {
namespace {

using syntax::Assertion;
using syntax::Strength;
using syntax::Test;

std::string shown_text(std::string_view text) { return "\"" + printable(text, 80) + "\""; }

// Each is looked for in the texts of the change.
constexpr std::size_t kGoneLookedForMax = 20;

class TamperingJudge {
 public:
  TamperingJudge(const std::vector<FileTests>& files, Verdict& verdict)
      : files_(files), verdict_(verdict) {}

  void run() {
    const TestPairs pairs(files_);
    for (const auto& [file, test] : pairs.gone) {
      if (test->helper) continue;
      // A text that does not parse has lost its tests to the parser; the syntax guard has better
      // advice.
      if (newly_broken(*files_[file].file)) continue;
      const bool looks = ++looked_ <= kGoneLookedForMax;
      if (const auto still = looks ? kept_unseen(files_, file, *test) : std::nullopt) {
        report(*still, "not-collected", 0,
               "the test " + shown_text(test->name) +
                   " still stands there, and its runner finds it no more",
               "Keep the name and the marks by which it is found.");
        continue;
      }
      report(file, "removed-test", 0, "the test " + shown_text(test->name) + " is gone",
             "Keep the test " + shown_text(test->name) + ".");
    }
    for (const TestPairs::Pair& pair : pairs.kept) {
      if (!pair.after->helper) compare_marks(pair);
      compare_reach(pair);
      if (!compare_bodies(pair)) compare_assertions(pair);
    }
    for (std::size_t i = 0; i < files_.size(); ++i) {
      for (std::size_t t = 0; t < files_[i].after.size(); ++t) {
        const Test& test = files_[i].after[t];
        if (!pairs.is_new(i, t) || test.helper) continue;
        if (test.focus_line > 0) focused(i, test);
        judge_new(i, test, pairs);
      }
      find_shadowed(i);
    }
  }

 private:
  void report(std::size_t file, std::string_view rule, int line, std::string message,
              std::string feedback) {
    if (++reported_[file] > kFindingsPerFileMax) return;
    verdict_.refuse(
        tampering_finding(rule, *files_[file].file, line, std::move(message), std::move(feedback)));
  }
  void focused(std::size_t file, const Test& test) {
    report(file, "focused-test", test.focus_line,
           "the test " + shown_text(test.name) + " runs alone, and all others do not",
           "Take the mark away that makes one test run alone.");
  }

  void compare_marks(const TestPairs::Pair& pair) {
    const Test& now = *pair.after;
    if (now.skip_line > 0 && pair.before->skip_line == 0) {
      report(pair.file, "skipped-test", now.skip_line,
             "the test " + shown_text(now.name) + " does not run any more",
             "Let the test run, and mend what makes it fail.");
    }
    if (now.focus_line > 0 && pair.before->focus_line == 0) focused(pair.file, now);
    if (!now.collected && pair.before->collected) {
      report(pair.file, "not-collected", now.line,
             "the test " + shown_text(now.name) + " is in a class that its runner does not take",
             "Keep the name of the class.");
    }
  }

  // What keeps assertions from being reached or heard that were.
  void compare_reach(const TestPairs::Pair& pair) {
    const Test& now = *pair.after;
    if (now.return_line > 0 && pair.before->return_line == 0) return returns_early(pair.file, now);
    if (now.swallow_line > 0 && pair.before->swallow_line == 0) return swallows(pair.file, now);
    for (const Assertion& each : now.assertions) {
      if (!each.sheltered && !each.passed_over) continue;
      const Assertion* old = same_assertion(*pair.before, each);
      if (old == nullptr) continue;
      if (each.sheltered && !old->sheltered &&
          count_sheltered(now, each) > count_sheltered(*pair.before, each)) {
        return report(pair.file, "cannot-fail", each.line,
                      "what goes wrong at " + shown_text(each.text) + " is caught and dropped",
                      "Let it fail the test, as before.");
      }
      if (each.passed_over && !old->conditional && !old->passed_over &&
          count_passed_over(now, each) > count_passed_over(*pair.before, each) &&
          count_free(now, each) < count_free(*pair.before, each)) {
        return report(pair.file, "passed-over", each.line,
                      shown_text(each.text) +
                          " is reached only when its own subject or the environment lets it",
                      "Assert it in every case, as before.");
      }
    }
  }
  // `fail();` or `expect(err).toBe(null)` may occur in many blocks of a test.
  template <typename Is>
  static std::ptrdiff_t count_of(const Test& test, const Assertion& wanted, Is is) {
    return std::count_if(
        test.assertions.begin(), test.assertions.end(),
        [&](const Assertion& each) { return each.text == wanted.text && is(each); });
  }
  static std::ptrdiff_t count_sheltered(const Test& test, const Assertion& wanted) {
    return count_of(test, wanted, [](const Assertion& each) { return each.sheltered; });
  }
  static std::ptrdiff_t count_passed_over(const Test& test, const Assertion& wanted) {
    return count_of(test, wanted, [](const Assertion& each) { return each.passed_over; });
  }
  static std::ptrdiff_t count_free(const Test& test, const Assertion& wanted) {
    return count_of(test, wanted,
                    [](const Assertion& each) { return !each.conditional && !each.passed_over; });
  }

  static const Assertion* same_assertion(const Test& test, const Assertion& wanted) {
    const auto& all = test.assertions;
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const Assertion& each) { return each.text == wanted.text; });
    return found == all.end() ? nullptr : &*found;
  }

  // A body that is empty now. True when there is nothing more to say of the test.
  bool compare_bodies(const TestPairs::Pair& pair) {
    const Test& before = *pair.before;
    const Test& now = *pair.after;
    const bool emptied = before.statements > 0 && now.statements == 0;
    if (now.helper) {
      if (!emptied && (!now.leaves || before.leaves)) return false;
      report(pair.file, "emptied-helper", now.line, shown_text(now.name) + " does nothing any more",
             "Keep what " + shown_text(now.name) + " prepares or checks.");
      return true;
    }
    // What does not run needs no body; whether it ran before is asked elsewhere.
    if (now.skip_line > 0 || (!emptied && !only_lost_assertions(pair))) return false;
    report(pair.file, "hollow-test", now.line,
           "the test " + shown_text(now.name) + " still stands there and checks nothing",
           "Keep what " + shown_text(now.name) + " checks, or take it out.");
    return true;
  }

  // It had assertions and has none, and nothing came in their place: no call that may check.
  bool only_lost_assertions(const TestPairs::Pair& pair) const {
    const Test& before = *pair.before;
    const Test& now = *pair.after;
    if (before.assertions.empty() || !now.assertions.empty() || now.skip_line > 0) return false;
    const auto old = lines_of(files_[pair.from].file->before, before);
    const auto left = lines_of(files_[pair.file].file->after, now);
    if (left.empty() || promises_quiet(now.name)) return false;
    return std::all_of(left.begin(), left.end(),
                       [&](std::string_view line) { return among(old, line) && !may_check(line); });
  }
  // "should not throw": whatever is thrown fails it, and there is nothing else to ask.
  static bool promises_quiet(std::string_view name) {
    for (const std::string_view word :
         {"not throw", "not raise", "not panic", "not crash", "not fail", "n't throw", "n't raise",
          "n't panic", "n't crash", "n't fail", "without error", "no error"}) {
      if (contains_folded(name, word)) return true;
    }
    return false;
  }

  static std::vector<std::string_view> lines_of(const std::optional<std::string>& text,
                                                const Test& test) {
    std::vector<std::string_view> lines;
    if (!text || test.end <= test.begin || test.end > text->size()) return lines;
    const std::string_view body = std::string_view(*text).substr(test.begin, test.end - test.begin);
    for (const std::string_view line : split_lines(body)) {
      const std::string_view plain = trim(line);
      if (!plain.empty()) lines.push_back(plain);
    }
    return lines;
  }
  static bool may_check(std::string_view line) {
    for (const std::string_view word :
         {"assert", "check", "expect", "verify", "should", "must", "require", "raise", "throw",
          "fail", "die", "panic", "ensure", "compare", "test", "match", "snapshot", "wait"}) {
      if (contains_folded(line, word)) return true;
    }
    return false;
  }

  void returns_early(std::size_t file, const Test& test) {
    report(file, "cannot-fail", test.return_line,
           "the test " + shown_text(test.name) + " does not reach its assertions",
           "Let the test reach its assertions.");
  }
  void swallows(std::size_t file, const Test& test) {
    report(
        file, "cannot-fail", test.swallow_line,
        "the test " + shown_text(test.name) + " catches the failure of an assertion and drops it",
        "Let the assertion fail the test.");
  }

  void judge_new(std::size_t file, const Test& test, const TestPairs& pairs) {
    if (test.return_line > 0) returns_early(file, test);
    if (test.swallow_line > 0) swallows(file, test);
    const bool idle =
        !test.assertions.empty() &&
        std::all_of(test.assertions.begin(), test.assertions.end(),
                    [](const Assertion& each) { return each.strength == Strength::nothing; });
    if (!idle || !is_taken_by_name(files_[file].file->path) || fails_elsewhere(file, test)) return;
    if (asks_equality(test) || was_called_otherwise(file, test, pairs)) return;
    report(file, "cannot-fail", test.assertions.front().line,
           shown_text(test.assertions.front().text) + " holds whatever the code does",
           "Assert what the code is to do.");
  }

  // A test that asserted nothing, under another name: what it did it still does.
  bool was_called_otherwise(std::size_t file, const Test& test, const TestPairs& pairs) const {
    const auto now = lines_of(files_[file].file->after, test);
    return std::any_of(pairs.gone.begin(), pairs.gone.end(), [&](const auto& each) {
      if (each.first != file || each.second->helper || !each.second->assertions.empty())
        return false;
      const auto old = lines_of(files_[file].file->before, *each.second);
      return !old.empty() && std::all_of(old.begin(), old.end(),
                                         [&](std::string_view line) { return among(now, line); });
    });
  }

  // A test of `equals` compares a value with itself; a literal it may not.
  static bool asks_equality(const Test& test) {
    const auto about = [&](std::string_view word) { return contains_folded(test.name, word); };
    if (!about("equal") && !about("same") && !about("reflexiv") && !about("identity")) return false;
    const std::string_view said = test.assertions.front().text;
    const std::string_view given = said.substr(std::min(said.find('('), said.size() - 1) + 1);
    const auto end = std::find_if_not(given.begin(), given.end(), is_word);
    const std::string_view word(given.data(), static_cast<std::size_t>(end - given.begin()));
    return !word.empty() && is_letter(word.front()) &&
           !among({"true", "false", "null", "nil", "True", "False", "None"}, word);
  }

  // It says that it got there: something else in the test fails it otherwise, `fail()` in a
  // callback that must not be called.
  bool fails_elsewhere(std::size_t file, const Test& test) const {
    const std::optional<std::string>& text = files_[file].file->after;
    const auto lines = lines_of(text, test);
    return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
      for (const std::string_view call :
           {".fail(", " fail(", ".FailNow(", ".Fatal(", ".notReached(", ".plan(", "{ plan: "}) {
        if (contains(line, call)) return true;
      }
      return line.starts_with("fail(");
    });
  }

  // RSpec and minitest take files by their names. Tests in others are samples, which tests of a
  // test runner hand to it.
  static bool is_taken_by_name(const RepoPath& path) {
    return repo::family_of(path) != repo::Family::ruby || repo::is_test_file(path);
  }

  // The second function of a name takes the place of the first.
  void find_shadowed(std::size_t file) {
    const git::FileChange& change = *files_[file].file;
    if (!change.after) return;
    const auto language = syntax::kind_of(change.path, *change.after).language;
    if (language == syntax::Language::python) find_overwritten(file);
    const bool replaces = language == syntax::Language::python ||
                          language == syntax::Language::ruby || language == syntax::Language::bash;
    if (!replaces || change.path.extension() == ".bats") return;
    std::map<std::string_view, int> before;
    for (const Test& each : files_[file].before) before[each.name] += each.helper ? 0 : 1;
    std::map<std::string_view, int> now;
    for (const Test& each : files_[file].after) {
      if (each.helper) continue;
      // RSpec's examples may have one title.
      if (contains(each.name, " ") || contains(each.name, "'") || contains(each.name, "\""))
        continue;
      if (++now[each.name] < 2 || now[each.name] <= before[each.name]) continue;
      report(file, "shadowed-test", each.line,
             "a second test is called " + shown_text(each.name) + ", so that the first never runs",
             "Give the test a name of its own.");
    }
  }

  static std::size_t blanks_before(std::string_view line) {
    return std::min(line.find_first_not_of(" \t"), line.size());
  }

  // `test_a = None` behind `def test_a()`.
  void find_overwritten(std::size_t file) {
    const git::FileChange& change = *files_[file].file;
    const auto added = change.before ? added_lines(*change.before, *change.after)
                                     : std::vector<bool>(line_count(*change.after) + 1, true);
    const auto lines = split_lines(*change.after);
    for (std::size_t i = 0; i < lines.size() && i < added.size(); ++i) {
      const std::string_view line = trim(lines[i]);
      if (!added[i] || (!line.starts_with("test") && !line.starts_with("del test"))) continue;
      const bool gone = line.starts_with("del ");
      const std::string_view said = gone ? line.substr(4) : line;
      const std::size_t equals = said.find(" = ");
      if (!gone && equals == std::string_view::npos) continue;
      const std::string_view name = trim(said.substr(0, equals));
      const bool known =
          std::any_of(files_[file].after.begin(), files_[file].after.end(), [&](const Test& each) {
            const bool own = each.name == name || each.name.ends_with("." + std::string(name));
            if (!own || each.helper || each.line < 1 || each.line > static_cast<int>(i))
              return false;
            // Further to the right it is a variable of a function.
            const std::string_view head = lines[static_cast<std::size_t>(each.line) - 1];
            return blanks_before(head) == blanks_before(lines[i]);
          });
      if (!known) continue;
      report(file, "shadowed-test", static_cast<int>(i) + 1,
             "the name of the test " + shown_text(name) + " stands for something else here",
             "Leave the name to the test.");
    }
  }

  void compare_assertions(const TestPairs::Pair& pair) {
    const Test& before = *pair.before;
    const Test& now = *pair.after;
    if (before.assertions.empty()) return;
    if (now.assertions.empty()) {
      report(pair.file, "emptied-test", now.line,
             "the test " + shown_text(now.name) + " asserts nothing any more",
             "Keep the assertions of " + shown_text(now.name) + ".");
      return;
    }
    AssertionRest rest(before, now);
    compare_conditions(pair);
    if (now.assertions.size() < before.assertions.size()) {
      report(pair.file, "fewer-assertions", now.line,
             "the test " + shown_text(now.name) + " has " +
                 counted(now.assertions.size(), "assertion") + ", and had " +
                 std::to_string(before.assertions.size()) +
                 "; gone: " + shown_text(rest.removed.empty() ? "" : rest.removed.front()->text),
             "Keep the assertions of " + shown_text(now.name) + ".");
    }
    set_marks_aside(pair, rest);
    compare_strength(pair, rest, now.assertions.size() < before.assertions.size());
    compare_literals(pair);
  }

  // The test is the same but for a number, a text or a sign of comparison: another input, another
  // expectation, a wider tolerance.
  void compare_literals(const TestPairs::Pair& pair) {
    if (reported_[pair.file] > 0) return;
    const auto& before = files_[pair.from].file->before;
    const auto& after = files_[pair.file].file->after;
    const Test& old = *pair.before;
    const Test& now = *pair.after;
    if (!before || !after || old.end <= old.begin || now.end <= now.begin) return;
    if (old.end > before->size() || now.end > after->size()) return;
    const std::string_view was = std::string_view(*before).substr(old.begin, old.end - old.begin);
    const std::string_view is = std::string_view(*after).substr(now.begin, now.end - now.begin);
    if (was == is || !differ_in_literals(was, is)) return;
    report(pair.file, "changed-expectation", now.line,
           "the test " + shown_text(now.name) + " is the same but for what it gives or expects",
           "Keep what the test gives and expects, unless the subtask changes it.");
  }

  // An assertion that was always reached, and is now below a condition.
  void compare_conditions(const TestPairs::Pair& pair) {
    for (const Assertion& now : pair.after->assertions) {
      if (!now.conditional || now.passed_over) continue;
      const Assertion* old = same_assertion(*pair.before, now);
      if (old == nullptr || old->conditional) continue;
      if (count_free(*pair.after, now) >= count_free(*pair.before, now)) continue;
      report(pair.file, "weaker-assertion", now.line,
             shown_text(now.text) + " is below a condition now, and may be passed over",
             "Assert it in every case, as before.");
      return;
    }
  }

  // `assertEquals(a, a)` for `assertTrue(a.equals(a))`: a test of equality asks that.
  static bool was_reflexive(const AssertionRest& rest, std::string_view now) {
    const std::size_t open = now.find('(');
    const std::size_t comma = now.find(',');
    if (open == std::string_view::npos || comma == std::string_view::npos || comma < open)
      return false;
    const std::string name(trim(now.substr(open + 1, comma - open - 1)));
    return std::any_of(rest.removed.begin(), rest.removed.end(), [&](const Assertion* old) {
      return contains(old->text, name + ".equals(" + name + ")");
    });
  }

  // What asserts nothing is set against what asserted nothing: `t.assert.ok("called")` against
  // `t.ok("called")` and `t.pass()`.
  void set_marks_aside(const TestPairs::Pair& pair, AssertionRest& rest) const {
    const auto is_mark = [](const Assertion* each) { return each->strength == Strength::nothing; };
    const auto passes = [](const std::vector<std::string_view>& lines) {
      return std::count_if(lines.begin(), lines.end(),
                           [](std::string_view line) { return contains(line, ".pass("); });
    };
    auto marks = passes(lines_of(files_[pair.from].file->before, *pair.before)) -
                 passes(lines_of(files_[pair.file].file->after, *pair.after));
    marks = std::max<std::ptrdiff_t>(marks, 0);
    const auto old = std::count_if(rest.removed.begin(), rest.removed.end(), is_mark);
    const auto now = std::count_if(rest.added.begin(), rest.added.end(), is_mark);
    auto both = std::min(old, now);
    const auto take = [&](const Assertion* each) { return is_mark(each) && both-- > 0; };
    std::erase_if(rest.removed, take);
    both = std::min(old + marks, now);
    std::erase_if(rest.added, take);
  }

  // Each assertion that went is set against one that came: the one that speaks about the same,
  // else the next.
  void compare_strength(const TestPairs::Pair& pair, const AssertionRest& rest, bool fewer) {
    std::vector<const Assertion*> added = rest.added;
    for (const Assertion* old : rest.removed) {
      auto counterpart = std::find_if(added.begin(), added.end(), [&](const Assertion* each) {
        return !old->subject.empty() && each->subject == old->subject;
      });
      const bool same_subject = counterpart != added.end();
      if (!same_subject) counterpart = added.begin();
      if (counterpart == added.end()) return;
      const Assertion& now = **counterpart;
      added.erase(counterpart);
      const bool idle = now.strength == Strength::nothing || (now.twofold && !old->twofold);
      if (idle && old->strength != Strength::nothing) {
        if (was_reflexive(rest, now.text)) continue;
        report(pair.file, "cannot-fail", now.line,
               shown_text(now.text) + " holds whatever the code does, and stands for " +
                   shown_text(old->text),
               "Ask of the code what the old assertion asked.");
      } else if (fewer) {
        continue;
      } else if (now.strength < old->strength || is_widened(*old, now, same_subject)) {
        report(pair.file, "weaker-assertion", now.line,
               shown_text(now.text) + " asks less than " + shown_text(old->text),
               "Ask as much as the old assertion asked.");
      } else if (same_subject && now.strength == old->strength &&
                 (only_expectation(*old, now) || is_turned(*old, now))) {
        report(pair.file, "changed-expectation", now.line,
               "the same call is expected to give something else: " + shown_text(now.text) +
                   ", was " + shown_text(old->text),
               "Keep what the test expects, unless the subtask changes it.");
      }
    }
  }

  const std::vector<FileTests>& files_;
  Verdict& verdict_;
  std::map<std::size_t, std::size_t> reported_;
  std::size_t looked_ = 0;
};

}  // namespace

void judge_tests(const std::vector<FileTests>& files, Verdict& verdict) {
  TamperingJudge(files, verdict).run();
}

}  // namespace pawl::guards
