// G25: tests are not made to pass by asking less of the code. Base and head of each test are
// compared on the syntax tree; floors and remarks to linters in any file.
#include <algorithm>
#include <map>

#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "guards/code/broken_edit.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "guards/tests/compared_assertions.hpp"
#include "guards/tests/ignored_failures.hpp"
#include "guards/tests/lowered_checks.hpp"
#include "guards/tests/reproduction.hpp"
#include "guards/tests/test_pairs.hpp"
#include "guards/tests/unseen_tests.hpp"
#include "repo/kinds/family.hpp"
#include "syntax/comments.hpp"
#include "syntax/language.hpp"
#include "syntax/outline/test_outline.hpp"

namespace pawl::guards {
namespace {

using syntax::Assertion;
using syntax::Strength;
using syntax::Test;
using Tests = std::vector<Test>;

// A test that nobody runs or that cannot fail is of no use to anyone; to ask less of the code may
// be what somebody wanted.
bool is_wrong_for_anyone(std::string_view rule) {
  return among({"cannot-fail", "focused-test", "shadowed-test", "not-collected"}, rule);
}

Finding tampering_finding(std::string_view rule, const git::FileChange& file, int line,
                          std::string message, std::string feedback) {
  return {.rule = "test-tampering/" + std::string(rule),
          .kind = is_wrong_for_anyone(rule) ? RuleKind::defect : RuleKind::scope,
          .path = file.path.text(),
          .line = line,
          .message = std::move(message),
          .feedback = std::move(feedback)};
}

bool may_hold_tests(const RepoPath& path, std::string_view text) {
  const auto family = repo::family_of(path);
  if (!family) return false;
  if (repo::purpose_of(path, *family) == repo::Purpose::test) return true;
  return repo::holds_inner_tests(*family, text) ||
         (*family == repo::Family::python && contains(text, "def test"));
}

Tests tests_of(const RepoPath& path, const std::optional<std::string>& text) {
  if (!text || looks_binary(*text) || !may_hold_tests(path, *text)) return {};
  if (path.extension() == ".bats") return syntax::bats_tests(*text);
  const syntax::Kind kind = syntax::kind_of(path, *text);
  if (!kind.language) return {};
  return syntax::tests_of(*kind.language, *text);
}

std::string quoted(std::string_view text) { return "\"" + printable(text, 80) + "\""; }

// Each is looked for in the texts of the change.
constexpr std::size_t kGoneLookedForMax = 20;

class TamperingJudge {
 public:
  TamperingJudge(const std::vector<FileTests>& files, Verdict& verdict)
      : files_(files), verdict_(verdict) {}

  void run() {
    const TestPairs pairs(files_);
    for (const auto& [file, test] : pairs.gone) {
      // A text that does not parse has lost its tests to the parser; the syntax guard has better
      // advice.
      if (newly_broken(*files_[file].file)) continue;
      const bool looks = ++looked_ <= kGoneLookedForMax;
      if (const auto still = looks ? kept_unseen(files_, file, *test) : std::nullopt) {
        report(*still, "not-collected", 0,
               "the test " + quoted(test->name) +
                   " still stands there, and its runner finds it no more",
               "Keep the name and the marks by which it is found.");
        continue;
      }
      report(file, "removed-test", 0, "the test " + quoted(test->name) + " is gone",
             "Keep the test " + quoted(test->name) + ".");
    }
    for (const TestPairs::Pair& pair : pairs.kept) {
      compare_marks(pair);
      compare_assertions(pair);
    }
    for (std::size_t i = 0; i < files_.size(); ++i) {
      for (std::size_t t = 0; t < files_[i].after.size(); ++t) {
        const Test& test = files_[i].after[t];
        if (!pairs.is_new(i, t)) continue;
        if (test.focus_line > 0) focused(i, test);
        judge_new(i, test);
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
           "the test " + quoted(test.name) + " runs alone, and all others do not",
           "Take the mark away that makes one test run alone.");
  }

  void compare_marks(const TestPairs::Pair& pair) {
    const Test& now = *pair.after;
    if (now.skip_line > 0 && pair.before->skip_line == 0) {
      report(pair.file, "skipped-test", now.skip_line,
             "the test " + quoted(now.name) + " does not run any more",
             "Let the test run, and mend what makes it fail.");
    }
    if (now.focus_line > 0 && pair.before->focus_line == 0) focused(pair.file, now);
    if (now.return_line > 0 && pair.before->return_line == 0) returns_early(pair.file, now);
    if (now.swallow_line > 0 && pair.before->swallow_line == 0) swallows(pair.file, now);
    if (!now.collected && pair.before->collected) {
      report(pair.file, "not-collected", now.line,
             "the test " + quoted(now.name) + " is in a class that its runner does not take",
             "Keep the name of the class.");
    }
  }

  void returns_early(std::size_t file, const Test& test) {
    report(file, "cannot-fail", test.return_line,
           "the test " + quoted(test.name) + " returns above its assertions",
           "Let the test reach its assertions.");
  }
  void swallows(std::size_t file, const Test& test) {
    report(file, "cannot-fail", test.swallow_line,
           "the test " + quoted(test.name) + " catches the failure of an assertion and drops it",
           "Let the assertion fail the test.");
  }

  void judge_new(std::size_t file, const Test& test) {
    if (test.return_line > 0) returns_early(file, test);
    if (test.swallow_line > 0) swallows(file, test);
    const bool idle =
        !test.assertions.empty() &&
        std::all_of(test.assertions.begin(), test.assertions.end(),
                    [](const Assertion& each) { return each.strength == Strength::nothing; });
    if (!idle) return;
    report(file, "cannot-fail", test.assertions.front().line,
           quoted(test.assertions.front().text) + " holds whatever the code does",
           "Assert what the code is to do.");
  }

  // The second function of a name takes the place of the first.
  void find_shadowed(std::size_t file) {
    const git::FileChange& change = *files_[file].file;
    if (!change.after) return;
    const auto language = syntax::kind_of(change.path, *change.after).language;
    const bool replaces = language == syntax::Language::python ||
                          language == syntax::Language::ruby || language == syntax::Language::bash;
    if (!replaces || change.path.extension() == ".bats") return;
    std::map<std::string_view, int> before;
    for (const Test& each : files_[file].before) ++before[each.name];
    std::map<std::string_view, int> now;
    for (const Test& each : files_[file].after) {
      // RSpec's examples may have one title.
      if (contains(each.name, " ") || contains(each.name, "'") || contains(each.name, "\""))
        continue;
      if (++now[each.name] < 2 || now[each.name] <= before[each.name]) continue;
      report(file, "shadowed-test", each.line,
             "a second test is called " + quoted(each.name) + ", so that the first never runs",
             "Give the test a name of its own.");
    }
  }

  void compare_assertions(const TestPairs::Pair& pair) {
    const Test& before = *pair.before;
    const Test& now = *pair.after;
    if (before.assertions.empty()) return;
    if (now.assertions.empty()) {
      report(pair.file, "emptied-test", now.line,
             "the test " + quoted(now.name) + " asserts nothing any more",
             "Keep the assertions of " + quoted(now.name) + ".");
      return;
    }
    const AssertionRest rest(before, now);
    compare_conditions(pair);
    if (now.assertions.size() < before.assertions.size()) {
      report(pair.file, "fewer-assertions", now.line,
             "the test " + quoted(now.name) + " has " +
                 counted(now.assertions.size(), "assertion") + ", and had " +
                 std::to_string(before.assertions.size()) +
                 "; gone: " + quoted(rest.removed.empty() ? "" : rest.removed.front()->text),
             "Keep the assertions of " + quoted(now.name) + ".");
      return;
    }
    compare_strength(pair, rest);
  }

  // An assertion that was always reached, and is now below a condition.
  void compare_conditions(const TestPairs::Pair& pair) {
    for (const Assertion& now : pair.after->assertions) {
      if (!now.conditional) continue;
      const auto same = [&](const Assertion& each) { return each.text == now.text; };
      const auto& olds = pair.before->assertions;
      const auto old = std::find_if(olds.begin(), olds.end(), same);
      if (old == olds.end() || old->conditional) continue;
      report(pair.file, "weaker-assertion", now.line,
             quoted(now.text) + " is below a condition now, and may be passed over",
             "Assert it in every case, as before.");
      return;
    }
  }

  // Each assertion that went is set against one that came: the one that speaks about the same,
  // else the next.
  void compare_strength(const TestPairs::Pair& pair, const AssertionRest& rest) {
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
      if (now.strength == Strength::nothing && old->strength != Strength::nothing) {
        report(
            pair.file, "cannot-fail", now.line,
            quoted(now.text) + " holds whatever the code does, and stands for " + quoted(old->text),
            "Ask of the code what the old assertion asked.");
      } else if (now.strength < old->strength || is_widened(*old, now, same_subject)) {
        report(pair.file, "weaker-assertion", now.line,
               quoted(now.text) + " asks less than " + quoted(old->text),
               "Ask as much as the old assertion asked.");
      } else if (same_subject && now.strength == old->strength && only_expectation(*old, now)) {
        report(pair.file, "changed-expectation", now.line,
               "the same call is expected to give something else: " + quoted(now.text) + ", was " +
                   quoted(old->text),
               "Keep what the test expects, unless the subtask changes it.");
      }
    }
  }

  const std::vector<FileTests>& files_;
  Verdict& verdict_;
  std::map<std::size_t, std::size_t> reported_;
  std::size_t looked_ = 0;
};

void check_thresholds(const git::FileChange& file, Verdict& verdict) {
  if (!file.before || !file.after) return;
  const auto before = thresholds_in(file.path, *file.before);
  if (before.empty()) return;
  verdict.applies();
  auto after = thresholds_in(file.path, *file.after);
  for (const Threshold& old : before) {
    const auto now = std::find_if(after.begin(), after.end(),
                                  [&](const Threshold& each) { return each.name == old.name; });
    if (now == after.end()) {
      verdict.refuse(tampering_finding("lowered-threshold", file, 0,
                                       "the floor " + old.name + " is gone",
                                       "Keep the floor of " + old.name + "."));
      continue;
    }
    if (now->value < old.value) {
      verdict.refuse(tampering_finding("lowered-threshold", file, now->line,
                                       "the floor " + old.name + " is lower than it was",
                                       "Keep the floor of " + old.name + "."));
    }
    after.erase(now);
  }
}

std::vector<std::pair<std::string, int>> suppressions(syntax::Language language,
                                                      std::string_view text) {
  std::vector<std::pair<std::string, int>> found;
  for (const syntax::Comment& comment : syntax::comments(language, text)) {
    const std::string_view said = text.substr(comment.begin, comment.end - comment.begin);
    if (const auto order = suppression_in(said); !order.empty()) {
      found.emplace_back(order, comment.line);
    }
  }
  if (language != syntax::Language::rust && language != syntax::Language::java) return found;
  int number = 0;
  for (const std::string_view line : split_lines(text)) {
    ++number;
    if (const auto mark = suppressing_attribute(line); !mark.empty()) {
      found.emplace_back(mark, number);
    }
  }
  return found;
}

// More remarks of a kind than before, on lines the change adds. A new file brings its own.
void check_suppressions(const git::FileChange& file, Verdict& verdict) {
  if (!file.before || !file.after || looks_binary(*file.after)) return;
  const syntax::Kind kind = syntax::kind_of(file.path, *file.after);
  if (!kind.language) return;
  const std::vector<bool> added = added_lines(*file.before, *file.after);
  bool suspect = false;
  const auto lines = split_lines(*file.after);
  for (std::size_t i = 0; i < lines.size() && !suspect; ++i) {
    if (!added[i]) continue;
    suspect = !suppressing_attribute(lines[i]).empty();
    for (const std::string_view open : {"#", "//", "/*"}) {
      const std::size_t at = lines[i].find(open);
      if (at != std::string_view::npos) {
        suspect = suspect || !suppression_in(lines[i].substr(at)).empty();
      }
    }
  }
  if (!suspect) return;
  verdict.applies();
  std::map<std::string, int> balance;
  for (const auto& [order, line] : suppressions(*kind.language, *file.before)) --balance[order];
  const auto now = suppressions(*kind.language, *file.after);
  for (const auto& [order, line] : now) ++balance[order];
  std::size_t reported = 0;
  for (const auto& [order, line] : now) {
    if (!added.at(static_cast<std::size_t>(line) - 1) || balance[order]-- <= 0) continue;
    if (++reported > kFindingsPerFileMax) return;
    verdict.refuse(tampering_finding("suppressed-lint", file, line,
                                     "tells a checker to look away: " + quoted(order),
                                     "Mend what the checker complains of."));
  }
}

void check_ignored(const git::FileChange& file, Verdict& verdict) {
  std::size_t reported = 0;
  for (const IgnoredFailure& each : ignored_failures(file)) {
    if (++reported > kFindingsPerFileMax) return;
    verdict.applies();
    verdict.refuse(tampering_finding("ignored-failure", file, each.line,
                                     "a failure of " + quoted(each.what) + " counts no more",
                                     "Let its failure count as before, and mend what it finds."));
  }
}

void check_silencers(const git::FileChange& file, Verdict& verdict) {
  std::size_t reported = 0;
  for (const Silencer& each : added_silencers(file)) {
    if (++reported > kFindingsPerFileMax) return;
    verdict.applies();
    verdict.refuse(
        tampering_finding("silenced-scanner", file, each.line,
                          "keeps a scanner from reporting this change: " + quoted(each.remark),
                          "Mend what the scanner would report, and leave the remark out."));
  }
}

}  // namespace

namespace {

// What shows that a report holds is no longer what was tried.
void check_reproduction(const git::Change& change, const Context& context, Verdict& verdict) {
  for (const Reproduction::File& file : context.reproduction.files) {
    verdict.applies();
    const git::FileChange* now = change.find(file.path);
    if (now != nullptr && now->after == file.text) continue;
    verdict.refuse(changed_reproduction(file.path));
  }
}

}  // namespace

Finding changed_reproduction(const RepoPath& path) {
  return {.rule = "test-tampering/changed-reproduction",
          .kind = RuleKind::scope,
          .path = path.text(),
          .line = 0,
          .message = "the test that shows what is reported is no longer the one that failed",
          .feedback =
              "Leave the test as it is, and mend the code it tests: it was written before the fix, "
              "and is committed with it."};
}

Verdict test_tampering(const git::Change& change, const Context& context) {
  Verdict verdict;
  check_reproduction(change, context, verdict);
  std::vector<FileTests> files;
  for (const git::FileChange& file : change.files) {
    if (file.before == file.after) continue;
    const auto& deletions = context.sanctioned_deletions;
    const bool sanctioned =
        !file.after && std::find(deletions.begin(), deletions.end(), file.path) != deletions.end();
    if (!sanctioned) {
      files.push_back({&file, tests_of(file.path, file.before), tests_of(file.path, file.after)});
      if (!files.back().before.empty() || !files.back().after.empty()) verdict.applies();
    }
    check_thresholds(file, verdict);
    check_suppressions(file, verdict);
    check_silencers(file, verdict);
    check_ignored(file, verdict);
  }
  TamperingJudge(files, verdict).run();
  return verdict;
}

}  // namespace pawl::guards
