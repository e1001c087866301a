// `pawl plan`: what a run would do, as a file a person can change and hand back.
#include "base/text/shell_word.hpp"
#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/runs/plan_listing.hpp"
#include "cli/runs/run_screen.hpp"
#include "cli/runs/task_words.hpp"
#include "runner/run.hpp"

namespace pawl::cli {
namespace {

class Plan final : public Command {
 public:
  std::string target = ".";
  std::string base;
  std::optional<std::string> model;
  std::string plan_file;
  std::string output;
  std::optional<std::string> task;
  bool force = false;
  bool json = false;

  std::vector<Flag> flags() override {
    return {
        {"--task", "TEXT", "what you want done, in your own words; takes a model", &task},
        {"--base", "BRANCH", "the branch to improve; the default branch when absent", &base},
        {"--model", "SPEC", "provider:model, e.g. openai:qwen3 or recipes:", &model,
         "recipes: openai: anthropic: scripted: cassette:"},
        {"--plan-from-file", "FILE", "check and rule this plan instead of asking for one",
         &plan_file},
        {"--output", "FILE",
         "write the plan there, for `pawl run --plan-from-file`: YAML when it ends in .yaml or "
         ".yml, else JSON",
         &output},
        {"--force", "", "replace the file of --output when it is there", &force},
        {"--json", "", "one JSON document: the plan", &json},
    };
  }
  std::vector<Argument> arguments() override {
    return {{"TARGET", "a path, a URL or owner/repo; the current directory when absent", &target,
             false}};
  }
  std::map<std::string, std::string> settings() const override {
    std::map<std::string, std::string> out;
    if (model) out["model.spec"] = *model;
    if (task) out["plan.scope"] = "task";
    return out;
  }

  Result<Exit> run(Context& context) override {
    if (task) TRY(check_task_words(context, *task, plan_file));
    TRY(check_output(context));
    RunScreen screen(context);
    const runner::RunPorts ports{
        .ports = context.ports,
        .config = context.config,
        .layout = context.layout,
        .listener = [&](const JournalEvent& event,
                        const run::RunState& state) { screen.show(event, state); },
        .confirm = [](const planner::TaskPlan&, const std::string&) -> Result<planner::Consent> {
          return planner::Consent{.agreed = true};
        },
        .notify = [&](const std::string& text) { screen.notify(text); }};
    runner::RunOptions options;
    options.target = target;
    options.base = base;
    options.plan_file = plan_file;
    if (task) options.task = std::string(trim(*task));
    options.dry_run = true;
    options.yes = true;
    TRY_ASSIGN(const runner::RunEnd end, runner::run(ports, options));
    if (end.exit != 0) {
      screen.finish(end);
      return static_cast<Exit>(end.exit);
    }
    TRY_ASSIGN(const RunId id, RunId::parse(end.state.run));
    TRY_ASSIGN(const planner::TaskPlan plan, made_plan(context, id));
    if (!output.empty()) TRY(write(context, plan));
    if (json) {
      context.console.document(planner::to_json(plan));
      return Exit::done;
    }
    TRY_ASSIGN(const std::string guards, guards_listing(context, context.config.config.scope));
    context.console.out(plan_listing(context, plan) + guards);
    return Exit::done;
  }

 private:
  std::string output_path(const Context& context) const {
    return output.starts_with('/') ? output : os::join_path(context.ports.folder, output);
  }

  // Before a model is asked for a plan that could not be kept.
  Status check_output(const Context& context) const {
    if (output.empty()) return Done{};
    const std::string path = output_path(context);
    const std::string folder = os::parent_path(path);
    TRY_ASSIGN(const auto place, context.ports.files.stat(folder));
    if (!place || place->type != os::FileType::folder) {
      return fail(Errc::not_found,
                  "--output: there is no folder " + printable(folder, 300) + "; make it first");
    }
    TRY_ASSIGN(const auto there, context.ports.files.stat(path));
    if (!there || force) return Done{};
    return fail(Errc::invalid, "--output: " + printable(output, 300) +
                                   " is there already; name another file, or add --force to "
                                   "replace it");
  }

  Status write(Context& context, const planner::TaskPlan& plan) const {
    const std::string path = output_path(context);
    TRY(context.ports.files.write_atomic(path, planner::plan_file_text(plan, output)));
    context.console.say("wrote the plan to " + path +
                        "; when it is as you want it: pawl run --plan-from-file " +
                        shell_word(output) + " " + shell_word(target));
    return Done{};
  }
};

}  // namespace

std::unique_ptr<Command> make_plan() { return std::make_unique<Plan>(); }

}  // namespace pawl::cli
