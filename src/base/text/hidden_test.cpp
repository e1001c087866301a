#include "base/text/hidden.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "base/json.hpp"
#include "base/text/text.hpp"

namespace pawl::hidden_test {
namespace {

std::size_t unneeded(std::string_view text) {
  const auto hidden = hidden_in(text);
  return static_cast<std::size_t>(std::count_if(hidden.begin(), hidden.end(),
                                                [](const HiddenChar& one) { return !one.needed; }));
}

}  // namespace

TEST_CASE("every hidden character is found and shown as an escape") {
  struct Row {
    std::string text;
    std::string shown;
  };
  const Row rows[] = {
      {"a\x1b[2Jb", "a\\x1b[2Jb"},
      {std::string("a\0b", 3), "a\\x00b"},
      {"a\x7f", "a\\x7f"},
      {"a\u0085b\u009b2J", "a\\u{85}b\\u{9b}2J"},
      {"\u202egnp.exe", "\\u{202e}gnp.exe"},
      {"a\u2066b\u2069", "a\\u{2066}b\\u{2069}"},
      {"a\u200eb\u200fc\u061cd", "a\\u{200e}b\\u{200f}c\\u{61c}d"},
      {"a\u200bb\u200cc\u200dd\u2060e\ufeff", "a\\u{200b}b\\u{200c}c\\u{200d}d\\u{2060}e\\u{feff}"},
      {"a\u2028b\u00adc\u3164d", "a\\u{2028}b\\u{ad}c\\u{3164}d"},
      {"x\U000E0049\U000E0067", "x\\u{e0049}\\u{e0067}"},
      {"x\ufe01y\U000E0100", "x\\u{fe01}y\\u{e0100}"},
      {"a\x9b"
       "2J",
       "a\ufffd2J"},
      {"plain\ttext\nof\r\nlines", "plain\ttext\nof\r\nlines"},
      {"over\rwritten", "over\\x0dwritten"},
      {"Zoë 漢字 … ✓", "Zoë 漢字 … ✓"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.shown);
    CHECK(visible(row.text) == row.shown);
  }
  CHECK(printable("a\nb\u202e", 99) == "a\\nb\\u{202e}");
  CHECK(without_hidden("[sk\u200bip ci]\x1b") == "[skip ci]");
}

TEST_CASE("what its neighbours need stays") {
  for (const char* text : {
           "\U0001F468\u200D\U0001F4BB",      // a person at a computer
           "\u2764\uFE0F\u200D\U0001F525",    // a heart on fire
           "1\uFE0F\u20E3",                   // a key
           "\u26A0\uFE0F",                    // a warning sign
           "\u0645\u06CC\u200C\u062E\u0648",  // Persian
           "\u0915\u094D\u200D\u0937",        // Hindi
           "\u0E01\u200B\u0E02",              // Thai
           "\u26A0\uFE0F\uFE0F\uFE0F",        // a picture, said three times
           "\u845B\U000E0100",                // a variant of a Han character
           "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F",  // a flag
       }) {
    CAPTURE(text);
    CHECK(unneeded(text) == 0);
    CHECK(visible(text) == text);
  }
  // The same characters where nothing needs them.
  for (const char* text :
       {"a\u200Db", "\U0001F468\u200D", "\U0001F468\u200Da", "\u0915\u200D\u200D",
        "\u26A0\uFE0F\uFE0E", "a\uFE0F", "\U0001F3F4\U000E0067a", "\u0E01\u200Ba"}) {
    CAPTURE(text);
    CHECK(unneeded(text) == 1);
  }
}

TEST_CASE("names of hidden characters") {
  CHECK(hidden_name(0x202E) == "U+202E (right-to-left override)");
  CHECK(hidden_name(0x1B) == "U+001B (control character)");
  CHECK(hidden_name(0xE0041) == "U+E0041 (tag character)");
}

TEST_CASE("right-to-left letters") {
  CHECK(has_right_to_left("a \u05D0"));
  CHECK(has_right_to_left("\u0645"));
  CHECK_FALSE(has_right_to_left("a\u200f\u061c ä 漢"));
}

TEST_CASE("JSON shows no hidden character and loses none") {
  const std::string text =
      "\x1b[2J\x7f\u009b\u202e\u200b\ufeff\U000E0041\U0001F468\u200D\U0001F4BB\n";
  const Json json = Json::object({{text, text}});
  for (const std::string& written : {json.dump(), json.pretty()}) {
    CHECK(unneeded(trim(written).substr(1)) == (contains(written, "\n  ") ? 2 : 0));
    CHECK(contains(written, "\\u001b[2J\\u007f\\u009b\\u202e\\u200b\\ufeff\\udb40\\udc41"));
    CHECK(Json::parse(written).value() == json);
  }
}

}  // namespace pawl::hidden_test
