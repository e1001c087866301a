#include <doctest/doctest.h>

#include <functional>

#include "llm/events.hpp"
#include "llm/providers/http_bench.hpp"
#include "os/files/memory_files.hpp"

namespace pawl::llm::openai_test {
namespace {

constexpr const char* kKey = "sk-test-0123456789";
constexpr const char* kGood =
    R"({"model":"m","choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]})";
constexpr const char* kHalf = "data: {\"choices\":[{\"delta\":{\"content\":\"h\"}}]}\n\n";
constexpr const char* kEnd =
    "data: {\"choices\":[{\"delta\":{\"content\":\"i\"},\"finish_reason\":\"stop\"}]}\n\n";

struct Bench : HttpBench {
  EndpointOptions options{
      .base_url = "http://localhost:1234/v1/", .api_key = Secret(kKey), .model = "qwen"};

  EndpointMemory* memory = nullptr;

  std::unique_ptr<ChatModel> model() {
    HttpPorts all = ports();
    all.endpoints = memory;
    return openai_model(all, options);
  }
};

ChatRequest question() { return plain_question(); }

}  // namespace

TEST_CASE("a request goes out as a chat completion") {
  Bench bench;
  bench.http.answer(200, kGood);
  ChatRequest request = question();
  request.schema = Json::object({{"type", "object"}});
  request.max_tokens = 77;
  const auto answer = bench.model()->ask(request);
  REQUIRE(answer);
  CHECK(answer->text == "hi");
  CHECK(bench.http.seen[0].url == "http://localhost:1234/v1/chat/completions");
  CHECK(bench.http.seen[0].method == "POST");
  CHECK(bench.http.seen[0].idle_timeout == Milliseconds(120'000));
  CHECK(bench.http.seen[0].timeout == Milliseconds(3'600'000));
  CHECK(bench.header(0, "authorization") == std::string("Bearer ") + kKey);
  CHECK(bench.sent(0).dump() ==
        R"({"model":"qwen","messages":[{"role":"system","content":"s"},)"
        R"({"role":"user","content":"u"}],"temperature":0.3,"max_tokens":77,"stream":true,)"
        R"("stream_options":{"include_usage":true},"response_format":{"type":"json_schema",)"
        R"("json_schema":{"name":"answer","schema":{"type":"object"}}}})");
}

TEST_CASE("without a key no Authorization is sent, without streaming no stream options") {
  Bench bench;
  bench.options.api_key = Secret();
  bench.options.stream = false;
  bench.http.answer(200, kGood);
  REQUIRE(bench.model()->ask(question()));
  CHECK(bench.header(0, "authorization").empty());
  CHECK_FALSE(bench.sent(0).has("stream_options"));
  CHECK_FALSE(bench.sent(0)["stream"].bool_or(true));
  CHECK_FALSE(bench.sent(0).has("response_format"));
}

TEST_CASE("thinking is switched off in the ways that are configured") {
  Bench bench;
  bench.options.no_think_suffix = true;
  bench.options.no_think_template = true;
  bench.options.no_think_top_level = true;
  bench.http.answer(200, kGood);
  bench.http.answer(200, kGood);
  const auto model = bench.model();
  ChatRequest request = question();
  request.messages = {{"user", "first"}, {"assistant", "a"}, {"user", "second"}};
  REQUIRE(model->ask(request));
  const Json asked = bench.sent(0);
  CHECK(asked["messages"].items()[0]["content"].text() == "first");
  CHECK(asked["messages"].items()[2]["content"].text() == "second\n/no_think");
  CHECK_FALSE(asked["enable_thinking"].bool_or(true));
  CHECK_FALSE(asked["chat_template_kwargs"]["enable_thinking"].bool_or(true));
  request.messages = {{"user", "x /no_think"}};
  REQUIRE(model->ask(request));
  const Json again = bench.sent(1);
  CHECK(again["messages"].items()[0]["content"].text() == "x /no_think");
}

TEST_CASE("what may pass is tried again, and each retry is an event") {
  using Script = std::function<void(PartialHttp&)>;
  struct Row {
    const char* name;
    Script script;
    const char* reason;
  };
  const Row rows[] = {
      {"no connection", [](auto& http) { http.break_after("", fail(Errc::upstream, "refused")); },
       "refused"},
      {"a stall", [](auto& http) { http.break_after(kHalf, fail(Errc::timeout, "no byte")); },
       "no byte"},
      {"a cut stream", [](auto& http) { http.break_after(kHalf, fail(Errc::upstream, "cut")); },
       "cut"},
      {"a stream that just ends", [](auto& http) { http.answer(200, kHalf); }, "in the middle"},
      {"half a document", [](auto& http) { http.answer(200, R"({"choices":[)"); }, "in the middle"},
      {"408", [](auto& http) { http.answer(408, ""); }, "408"},
      {"429", [](auto& http) { http.answer(429, R"({"error":{"message":"slow down"}})"); },
       "slow down"},
      {"503", [](auto& http) { http.answer(503, "busy"); }, "busy"},
      {"an error in the stream",
       [](auto& http) { http.answer(200, "data: {\"error\":{\"message\":\"oom\"}}\n\n"); }, "oom"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Bench bench;
    row.script(bench.http);
    bench.http.answer(200, std::string(kHalf) + kEnd);
    const auto answer = bench.model()->ask(question());
    REQUIRE(answer);
    CHECK(answer->text == "hi");  // nothing of the first try is left in it
    REQUIRE(bench.events.events.size() == 1);
    const Event& event = bench.events.events[0];
    CHECK(event.kind == kLlmRetry);
    CHECK(contains(event.data["reason"].text(), row.reason));
    CHECK(event.data["role"].text() == "planner");
    CHECK(event.data["attempt"].int_or(0) == 1);
    CHECK(event.data["wait_ms"].int_or(0) >= 500);
    CHECK(answer->duration.count() == event.data["wait_ms"].int_or(0));
  }
}

TEST_CASE("a connection that breaks behind the end of the answer did no harm") {
  Bench bench;
  bench.http.break_after(std::string(kHalf) + kEnd, fail(Errc::upstream, "cut"));
  const auto answer = bench.model()->ask(question());
  REQUIRE(answer);
  CHECK(answer->text == "hi");
  CHECK(bench.events.events.empty());
}

TEST_CASE("Retry-After is honoured") {
  Bench bench;
  bench.http.answer(429, "", {{"retry-after", "30"}});
  bench.http.answer(200, kGood);
  const auto answer = bench.model()->ask(question());
  REQUIRE(answer);
  CHECK(answer->duration >= Milliseconds(30'000));
  CHECK(answer->duration <= Milliseconds(33'000));
}

TEST_CASE("what will not pass is not tried again") {
  struct Row {
    int status;
    const char* body;
    Errc code;
    const char* says;
  };
  const Row rows[] = {
      {400, R"({"error":{"message":"too long"}})", Errc::invalid, "too long"},
      {413, "", Errc::invalid, "413"},
      {401, R"({"error":{"message":"bad key sk-test-0123456789"}})", Errc::denied,
       "bad key [redacted]"},
      {403, "", Errc::denied, "refused the key"},
      {404, "", Errc::upstream, "model.base_url"},
      {307, "", Errc::upstream, "redirects"},
      {429, R"({"error":{"message":"pay","code":"insufficient_quota"}})", Errc::denied, "pay"},
      {501, "", Errc::upstream, "501"},
      {200, "<html>", Errc::upstream, "<html>"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.status);
    Bench bench;
    bench.http.answer(row.status, row.body);
    const auto answer = bench.model()->ask(question());
    REQUIRE_FALSE(answer);
    CHECK(answer.error().code == row.code);
    CHECK(contains(answer.error().message, row.says));
    CHECK(contains(answer.error().message, "http://localhost:1234/v1/chat/completions"));
    CHECK_FALSE(contains(answer.error().message, kKey));
    CHECK(bench.http.seen.size() == 1);
  }
}

TEST_CASE("retries come to an end by number and by time") {
  Bench by_number;
  for (int i = 0; i < 9; ++i) by_number.http.answer(503, "busy");
  const auto first = by_number.model()->ask(question());
  REQUIRE_FALSE(first);
  CHECK(by_number.http.seen.size() == 5);
  CHECK(contains(first.error().message, "5 tries"));

  Bench by_time;
  by_time.options.deadline = Milliseconds(100'000);
  for (int i = 0; i < 9; ++i) {
    by_time.http.break_after("", fail(Errc::timeout, "no byte"), Milliseconds(60'000));
  }
  const auto second = by_time.model()->ask(question());
  REQUIRE_FALSE(second);
  CHECK(second.error().code == Errc::timeout);
  CHECK(by_time.http.seen.size() == 2);
  CHECK(by_time.http.seen[1].timeout < Milliseconds(40'000));
}

TEST_CASE("cancelling ends the wait for a retry") {
  Bench bench;
  os::Cancel cancel;
  cancel.request();
  ChatRequest request = question();
  request.cancel = &cancel;
  bench.http.answer(503, "");
  const auto answer = bench.model()->ask(request);
  REQUIRE_FALSE(answer);
  CHECK(answer.error().code == Errc::cancelled);
}

TEST_CASE("parts an endpoint refuses are left out from then on") {
  struct Row {
    const char* refusal;
    const char* without;
    const char* instead;
    const char* named;
  };
  const Row rows[] = {
      {"Unknown field stream_options", "stream_options", "response_format", "stream_options"},
      {"use 'max_completion_tokens' instead", "max_tokens", "max_completion_tokens", "max_tokens"},
      {"temperature is not supported", "temperature", "response_format", "temperature"},
      {"unknown argument reasoning_effort", "reasoning_effort", "messages", "reasoning_effort"},
      {"enable_thinking: extra", "enable_thinking", "messages", "enable_thinking"},
      {"unrecognized chat_template_kwargs", "chat_template_kwargs", "messages",
       "chat_template_kwargs"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.refusal);
    Bench bench;
    bench.options.reasoning_effort = "low";
    bench.options.no_think_template = true;
    bench.options.no_think_top_level = true;
    bench.http.answer(400, Json::object({{"error", row.refusal}}).dump());
    bench.http.answer(200, kGood);
    bench.http.answer(200, kGood);
    ChatRequest request = question();
    request.schema = Json::object({{"type", "object"}});
    const auto model = bench.model();
    REQUIRE(model->ask(request));
    REQUIRE(model->ask(request));
    CHECK(bench.sent(0).has(row.without));
    for (const std::size_t i : {1U, 2U}) {
      CHECK_FALSE(bench.sent(i).has(row.without));
      CHECK(bench.sent(i).has(row.instead));
    }
    REQUIRE(bench.events.events.size() == 1);  // and no failed try
    CHECK(bench.events.events[0].kind == kLlmAdapted);
    CHECK(bench.events.events[0].data["without"].items()[0].text() == row.named);
  }
}

TEST_CASE("the form of an answer is asked for as strictly as the endpoint takes it") {
  struct Row {
    const char* name;
    std::vector<std::pair<int, const char*>> refusals;
    std::vector<std::string> types;  // of response_format, in order; empty: none was sent
  };
  const Row rows[] = {
      {"all is taken", {}, {"json_schema"}},
      {"no schemas",
       {{400, "'response_format.type' must be 'text' or 'json_object'"}},
       {"json_schema", "json_object"}},
      {"a grammar that cannot be made",
       {{400, "failed to parse grammar"}},
       {"json_schema", "json_object"}},
      {"a server that breaks over it",
       {{500, "json_schema: internal error"}},
       {"json_schema", "json_object"}},
      {"neither",
       {{400, "response_format is not supported"}, {422, "response_format: extra inputs"}},
       {"json_schema", "json_object", ""}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    os::FakeClock clock;
    os::MemoryFiles files(clock);
    EndpointMemory memory(files, clock, "/endpoints.json");
    ChatRequest request = question();
    request.schema = Json::object({{"type", "object"}});
    Bench bench;
    bench.memory = &memory;
    bench.options.retries = 0;
    for (const auto& [status, refusal] : row.refusals) bench.http.answer(status, refusal);
    bench.http.answer(200, kGood);
    REQUIRE(bench.model()->ask(request));
    REQUIRE(bench.http.seen.size() == row.types.size());
    for (std::size_t i = 0; i < row.types.size(); ++i) {
      CHECK(bench.sent(i)["response_format"]["type"].text() == row.types[i]);
    }
    // Another process knows at once.
    Bench next;
    next.memory = &memory;
    next.http.answer(200, kGood);
    REQUIRE(next.model()->ask(request));
    CHECK(next.sent(0)["response_format"]["type"].text() == row.types.back());
    const auto kept = files.read("/endpoints.json");
    if (kept) CHECK_FALSE(contains(*kept, kKey));
  }
}

TEST_CASE("the list of models tells whether the model can be used") {
  struct Row {
    const char* name;
    int status;
    const char* body;
    std::optional<Errc> error;
    const char* says;  // in the error or the note
    long context;
  };
  const Row rows[] = {
      {"there", 200, R"({"data":[{"id":"other"},{"id":"Qwen"}]})", {}, "", 0},
      {"in a folder", 200, R"({"data":[{"id":"org/qwen","context_length":4096}]})", {}, "", 4096},
      {"tagged", 200, R"({"data":[{"id":"qwen:latest","max_model_len":8192}]})", {}, "", 8192},
      {"meta", 200, R"({"data":[{"id":"qwen","meta":{"n_ctx_train":32768}}]})", {}, "", 32768},
      {"bare array", 200, R"(["qwen"])", {}, "", 0},
      {"not there", 200, R"({"data":[{"id":"qwen-2-coder"},{"id":"llama"}]})", Errc::not_found,
       "near: qwen-2-coder", 0},
      {"none", 200, R"({"data":[]})", Errc::not_found, "no model at all", 0},
      {"null", 200, R"({"object":"list","data":null})", Errc::not_found, "no model at all", 0},
      {"no list", 404, "", {}, "does not list", 0},
      {"other JSON", 200, R"({"hello":1})", {}, "does not list", 0},
      {"busy", 429, "", {}, "busy", 0},
      {"bad key", 401, "sk-test-0123456789", Errc::denied, "refused the key", 0},
      {"broken", 500, "boom", Errc::upstream, "boom", 0},
      {"wrong place", 200, R"({"error":"Unexpected endpoint"})", Errc::invalid, "/v1", 0},
      {"a page", 200, "<html>", Errc::invalid, "/v1", 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Bench bench;
    bench.http.answer(row.status, row.body);
    bench.http.answer(404, "no Ollama");
    const auto health = bench.model()->check();
    CHECK(bench.http.seen[0].url == "http://localhost:1234/v1/models");
    CHECK(bench.header(0, "authorization") == std::string("Bearer ") + kKey);
    REQUIRE(health.ok() == !row.error.has_value());
    if (!health) {
      CHECK(health.error().code == *row.error);
      CHECK(contains(health.error().message, row.says));
      CHECK_FALSE(contains(health.error().message, kKey));
    } else {
      CHECK(contains(health->note, row.says));
      CHECK(health->note.empty() == (*row.says == '\0'));
      CHECK(health->context_length.value_or(0) == row.context);
    }
  }
}

TEST_CASE("a server that is not there is named") {
  Bench bench;
  bench.http.break_after("", fail(Errc::upstream, "connection refused"));
  const auto health = bench.model()->check();
  REQUIRE_FALSE(health);
  CHECK(health.error().code == Errc::upstream);
  CHECK(contains(health.error().message, "http://localhost:1234/v1"));
}

}  // namespace pawl::llm::openai_test
