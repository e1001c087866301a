#include "guards/tests/ignored_failures.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "base/json.hpp"
#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "syntax/data/data.hpp"
#include "syntax/language.hpp"

namespace pawl::guards {
namespace {

using Words = std::vector<std::string_view>;

// Parts of words of commands and of steps that look for faults.
constexpr auto kChecking = std::to_array<std::string_view>(
    {"test",    "check",        "lint",    "spec",    "verify",  "audit",   "mypy",   "flake8",
     "ruff",    "tox",          "nox",     "jest",    "mocha",   "bats",    "tsc",    "clippy",
     "vet",     "rubocop",      "phpstan", "psalm",   "phpunit", "mvn",     "gradle", "vitest",
     "cypress", "coverage run", "build",   "compile", "codeql",  "semgrep", "trivy",  "pyright"});

// Programs that tidy up or fetch: what they cannot do says nothing of the code.
constexpr auto kTidying = std::to_array<std::string_view>(
    {"rm",     "mkdir",   "cp",    "mv",     "ln",      "kill",  "pkill",  "killall", "docker",
     "podman", "git",     "touch", "chmod",  "chown",   "cd",    "source", ".",       "echo",
     "printf", "apt-get", "apt",   "brew",   "curl",    "wget",  "sleep",  "find",    "grep",
     "sed",    "cat",     "tar",   "unzip",  "rsync",   "scp",   "ssh",    "test",    "[",
     "[[",     "command", "which", "type",   "read",    "local", "wait",   "shift",   "export",
     "set",    "unset",   "trap",  "umount", "losetup", "pip",   "gh",     "tee",     "ls"});

bool looks_for_faults(std::string_view text) {
  return std::any_of(kChecking.begin(), kChecking.end(),
                     [&](std::string_view word) { return contains_folded(text, word); });
}

// The program a command begins with, past `sudo` and settings of variables.
std::string_view program_of(std::string_view command) {
  for (std::string_view word : split_words(command)) {
    while (word.starts_with('@') || word.starts_with('-')) word.remove_prefix(1);
    const bool setting = contains(word, "=") && !contains(word.substr(0, word.find('=')), "/");
    if (word.empty() || word == "sudo" || word == "env" || word == "run:" || setting) continue;
    return word.substr(word.rfind('/') + 1);
  }
  return {};
}

struct Command {
  std::string core;  // without what makes its failure nobody's
  bool ignored = false;
};

// What stands behind a command so that the whole succeeds.
bool succeeds(std::string_view rest) {
  rest = trim(rest);
  return among({"true", ":", "exit 0", "/bin/true", "return 0", "(exit 0)", "cd ."}, rest) ||
         ((rest.starts_with("echo ") || rest.starts_with("printf ")) && !contains(rest, "exit") &&
          !contains(rest, "&&"));
}

bool is_make(const RepoPath& path) {
  const std::string name = lower(path.name());
  return among({"makefile", "gnumakefile", "makefile.am", "makefile.in"}, name) ||
         name.ends_with(".mk");
}

bool is_yaml(const RepoPath& path) { return among({".yml", ".yaml"}, path.extension()); }

Command command_in(const RepoPath& path, std::string_view line) {
  Command command;
  std::string_view text = trim(line);
  text = text.substr(0, text.find_last_not_of(",\" \\") + 1);
  if (is_make(path) && line.starts_with('\t')) {
    std::string_view body = text;
    while (!body.empty() && std::string_view("@-+").find(body.front()) != std::string_view::npos) {
      command.ignored = command.ignored || body.front() == '-';
      body.remove_prefix(1);
    }
    text = trim(body);
  } else if (path.name() == "tox.ini") {
    std::string_view body = text;
    if (const auto equals = body.find('='); body.starts_with("commands") && equals < body.size()) {
      body = trim(body.substr(equals + 1));
    }
    if (body.starts_with("- ")) {
      command.ignored = true;
      body.remove_prefix(2);
    }
    text = trim(body);
  }
  for (const std::string_view sign : {"||", ";"}) {
    const auto at = text.rfind(sign);
    if (at == std::string_view::npos || !succeeds(text.substr(at + sign.size()))) continue;
    command.ignored = true;
    text = trim(text.substr(0, at));
    break;
  }
  command.core = std::string(text);
  return command;
}

bool holds_commands(const RepoPath& path, std::string_view text) {
  const std::string name = lower(path.name());
  if (is_make(path) || is_yaml(path)) return true;
  if (among({"package.json", "tox.ini", "justfile", "dockerfile", "jenkinsfile", "composer.json"},
            name)) {
    return true;
  }
  const syntax::Kind kind = syntax::kind_of(path, text);
  return kind.language == syntax::Language::bash;
}

// Two commands are one when they are spelt alike, or begin with the same two words.
bool is_same(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const Words first = split_words(a);
  const Words second = split_words(b);
  return first.size() > 1 && second.size() > 1 && first[0] == second[0] && first[1] == second[1];
}

void find_in_lines(const git::FileChange& file, std::vector<IgnoredFailure>& found) {
  const std::vector<bool> added = added_lines(*file.before, *file.after);
  const std::vector<bool> removed = added_lines(*file.after, *file.before);
  std::vector<std::string> counted;
  const auto old_lines = split_lines(*file.before);
  for (std::size_t i = 0; i < old_lines.size(); ++i) {
    if (!removed[i]) continue;
    Command command = command_in(file.path, old_lines[i]);
    if (!command.ignored && !command.core.empty()) counted.push_back(std::move(command.core));
  }
  if (counted.empty()) return;
  const auto lines = split_lines(*file.after);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!added[i] || trim(lines[i]).starts_with('#')) continue;
    const Command command = command_in(file.path, lines[i]);
    if (!command.ignored || !looks_for_faults(command.core)) continue;
    if (among(kTidying, program_of(command.core))) continue;
    const auto same = std::find_if(counted.begin(), counted.end(), [&](const std::string& old) {
      return is_same(old, command.core);
    });
    if (same != counted.end()) found.push_back({command.core, static_cast<int>(i) + 1});
  }
}

bool is_true(const Json& value) {
  return value.is_string() ? lower(trim(value.text())) == "true" || contains(value.text(), "${{")
                           : value.bool_or(false);
}

// What a step is known by from one version to the next.
std::set<std::string> names_of_step(const Json& step) {
  std::set<std::string> names;
  for (const std::string_view key : {"name", "run", "uses", "id"}) {
    if (step[key].is_string()) names.insert(std::string(key) + ":" + std::string(step[key].text()));
  }
  return names;
}

std::string said_by_step(const Json& step) {
  std::string text;
  for (const std::string_view key : {"name", "run", "uses"}) text += step[key].string_or("") + "\n";
  return text;
}

std::string job_text(const Json& job, const std::string& name) {
  std::string text = name + "\n" + job["name"].string_or("") + "\n";
  for (const Json& step : job["steps"].items()) text += said_by_step(step);
  for (const Json& line : job["script"].items()) text += line.string_or("") + "\n";
  return text + job["script"].string_or("");
}

// The first line the change adds that says it.
int line_that_says(const git::FileChange& file, std::string_view key) {
  const std::vector<bool> added = added_lines(*file.before, *file.after);
  const auto lines = split_lines(*file.after);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (added[i] && contains(lines[i], key)) return static_cast<int>(i) + 1;
  }
  return 0;
}

void find_in_jobs(const std::string& name, const Json& before, const Json& after,
                  std::vector<IgnoredFailure>& found) {
  for (const std::string_view key : {"continue-on-error", "allow_failure"}) {
    if (is_true(after[key]) && !is_true(before[key]) && looks_for_faults(job_text(after, name))) {
      found.push_back({"the job " + name, 0});
    }
  }
  for (const Json& step : after["steps"].items()) {
    if (!is_true(step["continue-on-error"])) continue;
    const std::set<std::string> names = names_of_step(step);
    const auto& old_steps = before["steps"].items();
    const bool counted = std::any_of(old_steps.begin(), old_steps.end(), [&](const Json& old) {
      const std::set<std::string> others = names_of_step(old);
      const bool same = std::any_of(names.begin(), names.end(),
                                    [&](const std::string& one) { return others.contains(one); });
      return same && !is_true(old["continue-on-error"]);
    });
    if (!counted || !looks_for_faults(said_by_step(step))) continue;
    const std::string known_as =
        step["name"].string_or(step["run"].string_or(step["uses"].string_or("")));
    found.push_back({"the step \"" + known_as.substr(0, known_as.find('\n')) + "\"", 0});
  }
}

void find_in_ci(const git::FileChange& file, std::vector<IgnoredFailure>& found) {
  const bool says =
      contains(*file.after, "continue-on-error") || contains(*file.after, "allow_failure");
  if (!says || !is_yaml(file.path)) return;
  const auto before = syntax::parse_yaml(*file.before);
  const auto after = syntax::parse_yaml(*file.after);
  if (!before || !after || before->size() != 1 || after->size() != 1) return;
  const Json& old_jobs = before->front().has("jobs") ? before->front()["jobs"] : before->front();
  const Json& jobs = after->front().has("jobs") ? after->front()["jobs"] : after->front();
  const std::size_t first = found.size();
  for (const auto& [name, job] : jobs.members()) {
    if (old_jobs.has(name)) find_in_jobs(name, old_jobs[name], job, found);
  }
  const int line = line_that_says(
      file, contains(*file.after, "continue-on-error") ? "continue-on-error" : "allow_failure");
  for (std::size_t i = first; i < found.size(); ++i) found[i].line = line;
}

// Settings of Maven and Gradle that let failing tests pass.
void find_in_builds(const git::FileChange& file, std::vector<IgnoredFailure>& found) {
  const std::string name = lower(file.path.name());
  if (name != "pom.xml" && !name.ends_with(".gradle") && !name.ends_with(".gradle.kts")) return;
  const std::vector<bool> added = added_lines(*file.before, *file.after);
  const auto lines = split_lines(*file.after);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!added[i]) continue;
    const std::string line = replace_all(std::string(trim(lines[i])), " ", "");
    for (const std::string_view setting :
         {"<testFailureIgnore>true<", "<maven.test.failure.ignore>true<", "<skipTests>true<",
          "<maven.test.skip>true<", "ignoreFailures=true", "ignoreFailures.set(true)"}) {
      if (contains(line, setting) && !contains(replace_all(*file.before, " ", ""), setting)) {
        found.push_back({"what tests find", static_cast<int>(i) + 1});
      }
    }
  }
}

}  // namespace

std::vector<IgnoredFailure> ignored_failures(const git::FileChange& file) {
  std::vector<IgnoredFailure> found;
  if (!file.before || !file.after || looks_binary(*file.after)) return found;
  if (holds_commands(file.path, *file.after)) find_in_lines(file, found);
  find_in_ci(file, found);
  find_in_builds(file, found);
  return found;
}

}  // namespace pawl::guards
