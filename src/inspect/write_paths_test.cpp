// The way of a path from a text to the disk: RepoPath, the write gate, os::Root. What gets past
// one of them is stopped by the next, and ordinary paths pass them all.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "guards/guards.hpp"
#include "os/files/root.hpp"
#include "os/files/test_folder.hpp"

namespace pawl::inspect::write_paths_test {
namespace {

// Who stops a path: the shape of paths, the gate, or nobody.
std::string stopped_by(const std::string& text) {
  const Result<RepoPath> path = RepoPath::parse(text);
  if (!path) return "shape";
  guards::Context context;
  context.fenced = false;
  git::Change change;
  change.files.push_back(
      {.path = *path, .action = git::Action::create, .before = {}, .after = "x\n"});
  return guards::write_gate(change, context).ruling == guards::Ruling::refuse ? "gate" : "nobody";
}

const std::vector<std::string>& ordinary_folders() {
  static const std::vector<std::string> kFolders = {"",
                                                    "src/",
                                                    "lib/a b/",
                                                    "docs/",
                                                    "tests/unit/",
                                                    "packages/app-1/src/",
                                                    "cmd/tool/",
                                                    ".github/ISSUE_TEMPLATE/",
                                                    ".vscode/",
                                                    "src/git/",
                                                    "crates/x_y/",
                                                    "include/pawl/",
                                                    "examples/.hidden/",
                                                    "d\u00e9p\u00f4t/",
                                                    "\u6587\u6863/",
                                                    "a/b/c/d/e/f/g/h/",
                                                    "web/[id]/",
                                                    "site/(group)/",
                                                    "v1.2.3/",
                                                    "workflows/"};
  return kFolders;
}
const std::vector<std::string>& ordinary_names() {
  static const std::vector<std::string> kNames = {
      "README.md",  ".env.example",         ".gitignore", "main.c++",
      "a-b_c.d.ts", "file with blanks.txt", "UPPER.TXT",  "..data",
      "a..b",       "gitmodules.md"};
  return kNames;
}

}  // namespace

TEST_CASE("two hundred ordinary paths are allowed") {
  std::size_t count = 0;
  for (const std::string& folder : ordinary_folders()) {
    for (const std::string& name : ordinary_names()) {
      const std::string path = folder + name;
      CAPTURE(path);
      CHECK(stopped_by(path) == "nobody");
      ++count;
    }
  }
  CHECK(count == 200);
}

TEST_CASE("the attack set") {
  const std::string too_long(300, 'a');
  struct Row {
    std::string path;
    const char* by;
  };
  const Row rows[] = {
      {"docs/../.github/workflows/x.yml", "shape"},
      {"../x", "shape"},
      {"a/../../x", "shape"},
      {"/etc/passwd", "shape"},
      {"//a", "shape"},
      {"C:\\x", "shape"},
      {"C:/x", "shape"},
      {"a\\..\\b", "shape"},
      {"", "shape"},
      {".", "shape"},
      {"..", "shape"},
      {"a/", "shape"},
      {std::string("a\0b", 3), "shape"},
      {"a\nb", "shape"},
      {"a\rb", "shape"},
      {"a\x1b[0m", "shape"},
      {"a\x7f", "shape"},
      {" a", "shape"},
      {"a ", "shape"},
      {"a./b", "shape"},
      {"a /b", "shape"},
      {"a/b.", "shape"},
      {"a\xff", "shape"},
      {"\xed\xa0\x80", "shape"},
      {too_long, "shape"},
      {".git/config", "gate"},
      {".git/hooks/pre-commit", "gate"},
      {"./.git//config", "gate"},
      {".Git/config", "gate"},
      {".GIT/config", "gate"},
      {"sub/.git/config", "gate"},
      {"git~1/config", "gate"},
      {"GIT~1/config", "gate"},
      {".git::$INDEX_ALLOCATION/config", "gate"},
      {".g\u200cit/config", "shape"},
      {".gi\u200dt/config", "shape"},
      {".github/workflows/x.yml", "gate"},
      {".github/Workflows/x.yml", "gate"},
      {".GITHUB/workflows/x.yml", "gate"},
      {"./.github/./workflows/x.yml", "gate"},
      {".github/actions/a/action.yml", "gate"},
      {".gitlab-ci.yml", "gate"},
      {".circleci/config.yml", "gate"},
      {"Jenkinsfile", "gate"},
      {"azure-pipelines.yml", "gate"},
      {".husky/pre-commit", "gate"},
      {".githooks/pre-push", "gate"},
      {".env", "gate"},
      {".ENV", "gate"},
      {"config/.env.production", "gate"},
      {".netrc", "gate"},
      {".pypirc", "gate"},
      {".npmrc", "gate"},
      {"home/.ssh/id_rsa", "gate"},
      {".aws/credentials", "gate"},
      {".gitmodules", "gate"},
      {"package-lock.json", "gate"},
      {"a/bun.lockb", "gate"},
      {"deno.lock", "gate"},
      {"flake.lock", "gate"},
      {"Package.resolved", "gate"},
      {".pawl/guards.yaml", "gate"},
      {".github/CODEOWNERS", "gate"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.path);
    CHECK(stopped_by(row.path) == row.by);
  }
}

TEST_CASE("links inside the folder lead nowhere") {
  namespace fs = std::filesystem;
  const os::TestFolder folder;
  const fs::path root(folder.path());
  fs::create_directories(root / ".github/workflows");
  fs::create_directories(root / ".git");
  fs::create_directories(root / "real");
  fs::create_directory_symlink(".github/workflows", root / "wf");
  fs::create_directory_symlink(".", root / "real/up");
  fs::create_symlink(".git/config", root / "gc");
  fs::create_symlink("/etc/hostname", root / "out");
  const auto opened = os::Root::open(folder.path());
  REQUIRE(opened.ok());
  for (const char* text : {"wf/x.yml", "gc", "out", "real/up/x", "real/up/up/x"}) {
    CAPTURE(text);
    CHECK_FALSE((*opened)->write(*RepoPath::parse(text), "x", 0644).ok());
  }
  CHECK_FALSE(fs::exists(root / ".github/workflows/x.yml"));
  CHECK_FALSE(fs::exists(root / ".git/config"));
  CHECK((*opened)->write(*RepoPath::parse("real/x"), "x", 0644).ok());
}

}  // namespace pawl::inspect::write_paths_test
