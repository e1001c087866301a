#include "runner/live.hpp"

#include "base/saturate.hpp"
#include "base/text/text.hpp"
#include "base/version.hpp"
#include "evidence/confinement.hpp"
#include "forge/open_forge.hpp"
#include "os/signals.hpp"
#include "pipeline/own_files.hpp"
#include "pipeline/reader.hpp"
#include "pipeline/walk_events.hpp"
#include "run/events.hpp"
#include "run/run_index.hpp"
#include "runner/exit.hpp"
#include "runner/groups.hpp"
#include "runner/heartbeat.hpp"
#include "runner/pipeline_files.hpp"
#include "runner/record_end.hpp"
#include "runner/walk.hpp"
#include "stages/coding/leftovers.hpp"
#include "stages/models.hpp"
#include "store/journal.hpp"

namespace pawl::runner {
namespace {

template <class Begin>
Begin with_process() {
  const store::LockHolder me = store::this_process();
  Begin event;
  event.pid = me.pid;
  event.started = me.started;
  event.boot = me.boot;
  return event;
}

Status record_start(RunJournal& journal, const Chosen& chosen, const Setting& setting,
                    const config::Config& config) {
  if (chosen.resumed) {
    auto event = with_process<run::RunResumed>();
    event.phase = chosen.state.phase;
    event.from = chosen.from;
    return journal.append(to_event(event));
  }
  auto event = with_process<run::RunBegin>();
  event.run = chosen.id.text();
  event.target = setting.target.location;
  event.repository = setting.target.key;
  event.base = chosen.request.base;
  event.branch = chosen.request.branch;
  TRY_ASSIGN(event.forge, forge::forge_kind(config, setting.target));
  event.model = chosen.request.model;
  event.pipeline = chosen.request.pipeline;
  event.version = version();
  event.client = chosen.request.client;
  event.parent = chosen.request.parent;
  event.description = chosen.request.description;
  event.branch_path = chosen.branch_path;
  return journal.append(to_event(event));
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
  store::LockHolder me = store::this_process();
  me.run = id.text();
  return me;
}

llm::Amount spent_before(const Live& live) {
  const run::RunState& state = live.chosen.state;
  llm::Amount spent = live.spent_elsewhere;
  spent.add({.tokens = saturating_add(state.cost.tokens_in, state.cost.tokens_out),
             .cost = state.cost.micros,
             .time = Milliseconds(state.active_ms)});
  return spent;
}

// What a forge elsewhere does not take is kept here, over the run's own worktree.
Result<std::unique_ptr<forge::Forge>> forge_beside(Live& live, const forge::Forge& forge) {
  if (forge.kind() == "local") return std::unique_ptr<forge::Forge>();
  git::Target here = live.setting.target;
  here.kind = git::TargetKind::local;
  here.location = live.ports.layout.worktree(live.chosen.id);
  config::Config config = live.ports.config.config;
  config.forge = "local";
  return forge::open_forge({.config = config,
                            .target = std::move(here),
                            .layout = live.ports.layout,
                            .database = *live.setting.database,
                            .git = live.setting.git,
                            .ports = live.ports.ports});
}

// A run of a chain has what was left of that, where it is less.
config::Config config_of(const Live& live) {
  config::Config config = live.ports.config.config;
  const auto hold = [](auto& limit, auto left) {
    if (left > 0 && (limit == 0 || left < limit)) limit = left;
  };
  const config::Limits& left = live.chosen.request.budget;
  hold(config.run_budget.cost, left.cost);
  hold(config.run_budget.tokens, left.tokens);
  hold(config.run_budget.time_s, left.time_s);
  return config;
}

Result<pipeline::Outcome> walk_stages(Live& live, const pipeline::Definition& pipeline) {
  const RunPorts& ports = live.ports;
  const config::Config config = config_of(live);
  os::Sandbox sandbox = evidence::make_sandbox(ports.ports, config, ports.layout);
  stages::Artifacts artifacts(ports.ports.files, ports.config.redactor,
                              ports.layout.artifacts(live.chosen.id));
  git::Git& git = live.setting.git;
  const auto view = [&]() -> Result<std::unique_ptr<repo::RepoView>> {
    TRY(live.worktree->lay_files_out());
    return repo::checkout_view(git, live.worktree->folder());
  };
  const stages::ModelSetup setup{
      .ports = ports.ports,
      .config = config,
      .redactor = ports.config.redactor,
      .events = *live.journal,
      .record_folder = ports.layout.model_records(live.chosen.id),
      .endpoints_file = ports.layout.endpoints(),
      .database = live.account == nullptr ? *live.setting.database : *live.account,
      .process = process_of(live.chosen.id),
      .spent = spent_before(live),
      .view = view,
      .recipes = live.chosen.request.recipes,
      .find_records = [&](const std::string& name) { return find_records(ports, name); },
      .others = stages::other_roles(live.chosen.request, config),
      .played = live.played};
  const stages::Request& request = live.chosen.request;
  TRY_ASSIGN(
      stages::Models models,
      stages::make_models(setup, request.model,
                          request.worker_model.empty() ? request.model : request.worker_model));
  TRY_ASSIGN(const std::unique_ptr<forge::Forge> forge,
             forge::open_forge({.config = config,
                                .target = live.setting.target,
                                .layout = ports.layout,
                                .database = *live.setting.database,
                                .git = git,
                                .ports = ports.ports}));
  TRY_ASSIGN(const std::unique_ptr<forge::Forge> beside, forge_beside(live, *forge));
  memory::Memory memory = make_memory(live);
  stages::Parts parts{
      .scope = {.id = live.chosen.id,
                .events = *live.journal,
                .journal = *live.journal,
                .artifacts = artifacts,
                .ports = ports.ports,
                .redactor = ports.config.redactor,
                .layout = ports.layout},
      .settings = {.request = live.chosen.request, .config = config, .recording = live.recording},
      .checkout = {.target = live.setting.target,
                   .git = git,
                   .sandbox = sandbox,
                   .worktree = live.worktree},
      .models = models,
      .forge = *forge,
      .keep = {.forge = beside.get()},
      .memory = memory,
      .confirm = ports.confirm,
      .agents = ports.agents};
  if (!parts.agents.open) {
    parts.agents.open = [&](const std::string& spec) {
      return agents::open_agent(spec, {.ports = ports.ports,
                                       .sandbox = sandbox,
                                       .config = config,
                                       .redactor = ports.config.redactor,
                                       .open_chat =
                                           [&](const std::string& chat) {
                                             return stages::make_agent_chat(setup, models, chat);
                                           },
                                       .prices = models.prices.get(),
                                       .chats_recorded = true,
                                       .budget = models.budget.get()});
    };
  }
  std::unique_ptr<stages::ChildRuns> children;
  if (ports.children) {
    children = ports.children({.ports = ports,
                               .git = git,
                               .database = *live.setting.database,
                               .id = live.chosen.id,
                               .request = live.chosen.request});
    parts.chains.runs = children.get();
  }
  TRY_ASSIGN(const store::JournalContent journal,
             store::read_journal(ports.layout.run(live.chosen.id)));
  parts.scope.stands_on = live.chosen.stands_on;
  Groups groups(ports, live.setting, pipeline, parts);
  return walk(pipeline, pipeline::fold(pipeline, journal.events), parts, groups);
}

}  // namespace

Result<std::string> find_records(const RunPorts& ports, const std::string& name) {
  const auto stat = ports.ports.files.stat(
      name.starts_with('/') ? name : os::join_path(ports.ports.folder, name));
  if (stat.ok() && stat.value() && stat.value()->type == os::FileType::folder) {
    return name.starts_with('/') ? name : os::join_path(ports.ports.folder, name);
  }
  TRY_ASSIGN(const RunId id, run::find_run(ports.ports.files, ports.layout, name));
  return ports.layout.model_records(id);
}

Result<pipeline::Definition> embedded_pipeline(const std::string& name) {
  pipeline::OwnFiles files;
  TRY_ASSIGN(const auto file, files.pipeline(name));
  if (!file) return fail(Errc::not_found, "there is no pipeline \"" + printable(name, 60) + "\"");
  pipeline::Reading reading = pipeline::read(*file, knowledge_of(files));
  if (!reading.problems.empty()) return pipeline::error_of(reading.problems);
  return std::move(reading.definition);
}

Result<pipeline::Definition> pipeline_of(const RunPorts& ports, const RunId& id,
                                         const std::string& name) {
  const std::string path = os::join_path(ports.layout.artifacts(id), kPipeline);
  const Result<std::string> text = ports.ports.files.read(path);
  if (!text && text.error().code == Errc::not_found) return embedded_pipeline(name);
  if (!text) return text.error();
  TRY_ASSIGN(pipeline::Definition definition,
             pipeline::parse(*text, stages::kinds())
                 .during("reading the pipeline of run " + id.text() + ", " + path));
  // Of runs that began before pipelines said so themselves.
  if (!definition.one_at_a_time) {
    const auto own = embedded_pipeline(name);
    definition.one_at_a_time = own && own->one_at_a_time;
  }
  return definition;
}

Result<std::unique_ptr<RunJournal>> open_journal(const RunPorts& ports, const Setting& setting,
                                                 const Chosen& chosen) {
  TRY_ASSIGN(std::unique_ptr<store::Journal> file,
             store::Journal::open(ports.layout.run(chosen.id), chosen.id, ports.ports.clock,
                                  ports.config.redactor));
  const JournalPorts journal_ports{
      .clock = ports.ports.clock, .files = ports.ports.files, .database = *setting.database};
  auto journal = std::make_unique<RunJournal>(std::move(file), chosen.state, journal_ports,
                                              ports.layout, chosen.id, ports.listener);
  TRY(record_start(*journal, chosen, setting, ports.config.config));
  return journal;
}

RunEnd go(Live& live, const pipeline::Definition& pipeline, const std::function<Status()>& before) {
  const Heartbeat heartbeat(*live.journal, os::own_pid());
  const Status ready = before ? before() : Status(Done{});
  const Result<pipeline::Outcome> end =
      ready ? walk_stages(live, pipeline) : Result<pipeline::Outcome>(ready.error());
  const Status recorded = record_end(*live.journal, end, os::received_signal());
  RunEnd result{.state = live.journal->state(), .exit = 0};
  result.exit = end ? end->exit : exit_code_of(end.error().code);
  if (!end) result.state.reason = end.error().to_line();
  // The disk that took the work does not take its end: the run counts as failed, the journal is
  // whole up to here, and a resume goes on from it.
  if (!recorded) {
    result.exit = exit_code_of(recorded.error().code);
    result.state.reason = recorded.error().to_line();
  }
  // Only after the end is in the journal: a kill in between leaves a folder, which the next
  // run sweeps, and not a run that can neither end nor be resumed.
  if (live.recording != nullptr) return result;
  const bool ended = !live.keep_worktree && end && recorded &&
                     end->status != run::RunStatus::bailed &&
                     end->status != run::RunStatus::waiting && live.worktree;
  os::Files& files = live.ports.ports.files;
  // What a pull request shows of a fork is kept there.
  const bool elsewhere = live.setting.target.kind == git::TargetKind::url && result.state.pr;
  const std::string scratch = live.ports.layout.scratch(live.chosen.id);
  Status gone = ended
                    ? live.worktree->dispose(files, scratch, elsewhere ? result.state.pr->head : "")
                    : Status(Done{});
  // Copies only: a run that goes on makes its own again.
  if (gone) gone = files.remove_tree(scratch);
  if (gone && ended) gone = stages::remove_workplaces(files, live.ports.layout, live.chosen.id);
  if (!gone) result.note = gone.error().to_line();
  return result;
}

}  // namespace pawl::runner
