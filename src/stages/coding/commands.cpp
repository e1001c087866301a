#include "stages/coding/commands.hpp"

#include "base/text/text.hpp"
#include "stages/measuring/run_script.hpp"

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
  return run_script(scope, settings, checkout,
                    {.script = script_of(commands), .scratch = "commands", .deadline = deadline});
}

Result<repo::CheckRun> run_commands_at(const Scope& scope, const RunSettings& settings,
                                       const Checkout& checkout, const std::string& commit,
                                       const std::vector<std::string>& commands, Seconds deadline) {
  return run_script_at(
      scope, settings, checkout, commit,
      {.script = script_of(commands), .scratch = "commands", .deadline = deadline});
}

}  // namespace pawl::stages
