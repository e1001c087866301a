// New tests tried with real tools. What this machine does not have is passed over.
#include "evidence/mutant_runs.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

#include "base/text/text.hpp"
#include "git/test_repo.hpp"
#include "guards/tests/test_proofs.hpp"
#include "index/repository_index.hpp"
#include "os/files/test_folder.hpp"
#include "os/sandbox/sandbox.hpp"
#include "repo/checks/workbench.hpp"
#include "tests/pass_over.hpp"

namespace pawl::evidence::mutant_runs_test {
namespace {

using Files = std::map<std::string, std::string>;

std::string path_list() {
  const char* path = std::getenv("PATH");
  return path == nullptr ? "/usr/bin:/bin" : path;
}

// A repository in memory, a change that adds tests to it, and what comes of them.
struct World {
  explicit World(Files tree) : files(std::move(tree)), base(repo::memory_view(files)) {}

  PairSetup pair() {
    PairSetup setup{.ports = {.files = *disk, .processes = *processes, .sandbox = sandbox},
                    .options = {}};
    setup.options.scratch = folder / "scratch";
    setup.options.path_list = path_list();
    setup.options.export_to = [this](const std::string& to) -> Status {
      TRY(disk->make_folders(to));
      for (const auto& [name, text] : files) {
        TRY(disk->make_folders(os::parent_path(os::join_path(to, name))));
        TRY(disk->write_atomic(os::join_path(to, name), text));
      }
      return Done{};
    };
    return setup;
  }

  std::vector<guards::TestProof> prove(const git::Change& change, std::size_t mutants_max = 12) {
    const PairSetup setup = pair();
    const repo::CheckResults of_base = check_base(*base, setup);
    const repo::CheckResults of_head = check_head(*base, change, of_base, setup);
    guards::Evidence evidence;
    evidence.tests = pair_up(of_base.tests, of_head.tests);
    added = guards::added_tests(change, evidence);
    std::vector<std::pair<std::string, std::string>> all(files.begin(), files.end());
    const auto index = index::memory_index(std::move(all), index::changed_files(change));
    const auto clock = os::real_clock();
    trials = try_mutants(added, {.base = *base,
                                 .change = change,
                                 .graph = index->head(),
                                 .pair = setup,
                                 .clock = *clock,
                                 .mutants_max = mutants_max});
    CHECK(disk->list(folder / "scratch").value().empty());
    return guards::proofs_of(added, trials);
  }

  os::TestFolder folder;
  std::unique_ptr<os::Files> disk = os::real_files();
  std::unique_ptr<os::Processes> processes = os::real_processes();
  os::Sandbox sandbox = os::Sandbox::probe(*processes);
  Files files;
  std::unique_ptr<repo::RepoView> base;
  guards::AddedTests added;
  std::vector<guards::MutantTrial> trials;
};

const Files kBox = {
    {"package.json", R"({"name": "box", "scripts": {"test": "node --test"}})"},
    {"box.js", "exports.opens = (n) => n > 3;\nexports.shuts = (n) => {\n  return n + 1;\n};\n"}};

git::Change adds(const std::string& path, const std::string& tests) {
  return git::change_of({git::created(path, tests)});
}

}  // namespace

TEST_CASE("each new test is told what it noticed") {
  PASS_OVER_UNLESS(repo::find_tool("npm", path_list()));
  World world(kBox);
  const auto proofs = world.prove(
      adds("box.test.js",
           "const test = require('node:test');\nconst assert = require('node:assert');\n"
           "const box = require('./box');\n"
           "test('opens', () => { assert.equal(box.opens(3), false); "
           "assert.equal(box.opens(4), true); });\n"
           "test('shuts', () => { assert.ok(box.shuts(1)); });\n"
           "test('blind', () => { assert.equal(typeof box.shuts, 'function'); });\n"));
  REQUIRE(proofs.size() == 3);
  CHECK(proofs[0].test == "opens");
  CHECK(proofs[0].line == 4);
  // Returned otherwise, moved, turned round, another limit.
  CHECK(proofs[0].summary() == "killed 4 of 4 mutants in box.js");
  CHECK(proofs[1].noticed > 0);
  CHECK(proofs[1].noticed < proofs[1].tried);
  CHECK(proofs[2].test == "blind");
  CHECK(proofs[2].noticed == 0);
  REQUIRE_FALSE(proofs[2].survivors.empty());
  CHECK(proofs[2].survivors[0].path == "box.js");
  CHECK(proofs[2].survivors[0].line == 3);
  CHECK(proofs[2].survivors[0].before == "return n + 1;");
  CHECK(proofs[2].survivors[0].after == "return undefined;");
}

TEST_CASE("no more mutants are tried than may be, and as many again for those who noticed none") {
  PASS_OVER_UNLESS(repo::find_tool("npm", path_list()));
  World world(kBox);
  const auto proofs =
      world.prove(adds("box.test.js",
                       "const test = require('node:test');\nconst box = require('./box');\n"
                       "test('blind', () => { box.opens(1); box.shuts(1); });\n"),
                  2);
  REQUIRE(proofs.size() == 1);
  CHECK(proofs[0].noticed == 0);
  CHECK(world.trials[0].mutants.size() == 4);
}

TEST_CASE("a mutant on which nothing loads, or that never ends, says nothing") {
  PASS_OVER_UNLESS(repo::find_tool("npm", path_list()));
  World world({{"package.json", kBox.at("package.json")},
               {"box.js",
                "exports.part = function part(n) { return { n }; };\n"
                "exports.first = exports.part(1).n;\n"}});
  const auto proofs =
      world.prove(adds("box.test.js",
                       "const test = require('node:test');\nconst box = require('./box');\n"
                       "test('blind', () => { box.part(1); });\n"));
  REQUIRE(proofs.size() == 1);
  CHECK(proofs[0].noticed == 0);
  REQUIRE_FALSE(world.trials[0].mutants.empty());
  CHECK(world.trials[0].mutants[0].fate == guards::MutantFate::no_say);
}

TEST_CASE("where tests have no names, what older tests notice is no proof") {
  PASS_OVER_UNLESS(repo::find_tool("make", path_list()) && repo::find_tool("cc", path_list()));
  const std::string old_test =
      "#include \"box.h\"\nint main(void) { return opened(4) == 1 ? 0 : 1; }\n";
  const Files files = {
      {"Makefile",
       "box_test: box.c box.h tests/box_test.c\n\tcc -I. -o box_test box.c tests/box_test.c\n"
       "test: box_test\n\t./box_test\n"},
      {"box.h", "int opened(int n);\n"},
      {"box.c", "#include \"box.h\"\nint opened(int n) { return n > 3; }\n"},
      {"tests/box_test.c", old_test}};
  World better(files);
  const auto good = better.prove(
      git::change_of({git::modified("tests/box_test.c", old_test,
                                    "#include \"box.h\"\nint main(void) { return opened(4) == 1 && "
                                    "opened(3) == 0 ? 0 : 1; }\n")}));
  REQUIRE(good.size() == 1);
  CHECK(good[0].test.empty());
  CHECK(good[0].noticed > 0);
  World same(files);
  const auto no_better = same.prove(git::change_of(
      {git::modified("tests/box_test.c", old_test, old_test + "/* Tested well. */\n")}));
  REQUIRE(no_better.size() == 1);
  CHECK(no_better[0].noticed == 0);
}

}  // namespace pawl::evidence::mutant_runs_test
