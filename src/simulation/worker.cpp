#include "simulation/worker.hpp"

#include "pipeline/node_paths.hpp"
#include "run/effects.hpp"
#include "run/events.hpp"
#include "runner/branch_order.hpp"
#include "runner/fan_in.hpp"
#include "runner/group_journal.hpp"
#include "simulation/actors.hpp"
#include "simulation/memory_forge.hpp"
#include "simulation/memory_ground.hpp"

namespace pawl::simulation {
namespace {

using pipeline::Outcome;

// From this attempt of a run on all that can go well does.
constexpr int kWellFrom = 4;
constexpr int kStageMost = 90'000;  // ms

std::uint64_t mixed(std::uint64_t seed, std::string_view text) {
  for (const char c : text) seed = seed * 131 + static_cast<unsigned char>(c);
  return Dice(seed).roll();
}

Error lost(const std::string& what) { return fail(Errc::upstream, "no answer to " + what); }

}  // namespace

llm::LlmCall a_call() {
  return {.role = "worker",
          .model = "m",
          .attempt = 1,
          .took = Milliseconds(1),
          .tokens_in = 100,
          .tokens_out = 10,
          .finish = "stop",
          .outcome = "answered",
          .error = {},
          .record = "",
          .cost = static_cast<double>(kCallMicros) / 1e6};
}

Worker::~Worker() {
  for (const auto& [path, one] : running_) {
    if (!world_.is_alive(one.pid)) continue;
    Process& branch = world_.process(one.pid);
    if (world_.is_dying() && !branch.stalled && world_.happens(What::orphaned, 2)) {
      branch.orphan = true;
    } else {
      world_.kill(one.pid);
    }
  }
}

Status Worker::go_on() {
  world_.port();
  if (self_.cancel.requested()) return fail(Errc::cancelled, "interrupted");
  return Done{};
}

std::string_view Worker::phase_of(const pipeline::Node& stage) {
  return stage.type == "work" ? "WORKING" : "PR_OPEN";
}

std::string Worker::step_of(const std::string& path) const {
  int turn = 1;
  for (const JournalEvent& event : run_.events) {
    if (!event.is(run::kStageEnd)) continue;
    const run::StageEnd end = run::stage_end_of(event);
    if (end.stage == path && (end.outcome == "done" || end.outcome == "skipped")) ++turn;
  }
  return path + "#" + std::to_string(turn);
}

Result<Outcome> Worker::stage(const pipeline::StageToRun& one) {
  world_.port();
  world_.sleep(Milliseconds(world_.amount(What::stage_ms, kStageMost)));
  if (world_.happens(What::stall, world_.faults.stall)) {
    world_.tell(run_.id.text() + " stalls");
    self_.stalled = world_.now;
    world_.port();
  }
  if (one.node->type == "publish") {
    TRY(publish());
    return Outcome{};
  }
  if (one.node->type == "open") {
    TRY(open_pull());
    return Outcome{};
  }
  switch (mixed(world_.seed, one.path) % 5) {
    case 0: break;
    case 1: TRY(comment(one.path)); break;
    default:
      TRY(pay());
      TRY(commit(one.path));
      break;
  }
  return outcome_of(one.path, one.attempt);
}

// What an agent cost: chains count that of their children.
Status Worker::pay() {
  if (run_.parent.empty() || run_.is_branch()) return Done{};
  return journal_.append(llm::to_event(a_call()));
}

Outcome Worker::outcome_of(const std::string& path, int attempt) const {
  if (world_.faults.kill == 0 || run_.state.attempt >= kWellFrom) return {};
  Dice dice(mixed(world_.seed + static_cast<std::uint64_t>(attempt + 100 * run_.state.attempt),
                  run_.id.text() + path));
  const int rolled = dice.below(100);
  if (rolled < 76) return {};
  if (rolled < 80) return Outcome::skip("nothing to do");
  if (rolled < 85) return Outcome::part("budget", 7, "a part of " + path);
  if (rolled < 87) return Outcome::finish(run::RunStatus::nothing_to_do, 3, "end at " + path);
  if (rolled < 92) return Outcome::bail("conflict", 1, "bail at " + path);
  if (rolled < 97) return Outcome::retry(Milliseconds(dice.below(1000)), "later");
  return Outcome::wait("for a person at " + path);
}

// ---- effects

bool Worker::intends(const std::string& key) const { return run_.state.effects.contains(key); }

Status Worker::commit(const std::string& path) {
  const std::string step = step_of(path);
  const auto find = [&]() -> Result<std::optional<Json>> {
    world_.port();
    if (world_.refused()) return lost("a look at the worktree");
    const std::string made = commit_of_step(world_, run_, step);
    return made.empty() ? std::optional<Json>() : std::optional(Json(made));
  };
  const auto act = [&]() -> Result<Json> {
    world_.port();
    Tree tree = world_.git.files(run_.head);
    const std::string content = "by " + run_.id.text() + " " + step;
    tree[run_.id.text() + "/" + step] = content;
    if (mixed(world_.seed, run_.id.text() + path) % 7 == 0) tree["shared"] += content;
    std::string made = commit_step(world_, run_, step, world_.git.keep(tree));
    world_.written.push_back(content);
    world_.did("commit " + step + " of " + run_.id.text(), intends("commit:" + step));
    world_.port();
    if (world_.lost()) return lost("a commit");
    return Json(std::move(made));
  };
  const run::RunState state = journal_.state();
  TRY(run::perform(journal_, state, {.key = "commit:" + step, .kind = "commit"}, {find, act}));
  return Done{};
}

Status Worker::comment(const std::string& path) {
  const std::string key = "comment:" + run_.id.text() + ":" + step_of(path);
  const auto find = [&]() -> Result<std::optional<Json>> {
    world_.port();
    if (world_.refused()) return lost("a question");
    return world_.deeds.contains(key) ? std::optional(Json(key)) : std::optional<Json>();
  };
  const auto act = [&]() -> Result<Json> {
    world_.port();
    if (world_.refused()) return lost("a comment");
    world_.did(key, intends(key));
    world_.port();
    if (world_.lost()) return lost("a comment");
    return Json(key);
  };
  const run::RunState state = journal_.state();
  TRY(run::perform(journal_, state, {.key = key, .kind = "comment"}, {find, act}));
  return Done{};
}

Status Worker::publish() {
  const std::string ref = "refs/heads/" + run_.state.branch;
  const std::string head = run_.head;
  const auto find = [&]() -> Result<std::optional<Json>> {
    world_.port();
    return world_.git.at(ref) == head ? std::optional(Json(head)) : std::optional<Json>();
  };
  const auto act = [&]() -> Result<Json> {
    world_.port();
    if (world_.refused()) return lost("a push");
    world_.git.move(ref, head, world_.git.at(ref));
    if (!intends("publish:" + head)) world_.wrong("a branch is published before that is intended");
    world_.port();
    if (world_.lost()) return lost("a push");
    return Json(head);
  };
  const run::RunState state = journal_.state();
  TRY(run::perform(journal_, state, {.key = "publish:" + head, .kind = "publish"}, {find, act}));
  return Done{};
}

Status Worker::open_pull() {
  if (run_.head == run_.base) return Done{};
  const auto forge = memory_forge(world_, false);
  const auto find = [&]() -> Result<std::optional<Json>> {
    TRY_ASSIGN(const auto pull, forge->pulls().find_by_run(run_.id.text()));
    return pull ? std::optional(Json(pull->number)) : std::optional<Json>();
  };
  const auto act = [&]() -> Result<Json> {
    TRY_ASSIGN(const auto opened, forge->pulls().open({.title = "Work",
                                                       .body = {},
                                                       .base = kMain,
                                                       .branch = run_.state.branch,
                                                       .base_commit = run_.base,
                                                       .head_commit = run_.head,
                                                       .run = run_.id.text(),
                                                       .labels = {}}));
    return Json(opened.pull.number);
  };
  const run::RunState state = journal_.state();
  TRY_ASSIGN(
      const Json number,
      run::perform(journal_, state, {.key = "pull_request", .kind = "pull_request"}, {find, act}));
  if (state.pr) return Done{};
  return journal_.append(to_event(run::PrOpened{
      .number = number.int_or(0), .url = {}, .branch = run_.state.branch, .head = run_.head}));
}

// ---- parallel groups

Status Worker::give_up(const std::vector<std::string>& branches) {
  SimShelf shelf(world_, runner::kDyingMost);
  for (const std::string& name : branches) {
    SimRun& branch = world_.run(name);
    TRY_ASSIGN(const store::ProcessLock lock, shelf.lock(branch.id));
    if (branch.head.empty() || branch.head == branch.base) continue;
    world_.git.rescue(branch.head, name);
    world_.port();
    branch.head.clear();
  }
  return Done{};
}

SimRun& Worker::make_branch(const pipeline::Node& child, const std::string& path, const RunId& id) {
  const auto found = world_.runs.find(id.text());
  pipeline::Definition definition{.name = run_.definition.name + ":" + path, .summary = {}};
  definition.root.children.push_back(child);
  SimRun& branch =
      found == world_.runs.end() ? world_.make_run(id, std::move(definition)) : *found->second;
  branch.parent = run_.id.text();
  branch.path = path;
  if (branch.events.empty()) branch.stands_on = run_.head;
  return branch;
}

Result<Outcome> Worker::fan_out(const pipeline::StageToRun& one, const std::string& group) {
  world_.port();
  const int turn = runner::turn_of(run_.events, group);
  if (turn > 1) {
    TRY_ASSIGN(const runner::GroupReady earlier, runner::ready_of(run_.events, group));
    TRY(give_up(earlier.runs));
  }
  runner::GroupReady made{.group = group, .head = run_.head, .base = run_.base, .runs = {}};
  for (const pipeline::Node& child : one.node->children) {
    const std::string at = pipeline::below(group, child.name);
    const RunId id = runner::branch_id(run_.id, at, turn);
    make_branch(child, at, id);
    made.runs.push_back(id.text());
    world_.port();
  }
  TRY(journal_.append(to_event(made)));
  return Outcome{};
}

Result<std::optional<Outcome>> Worker::start(const std::string& path) {
  TRY_ASSIGN(const runner::GroupReady group,
             runner::ready_of(run_.events, path.substr(0, path.rfind('/'))));
  for (const std::string& name : group.runs) {
    SimRun& branch = world_.run(name);
    if (branch.path != path) continue;
    const Process& process = start_work(world_, branch);
    running_[path] = {.run = name, .pid = process.pid};
    world_.port();
    return std::optional<Outcome>();
  }
  return fail(Errc::not_found, "the branch " + path + " was never made ready");
}

void Worker::cancel(const std::string& path) {
  const auto found = running_.find(path);
  if (found == running_.end()) return;
  found->second.cancelled = true;
  Process& branch = world_.process(found->second.pid);
  branch.cancel.request();
  if (branch.stalled || branch.deaf) world_.kill(branch.pid);
}

Result<std::optional<runner::EndedBranch>> Worker::wait(Milliseconds moment) {
  for (const auto& [path, one] : running_) {
    if (world_.is_alive(one.pid)) continue;
    const SimRun& branch = world_.run(one.run);
    const runner::GoneBranch gone{.path = path,
                                  .cancelled = one.cancelled,
                                  .exited = !world_.was_killed(one.pid),
                                  .how = "killed"};
    const bool begun = !branch.events.empty();
    runner::EndedBranch ended{
        .path = path,
        .outcome = runner::outcome_of_gone(
            gone, begun ? std::optional(run::fold(branch.events)) : std::nullopt)};
    running_.erase(path);
    world_.port();
    return std::optional(std::move(ended));
  }
  for (const auto& [path, one] : running_) world_.end_if_stalled(one.pid);
  world_.sleep(moment);
  return std::optional<runner::EndedBranch>();
}

Result<Outcome> Worker::fan_in(const pipeline::StageToRun& one, const std::string& group,
                               const pipeline::WalkState& walked) {
  world_.port();
  TRY_ASSIGN(const runner::GroupReady made, runner::ready_of(run_.events, group));
  const std::vector<JournalEvent> earlier = run_.events;
  const auto ground = memory_fan_in(world_, run_, group);
  return runner::bring_together({.group = *one.node,
                                 .ready = made,
                                 .turn = runner::turn_of(earlier, group) - 1,
                                 .walked = walked,
                                 .earlier = earlier,
                                 .events = journal_,
                                 .ground = *ground});
}

}  // namespace pawl::simulation
