#include "repo/checks/setup_proposals.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/checks/workflow_steps.hpp"
#include "syntax/data/data.hpp"

namespace pawl::repo {
namespace {

constexpr auto kDevcontainers =
    fixed_words(".devcontainer/devcontainer.json", ".devcontainer.json");
constexpr auto kCreateKeys =
    fixed_words("onCreateCommand", "updateContentCommand", "postCreateCommand");

bool runs_tests(std::string_view command) {
  static constexpr auto kWords =
      fixed_words("pytest", "unittest", "npm test", "npm run test", "yarn test", "pnpm test",
                  "go test", "cargo test", "make test", "make check", "ctest", "rspec", "rake",
                  "phpunit", "mvn", "gradle", "tox", "nox", "bats", "vitest", "jest");
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view word) { return contains(command, word); });
}

void add_commands(std::string_view text, std::vector<std::string>& commands) {
  for (const std::string_view line : split_lines(text)) {
    const std::string_view row = trim(line);
    const bool idle = row.empty() || row.starts_with('#');
    if (!idle && commands.size() < kProposedMax) commands.emplace_back(row);
  }
}

// A command is a text, a list of words, or a table of both.
void add_created(const Json& value, std::vector<std::string>& commands) {
  if (value.is_string()) return add_commands(value.text(), commands);
  std::vector<std::string> words;
  for (const Json& word : value.items()) words.emplace_back(word.text());
  if (!words.empty()) return add_commands(join(words, " "), commands);
  for (const auto& [name, one] : value.members()) add_created(one, commands);
}

void add_devcontainer(const RepoView& view, std::vector<SetupProposal>& proposals) {
  for (const std::string_view path : kDevcontainers) {
    const auto text = view.text(path);
    const Result<Json> data = text ? syntax::parse_jsonc(*text) : Json();
    if (!data) continue;
    SetupProposal one{.path = std::string(path), .commands = {}};
    for (const std::string_view key : kCreateKeys) add_created((*data)[key], one.commands);
    if (!one.commands.empty()) proposals.push_back(std::move(one));
  }
}

// The commands of a job; those before its tests where it has some.
std::vector<std::string> steps_of(const Json& job, bool whole) {
  std::vector<std::string> commands;
  for (const Json* step : steps_of_job(job)) {
    const std::string_view command = (*step)["run"].text();
    // What only the service that runs it can put in.
    if (contains(command, "${{")) continue;
    if (runs_tests(command)) return commands;
    add_commands(command, commands);
  }
  return whole ? commands : std::vector<std::string>();
}

void add_workflow(const RepoView& view, const std::string& path,
                  std::vector<SetupProposal>& proposals) {
  const auto text = view.text(path);
  if (!text) return;
  const Result<std::vector<Json>> documents = syntax::parse_yaml(*text);
  if (!documents || documents->empty()) return;
  const bool made_for_it = contains(path, "copilot-setup-steps");
  for (const auto& [name, job] : documents->front()["jobs"].members()) {
    SetupProposal one{.path = path, .commands = steps_of(job, made_for_it)};
    const bool known =
        std::any_of(proposals.begin(), proposals.end(),
                    [&](const SetupProposal& other) { return other.commands == one.commands; });
    if (!one.commands.empty() && !known) proposals.push_back(std::move(one));
  }
}

}  // namespace

std::vector<SetupProposal> setup_proposals(const Facts& facts, const RepoView& view) {
  std::vector<SetupProposal> proposals;
  add_devcontainer(view, proposals);
  for (const bool made_for_it : {true, false}) {
    for (const Sourced& workflow : facts.workflows) {
      const bool github = workflow.path.starts_with(".github/workflows/");
      const bool is_it = contains(workflow.path, "copilot-setup-steps");
      if (github && is_it == made_for_it) add_workflow(view, workflow.path, proposals);
    }
  }
  return proposals;
}

}  // namespace pawl::repo
