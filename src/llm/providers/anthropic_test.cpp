#include <doctest/doctest.h>

#include "llm/events.hpp"
#include "llm/providers/http_bench.hpp"

namespace pawl::llm::anthropic_test {
namespace {

constexpr const char* kKey = "sk-ant-test-0123456789";
constexpr const char* kGood =
    R"({"type":"message","model":"claude-x","content":[{"type":"text","text":"hi"}],)"
    R"("stop_reason":"end_turn","usage":{"input_tokens":5,"output_tokens":2}})";

struct Bench : HttpBench {
  EndpointOptions options{.base_url = "https://api.anthropic.com/",
                          .api_key = Secret(kKey),
                          .model = "claude-x",
                          .url_setting = "anthropic.base_url",
                          .key_setting = "anthropic.api_key"};

  std::unique_ptr<ChatModel> model() { return anthropic_model(ports(), options); }
};

std::string error_body(const char* type, const char* message) {
  return Json::object(
             {{"type", "error"}, {"error", Json::object({{"type", type}, {"message", message}})}})
      .dump();
}

}  // namespace

TEST_CASE("a request goes out as a message, its schema as a tool") {
  Bench bench;
  bench.http.answer(200, kGood);
  ChatRequest request = plain_question();
  request.messages = {
      {"system", "s"}, {"user", "one"}, {"user", "two"}, {"assistant", " "}, {"system", "t"}};
  request.schema = Json::object({{"type", "object"}});
  request.max_tokens = 77;
  const auto model = bench.model();
  CHECK(model->name() == "anthropic:claude-x");
  const auto answer = model->ask(request);
  REQUIRE(answer);
  CHECK(answer->text == "hi");
  CHECK(answer->usage.tokens_in == 5);
  CHECK(answer->usage.tokens_out == 2);
  CHECK(bench.http.seen[0].url == "https://api.anthropic.com/v1/messages");
  CHECK(bench.header(0, "x-api-key") == kKey);
  CHECK(bench.header(0, "anthropic-version") == "2023-06-01");
  CHECK(bench.header(0, "content-type") == "application/json");
  CHECK(bench.header(0, "authorization").empty());
  CHECK(bench.sent(0).dump() ==
        R"({"model":"claude-x","max_tokens":77,"system":"s\n\nt",)"
        R"("messages":[{"role":"user","content":"one\n\ntwo"}],"temperature":0.3,"stream":true,)"
        R"("tools":[{"name":"answer","description":"Gives the answer.",)"
        R"("input_schema":{"type":"object"}}],)"
        R"("tool_choice":{"type":"tool","name":"answer","disable_parallel_tool_use":true}})");
}

TEST_CASE("without a schema there is no tool; the temperature stays in the range of the protocol") {
  Bench bench;
  bench.options.temperature = 1.7;
  bench.options.stream = false;
  bench.http.answer(200, kGood);
  REQUIRE(bench.model()->ask(plain_question()));
  CHECK_FALSE(bench.sent(0).has("tools"));
  CHECK_FALSE(bench.sent(0).has("tool_choice"));
  CHECK_FALSE(bench.sent(0)["stream"].bool_or(true));
  CHECK(bench.sent(0)["temperature"].number_or(0) == 1.0);
}

TEST_CASE("a base URL may be written in any of its spellings") {
  for (const char* spelling : {"https://h", "https://h/", "https://h/v1", "https://h/v1/",
                               "https://h/v1/messages", "https://h/v1/models/"}) {
    CAPTURE(spelling);
    Bench bench;
    bench.options.base_url = spelling;
    bench.http.answer(200, kGood);
    REQUIRE(bench.model()->ask(plain_question()));
    CHECK(bench.http.seen[0].url == "https://h/v1/messages");
  }
}

TEST_CASE("parts a server refuses are left out from then on, tools and temperature") {
  struct Row {
    const char* refusal;
    const char* without;
  };
  const Row rows[] = {{"temperature is deprecated for this model", "temperature"},
                      {"tool_choice may not force tool use here", "tools"},
                      {"input_schema is too complex", "tools"}};
  for (const Row& row : rows) {
    CAPTURE(row.refusal);
    Bench bench;
    bench.http.answer(400, error_body("invalid_request_error", row.refusal));
    bench.http.answer(200, kGood);
    bench.http.answer(200, kGood);
    ChatRequest request = plain_question();
    request.schema = Json::object({{"type", "object"}});
    const auto model = bench.model();
    REQUIRE(model->ask(request));
    REQUIRE(model->ask(request));
    CHECK(bench.sent(0).has(row.without));
    CHECK_FALSE(bench.sent(1).has(row.without));
    CHECK_FALSE(bench.sent(2).has(row.without));
    REQUIRE(bench.events.events.size() == 1);
    CHECK(bench.events.events[0].kind == kLlmAdapted);
  }
}

TEST_CASE("429 and 529 are tried again, when the server wants it") {
  Bench bench;
  bench.http.answer(429, error_body("rate_limit_error", "slow"), {{"retry-after", "30"}});
  bench.http.answer(529, error_body("overloaded_error", "Overloaded"));
  bench.http.answer(200, kGood);
  const auto answer = bench.model()->ask(plain_question());
  REQUIRE(answer);
  REQUIRE(bench.events.events.size() == 2);
  CHECK(bench.events.events[0].data["wait_ms"].int_or(0) >= 30'000);
  CHECK(contains(bench.events.events[1].data["reason"].text(), "Overloaded"));
}

TEST_CASE("what will not pass is an error of its class, without the key") {
  struct Row {
    int status;
    const char* type;
    const char* message;
    Errc code;
    const char* says;
  };
  const Row rows[] = {
      {400, "invalid_request_error", "prompt is too long", Errc::invalid, "too long"},
      {400, "invalid_request_error", "Your credit balance is too low", Errc::denied, "credit"},
      {401, "authentication_error", kKey, Errc::denied, "anthropic.api_key"},
      {403, "permission_error", "no", Errc::denied, "anthropic.api_key"},
      {404, "not_found_error", "model: claude-x", Errc::upstream, "anthropic.base_url"},
      {413, "request_too_large", "large", Errc::invalid, "large"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.status);
    Bench bench;
    bench.http.answer(row.status, error_body(row.type, row.message));
    const auto answer = bench.model()->ask(plain_question());
    REQUIRE_FALSE(answer);
    CHECK(answer.error().code == row.code);
    CHECK(contains(answer.error().message, row.says));
    CHECK_FALSE(contains(answer.error().message, kKey));
    CHECK(bench.http.seen.size() == 1);
  }
}

TEST_CASE("a check asks for the model itself, then for the list") {
  struct Row {
    const char* name;
    int status;
    const char* body;
    int list_status;  // 0: the list is not asked for
    const char* list;
    std::optional<Errc> error;
    const char* says;
    long context;
  };
  const Row rows[] = {
      {"there", 200, R"({"id":"claude-x-1","max_input_tokens":200000})", 0, "", {}, "", 200'000},
      {"not there", 404, "{}", 200, R"({"data":[{"id":"claude-x-2"}]})", Errc::not_found,
       "near: claude-x-2", 0},
      {"in the list", 404, "{}", 200, R"({"data":[{"id":"claude-x"}]})", {}, "", 0},
      {"no list", 404, "{}", 404, "{}", {}, "on trust", 0},
      {"busy", 529, "{}", 0, "", {}, "busy", 0},
      {"bad key", 401, "{}", 0, "", Errc::denied, "refused the key", 0},
      {"broken", 500, "boom", 0, "", Errc::upstream, "boom", 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Bench bench;
    bench.http.answer(row.status, row.body);
    if (row.list_status != 0) bench.http.answer(row.list_status, row.list);
    const auto health = bench.model()->check();
    CHECK(bench.http.seen[0].url == "https://api.anthropic.com/v1/models/claude-x");
    CHECK(bench.header(0, "x-api-key") == kKey);
    CHECK(bench.http.seen.size() == (row.list_status == 0 ? 1 : 2));
    REQUIRE(health.ok() == !row.error.has_value());
    if (!health) {
      CHECK(health.error().code == *row.error);
      CHECK(contains(health.error().message, row.says));
    } else {
      CHECK(contains(health->note, row.says));
      CHECK(health->context_length.value_or(0) == row.context);
    }
  }
}

}  // namespace pawl::llm::anthropic_test
