// Loops with real tools on real files. What this machine does not have is passed over.
#include "repo/checks/test_loop.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

#include "base/text/text.hpp"
#include "os/files/test_folder.hpp"
#include "repo/checks/workbench.hpp"
#include "tests/pass_over.hpp"

namespace pawl::repo::test_loop_test {
namespace {

using Files = std::map<std::string, std::string>;

std::string path_list() {
  const char* path = std::getenv("PATH");
  return path == nullptr ? "/usr/bin:/bin" : path;
}

// A repository on disk, and a loop over its tests.
struct World {
  explicit World(Files tree) : files(std::move(tree)), view(memory_view(files)) {}

  Result<std::unique_ptr<TestLoop>> open(std::string_view stack) {
    CheckOptions options;
    options.scratch = folder / "loop";
    options.path_list = path_list();
    options.export_to = [this](const std::string& to) -> Status {
      for (const auto& [name, text] : files) {
        const std::string path = os::join_path(to, name);
        TRY(disk->make_folders(os::parent_path(path)));
        TRY(disk->write_atomic(path, text));
      }
      return Done{};
    };
    return TestLoop::open(facts, *view, {*disk, *processes, sandbox}, options,
                          {.stack = stack, .folder = ""});
  }

  os::TestFolder folder;
  std::unique_ptr<os::Files> disk = os::real_files();
  std::unique_ptr<os::Processes> processes = os::real_processes();
  os::Sandbox sandbox = os::Sandbox::probe(*processes);
  Files files;
  std::unique_ptr<RepoView> view;
  Facts facts = gather_facts(*view);
};

std::string spelled(const CheckRun& run) {
  std::vector<std::string> words;
  for (const TestName& test : run.passing) words.push_back("+" + test.id);
  for (const FailingTest& test : run.failing) words.push_back("-" + test.id);
  if (run.outcome == CheckOutcome::unknown) words.push_back("?" + run.reason);
  std::sort(words.begin(), words.end());  // packages and files run side by side
  return join(words, " ");
}

// Runs it as it is, narrowed to one file, with the source wrong, and with the source right again.
void check_loop(const char* tool, std::string_view stack, Files files, const std::string& only,
                const std::string& source, const std::string& wrong,
                const std::vector<std::string>& want) {
  PASS_OVER_UNLESS(find_tool(tool, path_list()));
  World world(std::move(files));
  auto loop = world.open(stack);
  REQUIRE_MESSAGE(loop, loop.error().to_line());
  constexpr Seconds kLimit{120};
  const RepoPath path = *RepoPath::parse(source);
  std::vector<std::string> got{spelled((*loop)->run(kLimit))};
  (*loop)->narrow_to(only);
  got.push_back(spelled((*loop)->run(kLimit)));
  REQUIRE((*loop)->put(path, wrong).ok());
  got.push_back(spelled((*loop)->run(kLimit)));
  REQUIRE((*loop)->put(path, world.files.at(source)).ok());
  got.push_back(spelled((*loop)->run(kLimit)));
  CHECK(join(got, "; ") == join(want, "; "));
  loop->reset();
  const auto left = world.disk->stat(world.folder / "loop");
  CHECK((left && !left->has_value()));
}

TEST_CASE("node:test is run on one file, and sees what changes in the copy") {
  check_loop("npm", "npm",
             {{"package.json", R"({"name": "box", "scripts": {"test": "node --test"}})"},
              {"box.js", "exports.open = () => 1;\n"},
              {"a.test.js",
               "const assert = require('node:assert');\nrequire('node:test')('opens', () => "
               "assert.equal(require('./box').open(), 1));\n"},
              {"b.test.js", "require('node:test')('other', () => {});\n"}},
             "a.test.js", "box.js", "exports.open = () => 2;\n",
             {"+opens +other", "+opens", "-opens", "+opens"});
}

TEST_CASE("unittest is run on one file") {
  check_loop("python3", "Python",
             {{"box.py", "def opened():\n    return 1\n"},
              {"tests/test_a.py",
               "import unittest\nimport box\n\n\nclass A(unittest.TestCase):\n    def "
               "test_opens(self):\n        self.assertEqual(box.opened(), 1)\n"},
              {"tests/test_b.py",
               "import unittest\n\n\nclass B(unittest.TestCase):\n    def test_other(self):\n     "
               "   pass\n"}},
             "tests/test_a.py", "box.py", "def opened():\n    return 2\n",
             {"+test_a.A.test_opens +test_b.B.test_other", "+test_a.A.test_opens",
              "-test_a.A.test_opens", "+test_a.A.test_opens"});
}

TEST_CASE("Go is run on one package") {
  check_loop(
      "go", "Go",
      {{"go.mod", "module example.com/box\n\ngo 1.18\n"},
       {"a/box.go", "package a\n\nfunc Open() int { return 1 }\n"},
       {"a/box_test.go",
        "package a\n\nimport \"testing\"\n\nfunc TestOpen(t *testing.T) {\n\tif Open() != 1 "
        "{\n\t\tt.Fatal()\n\t}\n}\n"},
       {"b/b_test.go", "package b\n\nimport \"testing\"\n\nfunc TestOther(t *testing.T) {}\n"}},
      "a/box_test.go", "a/box.go", "package a\n\nfunc Open() int { return 2 }\n",
      {"+example.com/box/a.TestOpen +example.com/box/b.TestOther", "+example.com/box/a.TestOpen",
       "-example.com/box/a.TestOpen", "+example.com/box/a.TestOpen"});
}

TEST_CASE("CMake builds before it tests, and what does not build is unknown") {
  const Files files = {
      {"CMakeLists.txt",
       "cmake_minimum_required(VERSION 3.16)\nproject(box C)\nenable_testing()\n"
       "add_executable(t box.c t.c)\nadd_test(NAME opens COMMAND t)\n"},
      {"box.c", "int opened(void) { return 1; }\n"},
      {"t.c", "int opened(void);\nint main(void) { return opened() == 1 ? 0 : 1; }\n"}};
  check_loop("cmake", "CMake", files, "t.c", "box.c", "int opened(void) { return 2; }\n",
             {"+opens", "+opens", "-opens", "+opens"});
  PASS_OVER_UNLESS(find_tool("cmake", path_list()));
  World world(files);
  const auto loop = world.open("CMake");
  REQUIRE(loop);
  REQUIRE((*loop)->put(*RepoPath::parse("box.c"), "int opened(void) { return }\n").ok());
  CHECK(spelled((*loop)->run(Seconds(120))).starts_with("?it does not build: "));
}

TEST_CASE("a stack without tests has no loop") {
  World world(Files{{"a.rb", "1\n"}});
  CHECK(world.open("site").error().code == Errc::not_found);
  CHECK(world.open("Cobol").error().code == Errc::not_found);
}

}  // namespace
}  // namespace pawl::repo::test_loop_test
