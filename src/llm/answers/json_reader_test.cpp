#include "llm/answers/json_reader.hpp"

#include <doctest/doctest.h>

#include <string>

#include "llm/answers/json_quotes.hpp"

namespace pawl::llm::json_reader_test {

TEST_CASE("strict reading takes what Json::parse takes") {
  const std::string rows[] = {"0",
                              "-0",
                              "1.5e3",
                              "01",
                              "+1",
                              ".5",
                              "5.",
                              "1e5",
                              "1E-400",
                              "0.1e999",
                              "1e400",
                              "-",
                              "2e",
                              "9223372036854775807",
                              "9223372036854775808",
                              "18446744073709551615",
                              "-9223372036854775808",
                              "-9223372036854775809",
                              std::string(400, '9'),
                              "4.9e-324",
                              "true",
                              "tru",
                              "nul",
                              "True",
                              "\"a\"",
                              "\"a",
                              "\"\\u00e9\\ud83d\\ude00\"",
                              "\"\\ud83d\"",
                              "\"\\ude00x\"",
                              "\"\\u12\"",
                              "\"\\x\"",
                              "\"\n\"",
                              "\"\t\"",
                              "\"\x7f\"",
                              "'a'",
                              "{}",
                              "[]",
                              "[1,]",
                              "[,1]",
                              "{\"a\":1,}",
                              "{\"a\" 1}",
                              "{\"a\":}",
                              "{a:1}",
                              "{\"a\":1,\"a\":2,\"b\":3}",
                              "[1 2]",
                              "[1]]",
                              "[[]",
                              "//x\n1",
                              "[1/**/]",
                              "{\"\":[{}]}",
                              " \t\r\n[ 1 , 2 ] ",
                              "",
                              std::string(512, '[') + std::string(512, ']'),
                              std::string(513, '[') + std::string(513, ']')};
  for (const std::string& text : rows) {
    CAPTURE(text);
    const auto want = Json::parse(text);
    const Reading got = read_json(text, 0, {});
    const bool whole = got.found && past_blanks(text, got.end) == text.size();
    CHECK(whole == want.ok());
    if (whole && want) {
      CHECK(got.value == *want);
      CHECK(got.value.dump() == want->dump());
      const Reading mending = read_json(text, 0, {.mend = true});
      CHECK(mending.value == *want);
      CHECK(mending.mends.empty());
    }
  }
}

TEST_CASE("a reading tells where and why it failed") {
  const Reading word = read_json("[1, x]", 0, {});
  CHECK_FALSE(word.found);
  CHECK(word.end == 4);
  CHECK_FALSE(word.cut_off);
  CHECK(read_json("[1, 2", 0, {}).cut_off);
  CHECK(read_json("[1, \"a", 0, {.mend = true, .close_at_end = true}).cut_off);
  CHECK(read_json(std::string(600, '['), 0, {}).too_deep);
  const Reading inner = read_json("xx{\"a\":1} tail", 2, {});
  CHECK(inner.found);
  CHECK(inner.end == 9);
}

TEST_CASE("a quote ends a string where JSON goes on behind it") {
  struct Row {
    std::string_view text;  // the quote in question is the first one
    Place place;
    bool outermost;
    bool want;
  };
  const Row rows[] = {
      {"\": 1", Place::key, true, true},
      {"\", 1", Place::key, true, false},
      {"\"", Place::key, true, false},
      {"\"", Place::member, true, true},
      {"\" \n}", Place::member, true, true},
      {"\"} more", Place::member, true, true},
      {"\"});", Place::member, true, false},
      {"\"});", Place::member, false, false},
      {"\"}, {", Place::member, false, true},
      {"\", \"b\": 1", Place::member, true, true},
      {"\", \"b\" and", Place::member, true, false},
      {"\", b: 1", Place::member, true, true},
      {"\", then", Place::member, true, false},
      {"\",}", Place::member, true, true},
      {"\" // why\n}", Place::member, true, true},
      {"\" // \" why", Place::member, true, false},
      {"\"\n\"b\": 1", Place::member, true, true},
      {"\" \"b\": 1", Place::member, true, false},
      {"\", \"b\"]", Place::element, true, true},
      {"\", then", Place::element, true, false},
      {"\", true]", Place::element, true, true},
      {"\"]", Place::element, true, true},
      {"\"] of", Place::element, false, false},
      {"\" x", Place::element, true, false},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.text));
    CHECK(closes_string(row.text, 0, row.place, row.outermost) == row.want);
  }
}

}  // namespace pawl::llm::json_reader_test
