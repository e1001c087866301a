#include "stages/coding/bench.hpp"

#include <algorithm>
#include <array>

#include "base/saturate.hpp"
#include "base/text/text.hpp"
#include "llm/events.hpp"
#include "run/effects.hpp"
#include "run/events.hpp"
#include "stages/coding/coding_events.hpp"
#include "stages/publishing/show_branch.hpp"
#include "store/journal.hpp"

namespace pawl::stages {
namespace {

struct ClassExit {
  std::string_view bail_class;
  int exit;
};

constexpr auto kClassExits = std::to_array<ClassExit>({
    {"reviewer_requested_changes", 6},
    {"security", 4},
    {"secrets", 4},
    {"timeout", 75},
    {"infra", 75},
    {"exhausted", 6},
    {"conflict", 4},
    {"budget", kBudgetExit},
});

constexpr std::int64_t kWallDefault = 3'600;  // seconds
constexpr std::int64_t kIdleDefault = 2'700;

// Of a limit, what is left of it; 0 is none, so something is always left.
std::int64_t left_of(std::int64_t limit, std::int64_t spent) {
  return limit == 0 ? 0 : std::max<std::int64_t>(1, limit - spent);
}

std::int64_t smaller(std::int64_t a, std::int64_t b) {
  if (a == 0 || b == 0) return std::max(a, b);
  return std::min(a, b);
}

std::int64_t micros_of(double dollars) { return static_cast<std::int64_t>(dollars * 1e6); }

// How often the stage came to an end before.
Result<int> ends_before(const Scope& scope) {
  TRY_ASSIGN(const store::JournalContent journal, store::read_journal(scope.layout.run(scope.id)));
  return static_cast<int>(
      std::count_if(journal.events.begin(), journal.events.end(), [&](const JournalEvent& event) {
        return event.is(run::kStageEnd) && event.data["stage"].text() == scope.node;
      }));
}

}  // namespace

int exit_of_class(std::string_view bail_class) {
  for (const ClassExit& row : kClassExits) {
    if (row.bail_class == bail_class) return row.exit;
  }
  return 1;
}

Outcome bail_as(std::string_view bail_class, std::string reason) {
  return Outcome::bail(std::string(bail_class), exit_of_class(bail_class), std::move(reason));
}

Outcome failed_check(const Scope& scope, std::string_view bail_class, std::string reason) {
  if (!contains(scope.node, "@")) return bail_as(bail_class, std::move(reason));
  return Outcome::part(std::string(bail_class), exit_of_class(bail_class), std::move(reason));
}

Result<std::unique_ptr<agents::Agent>> Bench::open_agent() const {
  if (agents_.open) return agents_.open(client());
  return fail(Errc::invalid, "no coding agent can be opened here, " + client() + " neither");
}

std::string Bench::client() const { return client_of(scope(), request().client); }

Result<std::string> Bench::step(std::string_view part) {
  if (!step_) {
    TRY_ASSIGN(const int before, ends_before(scope()));
    step_ = scope().node + (before == 0 ? "" : "-" + std::to_string(before + 1));
  }
  return part.empty() ? *step_ : *step_ + ":" + std::string(part);
}

Result<std::string> Bench::committed(const std::string& step) const {
  TRY_ASSIGN(const std::vector<git::CommitInfo> commits, worktree().commits());
  for (const git::CommitInfo& commit : commits) {
    const bool ours =
        commit.trailer("Pawl-Run") == scope().id.text() && commit.trailer("Pawl-Subtask") == step;
    if (ours) return commit.id;
  }
  return std::string();
}

Result<agents::Limits> Bench::limits_left() const {
  const run::RunState state = scope().state();
  const auto own = state.stage_costs.find(scope().node);
  const run::Cost stage = own == state.stage_costs.end() ? run::Cost{} : own->second;
  const config::Limits& of_stage = config().stage_budget;
  // Of run and day, with what branches used.
  TRY_ASSIGN(const llm::Amount left, shop_.models.budget->left());
  const Json& options = scope().options;
  agents::Limits limits;
  limits.wall = Seconds(smaller(options["timeout"].int_or(kWallDefault), of_stage.time_s));
  if (const auto time = shop_.models.budget->time_left()) {
    limits.wall = std::min(limits.wall, *time);
  }
  limits.idle = Seconds(options["idle_timeout"].int_or(kIdleDefault));
  limits.steps = static_cast<int>(std::min<std::int64_t>(options["max_steps"].int_or(0), 100'000));
  limits.tokens = smaller(
      left_of(of_stage.tokens, saturating_add(stage.tokens_in, stage.tokens_out)), left.tokens);
  std::int64_t cost = micros_of(options["max_cost"].number_or(0));
  cost = smaller(left_of(cost, stage.micros), left_of(micros_of(of_stage.cost), stage.micros));
  limits.cost_micros = smaller(cost, left.cost);
  // The default of a run's costs keeps no model from being asked whose price nobody knows.
  limits.cost_if_priced =
      cost == 0 && config().day_budget.cost == 0 && config().run_cost_by_default;
  return limits;
}

Status Bench::charge(const agents::Work& work, Milliseconds took) {
  const agents::Usage& usage = work.usage;
  ++turns_;
  tokens_in_ = saturating_add(tokens_in_, usage.tokens_in);
  tokens_out_ = saturating_add(tokens_out_, usage.tokens_out);
  if (usage.cost_micros) cost_micros_ = saturating_add(cost_micros_, *usage.cost_micros);
  if (!usage.cost_micros) ++unpriced_;
  if (work.settled) return Done{};
  return shop_.models.budget->take({.tokens = saturating_add(usage.tokens_in, usage.tokens_out),
                                    .cost = usage.cost_micros.value_or(0),
                                    .time = took});
}

Result<Outcome> Bench::end(Outcome outcome) {
  TRY_ASSIGN(const std::string head, worktree().head());
  TRY(show_branch(scope(), worktree()));
  TRY(scope().events.append(to_event(CodingStage{.stage = scope().node,
                                                 .inputs = inputs_.hex(),
                                                 .head = head,
                                                 .turns = turns_,
                                                 .tokens_in = tokens_in_,
                                                 .tokens_out = tokens_out_,
                                                 .cost_micros = cost_micros_,
                                                 .unpriced = unpriced_})));
  return outcome;
}

}  // namespace pawl::stages
