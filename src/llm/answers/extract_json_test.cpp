#include <doctest/doctest.h>

#include <string>

#include "base/text/text.hpp"
#include "llm/answers/json_answer.hpp"
#include "os/random.hpp"

namespace pawl::llm::extract_json_test {
namespace {

schema::JsonSchema edit_schema() {
  auto schema = schema::JsonSchema::compile(*Json::parse(
      R"({"type":"object","required":["path"],"properties":{"path":{"type":"string"}}})"));
  REQUIRE(schema);
  return *std::move(schema);
}

std::string steps_of(const Extracted& extracted) { return join(extracted.steps, " "); }

struct Row {
  const char* name;
  std::string text;
  const char* want;   // JSON; empty when it must be refused
  const char* steps;  // blank-separated
};

void check_rows(const std::vector<Row>& rows, bool truncated, const schema::JsonSchema* schema) {
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CAPTURE(row.text);
    const auto got = extract_json(row.text, truncated, schema);
    if (*row.want == '\0') {
      REQUIRE_FALSE(got);
      CHECK(got.error().code == Errc::invalid);
      CHECK(contains(got.error().message, row.steps));
      continue;
    }
    const auto want = Json::parse(row.want);
    REQUIRE(want);
    REQUIRE(got);
    CHECK(got->value.dump() == want->dump());
    CHECK(steps_of(*got) == row.steps);
  }
}

}  // namespace

TEST_CASE("JSON is found whatever surrounds it") {
  check_rows(
      {
          {"bare", R"({"a":1})", R"({"a":1})", ""},
          {"blanks around", " \n{\"a\":1}\n\n", R"({"a":1})", ""},
          {"a bare array", R"([1,{"b":[]}])", R"([1,{"b":[]}])", ""},
          {"a bare word", "null", "null", ""},
          {"prose on both sides", "Sure! Here: {\"a\":1} Hope it helps.", R"({"a":1})", "prose"},
          {"braces in prose", "Use {name} and {{x}} so: {\"a\":1}", R"({"a":1})", "prose"},
          {"apostrophes in prose", "It's what you'd want: {\"a\":1}", R"({"a":1})", "prose"},
          {"fenced", "```json\n{\"a\":1}\n```", R"({"a":1})", "fence"},
          {"fenced without a tag", "Here:\n```\n{\"a\":1}\n```\nDone [1].", R"({"a":1})", "fence"},
          {"tildes", "~~~JSON\n{\"a\":1}\n~~~", R"({"a":1})", "fence"},
          {"a fence inside a string",
           "```json\n{\"md\":\"# X\\n```sh\\nmake\\n```\\n\",\"b\":2}\n```\nend",
           R"({"md":"# X\n```sh\nmake\n```\n","b":2})", "fence"},
          {"other fences first", "```python\nd = {'a': x}\n```\nand\n```json\n{\"a\":1}\n```",
           R"({"a":1})", "fence"},
          {"the last of two", R"(first {"a":1} then {"a":2})", R"({"a":2})", "prose"},
          {"an object and brackets behind", "{\"a\":1}\n(see [1])", "[1]", "prose"},
          {"a byte order mark", "\xEF\xBB\xBF{\"a\":1}", R"({"a":1})", "byte_order_mark"},
          {"not UTF-8", "{\"a\":\"x\xFFy\"}", "{\"a\":\"x\xEF\xBF\xBDy\"}", "not_utf8"},
          {"other scripts", R"(答え：{"a":"日本語 😀 é"}。)", R"({"a":"日本語 😀 é"})", "prose"},
          {"markers inside strings of bare JSON",
           R"({"a":"<think>no</think> ```json {} ``` <|channel|>analysis"})",
           R"({"a":"<think>no</think> ```json {} ``` <|channel|>analysis"})", ""},
          {"markers inside strings of fenced JSON", "```json\n{\"a\":\"x </think> y\"}\n```",
           R"({"a":"x </think> y"})", "fence"},
      },
      false, nullptr);
}

TEST_CASE("JSON drafts in thinking never win") {
  check_rows(
      {
          {"closed", R"(<think>maybe {"a":0}</think>{"a":1})", R"({"a":1})", "thinking"},
          {"a draft only", R"(<think>maybe {"a":0}</think> I do not know)", "", "no JSON"},
          {"unclosed", R"(<think>maybe {"a":0})", "", "all thinking"},
          {"unclosed behind the answer", R"({"a":1} <think>or {"a":0})", R"({"a":1})", "thinking"},
          {"only the closer", R"(let me see {"a":0} </think>{"a":1})", R"({"a":1})", "thinking"},
          {"a damaged draft and only the closer", "try {\"a\": \"x </think>\n{\"a\":\"y\"}",
           R"({"a":"y"})", "thinking"},
          {"another word, upper case", R"(<THINKING>{"a":0}</THINKING>{"a":1})", R"({"a":1})",
           "thinking"},
          {"brackets", R"([THINK]{"a":0}[/THINK]{"a":1})", R"({"a":1})", "thinking"},
          {"nested", R"(<think>x <think>y</think>{"a":0}</think>{"a":1})", R"({"a":1})",
           "thinking"},
          {"a closer of another family stays inside", R"(<think></reasoning>{"a":0}</think>[1])",
           "[1]", "thinking"},
          {"channels",
           R"(<|channel|>analysis<|message|>try {"a":0}<|end|><|start|>assistant)"
           R"(<|channel|>final<|message|>{"a":1}<|return|>)",
           R"({"a":1})", "thinking"},
          {"channels without an end",
           R"(<|channel|>analysis<|message|>{"a":0}<|channel|>final <|constrain|>json<|message|>{"a":1})",
           R"({"a":1})", "thinking"},
          {"fenced behind thinking",
           "<think>\n```json\n{\"a\":0}\n```\n</think>\n```json\n{\"a\":1}\n```", R"({"a":1})",
           "thinking fence"},
      },
      false, nullptr);
}

TEST_CASE("damaged JSON is mended") {
  check_rows(
      {
          {"trailing commas", R"({"a":[1,2,],})", R"({"a":[1,2]})", "trailing_comma"},
          {"two commas", R"({"a":[1,,2],,"b":3})", R"({"a":[1,2],"b":3})", "extra_comma"},
          {"no comma", "{\"a\":\"x\"\n\"b\":{}\n\"c\":[{} {}]}", R"({"a":"x","b":{},"c":[{},{}]})",
           "missing_comma"},
          {"bare quotes", R"({"a":"say "hi" now","b":1})", R"({"a":"say \"hi\" now","b":1})",
           "bare_quote"},
          {"a bare quote before a comma", R"({"a":"say "hi", then go","b":1})",
           R"({"a":"say \"hi\", then go","b":1})", "bare_quote"},
          {"code in a string", R"~({"code":"print("a", {"k": "v"})","b":"c"})~",
           R"~({"code":"print(\"a\", {\"k\": \"v\"})","b":"c"})~", "bare_quote"},
          {"bare quotes in an array", R"(["the "x" one","y"])", R"(["the \"x\" one","y"])",
           "bare_quote"},
          {"raw newlines", "{\"a\":\"one\ntwo\"}", R"({"a":"one\ntwo"})", "raw_newline"},
          {"tabs and other controls", "{\"a\":\"x\ty\x01\"}", R"({"a":"x\ty\u0001"})",
           "control_character"},
          {"a fence in raw text", "```json\n{\"a\":\"x\n```sh\n[1]\n```\n\"}\n```",
           R"({"a":"x\n```sh\n[1]\n```\n"})", "fence raw_newline"},
          {"single quotes", R"({'a': 'it's "so"'})", R"({"a":"it's \"so\""})",
           "bare_quote single_quotes"},
          {"unquoted keys", R"({a: 1, b_2: "x"})", R"({"a":1,"b_2":"x"})", "unquoted_key"},
          {"comments", "{// one\n\"a\":1, /* two */ \"b\":\"x\" # three\n}", R"({"a":1,"b":"x"})",
           "comment"},
          {"Python", R"({"a":True,"b":False,"c":None,"d":NaN,"e":-Infinity})",
           R"({"a":true,"b":false,"c":null,"d":null,"e":null})", "python_literal"},
          {"numbers", R"([+1,.5,5.,007])", R"([1,0.5,5,7])", "number_form"},
          {"escapes", R"({"re":"\d+\.\w","q":"it\'s"})", R"({"re":"\\d+\\.\\w","q":"it's"})",
           "bad_escape"},
          {"half a surrogate pair", R"({"a":"\ud83d!"})", "{\"a\":\"\xEF\xBF\xBD!\"}",
           "lone_surrogate"},
          {"triple quotes", "{\"a\":\"\"\"\nsay \"hi\"\n\"\"\"}", R"({"a":"say \"hi\"\n"})",
           "triple_quotes"},
          {"missing closers", R"({"a":[1,{"b":2)", R"({"a":[1,{"b":2}]})", "missing_closer"},
          {"missing closers in a fence", "```json\n{\"a\":[1,2\n```\nDone.", R"({"a":[1,2]})",
           "fence missing_closer"},
          {"a missing closer in the middle", R"({"a":[1,2,"b":3})", "", "no end"},
          {"the wrong closer", R"([{"a":[1,2}])", R"([{"a":[1,2]}])", "missing_closer"},
          {"one closer too many", R"({"a":1}})", R"({"a":1})", "prose"},
          {"a string without end", R"({"a":"one)", "", "no end"},
          {"a value is missing", R"({"a":)", "", "no end"},
          {"an item is missing", R"({"a":[1,)", "", "no end"},
          {"a piece of a damaged value is no answer", "{\"a\":\"x\nint v[] = {1}; \"y", "",
           "no end"},
          {"nothing", " \n", "", "is empty"},
          {"prose", "I cannot do that.", "", "begins: I cannot"},
          {"too deep", std::string(600, '[') + std::string(600, ']'), "", "512"},
      },
      false, nullptr);
}

TEST_CASE("what was cut off is not completed") {
  check_rows(
      {
          {"inside an array", R"({"a":[1,2)", "", "cut off"},
          {"inside a string", R"({"a":"b)", "", "cut off"},
          {"inside a fence", "```json\n{\"a\":[{\"b\":1},{\"b\":2}", "", "cut off"},
          {"a draft before", R"(first {"a":1}, better: {"a":2)", "", "cut off"},
          {"a whole value and cut prose", R"({"a":1} This chan)", R"({"a":1})", "prose"},
          {"mending is still allowed", R"({"a":1,} This chan)", R"({"a":1})",
           "prose trailing_comma"},
      },
      true, nullptr);
}

TEST_CASE("a value that satisfies the schema wins") {
  const schema::JsonSchema schema = edit_schema();
  check_rows(
      {
          {"before other values", R"({"path":"a"} uses {"x":1} and [2])", R"({"path":"a"})",
           "prose"},
          {"the last of those", R"({"path":"a"} or {"path":"b"} [2])", R"({"path":"b"})", "prose"},
          {"mended over none", R"({"path":"a",} [2])", R"({"path":"a"})", "prose trailing_comma"},
          {"strict over mended", R"({"path":"a"} {"path":"b",})", R"({"path":"a"})", "prose"},
          {"bare over fenced", "```json\n{\"x\":1}\n```\n{\"path\":\"a\"}", R"({"path":"a"})",
           "prose"},
          {"none: the fenced one", "```json\n{\"x\":1,}\n```\n[2]", R"({"x":1})",
           "fence trailing_comma"},
      },
      false, &schema);
}

namespace {

std::string random_text(os::Random& random) {
  static constexpr std::string_view kPieces[] = {
      "a",       "\"",       "\\",     "\n",          "```",  "```json\n{}\n```",
      "<think>", "</think>", "{",      "}",           "[",    "]",
      ",",       ":",        "'",      "//",          "\t",   "é",
      "日本",    "😀",        "\u0001", "<|channel|>", "null", " ",
      "\"\"\"",  "\r\n",     "\u007f"};
  std::string out;
  for (std::uint64_t n = random.next() % 8; n > 0; --n) {
    out += kPieces[random.next() % std::size(kPieces)];
  }
  return out;
}

Json random_json(os::Random& random, int depth) {
  switch (random.next() % (depth > 0 ? 7 : 5)) {
    case 0: return Json();
    case 1: return Json(random.next() % 2 == 0);
    case 2: return Json(static_cast<long long>(random.next()));
    case 3: return Json(random.fraction() * 1e9 - 5e8);
    case 4: return Json(random_text(random));
    case 5: {
      Json out = Json::array();
      for (std::uint64_t n = random.next() % 5; n > 0; --n)
        out.push(random_json(random, depth - 1));
      return out;
    }
    default: {
      Json out = Json::object();
      for (std::uint64_t n = random.next() % 5; n > 0; --n) {
        const std::string key = random_text(random);
        out.set(key, random_json(random, depth - 1));
      }
      return out;
    }
  }
}

}  // namespace

TEST_CASE("valid JSON comes out as it went in") {
  constexpr std::uint64_t kSeed = 20'260'101;
  CAPTURE(kSeed);
  os::SeededRandom random(kSeed);
  for (int round = 0; round < 3'000; ++round) {
    const Json value = random_json(random, 4);
    for (const std::string& text : {value.dump(), value.pretty()}) {
      CAPTURE(text);
      const auto raw = extract_json(text, round % 2 == 0);
      REQUIRE(raw);
      CHECK(raw->value.dump() == Json::parse(text)->dump());
      CHECK(raw->steps.empty());
      if (!value.is_object() && !value.is_array()) continue;
      for (const std::string& wrapped :
           {"```json\n" + text + "\n```", "It's this:\n" + text + "\nThat's all.",
            "<think>a draft {\"x\": [1</think>\n```\n" + text + "\n```\nDone."}) {
        CAPTURE(wrapped);
        const auto got = extract_json(wrapped, false);
        REQUIRE(got);
        CHECK(got->value.dump() == value.dump());
      }
    }
  }
}

TEST_CASE("of several values the first that fits is taken, where that is asked for") {
  struct First {
    const char* text;
    const char* want;
    bool more;
  };
  const First rows[] = {
      {R"(First {"path":"a"}, then {"path":"b"}.)", R"({"path":"a"})", true},
      {R"(A draft {"x":1}, then {"path":"b"} and {"y":2})", R"({"path":"b"})", false},
      {R"({"path":"a",} and {"path":"b"})", R"({"path":"b"})", true},
      {"<think>{\"path\":\"a\"}</think>{\"path\":\"b\"}", R"({"path":"b"})", false},
      {R"({"path":"a"} and {"path":"b)", R"({"path":"a"})", false},
      {R"({"x":1} and {"y":2})", R"({"y":2})", false}};
  const auto schema = edit_schema();
  for (const First& row : rows) {
    CAPTURE(row.text);
    const auto got = extract_json(row.text, true, &schema, Which::first);
    REQUIRE(got);
    CHECK(got->value.dump() == row.want);
    CHECK(got->more == row.more);
  }
}

TEST_CASE("hostile text takes linear time") {
  // A linear scan of each text takes milliseconds; with a quadratic one the test would not end.
  constexpr std::size_t kBytes = 1U << 16U;
  const std::string deep_start = [] {
    std::string out;
    for (int i = 0; i < 500; ++i) out += "[\"</think>\",";
    return out;
  }();
  const std::string units[] = {"{",       "[",          "\"",           "`",
                               "{\"",     "[\"",        "{\"a\":",      "[1,",
                               "<think>", "</think>",   "{\"a\":\"\" ", "\"\",",
                               "[\" // ", "{'a':'",     "[]",           "{}",
                               "\n",      "```json\n{", "<|channel|>",  "{\"a\":\"</think>",
                               "[#",      "[\"a\" \n",  "[/*",          "{a:",
                               "\\",      "[[1]",       "\"\"\"",       "[\"\"\","};
  for (const std::string& unit : units) {
    for (const std::string& start : {std::string(), std::string("{\"a\":\"x"), deep_start}) {
      std::string text = start;
      while (text.size() < kBytes) text += unit;
      CAPTURE(unit);
      CAPTURE(start.substr(0, 20));
      const auto found = extract_json(text, false);
      CHECK((found.ok() || !found.error().message.empty()));
    }
  }
}

}  // namespace pawl::llm::extract_json_test
