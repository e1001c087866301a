#include "runner/groups.hpp"

#include <array>
#include <atomic>

#include "base/saturate.hpp"
#include "base/text/text.hpp"
#include "config/config.hpp"
#include "pipeline/expand.hpp"
#include "pipeline/node_paths.hpp"
#include "run/events.hpp"
#include "run/run_index.hpp"
#include "runner/discard.hpp"
#include "runner/git_fan_in.hpp"
#include "runner/group_journal.hpp"
#include "runner/request.hpp"
#include "runner/select.hpp"
#include "stages/worktree_of_run.hpp"
#include "store/journal.hpp"

namespace pawl::runner {
namespace {

using pipeline::Outcome;

// Longer than any run lasts: budgets end it before.
constexpr Milliseconds kBranchDeadline{30LL * 24 * 3600 * 1000};
constexpr Milliseconds kBranchGrace{8'000};
// What belongs to one run alone.
constexpr std::array<std::string_view, 3> kOwnArtifacts = {kRequest, kPipeline, kBranchOrder};

Status copy_artifacts(os::Files& files, const std::string& from, const std::string& to) {
  TRY_ASSIGN(const auto there, files.stat(from));
  if (!there) return Done{};
  TRY_ASSIGN(const std::vector<std::string> names, files.list(from));
  for (const std::string& name : names) {
    if (among(kOwnArtifacts, name)) continue;
    const std::string path = os::join_path(from, name);
    TRY_ASSIGN(const auto stat, files.stat(path));
    if (!stat) continue;
    if (stat->type == os::FileType::folder) {
      TRY(copy_artifacts(files, path, os::join_path(to, name)));
    } else if (stat->type == os::FileType::file) {
      TRY_ASSIGN(const std::string text, files.read(path));
      TRY(files.make_folders(to, 0700));
      TRY(files.write_atomic(os::join_path(to, name), text, 0600));
    }
  }
  return Done{};
}

// `reviews/races` as a part of a name.
std::string plain(const std::string& path) {
  return replace_all(replace_all(path, "/", "-"), "@", "-");
}

}  // namespace

struct Groups::Running {
  Running(std::string at, RunId run) : path(std::move(at)), id(std::move(run)) {}
  std::string path;
  RunId id;
  os::Cancel cancel;
  std::atomic<bool> cancelled = false;  // because a sibling bailed; read by its thread
  std::string over_budget = {};         // why it is to end, under the lock; empty: it is not
  run::Cost counted = {};               // of the run already, in earlier processes of it
  Milliseconds began{0};
  std::thread thread;
};

Groups::Groups(const RunPorts& ports, Setting& setting, const pipeline::Definition& pipeline,
               stages::Parts& parts)
    : ports_(ports), setting_(setting), pipeline_(pipeline), parts_(parts) {}

Groups::~Groups() {
  for (const auto& [path, one] : running_) one->cancel.request();
  for (const auto& [path, one] : running_) {
    one->thread.join();
    // The next process of the run counts what this one could not.
    static_cast<void>(note_cost_of(path, one->id).ok());
  }
}

Result<int> Groups::turn_of(const std::string& path) const {
  TRY_ASSIGN(const store::JournalContent journal,
             store::read_journal(ports_.layout.run(parts_.scope.id)));
  return runner::turn_of(journal.events, path);
}

Result<GroupReady> Groups::ready(const std::string& path) const {
  TRY_ASSIGN(const store::JournalContent journal,
             store::read_journal(ports_.layout.run(parts_.scope.id)));
  return ready_of(journal.events, path);
}

Status Groups::make_branch(const pipeline::Node& child, const std::string& path, const RunId& id,
                           const std::string& head) {
  os::Files& files = ports_.ports.files;
  const store::Layout& layout = ports_.layout;
  TRY_ASSIGN(const std::optional<BranchOrder> before, read_order(files, layout, id));
  TRY_ASSIGN(const auto there, files.stat(layout.run(id)));
  if (there && (!before || before->parent != parts_.scope.id.text())) {
    TRY_ASSIGN(const std::vector<std::string> names, files.list(layout.run(id)));
    if (!names.empty()) {
      return fail(Errc::conflict, "the run " + id.text() + " is there already, and no branch of " +
                                      parts_.scope.id.text());
    }
  }
  const git::Worktree& worktree = *parts_.checkout.worktree;
  const run::RunState state = parts_.scope.state();
  TRY(write_order(files, layout, id,
                  {.parent = parts_.scope.id.text(),
                   .path = path,
                   .worktree = worktree.folder(),
                   .branch = worktree.branch(),
                   .head = head,
                   .base = worktree.base_branch(),
                   .base_commit = worktree.base_commit(),
                   .tokens_spent = saturating_add(state.cost.tokens_in, state.cost.tokens_out),
                   .micros_spent = state.cost.micros,
                   .pr = state.pr}));
  TRY(copy_artifacts(files, layout.artifacts(parts_.scope.id), layout.artifacts(id)));
  stages::Artifacts artifacts(files, ports_.config.redactor, layout.artifacts(id));
  pipeline::Definition definition{.name = pipeline_.name + ":" + path,
                                  .summary = pipeline_.summary};
  definition.default_client = pipeline_.default_client;
  definition.root.children.push_back(child);
  TRY(artifacts.write(kPipeline, pipeline::expanded_yaml(definition)));
  stages::Request request = parts_.settings.request;
  request.branch += "-" + plain(path);
  request.pipeline = definition.name;
  request.parent = parts_.scope.id.text();
  return artifacts.write_json(kRequest, to_json(request));
}

Result<Outcome> Groups::fan_out(const pipeline::Node& group, const std::string& path) {
  TRY(stages::open_worktree(parts_.scope, parts_.settings, parts_.checkout));
  const git::Worktree& worktree = *parts_.checkout.worktree;
  TRY_ASSIGN(const std::string head, worktree.head());
  TRY_ASSIGN(const int turn, turn_of(path));
  if (turn > 1) {
    TRY_ASSIGN(const GroupReady earlier, ready(path));
    TRY(give_up_branches(ports_, setting_, earlier.runs));
  }
  GroupReady made{.group = path, .head = head, .base = worktree.base_commit(), .runs = {}};
  for (const pipeline::Node& child : group.children) {
    const std::string at = pipeline::below(path, child.name);
    const RunId id = branch_id(parts_.scope.id, at, turn);
    TRY(make_branch(child, at, id, head).during("making the branch " + at));
    made.runs.push_back(id.text());
  }
  TRY(parts_.scope.events.append(to_event(made)));
  TRY(say_group(group, path));
  return Outcome{};
}

Status Groups::say_group(const pipeline::Node& group, const std::string& path) const {
  std::vector<std::string> names;
  for (const pipeline::Node& child : group.children) names.push_back(child.name);
  const bool all =
      group.concurrent_max <= 0 || static_cast<std::size_t>(group.concurrent_max) >= names.size();
  return stages::say(
      parts_.scope,
      path + ": " + counted(names.size(), "branch", "branches") +
          (all ? " side by side" : ", " + std::to_string(group.concurrent_max) + " at a time") +
          ": " + join(names, ", "));
}

Result<RunId> Groups::run_of(const std::string& path) const {
  TRY_ASSIGN(const GroupReady group, ready(path.substr(0, path.rfind('/'))));
  for (const std::string& run : group.runs) {
    TRY_ASSIGN(RunId id, RunId::parse(run));
    TRY_ASSIGN(const auto order, read_order(ports_.ports.files, ports_.layout, id));
    if (order && order->path == path) return id;
  }
  return fail(Errc::not_found, "the branch " + path + " was never made ready");
}

Status Groups::start(const std::string& path) {
  TRY_ASSIGN(RunId id, run_of(path));
  auto one = std::make_unique<Running>(path, std::move(id));
  TRY_ASSIGN(one->counted, counted_of(one->id));
  one->began = ports_.ports.clock.monotonic();
  if (running_.empty()) looked_ = one->began;
  Running& started = *one;
  running_.emplace(path, std::move(one));
  started.thread = std::thread([this, &started] { work(started); });
  return Done{};
}

void Groups::work(Running& one) {
  os::Ports& world = ports_.ports;
  const std::string log = ports_.layout.log(one.id);
  const os::Command command{.argv = {"/proc/self/exe", "branch", one.id.text()},
                            .environment = environment(),
                            .folder = world.folder,
                            .deadline = kBranchDeadline,
                            .grace = kBranchGrace,
                            .cancel = &one.cancel};
  const Result<os::Finished> finished = world.processes.run(command);
  // What it said is for people; that it could not be kept is no reason to lose the branch.
  if (finished) {
    [[maybe_unused]] const Status kept =
        world.files.append(log, finished->out + finished->err, 0600);
  }
  EndedBranch ended{.path = one.path,
                    .outcome = outcome_of(one, finished),
                    .took = world.clock.monotonic() - one.began};
  const std::lock_guard guard(mutex_);
  ended_.push_back(std::move(ended));
  changed_.notify_all();
}

Outcome Groups::outcome_of(const Running& one, const Result<os::Finished>& finished) const {
  if (!finished) {
    return Outcome::bail("infra", 1, one.path + ": " + finished.error().to_line());
  }
  const Result<run::RunState> state = run::load_run(ports_.layout, one.id);
  std::string over_budget;
  {
    const std::lock_guard guard(mutex_);
    over_budget = one.over_budget;
  }
  return outcome_of_gone(
      {.path = one.path,
       .cancelled = one.cancelled,
       .over_budget = std::move(over_budget),
       .exited = finished->ending == os::Ending::exited,
       .how = finished->how_it_ended(),
       .said = std::string(trim(finished->err.substr(0, finished->err.find('\n'))))},
      state ? std::optional(*state) : std::nullopt);
}

void Groups::cancel(const std::string& path) {
  const auto found = running_.find(path);
  if (found == running_.end()) return;
  found->second->cancelled = true;
  found->second->cancel.request();
}

// What this process was told by flags its branches are told by variables.
std::vector<std::pair<std::string, std::string>> Groups::environment() const {
  std::vector<std::pair<std::string, std::string>> all = ports_.ports.environment;
  for (const auto& [key, value] : config::set_by_flags(ports_.config)) {
    const config::Setting* setting = config::find_setting(key);
    std::erase_if(all, [&](const auto& variable) { return variable.first == setting->env; });
    all.emplace_back(setting->env, value);
  }
  return all;
}

Result<run::Cost> Groups::counted_of(const RunId& id) const {
  TRY_ASSIGN(const store::JournalContent journal,
             store::read_journal(ports_.layout.run(parts_.scope.id)));
  return counted_before(journal.events, id.text());
}

Status Groups::note_cost_of(const std::string& path, const RunId& id) {
  const Result<run::RunState> state = run::load_run(ports_.layout, id);
  if (!state) return Done{};  // it never began
  TRY_ASSIGN(const run::Cost before, counted_of(id));
  const run::RunBranchCost used = cost_since(path, id.text(), before, state->cost);
  if (used == run::RunBranchCost{.branch = path, .run = id.text()}) return Done{};
  TRY(parts_.scope.events.append(to_event(used)));
  parts_.models.budget->took_elsewhere(
      {.tokens = saturating_add(used.tokens_in, used.tokens_out), .cost = used.micros, .time = {}});
  return Done{};
}

Status Groups::note_cost(const std::string& path) {
  TRY_ASSIGN(const RunId id, run_of(path));
  return note_cost_of(path, id);
}

Status Groups::watch_costs() {
  constexpr Milliseconds kEvery{2'000};
  const Milliseconds now = ports_.ports.clock.monotonic();
  if (now < looked_ + kEvery) return Done{};
  looked_ = now;
  llm::Amount used;
  for (const auto& [path, one] : running_) {
    const Result<run::RunState> state = run::load_run(ports_.layout, one->id);
    if (!state) continue;
    const run::RunBranchCost more = cost_since(path, one->id.text(), one->counted, state->cost);
    used.add({.tokens = saturating_add(more.tokens_in, more.tokens_out),
              .cost = more.micros,
              .time = {}});
  }
  const Status held = parts_.models.budget->hold(used);
  if (held || held.error().code != Errc::denied) return held;
  const std::lock_guard guard(mutex_);
  for (const auto& [path, one] : running_) {
    one->over_budget = held.error().message;
    one->cancel.request();
  }
  return Done{};
}

std::optional<EndedBranch> Groups::wait(Milliseconds moment) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, moment, [this] { return !ended_.empty(); });
  if (ended_.empty()) return std::nullopt;
  EndedBranch ended = std::move(ended_.front());
  ended_.erase(ended_.begin());
  lock.unlock();
  const auto found = running_.find(ended.path);
  found->second->thread.join();
  running_.erase(found);
  return ended;
}

Result<Outcome> Groups::fan_in(const pipeline::Node& group, const std::string& path,
                               const pipeline::WalkState& walked) {
  TRY(stages::open_worktree(parts_.scope, parts_.settings, parts_.checkout));
  // Of a process of this run that was killed before it could.
  for (const pipeline::Node& child : group.children) {
    TRY(note_cost(pipeline::below(path, child.name)));
  }
  TRY_ASSIGN(const store::JournalContent journal,
             store::read_journal(ports_.layout.run(parts_.scope.id)));
  TRY_ASSIGN(const GroupReady made, ready_of(journal.events, path));
  const int turn = runner::turn_of(journal.events, path);
  const auto ground = git_fan_in(
      {.ports = ports_, .setting = setting_, .parts = parts_, .group = group, .ready = made});
  return bring_together({.group = group,
                         .ready = made,
                         .turn = turn - 1,
                         .walked = walked,
                         .earlier = journal.events,
                         .events = parts_.scope.events,
                         .ground = *ground});
}

}  // namespace pawl::runner
