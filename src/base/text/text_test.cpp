#include "base/text/text.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

namespace pawl::text_test {
namespace {

using Views = std::vector<std::string_view>;

TEST_CASE("case is folded for ASCII only") {
  CHECK(lower("AbC Ä") == "abc Ä");
  CHECK(upper("aBc ä") == "ABC ä");
  CHECK(equal_folded("AbC", "aBc"));
  CHECK(!equal_folded("ab", "abc"));
  CHECK(starts_with_folded("README.md", "readme"));
  CHECK(!starts_with_folded("R", "readme"));
  CHECK(contains_folded("An Error", "ERROR"));
  CHECK(contains("abc", ""));
}

TEST_CASE("words are found whole") {
  CHECK(contains_word_folded("the Test runs", "test"));
  CHECK(contains_word_folded("latest, test", "test"));
  CHECK(!contains_word_folded("latest tests test_x", "test"));
  CHECK(contains_word_folded("test", "test"));
}

TEST_CASE("blanks are trimmed") {
  CHECK(trim(" \t\r\n a b \v\f") == "a b");
  CHECK(trim("   ").empty());
  CHECK(trim_end(" a ") == " a");
}

TEST_CASE("text is split") {
  CHECK(split("a,,b,", ',') == Views{"a", "", "b", ""});
  CHECK(split("", ',') == Views{""});
  CHECK(split_lines("a\r\nb\n\nc") == Views{"a", "b", "", "c"});
  CHECK(split_lines("a\n") == Views{"a"});
  CHECK(split_lines("").empty());
  CHECK(split_words("  a \t b\nc ") == Views{"a", "b", "c"});
  CHECK(line_count("") == 0);
  CHECK(line_count("a") == 1);
  CHECK(line_count("a\n") == 1);
  CHECK(line_count("a\n\n") == 2);
}

TEST_CASE("text is joined and replaced") {
  CHECK(join(std::array<std::string, 2>{"a", "b"}, ", ") == "a, b");
  CHECK(join(Views{}, ",").empty());
  CHECK(replace_all("aaa", "a", "bb") == "bbbbbb");
  CHECK(replace_all("abc", "", "x") == "abc");
  CHECK(replace_all("aXbX", "X", "") == "ab");
}

struct Utf8 {
  std::string text;
  std::string fixed;
};

TEST_CASE("UTF-8 is told from what looks like it") {
  const std::string bad = "\xEF\xBF\xBD";
  const std::array<Utf8, 12> cases = {{
      {"", ""},
      {"plain text that is longer than a machine word", ""},
      {"ä€𝄞", ""},
      {"\xF4\x8F\xBF\xBF", ""},
      {"12345678\xFF", "12345678" + bad},
      {"\xC0\xAF", bad + bad},
      {"\xE0\x80\x80", bad + bad + bad},
      {"\xED\xA0\x80", bad + bad + bad},
      {"\xF5\x80\x80\x80", bad + bad + bad + bad},
      {"\xC3", bad},
      {"a\x80z", "a" + bad + "z"},
      {"\xE2\x82", bad + bad},
  }};
  for (const Utf8& each : cases) {
    CAPTURE(each.text);
    CHECK(is_utf8(each.text) == each.fixed.empty());
    CHECK(to_utf8(each.text) == (each.fixed.empty() ? each.text : each.fixed));
    CHECK(is_utf8(to_utf8(each.text)));
  }
}

TEST_CASE("text for people is harmless and short") {
  CHECK(printable("a\nb\tc\x1B\x7F", 99) == "a\\nb\\tc\\x1b\\x7f");
  CHECK(printable("äöü", 4) == "äö…");
  CHECK(printable("äöü", 3) == "ä…");
  CHECK(printable("abc", 3) == "abc");
  CHECK(head_and_tail("abc", 3) == "abc");
  CHECK(head_and_tail("abcdefghij", 4) == "ab\n… 6 bytes left out …\nij");
  CHECK(head_and_tail("ää" + std::string(20, 'x') + "ää", 6) == "ä\n… 24 bytes left out …\nä");
}

TEST_CASE("a NUL near the front makes a text binary") {
  CHECK(!looks_binary(""));
  CHECK(!looks_binary(std::string_view()));
  CHECK(looks_binary(std::string("a\0b", 3)));
  CHECK(looks_binary(std::string(7999, 'a') + std::string(1, '\0')));
  CHECK(!looks_binary(std::string(8000, 'a') + std::string(1, '\0')));
}

TEST_CASE("numbers are read whole or not at all") {
  CHECK(parse_int("-42") == -42);
  CHECK(parse_int("9223372036854775807") == 9223372036854775807LL);
  for (const std::string_view text : {"", " 1", "1 ", "+1", "1x", "9223372036854775808", "0x1"}) {
    CAPTURE(text);
    CHECK(!parse_int(text));
  }
  CHECK(parse_double("1.5e3") == 1500.0);
  CHECK(!parse_double("1.5x"));
  CHECK(!parse_double(""));
}

TEST_CASE("things are counted") {
  CHECK(counted(0, "file") == "0 files");
  CHECK(counted(1, "file") == "1 file");
  CHECK(counted(2, "entry", "entries") == "2 entries");
}

TEST_CASE("a slip of the hand finds its word") {
  const std::array<std::string, 5> words = {"status", "list", "logs", "run", "doctor"};
  CHECK(nearest("stauts", words) == "status");
  CHECK(nearest("LIST", words) == "list");
  CHECK(nearest("ls", words) == std::nullopt);
  CHECK(nearest("log", words) == "logs");
  CHECK(nearest("rn", words) == "run");
  CHECK(nearest("x", words) == std::nullopt);
  CHECK(nearest("", words) == std::nullopt);
  CHECK(nearest("completely", words) == std::nullopt);
}

TEST_CASE("slugs are safe and never empty") {
  CHECK(slug("Hello, World!", 40) == "hello-world");
  CHECK(slug("../../etc", 40) == "etc");
  CHECK(slug("a--b", 40) == "a-b");
  CHECK(slug("abc-def", 4) == "abc");
  CHECK(slug("Ünï", 40) == "n");
  CHECK(slug("", 40) == "repo");
  CHECK(slug("---", 40) == "repo");
}

TEST_CASE("hashes are stable") {
  CHECK(hash_hex("") == "cbf29ce484222325");
  CHECK(hash_hex("a") == "af63dc4c8601ec8c");
  CHECK(hash_hex("foobar") == "85944171f73967e8");
}

}  // namespace
}  // namespace pawl::text_test
