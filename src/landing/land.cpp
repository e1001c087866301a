#include "landing/land.hpp"

#include "forge/open_forge.hpp"
#include "landing/events.hpp"
#include "landing/git_ground.hpp"
#include "landing/land_parts.hpp"
#include "landing/run_in_hand.hpp"
#include "runner/branch_order.hpp"
#include "runner/target.hpp"
#include "store/journal.hpp"

namespace pawl::landing {
namespace {

std::vector<LandVerified> verified_before(const store::Layout& layout, const RunId& id) {
  std::vector<LandVerified> found;
  const auto keep = [&](const JournalEvent& event) {
    if (event.is(kLandVerified)) found.push_back(land_verified_of(event));
  };
  const auto walked = store::walk_journal(
      layout.run(id), [](std::string_view kind) { return kind == kLandVerified.name; }, keep);
  return walked ? found : std::vector<LandVerified>();
}

}  // namespace

Result<Landing> land(const Ports& ports, const RunId& id, const LandOptions& options) {
  TRY_ASSIGN(const auto branch, runner::read_order(ports.world.files, ports.layout, id));
  if (branch) {
    return fail(Errc::invalid, "run " + id.text() + " is a branch of " + branch->parent +
                                   ", where its work comes together with that of the others; land "
                                   "that one: pawl land " +
                                   branch->parent);
  }
  TRY_ASSIGN(RunInHand run, take_run(ports, id));
  const run::RunState state = run.state();
  TRY_ASSIGN(const git::Target repository,
             runner::resolve_target(ports.world, ports.git, state.target));
  TRY_ASSIGN(Wish wish, read_wish(ports.world.files, ports.layout, id));
  if (wish.commands.empty()) {
    TRY_ASSIGN(wish.commands, commands_of_pipeline(ports.world.files, ports.layout, id));
  }
  TRY_ASSIGN(const auto forge, forge::open_forge({.config = ports.config,
                                                  .target = repository,
                                                  .layout = ports.layout,
                                                  .database = ports.database,
                                                  .git = ports.git,
                                                  .ports = ports.world}));
  const std::string scratch = ports.layout.scratch(id);
  const auto ground = git_ground({.ports = ports,
                                  .target = repository,
                                  .wish = wish,
                                  .run = id.text(),
                                  .scratch = scratch,
                                  .progress = options.progress});
  const Task task{.options = options,
                  .run = id.text(),
                  .events = *run.journal,
                  .journal = *run.journal,
                  .verified_before = [&]() { return verified_before(ports.layout, id); },
                  .wish = wish,
                  .forge = *forge,
                  .ground = *ground,
                  .clock = ports.world.clock,
                  .cancel = ports.world.cancel};
  TRY(ports.world.files.remove_tree(scratch));
  const bool here = repository.kind == git::TargetKind::local && forge->kind() == "local";
  Result<Landing> result = here ? land_on_branch(task) : land_pull(task);
  // What cannot be removed goes with what `pawl clean` removes.
  static_cast<void>(ports.world.files.remove_tree(scratch).ok());
  return std::move(result).during("landing run " + id.text());
}

}  // namespace pawl::landing
