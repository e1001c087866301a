// `run --json`: what a run came to, read from its state and artifacts.
#include "runner/run.hpp"
#include "stages/artifacts.hpp"
#include "stages/measuring/metrics_events.hpp"
#include "stages/planning/plan_artifact.hpp"

namespace pawl::runner {
namespace {

// Null when the run ended before it was written.
Json artifact_or_null(stages::Artifacts& artifacts, std::string_view name) {
  Result<Json> json = artifacts.read_json(name);
  return json ? *std::move(json) : Json();
}

Json subtask_document(const Json& subtask, const run::RunState& state) {
  Json out = Json::object({{"id", subtask["id"]},
                           {"title", subtask["title"]},
                           {"action", subtask["action"]},
                           {"file_hints", subtask["file_hints"]}});
  const auto found = state.subtasks.find(std::string(subtask["id"].text()));
  const run::SubtaskState known =
      found == state.subtasks.end() ? run::SubtaskState{} : found->second;
  out.set("status", to_string(known.status));
  out.set("commit", known.commit.empty() ? Json() : Json(known.commit));
  out.set("reason", known.reason.empty() ? Json() : Json(known.reason));
  out.set("attempts", known.attempts);
  return out;
}

Json tasks_document(const Json& plan, const run::RunState& state) {
  Json tasks = Json::array();
  for (const Json& task : plan["tasks"].items()) {
    Json subtasks = Json::array();
    for (const Json& subtask : task["subtasks"].items()) {
      subtasks.push(subtask_document(subtask, state));
    }
    tasks.push(Json::object({{"id", task["id"]},
                             {"title", task["title"]},
                             {"metric", task["metric"]},
                             {"priority", task["priority"]},
                             {"subtasks", std::move(subtasks)}}));
  }
  return tasks;
}

Json commits_document(const Json& plan, const run::RunState& state) {
  Json commits = Json::array();
  for (const Json& task : plan["tasks"].items()) {
    for (const Json& subtask : task["subtasks"].items()) {
      const auto found = state.subtasks.find(std::string(subtask["id"].text()));
      if (found == state.subtasks.end() || found->second.commit.empty()) continue;
      commits.push(Json::object({{"id", found->second.commit},
                                 {"subtask", subtask["id"]},
                                 {"subject", found->second.message},
                                 {"paths", Json::array_of(found->second.paths)}}));
    }
  }
  return commits;
}

Json pull_document(const run::RunState& state) {
  if (!state.pr) return {};
  return Json::object({{"number", state.pr->number},
                       {"url", state.pr->url},
                       {"branch", state.pr->branch},
                       {"head", state.pr->head}});
}

}  // namespace

Result<Json> run_document(os::Files& files, const store::Layout& layout,
                          const run::RunState& state) {
  TRY_ASSIGN(const RunId id, RunId::parse(state.run));
  const Redactor nothing_to_write;
  stages::Artifacts artifacts(files, nothing_to_write, layout.artifacts(id));
  const Json plan = artifact_or_null(artifacts, stages::kPlan);
  return Json::object(
      {{"version", 1},
       {"run", state.run},
       {"state", to_string(state.status)},
       {"exit", state.exit},
       {"reason", state.reason},
       {"class", state.bail_class},
       {"repo", state.target},
       {"base", state.base},
       {"base_commit", state.base_commit},
       {"branch", state.branch},
       {"commits", commits_document(plan, state)},
       {"pr", pull_document(state)},
       {"tasks", tasks_document(plan, state)},
       {"metrics", Json::object({{"before", artifact_or_null(artifacts, stages::kReportBefore)},
                                 {"after", artifact_or_null(artifacts, stages::kReportAfter)}})},
       {"cost", run::cost_json(state)}});
}

}  // namespace pawl::runner
