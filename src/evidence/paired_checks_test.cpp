// Runs of base and head with real tools. What this machine does not have is passed over.
#include "evidence/paired_checks.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

#include <unistd.h>

#include "git/test_repo.hpp"
#include "os/files/root.hpp"
#include "os/files/test_folder.hpp"
#include "os/sandbox/sandbox.hpp"
#include "repo/checks/workbench.hpp"
#include "tests/pass_over.hpp"

namespace pawl::evidence::paired_checks_test {
namespace {

using repo::CheckOutcome;
using repo::CheckRun;

std::string path_list() {
  const char* path = std::getenv("PATH");
  return path == nullptr ? "/usr/bin:/bin" : path;
}

CheckRun run_of(const char* stack, const char* folder, CheckOutcome outcome) {
  CheckRun run;
  run.stack = stack;
  run.folder = folder;
  run.outcome = outcome;
  return run;
}

TEST_CASE("runs of one stack stand together") {
  const auto pairs = pair_up(
      {run_of("Go", "", CheckOutcome::passed), run_of("Go", "tools", CheckOutcome::failed)},
      {run_of("Go", "tools", CheckOutcome::passed), run_of("npm", "", CheckOutcome::unknown)});
  REQUIRE(pairs.size() == 3);
  CHECK(pairs[0].base.has_value());
  CHECK_FALSE(pairs[0].head.has_value());
  CHECK(pairs[1].base->outcome == CheckOutcome::failed);
  CHECK(pairs[1].head->outcome == CheckOutcome::passed);
  CHECK_FALSE(pairs[2].base.has_value());
  CHECK(pairs[2].head->stack == "npm");
}

TEST_CASE("results are kept by tree, with the tree they were measured on") {
  const os::TestFolder folder;
  const auto files = os::real_files();
  Redactor redactor;
  CheckCache cache(*files, redactor, folder / "cache");
  CHECK_FALSE(cache.find("aa").has_value());
  CheckCache::Kept kept;
  kept.measured_on = "bb";
  kept.results.tests = {run_of("npm", "", CheckOutcome::passed)};
  REQUIRE(cache.keep("aa", kept).ok());
  const auto found = cache.find("aa");
  REQUIRE(found.has_value());
  CHECK(found->measured_on == "bb");
  REQUIRE(found->results.tests.size() == 1);
  CHECK(found->results.tests[0].stack == "npm");
  REQUIRE(files->write_atomic(folder / "cache/checks-cc.json", "{ torn").ok());
  CHECK_FALSE(cache.find("cc").has_value());
}

TEST_CASE("a change is put into a copy and nowhere else") {
  const os::TestFolder folder;
  const auto files = os::real_files();
  REQUIRE(files->make_folders(folder / "a").ok());
  REQUIRE(files->write_atomic(folder / "a/b", "old").ok());
  REQUIRE(files->write_atomic(folder / "way", "file").ok());
  const git::Change change =
      git::change_of({git::modified("a/b", "old", "new"), git::created("way/c", "c", 0755),
                      git::removed("way", "file")});
  REQUIRE(apply_to_copy(change, folder.path()).ok());
  CHECK(files->read(folder / "a/b").value_or("") == "new");
  CHECK(files->read(folder / "way/c").value_or("") == "c");
  CHECK_FALSE(apply_to_copy(change, folder / "absent").ok());
}

TEST_CASE("links are put into a copy as links, and never followed") {
  const os::TestFolder folder;
  const auto files = os::real_files();
  const std::string copy = folder / "copy";
  REQUIRE(files->make_folders(copy).ok());
  REQUIRE(files->make_folders(folder / "outside").ok());
  REQUIRE(files->write_atomic(folder / "outside/file", "theirs").ok());
  REQUIRE(::symlink("../outside", (copy + "/out").c_str()) == 0);
  REQUIRE(::symlink("nowhere", (copy + "/moved").c_str()) == 0);
  REQUIRE(::symlink("../outside/file", (copy + "/file").c_str()) == 0);
  git::FileChange added = git::created("sub/new", "../moved");
  added.mode_after = git::kSymlinkMode;
  git::FileChange retargeted = git::modified("moved", "nowhere", "elsewhere");
  retargeted.mode_before = retargeted.mode_after = git::kSymlinkMode;
  git::FileChange replaced = git::modified("file", "../outside/file", "mine");
  replaced.mode_before = git::kSymlinkMode;
  const git::Change change =
      git::change_of({git::removed("out", "../outside"), git::created("out/file", "made"), added,
                      retargeted, replaced});
  REQUIRE(apply_to_copy(change, copy).ok());
  CHECK(files->read(folder / "outside/file").value_or("") == "theirs");
  CHECK(files->read(copy + "/out/file").value_or("") == "made");
  CHECK(files->read(copy + "/file").value_or("") == "mine");
  const auto root = os::Root::open(copy);
  REQUIRE(root);
  CHECK((*root)->read_link(RepoPath::parse("moved").value()).value_or("") == "elsewhere");
  CHECK((*root)->read_link(RepoPath::parse("sub/new").value()).value_or("") == "../moved");
}

TEST_CASE("a change that breaks a test is seen on the head alone") {
  PASS_OVER_UNLESS(repo::find_tool("npm", path_list()));
  const os::TestFolder folder;
  const auto files = os::real_files();
  const auto processes = os::real_processes();
  const os::Sandbox sandbox = os::Sandbox::probe(*processes);
  const std::map<std::string, std::string> tree = {
      {"package.json", R"({"name": "box", "scripts": {"test": "node --test"}})"},
      {"box.js", "exports.open = () => 1;\n"},
      {"box.test.js",
       "const test = require('node:test');\nconst assert = require('node:assert');\n"
       "test('opens', () => assert.equal(require('./box').open(), 1));\n"
       "test('was broken', () => assert.equal(1, 2));\n"}};
  const auto view = repo::memory_view(tree);
  PairSetup setup{.ports = {.files = *files, .processes = *processes, .sandbox = sandbox},
                  .options = {}};
  setup.options.scratch = folder / "scratch";
  setup.options.path_list = path_list();
  setup.options.export_to = [&](const std::string& to) -> Status {
    TRY(files->make_folders(to));
    for (const auto& [name, text] : tree) TRY(files->write_atomic(os::join_path(to, name), text));
    return Done{};
  };
  const repo::CheckResults base = check_base(*view, setup);
  const git::Change change =
      git::change_of({git::modified("box.js", tree.at("box.js"), "exports.open = () => 2;\n")});
  const repo::CheckResults head = check_head(*view, change, base, setup);
  const auto pairs = pair_up(base.tests, head.tests);
  REQUIRE(pairs.size() == 1);
  REQUIRE(pairs[0].base->failing.size() == 1);
  CHECK(pairs[0].base->failing[0].id == "was broken");
  CHECK(pairs[0].base->every_id);
  REQUIRE(pairs[0].head->failing.size() == 2);
  CHECK(pairs[0].head->failing[0].id == "opens");
}

}  // namespace
}  // namespace pawl::evidence::paired_checks_test
