#include "llm/models.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "llm/events.hpp"
#include "llm/test_support.hpp"
#include "os/files/memory_files.hpp"

namespace pawl::llm::models_test {
namespace {

ChatRequest asked_by(std::string role, std::string content = "u", std::string purpose = "p") {
  ChatRequest request;
  request.role = std::move(role);
  request.purpose = std::move(purpose);
  request.messages = {{"user", std::move(content)}};
  return request;
}

std::string text_of(ChatModel& model, const ChatRequest& request) {
  const auto answer = model.ask(request);
  return answer ? answer->text : std::string(to_string(answer.error().code));
}

}  // namespace

TEST_CASE("a model spec names a provider and what it needs") {
  struct Row {
    const char* text;
    const char* provider;  // or, when the model is null, a part of the error
    const char* model;
  };
  const Row rows[] = {
      {"openai:gpt-x", "openai", "gpt-x"},
      {"openai:qwen:7b", "openai", "qwen:7b"},
      {"gpt-x", "openai", "gpt-x"},
      {"anthropic:claude-x", "anthropic", "claude-x"},
      {"anthropic:", "a model name", nullptr},
      {" recipes: ", "recipes", ""},
      {"scripted:/tmp/a b.jsonl", "scripted", "/tmp/a b.jsonl"},
      {"cassette:/runs/x/model", "cassette", "/runs/x/model"},
      {"", "empty", nullptr},
      {"recipes", "write recipes:", nullptr},
      {"openai:", "a model name", nullptr},
      {"scripted:", "a file", nullptr},
      {"opnai:x", "did you mean openai?", nullptr},
      {"qwen:7b", "openai:qwen:7b", nullptr},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto spec = parse_spec(row.text);
    REQUIRE(spec.ok() == (row.model != nullptr));
    if (spec) {
      CHECK(spec->provider == row.provider);
      CHECK(spec->model == row.model);
    } else {
      CHECK(spec.error().code == Errc::invalid);
      CHECK(contains(spec.error().message, row.provider));
    }
  }
}

TEST_CASE("a spec may say where its model is") {
  struct Row {
    const char* text;
    const char* model;
    const char* base_url;  // nullptr: an error
  };
  const Row rows[] = {
      {"openai:qwen@http://h:1/v1", "qwen", "http://h:1/v1"},
      {"qwen@https://h/v1", "qwen", "https://h/v1"},
      {"anthropic:claude@https://h", "claude", "https://h"},
      {"openai:qwen@q4_k_m", "qwen@q4_k_m", ""},
      {"openai:qwen@q4@http://h/v1", "qwen@q4", "http://h/v1"},
      {"scripted:/a@http://b", "/a@http://b", ""},
      {"openai:@http://h", "", nullptr},
      {"openai:x@http://", "", nullptr},
      {"openai:x@http://user:word@h/v1", "", nullptr},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto spec = parse_spec(row.text);
    REQUIRE(spec.ok() == (row.base_url != nullptr));
    if (!spec) {
      CHECK_FALSE(contains(spec.error().message, "word"));
      continue;
    }
    CHECK(spec->model == row.model);
    CHECK(spec->base_url == row.base_url);
  }
  const auto list = parse_specs(" openai:a , anthropic:b@http://h, ,recipes:");
  REQUIRE(list);
  REQUIRE(list->size() == 3);
  CHECK((*list)[1].base_url == "http://h");
  CHECK((*list)[0].is_remote());
  CHECK_FALSE((*list)[2].is_remote());
  CHECK_FALSE(parse_specs("openai:a,opnai:b"));
}

TEST_CASE("a script answers in order, entries with a role only that role") {
  const char* lines =
      "\"one\"\n\n{\"text\":\"two\",\"role\":\"worker\",\"finish\":\"length\"}\n"
      "{\"text\":\"three\"}\n{\"error\":\"timeout\",\"text\":\"too slow\"}\n";
  const char* array =
      R"(["one", {"text":"two","role":"worker","finish":"length"}, {"text":"three"},
          {"error":"timeout","text":"too slow"}])";
  for (const char* script : {lines, array}) {
    os::FakeClock clock;
    os::MemoryFiles files(clock);
    REQUIRE(files.write_atomic("/s.jsonl", script));
    auto model = scripted_model(files, "/s.jsonl");
    REQUIRE(model);
    CHECK((*model)->name() == "scripted:/s.jsonl");
    CHECK((*model)->check().ok());
    CHECK(text_of(**model, asked_by("planner")) == "one");
    CHECK(text_of(**model, asked_by("planner")) == "three");
    const auto two = (*model)->ask(asked_by("worker"));
    REQUIRE(two);
    CHECK(two->text == "two");
    CHECK(two->truncated());
    const auto slow = (*model)->ask(asked_by("worker"));
    REQUIRE_FALSE(slow);
    CHECK(slow.error().code == Errc::timeout);
    CHECK(slow.error().message == "too slow");
    CHECK(text_of(**model, asked_by("worker")) == "not_found");
  }
}

TEST_CASE("a broken script is refused with its place") {
  struct Row {
    const char* script;
    const char* says;
  };
  const Row rows[] = {
      {"\"a\"\n{\"text\"", "line 2"},
      {"{\"txt\":\"a\"}", "unknown member txt"},
      {"[1]", "neither a string"},
      {"{\"role\":\"worker\"}", "neither text"},
      {"{\"error\":\"boom\"}", "no error boom"},
      {"[\"a\"", "not JSON"},
      {"{\"text\":1}", "text is no string"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.script);
    os::FakeClock clock;
    os::MemoryFiles files(clock);
    REQUIRE(files.write_atomic("/s", row.script));
    const auto model = scripted_model(files, "/s");
    REQUIRE_FALSE(model);
    CHECK(contains(model.error().to_line(), row.says));
    CHECK(contains(model.error().to_line(), "/s"));
  }
}

TEST_CASE("what was recorded is replayed") {
  os::FakeClock clock;
  os::MemoryFiles files(clock);
  KeptEvents events;
  Redactor redactor;
  redactor.add(Secret("hunter2-secret"));
  ChatAnswer first = said("the key is hunter2-secret");
  first.model = std::string("m");
  first.usage = {.tokens_in = 5, .tokens_out = 7};
  auto inner = std::make_unique<ListedModel>(std::deque<Result<ChatAnswer>>{
      first, said("again", "length"), fail(Errc::timeout, "slow"), said("other")});
  const auto model = recorded_model(std::move(inner), files, clock, events, redactor, "/run/model");
  CHECK(model->name() == "listed:");
  CHECK(text_of(*model, asked_by("planner")) == "the key is hunter2-secret");
  CHECK(text_of(*model, asked_by("planner")) == "again");
  CHECK(text_of(*model, asked_by("worker")) == "timeout");
  CHECK(text_of(*model, asked_by("planner", "hunter2-secret?", "q")) == "other");

  REQUIRE(events.events.size() == 4);
  for (const Event& event : events.events) CHECK(event.kind == kLlmCall);
  CHECK(events.events[0].data.dump() ==
        R"({"role":"planner","model":"m","attempt":1,"ms":0,"tokens_in":5,"tokens_out":7,)"
        R"("finish":"stop","outcome":"answered","error":null,"record":"0001.json","cost":null})");
  CHECK(events.events[1].data["attempt"].int_or(0) == 2);
  CHECK(events.events[2].data["outcome"].text() == "timeout");
  CHECK(events.events[3].data["attempt"].int_or(0) == 1);
  for (const char* name : {"0001.json", "0004.json"}) {
    const auto record = files.read(std::string("/run/model/") + name);
    REQUIRE(record);
    CHECK_FALSE(contains(*record, "hunter2"));
    CHECK(contains(*record, "[redacted]"));
  }
  CHECK((*files.stat("/run/model/0001.json"))->mode == 0600);

  const auto cassette = cassette_model(files, "/run/model");
  REQUIRE(cassette);
  CHECK(text_of(**cassette, asked_by("planner")) == "the key is [redacted]");
  CHECK(text_of(**cassette, asked_by("worker")) == "timeout");
  CHECK(text_of(**cassette, asked_by("planner")) == "again");
  CHECK(text_of(**cassette, asked_by("planner")) == "again");
  CHECK(text_of(**cassette, asked_by("planner", "never asked")) == "not_found");
}

TEST_CASE("numbering goes on where an earlier process stopped") {
  os::FakeClock clock;
  os::MemoryFiles files(clock);
  KeptEvents events;
  const Redactor redactor;
  REQUIRE(files.make_folders("/m"));
  REQUIRE(files.write_atomic("/m/0041.json", "{}"));
  REQUIRE(files.write_atomic("/m/notes.json", "{}"));
  const auto model = recorded_model(
      std::make_unique<ListedModel>(std::deque<Result<ChatAnswer>>{said("a"), said("b")}), files,
      clock, events, redactor, "/m");
  REQUIRE(model->ask(asked_by("planner")));
  REQUIRE(model->ask(asked_by("planner")));
  CHECK(events.events[0].data["record"].text() == "0042.json");
  CHECK(events.events[1].data["record"].text() == "0043.json");
}

TEST_CASE("a record that cannot be written is a failure") {
  os::FakeClock clock;
  os::MemoryFiles files(clock);
  KeptEvents events;
  const Redactor redactor;
  REQUIRE(files.make_folders("/m"));
  const auto model =
      recorded_model(std::make_unique<ListedModel>(std::deque<Result<ChatAnswer>>{said("a")}),
                     files, clock, events, redactor, "/m");
  files.fail_next_write();
  const auto answer = model->ask(asked_by("planner"));
  REQUIRE_FALSE(answer);
  CHECK(answer.error().code == Errc::io);
  CHECK(events.events.empty());
}

TEST_CASE("a cassette needs records") {
  os::FakeClock clock;
  os::MemoryFiles files(clock);
  CHECK_FALSE(cassette_model(files, "/nowhere"));
  REQUIRE(files.make_folders("/m"));
  const auto empty = cassette_model(files, "/m");
  REQUIRE_FALSE(empty);
  CHECK(empty.error().code == Errc::not_found);
  REQUIRE(files.write_atomic("/m/0001.json", R"({"version":9})"));
  const auto newer = cassette_model(files, "/m");
  REQUIRE_FALSE(newer);
  CHECK(contains(newer.error().to_line(), "/m/0001.json"));
}

}  // namespace pawl::llm::models_test
