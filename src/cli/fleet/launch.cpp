// `pawl launch`: a run of any pipeline, in the background.
#include <algorithm>

#include "agents/agent.hpp"
#include "base/text/text.hpp"
#include "cli/fleet/avoid_conflicts.hpp"
#include "cli/fleet/background.hpp"
#include "cli/fleet/fleet_kit.hpp"
#include "cli/kit/args.hpp"
#include "cli/kit/desk.hpp"
#include "cli/pipelines/pipeline_desk.hpp"
#include "cli/runs/run_command.hpp"
#include "runner/live.hpp"

namespace pawl::cli {
namespace {

constexpr std::size_t kHandedBytesMax = std::size_t{1} << 20U;
constexpr std::size_t kDescriptionMax = 60;
constexpr std::size_t kSourceMax = 80;

// The first heading of a document in Markdown.
std::string heading_of(std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    if (line.starts_with("# ")) return std::string(trim(line.substr(2)));
  }
  return {};
}

std::string stem_of(const std::string& path) {
  const std::string name = os::file_name(path);
  return name.substr(0, name.find('.'));
}

bool is_issue(std::string_view text) {
  return parse_int(text.starts_with('#') ? text.substr(1) : text).has_value();
}

void name_absolutely(pipeline::Node& node, const std::string& folder) {
  if (!node.client.empty()) node.client = agents::absolute_spec(node.client, folder);
  for (pipeline::Node& child : node.children) name_absolutely(child, folder);
}

// Clients of a pipeline in a file of the person's: the process of the run stands elsewhere.
void name_absolutely(pipeline::Definition& definition, const std::string& folder) {
  std::string& client = definition.default_client;
  if (!client.empty()) client = agents::absolute_spec(client, folder);
  name_absolutely(definition.root, folder);
}

class Launch final : public RunCommand {
 public:
  Launch() : RunCommand("") {}

  std::string pipeline;
  std::string instructions;
  std::string plan;
  std::string spec_file;
  std::string client;
  std::vector<std::string> commands;
  std::vector<std::string> inputs;
  std::int64_t test_attempts_max = 3;
  std::string description;
  std::string parent;
  std::string child;
  bool print_id = false;
  bool foreground = false;
  bool wait = false;
  bool avoid_conflicts = false;
  // Of a launch by the queue, which waits itself.
  std::function<Status(const RunId&)> reserved;
  std::optional<RunId> launched;

  std::vector<Flag> flags() override {
    return {
        {"--plan", "FILE|ISSUE", "what is to be done: a file, or the number of an issue", &plan},
        {"--spec", "FILE", "what all of it is for, as the agents are given it", &spec_file},
        {"--client", "SPEC", "who works: provider:model; a stage's own goes before it", &client},
        {"--cmd", "COMMAND", "a command that verifies the work; may be given again", &commands},
        {"--input", "NAME=VALUE", "what the pipeline is handed; may be given again", &inputs},
        {"--test-max-attempts", "N", "attempts at making those commands pass", &test_attempts_max},
        {"--target", "TARGET", "a path, a URL or owner/repo; the current directory when absent",
         &target},
        {"--base", "BRANCH", "the branch to begin at; the default branch when absent", &base},
        {"--branch", "NAME", "the branch to make; named after the run when absent", &branch},
        {"--description", "TEXT", "what it is about, for people and its id", &description},
        {"--parent", "RUN", "the run it belongs to", &parent, kOfferRuns},
        {"--child", "PIPELINE", "of a chain: what each of its runs does", &child, "local gh"},
        {"--max-cost", "USD", "what models may cost in this run", &max_cost},
        {"--avoid-conflicts", "",
         "queue it behind runs whose work it would collide with, instead of launching it",
         &avoid_conflicts},
        {"--print-id", "", "say nothing but its id", &print_id},
        {"--foreground", "", "run it here instead of in the background", &foreground},
        {"--wait", "", "wait for its end; its exit code is this one's", &wait},
        {"--dry-run", "", "check everything, say what would run, make nothing", &dry_run},
        {"--json", "", "one JSON document", &json}};
  }
  std::vector<Argument> arguments() override {
    return {{"PIPELINE", "improve, fix, or one of the repository's", &pipeline, true,
             "improve fix local gh boss"},
            {"INSTRUCTIONS", "what is to be done, in your own words", &instructions, false}};
  }
  std::map<std::string, std::string> settings() const override {
    std::map<std::string, std::string> out = RunCommand::settings();
    // The pipelines of chat models: who works is their model.
    if (!client.empty() && is_job()) out["model.spec"] = client;
    if (pipeline == "fix") out["plan.scope"] = "fix";
    if (pipeline == "improve" && !instructions.empty()) out["plan.scope"] = "task";
    return out;
  }

  Result<Exit> run(Context& context) override {
    TRY(check_words(context));
    if (pipeline == "fix") return launch_fix(context);
    runner::RunOptions wanted;
    TRY_ASSIGN(wanted, options());
    wanted.yes = true;
    TRY(add_pipeline(context, wanted));
    TRY(add_work(context, wanted));
    return begin_run(context, wanted);
  }

 private:
  // Of Pawl's own jobs for chat models, such as improve and fix: no pipeline of a repository takes
  // the place of one.
  bool is_job() const {
    if (!job_) {
      const auto own = runner::embedded_pipeline(pipeline);
      job_ = own && own->one_at_a_time;
    }
    return *job_;
  }

  Status check_words(Context& context) {
    if (!instructions.empty() && !plan.empty()) {
      return fail(Errc::invalid,
                  "--plan says already what is to be done; leave the instructions out");
    }
    if (foreground && (wait || print_id)) {
      return fail(Errc::invalid, "--foreground runs it here: leave --wait and --print-id out");
    }
    constexpr std::int64_t kAttemptsMax = 100;
    if (avoid_conflicts && (foreground || wait || reserved)) {
      return fail(Errc::invalid,
                  "--avoid-conflicts may leave it in the queue: leave --foreground and --wait out");
    }
    if (test_attempts_max < 1 || test_attempts_max > kAttemptsMax) {
      return fail(Errc::invalid, "--test-max-attempts wants a number from 1 to 100");
    }
    for (const std::string& one : commands) {
      if (trim(one).empty()) return fail(Errc::invalid, "--cmd wants a command");
    }
    const bool spelled = client.find(':') != std::string::npos && client.front() != ':';
    if (!client.empty() && !spelled) {
      return fail(Errc::invalid,
                  "--client wants provider:model, not '" + printable(client, 80) + "'");
    }
    const bool agents = !client.empty() && !is_job();
    if (agents) TRY(agents::check_spec(client));
    // These take a pull request, which they know by its branch.
    if ((pipeline == "fix-ci" || pipeline == "review") && base.empty()) {
      return fail(Errc::invalid, "--base is missing: the branch of the pull request that " +
                                     pipeline + " is about; see `pawl pr list`");
    }
    return check_parent(context);
  }

  Status check_parent(Context& context) {
    if (parent.empty()) return Done{};
    TRY_ASSIGN(const RunId run, named_run(context, parent));
    parent = run.text();
    return Done{};
  }

  // Those of the repository, of its base branch, and those that Pawl carries.
  Status add_pipeline(Context& context, runner::RunOptions& wanted) const {
    wanted.pipeline = pipeline;
    if (is_job() && !child.empty()) {
      return fail(Errc::invalid, "the pipeline " + pipeline + " makes no runs: leave --child out");
    }
    if (is_job() && !inputs.empty()) {
      return fail(Errc::invalid, "the pipeline " + pipeline + " takes no --input");
    }
    if (is_job()) return Done{};
    TRY_ASSIGN(const auto desk, open_pipelines(context, target, base));
    TRY_ASSIGN(wanted.definition, runner::load_pipeline(*desk->files, pipeline));
    wanted.pipeline = wanted.definition->name;
    name_absolutely(*wanted.definition, context.ports.folder);
    TRY(add_child(*desk->files, wanted));
    if (wanted.child) name_absolutely(*wanted.child, context.ports.folder);
    for (const std::string& one : inputs) {
      const auto equals = one.find('=');
      if (equals == 0 || equals == std::string::npos) {
        return fail(Errc::invalid, "--input wants NAME=VALUE, not '" + printable(one, 80) + "'");
      }
      TRY_ASSIGN(
          wanted.inputs[one.substr(0, equals)],
          input_text(context, *wanted.definition, one.substr(0, equals), one.substr(equals + 1)));
    }
    return Done{};
  }

  // What the runs of a chain do is read with the chain itself, and kept with it.
  Status add_child(runner::PipelineFiles& files, runner::RunOptions& wanted) const {
    const std::size_t chains = chains_in(wanted.definition->root);
    if (chains == 0 && child.empty()) return Done{};
    if (chains == 0) {
      return fail(Errc::invalid, "the pipeline " + pipeline + " makes no runs: leave --child out");
    }
    if (chains > 1) {
      return fail(Errc::invalid, "the pipeline " + pipeline + " has more than one chain");
    }
    if (child.empty()) {
      return fail(Errc::invalid,
                  "--child is missing: the pipeline of the runs that are made, local or gh");
    }
    if (plan.empty() && instructions.empty()) {
      return fail(Errc::invalid, "--plan is missing: what all runs of the chain are for");
    }
    const auto job = runner::embedded_pipeline(child);
    if (job && job->one_at_a_time) {
      return fail(Errc::invalid, "the runs of a chain are handed a plan, and " + child +
                                     " takes none; use local "
                                     "or gh, or a pipeline of your own");
    }
    TRY_ASSIGN(wanted.child, runner::load_pipeline(files, child));
    if (chains_in(wanted.child->root) > 0) {
      return fail(Errc::invalid, "the runs of a chain make no chains themselves: " + child +
                                     " is none for --child");
    }
    return Done{};
  }

  static std::size_t chains_in(const pipeline::Node& node) {
    std::size_t count = node.type == "chain" ? 1 : 0;
    for (const pipeline::Node& one : node.children) count += chains_in(one);
    return count;
  }

  // Of an input that names a file, its text.
  Result<std::string> input_text(Context& context, const pipeline::Definition& definition,
                                 const std::string& name, const std::string& value) const {
    const auto input =
        std::find_if(definition.inputs.begin(), definition.inputs.end(),
                     [&](const pipeline::Input& known) { return known.name == name; });
    const bool file = input != definition.inputs.end() && input->is_file;
    return file ? read_text(context, value, "--input " + name) : Result<std::string>(value);
  }

  // The one that `pawl fix` makes, elsewhere.
  Result<Exit> launch_fix(Context& context) {
    if (!is_issue(plan)) {
      return fail(Errc::invalid,
                  "the pipeline fix is about an issue: name it with --plan N; `pawl issue list` "
                  "shows those there are");
    }
    const std::unique_ptr<RunCommand> fix = make_fix_of(plan);
    fix->target = target;
    fix->base = base;
    fix->branch = branch;
    fix->yes = true;
    fix->json = json;
    fix->instead = [&](Context& in, const runner::RunOptions& made) {
      runner::RunOptions wanted = made;
      wanted.parent = parent;
      wanted.description = shown_description(description);
      return begin_run(in, wanted);
    };
    return fix->run(context);
  }

  Result<std::string> read_text(Context& context, const std::string& name,
                                std::string_view flag) const {
    const std::string path =
        name.starts_with('/') ? name : os::join_path(context.ports.folder, name);
    TRY_ASSIGN(std::string text, context.ports.files.read(path, kHandedBytesMax)
                                     .during("reading the file of " + std::string(flag)));
    if (trim(text).empty()) {
      return fail(Errc::invalid, path + ", which " + std::string(flag) + " names, is empty");
    }
    if (!is_utf8(text) || looks_binary(text)) {
      return fail(Errc::invalid, path + ", which " + std::string(flag) + " names, is no text");
    }
    return text;
  }

  static std::string shown_description(const std::string& text) {
    return std::string(trim(printable(text, kDescriptionMax)));
  }

  Status add_work(Context& context, runner::RunOptions& wanted) {
    // The process of the run stands elsewhere.
    wanted.client = is_job() ? "" : agents::absolute_spec(client, context.ports.folder);
    wanted.instructions = std::string(trim(instructions));
    wanted.commands = commands;
    wanted.test_attempts_max = static_cast<int>(test_attempts_max);
    wanted.parent = parent;
    std::string about = wanted.instructions.substr(0, kSourceMax);
    if (!plan.empty()) TRY(add_plan(context, wanted, about));
    if (!spec_file.empty()) {
      TRY_ASSIGN(wanted.spec, read_text(context, spec_file, "--spec"));
    }
    wanted.description = shown_description(description.empty() ? about : description);
    if (pipeline != "improve") return Done{};
    if (!wanted.instructions.empty()) {
      task = wanted.instructions;
      TRY(check_task(context));
      wanted.task = wanted.instructions;
    }
    if (!plan.empty()) wanted.plan_file = plan;
    return Done{};
  }

  Status add_plan(Context& context, runner::RunOptions& wanted, std::string& about) {
    if (!is_issue(plan)) {
      TRY_ASSIGN(wanted.plan, read_text(context, plan, "--plan"));
      about = heading_of(wanted.plan);
      if (about.empty()) about = stem_of(plan);
      return Done{};
    }
    if (pipeline == "improve") {
      return fail(Errc::invalid,
                  "the pipeline improve takes a plan in a file; for an issue there "
                  "is `pawl launch fix --plan " +
                      plan + "`");
    }
    TRY_ASSIGN(const std::int64_t number, forge_number(plan, "an issue", "pawl issue list"));
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    TRY_ASSIGN(const forge::Issue issue, desk->forge->issues().get(number));
    const std::string title = planner::readable_issue(issue.title);
    wanted.plan = "# " + title + "\n\n" + planner::readable_issue(issue.body) + "\n";
    wanted.issue = planner::IssueWork{.number = number, .title = title, .body = {}, .files = {}};
    about = title;
    return Done{};
  }

  Result<Exit> begin_run(Context& context, const runner::RunOptions& wanted) {
    if (dry_run) return show_plan(context, wanted);
    if (avoid_conflicts) {
      TRY_ASSIGN(const bool queued, queue_behind_others(context, wanted));
      if (queued) return Exit::done;
    }
    if (foreground) {
      runner::RunOptions here = wanted;
      here.start = runner::Start::fresh;
      return go(context, here);
    }
    TRY_ASSIGN(const fleet::Launched made,
               fleet::launch(quiet_ports(context), wanted, settings(), reserved));
    launched = made.run;
    if (reserved) return Exit::done;
    return after_launch(context, made, {.wait = wait, .print_id = print_id, .json = json});
  }

  // Checked as any launch is; false where nothing is in its way.
  Result<bool> queue_behind_others(Context& context, const runner::RunOptions& wanted) {
    TRY_ASSIGN(const auto collisions, collisions_of(context, wanted));
    if (collisions.empty()) return false;
    TRY(runner::check(quiet_ports(context), wanted));
    Launch fresh;
    const std::vector<std::string> words =
        words_of(*this, fresh, {"--avoid-conflicts", "--print-id", "--json"});
    TRY(check_launch_words(words));
    std::vector<std::string> runs;
    for (const auto& [run, paths] : collisions) {
      runs.push_back(run);
      context.console.say("in the way: " + run + " (" + printable(join(paths, ", "), 300) + ")");
    }
    TRY_ASSIGN(const std::int64_t item, queue_behind(context, words, runs));
    if (json) {
      context.console.document(
          Json::object({{"run", Json()}, {"item", item}, {"behind", Json::array_of(runs)}}));
    } else {
      context.console.say("item " + std::to_string(item) +
                          " of the queue launches it once that has landed or is given up; `pawl "
                          "queue run` works the queue off");
    }
    return true;
  }

  // All that a launch checks, and nothing made.
  Result<Exit> show_plan(Context& context, const runner::RunOptions& wanted) const {
    TRY_ASSIGN(const runner::Checked checked, runner::check(quiet_ports(context), wanted));
    if (json) {
      context.console.document(Json::object({{"pipeline", pipeline},
                                             {"target", checked.target},
                                             {"base", checked.base},
                                             {"client", wanted.client},
                                             {"description", wanted.description},
                                             {"stages", Json::array_of(checked.stages)}}));
      return Exit::done;
    }
    context.console.say("would run " + pipeline + " on " + printable(checked.target, 300) +
                        (checked.base.empty() ? "" : ", from " + printable(checked.base, 200)) +
                        ":");
    for (const std::string& stage : checked.stages) context.console.out(stage + "\n");
    return Exit::done;
  }

  mutable std::optional<bool> job_;
};

}  // namespace

std::unique_ptr<Command> make_launch() { return std::make_unique<Launch>(); }

Status check_launch_words(const std::vector<std::string>& words) {
  Launch launch;
  TRY(parse_words("launch", launch, words));
  const bool others = launch.wait || launch.foreground || launch.dry_run || launch.avoid_conflicts;
  if (!others) return Done{};
  return fail(Errc::invalid,
              "the queue waits for the runs it launches: leave --wait, --foreground, --dry-run and "
              "--avoid-conflicts out");
}

Result<RunId> launch_words(Context& context, const std::vector<std::string>& words,
                           const std::string& folder,
                           const std::function<Status(const RunId&)>& reserved) {
  Launch launch;
  TRY(parse_words("launch", launch, words));
  launch.reserved = reserved;
  os::Ports ports = context.ports;
  ports.folder = folder;
  TRY_ASSIGN(const config::Resolved resolved,
             config::load(ports.files, context.layout.config_file(), ports.environment,
                          launch.settings()));
  Context there{
      .ports = ports, .console = context.console, .config = resolved, .layout = context.layout};
  TRY_ASSIGN(const Exit exit, launch.run(there));
  if (launch.launched) return *launch.launched;
  return fail(Errc::invalid,
              "nothing was launched (exit code " + std::to_string(static_cast<int>(exit)) + ")");
}

}  // namespace pawl::cli
