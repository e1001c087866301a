#include "cli/runs/run_command.hpp"

#include "base/text/text.hpp"
#include "cli/runs/plan_listing.hpp"
#include "cli/runs/run_screen.hpp"
#include "cli/runs/task_words.hpp"
#include "fleet/child_runs.hpp"

namespace pawl::cli {

std::vector<Flag> RunCommand::flags() {
  std::vector<Flag> flags{
      {"--base", "BRANCH", "the branch to improve; the default branch when absent", &base},
      {"--branch", "NAME", "the branch to make; named after the run when absent", &branch},
      {"--model", "SPEC", "provider:model, e.g. openai:qwen3 or recipes:", &model,
       "recipes: openai: anthropic: scripted: cassette:"},
      {"--forge", "KIND", "where the pull request is opened: auto, local or github", &forge,
       "auto local github"},
      {"--plan-from-file", "FILE", "a plan in JSON or YAML instead of the planner's", &plan_file},
      {"--max-attempts", "N", "attempts at each subtask", &max_attempts},
      {"--max-cost", "USD", "what models may cost in this run", &max_cost},
      {"--max-tokens", "N", "tokens, in and out, that models may use in this run", &max_tokens},
      {"--max-time", "TIME", "after how long no more calls to models are made: 90s, 30m, 2h",
       &max_time},
      {"--resume", "", "go on with the newest unfinished run of the target", &resume},
      {"--from", "STAGE", "with --resume: go on at this stage, whatever became of it", &from,
       "preflight analyze plan work critics open-pr self-review ci-watch"},
      {"--reset", "", "give up unfinished runs of the target first", &reset},
      {"--dry-run", "", "analyse and plan, change nothing", &dry_run},
      {"--no-self-review", "", "let no model review the pull request that was opened",
       &no_self_review},
      {"-y,--yes", "", "do not ask before work starts", &yes},
      {"--no-ci-watch", "", "do not watch the checks of the pull request", &no_ci_watch},
      {"--no-auto-fix-ci", "", "watch them, but repair nothing when they fail", &no_ci_fix},
      {"--json", "", "one JSON document when the run has ended", &json},
  };
  if (!fixed_) {
    flags.push_back({"--scope", "NAME", "narrow the run to one kind of work: docs, quality, tests",
                     &scope, "docs quality tests"});
    flags.insert(flags.begin(),
                 {"--task", "TEXT", "what you want done, in your own words; takes a model", &task});
  }
  return flags;
}

std::vector<Argument> RunCommand::arguments() {
  return {
      {"TARGET", "a path, a URL or owner/repo; the current directory when absent", &target, false}};
}

std::map<std::string, std::string> RunCommand::settings() const {
  std::map<std::string, std::string> out;
  if (!scope.empty()) out["plan.scope"] = scope;
  if (task) out["plan.scope"] = "task";
  if (model) out["model.spec"] = *model;
  if (forge) out["forge.kind"] = *forge;
  if (max_attempts) out["work.attempts"] = std::to_string(*max_attempts);
  if (max_cost) out["budget.run_cost"] = Json(*max_cost).dump();
  if (max_tokens) out["budget.run_tokens"] = std::to_string(*max_tokens);
  if (no_self_review) out["self_review.run"] = "false";
  if (max_time) out["budget.run_time"] = *max_time;
  return out;
}

Result<runner::RunOptions> RunCommand::options() const {
  if (resume && reset) {
    return fail(Errc::invalid,
                "--resume and --reset exclude each other: go on with the "
                "unfinished run, or give it up");
  }
  if (!from.empty() && !resume) {
    return fail(Errc::invalid, "--from says where a resume goes on; give --resume, too");
  }
  runner::RunOptions out;
  if (task) out.task = std::string(trim(*task));
  out.target = target;
  out.base = base;
  out.branch = branch;
  out.plan_file = plan_file;
  out.start = resume ? runner::Start::resume : reset ? runner::Start::reset : runner::Start::fresh;
  out.from = from;
  out.dry_run = dry_run;
  out.yes = yes;
  out.no_ci_watch = no_ci_watch;
  out.no_ci_fix = no_ci_fix;
  return out;
}

Result<Exit> RunCommand::go(Context& context, const runner::RunOptions& options) const {
  if (instead) return instead(context, options);
  const bool asks = !options.yes && !options.dry_run && options.start != runner::Start::resume;
  if (asks) TRY(check_somebody_there(context.console));
  RunScreen screen(context);
  const runner::RunPorts ports{
      .ports = context.ports,
      .config = context.config,
      .layout = context.layout,
      .listener = [&](const JournalEvent& event,
                      const run::RunState& state) { screen.show(event, state); },
      .confirm = [&](const planner::TaskPlan& plan,
                     const std::string& remark) { return screen.confirm(plan, remark); },
      .notify = [&](const std::string& text) { screen.notify(text); },
      .begun = begun,
      .children = fleet::open_child_runs};
  TRY_ASSIGN(const runner::RunEnd end, runner::run(ports, options));
  screen.finish(end);
  if (json) {
    TRY_ASSIGN(const Json document,
               runner::run_document(context.ports.files, context.layout, end.state));
    context.console.document(document);
  } else if (options.dry_run && end.exit == 0) {
    TRY_ASSIGN(const RunId id, RunId::parse(end.state.run));
    TRY_ASSIGN(const planner::TaskPlan plan, made_plan(context, id));
    TRY_ASSIGN(const std::string guards, guards_listing(context, context.config.config.scope));
    context.console.out(plan_listing(context, plan) + guards);
  }
  return static_cast<Exit>(end.exit);
}

Status RunCommand::check_task(const Context& context) const {
  if (!task) return Done{};
  TRY(check_task_words(context, *task, plan_file));
  if (!scope.empty()) {
    return task_excludes("--scope", "a task is about what you say, and nothing else");
  }
  if (!resume) return Done{};
  return task_excludes("--resume",
                       "a run goes on with the task it was asked for; leave --task out");
}

Result<Exit> RunCommand::run(Context& context) {
  TRY(check_task(context));
  TRY_ASSIGN(const runner::RunOptions wanted, options());
  return go(context, wanted);
}

}  // namespace pawl::cli
