// Whether the work of a run on this machine has landed, in its target or by its forge.
#include "forge/open_forge.hpp"
#include "landing/git_ground.hpp"
#include "landing/landed.hpp"
#include "runner/target.hpp"

namespace pawl::landing {
namespace {

// Of a target elsewhere its forge is asked.
Result<std::optional<LandedFact>> asked_of_forge(const Ports& ports, const run::RunState& state,
                                                 const git::Target& target) {
  TRY_ASSIGN(const auto forge, forge::open_forge({.config = ports.config,
                                                  .target = target,
                                                  .layout = ports.layout,
                                                  .database = ports.database,
                                                  .git = ports.git,
                                                  .ports = ports.world}));
  TRY_ASSIGN(const auto pull, forge->pulls().find_by_run(state.run));
  if (!pull || pull->state != forge::PullState::merged) return std::optional<LandedFact>();
  return std::optional<LandedFact>(LandedFact{.target = pull->base,
                                              .commit = pull->merge_commit,
                                              .way = Way::pull,
                                              .head = pull->head_commit});
}

}  // namespace

Result<std::optional<LandedFact>> is_landed(const Ports& ports, const run::RunState& state,
                                            const std::string& onto) {
  TRY_ASSIGN(const RunId id, RunId::parse(state.run));
  TRY_ASSIGN(const git::Target repository,
             runner::resolve_target(ports.world, ports.git, state.target));
  TRY_ASSIGN(const Wish wish, read_wish(ports.world.files, ports.layout, id));
  const std::string target = onto.empty() ? land_target(state, wish) : onto;
  TRY_ASSIGN(const std::string forge, forge::forge_kind(ports.config, repository));
  const bool here = repository.kind == git::TargetKind::local && forge == "local";
  if (!here) return asked_of_forge(ports, state, repository);
  const auto ground = git_ground({.ports = ports,
                                  .target = repository,
                                  .wish = wish,
                                  .run = state.run,
                                  .scratch = ports.layout.scratch(id)});
  return is_landed(*ground, state, target);
}

}  // namespace pawl::landing
