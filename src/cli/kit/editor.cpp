#include "cli/kit/editor.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <vector>

#include <spawn.h>
#include <sys/wait.h>

#include "base/text/text.hpp"

namespace pawl::cli {
namespace {

constexpr int kNoEditor = 127;     // of a shell: no such program
constexpr int kNotExecuted = 126;  // of a shell: it is none

std::string variable_value(const config::Environment& environment, std::string_view name) {
  for (const auto& [key, value] : environment) {
    if (key == name) return std::string(trim(value));
  }
  return {};
}

// Whatever a terminal sends while the editor has it is for the editor.
class SignalsIgnored {
 public:
  SignalsIgnored() {
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGINT, &ignore, &interrupt_);
    ::sigaction(SIGQUIT, &ignore, &quit_);
  }
  ~SignalsIgnored() {
    ::sigaction(SIGINT, &interrupt_, nullptr);
    ::sigaction(SIGQUIT, &quit_, nullptr);
  }
  SignalsIgnored(const SignalsIgnored&) = delete;
  SignalsIgnored& operator=(const SignalsIgnored&) = delete;

 private:
  struct sigaction interrupt_ = {};
  struct sigaction quit_ = {};
};

}  // namespace

std::string editor_of(const config::Environment& environment) {
  for (const std::string_view name : {"VISUAL", "EDITOR"}) {
    if (std::string own = variable_value(environment, name); !own.empty()) return own;
  }
  return "vi";
}

Status edit_file(const std::string& editor, const config::Environment& environment,
                 const std::string& path) {
  const SignalsIgnored ignored;
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t as_before;
  sigemptyset(&as_before);
  sigaddset(&as_before, SIGINT);
  sigaddset(&as_before, SIGQUIT);
  posix_spawnattr_setsigdefault(&attributes, &as_before);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  std::vector<std::string> variables;
  for (const auto& [name, value] : environment) variables.push_back(name + "=" + value);
  std::vector<char*> envp;
  for (std::string& variable : variables) envp.push_back(variable.data());
  envp.push_back(nullptr);
  std::array<std::string, 5> words = {"sh", "-c", editor + " \"$@\"", "sh", path};
  std::array<char*, 6> argv = {words[0].data(), words[1].data(), words[2].data(),
                               words[3].data(), words[4].data(), nullptr};
  pid_t child = 0;
  const int failed = posix_spawn(&child, "/bin/sh", nullptr, &attributes, argv.data(), envp.data());
  posix_spawnattr_destroy(&attributes);
  if (failed != 0) return fail(Errc::io, "the editor could not be started: /bin/sh cannot be run");
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return Done{};
  const std::string shown = printable(editor, 200);
  if (WIFEXITED(status) &&
      (WEXITSTATUS(status) == kNoEditor || WEXITSTATUS(status) == kNotExecuted)) {
    return fail(Errc::not_found,
                "the editor `" + shown + "` cannot be run; name another one in EDITOR");
  }
  return fail(Errc::invalid,
              "the editor `" + shown + "` ended with an error; the plan stays as it was");
}

}  // namespace pawl::cli
