// Ruby: the syntax of every file in one process; RSpec, the test task of Rake, minitest.
#include <algorithm>

#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"
#include "repo/checks/own_command.hpp"

namespace pawl::repo {
namespace {

// Reads paths, one a line; prints the first error of each file that does not parse, as
// `path:line: message`. Nothing of the files is executed.
constexpr std::string_view kRubyCompileAll = R"(
STDIN.read.split("\n").each do |path|
  begin
    RubyVM::InstructionSequence.compile(File.read(path, encoding: "UTF-8"), path, path, 1)
  rescue SyntaxError => error
    line = error.message.lines.map(&:strip).find { |one| one.start_with?(path + ":") }
    puts(line || "#{path}:1: #{error.message.lines.first}")
  rescue StandardError
    next
  end
end
)";

// Loads test files, as Rake's own loader does; the last word is for minitest.
constexpr std::string_view kRubyLoadAll = R"(
files = ARGV.take_while { |word| word != "--" }
ARGV.replace(["-v"])
files.each { |file| require File.expand_path(file) }
)";

// With a Gemfile, what it names is what the tests run on.
Step with_gems(const Workbench& bench, std::vector<std::string> argv) {
  Step step{.argv = std::move(argv), .environment = ruby_environment(bench), .one_stream = true};
  if (!gemfile_of(bench.view(), bench.folder()).empty()) {
    step.argv.insert(step.argv.begin(), {"bundle", "exec"});
  }
  return step;
}

// Why the words of Ruby's own tools say that something is not here.
std::string missing_gem(std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    const auto load = line.find("cannot load such file -- ");
    if (load == std::string_view::npos) continue;
    const std::string_view name = trim(line.substr(load + 25));
    const std::string_view gem = name.substr(0, name.find_first_of(" (/"));
    if (!gem.empty()) return std::string(gem);
  }
  return {};
}

// What Bundler itself raised, before anything of the tests ran: `…: MESSAGE
// (Bundler::GemNotFound)`.
std::string refusal_of_bundler(std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    const auto end = line.find(" (Bundler::");
    if (end == std::string_view::npos) continue;
    const std::string_view said = line.substr(0, end);
    const auto start = said.find("': ");
    return printable(start == std::string_view::npos ? trim(said) : said.substr(start + 3), 200);
  }
  return {};
}

// Nothing of the repository's own is called so.
bool is_foreign(const Workbench& bench, const std::string& name) {
  const auto files = bench.view().files();
  return std::none_of(files.begin(), files.end(), [&](const Entry& entry) {
    const auto parts = entry.path.components();
    return std::find(parts.begin(), parts.end(), name) != parts.end() ||
           entry.path.name() == name + ".rb";
  });
}

void judge_ruby(Workbench& bench, CheckRun& run, const Ran& ran, TestReport report) {
  if (ran.exit_code != 0) {
    std::string gem = missing_gem(ran.out);
    for (const FailingTest& test : report.failing) {
      if (gem.empty()) gem = missing_gem(test.message);
    }
    if (!gem.empty() && is_foreign(bench, gem)) {
      return cannot_check(run, "the package " + gem + " is not installed here");
    }
    if (report.empty()) {
      const std::string refusal = refusal_of_bundler(ran.out);
      if (!refusal.empty()) {
        return cannot_check(run, "its dependencies are not installed here: " + refusal);
      }
    }
    if (report.failing.empty()) {
      if (const auto trouble = trouble_of_the_place(ran.out)) return cannot_check(run, *trouble);
      if (const auto missing = missing_program(ran.out)) return cannot_check(run, *missing);
    }
  }
  if (report.empty() && ran.exit_code == 0) return no_tests(run, "it ran no tests");
  judge_tests(run, bench, ran, std::move(report));
}

bool rspec_lists_tests_only(const Workbench& bench) {
  for (const char* name : {".rspec", "spec/spec_helper.rb", "spec/rails_helper.rb"}) {
    if (const auto text = bench.text_beside(name); text && lists_tests_only(*text)) return true;
  }
  return false;
}

void run_rspec(Workbench& bench, CheckRun& run) {
  const CopyPath report = bench.cache("rspec.json");
  Step step =
      with_gems(bench, {"rspec", "--no-color", "--format", "json", "--out", report.for_command()});
  run.command = step.argv.front() == "bundle" ? "bundle exec rspec" : "rspec";
  for (std::string& path : bench.only()) step.argv.push_back(std::move(path));
  if (rspec_lists_tests_only(bench)) return no_tests(run, std::string(kListsTestsOnly));
  const Ran ran = bench.run(step);
  if (!ran.known()) return cannot_check(run, ran.unknown);
  const Result<std::string> text = bench.read_result(report);
  if (!text) return no_report(run, text.error());
  judge_ruby(bench, run, ran, parse_rspec(bench.as_repository_paths(*text)));
}

void run_rake(Workbench& bench, CheckRun& run, const std::string& task) {
  Step step = with_gems(bench, {"rake", task});
  step.environment.emplace_back("TESTOPTS", "-v");
  run.command = (step.argv.front() == "bundle" ? "bundle exec rake " : "rake ") + task;
  const std::vector<std::string> only = bench.only();
  if (only.size() == 1) step.environment.emplace_back("TEST", only.front());
  const Ran ran = bench.run(step);
  if (!ran.known()) return cannot_check(run, ran.unknown);
  judge_ruby(bench, run, ran, parse_minitest(ran.out));
}

void run_minitest(Workbench& bench, CheckRun& run, std::vector<std::string> files) {
  run.command = "ruby -Ilib -Itest";
  if (const auto only = bench.only(); !only.empty()) files = only;
  Step step = with_gems(bench, {"ruby", "-Ilib", "-Itest", "-e", std::string(kRubyLoadAll)});
  step.argv.insert(step.argv.end(), files.begin(), files.end());
  step.argv.emplace_back("--");
  const Ran ran = bench.run(step);
  if (!ran.known()) return cannot_check(run, ran.unknown);
  judge_ruby(bench, run, ran, parse_minitest(ran.out));
}

// The task of the Rakefile that runs tests; empty when it has none.
std::string test_task(const Workbench& bench) {
  const auto text = bench.text_beside("Rakefile");
  if (!text) return {};
  for (const std::string_view line : split_lines(*text)) {
    const std::string_view row = trim(line);
    for (const std::string_view start : {"task :test", "task test:", "task \"test\"", "task 'test'",
                                         "Rake::TestTask.new", "Minitest::TestTask.create"}) {
      if (row.starts_with(start)) return "test";
    }
  }
  return {};
}

// Files below test/ that are named as minitest's are.
std::vector<std::string> minitest_files(const Workbench& bench) {
  std::vector<std::string> files = own_sources(bench.view(), bench.folder(), {".rb"});
  std::erase_if(files, [](const std::string& path) {
    const std::string name = os::file_name(path);
    return !path.starts_with("test/") ||
           (!name.ends_with("_test.rb") && !name.starts_with("test_")) || name == "test_helper.rb";
  });
  return files;
}

bool has_specs(const Workbench& bench) {
  if (bench.text_beside(".rspec")) return true;
  const auto files = own_sources(bench.view(), bench.folder(), {".rb"});
  return std::any_of(files.begin(), files.end(), [](const std::string& path) {
    return path.starts_with("spec/") && path.ends_with("_spec.rb");
  });
}

}  // namespace

Environment ruby_environment(const Workbench& bench) {
  Environment variables = {{"BUNDLE_FROZEN", "true"},
                           {"BUNDLE_DISABLE_VERSION_CHECK", "true"},
                           {"BUNDLE_USER_HOME", bench.cache("bundle").for_command()}};
  if (bench.prepared().folder.empty()) return variables;
  // Gems of the system that have the same names would come first.
  for (const char* name : {"GEM_HOME", "GEM_PATH"}) {
    variables.emplace_back(name, os::join_path(bench.prepared().folder, kGemFolder));
  }
  // Settings of the repository (.bundle/config) may name another place.
  variables.emplace_back("BUNDLE_APP_CONFIG", bench.cache("bundle-settings").for_command());
  return variables;
}

std::vector<std::string> ruby_folders(const Facts& facts, const RepoView& view) {
  if (!facts.has_language("Ruby") || own_sources(view, "", {".rb"}).empty()) return {};
  return {""};
}

void build_ruby(Workbench& bench, CheckRun& run) {
  run.command = "ruby -c";
  const auto files = own_sources(bench.view(), bench.folder(), {".rb"});
  const Ran ran =
      bench.run({.argv = {"ruby", "--disable-gems", "-W0", "-e", std::string(kRubyCompileAll)},
                 .input = join(files, "\n")});
  if (!ran.known()) return cannot_check(run, ran.unknown);
  if (ran.exit_code != 0) {
    return cannot_check(run, "ruby gave no answer: " + printable(trim(ran.err), 200));
  }
  auto found = bench.placed(parse_colon_errors(ran.out, "ruby"));
  if (found.empty()) return pass(run);
  fail_with(run, std::move(found), ran.out);
}

// Both kinds where a repository has both would be two suites; what it says itself comes first.
void test_ruby(Workbench& bench, CheckRun& run) {
  const std::string task = test_task(bench);
  std::vector<std::string> files = minitest_files(bench);
  if (has_specs(bench) && (task.empty() || files.empty())) return run_rspec(bench, run);
  if (!task.empty()) return run_rake(bench, run, task);
  if (!files.empty()) return run_minitest(bench, run, std::move(files));
  if (bench.facts().main_language() == "Ruby") {
    if (const auto own = own_command(bench)) {
      test_with_make(bench, run, *own);
      return;
    }
  }
  run.command = "rake test";
  no_tests(run, "no file says how its Ruby tests are run");
}

}  // namespace pawl::repo
