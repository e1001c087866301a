#include "syntax/test_text.hpp"

#include <algorithm>
#include <array>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "syntax/blank_literals.hpp"
#include "syntax/outline/test_calls.hpp"

namespace pawl::syntax {
namespace {

constexpr auto kTestMacros = std::to_array<std::string_view>(
    {"TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P", "TEST_CASE", "TEST_CASE_FIXTURE",
     "TEST_CASE_METHOD", "TEMPLATE_TEST_CASE", "SCENARIO", "BOOST_AUTO_TEST_CASE",
     "BOOST_FIXTURE_TEST_CASE", "START_TEST", "TEST_CASE_TEMPLATE"});
constexpr auto kAssertPrefixes = std::to_array<std::string_view>(
    {"EXPECT_", "ASSERT_", "CHECK", "REQUIRE", "BOOST_CHECK", "BOOST_REQUIRE", "BOOST_TEST", "FAIL",
     "CU_ASSERT", "TEST_ASSERT", "ck_assert", "g_assert", "assert", "ADD_FAILURE", "WARN"});

// The place behind the bracket that closes the one at `open`.
std::size_t behind_match(std::string_view text, std::size_t open) {
  const char opening = text[open];
  const char closing = opening == '(' ? ')' : '}';
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == opening) ++depth;
    if (text[i] == closing && --depth == 0) return i + 1;
  }
  return text.size();
}

class Macros {
 public:
  explicit Macros(std::string_view text) : text_(text), plain_(blank_literals(text)) {}

  std::vector<Test> run() {
    for (std::size_t i = 0; i < plain_.size();) {
      const std::string_view word = word_at(i);
      if (word.empty()) {
        advance(i, i + 1);
        continue;
      }
      const std::size_t open = i + word.size();
      const bool call = open < plain_.size() && plain_[open] == '(';
      if (call && std::find(kTestMacros.begin(), kTestMacros.end(), word) != kTestMacros.end()) {
        begin_test(i, open);
      } else if (call && end_ > i && is_assert(word)) {
        assertion(i, word, open);
      } else if (end_ > i && call && (word == "GTEST_SKIP" || word == "SKIP")) {
        skip(i);
      }
      advance(i, open);
    }
    return std::move(tests_);
  }

 private:
  std::string_view word_at(std::size_t at) const {
    std::size_t end = at;
    while (end < plain_.size() && is_word(plain_[end])) ++end;
    return std::string_view(plain_).substr(at, end - at);
  }
  void advance(std::size_t& at, std::size_t to) {
    for (; at < to; ++at) line_ += plain_[at] == '\n' ? 1 : 0;
  }
  static bool is_assert(std::string_view word) {
    return std::any_of(kAssertPrefixes.begin(), kAssertPrefixes.end(),
                       [&](std::string_view prefix) { return word.starts_with(prefix); });
  }

  void begin_test(std::size_t at, std::size_t open) {
    const std::size_t close = behind_match(plain_, open);
    const std::size_t brace = plain_.find_first_not_of(" \t\r\n", close);
    if (brace == std::string::npos || plain_[brace] != '{') return;
    end_ = behind_match(plain_, brace);
    Test test;
    test.name = folded_blanks(text_.substr(open + 1, close - open - 2));
    test.line = line_;
    const bool disabled = contains(test.name, "DISABLED_") ||
                          contains(test.name, "doctest::skip") || contains(test.name, "[.]") ||
                          contains(test.name, "[!shouldfail]");
    if (disabled) test.skip_line = line_;
    test.name = replace_all(test.name, "DISABLED_", "");
    test.name = std::string(trim_end(test.name.substr(0, test.name.find("* doctest"))));
    tests_.push_back(std::move(test));
    begin_ = at;
  }

  void assertion(std::size_t at, std::string_view word, std::size_t open) {
    if (tests_.empty() || at < begin_) return;
    const std::size_t close = behind_match(plain_, open);
    const std::string text = folded_blanks(text_.substr(at, close - at));
    const std::string said = folded_blanks(text_.substr(open + 1, close - open - 2));
    Assertion found{.text = text, .subject = {}, .strength = Strength::shape, .line = line_};
    found.subject = said.substr(0, std::min(said.find(" == "), said.find(", ")));
    const bool equal = contains(word, "_EQ") || contains(word, "_eq") || contains(word, "EQUAL");
    if (equal || contains(said, " == ")) {
      found.strength = Strength::value;
    } else {
      const bool bare = word == "CHECK" || word == "REQUIRE" || word == "assert" ||
                        word.ends_with("_TRUE") || word.ends_with("_FALSE");
      if (bare) found.strength = strength_of_condition(said);
    }
    tests_.back().assertions.push_back(std::move(found));
  }

  // Not below a condition: then it skips where it cannot run.
  void skip(std::size_t at) {
    const std::size_t line = plain_.rfind('\n', at);
    const std::string_view before = std::string_view(plain_).substr(line + 1, at - line - 1);
    if (!tests_.empty() && tests_.back().skip_line == 0 && trim(before).empty() &&
        before.size() <= 4) {
      tests_.back().skip_line = line_;
    }
  }

  std::string_view text_;
  std::string plain_;
  std::vector<Test> tests_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;  // of the test the walk is in
  int line_ = 1;
};

}  // namespace

std::vector<Test> macro_tests(std::string_view text) { return Macros(text).run(); }

std::vector<Test> bats_tests(std::string_view text) {
  std::vector<Test> tests;
  bool inside = false;
  int number = 0;
  for (const std::string_view line : split_lines(text)) {
    ++number;
    const std::string_view plain = trim(line);
    if (plain.starts_with("@test ")) {
      const std::size_t brace = plain.rfind('{');
      tests.push_back({.name = std::string(trim(plain.substr(6, brace - 6))), .line = number});
      inside = true;
    } else if (line.starts_with('}')) {
      inside = false;
    } else if (inside && (plain.starts_with("[ ") || plain.starts_with("[[ ") ||
                          plain.starts_with("assert") || plain.starts_with("refute") ||
                          plain.starts_with("(( ") || plain.starts_with("! "))) {
      const bool equal = contains(plain, " = ") || contains(plain, " == ") ||
                         contains(plain, "-eq ") || contains(plain, "equal");
      const std::string folded = folded_blanks(plain);
      tests.back().assertions.push_back({folded, folded.substr(0, folded.find(" =")),
                                         equal ? Strength::value : Strength::shape, number});
    } else if (inside && (plain == "skip" || plain.starts_with("skip "))) {
      if (line.size() - plain.size() <= 4) tests.back().skip_line = number;
    }
  }
  return tests;
}

}  // namespace pawl::syntax
