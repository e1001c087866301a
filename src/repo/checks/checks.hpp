// Build and test runs of a target, in the sandbox, on scratch copies; their results as data.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "os/clock.hpp"
#include "os/files/files.hpp"
#include "os/network/gate_host.hpp"
#include "os/processes/process.hpp"
#include "os/sandbox/sandbox.hpp"
#include "repo/facts/facts.hpp"

namespace pawl::repo {

struct Diagnostic {
  std::string path;
  int line = 0;
  int column = 0;
  std::string code;
  std::string message;
  std::string tool;
  bool operator==(const Diagnostic&) const = default;
};

// The stack of sites of documents, and codes of its remarks: path is the page, message the target.
inline constexpr std::string_view kSiteStack = "site";
inline constexpr std::string_view kDeadLink = "dead-link";
inline constexpr std::string_view kSiteNotRead = "site-not-read";  // message says why

enum class CheckOutcome : std::uint8_t { passed, failed, unknown };

struct FailingTest {
  std::string id;    // stable between runs: no times, no addresses, no thread ids
  std::string file;  // when the tool says it
  std::string message;
  int times = 1;      // it failed so many times in a row, those on the base included
  bool alike = true;  // it said the same each time it was run
  bool operator==(const FailingTest&) const = default;
};

struct TestName {
  std::string id;    // of the same kind as a FailingTest's
  std::string file;  // when the tool says it
  bool operator==(const TestName&) const = default;
};

// Tests that the repository's own commands count on a head: those they are now, and those they were
// on the base.
struct OwnCounts {
  int now = 0;
  int before = 0;
  bool operator==(const OwnCounts&) const = default;
};

struct CheckRun {
  std::string stack;    // `Go`, `npm`, `CMake` …
  std::string folder;   // of the manifest, "" for the root
  std::string command;  // as people would type it
  CheckOutcome outcome = CheckOutcome::unknown;
  std::string reason;  // why it is unknown; one line on how it failed; of a site, its links
  std::vector<Diagnostic> diagnostics;
  // On what a build that passed has made: dead links of a site. They make no build a failure.
  std::vector<Diagnostic> remarks = {};
  std::vector<FailingTest> failing;  // each time they were run
  std::vector<FailingTest> flaky;    // failed once, passed when run again
  // Known to be flaky, failed now, and not run often enough to tell whether they still pass at
  // times: unknown. Found by those who remember flaky tests, never by run_checks.
  std::vector<FailingTest> inconclusive;
  std::vector<FailingTest> unjudged;  // fail for want of something this place does not have
  std::vector<TestName> passing;
  std::vector<TestName> skipped;
  bool every_id = false;  // each test that passed is named in `passing`
  bool no_tests = false;  // unknown because there is nothing to run, not for want of a tool
  bool out_of_time = false;
  std::optional<int> tests_passed;
  std::optional<int> exit_code = {};  // of the last command it ran; nothing: none came to an end
  std::string dependencies = {};      // name of the prepared ones it had (prepare.hpp); empty: none
  // What the repository's own target (`make test`) would run, where Pawl calls the tool itself.
  std::string own_commands = {};
  std::optional<OwnCounts> own_counts = {};  // where they are others than on the base
  std::string output;                        // head and tail
  Milliseconds duration{0};
};

// Whether it says anything of the code: it passed or failed.
inline bool is_judged(const CheckRun& run) { return run.outcome != CheckOutcome::unknown; }

struct CheckResults {
  std::vector<CheckRun> builds;  // one a stack; empty when no stack has a build
  std::vector<CheckRun> tests;
  bool ran = false;  // false: checks were switched off
  os::SandboxReport sandbox;
};

struct CheckPorts {
  os::Files& files;
  os::Processes& processes;
  const os::Sandbox& sandbox;
  const os::Cancel* cancel = nullptr;
};

enum class CheckStep : std::uint8_t { build, test };

// A test that is known to be flaky fails when it failed so many times in a row; a single failure of
// it says nothing.
inline constexpr int kFlakyRunsMax = 5;

struct FlakyTest {
  std::string stack;
  std::string folder;
  std::string id;
};

// Where packages of one manager are fetched from.
struct PackageSource {
  std::string manager;              // `npm`, `pip`, `cargo`, `go`, `maven`
  std::string url;                  // of its registry; no credentials in it
  std::vector<std::string> others;  // further addresses it sends its clients to
  // Addresses a lock may name though nobody asks there: what a mirror stands for.
  std::vector<std::string> aliases = {};
};

// CheckRun::own_commands of a base.
struct OwnCommands {
  std::string stack;
  std::string folder;
  std::string commands;
};

// What is done before a target is built and tested, so that it can be.
struct Needs {
  // Where fetched dependencies are kept for all runs; empty: none are fetched.
  std::string folder;
  std::vector<PackageSource> sources;
  Timestamp now{};                    // for what is remembered of use and of failures
  std::optional<os::GateHost> proxy;  // this machine's way to the network; nothing: none is needed
  Seconds deadline{900};
  std::uint64_t bytes_max = 4ULL << 30U;       // of one set of dependencies
  std::uint64_t all_bytes_max = 20ULL << 30U;  // of all that is kept
  // A command of a shell that runs at the root of each copy before anything else; empty: none.
  std::string setup;
  // A checkout of the user's whose node_modules and virtual environment may be read; empty: none.
  std::string lent_from;
  bool lend_maven = false;  // likewise the user's ~/.m2/repository
};

// Why nobody can tell what inconclusive tests do, in one line that names the first; there is one.
std::string why_inconclusive(const std::vector<FailingTest>& inconclusive);

// A step that is not run: it is unknown, for this reason.
struct PassedOver {
  std::string stack;
  std::string folder;
  CheckStep step = CheckStep::test;
  std::string reason;
};

struct CheckOptions {
  std::string scratch;  // a folder to make copies in; removed afterwards
  Seconds build_deadline{300};
  Seconds test_deadline{300};
  std::string path_list = "/usr/local/bin:/usr/bin:/bin";
  // The user's home: package caches below it (Go modules, Cargo's registry) may be read, nothing
  // else of it. Empty: none.
  std::string home;
  // Fills `folder` with a fresh copy of the files to check.
  std::function<Status(const std::string& folder)> export_to;
  std::function<void(std::string_view)> progress;
  // Ids of tests known to fail: they are not run again to make sure.
  std::set<std::string, std::less<>> known_failing;
  // Tests known to fail now and then: when one fails, it is run again until it passes, or failed
  // kFlakyRunsMax times.
  std::vector<FlakyTest> known_flaky = {};
  std::vector<PassedOver> passed_over;
  // Where a head has others, both are run, and the tests they count are compared.
  std::vector<OwnCommands> own_before = {};
  // The paths a change touches: tests near them run first where the tool can do so cheaply, and
  // what fails there ends the run.
  std::vector<std::string> changed;
  // Test files that are run alone, where the tool can be told so; elsewhere all are run. Empty:
  // all.
  std::vector<std::string> only;
  // Where compilers' caches (Go, Cargo) of an earlier run of the same repository are copied from,
  // and where this run's are put afterwards. Empty: nowhere.
  std::string caches_from;
  std::string caches_to;
  Needs needs = {};
  // What nobody asks for is not run, but for builds whose tests are.
  bool builds = true;
  bool tests = true;
};

// Cannot-check (no tool, no dependencies, no test script, no tests collected, time out, no
// network) is unknown, never failed and never passed. A test that fails is run again before it
// counts, three times at most (known_flaky: kFlakyRunsMax); one that passes in any of the runs is
// flaky.
CheckResults run_checks(const Facts& facts, const RepoView& view, const CheckPorts& ports,
                        const CheckOptions& options);

}  // namespace pawl::repo
