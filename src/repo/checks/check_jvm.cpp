// Maven and Gradle, offline: what they need is seldom here, and then nothing is said.
#include <map>

#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"

namespace pawl::repo {
namespace {

// `[ERROR] /x/src/Main.java:[3,9] cannot find symbol` as javac's errors come through Maven.
std::vector<Diagnostic> parse_maven_errors(std::string_view text) {
  std::vector<Diagnostic> found;
  for (std::string_view line : split_lines(text)) {
    constexpr std::string_view kStart = "[ERROR] ";
    if (!line.starts_with(kStart)) continue;
    line.remove_prefix(kStart.size());
    const auto place = line.find(":[");
    const auto end = line.find("] ", place == std::string_view::npos ? 0 : place);
    if (place == std::string_view::npos || end == std::string_view::npos) continue;
    const auto numbers = split(line.substr(place + 2, end - place - 2), ',');
    if (numbers.size() != 2) continue;
    found.push_back({.path = std::string(line.substr(0, place)),
                     .line = static_cast<int>(parse_int(numbers[0]).value_or(0)),
                     .column = static_cast<int>(parse_int(numbers[1]).value_or(0)),
                     .code = {},
                     .message = std::string(line.substr(end + 2)),
                     .tool = "javac"});
  }
  return found;
}

std::string first_error(std::string_view text) {
  const std::string plain = without_colours(text);
  for (const std::string_view line : split_lines(plain)) {
    if (!line.starts_with("[ERROR] ") && !line.starts_with("* What went wrong")) continue;
    // Rules between parts of a message say nothing.
    if (line.find_first_not_of("- ", line.find(' ')) == std::string_view::npos) continue;
    return printable(line, 200);
  }
  return "it ended with an error and gave no reason";
}

// A compiler's error at a place in a file is the code's; anything else is a plugin or a package
// that could not be fetched.
void judge_build(Workbench& bench, CheckRun& run, const Ran& ran, std::vector<Diagnostic> found) {
  if (!ran.known()) return cannot_check(run, ran.unknown);
  if (ran.exit_code == 0) return pass(run);
  found = bench.placed(std::move(found));
  if (found.empty()) {
    return cannot_check(run, trouble_of_the_place(ran.all()).value_or(first_error(ran.all())));
  }
  for (const Diagnostic& one : found) {
    if (one.message.starts_with("package ") && one.message.ends_with(" does not exist")) {
      return cannot_check(run, "a package it imports is not installed here: " + one.message);
    }
  }
  fail_with(run, std::move(found), ran.out);
}

// The goal stands last.
Ran maven(Workbench& bench, std::vector<std::string> words) {
  Step step{.argv = {"mvn", "-o", "-q", "-B"}, .one_stream = true};
  const Prepared& prepared = bench.prepared();
  const std::string kept =
      prepared.folder.empty() ? prepared.maven : os::join_path(prepared.folder, kMavenKept);
  if (!kept.empty()) step.argv.push_back("-Dmaven.repo.local=" + kept);
  for (std::string& word : words) step.argv.push_back(std::move(word));
  return bench.run(step);
}

Ran gradle(Workbench& bench, const char* task) {
  return bench.run({.argv = {"gradle", "--offline", "--no-daemon", "-q", task},
                    .environment = {{"GRADLE_USER_HOME", bench.cache("gradle").for_command()}},
                    .one_stream = true});
}

// Where Surefire and Gradle leave a report of each test class.
constexpr const char* kFindReports =
    "find . -type f -name 'TEST-*.xml' '(' -path '*/surefire-reports/*' -o -path "
    "'*/test-results/*' ')'";

// Those of another run in this copy are none of the next one's.
void forget_reports(Workbench& bench) {
  static_cast<void>(
      bench.run({.argv = {"sh", "-c", std::string(kFindReports) + " -delete"}, .aside = true}));
}

// The source of a test class, by the path its report gives; empty when there is none.
class ClassFiles {
 public:
  explicit ClassFiles(const RepoView& view) : view_(view) {}

  const std::string& of(const std::string& path) {
    const auto [place, is_new] = found_.emplace(path, "");
    if (is_new && !path.empty()) place->second = find("/" + path + ".");
    return place->second;
  }

 private:
  std::string find(const std::string& wanted) const {
    for (const Entry& entry : view_.files()) {
      const std::string path = "/" + entry.path.text();
      const auto at = path.rfind('.');
      const bool code = among({".java", ".kt", ".groovy", ".scala"}, entry.path.extension());
      if (code && path.substr(0, at + 1).ends_with(wanted)) return entry.path.text();
    }
    return {};
  }

  const RepoView& view_;
  std::map<std::string, std::string> found_;
};

// What was tested, class by class; nothing when there are no reports.
TestReport read_reports(Workbench& bench) {
  const CopyPath all = bench.cache("jvm-reports.xml");
  // One document has one head, and properties are the machine's.
  const std::string script = "{ echo '<reports>'; " + std::string(kFindReports) +
                             " -print0 | LC_ALL=C sort -z | xargs -0 -r sed -e '/<property /d' -e "
                             "'s/<?xml[^>]*?>//'; echo '</reports>'; } > \"$1\"";
  static_cast<void>(
      bench.run({.argv = {"sh", "-c", script, "sh", all.for_command()}, .aside = true}));
  const Result<std::string> text = bench.read_result(all);
  TestReport report = parse_jvm_reports(text ? bench.as_repository_paths(*text) : "");
  ClassFiles files(bench.view());
  for (FailingTest& test : report.failing) test.file = files.of(test.file);
  for (auto* list : {&report.passing, &report.skipped}) {
    for (TestName& test : *list) test.file = files.of(test.file);
  }
  return report;
}

// What a tool prints of tests is prose, and is read where it left no reports; without a count of
// tests a good end is not yet evidence.
TestReport read_prose(std::string_view text) {
  TestReport report;
  bool listed = false;  // below a heading of Surefire's; Maven says other things in that form, too
  for (const std::string_view line : split_lines(text)) {
    constexpr std::string_view kStart = "[ERROR]   ";
    const auto colon = line.find(':');
    // What resets colours may stand before it.
    listed |= contains(line, "[ERROR] Failures:") || contains(line, "[ERROR] Errors:");
    if (!listed || !line.starts_with(kStart) || colon == std::string_view::npos) continue;
    report.failing.push_back({.id = stable_name(line.substr(kStart.size(), colon - kStart.size())),
                              .file = {},
                              .message = stable_name(line.substr(colon + 1))});
  }
  return report;
}

void judge_test_run(CheckRun& run, Workbench& bench, const Ran& ran) {
  if (!ran.known()) return cannot_check(run, ran.unknown);
  TestReport report = read_reports(bench);
  if (ran.exit_code == 0 && report.empty()) return pass(run);
  // A build that ends so without a test that failed ended for something else.
  if (ran.exit_code != 0 && report.failing.empty()) report = read_prose(ran.out);
  if (ran.exit_code != 0 && report.failing.empty()) {
    return cannot_check(run, trouble_of_the_place(ran.out).value_or(first_error(ran.out)));
  }
  judge_tests(run, bench, ran, std::move(report));
}

}  // namespace

std::vector<std::string> maven_folders(const Facts& facts, const RepoView&) {
  return topmost_folders(facts, ManifestKind::maven);
}

void build_maven(Workbench& bench, CheckRun& run) {
  run.command = "mvn compile";
  const Ran ran = maven(bench, {"compile"});
  judge_build(bench, run, ran, parse_maven_errors(ran.out));
}

void test_maven(Workbench& bench, CheckRun& run) {
  run.command = "mvn test";
  forget_reports(bench);
  // The first module whose tests fail would keep the others from being tested.
  judge_test_run(run, bench, maven(bench, {"--fail-at-end", "test"}));
}

std::vector<std::string> gradle_folders(const Facts& facts, const RepoView&) {
  return topmost_folders(facts, ManifestKind::gradle);
}

void build_gradle(Workbench& bench, CheckRun& run) {
  run.command = "gradle classes";
  const Ran ran = gradle(bench, "classes");
  judge_build(bench, run, ran, parse_colon_errors(ran.out, "javac"));
}

void test_gradle(Workbench& bench, CheckRun& run) {
  run.command = "gradle test";
  forget_reports(bench);
  judge_test_run(run, bench, gradle(bench, "test"));
}

}  // namespace pawl::repo
