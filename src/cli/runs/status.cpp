#include <algorithm>
#include <cmath>
#include <map>

#include "base/text/shell_word.hpp"
#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/output.hpp"
#include "cli/runs/run_screen.hpp"
#include "cli/runs/runs.hpp"
#include "llm/spending/prices.hpp"
#include "run/run_index.hpp"
#include "stages/stage.hpp"

namespace pawl::cli {
namespace {

using run::RunStatus;
using Rows = std::vector<std::vector<std::string>>;

std::string percent(double score) {
  return std::to_string(static_cast<int>(std::lround(score * 100))) + " %";
}

void add(Rows& rows, const std::string& name, const std::string& value) {
  if (!value.empty()) rows.push_back({name, value});
}

std::string subtasks_line(const run::RunState& state) {
  if (state.subtasks.empty()) return {};
  std::map<run::SubtaskStatus, std::size_t> counts;
  for (const auto& [id, subtask] : state.subtasks) ++counts[subtask.status];
  std::string line = std::to_string(counts[run::SubtaskStatus::committed]) + " of " +
                     std::to_string(state.subtasks.size()) + " committed, " +
                     std::to_string(counts[run::SubtaskStatus::failed]) + " failed";
  const auto add = [&](run::SubtaskStatus status, const std::string& word) {
    if (counts[status] > 0) line += ", " + std::to_string(counts[status]) + " " + word;
  };
  add(run::SubtaskStatus::reproduced, "shown by a test");
  add(run::SubtaskStatus::skipped, "skipped");
  add(run::SubtaskStatus::in_progress, "at work");
  add(run::SubtaskStatus::pending, "to do");
  return line;
}

// The state knows the subtasks that were begun; the plan knows them all.
void add_planned(const Context& context, const RunId& id, run::RunState& state) {
  const auto plan = made_plan(context, id);
  if (!plan) return;
  for (const planner::Task& task : plan->tasks) {
    for (const planner::Subtask& subtask : task.subtasks) {
      const auto [place, added] = state.subtasks.try_emplace(subtask.id);
      if (added) place->second.message = subtask.title;
    }
  }
}

std::string score_line(const run::RunState& state) {
  if (!state.score_before) return {};
  std::string line = percent(*state.score_before);
  if (state.score_after) line += " → " + percent(*state.score_after);
  return line;
}

std::string money(const run::Cost& cost) {
  if (cost.micros == 0 && cost.unpriced == 0) return {};
  if (cost.unpriced == 0) return ", " + llm::usd(cost.micros);
  const std::string calls =
      counted(static_cast<std::size_t>(cost.unpriced), "call") + " of unknown cost";
  return ", " + (cost.micros == 0 ? calls : llm::usd(cost.micros) + " and " + calls);
}

std::string cost_line(const run::RunState& state) {
  if (state.cost.calls == 0) return {};
  return counted(static_cast<std::size_t>(state.cost.calls), "model call") + ", " +
         std::to_string(state.cost.tokens_in) + " tokens in, " +
         std::to_string(state.cost.tokens_out) + " out, " +
         human_duration(Milliseconds(state.cost.model_ms)) + money(state.cost);
}

// Each role and the model that answered it.
std::string costs_text(const run::RunState& state) {
  std::vector<std::string> lines;
  for (const auto& [who, cost] : state.costs) {
    lines.push_back(printable(who.first, 40) + " " + printable(who.second, 100) + ": " +
                    counted(static_cast<std::size_t>(cost.calls), "call") + ", " +
                    std::to_string(cost.tokens_in + cost.tokens_out) + " tokens" + money(cost));
  }
  return lines.size() < 2 ? std::string() : join(lines, "; ");
}

std::string stage_costs_text(const run::RunState& state) {
  std::vector<std::string> lines;
  for (const auto& [stage, cost] : state.stage_costs) {
    lines.push_back(printable(stage, 40) + ": " +
                    counted(static_cast<std::size_t>(cost.calls), "call") + ", " +
                    std::to_string(cost.tokens_in + cost.tokens_out) + " tokens" + money(cost));
  }
  return lines.size() < 2 ? std::string() : join(lines, "; ");
}

std::string hint(RunStatus status, const run::RunState& state) {
  switch (status) {
    case RunStatus::crashed:
    case RunStatus::stopped:
      return "go on with `pawl resume " + state.run + "`, or give it up with `pawl reset " +
             state.run + "`";
    case RunStatus::bailed:
      if (state.bail_class != stages::kBudgetClass) return {};
      return "go on with `pawl run " + shell_word(state.target) + " --resume` and a larger budget";
    case RunStatus::stalled:
      return "its process lives but has been silent; look at `pawl logs " + state.run + "`";
    default: return {};
  }
}

void show_new_tests(Context& context, const run::RunState& state) {
  Rows rows;
  for (const auto& [id, subtask] : state.subtasks) {
    for (const run::ProvenTest& one : subtask.tests_added) {
      rows.push_back(
          {"  " + printable(one.test.empty() ? one.file : one.test, 80), printable(one.told, 160)});
    }
  }
  if (!rows.empty()) context.console.out("\nnew tests\n" + table({}, rows));
}

void show_subtasks(Context& context, const run::RunState& state) {
  if (state.subtasks.empty()) return;
  Rows rows;
  for (const auto& [id, subtask] : state.subtasks) {
    const std::string told = subtask.reason.empty() ? subtask.message : subtask.reason;
    const bool shows = subtask.status == run::SubtaskStatus::reproduced;
    const std::string text = shows ? join(subtask.tests_shown, ", ") : told;
    rows.push_back({"  " + printable(id, 40), std::string(run::to_string(subtask.status)),
                    subtask.commit.substr(0, 10), printable(text, 120)});
  }
  context.console.out("\n" + table({}, rows));
  show_new_tests(context, state);
}

std::string attempt_line(const run::RunState& state) {
  if (state.attempt < 2 && state.decision.empty()) return {};
  std::string line = std::to_string(state.attempt);
  if (state.decision == "ack") line += ", its work counts as landed (ack)";
  if (state.decision == "skip") line += ", given up (skip)";
  return line;
}

void show(Context& context, const RunId& id, const run::RunState& state, RunStatus status) {
  std::string told(painted(context, paint_of(status), run::to_string(status)));
  if (!state.bail_class.empty()) told += ", " + printable(state.bail_class, 60);
  if (!state.reason.empty()) told += " (" + printable(state.reason, 300) + ")";
  if (state.closed) told += " [closed]";
  const Milliseconds silent = context.ports.clock.now() - state.last_at;
  const std::string log = context.layout.log(id);
  const auto log_there = context.ports.files.stat(log);
  Rows rows;
  add(rows, "run", painted(context, Paint::bold, id.text()));
  add(rows, "about", printable(state.description, 300));
  add(rows, "status", told);
  add(rows, "target", printable(state.target, 300));
  add(rows, "pipeline", printable(state.pipeline, 60));
  add(rows, "attempt", attempt_line(state));
  add(rows, "phase", state.phase);
  add(rows, "stage", printable(state.stage.empty() ? state.last_stage : state.stage, 200));
  add(rows, "doing", printable(state.operation, 200));
  add(rows, "branch", printable(state.branch, 200));
  add(rows, "base", printable(state.base, 200));
  add(rows, "model", printable(state.model, 200));
  add(rows, "client", printable(state.client, 200));
  add(rows, "parent", printable(state.parent, 60));
  add(rows, "begun", to_iso8601(state.begun_at));
  add(rows, "last event", human_duration(std::max(Milliseconds(0), silent)) + " ago");
  add(rows, "subtasks", subtasks_line(state));
  add(rows, "score", score_line(state));
  add(rows, "model use", cost_line(state));
  add(rows, "by role", costs_text(state));
  add(rows, "by stage", stage_costs_text(state));
  add(rows, "sandbox", state.sandbox_level);
  if (state.pr) {
    add(rows, "pull request",
        "#" + std::to_string(state.pr->number) + " " + printable(state.pr->url, 300));
  }
  if (log_there && *log_there) add(rows, "log", log);
  add(rows, "artifacts", context.layout.artifacts(id));
  context.console.out(table({}, rows));
  show_subtasks(context, state);
  const std::string next = hint(status, state);
  if (!next.empty()) context.console.say("\n" + next);
}

class StatusCommand final : public Command {
 public:
  std::string text;
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }
  std::vector<Argument> arguments() override {
    return {{"RUN", "a run, its prefix, or a target; the newest run when absent", &text, false,
             kOfferRuns}};
  }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const RunId id, find_run_or_target(context, text));
    return show_run(context, id, json);
  }
};

}  // namespace

Result<Exit> show_run(Context& context, const RunId& id, bool json) {
  TRY_ASSIGN(run::RunState state, run::load_run(context.layout, id).during("run " + id.text()));
  add_planned(context, id, state);
  const RunStatus status = fleet::status_now(context.ports, state);
  if (json) {
    Json document = run::to_json(state);
    document.set("status", run::to_string(status));
    context.console.document(document);
  } else {
    show(context, id, state, status);
  }
  return Exit::done;
}

std::unique_ptr<Command> make_status() { return std::make_unique<StatusCommand>(); }

}  // namespace pawl::cli
