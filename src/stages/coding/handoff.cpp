#include "stages/coding/handoff.hpp"

#include "base/text/text.hpp"
#include "schema/json_schema.hpp"
#include "stages/coding/handoff_turn.hpp"
#include "stages/coding/prompts.hpp"
#include "stages/stages.hpp"
#include "stages/worktree_of_run.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kFollowupMax = 500;

constexpr std::string_view kSignalSchema = R"({"type":"object","required":["exit_state"],
  "properties":{"exit_state":{"enum":["next-plan","chain-done","bail"]},
                "child_plan":{"type":["string","null"]},
                "reason":{"type":["string","null"]},
                "operator_followups":{"type":"array","items":{"type":"string"}}}})";

}  // namespace

Result<Handoff> handoff_from(std::string_view signal, std::string_view child_plan) {
  TRY_ASSIGN(const Json json, Json::parse(signal).during("reading the signal"));
  TRY_ASSIGN(const Json schema, Json::parse(kSignalSchema));
  TRY_ASSIGN(const schema::JsonSchema compiled, schema::JsonSchema::compile(schema));
  TRY_ASSIGN(const auto violations, compiled.violations(json));
  if (!violations.empty()) {
    return fail(Errc::invalid, "the signal is not what was asked for: " + violations.front().where +
                                   ": " + violations.front().message);
  }
  Handoff handoff;
  for (const ExitState state : {ExitState::next_plan, ExitState::chain_done, ExitState::bail}) {
    if (json["exit_state"].text() == to_string(state)) handoff.exit_state = state;
  }
  handoff.reason = printable(json["reason"].string_or(""), kFollowupMax);
  for (const Json& item : json["operator_followups"].items()) {
    const std::string text = printable(trim(item.string_or("")), kFollowupMax);
    if (!text.empty()) handoff.operator_followups.push_back(text);
  }
  if (handoff.exit_state != ExitState::next_plan) return handoff;
  handoff.child_plan = std::string(trim(child_plan));
  if (!handoff.child_plan.empty()) return handoff;
  return fail(Errc::invalid, "the signal says next-plan, and there is no child-plan.md");
}

Json to_json(const Handoff& handoff) {
  const bool next = handoff.exit_state == ExitState::next_plan;
  return Json::object({{"exit_state", to_string(handoff.exit_state)},
                       {"child_plan", next ? Json(std::string(kChildPlan)) : Json()},
                       {"reason", handoff.reason.empty() ? Json() : Json(handoff.reason)},
                       {"operator_followups", Json::array_of(handoff.operator_followups)}});
}

std::string open_tasks(std::string_view plan) {
  std::string out;
  for (const std::string_view line : split_lines(plan)) {
    const std::string_view plain = trim(line);
    const std::string_view item =
        plain.starts_with("- ") || plain.starts_with("* ") ? trim(plain.substr(2)) : plain;
    const bool ticked = item.starts_with("[x]") || item.starts_with("[X]");
    const bool struck = item.size() > 4 && item.starts_with("~~") && item.ends_with("~~");
    if (!ticked && !struck) out += std::string(line) + "\n";
  }
  return std::string(trim_end(out)) + "\n";
}

Result<Outcome> handoff(const Scope& scope, const RunSettings& settings, Checkout& checkout,
                        Models& models, const Agents& agents) {
  TRY(open_worktree(scope, settings, checkout));
  Bench bench(scope, settings, checkout, models, agents);
  HandoffAsk ask;
  TRY_ASSIGN(ask.plan, plan_text(bench));
  TRY_ASSIGN(ask.done, done_since(bench, bench.worktree().base_commit()));
  TRY_ASSIGN(HandoffAnswer answer, ask_handoff(bench, ask));
  if (answer.stopped) return bench.end(*std::move(answer.stopped));
  const Handoff& decided = answer.handoff;
  TRY(scope.artifacts.write(kRollingPlan, answer.rolling));
  if (decided.exit_state == ExitState::next_plan) {
    TRY(scope.artifacts.write(kChildPlan, decided.child_plan + "\n"));
  }
  TRY(scope.artifacts.write_json(kHandoff, to_json(decided)));
  if (decided.exit_state == ExitState::bail) {
    return bench.end(bail_as("other", "handoff: " + decided.reason));
  }
  return bench.end(Outcome{.reason = std::string(to_string(decided.exit_state))});
}

}  // namespace pawl::stages
