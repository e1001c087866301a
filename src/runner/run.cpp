#include "runner/run.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "memory/catch_up.hpp"
#include "pipeline/dry_walk.hpp"
#include "pipeline/expand.hpp"
#include "pipeline/inputs.hpp"
#include "pipeline/walk_events.hpp"
#include "planner/verticals.hpp"
#include "run/run_index.hpp"
#include "runner/before.hpp"
#include "runner/branch_order.hpp"
#include "runner/claim_run.hpp"
#include "runner/clean.hpp"
#include "runner/discard.hpp"
#include "runner/hold.hpp"
#include "runner/live.hpp"
#include "runner/request.hpp"
#include "runner/select.hpp"
#include "runner/target.hpp"
#include "stages/models.hpp"
#include "stages/planning/plan_artifact.hpp"
#include "store/journal.hpp"
#include "store/lock.hpp"

namespace pawl::runner {
namespace {

// The lock says who is at work, but its file can be removed or replaced while a run holds it.
Status check_nobody_works(const store::Layout& layout, store::Database& database,
                          const git::Target& target, const std::string& pipeline) {
  TRY_ASSIGN(const std::vector<run::RunRow> rows,
             run::RunTable(database).of_target(target.location));
  for (const run::RunRow& row : rows) {
    const auto id = RunId::parse(row.run);
    if (row.exit >= 0 || !id) continue;
    const auto state = run::load_run(layout, *id);
    if (!state || !is_at_work(*state) || state->pipeline != pipeline) continue;
    return fail(Errc::conflict, "the repository is busy: process " + std::to_string(state->pid) +
                                    " (run " + row.run +
                                    ") works on it, though its lock file was replaced; wait for "
                                    "its end or stop it");
  }
  return Done{};
}

// One run of a pipeline at a time on one repository: a policy. What keeps two processes off one run
// is the lock of the run.
Result<store::ProcessLock> lock_pipeline(const RunPorts& ports, const git::Target& target,
                                         const std::string& pipeline) {
  return store::ProcessLock::acquire(ports.ports.files,
                                     ports.layout.lock(store::lock_name(target.key, pipeline)),
                                     store::this_process(), "the repository");
}

Result<pipeline::Definition> definition_of(const RunOptions& options) {
  if (options.definition) return *options.definition;
  return embedded_pipeline(options.pipeline);
}

struct Locked {
  Setting setting;
  std::optional<store::ProcessLock> lock;  // of the pipeline, where its runs are one at a time
  std::string base = {};                   // of a new run: the branch it begins at
};

Result<Locked> prepare(const RunPorts& ports, const RunOptions& options) {
  os::Ports& world = ports.ports;
  git::Git git(world.processes, git_options(world, ports.config.config));
  TRY_ASSIGN(git::Target target, resolve_target(world, git, options.target));
  TRY(world.files.make_folders(ports.layout.state_folder, 0700));
  TRY(world.files.make_folders(ports.layout.runs(), 0700));
  TRY_ASSIGN(const pipeline::Definition pipeline, definition_of(options));
  std::optional<store::ProcessLock> lock;
  if (pipeline.one_at_a_time) {
    TRY_ASSIGN(lock, lock_pipeline(ports, target, options.pipeline));
  }
  TRY_ASSIGN(std::unique_ptr<store::Database> database,
             store::Database::open(ports.layout.database()));
  if (lock) TRY(check_nobody_works(ports.layout, *database, target, options.pipeline));
  return Locked{.setting = {.git = std::move(git),
                            .target = std::move(target),
                            .database = std::move(database)},
                .lock = std::move(lock)};
}

// A run, and what keeps others off it.
struct Claimed {
  Chosen chosen;
  store::ProcessLock lock;
  std::optional<store::ProcessLock> pipeline_lock = {};  // of another pipeline than the caller's
};

// Who only looks at a run (a cleaner, a starter that puts away what never began) holds it for a
// moment.
DiskShelf shelf_of(const RunPorts& ports) {
  return DiskShelf(ports.ports, ports.layout, Milliseconds(500));
}

// The run a resume goes on with: of the caller's pipeline where there is one, and none that another
// process works on.
Result<run::RunState> newest_unfinished(const RunPorts& ports, const Setting& setting,
                                        const std::string& pipeline) {
  const git::Target& target = setting.target;
  TRY_ASSIGN(auto runs,
             unfinished_runs(ports.ports.files, ports.layout, *setting.database, target.location));
  std::erase_if(runs, [](const run::RunState& state) { return is_at_work(state); });
  if (runs.empty()) {
    return fail(Errc::not_found,
                "no unfinished run of " + target.name + " to resume; start one without --resume");
  }
  const auto own = std::find_if(runs.begin(), runs.end(), [&](const run::RunState& state) {
    return pipeline != "improve" && state.pipeline == pipeline;
  });
  return own == runs.end() ? std::move(runs.front()) : std::move(*own);
}

// The last part of the prefix says what runs are for; one that fixes an issue says so instead.
std::string branch_of(const std::string& prefix, const RunOptions& options,
                      const std::string& hex) {
  if (!options.branch.empty()) return options.branch;
  if (!options.issue) return prefix + "-" + hex;
  const auto slash = prefix.rfind('/');
  const std::string front = slash == std::string::npos ? prefix + "-" : prefix.substr(0, slash + 1);
  return front + "fix-" + std::to_string(options.issue->number) + "-" + hex;
}

// What ids are made of, before their hex digits.
std::string name_of(const git::Target& target, const RunOptions& options) {
  if (!options.description.empty()) return options.description;
  if (!options.issue) return target.name;
  constexpr std::size_t kNameMax = 30;
  return slug(target.name, kNameMax) + "-fix-" + std::to_string(options.issue->number);
}

// A scope that is about something a person names needs that.
Status check_subject(const planner::Vertical* vertical, const RunOptions& options) {
  if (vertical == nullptr || !vertical->named_subject) return Done{};
  if (options.issue || !options.recipes.empty() || !options.task.empty()) return Done{};
  const std::string name(vertical->name);
  return fail(Errc::invalid, "the scope " + name + " needs to know of what; see `pawl " +
                                 (name == "task" ? "run" : name) + " --help`");
}

Result<stages::Request> new_request(const RunPorts& ports, const RunOptions& options,
                                    const std::string& hex) {
  const config::Config& config = ports.config.config;
  TRY_ASSIGN(const planner::Vertical* vertical, planner::vertical_named(config.scope));
  TRY(check_subject(vertical, options));
  stages::Request request;
  request.scope = vertical == nullptr ? "" : std::string(vertical->name);
  request.target = options.target;
  request.base = options.base;
  request.branch = branch_of(config.branch_prefix, options, hex);
  request.issue = options.issue;
  request.task = options.task;
  request.recipes = options.recipes;
  request.notes = options.notes;
  request.title = options.title;
  request.model = stages::spec_of(config, config::Role::planner);
  request.worker_model = stages::spec_of(config, config::Role::worker);
  if (!options.recipes.empty()) request.model = request.worker_model = "recipes:";
  request.pipeline = options.pipeline;
  request.pull = options.pull;
  request.plan_file = options.plan_file;
  request.attempts_max = static_cast<int>(config.attempts_max);
  request.dry_run = options.dry_run;
  request.yes = options.yes;
  request.self_review = config.self_review;
  request.ci_watch = config.ci_watch && !options.no_ci_watch;
  request.ci_fix = config.ci_fix && !options.no_ci_fix;
  request.client = options.client;
  request.instructions = options.instructions;
  request.plan = options.plan;
  request.spec = options.spec;
  request.commands = options.commands;
  request.test_attempts_max = options.test_attempts_max;
  request.parent = options.parent;
  request.land_on = options.land_on;
  request.description = options.description;
  if (options.child) request.child = options.child->name;
  request.budget = options.budget;
  return request;
}

Result<std::string> read_plan_file(const RunPorts& ports, const std::string& name) {
  const std::string path = name.starts_with('/') ? name : os::join_path(ports.ports.folder, name);
  TRY_ASSIGN(
      std::string text,
      ports.ports.files.read(path, planner::kPlanFileBytesMax).during("reading the plan file"));
  TRY_ASSIGN([[maybe_unused]] const Json plan, planner::load_plan_file(name, text));
  return text;
}

// The plan file is copied when the run is made, so that a resume sees the same text.
Status keep_plan_file(const RunPorts& ports, const stages::Request& request,
                      stages::Artifacts& artifacts) {
  if (request.plan_file.empty()) return Done{};
  TRY_ASSIGN(const std::string text, read_plan_file(ports, request.plan_file));
  return artifacts.write(stages::kPlanFileCopy, text);
}

// The pipeline as it is now, with all its prompts, and what its inputs were handed: a resume goes
// on with these, whatever became of their files.
Status keep_pipeline(const RunOptions& options, stages::Artifacts& artifacts) {
  TRY_ASSIGN(const pipeline::Definition definition, definition_of(options));
  TRY_ASSIGN(const auto values, pipeline::input_values(definition, options.inputs));
  for (const auto& [artifact, text] : values) TRY(artifacts.write(artifact, text));
  if (options.child) {
    TRY(artifacts.write(kChildPipeline, pipeline::expanded_yaml(*options.child)));
  }
  return artifacts.write(kPipeline, pipeline::expanded_yaml(definition));
}

// What the command line says, before anything is asked or given up.
Status check_words(const RunPorts& ports, const RunOptions& options) {
  TRY_ASSIGN(const planner::Vertical* vertical, planner::vertical_named(ports.config.config.scope));
  TRY(check_subject(vertical, options));
  if (options.definition) {
    TRY_ASSIGN([[maybe_unused]] const auto values,
               pipeline::input_values(*options.definition, options.inputs));
  }
  if (options.plan_file.empty()) return Done{};
  const Result<std::string> plan = read_plan_file(ports, options.plan_file);
  return plan ? Status(Done{}) : Status(plan.error());
}

// What others left behind, and worktrees of runs that ended: what cannot be removed now is named by
// `pawl clean`, and is no reason not to start.
Status clean_up(const RunPorts& ports, Setting& setting, const std::string& own_lock) {
  const auto found = clean({.world = ports.ports,
                            .git = setting.git,
                            .database = *setting.database,
                            .layout = ports.layout,
                            .config = ports.config.config,
                            .own_lock = own_lock,
                            .ended_runs = false});
  const bool stopped = !found && found.error().code == Errc::cancelled;
  return stopped ? Status(found.error()) : Status(Done{});
}

Status check_same_issue(const stages::Request& request, const RunOptions& options,
                        const std::string& run) {
  if (!options.issue) return Done{};
  if (request.issue && request.issue->number == options.issue->number) return Done{};
  return fail(Errc::conflict, "the newest unfinished run of the target, " + run +
                                  ", is not about issue #" + std::to_string(options.issue->number) +
                                  "; go on with it by `pawl run --resume`, or give it up by "
                                  "`pawl reset " +
                                  run + "`");
}

Result<Chosen> begin_new(const RunPorts& ports, const RunOptions& options, const NewRun& made) {
  TRY_ASSIGN(stages::Request request, new_request(ports, options, made.hex));
  stages::Artifacts artifacts(ports.ports.files, ports.config.redactor,
                              ports.layout.artifacts(made.id));
  TRY(keep_plan_file(ports, request, artifacts));
  TRY(keep_pipeline(options, artifacts));
  TRY(artifacts.write_json(kRequest, to_json(request)));
  return Chosen{.id = made.id, .request = std::move(request), .state = {}, .resumed = false};
}

Result<stages::Request> read_request(const RunPorts& ports, const RunId& id) {
  stages::Artifacts artifacts(ports.ports.files, ports.config.redactor, ports.layout.artifacts(id));
  TRY_ASSIGN(const Json saved, artifacts.read_json(kRequest));
  return request_from_json(saved);
}

// The run that the caller holds.
Result<Claimed> go_on_with(const RunPorts& ports, const RunOptions& options, const Setting& setting,
                           const RunId& id, Held held) {
  run::RunState state = *std::move(held.state);
  std::optional<store::ProcessLock> pipeline_lock;
  if (state.pipeline != options.pipeline) {
    TRY_ASSIGN(const pipeline::Definition other, pipeline_of(ports, id, state.pipeline));
    if (other.one_at_a_time) {
      TRY_ASSIGN(pipeline_lock, lock_pipeline(ports, setting.target, state.pipeline));
      TRY(pipeline_lock->note_run(state.run));
    }
  }
  TRY_ASSIGN(stages::Request request, read_request(ports, id));
  TRY(check_same_issue(request, options, state.run));
  request.yes = request.yes || options.yes;
  request.ci_watch = request.ci_watch && !options.no_ci_watch;
  request.ci_fix = request.ci_fix && !options.no_ci_fix;
  return Claimed{.chosen = {.id = id,
                            .request = std::move(request),
                            .state = std::move(state),
                            .resumed = true,
                            .from = options.from},
                 .lock = std::move(held.lock),
                 .pipeline_lock = std::move(pipeline_lock)};
}

Result<Claimed> resume_newest(const RunPorts& ports, const RunOptions& options,
                              const Setting& setting) {
  TRY_ASSIGN(const run::RunState state, newest_unfinished(ports, setting, options.pipeline));
  TRY_ASSIGN(const RunId id, RunId::parse(state.run));
  DiskShelf shelf = shelf_of(ports);
  TRY_ASSIGN(Held held, hold_open(shelf, id));
  return go_on_with(ports, options, setting, id, std::move(held));
}

// A run that reserve() made, or any other by its id.
Result<Claimed> claim_named(const RunPorts& ports, const RunOptions& options,
                            const Setting& setting) {
  TRY_ASSIGN(const RunId id, RunId::parse(options.run));
  TRY_ASSIGN(const auto branch, read_order(ports.ports.files, ports.layout, id));
  if (branch) {
    return fail(Errc::conflict, "run " + id.text() + " is a branch of " + branch->parent +
                                    "; go on with that one, or with `pawl branch " + id.text() +
                                    "` alone");
  }
  DiskShelf shelf = shelf_of(ports);
  TRY_ASSIGN(Held held, hold_open(shelf, id));
  if (options.attempt) TRY(check_attempt(held, id, *options.attempt));
  if (held.state) return go_on_with(ports, options, setting, id, std::move(held));
  TRY_ASSIGN(stages::Request request, read_request(ports, id));
  return Claimed{.chosen = {.id = id, .request = std::move(request), .state = {}, .resumed = false},
                 .lock = std::move(held.lock)};
}

Result<Claimed> start(const RunPorts& ports, const RunOptions& options, const git::Target& target) {
  os::Ports& world = ports.ports;
  TRY_ASSIGN(NewRun made,
             claim_run(world.files, world.random, ports.layout, name_of(target, options)));
  TRY_ASSIGN(store::ProcessLock lock, shelf_of(ports).lock(made.id));
  Result<Chosen> chosen = begin_new(ports, options, made);
  // A run that cannot begin leaves nothing.
  if (!chosen) {
    TRY(world.files.remove_tree(ports.layout.run(made.id)));
    return std::move(chosen).error();
  }
  return Claimed{.chosen = *std::move(chosen), .lock = std::move(lock)};
}

// Where a resume is to go on must be known before anything is written.
Status check_from(const RunPorts& ports, const pipeline::Definition& pipeline,
                  const Chosen& chosen) {
  if (chosen.from.empty()) return Done{};
  TRY_ASSIGN(const store::JournalContent journal, store::read_journal(ports.layout.run(chosen.id)));
  pipeline::WalkState walked = pipeline::fold(pipeline, journal.events);
  return pipeline::resumed(pipeline, walked, chosen.from);
}

// What a run works on stands in its journal, or in its request while it has none.
Result<RunOptions> options_of_named(const RunPorts& ports, RunOptions options) {
  TRY_ASSIGN(const RunId id, RunId::parse(options.run));
  TRY_ASSIGN(const bool begun, run::has_journal(ports.ports.files, ports.layout, id));
  if (begun) {
    TRY_ASSIGN(const run::RunState state, run::load_run(ports.layout, id));
    options.target = state.target;
    options.pipeline = state.pipeline;
  } else {
    TRY_ASSIGN(const stages::Request request, read_request(ports, id));
    options.target = request.target;
    options.pipeline = request.pipeline;
  }
  TRY_ASSIGN(options.definition, pipeline_of(ports, id, options.pipeline));
  return options;
}

Result<Claimed> claim(const RunPorts& ports, const RunOptions& options, const Setting& setting) {
  switch (options.start) {
    case Start::resume: return resume_newest(ports, options, setting);
    case Start::named: return claim_named(ports, options, setting);
    case Start::fresh:
    case Start::reset: break;
  }
  return start(ports, options, setting.target);
}

// What a run that was made a moment ago needs no more: who made it has done that.
enum class Tidy : std::uint8_t { no, yes };

Result<Locked> prepare_new(const RunPorts& ports, const RunOptions& options,
                           Tidy tidy = Tidy::yes) {
  TRY_ASSIGN(Locked locked, prepare(ports, options));
  if (tidy == Tidy::no) return locked;
  TRY(memory::catch_up(ports.layout, *locked.setting.database, locked.setting.target.location));
  TRY(clean_up(ports, locked.setting,
               store::lock_name(locked.setting.target.key, options.pipeline)));
  const bool fresh = options.start == Start::fresh || options.start == Start::reset;
  if (!fresh) return locked;
  TRY(check_words(ports, options));
  TRY_ASSIGN(locked.base, check_before(ports, locked.setting, options));
  return locked;
}

Result<RunEnd> begin(const RunPorts& ports, const RunOptions& options, Tidy tidy = Tidy::yes) {
  TRY_ASSIGN(Locked locked, prepare_new(ports, options, tidy));
  if (options.start == Start::reset) {
    const DiscardPorts discard{.world = ports.ports,
                               .git = locked.setting.git,
                               .database = *locked.setting.database,
                               .config = ports.config.config};
    TRY(discard_unfinished(discard, ports.layout, locked.setting.target));
  }
  TRY_ASSIGN(Claimed claimed, claim(ports, options, locked.setting));
  Chosen& chosen = claimed.chosen;
  if (locked.lock) TRY(locked.lock->note_run(chosen.id.text()));
  TRY_ASSIGN(const pipeline::Definition pipeline,
             pipeline_of(ports, chosen.id, chosen.request.pipeline));
  TRY(check_from(ports, pipeline, chosen));
  TRY_ASSIGN(std::unique_ptr<RunJournal> journal, open_journal(ports, locked.setting, chosen));
  if (ports.begun) ports.begun(chosen.id);
  Live live{.ports = ports,
            .setting = std::move(locked.setting),
            .chosen = std::move(chosen),
            .journal = std::move(journal)};
  return go(live, pipeline);
}

}  // namespace

Result<RunEnd> run(const RunPorts& ports, const RunOptions& options) {
  if (options.start != Start::named) return begin(ports, options);
  TRY_ASSIGN(const RunId id, RunId::parse(options.run));
  TRY_ASSIGN(const bool begun, run::has_journal(ports.ports.files, ports.layout, id));
  TRY_ASSIGN(const RunOptions named, options_of_named(ports, options));
  Result<RunEnd> end = begin(ports, named, begun ? Tidy::yes : Tidy::no);
  if (end) return end;
  // One that never began leaves nothing.
  const auto ignored = give_back(ports, id);
  static_cast<void>(ignored);  // why it did not begin says more; `pawl clean` finds the folder
  return end;
}

Result<Checked> check(const RunPorts& ports, const RunOptions& options) {
  TRY_ASSIGN(const pipeline::Definition pipeline, definition_of(options));
  TRY_ASSIGN(Locked locked, prepare_new(ports, options));
  TRY_ASSIGN(const pipeline::DryWalk walked, pipeline::dry_walk(pipeline));
  Checked checked{.target = locked.setting.target.location, .base = locked.base};
  for (const pipeline::DryStep& step : walked.steps) checked.stages.push_back(step.path);
  return checked;
}

Result<RunId> reserve(const RunPorts& ports, const RunOptions& options) {
  TRY(definition_of(options));
  TRY_ASSIGN(Locked locked, prepare_new(ports, options));
  RunOptions kept = options;
  kept.land_on = locked.base;
  // The process that begins it stands elsewhere.
  if (locked.setting.target.kind == git::TargetKind::local) {
    kept.target = locked.setting.target.location;
  }
  TRY_ASSIGN(const Claimed claimed, start(ports, kept, locked.setting.target));
  return claimed.chosen.id;
}

Result<bool> give_back(const RunPorts& ports, const RunId& run) {
  // Of a run that began the lock is wanted by who goes on with it.
  TRY_ASSIGN(const bool known, run::has_journal(ports.ports.files, ports.layout, run));
  if (known) return false;
  DiskShelf shelf = shelf_of(ports);
  TRY_ASSIGN(const Held held, hold(shelf, run));
  if (held.state) return false;
  TRY(ports.ports.files.remove_tree(ports.layout.run(run)));
  return true;
}

}  // namespace pawl::runner
