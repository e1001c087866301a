// G25: tests are not made to pass by asking less of the code. Base and head of each test are
// compared on the syntax tree; floors and remarks to linters in any file.
#include <algorithm>
#include <map>

#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "guards/tests/ignored_failures.hpp"
#include "guards/tests/lowered_checks.hpp"
#include "guards/tests/reproduction.hpp"
#include "guards/tests/tampering_parts.hpp"
#include "repo/kinds/family.hpp"
#include "syntax/comments.hpp"
#include "syntax/language.hpp"
#include "syntax/outline/test_outline.hpp"

namespace pawl::guards {
namespace {

using Tests = std::vector<syntax::Test>;

// Helpers beside tests are looked at where no code of the product can be meant.
Tests tests_of(const RepoPath& path, const std::optional<std::string>& text) {
  if (!text || looks_binary(*text)) return {};
  if (path.extension() == ".bats") return syntax::bats_tests_and_helpers(*text);
  const syntax::Kind kind = syntax::kind_of(path, *text);
  if (!kind.language) return {};
  const auto family = repo::family_of(path);
  // Its runner takes files by their names, and none of these.
  if (family == repo::Family::python && repo::is_test_data(path)) return {};
  const bool script = !family && *kind.language == syntax::Language::bash;
  const bool beside_tests = repo::lies_among_tests(path) && (family || script);
  if (beside_tests || (family && repo::purpose_of(path, *family) == repo::Purpose::test)) {
    return syntax::tests_and_helpers_of(*kind.language, *text);
  }
  if (!family) return {};
  const bool inner = repo::holds_inner_tests(*family, *text) ||
                     (*family == repo::Family::python && contains(*text, "def test"));
  return inner ? syntax::tests_of(*kind.language, *text) : Tests();
}

std::string quoted(std::string_view text) { return "\"" + printable(text, 80) + "\""; }

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

void check_ignored(const git::FileChange& file, const ChangedLines& changed, Verdict& verdict) {
  std::size_t reported = 0;
  for (const IgnoredFailure& each : ignored_failures(file, changed)) {
    if (++reported > kFindingsPerFileMax) return;
    verdict.applies();
    verdict.refuse(tampering_finding(each.tests ? "unheard-test" : "ignored-failure", file,
                                     each.line,
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
    check_strictness(file, verdict);
    check_suppressions(file, verdict);
    check_silencers(file, verdict);
    const ChangedLines changed = changed_lines(file);
    check_ignored(file, changed, verdict);
    check_unheard_tests(file, changed, verdict);
    check_test_awareness(file, changed, context, verdict);
    check_cases(file, changed, verdict);
    check_test_data(change, file, context, verdict);
    check_patience(file, changed, verdict);
    check_narrowed_runs(file, changed, verdict);
  }
  judge_tests(files, verdict);
  check_stand_ins(files, verdict);
  return verdict;
}

}  // namespace pawl::guards
