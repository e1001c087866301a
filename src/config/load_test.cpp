#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "config/config.hpp"
#include "config/test_folder.hpp"

namespace pawl::config::load_test {
namespace {

using Flags = std::map<std::string, std::string>;

TEST_CASE("a value comes from flag, environment, file or default, in this order") {
  struct Row {
    const char* name;
    const char* file;
    Environment environment;
    Flags flags;
    const char* want;
    const char* source;
  };
  const Row rows[] = {
      {"default", "", {}, {}, "recipes:", "default"},
      {"file", "[model]\nspec = \"openai:f\"", {}, {}, "openai:f", "config.toml"},
      {"dotted file", "model.spec = 'openai:f'", {}, {}, "openai:f", "config.toml"},
      {"variable over file",
       "[model]\nspec = \"openai:f\"",
       {{"PAWL_MODEL", "openai:e"}},
       {},
       "openai:e",
       "environment (PAWL_MODEL)"},
      {"empty variable is unset",
       "[model]\nspec = \"openai:f\"",
       {{"PAWL_MODEL", ""}, {"LM_STUDIO_MODEL", "  "}},
       {},
       "openai:f",
       "config.toml"},
      {"older variable",
       "",
       {{"LM_STUDIO_MODEL", "m"}},
       {},
       "openai:m",
       "environment (LM_STUDIO_MODEL)"},
      {"newer over older variable",
       "",
       {{"LM_STUDIO_MODEL", "m"}, {"PAWL_MODEL", "openai:e"}},
       {},
       "openai:e",
       "environment (PAWL_MODEL)"},
      {"flag over all",
       "[model]\nspec = \"openai:f\"",
       {{"PAWL_MODEL", "openai:e"}},
       {{"model.spec", "scripted:s"}},
       "scripted:s",
       "flag"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    TestFolder folder;
    REQUIRE(folder.files().write_atomic(folder.file(), row.file, 0600));
    const auto loaded = load(folder.files(), folder.file(), row.environment, row.flags);
    REQUIRE(loaded);
    CHECK(loaded->config.model == row.want);
    CHECK(loaded->sources.at("model.spec") == row.source);
    CHECK(loaded->warnings.empty());
  }
}

TEST_CASE("without a file everything is a default") {
  TestFolder folder;
  const auto loaded = load(folder.files(), folder.file(), {}, {});
  REQUIRE(loaded);
  CHECK(loaded->config.model_base_url == "http://localhost:1234/v1");
  CHECK(loaded->config.max_tokens == 4096);
  CHECK(loaded->config.model_timeout_s == 120);
  CHECK(loaded->config.attempts_max == 2);
  CHECK(loaded->config.bot_name == "Pawl");
  CHECK(loaded->config.run_checks);
  CHECK(loaded->config.open_pulls_max == 3);
  CHECK(loaded->config.run_budget.cost == 5);
  CHECK(loaded->config.run_cost_by_default);
  const auto set = load(folder.files(), folder.file(), {{"PAWL_BUDGET_RUN_COST", "5"}}, {});
  REQUIRE(set);
  CHECK_FALSE(set->config.run_cost_by_default);
  CHECK(loaded->sources.size() == settings().size());
  CHECK(loaded->redactor.empty());
}

TEST_CASE("what flags set can be handed on as texts that set the same") {
  TestFolder folder;
  const std::map<std::string, std::string> flags = {{"budget.run_cost", "0.1"},
                                                    {"budget.run_time", "90s"}};
  const auto loaded = load(folder.files(), folder.file(),
                           {{"PAWL_BUDGET_RUN_TOKENS", "7"}, {"PAWL_BUDGET_RUN_COST", "3"}}, flags);
  REQUIRE_MESSAGE(loaded, loaded.error().to_line());
  const auto handed = set_by_flags(*loaded);
  CHECK(handed.size() == 2);
  const auto again = load(folder.files(), folder.file(), {}, handed);
  REQUIRE_MESSAGE(again, again.error().to_line());
  CHECK(again->config.run_budget.cost == 0.1);
  CHECK(again->config.run_budget.time_s == 90);
}

TEST_CASE("numbers outside their range") {
  TestFolder folder;
  const Environment environment = {{"LM_STUDIO_TIMEOUT", "5"}};
  const auto clamped = load(folder.files(), folder.file(), environment, {});
  REQUIRE(clamped);
  CHECK(clamped->config.model_timeout_s == 10);
  REQUIRE(clamped->warnings.size() == 1);
  CHECK(clamped->warnings[0] ==
        "setting model.timeout (environment (LM_STUDIO_TIMEOUT)): 5 is outside 10..600s, using 10");
  const auto refused = load(folder.files(), folder.file(), {}, {{"model.timeout", "5"}});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Errc::invalid);
}

TEST_CASE("errors name key, source, value and what is allowed") {
  struct Row {
    const char* name;
    const char* file;
    Environment environment;
    const char* want;
  };
  const Row rows[] = {
      {"word for a number",
       "",
       {{"LM_STUDIO_MAX_TOKENS", "lots"}},
       "setting model.max_tokens (environment (LM_STUDIO_MAX_TOKENS)): 'lots' is not allowed; "
       "wanted: a whole number from 1 to 1000000"},
      {"misspelt key",
       "[model]\nspek = \"x\"",
       {},
       "config.toml: there is no setting model.spek; did you mean model.spec?"},
      {"variable as a key",
       "LM_STUDIO_MODEL = \"x\"",
       {},
       "config.toml: there is no setting LM_STUDIO_MODEL; did you mean model.spec?"},
      {"far from any key",
       "[zebra]\nstripes_of_it = 1",
       {},
       "config.toml: there is no setting zebra.stripes_of_it; `pawl config reference` lists those "
       "there are"},
      {"unknown word",
       "[sandbox]\nmode = \"maybe\"",
       {},
       "setting sandbox.mode (config.toml): 'maybe' is not allowed; wanted: one of auto, require, "
       "off"},
      {"list for a text",
       "[model]\nspec = [\"a\"]",
       {},
       "setting model.spec (config.toml): found an array; wanted: one line of text"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    TestFolder folder;
    REQUIRE(folder.files().write_atomic(folder.file(), row.file, 0600));
    const auto loaded = load(folder.files(), folder.file(), row.environment, {});
    REQUIRE_FALSE(loaded);
    CHECK(loaded.error().code == Errc::invalid);
    CHECK(loaded.error().to_line() == row.want);
  }
}

TEST_CASE("a broken file is an error that names it") {
  TestFolder folder;
  REQUIRE(folder.files().write_atomic(folder.file(), "[model\nspec", 0600));
  const auto loaded = load(folder.files(), folder.file(), {}, {});
  REQUIRE_FALSE(loaded);
  CHECK(contains(loaded.error().to_line(), folder.file()));
}

TEST_CASE("warnings") {
  struct Row {
    const char* name;
    const char* file;
    std::uint32_t mode;
    Environment environment;
    const char* want;  // part of the only warning; nullptr: none
  };
  const Row rows[] = {
      {"misspelt variable", "", 0600, {{"PAWL_MODLE", "x"}}, "did you mean PAWL_MODEL?"},
      {"foreign variable", "", 0600, {{"PAWL_COMPLETELY_DIFFERENT_THING", "x"}}, nullptr},
      {"secret others may read", "[github]\ntoken = \"ghp_123456\"", 0644, {}, "chmod 600"},
      {"secret only the owner may read", "[github]\ntoken = \"ghp_123456\"", 0600, {}, nullptr},
      {"empty secret", "[github]\ntoken = \"\"", 0644, {}, nullptr},
      {"no secret", "[bot]\nname = \"B\"", 0644, {}, nullptr},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    TestFolder folder;
    REQUIRE(folder.files().write_atomic(folder.file(), row.file, row.mode));
    const auto loaded = load(folder.files(), folder.file(), row.environment, {});
    REQUIRE(loaded);
    CHECK(loaded->warnings.size() == (row.want != nullptr ? 1 : 0));
    for (const std::string& warning : loaded->warnings) {
      CAPTURE(warning);
      if (row.want != nullptr) CHECK(contains(warning, row.want));
    }
  }
}

TEST_CASE("the redactor knows secrets of the configuration and of the environment") {
  TestFolder folder;
  REQUIRE(folder.files().write_atomic(folder.file(), "[model]\napi_key = \"abc123\"", 0600));
  const Environment environment = {{"GITHUB_TOKEN", "ghp_0123456789"},
                                   {"npm_config_auth_token", "npm-abcdefgh"},
                                   {"DB_PASSWORD", "correct horse"},
                                   {"SHORT_TOKEN", "short12"},
                                   {"EDITOR", "an-editor-name"}};
  const auto loaded = load(folder.files(), folder.file(), environment, {});
  REQUIRE(loaded);
  const std::string text =
      "abc123 ghp_0123456789 npm-abcdefgh correct horse short12 an-editor-name";
  CHECK(loaded->redactor.apply(text) ==
        "[redacted] [redacted] [redacted] [redacted] short12 an-editor-name");
  CHECK(loaded->config.github_token.reveal() == "ghp_0123456789");
}

}  // namespace
}  // namespace pawl::config::load_test
