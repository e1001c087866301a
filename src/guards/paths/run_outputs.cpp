#include "guards/paths/run_outputs.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/glob.hpp"
#include "base/text/text.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

// Names in the root of a repository, in lower case.
constexpr auto kOutputNames = fixed_words(
    "output.txt", "out.txt", "output*.log", "test_output*", "test-output*", "results.txt",
    "build_output*", "error.txt", "errors.txt", "err.txt", "stdout.txt", "stderr.txt", "log.txt",
    "diff.txt", "changes.diff", "my.patch", "changes.patch", "fix.patch", "fix.diff", "patch.diff",
    "output.json", "a.out", "typescript", "core.[0-9]*", "*.core", "*.log", "test_results*",
    "test-results*", "*_output.txt", "*-output.txt", "output_*.txt", "output-*.txt",
    "*_results.txt", "*_log.txt", "*.stdout", "*.stderr", "*_diff.txt", "git_*.txt", "git-*.txt",
    "lint*.txt", "pytest*.txt", "mypy*.txt", "coverage*.txt", "coverage.xml", "coverage.out",
    "cover.out", "lcov.info", "junit*.xml", "test-report*", "test_report*", "*.prof", "*.pprof",
    "perf.data*", "*.cpuprofile", "*.heapsnapshot", "trace.txt", "traceback*.txt", "stacktrace*",
    "crash*.txt", "response.json", "result.txt", "dump.txt", "failures.txt", "failed.txt",
    "build.txt", "install.txt", "compile*.txt", "errors*.txt", "warnings.txt", "test_log*",
    "status.txt", "log", "output", "out", "err", "diff", "tests.txt", "test.txt", "run.txt",
    "debug.txt", "response.html", "screenshot*.png", "00[0-9][0-9]-*.patch", "analysis.txt",
    "todo_fix.md", "input.txt", "dump.sql", "test.db", "result.json", "*.out", "coverage.json",
    "report.xml", "benchmark.txt", "bench.txt");
// Names that say so in any folder.
constexpr auto kNamesAnywhere = fixed_words(
    "*.log", "nohup.out", "*_output.txt", "*-output.txt", "*.stdout", "*.stderr", "lcov.info",
    "coverage.xml", "coverage.out", "junit*.xml", "test-results*", "test_results*", "*.cpuprofile",
    "*.heapsnapshot", "*.pprof", "output.txt", "stdout.txt", "stderr.txt", "build_output*");
constexpr auto kOutputEndings =
    fixed_words(".txt", ".log", ".out", ".err", ".json", ".xml", ".info", ".lst", ".text",
                ".output", ".result", ".results", ".stdout", ".stderr", ".diff", ".tap", "");

// What commands alone say at the beginning of a line.
constexpr auto kSaid = fixed_words(
    "============================= test session", "Traceback (most recent call last):", "=== RUN ",
    "--- FAIL: ", "--- PASS: ", "test result: ok. ", "test result: FAILED. ", "npm ERR! ",
    "npm error ", "npm WARN ", "npm warn ", "Test Suites: ", "Test Files  ", "[INFO] BUILD ",
    "[INFO] Scanning for projects", "[ERROR] COMPILATION ERROR", "BUILD SUCCESSFUL in ",
    "BUILD FAILED in ", "> Task :", "make: *** ", "make: Entering directory",
    "make[1]: ", "Changes not staged for commit:", "Untracked files:", "Successfully installed ",
    "Successfully built ", "mode: atomic", "mode: set", "mode: count", "  % Total    % Received",
    "100% tests passed, ", "Test project /", "-- Configuring done",
    "-- The C compiler identification", "-- The CXX compiler identification", "CMake Error at ",
    "configure: error:", "fatal: not a git repository", "error: could not compile",
    "Script started on ", "Exception in thread \"", "thread 'main' panicked at",
    "Process finished with exit code", "Bundle complete!", "yarn run v", "  PID TTY",
    "CONTAINER ID", "(gdb) ", "Program received signal", "goos: ", "goarch: ", "rspec ./",
    "Run options: --seed", "TAP version ", "Tests run: ", "warning: unused", "error[E",
    "test result:", "Statements   :");
// What they say as well, and build files, logs of changes and pages, too.
constexpr auto kSaidByOthers = fixed_words(
    "   Compiling ", "    Finished ", "Collecting ", "drwxr-xr-x", "-rw-r--r--", "-rwxr-xr-x",
    "TN:", "checking for ", "PASS ", "FAIL ", "ok  \t", "panic: ", "Gem::", "added ", "Done in ",
    "Finished in ", "Ran ", "Found ", "TOTAL ", "✓ ", "✔ ", "✖ ", "not ok ", "commit ",
    "Author: ", "HTTP/1.1 ", "HTTP/2 ", "USER  ", "Filesystem ", "PATH=/", "HOME=/", "├── ", "└── ",
    "│   ", "Inspecting ", "asset ", "Benchmark", "Failures:", "Segmentation fault", "PHPUnit ",
    "# tests ", "# pass ", "# fail ", "real\t", "user\t", "sys\t",
    "error: ", "warning: ", "running ", "Coverage ", "All files ", "Name    ",
    "fatal: ", "bash: ", "sh: ", "gcc ", "cc ", "g++ ", "Linking ", "Downloading ", "Installing ",
    "ok 1 ", "1..", "make: Nothing to be done", "[INFO] ", "[ERROR] ", "[WARNING] ", "diff --git ",
    "On branch ", "Resolving dependencies", "Requirement already satisfied: ", "<testsuite",
    "Total coverage:");

bool matches_one(std::string_view name) {
  return std::any_of(kOutputNames.begin(), kOutputNames.end(),
                     [&](std::string_view pattern) { return glob_match(pattern, name); });
}

// `src/a.py:12: …`, `a.c:3:5: error`.
bool points_at_a_line(std::string_view line) {
  const auto colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 >= line.size()) return false;
  const std::string_view path = line.substr(0, colon);
  if (contains(path, " ") || !contains(path, ".") || !is_digit(line[colon + 1])) return false;
  const auto end = line.find_first_not_of("0123456789", colon + 1);
  return end != std::string_view::npos && line[end] == ':';
}

// At a prompt of somebody or with a time before it; what documents tell to type has a bare prompt.
bool is_logged(std::string_view line) {
  if (line.starts_with("user@")) return true;
  std::size_t digits = 0;
  for (const char c : line.substr(0, 20)) digits += is_digit(c) ? 1U : 0U;
  const bool dated = line.size() > 20 && (line[4] == '-' || line[5] == '-' || line[4] == '/');
  return dated && digits >= 10;
}

template <typename Starts>
bool begins_with_one(std::string_view line, const Starts& starts) {
  return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) {
    return line.starts_with(start) || trim(line).starts_with(start);
  });
}

bool reads_as_output(std::string_view text) {
  constexpr std::size_t kLinesMax = 200;
  const auto lines = split_lines(text);
  std::size_t said = 0;
  std::size_t others = 0;
  std::size_t seen = 0;
  for (const std::string_view line : std::span(lines).first(std::min(lines.size(), kLinesMax))) {
    if (trim(line).empty()) continue;
    ++seen;
    const bool bar = line.starts_with("====") && contains(line, " in ") && line.ends_with("====");
    if (bar || begins_with_one(line, kSaid)) {
      ++said;
    } else if (begins_with_one(line, kSaidByOthers) || points_at_a_line(line) || is_logged(line)) {
      ++others;
    }
  }
  // A line may quote a command, and a page an example of its output.
  const std::size_t all = said + others;
  if (said == 0) return all >= 3 && all * 5 >= seen * 4;
  return all * 5 >= seen * 2 || (said >= 3 && said * 6 >= seen);
}

// Each line is the path of a file of the repository.
bool lists_files(std::string_view text, const repo::RepoView* base) {
  constexpr std::size_t kListMin = 2;
  std::size_t paths = 0;
  for (std::string_view line : split_lines(text)) {
    line = trim(line);
    if (line.starts_with("./")) line.remove_prefix(2);
    if (line.empty()) continue;
    if (base == nullptr || contains(line, " ") || !base->has(std::string(line))) return false;
    ++paths;
  }
  return paths >= kListMin;
}

// The repository has files like it in the same folder: it may well want this one. In the root a
// licence or a list of packages is none.
bool keeps_that_ending(const RepoPath& path, const repo::RepoView* base) {
  if (base == nullptr) return false;
  const std::string ending = path.extension();
  if (ending.empty() || ending == ".md" || ending == ".json" || ending == ".xml") return false;
  const auto files = base->files();
  return std::any_of(files.begin(), files.end(), [&](const repo::Entry& entry) {
    return entry.path.folder() == path.folder() && entry.path.extension() == ending &&
           (!path.folder().empty() || matches_one(lower(entry.path.name())));
  });
}

}  // namespace

bool holds_output(const git::FileChange& file, const repo::RepoView* base) {
  const RepoPath& path = file.path;
  if (file.before || !file.after) return false;
  const std::string name = lower(path.name());
  const bool root = path.folder().empty();
  const bool is_page = among({"readme", "install", "hacking", "usage", "notes", "building", "todo",
                              "makefile", "dockerfile", "changelog", "changes", "history", "news"},
                             std::string_view(name).substr(0, name.find('.')));
  if (is_page && is_upper(path.name().front()) && among({".txt", ""}, path.extension()))
    return false;
  if (root && matches_one(name) && !keeps_that_ending(path, base)) return true;
  if (repo::is_sample_place(path)) return false;
  for (const std::string_view pattern : kNamesAnywhere) {
    if (glob_match(pattern, name) && !keeps_that_ending(path, base)) return true;
  }
  if (!std::any_of(kOutputEndings.begin(), kOutputEndings.end(),
                   [&](std::string_view ending) { return ending == path.extension(); })) {
    return false;
  }
  if (is_page || name.starts_with("requirements") || name == "cmakelists.txt") return false;
  constexpr std::size_t kReadMax = 64UL * 1024;
  if (looks_binary(*file.after) || keeps_that_ending(path, base)) return false;
  const std::string_view text = std::string_view(*file.after).substr(0, kReadMax);
  const bool list = among({".txt", ".log", ".out", ".lst"}, path.extension());
  return reads_as_output(text) || (list && lists_files(text, base));
}

}  // namespace pawl::guards
