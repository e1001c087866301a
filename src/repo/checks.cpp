#include "repo/checks.hpp"

#include <algorithm>
#include <atomic>
#include <future>
#include <mutex>

#include "base/text.hpp"
#include "repo/check_stacks.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kChecksMax = 8;
constexpr std::size_t kAtOnce = 2;
constexpr std::size_t kOutputKeptMax = 16U << 10U;

struct Job {
  const Stack* stack;
  std::string folder;
  std::string scratch;
  std::optional<CheckRun> build;
  std::optional<CheckRun> test;
};

// One folder at a time, the root before the nested ones, at most eight.
std::vector<Job> find_jobs(const Facts& facts, const RepoView& view) {
  std::vector<Job> jobs;
  for (const Stack& stack : stacks()) {
    for (std::string& folder : stack.folders(facts, view)) {
      jobs.push_back({.stack = &stack, .folder = std::move(folder), .scratch = {}});
    }
  }
  std::stable_sort(jobs.begin(), jobs.end(), [](const Job& a, const Job& b) {
    return a.folder.empty() && !b.folder.empty();
  });
  if (jobs.size() > kChecksMax) jobs.resize(kChecksMax);
  return jobs;
}

class Runner {
 public:
  Runner(const Facts& facts, const RepoView& view, const CheckPorts& ports,
         const CheckOptions& options)
      : facts_(facts), view_(view), ports_(ports), options_(options) {}

  void run_all(std::vector<Job>& jobs) {
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t i = next++; i < jobs.size(); i = next++) run_job(jobs[i], i);
    };
    std::vector<std::future<void>> workers;
    for (std::size_t i = 0; i < std::min(kAtOnce, jobs.size()); ++i) {
      workers.push_back(std::async(std::launch::async, work));
    }
    for (auto& worker : workers) worker.get();
  }

 private:
  using Check = void (*)(Workbench& bench, CheckRun& run);

  void run_job(Job& job, std::size_t number) {
    job.scratch = os::join_path(options_.scratch, "check-" + std::to_string(number + 1));
    const Status copied = prepare(job);
    Workbench bench(ports_, options_, facts_, view_, {job.scratch, job.folder});
    const auto one = [&](Check check, Seconds deadline) -> std::optional<CheckRun> {
      if (check == nullptr) return {};
      if (copied) return check_twice(job, bench, check, deadline);
      CheckRun run = blank(job);
      cannot_check(run, "no copy of the files could be made: " + copied.error().to_line());
      return run;
    };
    job.build = one(job.stack->build, options_.build_deadline);
    if (job.build) bench.set_built(job.build->outcome);
    job.test = one(job.stack->test, options_.test_deadline);
    // A copy that cannot be removed lies in the scratch folder, which its owner clears.
    static_cast<void>(ports_.files.remove_tree(job.scratch).ok());
  }

  Status prepare(const Job& job) {
    const std::lock_guard lock(copying_);
    TRY(ports_.files.remove_tree(job.scratch));
    const std::string copy = os::join_path(job.scratch, "src");
    TRY(ports_.files.make_folders(os::join_path(job.scratch, "cache")));
    if (!options_.export_to) return fail(Errc::invalid, "no way to copy the files was given");
    return options_.export_to(copy);
  }

  static CheckRun blank(const Job& job) {
    CheckRun run;
    run.stack = job.stack->name;
    run.folder = job.folder;
    return run;
  }

  CheckRun check_once(const Job& job, Workbench& bench, Check check, Seconds deadline) {
    CheckRun run = blank(job);
    if (ports_.cancel != nullptr && ports_.cancel->requested()) {
      cannot_check(run, "cancelled");
      return run;
    }
    bench.start(deadline);
    check(bench, run);
    run.duration = bench.spent();
    run.output = head_and_tail(to_utf8(bench.output()), kOutputKeptMax);
    return run;
  }

  // What fails is run once more: a test that passes then is not reported as failing.
  CheckRun check_twice(const Job& job, Workbench& bench, Check check, Seconds deadline) {
    tell(job, check == job.stack->test ? "tests" : "build");
    CheckRun first = check_once(job, bench, check, deadline);
    if (first.outcome != CheckOutcome::failed || first.failing.empty()) return first;
    tell(job, "tests that failed, once more");
    const CheckRun second = check_once(job, bench, check, deadline);
    first.duration += second.duration;
    if (second.outcome == CheckOutcome::unknown) return first;
    std::vector<FailingTest> both;
    for (const FailingTest& test : first.failing) {
      const auto same = [&](const FailingTest& other) { return other.id == test.id; };
      if (std::any_of(second.failing.begin(), second.failing.end(), same)) both.push_back(test);
    }
    const std::size_t flaky = first.failing.size() - both.size();
    if (flaky == 0) return first;
    first.failing = std::move(both);
    const std::string note = counted(flaky, "test") + " failed once and passed when run again";
    if (!first.failing.empty()) {
      first.reason = counted(first.failing.size(), "test") +
                     " failed: " + printable(first.failing.front().id, 120) + "; " + note;
    } else if (second.outcome == CheckOutcome::passed) {
      first = second;
      first.reason = note;
    } else {
      cannot_check(first, "other tests fail each time it is run");
    }
    return first;
  }

  void tell(const Job& job, std::string_view what) {
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
