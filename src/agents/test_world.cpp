#include "agents/test_world.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

#include <unistd.h>

#include "tests/pass_over.hpp"

namespace pawl::agents {

Status HeardEvents::append(const Event& event) {
  const std::lock_guard lock(mutex_);
  events_.emplace_back(std::string(event.kind.get().name), event.data);
  return Done{};
}

std::vector<Json> HeardEvents::of(const EventKind& kind) const {
  const std::lock_guard lock(mutex_);
  std::vector<Json> found;
  for (const auto& [name, data] : events_) {
    if (name == kind.name) found.push_back(data);
  }
  return found;
}

TestWorld::TestWorld()
    : clock(os::real_clock()),
      files(os::real_files()),
      processes(os::real_processes()),
      http(os::real_http()),
      random(os::real_random()),
      ports{.clock = *clock,
            .files = *files,
            .processes = *processes,
            .http = *http,
            .random = *random,
            .cancel = cancel,
            .environment = {{"PATH", "/usr/bin:/bin"}, {"GITHUB_TOKEN", "ghp_canary_of_pawl"}},
            .folder = folder.path()},
      sandbox(os::Sandbox::probe(*processes)) {
  config.bot_name = "Pawl";
  config.bot_email = "pawl@localhost";
  REQUIRE(files->make_folders(folder / "work"));
  if (const auto owner = sandbox.files_owner()) {
    REQUIRE(::chown((folder / "work").c_str(), owner->uid, owner->gid) == 0);
  }
  order.label = "implement";
  order.prompt = "Make the file.";
  order.folder = folder / "work";
  order.home = folder / "home";
  order.limits.wall = Milliseconds(60'000);
}

Work TestWorld::work(const std::string& spec) {
  auto agent = open_agent(spec, agent_ports());
  REQUIRE_MESSAGE(agent.ok(), (agent ? "" : agent.error().to_line()));
  auto done = (*agent)->work(order, events);
  REQUIRE_MESSAGE(done.ok(), (done ? "" : done.error().to_line()));
  return *std::move(done);
}

std::string TestWorld::text(const std::string& path) const {
  return files->read(folder / ("work/" + path)).value_or("");
}

bool TestWorld::confines() const {
  if (sandbox.report().level == os::SandboxLevel::full) return true;
  MESSAGE("namespaces are refused here: " << sandbox.report().reason);
  return false;
}

}  // namespace pawl::agents
