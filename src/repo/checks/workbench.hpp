// Where the commands of one stack run: a scratch copy of the repository with a private folder for
// caches beside it, in the sandbox, with what is left of one deadline.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "os/files/tainted.hpp"
#include "repo/checks/checks.hpp"
#include "repo/checks/prepare.hpp"
#include "repo/checks/tool_output.hpp"

namespace pawl::os {
class HostGate;
}

namespace pawl::repo {

// A program and what must be readable for it to run.
struct Tool {
  std::string path;                    // as found
  std::vector<std::string> read_only;  // folders outside the system's own
};

// The first of that name in the list, with what readable_for (toolchains.hpp) names for it. Shims
// of version managers are passed over: they are scripts that need the user's home. So are
// Corepack's, which need the network.
std::optional<Tool> find_tool(const std::string& name, const std::string& path_list);

// `bats is not installed (install the package bats)`; packages by their names in Debian.
std::string not_installed(std::string_view tool);

struct Step {
  std::vector<std::string> argv;
  std::vector<std::pair<std::string, std::string>> environment = {};  // on top of the common one
  std::string input = {};
  bool one_stream = false;  // standard error goes where standard output goes
  bool at_root = false;     // in the repository's folder instead of the stack's
  // Looks after what another command left: what it prints and how it ends is no part of the check.
  bool aside = false;
};

struct Ran {
  std::string out;
  std::string err;
  int exit_code = 0;
  std::string unknown;  // why it says nothing about the code; empty when it does

  bool known() const { return unknown.empty(); }
  bool succeeded() const { return known() && exit_code == 0; }
  std::string all() const { return out + (out.empty() || err.empty() ? "" : "\n") + err; }
};

// The folders of a copy: the repository's files, and what its tools keep.
inline constexpr std::string_view kSourceFolder = "src";
inline constexpr std::string_view kCacheFolder = "cache";

// A file or folder of a copy. Code of the target may have put anything there, so Pawl looks at it
// through a Workbench only; the words of a command are given its path.
class CopyPath {
 public:
  const std::string& for_command() const { return for_command_; }

 private:
  friend class Workbench;
  CopyPath(std::string beneath, std::string for_command)
      : beneath_(std::move(beneath)), for_command_(std::move(for_command)) {}

  std::string beneath_;
  std::string for_command_;
};

class Workbench {
 public:
  struct Place {
    os::Tainted& copy;   // holds `src` and `cache`; outlives the bench
    std::string folder;  // of the stack, inside the repository; empty at the root
  };
  Workbench(const CheckPorts& ports, const CheckOptions& options, const Facts& facts,
            const RepoView& view, Place place)
      : facts_(facts),
        view_(view),
        ports_(ports),
        options_(options),
        place_(std::move(place)),
        inside_(place_.copy.path_for_sandbox()) {}

  const Facts& facts() const { return facts_; }
  const RepoView& view() const { return view_; }

  void start(Milliseconds deadline);
  // A limit that the code reached since start() is its own doing: the check has failed, whatever
  // its tool printed before. What the machine ran short of is not.
  void settle_limits(CheckRun& run) const;
  Milliseconds spent() const { return spent_; }
  bool out_of_time() const { return left_ <= Milliseconds(0); }
  // Everything the commands printed since start().
  const std::string& output() const { return output_; }
  // Of the last command since start() that came to its end by itself.
  std::optional<int> exit_code() const { return exit_code_; }

  std::optional<Tool> tool(const std::string& name) const {
    return find_tool(name, options_.path_list);
  }
  // The folder of the stack in the copy, a file below it, and a private one outside the copy.
  CopyPath here(std::string_view name = {}) const;
  CopyPath in_copy(std::string_view path) const;  // by its path inside the repository
  CopyPath cache(std::string_view name) const;
  const std::string& folder() const { return place_.folder; }
  const std::string& home() const { return options_.home; }
  // Whether something of that name is there. An error: that cannot be said, for a folder on the way
  // is a link or closed.
  Result<bool> exists(const CopyPath& path) const;
  // Of the user's own folders, which no code of a target can change.
  bool exists_on_host(const std::string& path) const;
  // A file of the repository beside the manifest.
  std::string beside(std::string_view name) const;
  std::optional<std::string> text_beside(std::string_view name) const {
    return view_.text(beside(name));
  }
  // The test files to run alone, as they are called in the stack's folder. Empty when all are to be
  // run, or when one of them lies elsewhere.
  std::vector<std::string> only() const;
  // What the repository's own target ran for the tests of this stack on the base; empty when nobody
  // knows, or there is no base.
  std::string own_before(std::string_view stack) const;
  // What a command left behind; empty when it is not there. An error: it is no regular file, lies
  // behind a link or is too large.
  Result<std::string> read_result(const CopyPath& path) const;
  // A fact about the machine is needed: allows commands to read these folders.
  void allow(const std::vector<std::string>& folders);

  // Whether the build of this stack passed: tests of what does not build say nothing more.
  void set_built(CheckOutcome outcome) { built_ = outcome == CheckOutcome::passed; }
  bool built() const { return built_; }

  Ran run(const Step& step);

  // From now on commands see these dependencies.
  void take(Prepared prepared);
  const Prepared& prepared() const { return prepared_; }
  // Whether node_modules beside the manifest has something of that name: in the copy, fetched or
  // lent.
  bool has_module(std::string_view name) const { return has_fetched("node_modules", name); }
  // Likewise a folder of that name with something in it.
  bool has_fetched(std::string_view folder, std::string_view name) const;
  // From now on commands reach the gate, and nothing else of the network. io: not from here.
  Status open_way(const os::HostGate& gate);
  // From now on they reach nothing again.
  void close_way();
  // For commands from now on.
  void limit_disk(std::uint64_t bytes) { disk_bytes_ = bytes; }

  // The repository's name of a path a tool wrote: relative to the stack's folder or absolute in
  // the copy. Empty when it is no file of the repository.
  std::string repo_path(std::string_view path) const;
  // The diagnostics with the repository's names, those outside it left out.
  std::vector<Diagnostic> placed(std::vector<Diagnostic> found) const;
  std::vector<FailingTest> placed(std::vector<FailingTest> found) const;
  std::vector<TestName> placed(std::vector<TestName> found) const;
  // The text without the path of the copy.
  std::string as_repository_paths(std::string_view text) const;

 private:
  Result<os::Command> confined(const Step& step, const Tool& program) const;
  std::vector<std::pair<std::string, std::string>> environment(const Tool& program) const;

  const Facts& facts_;
  const RepoView& view_;
  const CheckPorts& ports_;
  const CheckOptions& options_;
  Place place_;
  std::string inside_;  // the copy's folder, as commands see it
  std::vector<std::string> read_only_;
  Milliseconds left_{0};
  Milliseconds spent_{0};
  std::string output_;
  std::optional<int> exit_code_;
  std::string over_limit_;
  bool built_ = false;
  Prepared prepared_;
  std::vector<std::string> bridge_;  // words before those of each command
  std::vector<std::string> way_;     // what must be readable for it
  std::optional<std::uint64_t> disk_bytes_;
};

// How a check ends. Each sets outcome and reason; failed() also the diagnostics.
void pass(CheckRun& run);
void cannot_check(CheckRun& run, std::string reason);
void no_tests(CheckRun& run, std::string reason);
// Tests that failed without naming one: the run has one name that stays the same, so that two runs
// can be compared.
void fail_unnamed(CheckRun& run, std::string reason, std::string message);
// Of tests that ran and left something in place of their report: they failed. What the machine is
// to blame for is unknown.
void no_report(CheckRun& run, const Error& error);
void fail_with(CheckRun& run, std::vector<Diagnostic> diagnostics, std::string_view fallback);
// The outcome of a test run from its report and exit code. Tests that fail for want of something
// this place does not have do not count as failing; when no others are left it is unknown.
void judge_tests(CheckRun& run, Workbench& bench, const Ran& ran, TestReport report);

}  // namespace pawl::repo
