#include <doctest/doctest.h>

#include "os/files/memory_files.hpp"
#include "os/processes/fake_processes.hpp"
#include "runner/discard.hpp"
#include "runner/exit.hpp"
#include "runner/request.hpp"
#include "runner/select.hpp"
#include "runner/target.hpp"

namespace pawl::runner::runner_test {

TEST_CASE("errors end a run by the table of exit codes") {
  struct Row {
    Errc code;
    int exit;
    const char* bail_class;
  };
  const Row rows[] = {
      {Errc::invalid, 2, "other"},     {Errc::not_found, 9, "other"},
      {Errc::conflict, 8, "conflict"}, {Errc::denied, 4, "security"},
      {Errc::timeout, 75, "timeout"},  {Errc::cancelled, 130, "other"},
      {Errc::io, 1, "infra"},          {Errc::upstream, 75, "infra"},
  };
  for (const Row& row : rows) {
    CAPTURE(to_string(row.code));
    CHECK(exit_code_of(row.code) == row.exit);
    CHECK(bail_class_of(row.code) == row.bail_class);
  }
}

TEST_CASE("a run that did not succeed can be resumed, one that was given up cannot") {
  struct Row {
    run::RunStatus status;
    bool resumable;
  };
  using run::RunStatus;
  const Row rows[] = {
      {RunStatus::running, true},  {RunStatus::failed, true},     {RunStatus::bailed, true},
      {RunStatus::stopped, true},  {RunStatus::succeeded, false}, {RunStatus::nothing_to_do, false},
      {RunStatus::partial, false},
  };
  for (const Row& row : rows) {
    CAPTURE(to_string(row.status));
    run::RunState state;
    state.status = row.status;
    CHECK(can_resume(state) == row.resumable);
    state.bail_class = kAbandoned;
    CHECK_FALSE(can_resume(state));
  }
}

TEST_CASE("git gets the token of github.com for that server alone") {
  os::FakeClock clock;
  os::MemoryFiles files(clock);
  os::FakeProcesses processes;
  os::FakeHttp http;
  const auto random = os::real_random();
  os::Cancel cancel;
  const os::Ports ports{clock, files, processes, http, *random, cancel, {}, "/"};
  config::Config config;
  CHECK_FALSE(git_options(ports, config).credentials.has_value());
  config.github_token = Secret("ghp_0123456789");
  const auto credentials = git_options(ports, config).credentials;
  REQUIRE(credentials.has_value());
  CHECK(credentials->url_prefix == "https://github.com/");
  CHECK(credentials->token.reveal() == "ghp_0123456789");
}

TEST_CASE("a request survives its file") {
  stages::Request request;
  request.target = "/a b";
  request.branch = "pawl/improve-00ff00";
  request.model = "openai:x";
  request.plan_file = "p.yaml";
  request.task = "Mend it.\nSoon.";
  request.attempts_max = 4;
  request.yes = true;
  const auto back = request_from_json(to_json(request));
  REQUIRE(back.ok());
  CHECK(to_json(*back) == to_json(request));
  CHECK(back->task == request.task);
  CHECK_FALSE(request_from_json(Json::object({{"version", 9}})).ok());
}

}  // namespace pawl::runner::runner_test
