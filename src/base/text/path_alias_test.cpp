#include "base/text/path_alias.hpp"

#include <doctest/doctest.h>

#include "base/text/repo_path.hpp"

namespace pawl::path_alias_test {

TEST_CASE("names that a file system takes for .git") {
  for (const char* name : {".git",
                           ".GIT",
                           ".gIt",
                           ".g\u200cit",
                           "\u200d.git",
                           ".git\u200e",
                           ".gi\u200ft",
                           ".\u202agit",
                           ".g\u202eit",
                           ".gi\u206at",
                           ".git\u206f",
                           "\ufeff.git",
                           "git~1",
                           "GIT~1",
                           "Git~1.",
                           ".git.",
                           ".git ",
                           ".git. . ",
                           ".git::$INDEX_ALLOCATION",
                           ".git:x",
                           "git~1:x",
                           ".git\\config",
                           "a\\.git",
                           ".\u200c."}) {
    CAPTURE(name);
    CHECK(is_dot_git(name));
  }
  for (const char* name : {"git", ".gitignore", "git~2", "git~11", ".git-x", "..git", ".g it",
                           "x.git", "..", ".", ".gít"}) {
    CAPTURE(name);
    CHECK_FALSE(is_dot_git(name));
  }
}

TEST_CASE("names that a file system takes for a file of git") {
  for (const char* name : {".gitmodules", ".GitModules", ".git\u200cmodules", ".gitmodules .",
                           ".gitmodules:x", "GITMOD~1", "gitmod~4", "gi7eba~1", "GI7EB~10",
                           "gi7e~123", "GI7D29~1", "gitatt~2", ".gitattributes.", "GITIGN~1",
                           "gi250a~1", ".MAILMAP", "MAILMA~1", "maba30~1", "maba3~99"}) {
    CAPTURE(name);
    CHECK(is_dot_git_file(name));
  }
  for (const char* name : {"gitmodules", "gitmod~5", "gitmod~0", "gi7eba", "gi7ebb~1",
                           ".gitmodules2", "mailmap", "gi7eba~1x", ".gitkeep"}) {
    CAPTURE(name);
    CHECK_FALSE(is_dot_git_file(name));
  }
}

TEST_CASE("short names") {
  for (const char* name :
       {"CLAUDE~1", "vscode~1", "HUSKY~1", "PACKAG~1.JSO", "a~1", "GITLAB~1.YML"}) {
    CAPTURE(name);
    CHECK(is_short_name(name));
  }
  for (const char* name :
       {"file~", "~1", "a~0", "1.0~1.patch", "longname~1", "a~b", "a~1.json", "a~1.b.c"}) {
    CAPTURE(name);
    CHECK_FALSE(is_short_name(name));
  }
}

TEST_CASE("one spelling for policy") {
  struct Row {
    const char* path;
    const char* folded;
  };
  const Row rows[] = {
      {"A/B.C", "a/b.c"},
      {".hus\u212Ay/Pre-Commit", ".husky/pre-commit"},
      {".hu\u017Fky/x", ".husky/x"},
      {".v\u017Fcode/ta\u017Fks.json:stream", ".vscode/tasks.json"},
      {".con\uFB01g/x", ".config/x"},
      {"a./b ./c", "a/b/c"},
      {"a\\b/c", "a/b/c"},
      {"...", "..."},
      {":x", ":x"},
      {".cla\u200dude/x", ".claude/x"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.path);
    CHECK(RepoPath::from_git(row.path).value().folded() == row.folded);
  }
}

TEST_CASE("a path from outside holds nothing that does not show") {
  for (const char* path : {"a\u200bb", "a\u202eb.txt", ".cla\u200cude/x", "a/\ufeffb", "a\u2066b",
                           "a\U000E0041", "a\u0085b"}) {
    CAPTURE(path);
    CHECK_FALSE(RepoPath::parse(path).ok());
    CHECK(RepoPath::from_git(path).ok());
  }
  // A joiner between letters that need it, and the picture of a person at a computer.
  CHECK(RepoPath::parse("docs/\u0645\u06CC\u200c\u062E\u0648\u0627\u0647\u0645.md").ok());
  CHECK(RepoPath::parse("docs/\U0001F468\u200D\U0001F4BB.md").ok());
}

}  // namespace pawl::path_alias_test
