#include "stages/coding/commands.hpp"

#include "base/text/text.hpp"
#include "evidence/check_needs.hpp"
#include "repo/checks/one_command.hpp"
#include "stages/measuring/measure.hpp"

namespace pawl::stages {

std::vector<std::string> commands_of(const Json& list) {
  std::vector<std::string> commands;
  for (const Json& item : list.items()) {
    if (const std::string text = item.string_or(""); !trim(text).empty()) commands.push_back(text);
  }
  return commands;
}

std::string log_of_attempt(const Scope& scope, std::string_view what, int attempt) {
  constexpr std::size_t kPathShown = 160;  // of a path of eight names
  std::string name = std::string(what) + "-attempt-" + std::to_string(attempt);
  if (scope.node != what) name += "-" + slug(scope.node, kPathShown);
  return name + ".log";
}

std::string commands_listed(const std::vector<std::string>& commands) {
  std::string out;
  for (const std::string& command : commands) out += "- `" + printable(command, 1'000) + "`\n";
  return std::string(trim_end(out));
}

// `set -e` alone passes over a list that fails before its last command (`make lint && make test`),
// and over what is negated.
std::string script_of(const std::vector<std::string>& commands) {
  std::string script = "set -e\n";
  for (const std::string& command : commands) {
    script += command + "\npawl_code=$?; [ \"$pawl_code\" -eq 0 ] || exit \"$pawl_code\"\n";
  }
  return script;
}

Result<repo::CheckRun> run_commands(const Scope& scope, const RunSettings& settings,
                                    const Checkout& checkout,
                                    const std::vector<std::string>& commands, Seconds deadline) {
  TRY_ASSIGN(const auto view, repo::checkout_view(checkout.git, checkout.worktree->folder()));
  const repo::Facts facts = repo::gather_facts(*view);
  TRY(view->trouble());
  const repo::CheckPorts ports{.files = scope.ports.files,
                               .processes = scope.ports.processes,
                               .sandbox = checkout.sandbox,
                               .cancel = &scope.ports.cancel};
  MeasureOptions tools;
  look_up_tools(scope.ports, tools);
  repo::CheckOptions options;
  options.scratch = os::join_path(scope.layout.scratch(scope.id), "commands");
  options.test_deadline = deadline;
  options.path_list = tools.path_list;
  options.home = tools.home;
  options.needs =
      evidence::check_needs(scope.ports, settings.config, scope.layout, checkout.target);
  options.export_to = [&](const std::string& folder) {
    return checkout.worktree->export_to(folder);
  };
  TRY(scope.ports.files.make_folders(scope.layout.scratch(scope.id), 0700));
  repo::CheckRun run = repo::run_one_command(script_of(commands), facts, *view, ports, options);
  TRY(go_on(scope));
  return run;
}

}  // namespace pawl::stages
