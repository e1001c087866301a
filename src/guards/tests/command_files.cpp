#include "guards/tests/command_files.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "syntax/language.hpp"

namespace pawl::guards {
namespace {

// Parts of words of commands and of steps that look for faults.
constexpr auto kChecking =
    fixed_words("test", "check", "lint", "spec", "verify", "audit", "mypy", "flake8", "ruff", "tox",
                "nox", "jest", "mocha", "bats", "tsc", "clippy", "vet", "rubocop", "phpstan",
                "psalm", "phpunit", "mvn", "gradle", "vitest", "cypress", "coverage run", "build",
                "compile", "codeql", "semgrep", "trivy", "pyright");

// Programs that tidy up or fetch: what they cannot do says nothing of the code.
constexpr auto kTidying = fixed_words(
    "rm", "mkdir", "cp", "mv", "ln", "kill", "pkill", "killall", "docker", "podman", "git", "touch",
    "chmod", "chown", "cd", "source", ".", "echo", "printf", "apt-get", "apt", "brew", "curl",
    "wget", "sleep", "find", "grep", "sed", "cat", "tar", "unzip", "rsync", "scp", "ssh", "test",
    "[", "[[", "command", "which", "type", "read", "local", "wait", "shift", "export", "set",
    "unset", "trap", "umount", "losetup", "pip", "gh", "tee", "ls");

bool is_dockerfile(const RepoPath& path) {
  const std::string name = lower(path.name());
  return name.starts_with("dockerfile") || name.ends_with(".dockerfile") || name == "containerfile";
}

}  // namespace

std::string_view program_of(std::string_view command) {
  for (std::string_view word : split_words(command)) {
    while (word.starts_with('@') || word.starts_with('-')) word.remove_prefix(1);
    const bool setting = contains(word, "=") && !contains(word.substr(0, word.find('=')), "/");
    if (word.empty() || word == "sudo" || word == "env" || setting) continue;
    return word.substr(word.rfind('/') + 1);
  }
  return {};
}

bool looks_for_faults(std::string_view text) {
  return std::any_of(kChecking.begin(), kChecking.end(),
                     [&](std::string_view word) { return contains_folded(text, word); });
}

bool only_tidies(std::string_view command) { return among(kTidying, program_of(command)); }

bool is_makefile(const RepoPath& path) {
  const std::string name = lower(path.name());
  return among({"makefile", "gnumakefile", "makefile.am", "makefile.in"}, name) ||
         name.ends_with(".mk");
}

bool is_shell(const RepoPath& path, std::string_view text) {
  return syntax::kind_of(path, text).language == syntax::Language::bash;
}

bool holds_commands(const RepoPath& path, std::string_view text) {
  if (is_makefile(path) || among({".yml", ".yaml", ".toml"}, path.extension()) ||
      is_dockerfile(path))
    return true;
  if (among({"package.json", "tox.ini", "justfile", "jenkinsfile", "composer.json", "deno.json",
             "earthfile", "procfile"},
            lower(path.name()))) {
    return true;
  }
  return is_shell(path, text);
}

}  // namespace pawl::guards
