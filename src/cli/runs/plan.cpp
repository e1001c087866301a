// `pawl plan`: what a run would do, as a file a person can change and hand back.
#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/runs/run_screen.hpp"
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
  bool json = false;

  std::vector<Flag> flags() override {
    return {
        {"--base", "BRANCH", "the branch to improve; the default branch when absent", &base},
        {"--model", "SPEC", "provider:model, e.g. openai:qwen3 or recipes:", &model},
        {"--plan-from-file", "FILE", "check and rule this plan instead of asking for one",
         &plan_file},
        {"--output", "FILE", "write the plan there, for `pawl run --plan-from-file`", &output},
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
    return out;
  }

  Result<Exit> run(Context& context) override {
    RunScreen screen(context);
    const runner::RunPorts ports{
        .ports = context.ports,
        .config = context.config,
        .layout = context.layout,
        .listener = [&](const JournalEvent& event,
                        const run::RunState& state) { screen.show(event, state); },
        .confirm = [](const planner::TaskPlan&) -> Result<bool> { return true; },
        .tell = [&](const std::string& text) { screen.tell(text); }};
    runner::RunOptions options;
    options.target = target;
    options.base = base;
    options.plan_file = plan_file;
    options.dry_run = true;
    options.yes = true;
    TRY_ASSIGN(const runner::RunEnd end, runner::run(ports, options));
    if (end.exit != 0) {
      screen.finish(end);
      return static_cast<Exit>(end.exit);
    }
    TRY_ASSIGN(const RunId id, RunId::parse(end.state.run));
    TRY_ASSIGN(const std::string text,
               context.ports.files.read(os::join_path(context.layout.artifacts(id), "plan.json")));
    TRY_ASSIGN(const Json document, Json::parse(text));
    TRY_ASSIGN(const planner::TaskPlan plan, planner::plan_from_json(document));
    if (!output.empty()) TRY(write(context, text));
    if (json) {
      context.console.document(document);
    } else {
      show(context, plan);
    }
    return Exit::done;
  }

 private:
  Status write(Context& context, const std::string& text) const {
    const std::string path =
        output.starts_with('/') ? output : os::join_path(context.ports.folder, output);
    TRY(context.ports.files.write_atomic(path, text));
    context.console.say("wrote the plan to " + path +
                        "; when it is as you want it: pawl run --plan-from-file " + output + " " +
                        target);
    return Done{};
  }

  static void show(Context& context, const planner::TaskPlan& plan) {
    for (const planner::Task& task : plan.tasks) {
      context.console.out(task.id + "  " + printable(task.title, 100) +
                          (task.metric.empty() ? "" : "  [" + printable(task.metric, 40) + "]") +
                          "\n");
      for (const planner::Subtask& subtask : task.subtasks) {
        context.console.out("  " + subtask.id + "  " +
                            std::string(planner::to_string(subtask.action)) + "  " +
                            printable(subtask.title, 100) + "\n      " +
                            printable(join(subtask.file_hints, ", "), 300) + "\n");
      }
    }
  }
};

}  // namespace

std::unique_ptr<Command> make_plan() { return std::make_unique<Plan>(); }

}  // namespace pawl::cli
