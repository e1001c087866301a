// For tests: a run that ended with one commit, published, whose worktree is still there.
#pragma once

#include <memory>
#include <string>

#include "config/config.hpp"
#include "git/target.hpp"
#include "git/test_repo.hpp"
#include "os/ports.hpp"
#include "run/run_state.hpp"
#include "store/database.hpp"
#include "store/layout.hpp"

namespace pawl::runner {

struct EndedRun {
  EndedRun();

  git::Lab lab;
  std::string repo = lab.make_repo("demo");
  os::FakeClock clock;
  os::FakeHttp http;
  std::unique_ptr<os::Random> random = os::real_random();
  os::Cancel cancel;
  os::Ports world{clock, lab.files(), lab.processes(), http, *random, cancel, {}, lab.path(".")};
  store::Layout layout{.config_folder = lab.path("config"), .state_folder = lab.path("state")};
  config::Config config{.forge = "local"};
  RunId id = RunId::make("demo", "0a1b2c");
  git::Target target;
  run::RunState state;
  std::unique_ptr<store::Database> database;

  // In its worktree.
  void commit(const std::string& name, const std::string& text);
  std::string head();
  // Its branch in the target.
  void publish();
};

}  // namespace pawl::runner
