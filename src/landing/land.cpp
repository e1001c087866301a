#include "landing/land.hpp"

#include <array>

#include "base/text/shell_word.hpp"
#include "base/text/text.hpp"
#include "forge/open_forge.hpp"
#include "landing/events.hpp"
#include "landing/land_parts.hpp"
#include "run/events.hpp"
#include "runner/target.hpp"

namespace pawl::landing {
namespace {

constexpr std::array<std::string_view, 8> kEnds{"landed",   "already",  "nothing", "refused",
                                                "findings", "conflict", "red",     "pending"};
constexpr std::size_t kReasonBytesMax = 2000;

bool came_to_its_end(const run::RunState& state) {
  return state.status == run::RunStatus::succeeded || state.status == run::RunStatus::partial ||
         state.status == run::RunStatus::nothing_to_do;
}

Result<Landing> land_task(const Task& task) {
  const bool here = task.repository.kind == git::TargetKind::local && task.forge.kind() == "local";
  return here ? land_on_branch(task) : land_pull(task);
}

}  // namespace

std::string_view to_string(LandEnd end) { return kEnds.at(static_cast<std::size_t>(end)); }

Json to_json(const Landing& landing) {
  const auto text = [](const std::string& value) { return value.empty() ? Json() : Json(value); };
  return Json::object({{"run", landing.run},
                       {"end", to_string(landing.end)},
                       {"target", text(landing.target)},
                       {"way", to_string(landing.way)},
                       {"commit", text(landing.commit)},
                       {"head", text(landing.head)},
                       {"pull", landing.pull > 0 ? Json(landing.pull) : Json()},
                       {"pull_url", text(landing.pull_url)},
                       {"reason", text(landing.reason)},
                       {"way_out", text(landing.way_out)},
                       {"findings", Json::array_of(landing.findings)},
                       {"checked", Json::array_of(landing.checked)},
                       {"unknown", Json::array_of(landing.unknown)},
                       {"notes", Json::array_of(landing.notes)}});
}

std::optional<Objection> objection_to_run(const Task& task) {
  const run::RunState state = task.run.state();
  if (came_to_its_end(state) || task.options.force) return {};
  const std::string how = state.finished() ? std::string(to_string(state.status)) : "not finished";
  return Objection{
      .end = LandEnd::refused,
      .reason = "the run is " + how +
                (state.reason.empty() ? "" : " (" + printable(state.reason, 300) + ")"),
      .way_out = "go on with it, or land what it committed with --force"};
}

void doing(const Task& task, std::string_view what) {
  if (task.options.progress) task.options.progress(what);
}

Result<Landing> ended(const Task& task, Landing landing, LandEnd end, std::string reason,
                      std::string way_out) {
  landing.end = end;
  landing.reason = std::move(reason);
  landing.way_out = std::move(way_out);
  TRY(task.run.journal->append(
      to_event(LandRefused{.target = landing.target,
                           .head = landing.head,
                           .end = std::string(to_string(end)),
                           .reason = printable(landing.reason, kReasonBytesMax)})));
  return landing;
}

Result<Landing> landed(const Task& task, Landing landing, const LandedFact& fact, LandEnd end) {
  landing.end = end;
  landing.target = fact.target;
  landing.commit = fact.commit;
  landing.way = fact.way;
  landing.head = fact.head;
  const run::RunState state = task.run.state();
  const run::LandedRef ref{.target = fact.target,
                           .commit = fact.commit,
                           .way = std::string(to_string(fact.way)),
                           .head = fact.head};
  if (state.landed == ref) return landing;
  TRY(task.run.journal->append(to_event(run::RunLanded{
      .target = ref.target, .commit = ref.commit, .way = ref.way, .head = ref.head})));
  return landing;
}

Result<Landing> land(const Ports& ports, const RunId& id, const LandOptions& options) {
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
  const Task task{.ports = ports,
                  .options = options,
                  .run = run,
                  .repository = repository,
                  .wish = wish,
                  .forge = *forge,
                  .scratch = scratch};
  TRY(ports.world.files.remove_tree(scratch));
  Result<Landing> result = land_task(task);
  // What cannot be removed goes with what `pawl clean` removes.
  static_cast<void>(ports.world.files.remove_tree(scratch).ok());
  return std::move(result).during("landing run " + id.text());
}

}  // namespace pawl::landing
