// Worktrees that no run will use again. Their commits go to the target first.
#include "base/text/shell_word.hpp"
#include "base/text/text.hpp"
#include "git/worktrees/worktree.hpp"
#include "run/run_index.hpp"
#include "runner/branch_order.hpp"
#include "runner/clean_parts.hpp"
#include "runner/discard.hpp"
#include "runner/select.hpp"
#include "runner/target.hpp"

namespace pawl::runner {
namespace {

constexpr std::string_view kOrigin = "refs/remotes/origin/";

LeftOver worktree(const std::string& path, std::string reason) {
  return {.kind = "worktree", .path = path, .reason = std::move(reason)};
}

LeftOver kept(LeftOver item, std::string why) {
  item.kept = std::move(why);
  return item;
}

LeftOver failed(LeftOver item, const Error& error) {
  item.kept = error.to_line();
  item.failed = true;
  return item;
}

// The branch a private clone was made of, as its own ref.
Result<std::string> cloned_from(git::Git& git, const std::string& folder) {
  TRY_ASSIGN(const std::string refs,
             git.text(folder, {"for-each-ref", "--format=%(refname)", std::string(kOrigin)}));
  for (const std::string_view ref : split_lines(refs)) {
    if (ref.starts_with(kOrigin) && !ref.ends_with("/HEAD")) return std::string(ref);
  }
  return fail(Errc::not_found, folder + " names no branch it was cloned from");
}

// The clone itself says what it is one of.
Result<git::WorktreePlan> plan_of(const CleanPorts& ports, const std::string& folder) {
  TRY_ASSIGN(const std::string origin,
             ports.git.text(folder, {"config", "--local", "--get", "remote.origin.url"}));
  TRY_ASSIGN(git::Target target, resolve_target(ports.world, ports.git, origin));
  TRY_ASSIGN(const auto branch, ports.git.current_branch(folder));
  return git::WorktreePlan{.target = std::move(target),
                           .folder = folder,
                           .base_branch = "",
                           .branch = branch.value_or("")};
}

// No commit, and no file, that its origin did not have.
Result<bool> holds_nothing(const CleanPorts& ports, const std::string& folder) {
  TRY_ASSIGN(const auto head, ports.git.resolve(folder, "HEAD"));
  if (head) return false;
  TRY_ASSIGN(const std::string own,
             ports.git.text(
                 folder, {"rev-list", "--max-count=1", "--branches", "--not", "--remotes=origin"}));
  return own.empty();
}

// A folder that is not even a clone yet holds no work either.
Result<bool> is_clone(const CleanPorts& ports, const std::string& folder) {
  TRY_ASSIGN(const auto inner, ports.world.files.stat(os::join_path(folder, ".git/HEAD")));
  return inner.has_value();
}

DiscardPorts discard_ports(const CleanPorts& ports) {
  return {
      .world = ports.world, .git = ports.git, .database = ports.database, .config = ports.config};
}

Status rescue_and_remove(const CleanPorts& ports, const git::WorktreePlan& plan) {
  TRY_ASSIGN(const std::string base, cloned_from(ports.git, plan.folder));
  TRY_ASSIGN(git::Worktree opened, git::Worktree::reopen(ports.git, ports.world.files, plan, base));
  TRY_ASSIGN(const RunId id, RunId::parse(os::file_name(plan.folder)));
  return opened.dispose(ports.world.files, ports.layout.scratch(id),
                        landed_work(discard_ports(ports), ports.layout, plan.target, id.text()));
}

// Of a run without a journal that can be read.
Status clean_orphan(const CleanPorts& ports, const Alive& alive, const std::string& path,
                    const std::string& reason, Found& found) {
  LeftOver item = worktree(path, reason);
  TRY_ASSIGN(const bool clone, is_clone(ports, path));
  const Result<bool> nothing = clone ? holds_nothing(ports, path) : Result<bool>(true);
  if (nothing && *nothing) {
    return alive.any ? Status(Done{}) : take_away(ports, std::move(item), found);
  }
  const auto plan = plan_of(ports, path);
  if (!plan) {
    found.push_back(kept(std::move(item),
                         "what it was cloned from is not there, so its commits "
                         "cannot be rescued (" +
                             plan.error().to_line() + ")"));
    return Done{};
  }
  TRY_ASSIGN(const auto lock, free_lock(ports, plan->target.key));
  if (!lock) return Done{};
  if (!ports.dry_run) {
    const Status gone = rescue_and_remove(ports, *plan);
    if (!gone && gone.error().code == Errc::cancelled) return gone;
    if (!gone) item = failed(std::move(item), gone.error());
  }
  found.push_back(std::move(item));
  return Done{};
}

// Of a run that came to its end, or was given up.
Status clean_ended(const CleanPorts& ports, const run::RunState& state, const std::string& path,
                   Found& found) {
  LeftOver item = worktree(path, "its run ended (" + std::string(to_string(state.status)) + ")");
  TRY_ASSIGN(const RunId id, RunId::parse(state.run));
  TRY_ASSIGN(const auto lock, free_run_lock(ports, id));
  if (!lock) return Done{};
  const auto target = resolve_target(ports.world, ports.git, state.target);
  if (!target) {
    item.kept = "its target " + state.target + " is not there, so its commits cannot be rescued";
  } else if (!ports.dry_run) {
    const auto gone = remove_worktree(discard_ports(ports), ports.layout, state);
    if (!gone && gone.error().code == Errc::cancelled) return gone.error();
    if (!gone) item = failed(std::move(item), gone.error());
  }
  found.push_back(std::move(item));
  return Done{};
}

Status clean_one(const CleanPorts& ports, const Alive& alive, const RunId& id, Found& found) {
  const std::string path = ports.layout.worktree(id);
  if (alive.runs.contains(id.text()) || is_awaited(ports, id)) return Done{};
  const auto state = run::load_run(ports.layout, id);
  if (!state) {
    const bool absent = state.error().code == Errc::not_found;
    return clean_orphan(ports, alive, path,
                        absent ? "its run has no journal" : "the journal of its run is damaged",
                        found);
  }
  if (is_at_work(*state)) return Done{};
  const bool branch = is_branch(ports.world.files, ports.layout, id);
  if (branch || !can_resume(*state)) return clean_ended(ports, *state, path, found);
  found.push_back(kept(worktree(path, "its run is not finished"),
                       "go on with `pawl run " + shell_word(state->target) +
                           " --resume`, or give it up with `pawl reset " + id.text() + "`"));
  return Done{};
}

}  // namespace

bool is_awaited(const CleanPorts& ports, const RunId& id) {
  const auto order = read_order(ports.world.files, ports.layout, id);
  if (!order) return true;
  if (!*order) return false;
  const auto parent = RunId::parse((*order)->parent);
  if (!parent) return false;
  const auto state = run::load_run(ports.layout, *parent);
  if (!state) return state.error().code != Errc::not_found;
  return is_at_work(*state) || can_resume(*state);
}

Status clean_worktrees(const CleanPorts& ports, const Alive& alive, Found& found) {
  os::Files& files = ports.world.files;
  const std::string folder = os::parent_path(ports.layout.worktree(RunId::make("x", "000000")));
  TRY_ASSIGN(const auto there, files.stat(folder));
  if (!there) return Done{};
  TRY_ASSIGN(const auto names, files.list(folder));
  for (const std::string& name : names) {
    const auto id = RunId::parse(name);
    if (id) TRY(clean_one(ports, alive, *id, found));
  }
  return Done{};
}

}  // namespace pawl::runner
