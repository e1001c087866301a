#include "store/json_reader.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "os/random.hpp"

namespace pawl::store::json_reader_test {
namespace {

std::optional<Json> quick(std::string_view text) {
  JsonReader reader(text);
  Json value;
  if (!reader.value(&value) || !reader.at_end()) return {};
  return value;
}

bool passes(std::string_view text) {
  JsonReader reader(text);
  return reader.value(nullptr) && reader.at_end();
}

}  // namespace

TEST_CASE("the quick reader knows the plain part of JSON") {
  const char* plain[] = {
      "{}",
      "[]",
      "null",
      "true",
      "false",
      "0",
      "-7",
      "123456789012345678",
      "0.5",
      "-12.25",
      "\"\"",
      "\"a\\n\\r\\t\\\"\\\\\\/b\"",
      "\"grün 日本\"",
      R"({"a":[1,{"b":null},"c"],"d":{"e":true}})",
  };
  for (const char* text : plain) {
    CAPTURE(text);
    const auto value = quick(text);
    REQUIRE(value);
    CHECK(*value == *Json::parse(text));
    CHECK(passes(text));
  }
}

TEST_CASE("the quick reader leaves the rest to the strict parser") {
  const char* other[] = {
      "",
      " 1",
      "{\"a\": 1}",
      "01",
      "-0",
      "1e3",
      "1.5e3",
      "1.",
      "\"\\u00e4\"",
      "1234567890123456789012",
      "\"a\nb\"",
      "\"a",
      "[1,]",
      "{\"a\":1,}",
      "{\"a\"}",
      "nul",
      "{\"a\":1,\"a\":2}",
      "\"\xff\"",
      "[1",
      "tru",
      "{1:2}",
  };
  for (const char* text : other) {
    CAPTURE(text);
    CHECK_FALSE(quick(text));
  }
  CHECK_FALSE(quick(std::string(100, '[') + std::string(100, ']')));
}

TEST_CASE("the quick reader never accepts what the strict parser refuses") {
  const std::string seed_text =
      R"({"subtask":"T001-S01","paths":["a.py","ü"],"ms":-12.5,"ok":true,"data":{"x":null,"n":10}})";
  os::SeededRandom random(20'260'420);
  const std::string_view bytes = "{}[]\",:\\0129.-eEtrufalsn \xc3\xbc\xff\n";
  int accepted = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text = seed_text;
    for (std::uint64_t change = 0; change <= random.next() % 3; ++change) {
      const auto at = static_cast<std::size_t>(random.next() % text.size());
      const char byte = bytes[static_cast<std::size_t>(random.next() % bytes.size())];
      switch (random.next() % 3) {
        case 0: text[at] = byte; break;
        case 1: text.insert(at, 1, byte); break;
        default: text.erase(at, 1);
      }
    }
    const auto value = quick(text);
    if (!value) continue;
    ++accepted;
    CAPTURE(text);
    const auto strict = Json::parse(text);
    REQUIRE(strict);
    REQUIRE(*value == *strict);
  }
  CHECK(accepted > 1000);
}

}  // namespace pawl::store::json_reader_test
