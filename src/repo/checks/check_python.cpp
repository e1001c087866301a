// Python: the syntax of every file in one process, and pytest or unittest where the project says
// so.
#include <algorithm>

#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"
#include "repo/checks/own_command.hpp"
#include "repo/checks/python_metadata.hpp"
#include "repo/facts/fact_sources.hpp"

namespace pawl::repo {
namespace {

// Reads a JSON list of paths, compiles each as the interpreter itself would, prints a JSON list of
// what does not parse. Nothing of the files is executed.
constexpr std::string_view kPythonCompileAll = R"(
import json, sys
found = []
for path in json.load(sys.stdin):
    try:
        with open(path, "rb") as file:
            source = file.read()
        compile(source, path, "exec", dont_inherit=True)
    except SyntaxError as error:
        found.append({"path": path, "line": error.lineno or 1, "column": error.offset or 0,
                      "message": error.msg})
    except (ValueError, RecursionError, MemoryError) as error:
        found.append({"path": path, "line": 1, "column": 0, "message": str(error)})
    except OSError:
        pass
print(json.dumps({"version": list(sys.version_info[:2]), "found": found}))
)";

// The lowest minor version of Python 3 the project asks for: 12 of `>=3.12,<4`.
int minor_wanted(const Facts& facts) {
  for (const Manifest& manifest : facts.manifests) {
    if (manifest.kind != ManifestKind::python) continue;
    const Json& poetry = manifest.data["tool"]["poetry"]["dependencies"]["python"];
    const std::string range = manifest.data["project"]["requires-python"].string_or(poetry.text());
    const auto at = range.find("3.");
    if (at == std::string::npos || range.find_first_of(">^~=") > at) continue;
    const std::string_view digits = std::string_view(range).substr(at + 2);
    return static_cast<int>(
        parse_int(digits.substr(0, digits.find_first_not_of("0123456789"))).value_or(0));
  }
  return 0;
}

bool is_python_2(const RepoView& view, const std::string& path) {
  const auto text = view.text(path);
  if (!text || !text->starts_with("#!")) return false;
  return contains(text->substr(0, text->find('\n')), "python2");
}

// Hooks of a template (https://cookiecutter.readthedocs.io/en/stable/advanced/hooks.html) are
// filled in as all of it is before anybody runs them: they need be no Python before. It is known by
// its settings, or by a folder whose name is filled in.
bool is_template_hook(const RepoView& view, const std::string& path) {
  const std::string_view folder = std::string_view(path).substr(0, path.rfind('/'));
  if (folder != "hooks" && !folder.ends_with("/hooks")) return false;
  const std::string_view above = folder.substr(0, folder.size() - std::string_view("hooks").size());
  return std::any_of(view.files().begin(), view.files().end(), [&](const Entry& entry) {
    std::string_view beside = entry.path.text();
    if (!beside.starts_with(above)) return false;
    beside.remove_prefix(above.size());
    const auto slash = beside.find('/');
    return beside == "cookiecutter.json" ||
           (slash != std::string_view::npos && contains(beside.substr(0, slash), "{{"));
  });
}

bool has_test_command(const Facts& facts, std::string_view command) {
  return std::any_of(facts.test_commands.begin(), facts.test_commands.end(),
                     [&](const Sourced& one) { return one.value == command; });
}

bool wants_pytest(const Workbench& bench) {
  if (has_test_command(bench.facts(), "pytest")) return true;
  if (bench.text_beside("pytest.ini")) return true;
  return python_names_package(bench.view(), bench.facts(), "pytest");
}

// Where the project's own package says of itself what it would say if it were installed.
constexpr std::string_view kOwnPackage = "own-package";

void write_own_metadata(Workbench& bench) {
  const auto own = python_metadata(bench.facts(), bench.view());
  if (!own) return;
  const std::string place = bench.cache(kOwnPackage).for_command();
  // A version before this one is gone.
  static_cast<void>(bench.run(
      {.argv = {"sh", "-c",
                "rm -rf \"$1\" && mkdir -p \"$1/$2\" && printf %s \"$3\" > \"$1/$2/METADATA\" && "
                "printf %s \"$4\" > \"$1/$2/entry_points.txt\"",
                "sh", place, own->folder, own->metadata, own->entry_points},
       .aside = true}));
}

// Folders of packages that were fetched or lent.
std::vector<std::string> python_packages(const Workbench& bench) {
  const Prepared& prepared = bench.prepared();
  std::vector<std::string> folders = prepared.python;
  if (!prepared.folder.empty()) folders.push_back(os::join_path(prepared.folder, "site"));
  return folders;
}

// Where modules are looked for, the project's own first.
std::vector<std::string> module_folders(const Workbench& bench) {
  std::vector<std::string> folders{bench.here().for_command()};
  // Packages below src/ are not installed, only unpacked.
  const CopyPath unpacked = bench.here("src");
  if (bench.exists(unpacked).value_or(false)) folders.push_back(unpacked.for_command());
  folders.push_back(bench.cache(kOwnPackage).for_command());
  for (std::string& packages : python_packages(bench)) folders.push_back(std::move(packages));
  return folders;
}

// Tests that start Python with a PYTHONPATH of their own find the same modules, as they would find
// what is installed (https://docs.python.org/3/library/site.html).
void write_user_site(Workbench& bench) {
  Step step{
      .argv = {"sh", "-c",
               "d=$(python3 -m site --user-site) && mkdir -p \"$d\" && printf '%s\\n' \"$@\" > "
               "\"$d/modules.pth\"",
               "sh"},
      .environment = python_environment(bench),
      .aside = true};
  for (std::string& folder : module_folders(bench)) step.argv.push_back(std::move(folder));
  static_cast<void>(bench.run(step));
}

// Files named as pytest looks for them.
std::vector<std::string> test_files(const Workbench& bench) {
  std::vector<std::string> files = own_sources(bench.view(), bench.folder(), {".py"});
  std::erase_if(files, [](const std::string& path) {
    const std::string name = os::file_name(path);
    return !name.starts_with("test_") && !name.ends_with("_test.py");
  });
  return files;
}

// Tests that unittest would pass over: plain functions, classes of no base, or pytest itself.
bool has_pytest_style(const Workbench& bench) {
  constexpr std::size_t kFilesReadMax = 200;
  std::vector<std::string> files = test_files(bench);
  if (files.size() > kFilesReadMax) files.resize(kFilesReadMax);
  return std::any_of(files.begin(), files.end(), [&](const std::string& path) {
    const auto text = bench.text_beside(path);
    if (!text) return false;
    const auto lines = split_lines(*text);
    return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
      const bool plain_class = line.starts_with("class Test") &&
                               (trim_end(line).ends_with("():") || !contains(line, "("));
      return line.starts_with("def test_") || line.starts_with("async def test_") || plain_class ||
             line.starts_with("import pytest") || line.starts_with("from pytest import");
    });
  });
}

void run_pytest(Workbench& bench, CheckRun& run) {
  run.command = "pytest";
  const CopyPath report = bench.cache("pytest.xml");
  Step step{.argv = {"python3", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o",
                     "junit_family=xunit1", "--junitxml=" + report.for_command(),
                     "--continue-on-collection-errors", "--color=no"},
            .environment = python_environment(bench)};
  for (std::string& path : bench.only()) step.argv.push_back(std::move(path));
  const Ran ran = bench.run(step);
  if (!ran.known()) return cannot_check(run, ran.unknown);
  if (contains(ran.err, "No module named pytest")) {
    return cannot_check(run, not_installed("pytest"));
  }
  constexpr int kUsageError = 4;
  constexpr int kNothingCollected = 5;
  if (ran.exit_code == kNothingCollected) return no_tests(run, "pytest collected no tests");
  const Result<std::string> text = bench.read_result(report);
  if (!text) return no_report(run, text.error());
  TestReport tests = parse_junit(*text);
  if (ran.exit_code == kUsageError && tests.failing.empty()) {
    // Most often an option of a plugin that is not here, or a conftest that cannot be imported.
    const auto lines = split_lines(trim(ran.err));
    return cannot_check(run,
                        "pytest refuses the project's settings: " +
                            (lines.empty() ? "no reason given" : printable(lines.back(), 200)));
  }
  judge_tests(run, bench, ran, std::move(tests));
}

// Where unittest finds the tests: the folder most test files are in.
std::string test_folder(const Workbench& bench) {
  for (const char* name : {"tests", "test"}) {
    for (const std::string& path : own_sources(bench.view(), bench.folder(), {".py"})) {
      if (path.starts_with(std::string(name) + "/test")) return name;
    }
  }
  return ".";
}

// How test files are called, where it is not as unittest would have it.
std::string name_pattern(const Workbench& bench) {
  bool one = false;
  bool several = false;
  for (const std::string& path : own_sources(bench.view(), bench.folder(), {".py"})) {
    if (os::file_name(path).starts_with("test")) return {};
    one |= path.ends_with("_test.py");
    several |= path.ends_with("_tests.py");
  }
  if (one && several) return "*_test*.py";
  return one ? "*_test.py" : several ? "*_tests.py" : "";
}

void run_unittest(Workbench& bench, CheckRun& run) {
  run.command = "python -m unittest";
  const std::string folder = test_folder(bench);
  Step step{.argv = {"python3", "-m", "unittest", "discover", "-v", "-s", folder},
            .environment = python_environment(bench)};
  if (folder != "." && bench.text_beside(folder + "/__init__.py")) {
    step.argv.insert(step.argv.end(), {"-t", "."});
  }
  const std::vector<std::string> only = bench.only();
  const std::string pattern = only.size() == 1 ? os::file_name(only.front()) : name_pattern(bench);
  if (!pattern.empty()) step.argv.insert(step.argv.end(), {"-p", pattern});
  const Ran ran = bench.run(step);
  if (!ran.known()) return cannot_check(run, ran.unknown);
  TestReport report = parse_unittest(ran.err);
  if (report.empty()) return no_tests(run, "unittest found no tests");
  judge_tests(run, bench, ran, std::move(report));
}

}  // namespace

Environment python_environment(const Workbench& bench) {
  return {{"PYTHONPATH", join(module_folders(bench), ":")},
          {"PYTHONUSERBASE", bench.cache("python-user").for_command()},
          {"PYTHONHASHSEED", "0"},
          {"PYTHONPYCACHEPREFIX", bench.cache("py").for_command()}};
}

std::vector<std::string> python_folders(const Facts& facts, const RepoView&) {
  if (!facts.has_language("Python")) return {};
  return {""};
}

void build_python(Workbench& bench, CheckRun& run) {
  run.command = "python -m compileall";
  auto files = own_sources(bench.view(), bench.folder(), {".py"});
  std::erase_if(files, [&](const std::string& path) {
    return is_python_2(bench.view(), path) || is_template_hook(bench.view(), path);
  });
  if (files.empty()) return cannot_check(run, "there are no Python files of its own to compile");
  const Ran ran = bench.run(
      {.argv = {"python3", "-I", "-S", "-W", "ignore", "-c", std::string(kPythonCompileAll)},
       .input = Json::array_of(files).dump()});
  if (!ran.known()) return cannot_check(run, ran.unknown);
  const auto answer = Json::parse(trim(ran.out));
  if (!answer) return cannot_check(run, "python3 gave no answer: " + printable(ran.err, 200));
  std::vector<Diagnostic> found;
  for (const Json& one : (*answer)["found"].items()) {
    found.push_back({.path = one["path"].string_or(""),
                     .line = static_cast<int>(one["line"].int_or(0)),
                     .column = static_cast<int>(one["column"].int_or(0)),
                     .code = "SyntaxError",
                     .message = one["message"].string_or(""),
                     .tool = "python"});
  }
  if (found.empty()) return pass(run);
  const auto& version = (*answer)["version"].items();
  const int minor = version.size() == 2 ? static_cast<int>(version[1].int_or(0)) : 0;
  if (const int wanted = minor_wanted(bench.facts()); wanted > minor) {
    return cannot_check(run, "it asks for Python 3." + std::to_string(wanted) +
                                 ", installed is 3." + std::to_string(minor));
  }
  fail_with(run, bench.placed(std::move(found)), ran.out);
}

// What the repository says comes first: its settings and packages, then its makefile and its CI,
// then how its tests are written.
void test_python(Workbench& bench, CheckRun& run) {
  write_own_metadata(bench);
  write_user_site(bench);
  if (wants_pytest(bench)) return run_pytest(bench, run);
  const bool unittest = has_test_command(bench.facts(), "python -m unittest");
  const std::optional<OwnCommand> own = own_command(bench);
  if (is_run_by_itself(bench, own, "pytest")) return run_pytest(bench, run);
  const bool of_python = bench.facts().main_language() == "Python";
  if (own && of_python && !unittest && !is_run_by_itself(bench, own, "unittest")) {
    test_with_make(bench, run, *own);
    return;
  }
  if (has_pytest_style(bench)) {
    run_pytest(bench, run);
    if (run.reason != not_installed("pytest") || !unittest) return;
    run = CheckRun{.stack = run.stack, .folder = run.folder};
  }
  if (unittest) return run_unittest(bench, run);
  run.command = "pytest";
  no_tests(run, "no file says how its Python tests are run");
}

}  // namespace pawl::repo
