// state.json and `status --json`: names and order are byte-stable.
#include "run/run_state.hpp"

namespace pawl::run {
namespace {

constexpr int kStateVersion = 1;

Json optional_number(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json optional_time(Timestamp at) { return at == Timestamp() ? Json() : Json(to_iso8601(at)); }

Json subtasks_json(const RunState& state) {
  Json out = Json::object();
  for (const auto& [id, subtask] : state.subtasks) {
    out.set(id, Json::object({{"status", to_string(subtask.status)},
                              {"commit", subtask.commit},
                              {"message", subtask.message},
                              {"reason", subtask.reason},
                              {"paths", Json::array_of(subtask.paths)},
                              {"model", subtask.model},
                              {"attempts", subtask.attempts},
                              {"tests_added", to_json(subtask.tests_added)}}));
  }
  return out;
}

Json effects_json(const RunState& state) {
  Json out = Json::object();
  for (const auto& [key, effect] : state.effects) {
    out.set(key, Json::object({{"kind", effect.kind},
                               {"intent", effect.intent},
                               {"done", effect.done.value_or(Json())},
                               {"unknown", effect.unknown}}));
  }
  return out;
}

Json stages_json(const RunState& state) {
  Json out = Json::object();
  for (const auto& [stage, outcome] : state.stages) out.set(stage, outcome);
  return out;
}

Json pull_json(const RunState& state) {
  if (!state.pr) return {};
  return Json::object({{"number", state.pr->number},
                       {"url", state.pr->url},
                       {"branch", state.pr->branch},
                       {"head", state.pr->head}});
}

Json landed_json(const RunState& state) {
  if (!state.landed) return {};
  return Json::object({{"target", state.landed->target},
                       {"commit", state.landed->commit},
                       {"way", state.landed->way},
                       {"head", state.landed->head}});
}

constexpr double kMicrosPerUsd = 1e6;

Json numbers_of(const Cost& cost) {
  const bool known = cost.unpriced == 0 || cost.micros > 0;
  return Json::object(
      {{"calls", cost.calls},
       {"tokens_in", cost.tokens_in},
       {"tokens_out", cost.tokens_out},
       {"model_ms", cost.model_ms},
       {"usd", known ? Json(static_cast<double>(cost.micros) / kMicrosPerUsd) : Json()},
       {"unpriced_calls", cost.unpriced}});
}

}  // namespace

Json cost_json(const RunState& state) {
  Json by = Json::array();
  for (const auto& [who, cost] : state.costs) {
    Json line = Json::object({{"role", who.first}, {"model", who.second}});
    const Json numbers = numbers_of(cost);
    for (const auto& [name, value] : numbers.members()) line.set(name, value);
    by.push(std::move(line));
  }
  Json stages = Json::object();
  for (const auto& [stage, cost] : state.stage_costs) stages.set(stage, numbers_of(cost));
  Json out = numbers_of(state.cost);
  out.set("by", std::move(by));
  out.set("stages", std::move(stages));
  return out;
}

Json to_json(const std::vector<ProvenTest>& tests) {
  Json list = Json::array();
  for (const ProvenTest& one : tests) {
    list.push(Json::object({{"test", one.test},
                            {"file", one.file},
                            {"noticed", one.noticed},
                            {"tried", one.tried},
                            {"told", one.told}}));
  }
  return list;
}

std::vector<ProvenTest> proven_tests(const Json& list) {
  std::vector<ProvenTest> out;
  for (const Json& one : list.items()) {
    out.push_back({.test = one["test"].string_or(""),
                   .file = one["file"].string_or(""),
                   .noticed = static_cast<int>(one["noticed"].int_or(0)),
                   .tried = static_cast<int>(one["tried"].int_or(0)),
                   .told = one["told"].string_or("")});
  }
  return out;
}

Json to_json(const RunState& state) {
  return Json::object(
      {{"version", kStateVersion},
       {"run", state.run},
       {"target", state.target},
       {"base", state.base},
       {"base_commit", state.base_commit},
       {"branch", state.branch},
       {"forge", state.forge},
       {"model", state.model},
       {"worktree", state.worktree},
       {"status", to_string(state.status)},
       {"phase", state.phase},
       {"operation", state.operation},
       {"exit", state.finished() ? Json(state.exit) : Json()},
       {"reason", state.reason},
       {"bail_class", state.bail_class},
       {"stage", state.stage},
       {"stages", stages_json(state)},
       {"subtasks", subtasks_json(state)},
       {"effects", effects_json(state)},
       {"pr", pull_json(state)},
       {"landed", landed_json(state)},
       {"score", Json::object({{"before", optional_number(state.score_before)},
                               {"after", optional_number(state.score_after)}})},
       {"cost", cost_json(state)},
       {"active_ms", state.active_ms},
       {"sandbox_level", state.sandbox_level},
       {"process",
        Json::object({{"pid", state.pid}, {"started", state.started}, {"boot", state.boot}})},
       {"begun_at", optional_time(state.begun_at)},
       {"last_at", optional_time(state.last_at)},
       {"last_seq", state.last_seq},
       {"pipeline", state.pipeline},
       {"last_stage", state.last_stage},
       {"client", state.client},
       {"parent", state.parent},
       {"description", state.description},
       {"attempt", state.attempt},
       {"closed", state.closed},
       {"decision", state.decision},
       {"branch_path", state.branch_path}});
}

}  // namespace pawl::run
