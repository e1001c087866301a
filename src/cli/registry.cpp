// The table of commands. A new one is a file that defines make_<name>(), its declaration and row
// here, and its page docs/cli/<name>.md.
#include <array>

#include "base/assets.hpp"
#include "base/text/text.hpp"
#include "cli/kit/command.hpp"

namespace pawl::cli {

std::unique_ptr<Command> make_analyze();
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
std::unique_ptr<Command> make_schemas_clear();
std::unique_ptr<Command> make_schemas_list();
std::unique_ptr<Command> make_schemas_update();
std::unique_ptr<Command> make_status();
std::unique_ptr<Command> make_tests();
std::unique_ptr<Command> make_verify();
std::unique_ptr<Command> make_version();

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
    {"guard install-hook", "judge every commit before it is made", make_guard_install_hook},
    {"guard replay", "judge every commit of a range", make_guard_replay},
    {"pipeline list", "list the pipelines of a project, and Pawl's own", make_pipeline_list},
    {"pipeline show", "show a pipeline with all its prompts", make_pipeline_show},
    {"pipeline check", "say what is wrong with pipelines, and what a run would do",
     make_pipeline_check},
    {"pipeline graph", "draw a pipeline", make_pipeline_graph},
    {"pipeline schema", "print the JSON Schema of pipelines, for editors", make_pipeline_schema,
     Needs::nothing},
    {"schemas list", "list the schemas of configuration files", make_schemas_list},
    {"schemas update", "fetch the full public schemas", make_schemas_update},
    {"schemas clear", "go back to the schemas Pawl carries", make_schemas_clear},
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
    {"memory list", "show what earlier runs are remembered for", make_memory_list},
    {"memory forget", "forget what earlier runs failed or succeeded at", make_memory_forget},
    {"list", "list runs, newest first", make_list},
    {"status", "say how a run is doing", make_status},
    {"logs", "show what a run did, event by event", make_logs},
    {"replay", "run a recorded run again, and say what became different", make_replay},
    {"land", "bring the work of a run to the branch it was meant for", make_land},
    {"fleet conflicts", "say which open runs will not land side by side", make_fleet_conflicts},
    {"rescue-refs list", "list work that was kept when its worktree went away", make_rescue_list},
    {"rescue-refs show", "print what a rescue ref holds", make_rescue_show},
    {"rescue-refs restore", "make a branch of a rescue ref", make_rescue_restore},
    {"rescue-refs drop", "drop rescue refs that branches hold", make_rescue_drop},
    {"reset", "give up a run: rescue its work, remove its worktree", make_reset},
    {"clean", "remove what killed processes and ended runs left behind", make_clean},
    {"init", "write a commented configuration, and find model servers", make_init},
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
    {"Earlier runs", "list status logs land rescue-refs fleet replay reset clean memory"},
    {"This machine", "init doctor config completions help version"},
});

struct FamilyRow {
  std::string_view word;
  std::string_view summary;
};

constexpr auto kFamilies = std::to_array<FamilyRow>({
    {"guard", "judge changes, whoever made them"},
    {"pipeline", "pipelines: what runs do, in YAML"},
    {"schemas", "the schemas of configuration files"},
    {"pr", "pull requests, on GitHub or in the local forge"},
    {"issue", "issues, on GitHub or in the local forge"},
    {"rescue-refs", "work that was kept when its worktree went away"},
    {"fleet", "all runs of this machine"},
    {"memory", "what earlier runs are remembered for"},
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
