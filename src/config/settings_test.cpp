#include <doctest/doctest.h>

#include <set>

#include "base/text/text.hpp"
#include "config/config.hpp"
#include "config/value.hpp"

namespace pawl::config::settings_test {
namespace {

TEST_CASE("every row of the table holds together") {
  std::set<std::string_view> names;
  for (const Setting& setting : settings()) {
    CAPTURE(setting.key);
    CHECK(split(setting.key, '.').size() == 2);
    CHECK(setting.env.starts_with("PAWL_"));
    CHECK(setting.help.ends_with("."));
    CHECK(names.insert(setting.key).second);
    CHECK(names.insert(setting.env).second);
    for (const std::string_view older : split_words(setting.older_names)) {
      CHECK(names.insert(older).second);
      CHECK(find_setting(older) == &setting);
    }
    Config config;
    const auto remark = assign(config, setting, setting.default_text, OutOfRange::refuse);
    REQUIRE(remark);
    CHECK_FALSE(remark->has_value());
    if (!is_secret(setting)) CHECK(shown(config, setting) == setting.default_text);
  }
}

TEST_CASE("values are checked") {
  struct Row {
    const char* key;
    const char* text;
    const char* want;  // as shown; nullptr: refused
  };
  const Row rows[] = {
      {"model.stream", " Yes ", "true"},
      {"model.stream", "OFF", "false"},
      {"model.stream", "maybe", nullptr},
      {"model.timeout", " 60\n", "60"},
      {"model.timeout", "9", nullptr},
      {"model.timeout", "601", nullptr},
      {"model.timeout", "sixty", nullptr},
      {"model.timeout", "60s", "60"},
      {"model.timeout", "2m", "120"},
      {"model.timeout", "2h", nullptr},
      {"model.timeout", "2 m", nullptr},
      {"model.retries", "2s", nullptr},
      {"budget.run_time", "1h30m", "5400"},
      {"worker.timeout", "1m", "60"},
      {"model.timeout", "", nullptr},
      {"model.timeout", "99999999999999999999", nullptr},
      {"model.temperature", "0.25", "0.25"},
      {"model.temperature", "1", "1"},
      {"model.temperature", "nan", nullptr},
      {"model.temperature", "2.5", nullptr},
      {"sandbox.mode", "require", "require"},
      {"sandbox.mode", "Require", nullptr},
      {"model.base_url", "https://models.example/v1", "https://models.example/v1"},
      {"model.base_url", "ftp://models.example", nullptr},
      {"model.base_url", "https://user:word@models.example", nullptr},
      {"model.base_url", "https://", nullptr},
      {"model.base_url", "https://models.example/a@b", "https://models.example/a@b"},
      {"worker.base_url", "", ""},
      {"critic.temperature", "", ""},
      {"critic.temperature", "0.25", "0.25"},
      {"critic.temperature", "3", nullptr},
      {"reviewer.timeout", "60", "60"},
      {"reviewer.timeout", "9", nullptr},
      {"fixer.disable_thinking", "no", "false"},
      {"fixer.disable_thinking", "", ""},
      {"fixer.api_key", "sk-123456", "set"},
      {"planner.reasoning_effort", "low", "low"},
      {"budget.run_cost", "0.5", "0.5"},
      {"budget.day_tokens", "1000000", "1000000"},
      {"budget.run_cost", "-1", nullptr},
      {"planner.reasoning_effort", "much", nullptr},
      {"bot.name", "A\nB", nullptr},
      {"bot.name", "\xff", nullptr},
      {"bot.name", "Zoë", "Zoë"},
      {"model.api_key", "sk-123456", "set"},
      {"model.api_key", "", "not set"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.key);
    CAPTURE(row.text);
    const Setting* setting = find_setting(row.key);
    REQUIRE(setting != nullptr);
    Config config;
    const auto remark = assign(config, *setting, row.text, OutOfRange::refuse);
    CHECK(remark.ok() == (row.want != nullptr));
    if (row.want != nullptr) CHECK(shown(config, *setting) == row.want);
    if (!remark) CHECK(contains(remark.error().to_line(), allowed_values(*setting)));
  }
}

TEST_CASE("every role has the same settings") {
  struct Row {
    const char* variable;
    const char* key;
  };
  const Row rows[] = {{"LM_STUDIO_WORKER_MODEL", "worker.model"},
                      {"LM_STUDIO_REVIEW_MODEL", "reviewer.model"},
                      {"CRITIC_PANEL_MODEL", "critic.model"},
                      {"CRITIC_MODEL", "critic.model"},
                      {"CRITIC_QA_QUESTIONER_MODEL", "questioner.model"},
                      {"CRITIC_QA_DEFENDER_BASE_URL", "defender.base_url"},
                      {"PAWL_PLANNER_API_KEY", "planner.api_key"},
                      {"LM_STUDIO_REVIEW_DISABLE_THINKING", "reviewer.disable_thinking"}};
  for (const Row& row : rows) {
    CAPTURE(row.variable);
    const Setting* setting = find_setting(row.variable);
    REQUIRE(setting != nullptr);
    CHECK(setting->key == row.key);
  }
  CHECK(is_secret(*find_setting("fixer.api_key")));
  Config config;
  REQUIRE(assign(config, *find_setting("critic.model"), "openai:x", OutOfRange::refuse));
  CHECK(config.role(Role::critic).model == "openai:x");
  CHECK(config.role(Role::fixer).model.empty());
}

TEST_CASE("a refused secret is not repeated") {
  Config config;
  const auto remark =
      assign(config, *find_setting("github.token"), "ghp_\nword", OutOfRange::refuse);
  REQUIRE_FALSE(remark);
  CHECK_FALSE(contains(remark.error().to_line(), "ghp_"));
}

TEST_CASE("a key in a URL is refused and not repeated") {
  struct Row {
    const char* key;
    const char* text;
    const char* way_out;
  };
  const Row rows[] = {
      {"model.base_url", "https://me:hunter22@host/v1", "model.api_key"},
      {"worker.base_url", "https://host/v1?api_key=hunter22", "worker.api_key"},
      {"memory.gateway", "http://host/#token=hunter22", ""},
      {"model.fallback", "openai:a@https://me:hunter22@host/v1", ""},
      {"model.spec", "openai:a@http://host/v1?key=hunter22", ""},
      {"guards.scanners", "a=scan https://t:hunter22@host/x", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.key);
    Config config;
    const auto remark = assign(config, *find_setting(row.key), row.text, OutOfRange::clamp);
    REQUIRE_FALSE(remark);
    CHECK_FALSE(contains(remark.error().to_line(), "hunter22"));
    CHECK(contains(remark.error().to_line(), row.way_out));
  }
}

TEST_CASE("values of older variables are translated") {
  CHECK(meaning_of("LM_STUDIO_MODEL", "gemma") == "openai:gemma");
  CHECK(meaning_of("LM_STUDIO_MODEL", "qwen2.5:7b") == "openai:qwen2.5:7b");
  CHECK(meaning_of("LM_STUDIO_WORKER_MODEL", "openai:x") == "openai:x");
  CHECK(meaning_of("CRITIC_PANEL_MODEL", "x") == "openai:x");
  CHECK(meaning_of("GITOMA_WORKER_BUILD_RETRIES", "2") == "3");
  CHECK(meaning_of("GITOMA_WORKER_BUILD_RETRIES", "-4") == "1");
  CHECK(meaning_of("GITOMA_WORKER_BUILD_RETRIES", "many") == "many");
  CHECK(meaning_of("PAWL_MODEL", "recipes:") == "recipes:");
}

TEST_CASE("folders") {
  struct Row {
    const char* name;
    Environment environment;
    const char* config;  // nullptr: an error
    const char* state;
  };
  const Row rows[] = {
      {"home", {{"HOME", "/h"}}, "/h/.config/pawl", "/h/.local/state/pawl"},
      {"xdg",
       {{"HOME", "/h"}, {"XDG_CONFIG_HOME", "/c"}, {"XDG_STATE_HOME", "/s/"}},
       "/c/pawl",
       "/s/pawl"},
      {"relative xdg",
       {{"HOME", "/h"}, {"XDG_CONFIG_HOME", "c"}},
       "/h/.config/pawl",
       "/h/.local/state/pawl"},
      {"pawl home", {{"HOME", "/h"}, {"PAWL_HOME", "/p"}}, "/p/config", "/p/state"},
      {"empty pawl home",
       {{"HOME", "/h"}, {"PAWL_HOME", ""}},
       "/h/.config/pawl",
       "/h/.local/state/pawl"},
      {"nothing", {}, nullptr, nullptr},
      {"relative pawl home", {{"HOME", "/h"}, {"PAWL_HOME", "p"}}, nullptr, nullptr},
      {"the root is nobody's home", {{"HOME", "/"}}, nullptr, nullptr},
      {"a relative home", {{"HOME", "h"}}, nullptr, nullptr},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto found = folders(row.environment);
    REQUIRE(found.ok() == (row.config != nullptr));
    if (!found) continue;
    CHECK(found->config == row.config);
    CHECK(found->state == row.state);
  }
}

}  // namespace
}  // namespace pawl::config::settings_test
