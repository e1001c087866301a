#include "runner/replay.hpp"

#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "git/worktrees/signing.hpp"
#include "llm/models.hpp"
#include "planner/plan.hpp"
#include "run/run_index.hpp"
#include "runner/live.hpp"
#include "runner/request.hpp"
#include "runner/target.hpp"
#include "stages/context_windows.hpp"
#include "stages/measuring/metrics_events.hpp"
#include "stages/planning/plan_artifact.hpp"
#include "stages/reviewing/mending.hpp"
#include "stages/run_memory.hpp"

namespace pawl::runner {
namespace {

constexpr std::string_view kPreflight = "preflight";
constexpr std::string_view kWork = "work";
constexpr std::string_view kCritics = "critics";  // may mend what the work left

// The days and hours of the recorded run, so that a text that names the date names the same one.
class ClockOfThen final : public os::Clock {
 public:
  ClockOfThen(os::Clock& clock, Timestamp then) : clock_(clock), shift_(then - clock.now()) {}
  Timestamp now() const override { return clock_.now() + shift_; }
  Milliseconds monotonic() const override { return clock_.monotonic(); }
  std::chrono::nanoseconds ticks() const override { return clock_.ticks(); }
  bool sleep(Milliseconds duration, const os::Cancel* cancel) override {
    return clock_.sleep(duration, cancel);
  }

 private:
  os::Clock& clock_;
  Milliseconds shift_;
};

// What comes after that offers the work to others. Critics are asked again where they were asked.
bool comes_after_work(const pipeline::Node& node, bool critics) {
  return !critics || node.name != kCritics;
}

// Everything up to the work and its critics; what a stage before `from` left is taken from the
// recording.
struct Part {
  pipeline::Definition pipeline;
  std::vector<std::string> skipped;
};

Result<Part> part_of(const run::RunState& recorded, const std::string& from, bool critics) {
  TRY_ASSIGN(pipeline::Definition pipeline, embedded_pipeline(recorded.pipeline));
  Part part{.pipeline = std::move(pipeline), .skipped = {}};
  std::vector<pipeline::Node>& nodes = part.pipeline.root.children;
  const auto last =
      std::find_if(nodes.begin(), nodes.end(), [](const auto& node) { return node.name == kWork; });
  if (last == nodes.end()) {
    return fail(Errc::invalid, "the pipeline " + recorded.pipeline + " cannot be replayed");
  }
  nodes.erase(std::remove_if(last + 1, nodes.end(),
                             [&](const auto& node) { return comes_after_work(node, critics); }),
              nodes.end());
  if (from.empty()) return part;
  // Critics read what the work made: they do not begin a replay.
  const auto first = std::find_if(nodes.begin(), nodes.end(), [&](const auto& node) {
    return node.name == from && node.name != kCritics;
  });
  if (first == nodes.end()) {
    std::vector<std::string> names;
    for (const pipeline::Node& node : nodes) {
      if (node.name != kCritics) names.push_back(node.name);
    }
    return fail(Errc::invalid, "a replay has no stage \"" + printable(from, 60) + "\"; it has " +
                                   join(names, ", "));
  }
  // Without a worktree there is nothing to work in.
  for (auto node = nodes.begin(); node != first; ++node) {
    if (node->name != kPreflight) part.skipped.push_back(node->name);
  }
  std::erase_if(nodes, [&](const pipeline::Node& node) {
    return std::find(part.skipped.begin(), part.skipped.end(), node.name) != part.skipped.end();
  });
  return part;
}

// What is read before it is made anew, or not made at all because its stage is skipped.
std::vector<std::string_view> kept_artifacts(const Part& part) {
  std::vector<std::string_view> names{stages::kPlanFileCopy, stages::kPlanChanged, stages::kMemory,
                                      stages::kRooms};
  for (const std::string& stage : part.skipped) {
    if (stage == "analyze") names.push_back(stages::kReportBefore);
    if (stage == "plan") names.push_back(stages::kPlan);
  }
  return names;
}

Status copy_artifacts(stages::Artifacts& from, stages::Artifacts& to, const Part& part) {
  for (const std::string_view name : kept_artifacts(part)) {
    TRY_ASSIGN(const auto text, from.read(name));
    if (text) TRY(to.write(name, *text));
  }
  return Done{};
}

Status check_folder(os::Files& files, const std::string& folder) {
  TRY_ASSIGN(const auto stat, files.stat(folder));
  if (!stat) return files.make_folders(folder, 0700);
  if (stat->type != os::FileType::folder) return fail(Errc::denied, folder + " is no folder");
  TRY_ASSIGN(const auto names, files.list(folder));
  if (names.empty()) return Done{};
  return fail(Errc::denied, folder + " holds something already; name a new folder for the replay");
}

// Nothing outside is asked, and nothing ends it early.
config::Resolved settings_of(const config::Resolved& resolved, bool played) {
  config::Resolved out = resolved;
  out.config.memory_gateway.clear();
  out.config.sign = "off";  // a signature is no part of what is compared
  if (!played) return out;
  for (config::Limits* limits : {&out.config.call_budget, &out.config.stage_budget,
                                 &out.config.run_budget, &out.config.day_budget}) {
    *limits = {};
  }
  return out;
}

Result<std::string> read_plan(stages::Artifacts& artifacts) {
  TRY_ASSIGN(auto text, artifacts.read(stages::kPlan));
  return std::move(text).value_or("");
}

std::vector<std::string> subtask_ids(const std::string& plan) {
  std::vector<std::string> ids;
  const auto json = Json::parse(plan);
  const auto parsed = json ? planner::plan_from_json(*json) : Result<planner::TaskPlan>(Error{});
  if (!parsed) return ids;
  for (const planner::Task& task : parsed->tasks) {
    for (const planner::Subtask& subtask : task.subtasks) ids.push_back(subtask.id);
  }
  return ids;
}

const run::SubtaskState* subtask_of(const run::RunState& state, const std::string& id) {
  const auto found = state.subtasks.find(id);
  return found == state.subtasks.end() ? nullptr : &found->second;
}

std::string tree_of(git::Git& git, const std::string& folder, const std::string& commit) {
  return git.tree_of(folder, commit).value_or("");
}

class Comparison {
 public:
  Comparison(git::Git& git, ReplayEnd& end) : git_(git), end_(end) {}

  void run() {
    const auto then = subtask_ids(end_.plan_then);
    const auto now = subtask_ids(end_.plan_now);
    for (const std::string& id : then) add(id, true, has(now, id));
    for (const std::string& id : now) {
      if (!has(then, id)) add(id, false, true);
    }
    // What critics had mended is in no plan.
    for (const std::string_view mending : {stages::kRefine, stages::kMendQa}) {
      const std::string id(mending);
      const bool did = subtask_of(end_.recorded, id) != nullptr;
      const bool does = subtask_of(end_.replayed, id) != nullptr;
      if (did || does) add(id, did, does);
    }
  }

 private:
  static bool has(const std::vector<std::string>& ids, const std::string& id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  }

  void add(const std::string& id, bool planned_then, bool planned_now) {
    SubtaskPair pair{.id = id};
    const run::SubtaskState none;
    const auto* then = subtask_of(end_.recorded, id);
    const auto* now = subtask_of(end_.replayed, id);
    if (planned_then) pair.then = to_string((then ? *then : none).status);
    if (planned_now) pair.now = to_string((now ? *now : none).status);
    if (then != nullptr) pair.commit_then = then->commit;
    if (now != nullptr) pair.commit_now = now->commit;
    if (now != nullptr) pair.reason_now = now->reason;
    const auto status = (then ? *then : none).status;
    pair.open_then = planned_then && (status == run::SubtaskStatus::pending ||
                                      status == run::SubtaskStatus::in_progress);
    pair.same_tree = same_tree(pair);
    pair.same_unsigned = pair.same_tree && same_unsigned(pair);
    end_.subtasks.push_back(std::move(pair));
  }

  bool same_tree(const SubtaskPair& pair) {
    if (pair.commit_then.empty() || pair.commit_now.empty()) return false;
    if (pair.commit_then == pair.commit_now) return true;
    std::string then = tree_of(git_, end_.recorded.target, pair.commit_then);
    if (then.empty()) then = tree_of(git_, end_.recorded.worktree, pair.commit_then);
    return !then.empty() && then == tree_of(git_, end_.replayed.worktree, pair.commit_now);
  }

  // Empty: nobody can say.
  std::string unsigned_of(const std::string& folder, const std::string& commit) {
    return git::unsigned_id(git_, folder, end_.recorded.base_commit, commit).value_or("");
  }

  bool same_unsigned(const SubtaskPair& pair) {
    if (pair.commit_then == pair.commit_now) return true;
    std::string then = unsigned_of(end_.recorded.target, pair.commit_then);
    if (then.empty()) then = unsigned_of(end_.recorded.worktree, pair.commit_then);
    return !then.empty() && then == unsigned_of(end_.replayed.worktree, pair.commit_now);
  }

  git::Git& git_;
  ReplayEnd& end_;
};

// What is recorded of a run.
struct Tape {
  RunId id;
  run::RunState state;
  stages::Request request;
  std::unique_ptr<llm::Replay> answers;
};

Result<Tape> load_tape(const RunPorts& ports, const std::string& name) {
  os::Files& files = ports.ports.files;
  TRY_ASSIGN(const RunId id, run::find_run(files, ports.layout, name));
  TRY_ASSIGN(run::RunState state, run::load_run(ports.layout, id));
  if (state.base_commit.empty()) {
    return fail(Errc::invalid, "the run " + id.text() + " ended (" + printable(state.reason, 200) +
                                   ") before it had a worktree; there is nothing to replay");
  }
  stages::Artifacts artifacts(files, ports.config.redactor, ports.layout.artifacts(id));
  TRY_ASSIGN(const Json saved, artifacts.read_json(kRequest));
  TRY_ASSIGN(stages::Request request, request_from_json(saved));
  TRY_ASSIGN(auto answers, llm::Replay::open(files, ports.layout.model_records(id)));
  return Tape{.id = id,
              .state = std::move(state),
              .request = std::move(request),
              .answers = std::move(answers)};
}

bool asked_critics(const llm::Replay& answers) {
  using config::Role;
  constexpr auto kRoles =
      std::to_array<Role>({Role::critic, Role::devil, Role::questioner, Role::defender});
  return std::any_of(kRoles.begin(), kRoles.end(),
                     [&](Role role) { return answers.asked_by(std::string(to_string(role))); });
}

Result<Chosen> chosen_of(const Tape& tape, const ReplayOptions& options) {
  Chosen chosen{.id = tape.id, .request = tape.request, .state = {}, .resumed = false};
  chosen.request.yes = true;
  if (!options.model.empty()) {
    chosen.request.model = options.model;
    chosen.request.worker_model = options.model;
  }
  return chosen;
}

Status compare(Live& live, const Tape& tape, stages::Artifacts& then, stages::Artifacts& now,
               ReplayEnd& end) {
  TRY_ASSIGN(end.plan_then, read_plan(then));
  TRY_ASSIGN(end.plan_now, read_plan(now));
  Comparison(live.setting.git, end).run();
  end.questions = tape.answers->divergences();
  end.unasked = tape.answers->unasked();
  return Done{};
}

Json pair_json(const SubtaskPair& pair) {
  return Json::object({{"subtask", pair.id},
                       {"then", pair.then},
                       {"now", pair.now},
                       {"commit_then", pair.commit_then},
                       {"commit_now", pair.commit_now},
                       {"same_tree", pair.same_tree},
                       {"reason_now", pair.reason_now},
                       {"same", pair.same()}});
}

Json question_json(const llm::Divergence& question) {
  return Json::object({{"role", question.role},
                       {"purpose", question.purpose},
                       {"then", question.recorded},
                       {"now", question.asked}});
}

Json state_json(const run::RunState& state) {
  return Json::object(
      {{"state", run::to_string(state.status)}, {"exit", state.exit}, {"reason", state.reason}});
}

}  // namespace

bool SubtaskPair::same() const {
  return open_then || (then == now && (commit_then == commit_now || same_unsigned));
}

bool ReplayEnd::ended_alike() const {
  if (plan_then.empty()) return recorded.status == replayed.status;
  return replayed.status != run::RunStatus::failed || recorded.status == run::RunStatus::failed;
}

bool ReplayEnd::same() const {
  return ended_alike() && plan_then == plan_now &&
         std::all_of(subtasks.begin(), subtasks.end(),
                     [](const SubtaskPair& pair) { return pair.same(); });
}

std::optional<LineDifference> ReplayEnd::plan_difference() const {
  return first_difference(plan_then, plan_now);
}

Result<ReplayEnd> replay(const RunPorts& ports, const ReplayOptions& options) {
  if (!options.model.empty()) {
    TRY_ASSIGN([[maybe_unused]] const llm::ModelSpec spec, llm::parse_spec(options.model));
  }
  TRY_ASSIGN(Tape tape, load_tape(ports, options.run));
  TRY_ASSIGN(const Part part, part_of(tape.state, options.from, asked_critics(*tape.answers)));
  os::Files& files = ports.ports.files;
  TRY(check_folder(files, options.state_folder));
  const store::Layout layout{.config_folder = ports.layout.config_folder,
                             .state_folder = options.state_folder};
  TRY(files.make_folders(layout.runs(), 0700));
  ClockOfThen clock(ports.ports.clock, tape.state.begun_at);
  os::Ports world{.clock = clock,
                  .files = files,
                  .processes = ports.ports.processes,
                  .http = ports.ports.http,
                  .random = ports.ports.random,
                  .cancel = ports.ports.cancel,
                  .environment = ports.ports.environment,
                  .folder = ports.ports.folder};
  const bool played = options.model.empty();
  const config::Resolved config = settings_of(ports.config, played);
  git::Git git(world.processes, git_options(world, config.config));
  TRY_ASSIGN(git::Target target, resolve_target(world, git, tape.state.target));
  TRY_ASSIGN(std::unique_ptr<store::Database> database, store::Database::open(layout.database()));
  // Only a model that is asked spends something of this day.
  std::unique_ptr<store::Database> account;
  if (!played) {
    TRY_ASSIGN(account, store::Database::open(ports.layout.database()));
  }
  stages::Artifacts then(files, config.redactor, ports.layout.artifacts(tape.id));
  stages::Artifacts now(files, config.redactor, layout.artifacts(tape.id));
  TRY(copy_artifacts(then, now, part));

  const stages::Recording recording{.state = tape.state, .answers = played};
  tape.answers->stands_for(layout.state_folder, ports.layout.state_folder);
  const RunPorts replay_ports{.ports = world,
                              .config = config,
                              .layout = layout,
                              .listener = ports.listener,
                              .confirm = ports.confirm};
  Setting setting{
      .git = std::move(git), .target = std::move(target), .database = std::move(database)};
  TRY_ASSIGN(Chosen chosen, chosen_of(tape, options));
  TRY_ASSIGN(std::unique_ptr<RunJournal> journal, open_journal(replay_ports, setting, chosen));
  Live live{.ports = replay_ports,
            .setting = std::move(setting),
            .chosen = std::move(chosen),
            .journal = std::move(journal),
            .recording = &recording,
            .account = account.get()};
  if (played) {
    live.played = [&](config::Role role, const std::string& spec) {
      return tape.answers->model(std::string(to_string(role)), spec);
    };
  }
  const RunEnd ended = go(live, part.pipeline);
  if (ports.ports.cancel.requested()) return fail(Errc::cancelled, "the replay was asked to stop");
  ReplayEnd end{.recorded = tape.state, .replayed = ended.state};
  TRY(compare(live, tape, then, now, end));
  return end;
}

Json to_json(const ReplayEnd& end) {
  Json subtasks = Json::array();
  for (const SubtaskPair& pair : end.subtasks) subtasks.push(pair_json(pair));
  Json questions = Json::array();
  for (const llm::Divergence& question : end.questions) questions.push(question_json(question));
  Json plan = Json::object({{"same", end.plan_then == end.plan_now}});
  if (const auto difference = end.plan_difference()) {
    plan.set("line", difference->line);
    plan.set("then", difference->before);
    plan.set("now", difference->after);
  }
  return Json::object({{"version", 1},
                       {"run", end.recorded.run},
                       {"same", end.same()},
                       {"base_commit", end.recorded.base_commit},
                       {"then", state_json(end.recorded)},
                       {"now", state_json(end.replayed)},
                       {"plan", std::move(plan)},
                       {"subtasks", std::move(subtasks)},
                       {"questions", std::move(questions)},
                       {"unasked", Json::array_of(end.unasked)}});
}

}  // namespace pawl::runner
