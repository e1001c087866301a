#include "repo/checks.hpp"

#include <algorithm>
#include <atomic>
#include <future>
#include <mutex>

#include "base/text.hpp"
#include "repo/check_stacks.hpp"
#include "repo/test_runs.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kChecksMax = 8;
constexpr std::size_t kAtOnce = 2;
constexpr std::size_t kOutputKeptMax = 16U << 10U;
constexpr int kRunsMax = 3;
// Of a stack's private folder, what a later run may start from: caches that hold nothing but what
// their tool finds by its content, or makes anew when a source is newer.
constexpr std::string_view kSharedCaches[] = {"go-build", "target"};

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

  bool wants(const Stack& stack, CheckStep step) const {
    if (step == CheckStep::test) return options_.tests && stack.test != nullptr;
    const bool for_tests = stack.tests_what_was_built && wants(stack, CheckStep::test);
    return (options_.builds || for_tests) && stack.build != nullptr;
  }

  void run_job(Job& job, std::size_t number) {
    if (!wants(*job.stack, CheckStep::build) && !wants(*job.stack, CheckStep::test)) return;
    job.scratch = os::join_path(options_.scratch, "check-" + std::to_string(number + 1));
    const Status copied = prepare(job);
    if (copied && !options_.caches_from.empty()) take_caches(job);
    Workbench bench(ports_, options_, facts_, view_, {job.scratch, job.folder});
    job.build = step(job, bench, CheckStep::build, copied);
    if (job.build) bench.set_built(job.build->outcome);
    job.test = step(job, bench, CheckStep::test, copied);
    if (!options_.caches_to.empty()) keep_caches(job);
    // A copy that cannot be removed lies in the scratch folder, which its owner clears.
    static_cast<void>(ports_.files.remove_tree(job.scratch).ok());
  }

  std::optional<CheckRun> step(const Job& job, Workbench& bench, CheckStep step,
                               const Status& copied) {
    const bool build = step == CheckStep::build;
    const Check check = build ? job.stack->build : job.stack->test;
    if (!wants(*job.stack, step)) return {};
    CheckRun run = blank(job);
    if (!copied) {
      cannot_check(run, "no copy of the files could be made: " + copied.error().to_line());
      return run;
    }
    for (const PassedOver& one : options_.passed_over) {
      if (one.stack != run.stack || one.folder != run.folder || one.step != step) continue;
      cannot_check(run, one.reason);
      run.out_of_time = true;
      return run;
    }
    return check_repeatedly(job, bench, check,
                            build ? options_.build_deadline : options_.test_deadline);
  }

  Status prepare(const Job& job) {
    const std::lock_guard lock(copying_);
    TRY(ports_.files.remove_tree(job.scratch));
    const std::string copy = os::join_path(job.scratch, "src");
    TRY(ports_.files.make_folders(os::join_path(job.scratch, "cache")));
    if (!options_.export_to) return fail(Errc::invalid, "no way to copy the files was given");
    return options_.export_to(copy);
  }

  static std::string caches_of(const std::string& all, const Job& job) {
    return os::join_path(all, slug(std::string(job.stack->name) + "-" + job.folder, 60) + "-" +
                                  hash_hex(job.folder));
  }

  // Without a cache the run is slower, and that is all.
  void take_caches(const Job& job) {
    const std::string from = caches_of(options_.caches_from, job);
    for (const std::string_view name : kSharedCaches) {
      const auto stat = ports_.files.stat(os::join_path(from, name));
      if (!stat || !stat->has_value()) continue;
      os::Command copy;
      copy.argv = {"cp", "-a", "--reflink=auto", os::join_path(from, name),
                   os::join_path(job.scratch, "cache")};
      copy.environment = {{"PATH", options_.path_list}};
      copy.folder = job.scratch;
      copy.deadline = options_.build_deadline;
      copy.cancel = ports_.cancel;
      static_cast<void>(ports_.processes.run(copy).ok());
    }
  }

  void keep_caches(const Job& job) {
    const std::string to = caches_of(options_.caches_to, job);
    if (!ports_.files.remove_tree(to) || !ports_.files.make_folders(to)) return;
    for (const std::string_view name : kSharedCaches) {
      const std::string made = os::join_path(os::join_path(job.scratch, "cache"), name);
      const auto stat = ports_.files.stat(made);
      if (!stat || !stat->has_value()) continue;
      static_cast<void>(ports_.files.rename(made, os::join_path(to, name)).ok());
    }
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
    run.out_of_time = run.outcome == CheckOutcome::unknown && bench.out_of_time();
    run.output = head_and_tail(to_utf8(bench.output()), kOutputKeptMax);
    return run;
  }

  // A failure counts when it comes back; a test that passes in one of the runs is flaky.
  CheckRun check_repeatedly(const Job& job, Workbench& bench, Check check, Seconds deadline) {
    tell(job, check == job.stack->test ? "tests" : "build");
    TestRuns runs(options_.known_failing, check_once(job, bench, check, deadline));
    for (int more = 1; more < kRunsMax && runs.in_doubt(); ++more) {
      tell(job, "tests that failed, once more");
      CheckRun again = check_once(job, bench, check, deadline);
      if (again.outcome == CheckOutcome::unknown) break;
      runs.add(std::move(again));
    }
    return runs.result();
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
