// What it costs to start a command confined, beside bubblewrap's own figure for the same command.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include "os/processes/process.hpp"
#include "os/sandbox/sandbox.hpp"
#include "temp_folder.hpp"

namespace {

using namespace pawl;

os::Command true_in(const std::string& folder) {
  os::Command command;
  command.argv = {"/usr/bin/true"};
  command.environment = {{"PATH", "/usr/bin:/bin"}};
  command.folder = folder;
  return command;
}

void sandboxed_true(benchmark::State& state) {
  const TempFolder folder;
  const auto processes = os::real_processes();
  const os::Sandbox sandbox = os::Sandbox::probe(*processes);
  if (sandbox.report().level != os::SandboxLevel::full) {
    state.SkipWithError(sandbox.report().reason.c_str());
    return;
  }
  const auto owner = sandbox.files_owner();
  if (owner && ::chown(folder.path().c_str(), owner->uid, owner->gid) != 0) {
    state.SkipWithError("the folder cannot be given to the command's user");
    return;
  }
  for (auto _ : state) {
    const auto confined = sandbox.confine(true_in(folder.path()), {.folder = folder.path()});
    const auto finished =
        confined ? processes->run(*confined) : Result<os::Finished>(confined.error());
    if (!finished || !finished->succeeded()) {
      state.SkipWithError("the command did not run");
      return;
    }
  }
  state.SetLabel("< 15000 µs");
}
void plain_bubblewrap(benchmark::State& state) {
  const TempFolder folder;
  const auto processes = os::real_processes();
  os::Command command = true_in(folder.path());
  command.argv = {"/usr/bin/bwrap", "--unshare-all", "--ro-bind", "/",    "/",
                  "--proc",         "/proc",         "--dev",     "/dev", "--tmpfs",
                  "/tmp",           "/usr/bin/true"};
  for (auto _ : state) {
    const auto finished = processes->run(command);
    if (!finished || !finished->succeeded()) {
      state.SkipWithError("bubblewrap did not run");
      return;
    }
  }
  state.SetLabel("bwrap --unshare-all true");
}
const auto kRegistered = [] {
  benchmark::RegisterBenchmark("sandboxed true", sandboxed_true)->Iterations(60)->UseRealTime();
  benchmark::RegisterBenchmark("sandboxed true/floor", plain_bubblewrap)
      ->Iterations(60)
      ->UseRealTime();
  return 0;
}();

}  // namespace
