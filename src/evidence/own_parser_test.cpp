#include "evidence/own_parser.hpp"

#include <doctest/doctest.h>

#include "os/files/test_folder.hpp"
#include "repo/checks/workbench.hpp"

namespace pawl::evidence::own_parser_test {

TEST_CASE("a language's own parser is asked where it is installed") {
  const os::TestFolder scratch;
  const auto processes = os::real_processes();
  const os::Sandbox sandbox = os::Sandbox::probe(*processes);
  const OwnParser parser = own_parser(
      {.processes = *processes,
       .sandbox = sandbox,
       .folder = *os::Tainted::create(scratch / "parse", {.owner = sandbox.files_owner()})});
  const RepoPath path = *RepoPath::parse("a");
  struct Row {
    const char* program;
    syntax::Language language;
    const char* text;
    std::optional<bool> want;
  };
  const Row rows[] = {
      {"python3", syntax::Language::python, "x = 1\n", true},
      {"python3", syntax::Language::python, "x = = 1\n", false},
      {"gofmt", syntax::Language::go, "package a\n\nfunc f() {}\n", true},
      {"gofmt", syntax::Language::go, "package a\n\nfunc (\n", false},
      {"ruby", syntax::Language::ruby, "puts 1\n", true},
      {"ruby", syntax::Language::ruby, "def f(\n", false},
      {"bash", syntax::Language::bash, "if true; then echo; fi\n", true},
      {"bash", syntax::Language::bash, "if true; then\n", false},
      {"bash", syntax::Language::bash, "#!/bin/zsh\nif true; then\n", std::nullopt},
      {"node", syntax::Language::javascript, "import a from 'b';\nawait a;\n", true},
      {"node", syntax::Language::javascript, "const a = require('b');\n", true},
      {"node", syntax::Language::javascript, "const a = <b/>;\n", std::nullopt},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    if (!repo::find_tool(row.program, "/usr/local/bin:/usr/bin:/bin")) continue;
    CHECK(parser(row.language, path, row.text) == row.want);
  }
}

TEST_CASE("without a parser there is no answer") {
  const os::TestFolder scratch;
  const auto processes = os::real_processes();
  const os::Sandbox sandbox = os::Sandbox::of_level({});
  const OwnParser parser = own_parser(
      {.processes = *processes,
       .sandbox = sandbox,
       .path_list = scratch.path(),
       .folder = *os::Tainted::create(scratch / "parse", {.owner = sandbox.files_owner()})});
  const RepoPath path = *RepoPath::parse("a");
  CHECK_FALSE(parser(syntax::Language::python, path, "x = = 1\n").has_value());
  CHECK_FALSE(parser(syntax::Language::cpp, path, "int\n").has_value());
}

}  // namespace pawl::evidence::own_parser_test
