// G25: tests are not made to pass by asking less of the code. Base and head of each test are
// compared on the syntax tree; floors and remarks to linters in any file.
#include <algorithm>
#include <map>
#include <set>

#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "guards/code/broken_edit.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "guards/tests/ignored_failures.hpp"
#include "guards/tests/lowered_checks.hpp"
#include "guards/tests/reproduction.hpp"
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

Finding tampering_finding(std::string_view rule, const git::FileChange& file, int line,
                          std::string message, std::string feedback) {
  return {.rule = "test-tampering/" + std::string(rule),
          .kind = RuleKind::scope,
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

// A test by its last name, without what it stands in: a move to another file or class changes
// that.
std::string_view bare_name(const Test& test) {
  const std::string_view name = test.name;
  const std::size_t arrow = name.rfind(" > ");
  if (arrow != std::string_view::npos) return name.substr(arrow + 3);
  const std::size_t dot = name.rfind('.');
  const bool title = contains(name, " ") || contains(name, "\"");
  return dot == std::string_view::npos || title ? name : name.substr(dot + 1);
}

std::multiset<std::string> texts_of(const Test& test) {
  std::multiset<std::string> texts;
  for (const Assertion& each : test.assertions) texts.insert(each.text);
  return texts;
}

struct FileTests {
  const git::FileChange* file = nullptr;
  Tests before;
  Tests after;
};

// Pairs the tests of before and after: by name in one file, by name in any file, by what they
// assert.
class Pairs {
 public:
  explicit Pairs(const std::vector<FileTests>& files) : files_(files) {
    for (const FileTests& each : files) taken_.emplace_back(each.after.size(), false);
    std::vector<std::vector<bool>> open;
    for (const FileTests& each : files) open.emplace_back(each.before.size(), true);
    match(open, true, [](const Test& a, const Test& b) { return a.name == b.name; });
    match(open, false, [](const Test& a, const Test& b) { return bare_name(a) == bare_name(b); });
    match(open, false, [](const Test& a, const Test& b) {
      return !a.assertions.empty() && texts_of(a) == texts_of(b);
    });
    match(open, true, [](const Test& a, const Test& b) { return share(a, b) >= 0.5; });
    for (std::size_t i = 0; i < files.size(); ++i) {
      for (std::size_t t = 0; t < open[i].size(); ++t) {
        if (open[i][t]) gone.emplace_back(i, &files[i].before[t]);
      }
    }
  }

  struct Pair {
    const Test* before;
    const Test* after;
    std::size_t file;  // where it is now
  };
  std::vector<Pair> kept;
  std::vector<std::pair<std::size_t, const Test*>> gone;

  bool is_new(std::size_t file, std::size_t test) const { return !taken_[file][test]; }

 private:
  // The share of the assertions that two tests have in common.
  static double share(const Test& a, const Test& b) {
    if (a.assertions.empty() || b.assertions.empty()) return 0;
    std::multiset<std::string> texts = texts_of(a);
    std::size_t common = 0;
    for (const Assertion& each : b.assertions) {
      const auto found = texts.find(each.text);
      if (found == texts.end()) continue;
      texts.erase(found);
      ++common;
    }
    return static_cast<double>(common) /
           static_cast<double>(std::max(a.assertions.size(), b.assertions.size()));
  }

  template <typename Same>
  void match(std::vector<std::vector<bool>>& open, bool same_file, Same same) {
    for (std::size_t i = 0; i < files_.size(); ++i) {
      for (std::size_t t = 0; t < open[i].size(); ++t) {
        if (open[i][t] && pair_up(i, files_[i].before[t], same_file, same)) open[i][t] = false;
      }
    }
  }
  template <typename Same>
  bool pair_up(std::size_t from, const Test& test, bool same_file, Same same) {
    for (std::size_t j = 0; j < files_.size(); ++j) {
      if (same_file && j != from) continue;
      for (std::size_t t = 0; t < files_[j].after.size(); ++t) {
        if (taken_[j][t] || !same(test, files_[j].after[t])) continue;
        taken_[j][t] = true;
        kept.push_back({&test, &files_[j].after[t], j});
        return true;
      }
    }
    return false;
  }

  const std::vector<FileTests>& files_;
  std::vector<std::vector<bool>> taken_;
};

// What is left of two lists of assertions when equal ones are taken out.
struct Rest {
  Rest(const Test& before, const Test& after) {
    std::multiset<std::string> old = texts_of(before);
    std::multiset<std::string> now = texts_of(after);
    const auto keep = [](const Test& test, std::multiset<std::string>& others) {
      std::vector<const Assertion*> left;
      for (const Assertion& each : test.assertions) {
        const auto same = others.find(each.text);
        if (same == others.end()) {
          left.push_back(&each);
        } else {
          others.erase(same);
        }
      }
      return left;
    };
    removed = keep(before, now);
    added = keep(after, old);
  }
  std::vector<const Assertion*> removed;
  std::vector<const Assertion*> added;
};

std::string quoted(std::string_view text) { return "\"" + printable(text, 80) + "\""; }

class TamperingJudge {
 public:
  TamperingJudge(const std::vector<FileTests>& files, Verdict& verdict)
      : files_(files), verdict_(verdict) {}

  void run() {
    const Pairs pairs(files_);
    for (const auto& [file, test] : pairs.gone) {
      // A text that does not parse has lost its tests to the parser; the syntax guard has better
      // advice.
      if (newly_broken(*files_[file].file)) continue;
      report(file, "removed-test", 0, "the test " + quoted(test->name) + " is gone",
             "Keep the test " + quoted(test->name) + ".");
    }
    for (const Pairs::Pair& pair : pairs.kept) {
      compare_marks(pair);
      compare_assertions(pair);
    }
    for (std::size_t i = 0; i < files_.size(); ++i) {
      for (std::size_t t = 0; t < files_[i].after.size(); ++t) {
        const Test& test = files_[i].after[t];
        if (pairs.is_new(i, t) && test.focus_line > 0) focused(i, test);
      }
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
    report(file, "skipped-test", test.focus_line,
           "the test " + quoted(test.name) + " runs alone, and all others do not",
           "Take the mark away that makes one test run alone.");
  }

  void compare_marks(const Pairs::Pair& pair) {
    const Test& now = *pair.after;
    if (now.skip_line > 0 && pair.before->skip_line == 0) {
      report(pair.file, "skipped-test", now.skip_line,
             "the test " + quoted(now.name) + " does not run any more",
             "Let the test run, and mend what makes it fail.");
    }
    if (now.focus_line > 0 && pair.before->focus_line == 0) focused(pair.file, now);
    if (now.return_line > 0 && pair.before->return_line == 0) {
      report(pair.file, "unreachable-assertion", now.return_line,
             "the test " + quoted(now.name) + " returns above its assertions",
             "Let the test reach its assertions.");
    }
    if (now.swallow_line > 0 && pair.before->swallow_line == 0) {
      report(pair.file, "unreachable-assertion", now.swallow_line,
             "the test " + quoted(now.name) + " catches the failure of an assertion and drops it",
             "Let the assertion fail the test.");
    }
  }

  void compare_assertions(const Pairs::Pair& pair) {
    const Test& before = *pair.before;
    const Test& now = *pair.after;
    if (before.assertions.empty()) return;
    if (now.assertions.empty()) {
      report(pair.file, "emptied-test", now.line,
             "the test " + quoted(now.name) + " asserts nothing any more",
             "Keep the assertions of " + quoted(now.name) + ".");
      return;
    }
    const Rest rest(before, now);
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

  // Each assertion that went is set against one that came: the one that speaks about the same,
  // else the next.
  void compare_strength(const Pairs::Pair& pair, const Rest& rest) {
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
      if (now.strength < old->strength) {
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

  // Two assertions that differ in nothing but a number or a text.
  static bool only_expectation(const Assertion& old, const Assertion& now) {
    const std::string_view a = old.text;
    const std::string_view b = now.text;
    std::size_t head = 0;
    while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
    std::size_t tail = 0;
    while (tail < a.size() - head && tail < b.size() - head &&
           a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) {
      ++tail;
    }
    if (head < old.subject.size()) return false;
    return is_literal(a, head, tail) && is_literal(b, head, tail);
  }
  // The part that differs stands in a number or between quotes.
  static bool is_literal(std::string_view text, std::size_t head, std::size_t tail) {
    const std::string_view middle = text.substr(head, text.size() - head - tail);
    const bool number = middle.find_first_not_of("0123456789.-_") == std::string_view::npos;
    const std::string_view before = text.substr(0, head);
    const auto quotes = std::count(before.begin(), before.end(), '"') +
                        std::count(before.begin(), before.end(), '\'');
    return number || quotes % 2 == 1 || middle.starts_with('"') || middle.starts_with('\'') ||
           middle == "True" || middle == "False" || middle == "true" || middle == "false";
  }

  const std::vector<FileTests>& files_;
  Verdict& verdict_;
  std::map<std::size_t, std::size_t> reported_;
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
