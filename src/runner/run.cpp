#include "runner/run.hpp"

#include "base/assets.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "forge/local_forge.hpp"
#include "os/signals.hpp"
#include "planner/verticals.hpp"
#include "runner/discard.hpp"
#include "runner/exit.hpp"
#include "runner/heartbeat.hpp"
#include "runner/request.hpp"
#include "runner/select.hpp"
#include "runner/target.hpp"
#include "runner/walk.hpp"
#include "stages/models.hpp"
#include "store/lock.hpp"
#include "store/run_index.hpp"

namespace pawl::runner {
namespace {

constexpr std::string_view kPlanFileCopy = "plan-file";

// What is known once the target is resolved and locked.
struct Setting {
  git::Git git;
  git::Target target;
  std::unique_ptr<store::Database> database;
  store::RepositoryLock lock;
};

store::LockHolder self() {
  return {.pid = os::own_pid(),
          .started = os::process_start_time(os::own_pid()),
          .boot = os::boot_id(),
          .run = ""};
}

Result<Setting> prepare(const RunPorts& ports, const RunOptions& options) {
  os::Ports& world = ports.ports;
  git::Git git(world.processes, git_options(world, ports.config.config));
  TRY_ASSIGN(git::Target target, resolve_target(world, git, options.target));
  TRY(world.files.make_folders(ports.layout.state_folder, 0700));
  TRY(world.files.make_folders(ports.layout.runs(), 0700));
  TRY(world.files.make_folders(os::parent_path(ports.layout.lock("x")), 0700));
  TRY_ASSIGN(
      store::RepositoryLock lock,
      store::RepositoryLock::acquire(world.files, ports.layout.lock(lock_slug(target)), self()));
  TRY_ASSIGN(std::unique_ptr<store::Database> database,
             store::Database::open(ports.layout.database()));
  return Setting{.git = std::move(git),
                 .target = std::move(target),
                 .database = std::move(database),
                 .lock = std::move(lock)};
}

// The run a resume goes on with.
Result<store::RunState> newest_unfinished(const RunPorts& ports, const git::Target& target) {
  TRY_ASSIGN(const auto runs, runs_of(ports.ports.files, ports.layout, target.location));
  for (const store::RunState& state : runs) {
    if (can_resume(state)) return state;
  }
  return fail(Errc::not_found,
              "no unfinished run of " + target.name + " to resume; start one without --resume");
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

RunId make_id(const git::Target& target, const RunOptions& options, const std::string& hex) {
  if (!options.issue) return RunId::make(target.name, hex);
  constexpr std::size_t kNameMax = 30;
  return RunId::make(slug(target.name, kNameMax) + "-fix-" + std::to_string(options.issue->number),
                     hex);
}

// A scope that is about something a person names needs that.
Status check_subject(const planner::Vertical* vertical, const RunOptions& options) {
  if (vertical == nullptr || !vertical->named_subject) return Done{};
  if (options.issue || !options.recipes.empty()) return Done{};
  const std::string name(vertical->name);
  return fail(Errc::invalid,
              "the scope " + name + " needs to know of what; see `pawl " + name + " --help`");
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
  request.recipes = options.recipes;
  request.notes = options.notes;
  request.model = stages::spec_of(config, config::Role::planner);
  request.worker_model = stages::spec_of(config, config::Role::worker);
  if (!options.recipes.empty()) request.model = request.worker_model = "recipes:";
  request.plan_file = options.plan_file;
  request.attempts_max = static_cast<int>(config.attempts_max);
  request.dry_run = options.dry_run;
  request.yes = options.yes;
  return request;
}

// The plan file is copied when the run is made, so that a resume sees the same text.
Status keep_plan_file(const RunPorts& ports, const stages::Request& request,
                      stages::Artifacts& artifacts) {
  if (request.plan_file.empty()) return Done{};
  const std::string path = request.plan_file.starts_with('/')
                               ? request.plan_file
                               : os::join_path(ports.ports.folder, request.plan_file);
  Result<std::string> text = ports.ports.files.read(path);
  if (!text) return std::move(text).during("reading the plan file").error();
  TRY(planner::load_plan_file(request.plan_file, *text).ok()
          ? Status(Done{})
          : Status(planner::load_plan_file(request.plan_file, *text).error()));
  return artifacts.write(kPlanFileCopy, *text);
}

struct Chosen {
  RunId id;
  stages::Request request;
  store::RunState state;  // of an earlier process, empty for a fresh run
  bool resumed = false;
};

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

Result<Chosen> choose(const RunPorts& ports, const RunOptions& options, const Setting& setting) {
  os::Ports& world = ports.ports;
  if (options.start == Start::resume) {
    TRY_ASSIGN(store::RunState state, newest_unfinished(ports, setting.target));
    TRY_ASSIGN(const RunId id, RunId::parse(state.run));
    stages::Artifacts artifacts(world.files, ports.config.redactor, ports.layout.artifacts(id));
    TRY_ASSIGN(const Json saved, artifacts.read_json(kRequest));
    TRY_ASSIGN(stages::Request request, request_from_json(saved));
    TRY(check_same_issue(request, options, state.run));
    request.yes = request.yes || options.yes;
    return Chosen{
        .id = id, .request = std::move(request), .state = std::move(state), .resumed = true};
  }
  const std::string hex = world.random.hex(6);
  RunId id = make_id(setting.target, options, hex);
  TRY_ASSIGN(stages::Request request, new_request(ports, options, hex));
  stages::Artifacts artifacts(world.files, ports.config.redactor, ports.layout.artifacts(id));
  TRY(keep_plan_file(ports, request, artifacts));
  TRY(artifacts.write_json(kRequest, to_json(request)));
  return Chosen{.id = std::move(id), .request = std::move(request), .state = {}, .resumed = false};
}

Json process_facts() {
  const store::LockHolder me = self();
  return Json::object({{"pid", me.pid}, {"started", me.started}, {"boot", me.boot}});
}

Status tell_start(RunJournal& journal, const Chosen& chosen, const Setting& setting,
                  const config::Config& config) {
  Json data = process_facts();
  if (chosen.resumed) {
    data.set("phase", chosen.state.phase);
    return journal.append({EventKind::run_resumed, std::move(data)});
  }
  data.set("run", chosen.id.text());
  data.set("target", setting.target.location);
  data.set("repository", setting.target.key);
  data.set("base", chosen.request.base);
  data.set("branch", chosen.request.branch);
  data.set("forge", config.forge);
  data.set("model", chosen.request.model);
  data.set("version", version());
  return journal.append({EventKind::run_begin, std::move(data)});
}

Result<pipeline::Definition> improve_pipeline() {
  const auto text = asset("pipelines/improve.yaml");
  PAWL_CHECK(text.has_value(), "data/pipelines/improve.yaml is embedded");
  const std::vector<std::string> types = stages::type_names();
  return pipeline::parse(*text, types);
}

// A run in progress: everything the stages borrow, in one place.
struct Live {
  RunPorts ports;
  Setting setting;
  Chosen chosen;
  std::unique_ptr<RunJournal> journal;
  std::optional<git::Worktree> worktree;  // once preflight made or reopened it
};

Result<std::string> find_records(const RunPorts& ports, const std::string& name) {
  const auto stat = ports.ports.files.stat(
      name.starts_with('/') ? name : os::join_path(ports.ports.folder, name));
  if (stat.ok() && stat.value() && stat.value()->type == os::FileType::folder) {
    return name.starts_with('/') ? name : os::join_path(ports.ports.folder, name);
  }
  TRY_ASSIGN(const RunId id, store::find_run(ports.ports.files, ports.layout, name));
  return ports.layout.model_records(id);
}

memory::Memory make_memory(Live& live) {
  const os::Ports& world = live.ports.ports;
  const config::Resolved& resolved = live.ports.config;
  std::optional<memory::Gateway> gateway;
  if (!resolved.config.memory_gateway.empty() && !live.chosen.state.gateway_failed) {
    gateway.emplace(memory::GatewayPorts{.http = world.http,
                                         .clock = world.clock,
                                         .redactor = resolved.redactor,
                                         .cancel = &world.cancel},
                    resolved.config.memory_gateway, live.setting.target.key);
  }
  return {*live.setting.database, *live.journal, live.setting.target.key, std::move(gateway)};
}

store::LockHolder process_of(const RunId& id) {
  store::LockHolder me = self();
  me.run = id.text();
  return me;
}

llm::Amount spent_before(const store::RunState& state) {
  return {.tokens = state.cost.tokens_in + state.cost.tokens_out,
          .cost = state.cost.micros,
          .time = Milliseconds(state.active_ms)};
}

Result<WalkEnd> walk_stages(Live& live) {
  const RunPorts& ports = live.ports;
  const config::Config& config = ports.config.config;
  os::Sandbox sandbox = config.sandbox == "off"
                            ? os::Sandbox::of_level({.level = os::SandboxLevel::degraded,
                                                     .reason = "sandbox.mode is off"})
                            : os::Sandbox::probe(ports.ports.processes);
  stages::Artifacts artifacts(ports.ports.files, ports.config.redactor,
                              ports.layout.artifacts(live.chosen.id));
  git::Git& git = live.setting.git;
  const auto view = [&]() { return repo::checkout_view(git, live.worktree->folder()); };
  const stages::ModelSetup setup{
      .ports = ports.ports,
      .config = config,
      .redactor = ports.config.redactor,
      .events = *live.journal,
      .record_folder = ports.layout.model_records(live.chosen.id),
      .endpoints_file = ports.layout.endpoints(),
      .database = *live.setting.database,
      .process = process_of(live.chosen.id),
      .spent = spent_before(live.chosen.state),
      .view = view,
      .recipes = live.chosen.request.recipes,
      .find_records = [&](const std::string& name) { return find_records(ports, name); }};
  const stages::Request& request = live.chosen.request;
  TRY_ASSIGN(
      stages::Models models,
      stages::make_models(setup, request.model,
                          request.worker_model.empty() ? request.model : request.worker_model));
  const std::unique_ptr<forge::Forge> forge = forge::local_forge(
      *live.setting.database, git, ports.ports.files, ports.ports.clock,
      {.target = live.setting.target, .scratch = ports.layout.state_folder + "/scratch/forge"});
  memory::Memory memory = make_memory(live);
  TRY_ASSIGN(const pipeline::Definition pipeline, improve_pipeline());
  stages::StageRun run{.id = live.chosen.id,
                       .request = live.chosen.request,
                       .config = config,
                       .redactor = ports.config.redactor,
                       .layout = ports.layout,
                       .target = live.setting.target,
                       .git = git,
                       .forge = *forge,
                       .ports = ports.ports,
                       .sandbox = sandbox,
                       .events = *live.journal,
                       .state = live.journal->state(),
                       .artifacts = artifacts,
                       .memory = memory,
                       .models = models,
                       .worktree = live.worktree,
                       .confirm = ports.confirm};
  return walk(pipeline, run);
}

Status tell_end(RunJournal& journal, const WalkEnd& end) {
  TRY(journal.append({EventKind::run_phase, Json::object({{"phase", "DONE"}})}));
  return journal.append({EventKind::run_exit_clean, Json::object({{"state", to_string(end.status)},
                                                                  {"exit", end.exit},
                                                                  {"reason", end.reason},
                                                                  {"class", end.bail_class}})});
}

Status tell_error(RunJournal& journal, const Error& error) {
  if (error.code == Errc::cancelled) {
    return journal.append(
        {EventKind::run_interrupted, Json::object({{"signal", os::received_signal()}})});
  }
  return journal.append(
      {EventKind::run_aborted, Json::object({{"reason", error.to_line()},
                                             {"class", bail_class_of(error.code)},
                                             {"exit", exit_code_of(error.code)}})});
}

RunEnd go(Live& live) {
  const Heartbeat heartbeat(*live.journal, os::own_pid());
  const Result<WalkEnd> end = walk_stages(live);
  const Status told = end ? tell_end(*live.journal, *end) : tell_error(*live.journal, end.error());
  RunEnd result{.state = live.journal->state(), .exit = 0};
  result.exit = end ? end->exit : exit_code_of(end.error().code);
  if (!end) result.state.reason = end.error().to_line();
  // The disk that took the work does not take its end: the run counts as failed, the journal is
  // whole up to here, and a resume goes on from it.
  if (!told) {
    result.exit = exit_code_of(told.error().code);
    result.state.reason = told.error().to_line();
  }
  // Only after the end stands in the journal: a kill in between leaves a folder, which the next
  // run sweeps, and not a run that can neither end nor be resumed.
  const bool tidy = end && told && end->status != store::RunStatus::bailed && live.worktree;
  if (tidy) {
    if (const Status disposed = live.worktree->dispose(live.ports.ports.files); !disposed) {
      result.note = disposed.error().to_line();
    }
  }
  return result;
}

}  // namespace

Result<RunEnd> run(const RunPorts& ports, const RunOptions& options) {
  TRY_ASSIGN(Setting setting, prepare(ports, options));
  TRY(store::catch_up(ports.layout, *setting.database, setting.target.location));
  const DiscardPorts discard{
      .world = ports.ports, .git = setting.git, .database = *setting.database};
  TRY(sweep_finished(discard, ports.layout, setting.target));
  if (options.start == Start::reset) {
    TRY(discard_unfinished(discard, ports.layout, setting.target));
  }
  TRY_ASSIGN(Chosen chosen, choose(ports, options, setting));
  TRY(setting.lock.note_run(chosen.id.text()));
  TRY_ASSIGN(std::unique_ptr<store::Journal> file,
             store::Journal::open(ports.layout.run(chosen.id), chosen.id, ports.ports.clock,
                                  ports.config.redactor));
  const JournalPorts journal_ports{
      .clock = ports.ports.clock, .files = ports.ports.files, .database = *setting.database};
  auto journal = std::make_unique<RunJournal>(std::move(file), chosen.state, journal_ports,
                                              ports.layout, chosen.id, ports.listener);
  TRY(tell_start(*journal, chosen, setting, ports.config.config));
  Live live{.ports = ports,
            .setting = std::move(setting),
            .chosen = std::move(chosen),
            .journal = std::move(journal),
            .worktree = std::nullopt};
  return go(live);
}

}  // namespace pawl::runner
