#include "runner/test_run_world.hpp"

#include <doctest/doctest.h>

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

#include "runner/branch.hpp"
#include "stages/stage.hpp"

namespace pawl::runner {

RunWorld::RunWorld()
    : world_{.clock = *clock,
             .files = *files,
             .processes = forks_,
             .http = *http,
             .random = *random,
             .cancel = cancel,
             .environment = {{"PATH", "/usr/local/bin:/usr/bin:/bin"}},
             .folder = "/"} {
  repo = lab.make_repo("project");
  layout.config_folder = lab.path("config");
  layout.state_folder = lab.path("state");
  auto loaded = config::load(*files, lab.path("config/config.toml"),
                             {{"PAWL_CHECKS_RUN", "false"}, {"PAWL_SELF_REVIEW_RUN", "false"}}, {});
  REQUIRE(loaded);
  resolved = *std::move(loaded);
  options.target = repo;
  options.branch = "bg/work";
}

void RunWorld::pipeline(const std::string& yaml) {
  auto definition = pipeline::parse(yaml, stages::kinds());
  REQUIRE_MESSAGE(definition.ok(), definition.error().to_line());
  options.pipeline = definition->name;
  options.definition = *std::move(definition);
}

RunPorts RunWorld::ports() {
  return {
      .ports = world_,
      .config = resolved,
      .layout = layout,
      .listener =
          [this](const JournalEvent& event, const run::RunState&) {
            const bool at = kill_at > 0 && event.seq == static_cast<std::uint64_t>(kill_at);
            if (at || event.name == kill_on) ::raise(SIGKILL);
          },
      .confirm = [](const planner::TaskPlan&, const std::string&) -> Result<planner::Consent> {
        return planner::Consent{.agreed = true};
      },
      .agents = {.open = [this](const std::string& spec) -> Result<std::unique_ptr<agents::Agent>> {
        return agent(spec);
      }}};
}

RunEnd RunWorld::run(Start start, const std::string& from) {
  options.start = start;
  options.from = from;
  const BranchForks::Served served(forks_);
  auto end = runner::run(ports(), options);
  REQUIRE_MESSAGE(end.ok(), end.error().to_line());
  return *std::move(end);
}

bool RunWorld::killed(Start start) {
  const pid_t child = ::fork();
  if (child == 0) {
    options.start = start;
    const BranchForks::Served served(forks_);
    const auto end = runner::run(ports(), options);
    ::_exit(end.ok() ? 0 : 99);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK((WIFSIGNALED(status) || WEXITSTATUS(status) == 0));
  return WIFSIGNALED(status);
}

int RunWorld::branch(const std::string& run) {
  kill_at = 0;
  kill_on = {};
  const auto end = run_branch(ports(), run);
  return end.ok() ? end->exit : 99;
}

}  // namespace pawl::runner
