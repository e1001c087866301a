#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "cli/kit/test_world.hpp"

namespace pawl::cli::completions_test {
namespace {

// What bash offers after these words, blank-separated.
std::string offered(TestWorld& world, const std::string& script, const std::string& words) {
  os::Command command;
  command.argv = {"bash", "--norc", "-c",
                  script + "\nCOMP_WORDS=(pawl " + words +
                      ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_pawl\necho \"${COMPREPLY[*]}\""};
  command.environment = world.environment;
  command.folder = "/";
  const auto finished = world.processes().run(command);
  REQUIRE(finished);
  CHECK(finished->err == "");
  return std::string(trim(finished->out));
}

TEST_CASE("bash completes commands and flags") {
  TestWorld world;
  const auto script = world.call({"completions", "bash"});
  REQUIRE(script.exit == 0);
  struct Row {
    const char* words;
    const char* want;
  };
  const Row rows[] = {
      {"sta", "status"},
      {"config ''", "show set path reference"},
      {"config sh", "show"},
      {"config show --j", "--json"},
      {"logs --f", "--follow --filter"},
      {"--home /tmp/x vers", "version"},
      {"list ''", ""},
      {"guard check --format ''", "text json sarif github"},
      {"guard check --format s", "sarif"},
      {"guard check --only agent", "agent-files"},
      {"guard explain sec", "secrets"},
      {"run --scope q", "quality"},
      {"run --resume --from p", "preflight plan"},
      {"run --base ''", ""},
      {"config set model.sp", "model.spec"},
      {"completions ''", "bash zsh fish"},
      {"bail --j", "--json"},
      {"bail sec", "security secrets"},
      {"help clea", "clean"},
      {"nothing ''", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.words);
    CHECK(offered(world, script.out, row.words) == row.want);
  }
}

TEST_CASE("completions of every shell name every command") {
  TestWorld world;
  for (const char* shell : {"bash", "zsh", "fish"}) {
    CAPTURE(shell);
    const auto script = world.call({"completions", shell});
    REQUIRE(script.exit == 0);
    CHECK(contains_word_folded(script.out, "reviewer_requested_changes"));
    CHECK(script.out.find('@' + std::string("pipelines")) == std::string::npos);
    for (const CommandRow& row : commands()) {
      for (const std::string_view word : split_words(row.name)) {
        CAPTURE(word);
        CHECK(contains_word_folded(script.out, word));
      }
    }
  }
}

}  // namespace
}  // namespace pawl::cli::completions_test
