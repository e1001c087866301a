#include "fleet/child_said.hpp"

#include <algorithm>

#include "base/saturate.hpp"

namespace pawl::fleet {
namespace {

using chain::Sight;
using chain::Standing;
using stages::ChildLanding;

Standing standing_of(run::RunStatus status) {
  using run::RunStatus;
  switch (status) {
    case RunStatus::queued:
    case RunStatus::running:
    case RunStatus::stalled: return Standing::running;
    case RunStatus::waiting: return Standing::waiting;
    case RunStatus::succeeded: return Standing::done;
    case RunStatus::nothing_to_do: return Standing::nothing;
    case RunStatus::partial: return Standing::partial;
    case RunStatus::failed: return Standing::failed;
    case RunStatus::bailed: return Standing::bailed;
    case RunStatus::stopped: return Standing::stopped;
    case RunStatus::crashed: return Standing::crashed;
  }
  return Standing::unknown;
}

bool committed_something(const run::RunState& state) {
  return std::any_of(state.subtasks.begin(), state.subtasks.end(), [](const auto& one) {
    return one.second.status == run::SubtaskStatus::committed;
  });
}

// By a landing of Pawl's, which may have been killed before it was noted here.
bool is_own_way(landing::Way way) {
  return way == landing::Way::squash || way == landing::Way::fast_forward ||
         way == landing::Way::pull;
}

ChildLanding landing_of(const landing::Landing& landing) {
  using landing::LandEnd;
  if (landing.end == LandEnd::landed || landing.end == LandEnd::already) {
    return landing_at(landing.target, landing.commit, landing.way);
  }
  const std::string ways = landing.way_out.empty() ? "" : "; " + landing.way_out;
  return {.end = landing.end == LandEnd::pending ? ChildLanding::End::pending
                                                 : ChildLanding::End::refused,
          .target = landing.target,
          .word = std::string(to_string(landing.end)),
          .reason = landing.reason + ways};
}

}  // namespace

Sight sight_of(const run::RunState& state, run::RunStatus now) {
  return {.standing = standing_of(now),
          .attempt = state.attempt,
          .decision = state.decision,
          .bail_class = state.bail_class,
          .reason = state.reason,
          .spent = {.cost_micros = state.cost.micros,
                    .tokens = saturating_add(state.cost.tokens_in, state.cost.tokens_out),
                    .ms = state.active_ms}};
}

ChildLanding landing_at(const std::string& target, const std::string& commit, landing::Way way) {
  return {.end = ChildLanding::End::landed,
          .by_others = !is_own_way(way),
          .target = target,
          .commit = commit,
          .way = std::string(to_string(way))};
}

Result<ChildLanding> heard_of_landing(const run::RunState& before,
                                      const Result<landing::Landing>& landed) {
  const bool worked = committed_something(before) || before.pr.has_value();
  const bool none =
      landed ? landed->end == landing::LandEnd::nothing : landed.error().code == Errc::not_found;
  if (none && !worked) return ChildLanding{.end = ChildLanding::End::nothing};
  if (landed) return landing_of(*landed);
  if (!none) return landed.error();
  return ChildLanding{
      .end = ChildLanding::End::refused, .word = "nothing", .reason = landed.error().to_line()};
}

}  // namespace pawl::fleet
