#include "agents/model_places.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::agents::model_places_test {
namespace {

config::Config plain_config() {
  config::Config config;
  config.model_base_url = "https://models.example/v1/";
  config.anthropic_base_url = "https://api.anthropic.com";
  config.gemini_base_url = "https://gemini.example";
  return config;
}

}  // namespace

TEST_CASE("agents ask models for answers, and for nothing else") {
  struct Row {
    const char* method;
    const char* target;
    const char* url;  // empty: refused
  };
  const Row rows[] = {
      {"POST", "/openai/v1/chat/completions", "https://models.example/v1/chat/completions"},
      {"POST", "/openai/v1/responses", "https://models.example/v1/responses"},
      {"GET", "/openai/v1/models", "https://models.example/v1/models"},
      {"GET", "/openai/v1/models/gpt-5", "https://models.example/v1/models/gpt-5"},
      {"GET", "/openai/v1/models/../files", ""},
      {"GET", "/openai/v1/models/..", ""},
      {"GET", "/openai/v1/models/a%2f..%2ffiles", ""},
      {"POST", "/openai/v1/files", ""},
      {"DELETE", "/openai/v1/models/gpt-5", ""},
      {"POST", "/anthropic/v1/messages?beta=true&key=k",
       "https://api.anthropic.com/v1/messages?beta=true"},
      {"POST", "/anthropic/v1/messages/count_tokens",
       "https://api.anthropic.com/v1/messages/count_tokens"},
      {"POST", "/anthropic/v1/messages/batches", ""},
      {"POST", "/gemini/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
       "https://gemini.example/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse"},
      {"POST", "/gemini/v1beta/models/m:countTokens",
       "https://gemini.example/v1beta/models/m:countTokens"},
      {"POST", "/gemini/v1beta/models/m:batchGenerateContent", ""},
      {"POST", "/gemini/v1beta/../models/m:generateContent", ""},
      {"POST", "/gemini/upload/v1beta/files", ""},
      {"POST", "/openai", ""},
      {"POST", "/other/v1/messages", ""}};
  const auto places = model_places(plain_config());
  REQUIRE(places);
  for (const Row& row : rows) {
    CAPTURE(row.target);
    const auto route = route_of(*places, row.method, row.target);
    CHECK((route ? route->url : "") == row.url);
  }
}

TEST_CASE("a key goes where its settings say, and not over http:// to another machine") {
  config::Config config = plain_config();
  config.anthropic_api_key = Secret("sk-ant");
  config.gemini_api_key = Secret("gem");
  config.openai_api_key = Secret("sk-openai");
  const auto places = model_places(config);
  REQUIRE(places);
  CHECK(key_headers((*places)[0]) == os::Headers{{"x-api-key", "sk-ant"}});
  CHECK(key_headers((*places)[1]).empty());
  CHECK(key_headers((*places)[2]) == os::Headers{{"x-goog-api-key", "gem"}});

  config.model_base_url = "http://localhost:1234/v1";  // the default
  const auto openai = model_places(config);
  REQUIRE(openai);
  CHECK((*openai)[1].base_url == "https://api.openai.com/v1");
  CHECK(key_headers((*openai)[1]) == os::Headers{{"Authorization", "Bearer sk-openai"}});

  config.model_base_url = "http://models.example/v1";
  config.model_api_key = Secret("key");
  const auto open_way = model_places(config);
  REQUIRE_FALSE(open_way);
  CHECK(open_way.error().code == Errc::denied);
}

}  // namespace pawl::agents::model_places_test
