#include "stages/planning/solved.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "git/changes.hpp"
#include "syntax/essence.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kTestsMax = 50;

using CodeByName = std::map<std::string, std::vector<std::string>>;

CodeByName code_of(const RepoPath& path, const std::optional<std::string>& text) {
  CodeByName out;
  if (!text) return out;
  const auto language = syntax::kind_of(path, *text).language;
  if (!language) return out;
  for (syntax::Essence& each : syntax::essences(*language, *text)) {
    out[each.definition.qualified].push_back(std::move(each.code));
  }
  return out;
}

bool has(const auto& tests, const std::string& id) {
  return std::any_of(tests.begin(), tests.end(), [&](const auto& test) { return test.id == id; });
}

std::vector<std::string> mended_by(const repo::CheckRun& base, const repo::CheckRun& head) {
  std::vector<std::string> mended;
  if (base.outcome != repo::CheckOutcome::failed || head.outcome == repo::CheckOutcome::unknown) {
    return mended;
  }
  for (const repo::FailingTest& test : base.failing) {
    const bool passes = head.every_id
                            ? has(head.passing, test.id)
                            : !has(head.failing, test.id) && !has(head.flaky, test.id) &&
                                  !has(head.inconclusive, test.id) &&
                                  !has(head.unjudged, test.id) && !has(head.skipped, test.id);
    if (passes) mended.push_back(test.id);
  }
  if (head.every_id) return mended;
  // Where not every test is named, their number has to bear it out.
  const auto gained = static_cast<int>(mended.size());
  const bool borne_out =
      base.tests_passed && head.tests_passed && *head.tests_passed >= *base.tests_passed + gained;
  if (!borne_out) mended.clear();
  return mended;
}

}  // namespace

std::vector<std::string> mended_tests(const guards::Evidence* evidence) {
  std::vector<std::string> out;
  if (evidence == nullptr || !evidence->tests) return out;
  for (const guards::PairedRun& run : *evidence->tests) {
    if (!run.base || !run.head) continue;
    for (std::string& test : mended_by(*run.base, *run.head)) {
      if (out.size() < kTestsMax) out.push_back(std::move(test));
    }
  }
  return out;
}

std::vector<std::string> changed_definitions(const git::FileChange& file) {
  std::vector<std::string> out;
  const CodeByName before = code_of(file.path, file.before);
  for (const auto& [name, code] : code_of(file.path, file.after)) {
    const auto was = before.find(name);
    if (was == before.end() || was->second != code) out.push_back(name);
  }
  return out;
}

Result<std::vector<guards::LockedSymbol>> locked_symbols(git::ObjectReader& objects,
                                                         const run::RunState& state) {
  std::vector<guards::LockedSymbol> locked;
  std::set<std::pair<std::string, std::string>> known;
  for (const auto& [id, subtask] : state.subtasks) {
    if (subtask.status != run::SubtaskStatus::committed || subtask.tests_fixed.empty()) continue;
    TRY_ASSIGN(const git::ReadChange read,
               git::change_between(objects, subtask.commit + "^", subtask.commit)
                   .during("reading what " + id + " solved"));
    for (const git::FileChange& file : read.change.files) {
      for (std::string& name : changed_definitions(file)) {
        if (!known.emplace(file.path.text(), name).second) continue;
        locked.push_back({.path = file.path, .qualified = std::move(name), .by = id});
      }
    }
  }
  return locked;
}

}  // namespace pawl::stages
