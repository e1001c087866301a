#include "repo/checks/one_command.hpp"

#include "base/text/text.hpp"
#include "repo/checks/workbench.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kOneOutputMax = 200U << 10U;

Result<std::unique_ptr<os::Tainted>> copy_for(const CheckPorts& ports,
                                              const CheckOptions& options) {
  TRY_ASSIGN(auto copy, os::Tainted::create(options.scratch, {.owner = ports.sandbox.files_owner(),
                                                              .cancel = ports.cancel}));
  TRY(copy->fill(RepoPath::from_git(std::string(kCacheFolder)).value(), {}));
  TRY(copy->fill(RepoPath::from_git(std::string(kSourceFolder)).value(), options.export_to));
  return copy;
}

void judge_command(CheckRun& run, Workbench& bench, const Ran& ran) {
  run.output = head_and_tail(to_utf8(ran.out), kOneOutputMax);
  run.duration = bench.spent();
  if (!ran.known()) {
    cannot_check(run, ran.unknown);
    run.out_of_time = bench.out_of_time();
    return;
  }
  if (ran.exit_code == 0) return pass(run);
  run.outcome = CheckOutcome::failed;
  run.reason = "exit code " + std::to_string(ran.exit_code);
}

}  // namespace

CheckRun run_one_command(const std::string& command, const Facts& facts, const RepoView& view,
                         const CheckPorts& ports, const CheckOptions& options) {
  CheckRun run;
  run.stack = "command";
  run.command = command;
  Result<std::unique_ptr<os::Tainted>> copy = copy_for(ports, options);
  if (!copy) {
    cannot_check(run, copy.error().to_line());
    return run;
  }
  {
    Workbench bench(ports, options, facts, view, Workbench::Place{**copy, ""});
    bench.start(options.test_deadline);
    const Ran ran = bench.run({.argv = {"sh", "-c", command}, .one_stream = true, .at_root = true});
    judge_command(run, bench, ran);
  }
  static_cast<void>((*copy)->remove().ok());
  return run;
}

}  // namespace pawl::repo
