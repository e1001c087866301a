// C and C++: CMake with CTest, and make for projects that have nothing else.
#include <algorithm>

#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"
#include "repo/checks/own_command.hpp"
#include "repo/manifests/manifests.hpp"

namespace pawl::repo {
namespace {

// A library's header or the library itself is not here: the code may be fine. A missing header
// that is a file of the repository is the code's own fault.
std::string missing_library(const Workbench& bench, const std::vector<Diagnostic>& errors) {
  for (const Diagnostic& error : errors) {
    constexpr std::string_view kEnd = ": No such file or directory";
    if (!error.message.ends_with(kEnd)) continue;
    const std::string header = error.message.substr(0, error.message.size() - kEnd.size());
    const std::string name = os::file_name(header);
    const auto files = bench.view().files();
    const bool own = std::any_of(files.begin(), files.end(), [&](const Entry& entry) {
      return std::string_view(entry.path.name()) == name;
    });
    if (!own) return "the header " + header + " is not installed here";
  }
  return {};
}

std::string last_of(const std::string& output) {
  const auto lines = split_lines(trim(output));
  return lines.empty() ? std::string() : printable(lines.back(), 200);
}

void judge_compilation(Workbench& bench, CheckRun& run, const Ran& ran) {
  if (!ran.known()) return cannot_check(run, ran.unknown);
  if (ran.exit_code == 0) return pass(run);
  auto found = bench.placed(parse_colon_errors(ran.all(), "cc"));
  if (const auto missing = missing_library(bench, found); !missing.empty()) {
    return cannot_check(run, missing);
  }
  if (const auto trouble = trouble_of_the_place(ran.all())) return cannot_check(run, *trouble);
  const auto lines = split_lines(trim(ran.err));
  fail_with(run, std::move(found), lines.empty() ? "it does not build" : lines.back());
}

// What CMake says when a package is missing or it is too old itself, which no code can mend.
bool is_native_place(std::string_view text) {
  for (const std::string_view mark :
       {"By not providing \"Find", "Could NOT find ", "Could not find a package configuration",
        "or higher is required", "required packages were not found", "FetchContent",
        "Failed to clone"}) {
    if (contains(text, mark)) return true;
  }
  return trouble_of_the_place(text).has_value();
}

// An error of CMake itself is the code's; a message the project prints on purpose says that
// something it needs is not here.
void judge_configuration(Workbench& bench, CheckRun& run, const Ran& ran) {
  auto found = bench.placed(parse_cmake_errors(ran.err));
  const bool on_purpose =
      !found.empty() && std::all_of(found.begin(), found.end(),
                                    [](const Diagnostic& one) { return one.code == "message"; });
  if (on_purpose || is_native_place(ran.all())) {
    return cannot_check(run, found.empty() ? "something it looks for is not installed here"
                                           : printable(found.front().message, 200));
  }
  if (bench.view().has(".gitmodules")) {
    return cannot_check(run, "its submodules are not part of the copy");
  }
  fail_with(run, std::move(found), ran.err);
}

std::vector<MakeTarget> targets(const Workbench& bench) {
  for (const char* name : {"GNUmakefile", "makefile", "Makefile"}) {
    if (const auto text = bench.text_beside(name)) return make_targets(*text);
  }
  return {};
}

bool needs_configure(const Workbench& bench) {
  return !bench.text_beside("Makefile") && !bench.text_beside("makefile") &&
         !bench.text_beside("GNUmakefile");
}

}  // namespace

std::vector<std::string> cmake_folders(const Facts& facts, const RepoView&) {
  return topmost_folders(facts, ManifestKind::cmake);
}

void build_cmake(Workbench& bench, CheckRun& run) {
  run.command = "cmake -B build && cmake --build build";
  const Ran configured =
      bench.run({.argv = {"cmake", "-S", ".", "-B", bench.cache("build").for_command(),
                          "-DCMAKE_BUILD_TYPE=Debug", "-DFETCHCONTENT_FULLY_DISCONNECTED=ON"}});
  if (!configured.known()) return cannot_check(run, configured.unknown);
  if (configured.exit_code != 0) return judge_configuration(bench, run, configured);
  judge_compilation(
      bench, run,
      bench.run({.argv = {"cmake", "--build", bench.cache("build").for_command(), "-j", "2"}}));
}

void test_cmake(Workbench& bench, CheckRun& run) {
  run.command = "ctest --test-dir build";
  if (!bench.built()) return cannot_check(run, "it does not build here");
  const Result<bool> declared = bench.exists(bench.cache("build/CTestTestfile.cmake"));
  if (!declared) return no_report(run, declared.error());
  if (!*declared) return no_tests(run, "it declares no tests");
  const CopyPath report = bench.cache("ctest.xml");
  const Ran ran = bench.run({.argv = {"ctest", "--test-dir", bench.cache("build").for_command(),
                                      "-j", "2", "--output-junit", report.for_command()}});
  if (!ran.known()) return cannot_check(run, ran.unknown);
  const Result<std::string> text = bench.read_result(report);
  if (!text) return no_report(run, text.error());
  TestReport tests = parse_junit(bench.as_repository_paths(*text));
  if (tests.empty()) return no_tests(run, "it declares no tests");
  judge_tests(run, bench, ran, std::move(tests));
}

// Make often only calls the tools of other stacks; here it counts where it is the build itself.
std::vector<std::string> make_folders(const Facts& facts, const RepoView& view) {
  if (!facts.has_language("C") && !facts.has_language("C++")) return {};
  std::vector<std::string> folders = topmost_folders(facts, ManifestKind::make);
  for (const std::string& folder : topmost_folders(facts, ManifestKind::autotools)) {
    const bool known = std::find(folders.begin(), folders.end(), folder) != folders.end();
    const auto has = [&](std::string_view name) {
      return view.has(folder.empty() ? std::string(name) : os::join_path(folder, name));
    };
    if (!known && (has("configure") || has("Makefile.am"))) folders.push_back(folder);
  }
  std::erase_if(folders, [&](const std::string& folder) {
    const bool other =
        std::any_of(facts.manifests.begin(), facts.manifests.end(), [&](const Manifest& manifest) {
          return manifest.path.folder() == folder && manifest.kind != ManifestKind::make &&
                 manifest.kind != ManifestKind::autotools;
        });
    return other || own_sources(view, folder, {".c", ".cc", ".cpp", ".cxx"}).empty();
  });
  return folders;
}

void build_make(Workbench& bench, CheckRun& run) {
  run.command = "make";
  const bool made_first = !bench.text_beside("configure") && bench.text_beside("Makefile.am") &&
                          (bench.text_beside("configure.ac") || bench.text_beside("configure.in"));
  if (made_first) {
    run.command = "autoreconf -i";
    const Ran made = bench.run({.argv = {"autoreconf", "-f", "-i"}, .one_stream = true});
    if (!made.known()) return cannot_check(run, made.unknown);
    // Most often a macro of a library that is not installed here.
    if (made.exit_code != 0) {
      return cannot_check(run, "its configure script cannot be made here: " + last_of(made.out));
    }
  }
  if (made_first || bench.text_beside("configure")) {
    run.command = made_first ? "autoreconf -i && ./configure && make" : "./configure && make";
    const Ran configured = bench.run({.argv = {"sh", "./configure"}});
    if (!configured.known()) return cannot_check(run, configured.unknown);
    if (configured.exit_code != 0) {
      return cannot_check(run, "configure ends with an error: " + last_of(configured.all()));
    }
  } else if (bench.text_beside("configure.ac") || bench.text_beside("configure.in")) {
    return cannot_check(run, "its configure script has to be made first");
  } else if (targets(bench).empty() || needs_configure(bench)) {
    return cannot_check(run, "its makefile has no plain target");
  }
  judge_compilation(bench, run, bench.run({.argv = {"make", "-j", "2"}}));
}

void test_make(Workbench& bench, CheckRun& run) {
  std::string target;
  for (const MakeTarget& one : targets(bench)) {
    for (const char* name : {"check", "test", "tests"}) {
      if (target.empty() && one.name == name) target = name;
    }
  }
  if (target.empty() && bench.text_beside("Makefile.am")) target = "check";
  run.command = "make " + (target.empty() ? "test" : target);
  if (target.empty()) return no_tests(run, "its makefile has no target for tests");
  if (!bench.built()) return cannot_check(run, "it does not build here");
  const Ran ran = bench.run({.argv = {"make", target}, .one_stream = true});
  if (!ran.known()) return cannot_check(run, ran.unknown);
  const auto errors = bench.placed(parse_colon_errors(ran.out, "cc"));
  if (const auto missing = missing_library(bench, errors); !missing.empty()) {
    return cannot_check(run, missing);
  }
  TestReport report;
  if (contains(ran.out, "\n1..") || contains(ran.out, "not ok ")) report = parse_tap(ran.out);
  if (report.empty()) report = parse_automake(ran.out);
  if (ran.exit_code != 0 && report.failing.empty()) {
    if (const auto missing_tool = missing_program(ran.out)) return cannot_check(run, *missing_tool);
  }
  judge_tests(run, bench, ran, std::move(report));
  if (run.outcome == CheckOutcome::failed) run.diagnostics = errors;
}

}  // namespace pawl::repo
