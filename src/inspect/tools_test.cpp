// Real repositories and real tools. What this machine does not have is passed over.
#include "judge/tools.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>

#include "evidence/confinement.hpp"
#include "git/test_repo.hpp"
#include "inspect/subject.hpp"
#include "judge/judge.hpp"
#include "repo/checks/workbench.hpp"
#include "tests/pass_over.hpp"

namespace pawl::inspect::tools_test {
namespace {

using git::Lab;
using guards::Ruling;

// Everything that is started, by its program; bubblewrap may be missing.
class Watched final : public os::Processes {
 public:
  Watched(os::Processes& real, bool sandbox) : real_(real), sandbox_(sandbox) {}

  Result<os::Finished> run(const os::Command& command) override {
    const std::string program = os::file_name(command.argv.front());
    {
      const std::lock_guard lock(mutex_);
      started_.push_back(program);
    }
    if (program == "bwrap" && !sandbox_) return fail(Errc::not_found, "there is no bwrap");
    return real_.run(command);
  }
  bool only_started(std::vector<std::string> programs) const {
    return std::all_of(started_.begin(), started_.end(), [&](const std::string& one) {
      return std::find(programs.begin(), programs.end(), one) != programs.end();
    });
  }

 private:
  os::Processes& real_;
  bool sandbox_;
  std::mutex mutex_;
  std::vector<std::string> started_;
};

struct World {
  Lab lab;
  Watched processes;
  std::unique_ptr<os::Random> random = os::real_random();
  os::FakeClock clock;
  os::FakeHttp http;
  os::Cancel cancel;
  config::Resolved config;
  git::Git git;
  std::string repo;
  std::vector<std::string> notes;

  explicit World(bool sandbox = true)
      : processes(lab.processes(), sandbox),
        config(config::load(lab.files(), lab.path("config.toml"), {}, {}).value()),
        git(lab.processes(), git::bot_options()),
        repo(lab.make_repo("repo")) {
    lab.write(repo + "/package.json", R"({"name": "box", "scripts": {"test": "node --test"}})");
    lab.write(repo + "/box.js", "exports.open = () => 1;\n");
    lab.write(repo + "/box.test.js",
              "const test = require('node:test');\nconst assert = require('node:assert');\n"
              "test('opens', () => assert.equal(require('./box').open(), 1));\n");
    lab.sh(repo, "git add -A; git commit -qm tests");
  }

  guards::Evaluation check(std::vector<std::string> only, std::vector<std::string> require = {}) {
    const auto subject = open_subject(git, {.folder = repo});
    REQUIRE(subject.ok());
    return check_subject(**subject, std::move(only), std::move(require));
  }

  guards::Evaluation check_subject(const Subject& subject, std::vector<std::string> only,
                                   std::vector<std::string> require) {
    const char* path = std::getenv("PATH");
    os::Ports ports{clock,
                    lab.files(),
                    processes,
                    http,
                    *random,
                    cancel,
                    {{"PATH", path == nullptr ? "/usr/bin:/bin" : path}},
                    lab.path("")};
    guards::Policy policy;
    policy.all_tiers = true;
    policy.only = std::move(only);
    policy.require = std::move(require);
    const store::Layout layout{.config_folder = lab.path("config"),
                               .state_folder = lab.path("state")};
    judge::Tools tools({.world = ports,
                        .config = config.config,
                        .redactor = config.redactor,
                        .sandbox = evidence::lazy_sandbox(ports, config.config, layout),
                        .scratch = lab.path("scratch"),
                        .results = lab.path("scratch/results"),
                        .flaky_file = lab.path("flaky.json"),
                        .url_cache = lab.path("urls.json"),
                        .progress = [&](std::string_view text) { notes.emplace_back(text); }},
                       *subject.base);
    guards::Context order;
    order.fenced = false;
    const auto judge = judge::Judge::open({.base = *subject.base,
                                           .tools = &tools,
                                           .config = config.config,
                                           .files = lab.files(),
                                           .schemas = layout.schemas(),
                                           .policy = policy,
                                           .order = order,
                                           .stopwatch = [] { return guards::Nanoseconds(0); }});
    REQUIRE(judge.ok());
    auto evaluation = (*judge)->evaluate(subject.change, subject.unjudged);
    REQUIRE(evaluation.ok());
    return *std::move(evaluation);
  }
};

const guards::Verdict& verdict_of(const guards::Evaluation& evaluation, std::string_view guard) {
  const auto found =
      std::find_if(evaluation.results.begin(), evaluation.results.end(),
                   [&](const guards::Evaluated& one) { return one.guard->id == guard; });
  REQUIRE(found != evaluation.results.end());
  return found->verdict;
}

}  // namespace

TEST_CASE("a change that breaks a test is refused, and the repository stays as it was") {
  PASS_OVER_UNLESS(repo::find_tool("npm", std::getenv("PATH")));
  World world;
  world.lab.write(world.repo + "/box.js", "exports.open = () => 2;\n");
  const std::string before = world.lab.state_of(world.repo);
  const auto evaluation = world.check({"tests"});
  CHECK(world.lab.state_of(world.repo) == before);
  const guards::Verdict& tests = verdict_of(evaluation, "tests");
  REQUIRE(tests.ruling == Ruling::refuse);
  REQUIRE(tests.findings.size() == 1);
  CHECK(tests.findings[0].rule == "tests/regression");
  REQUIRE_FALSE(world.notes.empty());
  CHECK(world.notes.front() == "on the base: npm tests");
}

TEST_CASE("the first commit has no base to compare with, and is tested all the same") {
  PASS_OVER_UNLESS(repo::find_tool("npm", std::getenv("PATH")));
  World world;
  world.lab.sh(world.repo, "git checkout -q --orphan first; git commit -qm first");
  const auto subject =
      open_subject(world.git, {.folder = world.repo, .against = Against::head, .head = "HEAD"});
  REQUIRE(subject.ok());
  const auto evaluation = world.check_subject(**subject, {"tests"}, {});
  CHECK(verdict_of(evaluation, "tests").ruling == Ruling::pass);
}

TEST_CASE("without a sandbox nothing of the repository is run, and it is said") {
  World world(false);
  world.lab.write(world.repo + "/box.js", "exports.open = () => 2;\n");
  world.lab.write(world.repo + "/bad.py", "def broken(:\n");
  const auto evaluation = world.check({"syntax", "tests"});
  CHECK(world.processes.only_started({"bwrap"}));
  world.lab.sh(world.repo, "rm bad.py");
  const auto later = world.check({"tests"});
  CHECK(verdict_of(later, "tests").ruling == Ruling::unknown);
  CHECK(verdict_of(later, "tests").reason.find("without a sandbox") != std::string::npos);
  const auto required = world.check({"tests"}, {"tests"});
  CHECK(verdict_of(required, "tests").ruling == Ruling::refuse);
  CHECK(world.processes.only_started({"bwrap"}));
}

TEST_CASE("nothing is run when a cheaper check refuses already, or no guard asks") {
  World world;
  world.lab.write(world.repo + "/box.js", "exports.open = () => 2;\n");
  world.lab.write(world.repo + "/bad.json", "{,}\n");
  const auto refused = world.check({"syntax", "build", "tests"});
  CHECK(refused.refused_at == guards::Tier::syntax);
  CHECK(verdict_of(refused, "tests").ruling == Ruling::unknown);
  CHECK(verdict_of(refused, "tests").reason.find("refuses the change already") !=
        std::string::npos);
  CHECK(world.processes.only_started({}));
  world.lab.sh(world.repo, "git checkout -q box.js; rm bad.json; echo more >> README.md");
  const auto inert = world.check({"build", "tests"});
  CHECK(verdict_of(inert, "tests").ruling == Ruling::not_applicable);
  CHECK(world.notes.empty());
  CHECK(world.processes.only_started({}));
}

TEST_CASE("what a change did to a test is not remembered of the repository") {
  PASS_OVER_UNLESS(repo::find_tool("npm", std::getenv("PATH")));
  World world;
  world.lab.write(world.repo + "/box.js",
                  "const fs = require('node:fs');\nexports.open = () => {\n"
                  "  const seen = fs.existsSync('seen');\n  fs.writeFileSync('seen', '');\n"
                  "  return seen ? 1 : 2;\n};\n");
  const auto evaluation = world.check({"tests"});
  const guards::Verdict& tests = verdict_of(evaluation, "tests");
  CHECK(tests.ruling == Ruling::pass);
  REQUIRE(tests.findings.size() == 1);
  CHECK(tests.findings[0].rule == "tests/flaky");
  CHECK_FALSE(world.lab.exists(world.lab.path("flaky.json")));
}

TEST_CASE("a language's own parser has a say") {
  PASS_OVER_UNLESS(repo::find_tool("python3", std::getenv("PATH")));
  World world;
  world.lab.write(world.repo + "/bad.py", "def broken(:\n    return 1\n");
  const auto evaluation = world.check({"syntax"});
  CHECK(verdict_of(evaluation, "syntax").ruling == Ruling::refuse);
  CHECK_FALSE(world.processes.only_started({}));
}

}  // namespace pawl::inspect::tools_test
