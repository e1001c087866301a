#include "cli/kit/dispatch.hpp"

#include <doctest/doctest.h>

#include <set>

#include "base/text/text.hpp"
#include "cli/kit/args.hpp"
#include "cli/kit/output.hpp"
#include "cli/kit/page.hpp"
#include "cli/kit/test_world.hpp"

namespace pawl::cli::dispatch_test {
namespace {

TEST_CASE("every command has a page that mentions what it takes") {
  std::set<std::string_view> names;
  for (const CommandRow& row : commands()) {
    CAPTURE(row.name);
    CHECK(names.insert(row.name).second);
    CHECK_FALSE(row.summary.empty());
    const auto page = page_of(row.name);
    REQUIRE(page);
    CHECK(page->starts_with("# pawl " + std::string(row.name) + "\n"));
    CHECK(contains(*page, "\n## Exit codes\n"));
    CHECK(contains(*page, "\n## Examples\n"));
    const std::unique_ptr<Command> command = row.make();
    bool has_json = false;
    for (const Flag& flag : command->flags()) {
      CAPTURE(flag.name);
      CHECK(contains(*page, "`" + std::string(long_name(flag))));
      CHECK_FALSE(flag.help.empty());
      has_json = has_json || flag.name == "--json";
    }
    CHECK(has_json);
    for (const Argument& argument : command->arguments()) {
      CAPTURE(argument.name);
      CHECK(contains(*page, argument.name));
    }
  }
}

TEST_CASE("each command stands in one group of the overview, and each group has commands") {
  std::set<std::string_view> grouped;
  for (const CommandGroup& group : command_groups()) {
    for (const std::string_view word : split_words(group.words)) {
      CAPTURE(word);
      CHECK(grouped.insert(word).second);
      CHECK((find_command(word) != nullptr || !family_summary(word).empty()));
    }
  }
  for (const CommandRow& row : commands()) {
    CAPTURE(row.name);
    CHECK_MESSAGE(grouped.contains(row.name.substr(0, row.name.find(' '))),
                  "its first word is in no group of kGroups (src/cli/registry.cpp)");
  }
}

TEST_CASE("no page has a pipe table on a terminal, and none is wider than it") {
  for (const CommandRow& row : commands()) {
    for (const std::size_t width : {std::size_t{72}, std::size_t{80}, std::size_t{120}}) {
      CAPTURE(row.name);
      CAPTURE(width);
      const std::string page = terminal_page(*page_of(row.name), {.width = width});
      CHECK_FALSE(contains(page, "|--"));
      CHECK_FALSE(contains(page, "## "));
      for (const std::string_view line : split_lines(page)) {
        CAPTURE(line);
        CHECK_FALSE(line.starts_with("| "));
        // Examples are pasted as they are.
        const bool code = line.starts_with("    ");
        CHECK((display_width(line) <= width || code));
      }
    }
  }
}

TEST_CASE("every command prints its page for --help") {
  TestWorld world;
  for (const CommandRow& row : commands()) {
    CAPTURE(row.name);
    std::vector<std::string> words;
    for (const std::string_view word : split_words(row.name)) words.emplace_back(word);
    words.emplace_back("--help");
    const auto outcome = world.call(words);
    CHECK(outcome.exit == 0);
    CHECK(outcome.out == terminal_page(*page_of(row.name), {}));
    words.back() = "-h";
    words.emplace_back("--no-such-flag");
    CHECK(world.call(words).out == outcome.out);
    CHECK(outcome.err.empty());
  }
}

TEST_CASE("words and their exit codes") {
  struct Row {
    std::vector<std::string> words;
    int exit;
    const char* out;  // parts of what is written and said; "" for anything
    const char* err;
  };
  const Row rows[] = {
      {{}, 2, "", "Change a repository\n"},
      {{"--help"}, 0, "Change a repository\n", ""},
      {{"help"}, 0, "Change a repository\n", ""},
      {{"help", "config", "set"}, 0, "pawl config set\n", ""},
      {{"--help", "config", "set"}, 0, "pawl config set\n", ""},
      {{"help", "exit-codes"}, 0, "  130   interrupted", ""},
      {{"pr", "-h"}, 0, "pawl pr show", ""},
      {{"help", "issue"}, 0, "pawl issue create", ""},
      {{"guard", "-h"}, 0, "pawl guard", ""},
      {{"help", "nothing-like-it"}, 2, "", "there is no command"},
      {{"config", "--help"}, 0, "pawl config\n", ""},
      {{"--version"}, 0, "pawl ", ""},
      {{"version"}, 0, "pawl ", ""},
      {{"verison"}, 2, "", "did you mean `version`?"},
      {{"config"}, 2, "", "config show, config set"},
      {{"config", "shwo"}, 2, "", "config show, config set"},
      {{"--hlep"}, 2, "", "did you mean --help?"},
      {{"--color", "green", "list"}, 2, "", "--color is auto, always or never, not 'green'"},
      {{"list", "--color=purple"}, 2, "", "--color is auto, always or never, not 'purple'"},
      {{"--color", "always", "list"}, 0, "", ""},
      {{"--color=always", "version", "-h"}, 0, "\x1b[1mpawl version\x1b[0m", ""},
      {{"version", "-h", "--color", "always"}, 0, "\x1b[1mpawl version\x1b[0m", ""},
      {{"-q", "list"}, 0, "", ""},
      {{"--home"}, 2, "", "--home wants a folder"},
      {{"list", "--jsno"}, 2, "", "did you mean --json? (see `pawl list --help`)"},
      {{"list", "extra"}, 2, "", "'extra' is one argument too many"},
      {{"reset"}, 2, "", "RUN is missing"},
      {{"completions", "tcsh"}, 2, "", "bash, zsh and fish"},
  };
  TestWorld world;
  for (const Row& row : rows) {
    CAPTURE(join(row.words, " "));
    const auto outcome = world.call(row.words);
    CAPTURE(outcome.err);
    CHECK(outcome.exit == row.exit);
    CHECK(contains(outcome.out, row.out));
    CHECK(contains(outcome.err, row.err));
  }
}

TEST_CASE("--home moves everything, before and after the command") {
  TestWorld world;
  const std::string home = world.folder + "/other";
  const std::string want = home + "/config/config.toml\n";
  CHECK(world.call({"--home", home, "config", "path"}).out == want);
  CHECK(world.call({"--home=" + home, "config", "path"}).out == want);
  CHECK(world.call({"config", "path", "--home", home}).out == want);
}

TEST_CASE("a broken configuration stops what needs it and nothing else") {
  TestWorld world;
  world.environment.emplace_back("PAWL_SANDBOX", "maybe");
  const auto list = world.call({"list"});
  CHECK(list.exit == 2);
  CHECK(contains(list.err, "pawl: setting sandbox.mode (environment (PAWL_SANDBOX)): 'maybe'"));
  CHECK(world.call({"version"}).exit == 0);
  CHECK(world.call({"help"}).exit == 0);
  CHECK(world.call({"config", "path"}).exit == 0);
}

TEST_CASE("warnings of the configuration are narration") {
  TestWorld world;
  world.environment.emplace_back("LM_STUDIO_TIMEOUT", "9999");
  const auto outcome = world.call({"list", "--json"});
  CHECK(outcome.exit == 0);
  CHECK(Json::parse(outcome.out).ok());
  CHECK(contains(outcome.err, "pawl: warning: setting model.timeout"));
}

TEST_CASE("errors become exit codes") {
  struct Row {
    Errc code;
    int exit;
  };
  const Row rows[] = {{Errc::invalid, 2},     {Errc::not_found, 9}, {Errc::conflict, 8},
                      {Errc::denied, 4},      {Errc::timeout, 75},  {Errc::upstream, 75},
                      {Errc::cancelled, 130}, {Errc::io, 1}};
  for (const Row& row : rows) {
    CHECK(static_cast<int>(exit_of(row.code)) == row.exit);
  }
}

}  // namespace
}  // namespace pawl::cli::dispatch_test
