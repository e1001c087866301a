#include "stages/roles.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "os/clock.hpp"
#include "os/files/memory_files.hpp"

namespace pawl::stages::roles_test {
namespace {

using config::Role;

struct Row {
  const char* name;
  config::Environment environment;
  Role role;
  std::vector<std::string> places;
  std::vector<std::string> keys;  // as sent; empty for none
};

config::Config config_of(const config::Environment& environment) {
  os::FakeClock clock;
  os::MemoryFiles files(clock);
  auto resolved = config::load(files, "/config.toml", environment, {});
  REQUIRE(resolved);
  CHECK(resolved->warnings.empty());
  return resolved->config;
}

}  // namespace

TEST_CASE("a role asks its own model, or the one of all, with the key that belongs there") {
  const Row rows[] = {
      {"nothing is set", {}, Role::planner, {"recipes:"}, {""}},
      {"older variables",
       {{"LM_STUDIO_MODEL", "qwen"}, {"LM_STUDIO_API_KEY", "key-model"}},
       Role::worker,
       {"openai:qwen@http://localhost:1234/v1"},
       {"key-model"}},
      {"its own server, the same model",
       {{"PAWL_MODEL", "openai:qwen"},
        {"LM_STUDIO_WORKER_BASE_URL", "https://w/v1"},
        {"LM_STUDIO_API_KEY", "key-model"}},
       Role::worker,
       {"openai:qwen@https://w/v1"},
       {"key-model"}},
      {"another role is not touched",
       {{"PAWL_MODEL", "openai:qwen"}, {"LM_STUDIO_WORKER_BASE_URL", "https://w/v1"}},
       Role::planner,
       {"openai:qwen@http://localhost:1234/v1"},
       {""}},
      {"another provider has its own server and key",
       {{"PAWL_MODEL", "openai:qwen"},
        {"LM_STUDIO_API_KEY", "key-model"},
        {"ANTHROPIC_API_KEY", "key-anthropic"},
        {"PAWL_REVIEWER_MODEL", "anthropic:claude"}},
       Role::reviewer,
       {"anthropic:claude@https://api.anthropic.com"},
       {"key-anthropic"}},
      {"the key of the role goes first",
       {{"CRITIC_PANEL_MODEL", "gemma"},
        {"LM_STUDIO_API_KEY", "key-model"},
        {"PAWL_CRITIC_API_KEY", "key-critic"}},
       Role::critic,
       {"openai:gemma@http://localhost:1234/v1"},
       {"key-critic"}},
      {"fallbacks of all roles",
       {{"PAWL_MODEL", "anthropic:claude"},
        {"ANTHROPIC_API_KEY", "key-anthropic"},
        {"LM_STUDIO_API_KEY", "key-model"},
        {"PAWL_MODEL_FALLBACK", "openai:qwen, openai:gemma@https://other/v1, recipes:"}},
       Role::fixer,
       {"anthropic:claude@https://api.anthropic.com", "openai:qwen@http://localhost:1234/v1",
        "openai:gemma@https://other/v1", "recipes:"},
       {"key-anthropic", "key-model", "", ""}},
      {"fallbacks of its own, on the server of the role",
       {{"PAWL_MODEL_FALLBACK", "recipes:"},
        {"PAWL_WORKER_MODEL", "openai:qwen"},
        {"PAWL_WORKER_BASE_URL", "https://w/v1"},
        {"PAWL_WORKER_API_KEY", "key-worker"},
        {"ANTHROPIC_API_KEY", "key-anthropic"},
        {"PAWL_WORKER_FALLBACK", "openai:small,anthropic:claude,openai:far@https://far/v1"}},
       Role::worker,
       {"openai:qwen@https://w/v1", "openai:small@https://w/v1",
        "anthropic:claude@https://api.anthropic.com", "openai:far@https://far/v1"},
       {"key-worker", "key-worker", "key-anthropic", ""}},
      {"another path of a known server keeps the key",
       {{"PAWL_MODEL", "openai:qwen@http://localhost:1234/other/v1"},
        {"LM_STUDIO_API_KEY", "key-model"}},
       Role::planner,
       {"openai:qwen@http://localhost:1234/other/v1"},
       {"key-model"}},
      {"a server that begins like a known one does not get it",
       {{"PAWL_MODEL", "openai:qwen@http://localhost:12345/v1"},
        {"LM_STUDIO_BASE_URL", "http://localhost:1234/v1/"},
        {"LM_STUDIO_API_KEY", "key-model"}},
       Role::planner,
       {"openai:qwen@http://localhost:12345/v1"},
       {""}},
      {"a key without a place goes with the model's, and with nobody else's",
       {{"PAWL_MODEL", "openai:qwen@https://models.example/v1"},
        {"PAWL_MODEL_FALLBACK", "openai:other@https://other.example/v1"},
        {"PAWL_MODEL_API_KEY", "key-model"}},
       Role::planner,
       {"openai:qwen@https://models.example/v1", "openai:other@https://other.example/v1"},
       {"key-model", ""}},
      {"the key of OpenAI goes there alone",
       {{"PAWL_MODEL", "openai:gpt@https://api.openai.com/v1"},
        {"PAWL_MODEL_FALLBACK", "openai:other@https://api.openai.com.example/v1,openai:local"},
        {"OPENAI_API_KEY", "key-openai"}},
       Role::planner,
       {"openai:gpt@https://api.openai.com/v1", "openai:other@https://api.openai.com.example/v1",
        "openai:local@http://localhost:1234/v1"},
       {"key-openai", "", ""}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const config::Config config = config_of(row.environment);
    const auto choices = choices_for(config, row.role, spec_of(config, row.role));
    REQUIRE(choices);
    REQUIRE(choices->size() == row.places.size());
    for (std::size_t i = 0; i < choices->size(); ++i) {
      CHECK(place_of((*choices)[i]) == row.places[i]);
      CHECK((*choices)[i].endpoint.api_key.reveal() == row.keys[i]);
    }
  }
}

TEST_CASE("how a role asks is its own where it says so, else as for all") {
  const config::Config config = config_of({{"PAWL_MODEL", "openai:qwen"},
                                           {"LM_STUDIO_TEMPERATURE", "0.5"},
                                           {"PAWL_MODEL_CONTEXT", "32000"},
                                           {"LM_STUDIO_DISABLE_THINKING", "yes"},
                                           {"PAWL_MODEL_REASONING_EFFORT", "low"},
                                           {"PAWL_WORKER_TEMPERATURE", "0"},
                                           {"LM_STUDIO_WORKER_MAX_TOKENS", "9000"},
                                           {"LM_STUDIO_WORKER_DISABLE_THINKING", "0"},
                                           {"PAWL_WORKER_TIMEOUT", "300"},
                                           {"PAWL_CRITIC_MODEL", "openai:other"},
                                           {"PAWL_CRITIC_CONTEXT", "16000"},
                                           {"PAWL_REVIEWER_MODEL", "openai:third"},
                                           {"PAWL_REVIEWER_MAX_TOKENS", "0"}});
  const auto endpoint = [&](Role role) {
    return choices_for(config, role, spec_of(config, role)).value().front().endpoint;
  };
  const llm::EndpointOptions planner = endpoint(Role::planner);
  CHECK(planner.temperature == 0.5);
  CHECK(planner.max_tokens == 4096);
  CHECK(planner.timeout == Seconds(120));
  CHECK(planner.no_think_suffix);
  CHECK(planner.reasoning_effort == "low");
  CHECK(planner.context == 32'000);
  const llm::EndpointOptions worker = endpoint(Role::worker);
  CHECK(worker.temperature == 0);
  CHECK(worker.max_tokens == 9000);
  CHECK(worker.timeout == Seconds(300));
  CHECK_FALSE(worker.no_think_suffix);
  CHECK(worker.context == 32'000);
  CHECK(endpoint(Role::critic).context == 16'000);
  CHECK(endpoint(Role::reviewer).context == 0);
  CHECK(endpoint(Role::reviewer).max_tokens == 4096);
  CHECK(has_own_settings(config.role(Role::worker)));
  CHECK_FALSE(has_own_settings(config.role(Role::planner)));
  CHECK_FALSE(has_own_settings(config.role(Role::fixer)));
}

TEST_CASE("a key goes to another machine over https only, unless that is allowed") {
  struct Place {
    const char* url;
    bool refused;
  };
  const Place places[] = {{"http://192.0.2.1/v1", true},
                          {"HTTP://w/v1", true},
                          {"http://127.0.0.1.example/v1", true},
                          {"http://127.0.0.1:1234/v1", false},
                          {"http://[::1]/v1", false},
                          {"https://w/v1", false}};
  for (const Place& place : places) {
    CAPTURE(place.url);
    config::Config config;
    config.model_base_url = place.url;
    config.model_api_key = Secret("key-of-the-model");
    const auto choices = choices_for(config, Role::planner, "openai:m");
    CHECK(choices.ok() != place.refused);
    if (!choices) CHECK(choices.error().code == Errc::denied);
    config.allow_plain_http = true;
    CHECK(choices_for(config, Role::planner, "openai:m").ok());
    config.allow_plain_http = false;
    config.model_api_key = Secret();
    CHECK(choices_for(config, Role::planner, "openai:m").ok());
  }
}

TEST_CASE("a fallback that is no model names its setting") {
  const config::Config config = config_of({{"PAWL_WORKER_FALLBACK", "opnai:x"}});
  const auto choices = choices_for(config, Role::worker, "recipes:");
  REQUIRE_FALSE(choices);
  CHECK(contains(choices.error().to_line(), "worker.fallback"));
}

}  // namespace pawl::stages::roles_test
