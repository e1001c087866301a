#include "runner/branch.hpp"

#include "git/worktrees/worktree.hpp"
#include "run/events.hpp"
#include "runner/branch_order.hpp"
#include "runner/hold.hpp"
#include "runner/live.hpp"
#include "runner/request.hpp"
#include "runner/select.hpp"
#include "runner/target.hpp"
#include "stages/artifacts.hpp"

namespace pawl::runner {
namespace {

Result<Setting> setting_of_branch(const RunPorts& ports, const stages::Request& request) {
  git::Git git(ports.ports.processes, git_options(ports.ports, ports.config.config));
  TRY_ASSIGN(git::Target target, resolve_target(ports.ports, git, request.target));
  TRY_ASSIGN(std::unique_ptr<store::Database> database,
             store::Database::open(ports.layout.database()));
  return Setting{
      .git = std::move(git), .target = std::move(target), .database = std::move(database)};
}

// A clone of the parent's worktree at the commit it has now. From then on it is one of the target.
Status make_worktree_of_branch(Live& live, const BranchOrder& order) {
  git::Git& git = live.setting.git;
  const std::string folder = live.ports.layout.worktree(live.chosen.id);
  git::Target parent = live.setting.target;
  parent.kind = git::TargetKind::local;
  parent.location = order.worktree;
  TRY_ASSIGN(const git::Worktree made, git::Worktree::create(git, live.ports.ports.files,
                                                             {.target = std::move(parent),
                                                              .folder = folder,
                                                              .base_branch = order.branch,
                                                              .branch = live.chosen.request.branch,
                                                              .files = git::LayOut::later})
                                           .during("making a worktree of " + order.worktree));
  if (made.base_commit() != order.head) {
    return fail(Errc::conflict, order.worktree + " is at " + made.base_commit() + ", not at " +
                                    order.head + " as when the branch was made");
  }
  TRY_ASSIGN(
      [[maybe_unused]] const std::string set,
      git.text(folder, {"config", "--local", "remote.origin.url", live.setting.target.location}));
  if (order.pr) {
    TRY(live.journal->append(to_event(run::PrOpened{.number = order.pr->number,
                                                    .url = order.pr->url,
                                                    .branch = order.pr->branch,
                                                    .head = order.pr->head,
                                                    .adopted = true})));
  }
  return live.journal->append(to_event(
      run::WorktreeReady{.path = folder, .base = order.base, .commit = order.base_commit}));
}

}  // namespace

Result<RunEnd> run_branch(const RunPorts& ports, const std::string& run) {
  os::Files& files = ports.ports.files;
  TRY_ASSIGN(const RunId id, RunId::parse(run));
  TRY_ASSIGN(const std::optional<BranchOrder> order, read_order(files, ports.layout, id));
  if (!order) return fail(Errc::not_found, "the run " + run + " is no branch of another one");
  DiskShelf shelf(ports.ports, ports.layout, kDyingMost);
  TRY_ASSIGN(Held held, hold(shelf, id));
  std::optional<run::RunState>& state = held.state;
  if (state && !can_resume(*state)) {
    const int exit = state->exit;
    return RunEnd{.state = *std::move(state), .exit = exit};
  }
  stages::Artifacts artifacts(files, ports.config.redactor, ports.layout.artifacts(id));
  TRY_ASSIGN(const Json saved, artifacts.read_json(kRequest));
  TRY_ASSIGN(stages::Request request, request_from_json(saved));
  TRY_ASSIGN(const pipeline::Definition pipeline, pipeline_of(ports, id, request.pipeline));
  TRY_ASSIGN(Setting setting, setting_of_branch(ports, request));
  Chosen chosen{.id = id,
                .request = std::move(request),
                .state = state.value_or(run::RunState{}),
                .resumed = state.has_value(),
                .stands_on = order->head,
                .branch_path = order->path};
  TRY_ASSIGN(std::unique_ptr<RunJournal> journal, open_journal(ports, setting, chosen));
  const bool whole = !chosen.state.base_commit.empty();
  Live live{
      .ports = ports,
      .setting = std::move(setting),
      .chosen = std::move(chosen),
      .journal = std::move(journal),
      .keep_worktree = true,
      .spent_elsewhere = {.tokens = order->tokens_spent, .cost = order->micros_spent, .time = {}}};
  return go(live, pipeline, [&live, &order, whole]() -> Status {
    return whole ? Status(Done{}) : make_worktree_of_branch(live, *order);
  });
}

}  // namespace pawl::runner
