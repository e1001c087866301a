#include "os/processes/control_group.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "base/text/text.hpp"
#include "tests/pass_over.hpp"

namespace pawl::os::control_group_test {
namespace {

Finished run(const std::string& script, const Limits& limits) {
  Command command;
  command.argv = {"sh", "-c", script};
  command.environment = {{"PATH", "/usr/local/bin:/usr/bin:/bin"}};
  command.folder = "/";
  command.deadline = Milliseconds(60'000);
  command.limits = limits;
  auto finished = real_processes()->run(command);
  REQUIRE_MESSAGE(finished.ok(), (finished ? "" : finished.error().to_line()));
  return *std::move(finished);
}

std::size_t groups() {
  std::size_t n = 0;
  for (const auto& entry : std::filesystem::directory_iterator(delegated_group())) {
    if (entry.is_directory() && entry.path().filename().string().starts_with("pawl-")) ++n;
  }
  return n;
}

}  // namespace

// Each ends by itself before anything that looks from outside could have seen it.
TEST_CASE("a delegated group holds a command to its limits, however short it lives") {
  PASS_OVER_UNLESS(!delegated_group().empty());
  const std::size_t before = groups();
  Limits memory;
  memory.memory_bytes = 32U << 20U;
  const Finished large = run("perl -e '$x = \"x\" x 50000000'; exit 0", memory);
  CHECK(large.ending == Ending::over_limit);
  CHECK(large.limit == "more than 32 MiB of memory");
  CHECK(run("perl -e '$x = \"x\" x 3000000; print length($x)'", memory).out == "3000000");

  Limits processes;
  processes.processes = 20;
  const Finished many =
      run("for i in $(seq 30); do sleep 1000 & done; kill $(jobs -p); exit 0", processes);
  CHECK(many.ending == Ending::over_limit);
  CHECK(many.limit == "more than 20 processes and threads");
  CHECK(trim(run("for i in 1 2 3; do echo $i & done; wait; cat /proc/self/cgroup", processes).out)
            .find("/pawl-") != std::string_view::npos);
  CHECK(groups() == before);
}

TEST_CASE("without a delegated group a command runs as ever") {
  if (!delegated_group().empty()) return;
  Limits limits;
  limits.processes = 100;
  CHECK(ControlGroup::make(limits) == nullptr);
  CHECK(run("echo ran", limits).out == "ran\n");
}

}  // namespace pawl::os::control_group_test
