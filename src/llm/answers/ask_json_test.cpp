#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "llm/answers/json_answer.hpp"
#include "llm/test_support.hpp"

namespace pawl::llm::ask_json_test {
namespace {

schema::JsonSchema number_schema() {
  auto schema = schema::JsonSchema::compile(
      *Json::parse(R"({"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}})"));
  REQUIRE(schema);
  return *std::move(schema);
}

ChatRequest question() {
  ChatRequest request;
  request.role = "planner";
  request.messages = {{"system", "Answer in JSON."}, {"user", "How many?"}};
  return request;
}

}  // namespace

TEST_CASE("a good answer is taken at once and leaves no event") {
  ListedModel model({said(R"({"n":1})")});
  KeptEvents events;
  const auto got = ask_json(model, question(), number_schema(), events);
  REQUIRE(got);
  CHECK(got->value["n"].int_or(0) == 1);
  CHECK(got->attempts == 1);
  CHECK(events.events.empty());
}

TEST_CASE("a bad answer gets one correction turn that quotes what is wrong") {
  ListedModel model({said(R"({"n":"one"})"), said("no"), said("Here: {\"n\":1,}")});
  KeptEvents events;
  const auto got = ask_json(model, question(), number_schema(), events);
  REQUIRE(got);
  CHECK(got->attempts == 3);
  REQUIRE(model.asked.size() == 3);
  const auto& second = model.asked[1].messages;
  REQUIRE(second.size() == 4);
  CHECK(second[2] == Message{"assistant", R"({"n":"one"})"});
  CHECK(contains(second[3].content, "- n: "));
  const auto& third = model.asked[2].messages;
  REQUIRE(third.size() == 4);  // only the newest bad answer stays
  CHECK(third[2].content == "no");
  CHECK(contains(third[3].content, "no JSON object"));
  REQUIRE(events.events.size() == 3);
  CHECK(events.events[0].data["violations"].size() >= 1);
  CHECK(events.events[2].data.dump() ==
        R"({"role":"planner","steps":["prose","trailing_comma"],"violations":[]})");
}

TEST_CASE("an answer that the schema cannot judge within the limits is asked for again") {
  const auto schema =
      schema::JsonSchema::compile(*Json::parse(R"({"properties":{"n":{"pattern":"^(a+)+$"}}})"));
  REQUIRE(schema);
  ListedModel model({said(R"({"n":")" + std::string(40, 'a') + R"(!"})"), said(R"({"n":"a"})")});
  KeptEvents events;
  const auto got = ask_json(model, question(), *schema, events);
  REQUIRE(got);
  CHECK(got->attempts == 2);
  REQUIRE(model.asked.size() == 2);
  CHECK(contains(model.asked[1].messages.back().content, "could not be judged"));
}

TEST_CASE("a truncated answer is asked again with twice the budget") {
  struct Row {
    std::optional<int> budget;
    int tokens_out;
    int want;
  };
  const Row rows[] = {{1000, 0, 2000}, {std::nullopt, 300, 600}, {std::nullopt, 0, 8192}};
  for (const Row& row : rows) {
    ChatAnswer cut = said(R"({"n":)", "length");
    cut.usage.tokens_out = row.tokens_out;
    ListedModel model({cut, said(R"({"n":1})")});
    KeptEvents events;
    ChatRequest request = question();
    request.max_tokens = row.budget;
    REQUIRE(ask_json(model, request, number_schema(), events));
    REQUIRE(model.asked.size() == 2);
    CHECK(model.asked[1].max_tokens == row.want);
    CHECK(model.asked[1].messages == question().messages);
  }
}

TEST_CASE("an empty answer is not quoted back") {
  ListedModel model({said(""), said(R"({"n":1})")});
  KeptEvents events;
  REQUIRE(ask_json(model, question(), number_schema(), events));
  REQUIRE(model.asked[1].messages.size() == 3);
  CHECK(model.asked[1].messages[2].role == "user");
}

TEST_CASE("it ends after as many answers as allowed, with the last reason") {
  ListedModel model({said("no"), said(R"({"m":1})"), said(R"({"n":1})")});
  KeptEvents events;
  const auto got = ask_json(model, question(), number_schema(), events, 2);
  REQUIRE_FALSE(got);
  CHECK(got.error().code == Errc::invalid);
  CHECK(contains(got.error().message, "2 answers"));
  CHECK(contains(got.error().message, "<root>: "));
}

TEST_CASE("a failure of the model is not asked again") {
  ListedModel model({fail(Errc::timeout, "too slow"), said(R"({"n":1})")});
  KeptEvents events;
  const auto got = ask_json(model, question(), number_schema(), events);
  REQUIRE_FALSE(got);
  CHECK(got.error().code == Errc::timeout);
}

TEST_CASE("a correction stays in the context window of its question") {
  std::string chatter = "I think that ";
  for (int i = 0; i < 2'000; ++i) chatter += "perhaps ";
  for (const std::int64_t prompt_max : {60, 200, 600, 20'000}) {
    CAPTURE(prompt_max);
    ListedModel model({said(chatter), said(R"({"n":1})")});
    KeptEvents events;
    ChatRequest request = question();
    request.window = Room{.model = "m", .hint = {}, .prompt_max = prompt_max};
    REQUIRE(ask_json(model, request, number_schema(), events));
    const auto& second = model.asked.at(1).messages;
    CHECK(contains(second.back().content, "no JSON object"));
    std::int64_t weight = 0;
    for (const Message& message : second) weight += weight_of(message.content);
    // The question and what is wrong are always there.
    if (prompt_max > 150) CHECK(request.window->tokens(weight) <= prompt_max);
    CHECK(second.size() == (prompt_max > 200 ? 4 : 3));
  }
}

TEST_CASE("an answer is not asked to be longer than the context") {
  const Room window{.model = "m", .hint = {}, .context = 9'000, .answer = 6'000};
  ListedModel model({said(R"({"n":)", "length"), said(R"({"n":)", "length"), said(R"({"n":1})")});
  KeptEvents events;
  ChatRequest request = question();
  request.window = window;
  request.max_tokens = 6'000;
  const auto got = ask_json(model, request, number_schema(), events);
  REQUIRE_FALSE(got);
  REQUIRE(model.asked.size() == 2);
  CHECK(*model.asked[1].max_tokens > 8'000);
  CHECK(*model.asked[1].max_tokens < 9'000);
  CHECK(contains(got.error().message, "the context holds no longer answer"));
}

}  // namespace pawl::llm::ask_json_test
