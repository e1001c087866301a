// The table of commands. A new one is a file that defines make_<name>(), its declaration and row
// here, its word in a group, and its page docs/cli/<name>.md.
#include <array>

#include "base/assets.hpp"
#include "base/text/text.hpp"
#include "cli/kit/command.hpp"

namespace pawl::cli {

std::unique_ptr<Command> make_analyze();
std::unique_ptr<Command> make_branch();
std::unique_ptr<Command> make_clean();
std::unique_ptr<Command> make_completions();
std::unique_ptr<Command> make_config_path();
std::unique_ptr<Command> make_config_reference();
std::unique_ptr<Command> make_config_set();
std::unique_ptr<Command> make_config_show();
std::unique_ptr<Command> make_docs();
std::unique_ptr<Command> make_doctor();
std::unique_ptr<Command> make_facts();
std::unique_ptr<Command> make_fix();
std::unique_ptr<Command> make_fix_ci();
std::unique_ptr<Command> make_fleet_conflicts();
std::unique_ptr<Command> make_guard_check();
std::unique_ptr<Command> make_guard_explain();
std::unique_ptr<Command> make_guard_install_hook();
std::unique_ptr<Command> make_guard_list();
std::unique_ptr<Command> make_guard_replay();
std::unique_ptr<Command> make_help();
std::unique_ptr<Command> make_init();
std::unique_ptr<Command> make_issue_close();
std::unique_ptr<Command> make_issue_comment();
std::unique_ptr<Command> make_api_budget();
std::unique_ptr<Command> make_issue_create();
std::unique_ptr<Command> make_issue_list();
std::unique_ptr<Command> make_issue_show();
std::unique_ptr<Command> make_land();
std::unique_ptr<Command> make_list();
std::unique_ptr<Command> make_logs();
std::unique_ptr<Command> make_memory_forget();
std::unique_ptr<Command> make_memory_list();
std::unique_ptr<Command> make_migrate();
std::unique_ptr<Command> make_pipeline_check();
std::unique_ptr<Command> make_pipeline_graph();
std::unique_ptr<Command> make_pipeline_list();
std::unique_ptr<Command> make_pipeline_schema();
std::unique_ptr<Command> make_pipeline_show();
std::unique_ptr<Command> make_plan();
std::unique_ptr<Command> make_pr_checks();
std::unique_ptr<Command> make_pr_close();
std::unique_ptr<Command> make_pr_comment();
std::unique_ptr<Command> make_pr_diff();
std::unique_ptr<Command> make_pr_edit();
std::unique_ptr<Command> make_review();
std::unique_ptr<Command> make_pr_list();
std::unique_ptr<Command> make_pr_ready();
std::unique_ptr<Command> make_pr_merge();
std::unique_ptr<Command> make_pr_report_check();
std::unique_ptr<Command> make_pr_review();
std::unique_ptr<Command> make_pr_show();
std::unique_ptr<Command> make_quality();
std::unique_ptr<Command> make_replay();
std::unique_ptr<Command> make_rescue_drop();
std::unique_ptr<Command> make_rescue_list();
std::unique_ptr<Command> make_rescue_restore();
std::unique_ptr<Command> make_rescue_show();
std::unique_ptr<Command> make_reset();
std::unique_ptr<Command> make_run();
std::unique_ptr<Command> make_agent_list();
std::unique_ptr<Command> make_agent_try();
std::unique_ptr<Command> make_schemas_clear();
std::unique_ptr<Command> make_schemas_list();
std::unique_ptr<Command> make_schemas_update();
std::unique_ptr<Command> make_status();
std::unique_ptr<Command> make_tests();
std::unique_ptr<Command> make_verify();
std::unique_ptr<Command> make_version();
// src/cli/fleet
std::unique_ptr<Command> make_ack();
std::unique_ptr<Command> make_attach();
std::unique_ptr<Command> make_bail();
std::unique_ptr<Command> make_close();
std::unique_ptr<Command> make_fleet();
std::unique_ptr<Command> make_launch();
std::unique_ptr<Command> make_log();
std::unique_ptr<Command> make_queue_add();
std::unique_ptr<Command> make_queue_clear();
std::unique_ptr<Command> make_queue_list();
std::unique_ptr<Command> make_queue_requeue();
std::unique_ptr<Command> make_queue_run();
std::unique_ptr<Command> make_queue_set_state();
std::unique_ptr<Command> make_queue_stop();
std::unique_ptr<Command> make_rescue();
std::unique_ptr<Command> make_resume();
std::unique_ptr<Command> make_rm();
std::unique_ptr<Command> make_session_summary();
std::unique_ptr<Command> make_skip();
std::unique_ptr<Command> make_stop();
std::unique_ptr<Command> make_top();
std::unique_ptr<Command> make_wait();

namespace {

constexpr auto kCommands = std::to_array<CommandRow>({
    {"run", "improve a repository and open a pull request", make_run},
    {"docs", "improve documentation, and nothing else", make_docs},
    {"quality", "improve the configuration of linters and formatters, and nothing else",
     make_quality},
    {"tests", "add tests that notice when the code goes wrong, and nothing else", make_tests},
    {"fix", "fix one issue, in the files it cites", make_fix},
    {"fix-ci", "repair what fails in the checks of a pull request", make_fix_ci},
    {"migrate", "make a site of the documents: VitePress, MkDocs, Docusaurus", make_migrate},
    {"plan", "say what a run would do, as a plan to be changed", make_plan},
    {"analyze", "measure a repository", make_analyze},
    {"facts", "say what a repository is, with the file of each fact", make_facts},
    {"guard check", "judge a change: commits, the index, the files, a patch", make_guard_check},
    {"guard list", "list the guards", make_guard_list, Needs::nothing},
    {"guard explain", "show the page of a guard", make_guard_explain, Needs::nothing},
    {"guard install-hook", "judge every commit before it is made", make_guard_install_hook,
     Needs::configuration},
    {"guard replay", "judge every commit of a range", make_guard_replay},
    {"pipeline list", "list the pipelines of a project, and Pawl's own", make_pipeline_list,
     Needs::configuration},
    {"pipeline show", "show a pipeline with all its prompts", make_pipeline_show,
     Needs::configuration},
    {"pipeline check", "say what is wrong with pipelines, and what a run would do",
     make_pipeline_check, Needs::configuration},
    {"pipeline graph", "draw a pipeline", make_pipeline_graph, Needs::configuration},
    {"pipeline schema", "print the JSON Schema of pipelines, for editors", make_pipeline_schema,
     Needs::nothing},
    {"agent list", "list the coding agents that Pawl can put to work", make_agent_list,
     Needs::configuration},
    {"agent try", "put a coding agent to work once, to see whether it can", make_agent_try},
    {"schemas list", "list the schemas of configuration files", make_schemas_list,
     Needs::configuration},
    {"schemas update", "fetch the full public schemas", make_schemas_update, Needs::configuration},
    {"schemas clear", "go back to the schemas Pawl carries", make_schemas_clear,
     Needs::configuration},
    {"review", "list what people say of a pull request, or do what they ask for", make_review},
    {"pr list", "list pull requests", make_pr_list},
    {"pr show", "show a pull request with its checks, reviews and comments", make_pr_show},
    {"pr diff", "print the change of a pull request", make_pr_diff},
    {"pr comment", "say something about a pull request", make_pr_comment},
    {"pr review", "approve a pull request, ask for changes, comment at lines", make_pr_review},
    {"pr checks", "list what builds and tests say of a pull request", make_pr_checks},
    {"pr report-check", "report a build or test run of a pull request", make_pr_report_check},
    {"pr edit", "change title, text or labels of a pull request", make_pr_edit},
    {"pr ready", "say that a draft may be reviewed and merged", make_pr_ready},
    {"pr merge", "merge a pull request", make_pr_merge},
    {"pr close", "close a pull request without merging", make_pr_close},
    {"verify", "do the proof of a pull request again", make_verify},
    {"issue create", "file an issue", make_issue_create},
    {"issue list", "list issues", make_issue_list},
    {"issue show", "show an issue", make_issue_show},
    {"issue comment", "say something about an issue", make_issue_comment},
    {"issue close", "close an issue", make_issue_close},
    {"api-budget", "show what GitHub allows and was asked", make_api_budget},
    {"memory list", "show what earlier runs are remembered for", make_memory_list,
     Needs::configuration},
    {"memory forget", "forget what earlier runs failed or succeeded at", make_memory_forget,
     Needs::configuration},
    {"launch", "run any pipeline in the background", make_launch},
    {"fleet", "show all runs: where each is, how it is doing, what it cost", make_fleet,
     Needs::configuration},
    {"top", "the table of runs on a terminal, with keys", make_top, Needs::configuration},
    {"resume", "go on with a run, in the background", make_resume},
    {"rescue", "let an agent look why a run ended, and go on with it where that helps",
     make_rescue},
    {"stop", "end the process of a run, with all it started", make_stop, Needs::configuration},
    {"wait", "wait for the end of runs", make_wait, Needs::configuration},
    {"attach", "follow what a run says until it ends", make_attach, Needs::configuration},
    {"log", "show what a run in the background says", make_log, Needs::configuration},
    {"close", "hide runs that ended from the table", make_close, Needs::configuration},
    {"rm", "remove runs that ended; unpublished work is rescued first", make_rm},
    {"ack", "say that the work of an ended run is in the target", make_ack},
    {"skip", "say that nothing of an ended run is wanted", make_skip},
    {"bail", "as a coding agent: say that you may not go on", make_bail, Needs::nothing},
    {"session-summary", "as a hook of a coding agent: say how runs are doing", make_session_summary,
     Needs::little},
    {"queue add", "put a command or a launch into the queue", make_queue_add, Needs::configuration},
    {"queue list", "list what is in the queue", make_queue_list, Needs::configuration},
    {"queue run", "work off the queue", make_queue_run},
    {"queue requeue", "let failed items of the queue wait again", make_queue_requeue,
     Needs::configuration},
    {"queue clear", "remove items from the queue", make_queue_clear, Needs::configuration},
    {"queue set-state", "say what became of an item of the queue", make_queue_set_state,
     Needs::configuration},
    {"queue stop", "stop working off the queue", make_queue_stop, Needs::configuration},
    {"list", "list runs, newest first", make_list, Needs::configuration},
    {"status", "say how a run is doing", make_status, Needs::configuration},
    {"logs", "show what a run did, event by event", make_logs, Needs::configuration},
    {"replay", "run a recorded run again, and say what became different", make_replay},
    {"land", "bring the work of a run to the branch it was meant for", make_land},
    {"fleet conflicts", "say which open runs will not land side by side", make_fleet_conflicts},
    {"rescue-refs list", "list work that was kept when its worktree went away", make_rescue_list},
    {"rescue-refs show", "print what a rescue ref holds", make_rescue_show},
    {"rescue-refs restore", "make a branch of a rescue ref", make_rescue_restore},
    {"rescue-refs drop", "drop rescue refs that branches hold", make_rescue_drop},
    {"branch", "go on with one branch of a parallel group", make_branch},
    {"reset", "give up a run: rescue its work, remove its worktree", make_reset},
    {"clean", "remove what killed processes and ended runs left behind", make_clean,
     Needs::configuration},
    {"init", "write a commented configuration, and find model servers", make_init,
     Needs::configuration},
    {"doctor", "check this machine and the configuration", make_doctor, Needs::nothing},
    {"config show", "show all settings and where each value comes from", make_config_show},
    {"config set", "change one setting in config.toml", make_config_set, Needs::nothing},
    {"config path", "say where config.toml is", make_config_path, Needs::nothing},
    {"config reference", "print the reference of all settings", make_config_reference,
     Needs::nothing},
    {"completions", "print shell completions", make_completions, Needs::nothing},
    {"help", "list the commands or show a page", make_help, Needs::nothing},
    {"version", "print the version", make_version, Needs::nothing},
});

constexpr auto kGroups = std::to_array<CommandGroup>({
    {"Change a repository", "run docs quality tests fix migrate plan"},
    {"Look at a repository or a change", "analyze facts guard pipeline schemas"},
    {"Pull requests and issues", "pr review verify fix-ci issue api-budget"},
    {"Runs in the background",
     "launch fleet top resume rescue stop wait attach log land close rescue-refs rm ack skip queue "
     "bail session-summary"},
    {"Earlier runs", "list status logs replay branch reset clean memory"},
    {"This machine", "init doctor agent config completions help version"},
});

struct FamilyRow {
  std::string_view word;
  std::string_view summary;
};

constexpr auto kFamilies = std::to_array<FamilyRow>({
    {"guard", "judge changes, whoever made them"},
    {"pipeline", "pipelines: what runs do, in YAML"},
    {"agent", "coding agents: programs that work in a folder"},
    {"schemas", "the schemas of configuration files"},
    {"pr", "pull requests, on GitHub or in the local forge"},
    {"issue", "issues, on GitHub or in the local forge"},
    {"rescue-refs", "work that was kept when its worktree went away"},
    {"memory", "what earlier runs are remembered for"},
    {"queue", "commands and launches that wait for their turn"},
    {"config", "the settings"},
});

}  // namespace

std::span<const CommandGroup> command_groups() { return kGroups; }

std::string_view family_summary(std::string_view word) {
  for (const FamilyRow& row : kFamilies) {
    if (row.word == word) return row.summary;
  }
  return {};
}

std::span<const CommandRow> commands() { return kCommands; }

const CommandRow* find_command(std::string_view name) {
  for (const CommandRow& row : kCommands) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

std::optional<std::string_view> page_of(std::string_view name) {
  return asset("docs/cli/" + replace_all(name, " ", "-") + ".md");
}

}  // namespace pawl::cli
