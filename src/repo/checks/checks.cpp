#include "repo/checks/checks.hpp"

#include <algorithm>
#include <mutex>

#include "base/text/text.hpp"
#include "os/parallel.hpp"
#include "repo/checks/check_copy.hpp"
#include "repo/checks/test_runs.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kChecksMax = 8;
constexpr unsigned kAtOnce = 2;

struct Job {
  const Stack* stack;
  std::string folder;
  std::optional<CheckRun> build;
  std::optional<CheckRun> test;
};

// One folder at a time, the root before the nested ones, at most eight, and sites besides.
std::vector<Job> find_jobs(const Facts& facts, const RepoView& view) {
  std::vector<Job> jobs;
  for (const Stack& stack : stacks()) {
    for (std::string& folder : stack.folders(facts, view)) {
      jobs.push_back({.stack = &stack, .folder = std::move(folder)});
    }
  }
  std::stable_sort(jobs.begin(), jobs.end(), [](const Job& a, const Job& b) {
    return a.folder.empty() && !b.folder.empty();
  });
  std::size_t kept = 0;
  std::erase_if(
      jobs, [&](const Job& job) { return ++kept > kChecksMax && job.stack->name != kSiteStack; });
  return jobs;
}

class Runner {
 public:
  Runner(const Facts& facts, const RepoView& view, const CheckPorts& ports,
         const CheckOptions& options)
      : facts_(facts), view_(view), ports_(ports), options_(options) {}

  void run_all(std::vector<Job>& jobs) {
    os::run_parallel(jobs.size(), kAtOnce, 1,
                     [&](std::size_t i, unsigned) { run_job(jobs[i], i); });
  }

 private:
  bool wants(const Stack& stack, CheckStep step) const {
    if (step == CheckStep::test) return options_.tests && stack.test != nullptr;
    const bool for_tests = stack.tests_what_was_built && wants(stack, CheckStep::test);
    return (options_.builds || for_tests) && stack.build != nullptr;
  }

  void run_job(Job& job, std::size_t number) {
    if (!wants(*job.stack, CheckStep::build) && !wants(*job.stack, CheckStep::test)) return;
    const std::string scratch =
        os::join_path(options_.scratch, "check-" + std::to_string(number + 1));
    CheckCopy copy(facts_, view_, ports_, options_, {*job.stack, job.folder, scratch});
    const Status made = make(copy);
    if (made) {
      copy.take_needs();
      copy.take_caches();
    }
    job.build = step(job, copy, CheckStep::build, made);
    if (job.build) copy.set_built(job.build->outcome);
    job.test = step(job, copy, CheckStep::test, made);
    copy.keep_caches();
    copy.remove();
  }

  Status make(CheckCopy& copy) {
    const std::lock_guard lock(copying_);
    return copy.make();
  }

  std::optional<CheckRun> step(const Job& job, CheckCopy& copy, CheckStep step,
                               const Status& made) {
    if (!wants(*job.stack, step)) return {};
    CheckRun run = copy.blank();
    if (!made) {
      cannot_check(run, "no copy of the files could be made: " + made.error().to_line());
      return run;
    }
    for (const PassedOver& one : options_.passed_over) {
      if (one.stack != run.stack || one.folder != run.folder || one.step != step) continue;
      cannot_check(run, one.reason);
      run.out_of_time = true;
      return run;
    }
    return check_repeatedly(job, copy, step);
  }

  // A failure counts when it comes back; a test that passes in one of the runs is flaky.
  CheckRun check_repeatedly(const Job& job, CheckCopy& copy, CheckStep step) {
    const bool build = step == CheckStep::build;
    const Seconds deadline = build ? options_.build_deadline : options_.test_deadline;
    report(job, build ? "build" : "tests");
    const KnownTests known{.failing = options_.known_failing, .flaky = known_flaky(job)};
    TestRuns runs(known, copy.check(step, deadline));
    while (runs.in_doubt()) {
      report(job, "tests that failed, once more");
      CheckRun again = copy.check(step, deadline);
      if (again.outcome == CheckOutcome::unknown) break;
      runs.add(std::move(again));
    }
    return runs.result();
  }

  std::set<std::string, std::less<>> known_flaky(const Job& job) const {
    std::set<std::string, std::less<>> ids;
    for (const FlakyTest& test : options_.known_flaky) {
      if (test.stack == job.stack->name && test.folder == job.folder) ids.insert(test.id);
    }
    return ids;
  }

  void report(const Job& job, std::string_view what) {
    if (!options_.progress) return;
    const std::lock_guard lock(telling_);
    options_.progress(std::string(job.stack->name) + " " + std::string(what) +
                      (job.folder.empty() ? "" : " in " + job.folder));
  }

  const Facts& facts_;
  const RepoView& view_;
  const CheckPorts& ports_;
  const CheckOptions& options_;
  std::mutex copying_;
  std::mutex telling_;
};

}  // namespace

std::string why_inconclusive(const std::vector<FailingTest>& inconclusive) {
  const FailingTest& first = inconclusive.front();
  const std::size_t more = inconclusive.size() - 1;
  return printable(first.id, 120) + (more == 0 ? "" : " and " + counted(more, "further test")) +
         " failed, but is known to fail now and then, and was run " +
         counted(static_cast<std::size_t>(std::max(first.times, 1)), "time") + " only, not " +
         std::to_string(kFlakyRunsMax);
}

CheckResults run_checks(const Facts& facts, const RepoView& view, const CheckPorts& ports,
                        const CheckOptions& options) {
  CheckResults results;
  results.ran = true;
  results.sandbox = ports.sandbox.report();
  std::vector<Job> jobs = find_jobs(facts, view);
  Runner(facts, view, ports, options).run_all(jobs);
  for (Job& job : jobs) {
    if (job.build) results.builds.push_back(*std::move(job.build));
    if (job.test) results.tests.push_back(*std::move(job.test));
  }
  return results;
}

}  // namespace pawl::repo
