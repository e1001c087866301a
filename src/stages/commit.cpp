#include "stages/commit.hpp"

#include "base/text.hpp"
#include "git/patch.hpp"
#include "store/effects.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kSubjectBytesMax = 100;

std::string first_line(std::string_view text) {
  const auto lines = split_lines(trim(text));
  return lines.empty() ? std::string() : printable(trim(lines.front()), kSubjectBytesMax);
}

}  // namespace

std::string commit_message(const StageRun& run, const planner::Subtask& subtask,
                           const std::string& proposed) {
  std::string subject = first_line(run.redactor.apply(proposed));
  if (subject.empty()) subject = first_line("chore: " + subtask.title);
  const llm::ChatModel& model = run.models.worker ? *run.models.worker : *run.models.planner;
  return subject + "\n\nPawl-Run: " + run.id.text() + "\nPawl-Subtask: " + subtask.id +
         "\nPawl-Model: " + printable(model.name(), 200) + "\n";
}

Result<std::optional<git::CommitInfo>> find_commit(const StageRun& run,
                                                   const std::string& subtask) {
  TRY_ASSIGN(const std::vector<git::CommitInfo> commits, run.worktree->commits());
  for (const git::CommitInfo& commit : commits) {
    const bool ours =
        commit.trailer("Pawl-Run") == run.id.text() && commit.trailer("Pawl-Subtask") == subtask;
    if (ours) return std::optional<git::CommitInfo>(commit);
  }
  return std::optional<git::CommitInfo>();
}

Result<std::string> commit_change(StageRun& run, const CommitRequest& request,
                                  const git::Change& change, const git::Admitted& admitted) {
  const store::Effect effect{
      .key = "commit:" + request.subtask,
      .kind = "commit",
      .intent = Json::object({{"subtask", request.subtask},
                              {"change", change.fingerprint()},
                              {"tests_fixed", Json::array_of(request.tests_fixed)},
                              {"tests_added", store::to_json(request.tests_added)}})};
  const store::EffectSteps steps{
      .find = [&]() -> Result<std::optional<Json>> {
        TRY_ASSIGN(const auto found, find_commit(run, request.subtask));
        if (!found) return std::optional<Json>();
        return std::optional<Json>(Json::object({{"commit", found->id}}));
      },
      .act = [&]() -> Result<Json> {
        TRY_ASSIGN(git::PatchTransaction transaction, git::PatchTransaction::begin(*run.worktree));
        TRY(transaction.apply(change));
        TRY_ASSIGN(const auto commit, transaction.commit(admitted, request.message));
        if (!commit) return fail(Errc::invalid, "the change leaves the tree as it was");
        return Json::object({{"commit", *commit}});
      }};
  TRY_ASSIGN(const Json done, store::perform(run.events, run.state, effect, steps));
  return done["commit"].string_or("");
}

}  // namespace pawl::stages
