// What coding agents of runs left that ended: a kill between the worktree and these leaves them.
#include "run/run_index.hpp"
#include "runner/clean_parts.hpp"
#include "runner/select.hpp"
#include "stages/coding/leftovers.hpp"

namespace pawl::runner {
namespace {

// Somebody works there, may go on there, or has not been asked yet: with a worktree the workplaces
// are given up together.
Result<bool> is_needed(const CleanPorts& ports, const Alive& alive, const RunId& id) {
  if (alive.runs.contains(id.text()) || is_awaited(ports, id)) return true;
  TRY_ASSIGN(const auto worktree, ports.world.files.stat(ports.layout.worktree(id)));
  if (worktree) return true;
  const auto state = run::load_run(ports.layout, id);
  if (!state) return state.error().code != Errc::not_found;
  return is_at_work(*state) || can_resume(*state);
}

Status clean_workplaces_of(const CleanPorts& ports, const Alive& alive, const RunId& id,
                           Found& found) {
  os::Files& files = ports.world.files;
  TRY_ASSIGN(const auto lock, free_run_lock(ports, id));
  if (!lock) return Done{};
  TRY_ASSIGN(const bool needed, is_needed(ports, alive, id));
  if (needed) return Done{};
  const std::string folder = ports.layout.workplaces(id);
  LeftOver item{.kind = "workplace", .path = folder, .reason = "its run ended"};
  const Status gone =
      ports.dry_run ? Status(Done{}) : stages::remove_workplaces(files, ports.layout, id);
  if (!gone && gone.error().code == Errc::cancelled) return gone;
  TRY_ASSIGN(const bool kept, stages::keeps_work(files, ports.layout, id));
  if (!gone) item.kept = gone.error().to_line();
  item.failed = !gone.ok();
  if (gone && kept) {
    item.kept =
        "it holds work of an agent that no commit can hold; look at it, and remove it by "
        "hand when nothing of it is wanted";
  }
  found.push_back(std::move(item));
  return Done{};
}

}  // namespace

Status clean_workplaces(const CleanPorts& ports, const Alive& alive, Found& found) {
  os::Files& files = ports.world.files;
  const std::string all = os::parent_path(ports.layout.workplaces(RunId::make("x", "000000")));
  TRY_ASSIGN(const auto there, files.stat(all));
  if (!there) return Done{};
  TRY_ASSIGN(const auto names, files.list(all));
  for (const std::string& name : names) {
    const auto id = RunId::parse(name);
    if (id) TRY(clean_workplaces_of(ports, alive, *id, found));
  }
  return Done{};
}

}  // namespace pawl::runner
