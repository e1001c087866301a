#include "runner/before.hpp"

#include "base/text/text.hpp"
#include "forge/open_forge.hpp"
#include "git/worktrees/clone.hpp"
#include "stages/choices.hpp"
#include "stages/models.hpp"
#include "stages/offers.hpp"

namespace pawl::runner {
namespace {

class NobodyListens final : public EventSink {
 public:
  Status append(const Event&) override { return Done{}; }
};

void notify(const RunPorts& ports, const std::string& text) {
  if (ports.notify) ports.notify(text);
}

// What a person may take for part of the run, and is not.
Status mention_checkout(const RunPorts& ports, Setting& setting, const std::string& base) {
  const std::string& folder = setting.target.location;
  TRY_ASSIGN(const bool bare, setting.git.is_bare(folder));
  if (bare) return Done{};
  TRY_ASSIGN(const std::optional<std::string> branch, setting.git.current_branch(folder));
  if (!branch) notify(ports, "HEAD is detached there: the run begins at the branch " + base);
  if (branch && *branch != base) {
    notify(ports, "the branch " + *branch + " is checked out there: the run begins at " + base +
                      " (--base names another)");
  }
  // A remark: a checkout that cannot be looked at, or not soon, keeps nobody from a run.
  constexpr Milliseconds kPatience{5'000};
  const Result<std::vector<std::string>> changed = setting.git.status(folder, kPatience);
  if (changed && !changed->empty()) {
    notify(ports, counted(changed->size(), "file") +
                      " with changes that are not committed: no part of the run");
  }
  const bool stopped = !changed && changed.error().code == Errc::cancelled;
  return stopped ? Status(changed.error()) : Status(Done{});
}

// Answers the base branch.
Result<std::string> check_branches(const RunPorts& ports, Setting& setting,
                                   const RunOptions& options) {
  const std::string& prefix = ports.config.config.branch_prefix;
  const bool named = !options.branch.empty();
  // Hex digits follow a prefix, whatever they are.
  const std::string branch = named ? options.branch : prefix + "-000000";
  const Status good = setting.git.check_branch_name(branch);
  if (!good && named) return good.error();
  if (!good) return Status(good).during("setting run.branch_prefix").error();
  if (setting.target.kind == git::TargetKind::url) {
    notify(ports, "asking " + setting.target.name + " for its branches");
  }
  const git::WorktreePlan plan{.target = setting.target,
                               .folder = {},
                               .base_branch = options.base,
                               .branch = named ? options.branch : std::string()};
  TRY_ASSIGN(std::string base, git::check_plan(setting.git, plan));
  const bool here = setting.target.kind == git::TargetKind::local;
  if (here && ports.notify) TRY(mention_checkout(ports, setting, base));
  return base;
}

Status check_forge(const RunPorts& ports, Setting& setting, bool opens_one) {
  TRY_ASSIGN(const std::unique_ptr<forge::Forge> forge,
             forge::open_forge({.config = ports.config.config,
                                .target = setting.target,
                                .layout = ports.layout,
                                .database = *setting.database,
                                .git = setting.git,
                                .ports = ports.ports}));
  TRY(stages::check_access(*forge, ports.config.config, setting.target.name)
          .during("checking whether pull requests can be opened"));
  if (!opens_one) return Done{};
  TRY_ASSIGN(const std::vector<forge::Pull> open,
             stages::check_quota({.forge = *forge, .git = setting.git, .target = setting.target},
                                 ports.config.config, {}, ports.ports.clock.now())
                 .during("asking which pull requests are open"));
  if (!open.empty()) notify(ports, "open from earlier runs: " + stages::pulls_listed(open));
  return Done{};
}

Status check_model(const RunPorts& ports, llm::ChatModel& model) {
  const std::string name = model.name();
  if (name != "recipes:") notify(ports, "asking " + name + " whether it is there");
  TRY_ASSIGN(const llm::ModelHealth health, model.check().during("checking the model " + name));
  return llm::check_context(health, name);
}

Status check_models(const RunPorts& ports, Setting& setting, const RunOptions& options) {
  const config::Config& config = ports.config.config;
  std::string planner = stages::spec_of(config, config::Role::planner);
  std::string worker = stages::spec_of(config, config::Role::worker);
  if (!options.recipes.empty()) planner = worker = "recipes:";
  NobodyListens nobody;
  const stages::ModelSetup setup{
      .ports = ports.ports,
      .config = config,
      .redactor = ports.config.redactor,
      .events = nobody,
      .record_folder = {},
      .endpoints_file = ports.layout.endpoints(),
      .database = *setting.database,
      .process = store::this_process(),
      .spent = {},
      .view = []() -> Result<std::unique_ptr<repo::RepoView>> {
        return fail(Errc::not_found, "there is no worktree yet");
      },
      .recipes = options.recipes,
      .find_records = [&](const std::string& name) { return find_records(ports, name); }};
  TRY_ASSIGN(const stages::Models models, stages::make_models(setup, planner, worker));
  // A plan that is only read back needs no model.
  if (!options.plan_file.empty() && options.dry_run) return Done{};
  TRY(check_model(ports, *models.planner));
  return models.worker ? check_model(ports, *models.worker) : Status(Done{});
}

}  // namespace

Result<std::string> check_before(const RunPorts& ports, Setting& setting,
                                 const RunOptions& options) {
  TRY(stages::check_choices(ports.config.config));
  TRY_ASSIGN(std::string base, check_branches(ports, setting, options));
  if (!options.dry_run) TRY(check_forge(ports, setting, stages::opens_one(options.pipeline)));
  TRY(check_models(ports, setting, options));
  return base;
}

}  // namespace pawl::runner
