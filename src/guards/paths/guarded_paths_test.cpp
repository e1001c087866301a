#include "guards/paths/guarded_paths.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "base/text/text.hpp"
#include "guards/paths/path_policy.hpp"

namespace pawl::guards::guarded_paths_test {
namespace {

RepoPath path_of(std::string_view text) { return RepoPath::from_git(text).value(); }

}  // namespace

TEST_CASE("each row of the table is whole, and no pattern has two") {
  std::set<std::string_view> patterns;
  for (const GuardedRow& row : guarded_rows()) {
    CAPTURE(row.pattern);
    CHECK(patterns.insert(row.pattern).second);
    CHECK(lower(row.pattern) == row.pattern);
    CHECK(reason_of(row) != "it is guarded");
    CHECK(!row.use.empty());
    CHECK((row.source.starts_with("https://") || row.source.starts_with("docs/")));
  }
}

TEST_CASE("who may have a path written") {
  struct Row {
    const char* path;
    const char* kind;  // empty: anybody
    bool by_person;
  };
  const Row rows[] = {
      {"CLAUDE.md", "agent", true},
      {"sub/agents.MD", "agent", true},
      {"web/.claude/settings.json", "agent", true},
      {".cursor/rules/x.mdc", "agent", true},
      {".github/copilot-instructions.md", "agent", true},
      {".vscode/mcp.json", "agent", true},
      {".vscode/tasks.json", "editor", true},
      {"web/.vscode/settings.json", "editor", true},
      {".idea/runConfigurations/x.xml", "editor", true},
      {".devcontainer/devcontainer.json", "container", true},
      {".cargo/config.toml", "tool", true},
      {"crates/a/.cargo/config", "tool", true},
      {".pnpmfile.cjs", "tool", true},
      {"lefthook.yml", "hook", true},
      {".husky/pre-commit", "hook", false},
      {".drone.yml", "ci", true},
      {"Jenkinsfile.release", "ci", true},
      {".buildkite/pipeline.yml", "ci", true},
      {".github/workflows/a.yml", "ci", false},
      {"templates/.github/workflows/a.yml", "ci", true},
      {".github/workflows", "ci", false},
      {"deploy/server.pem", "credentials", true},
      {"web/.env.production", "credentials", false},
      {".cargo/credentials.toml", "credentials", false},
      {".trivyignore.yaml", "scanner", true},
      {"auth.json", "credentials", true},
      // Other names for the same.
      {".hus\u212Ay/pre-commit", "hook", false},
      {".v\u017Fcode/tasks.json", "editor", true},
      {".claude./settings.json", "agent", true},
      {".claude::$INDEX_ALLOCATION/x", "agent", true},
      {".vscode\\tasks.json", "editor", true},
      {".cl\u200caude/x", "agent", true},
      // Documents beside what is run are documents; beside instructions they are instructions.
      {".devcontainer/README.md", "", true},
      {".devcontainer/requirements.txt", "container", true},
      {".devcontainer/CLAUDE.md", "agent", true},
      {".husky/README.md", "", true},
      {".husky/readme", "", true},
      {".vscode/notes.md", "", true},
      {".github/workflows/README.md", "", true},
      {".github/workflows/triage.md", "ci", false},
      {".claude/README.md", "agent", true},
      {".ssh/README.md", "credentials", false},
      // Ordinary files.
      {"README.md", "", true},
      {".github/dependabot.yml", "", true},
      {".github/ISSUE_TEMPLATE/bug.yml", "", true},
      {"src/claude.cpp", "", true},
      {"Makefile", "", true},
      {"package.json", "", true},
      {".editorconfig", "", true},
      {".gitattributes", "", true},
      {"locales/en/auth.json", "", true},
      {"docs/ci.md", "", true},
      {"src/keys.ts", "", true},
      {"cmake/tool.cmake", "", true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.path);
    std::optional<GuardedRow> found = guarded_as(path_of(row.path));
    CHECK(std::string_view(!found ? "" : found->kind) == row.kind);
    if (found) CHECK(found->by_person == row.by_person);
  }
}

TEST_CASE("what nobody may write, and what nobody asked for") {
  CHECK(denial_of(path_of("CLAUDE.md")).empty());
  CHECK(contains(unasked_denial_of(path_of("CLAUDE.md")), "only a person may name it"));
  CHECK(denial_of(path_of(".env.example")).empty());
  CHECK(unasked_denial_of(path_of("web/.env.sample")).empty());
  CHECK(unasked_denial_of(path_of("tests/fixtures/server.pem")).empty());
  for (const char* path :
       {".git/config", "a/.GIT", "git~1/config", ".g\u200cit/config", ".git./config",
        ".git::$INDEX_ALLOCATION/config", "a\\.git\\config", "GITMOD~1", "CLAUDE~1.MD",
        "VSCODE~1/tasks.json", ".gitmodules", ".gitmodules ", "a/.ENV"}) {
    CAPTURE(path);
    CHECK(!denial_of(path_of(path)).empty());
  }
}

}  // namespace pawl::guards::guarded_paths_test
