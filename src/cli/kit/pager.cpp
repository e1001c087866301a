#include "cli/kit/pager.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text/text.hpp"

namespace pawl::cli {
namespace {

constexpr int kNoSuchProgram = 127;  // of a shell

std::optional<std::string_view> pager_variable(const config::Environment& environment,
                                               std::string_view name) {
  const auto found = std::find_if(environment.begin(), environment.end(),
                                  [&](const auto& variable) { return variable.first == name; });
  if (found == environment.end()) return std::nullopt;
  return std::string_view(found->second);
}

// Of the child: everything of ours, and for less: leave short texts on the screen, let colours
// through.
std::vector<std::string> variables_for(const config::Environment& environment) {
  std::vector<std::string> variables;
  for (const auto& [name, value] : environment) variables.push_back(name + "=" + value);
  if (!pager_variable(environment, "LESS")) variables.emplace_back("LESS=FRX");
  return variables;
}

void write_to_pager(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return;  // closed before its end: enough was seen
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

std::string pager_of(const config::Environment& environment) {
  if (pager_variable(environment, "TERM") == "dumb") return {};
  const auto own = pager_variable(environment, "PAGER");
  if (!own) return "less";
  return trim(*own) == "cat" ? std::string() : std::string(trim(*own));
}

bool show_in_pager(const std::string& pager, const config::Environment& environment,
                   std::string_view text) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  std::vector<std::string> variables = variables_for(environment);
  std::vector<char*> envp;
  for (std::string& variable : variables) envp.push_back(variable.data());
  envp.push_back(nullptr);
  std::string shell = "sh";
  std::string option = "-c";
  std::string command = pager;
  std::array<char*, 4> argv = {shell.data(), option.data(), command.data(), nullptr};
  pid_t child = 0;
  const int failed = posix_spawn(&child, "/bin/sh", &actions, nullptr, argv.data(), envp.data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  if (failed == 0) write_to_pager(ends[1], text);
  close(ends[1]);
  if (failed != 0) return false;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return !(WIFEXITED(status) && WEXITSTATUS(status) == kNoSuchProgram);
}

}  // namespace pawl::cli
