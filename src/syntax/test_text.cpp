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
      } else if (call && end_ <= i && is_test_name(word)) {
        begin_function(i, word, open);
      } else if (call && end_ > i && is_assert(word)) {
        assertion(i, word, open);
      } else if (end_ > i && call &&
                 (word == "GTEST_SKIP" || word == "SKIP" || word == "TEST_IGNORE" ||
                  word == "TEST_IGNORE_MESSAGE" || word == "skip" || word == "g_test_skip")) {
        skip(i);
      }
      advance(i, open);
    }
    // A main that asserts is a test, another one is not.
    std::erase_if(tests_,
                  [](const Test& test) { return test.name == "main" && test.assertions.empty(); });
    return std::move(tests_);
  }

 private:
  // Functions that are tests of C: Unity's, cmocka's, those a main calls.
  static bool is_test_name(std::string_view word) {
    return word.starts_with("test_") || word == "main" ||
           (word.starts_with("test") && word.size() > 4 && is_upper(word[4])) ||
           word.ends_with("_test");
  }

  void begin_function(std::size_t at, std::string_view word, std::size_t open) {
    const std::size_t close = behind_match(plain_, open);
    const std::size_t brace = plain_.find_first_not_of(" \t\r\n", close);
    if (brace == std::string::npos || plain_[brace] != '{') return;
    // A type stands before the name of a definition.
    const std::size_t before =
        at == 0 ? std::string::npos : plain_.find_last_not_of(" \t*", at - 1);
    if (before == std::string::npos || !is_word(plain_[before])) return;
    end_ = behind_match(plain_, brace);
    Test test{.name = std::string(word), .line = line_};
    test.begin = brace;
    test.end = end_;
    if (is_left_out(at)) test.skip_line = line_;
    tests_.push_back(std::move(test));
    begin_ = at;
  }

  // Below `#if 0`.
  bool is_left_out(std::size_t at) const {
    const std::string_view above = std::string_view(plain_).substr(0, at);
    const std::size_t off = above.rfind("\n#if 0");
    return off != std::string_view::npos && !contains(above.substr(off), "\n#endif") &&
           !contains(above.substr(off), "\n#else");
  }

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
                          contains(test.name, "[!shouldfail]") || contains(test.name, "[!hide]") ||
                          contains(test.name, "[hide]") || contains(test.name, "[!mayfail]") ||
                          contains(test.name, "may_fail") || contains(test.name, "should_fail") ||
                          contains(test.name, "disabled()");
    if (disabled || is_left_out(at)) test.skip_line = line_;
    test.begin = brace;
    test.end = end_;
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
    const bool handled = said.starts_with("tc, ");
    found.subject = subject_in(handled ? std::string_view(said).substr(4) : said);
    const std::string plain = lower(word);
    const bool unlike = contains(plain, "not_equal") || plain.ends_with("_ne") ||
                        contains(plain, "strne") || contains(plain, "_not_");
    const bool equal = plain.ends_with("_eq") || contains(plain, "_eq_") ||
                       contains(plain, "equal") || contains(plain, "streq") ||
                       contains(plain, "caseeq") || plain == "check_eq" || plain == "require_eq";
    const bool bare = word == "CHECK" || word == "REQUIRE" || word == "assert" ||
                      plain.ends_with("_true") || plain.ends_with("_false") ||
                      word == "ck_assert" || word == "BOOST_CHECK" || word == "BOOST_REQUIRE" ||
                      word == "BOOST_TEST" || word == "TEST_ASSERT" || word == "CU_ASSERT" ||
                      word == "g_assert" || word == "CHECK_FALSE" || word == "REQUIRE_FALSE";
    const auto given = arguments_in(said);
    const std::string_view asked = given.empty() ? std::string_view(said) : given.front();
    if (unlike) {
      found.strength = Strength::shape;
    } else if (equal) {
      const bool same = given.size() > 1 &&
                        is_idle_condition(std::string(given[0]) + " == " + std::string(given[1]));
      found.strength = same ? Strength::nothing : Strength::value;
    } else if (bare) {
      found.strength = is_idle_condition(asked) && !contains(plain, "false")
                           ? Strength::nothing
                           : strength_of_condition(asked);
    } else if (contains(plain, "_null") || contains(plain, "non_null") ||
               contains(plain, "nothrow") || contains(plain, "no_throw")) {
      found.strength = Strength::truth;
    } else if (contains(plain, "_that") && (contains(said, "Eq(") || contains(said, "StrEq("))) {
      found.strength = Strength::value;
    } else if (contains(said, " == ")) {
      found.strength = Strength::value;
    }
    found.conditional = is_below_if(at);
    tests_.back().assertions.push_back(std::move(found));
  }

  // `if (…) CHECK(…)` on one line, or the line above it opens such a block.
  bool is_below_if(std::size_t at) const {
    const std::size_t line = plain_.rfind('\n', at);
    const std::string_view own = std::string_view(plain_).substr(line + 1, at - line - 1);
    if (trim(own).starts_with("if ") || trim(own).starts_with("if(")) return true;
    if (line == std::string::npos || line == 0) return false;
    const std::size_t above = plain_.rfind('\n', line - 1);
    const std::string_view row = trim(std::string_view(plain_).substr(above + 1, line - above - 1));
    return (row.starts_with("if ") || row.starts_with("if(")) &&
           (row.ends_with('{') || row.ends_with(')'));
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

namespace {

// The name of a test that a line opens: `@test "name" {`, `test_name() {`.
std::string opened_by(std::string_view line) {
  const std::string_view plain = trim(line);
  if (plain.starts_with("@test ")) {
    const std::size_t brace = plain.rfind('{');
    return std::string(trim(plain.substr(6, brace - 6)));
  }
  std::string_view rest = line.starts_with("function ") ? line.substr(9) : line;
  if (!rest.starts_with("test")) return {};
  std::size_t end = 0;
  while (end < rest.size() && is_word(rest[end])) ++end;
  const std::string_view behind = trim(rest.substr(end));
  const bool opens = behind.starts_with("()") || (rest.data() != line.data() && behind == "{");
  return opens && end > 4 ? std::string(rest.substr(0, end)) : std::string();
}

bool asserts_in_shell(std::string_view plain) {
  for (const std::string_view start :
       {"[ ", "[[ ", "assert", "refute", "(( ", "! ", "fail", "test ", "${_ASSERT_", "diff ",
        "cmp ", "grep -q", "run !"}) {
    if (plain.starts_with(start)) return true;
  }
  return false;
}

// `[ 1 -eq 1 ]`, `[ -n "x" ]`, and what `|| true` stands behind.
bool is_idle_in_shell(std::string_view plain) {
  if (plain.ends_with("|| true") || plain.ends_with("|| :")) return true;
  if (among({"[ 1 ]", "[ true ]", "[[ true ]]", "(( 1 ))", "assert true", "assertTrue true",
             "assertTrue 0", "[ 1 = 1 ]", "[ 1 -eq 1 ]", "[[ 1 -eq 1 ]]", "[[ 1 == 1 ]]",
             "assertTrue '[ 1 -eq 1 ]'", "[ -n \"x\" ]", "[ 0 -eq 0 ]", "[ \"a\" = \"a\" ]"},
            plain)) {
    return true;
  }
  const auto words = split_words(plain);
  const bool bracket = words.size() == 5 && (words[0] == "[" || words[0] == "[[") &&
                       (words[2] == "=" || words[2] == "==" || words[2] == "-eq");
  if (bracket) return words[1] == words[3];
  const bool equals = words.size() >= 3 && (words[0] == "assert_equal" ||
                                            words[0] == "assertEquals" || words[0] == "assertSame");
  return equals && words[words.size() - 1] == words[words.size() - 2];
}

Assertion assertion_in_shell(std::string_view plain, int number) {
  const bool equal = contains(plain, " = ") || contains(plain, " == ") || contains(plain, "-eq ") ||
                     contains_folded(plain, "equal") || plain.starts_with("assertSame") ||
                     plain.starts_with("diff ") || plain.starts_with("cmp ");
  const bool unlike = contains(plain, "assertNot") || contains(plain, "refute") ||
                      contains(plain, "-ne ") || contains(plain, " != ");
  const bool loose = contains(plain, "--partial") || contains(plain, "--regexp") ||
                     contains(plain, " -p ") || contains(plain, " -e ");
  const bool truth = plain.starts_with("assertTrue") || plain.starts_with("assertNotNull") ||
                     plain.starts_with("assertNull") || plain.starts_with("assertFalse") ||
                     plain == "assert_success" || plain == "assert_failure" ||
                     contains(plain, "[ -n ") || contains(plain, "[[ -n ") ||
                     contains(plain, "[ -z ") || plain == "assert_output";
  const bool output = plain.starts_with("assert_output ") || plain.starts_with("assert_line ");
  Strength strength = equal && !unlike ? Strength::value : Strength::shape;
  if (output && !loose) strength = Strength::value;
  if (truth) strength = Strength::truth;
  if (is_idle_in_shell(plain)) strength = Strength::nothing;
  const std::string folded = folded_blanks(plain);
  std::size_t end = folded.find(" =");
  for (const std::string_view sign : {" -eq ", " -ne ", " -ge ", " -gt ", " -le ", " != "}) {
    end = std::min(end, folded.find(sign));
  }
  std::string subject = folded.substr(0, end);
  if (output) subject = folded.substr(0, folded.find(' '));
  return {folded, std::move(subject), strength, number};
}

}  // namespace

std::vector<Test> bats_tests(std::string_view text) {
  std::vector<Test> tests;
  bool inside = false;
  int branches = 0;
  int number = 0;
  for (const std::string_view line : split_lines(text)) {
    ++number;
    const std::string_view plain = trim(line);
    const auto offset = static_cast<std::size_t>(line.data() - text.data());
    if (std::string name = opened_by(line); !name.empty()) {
      tests.push_back({.name = std::move(name), .line = number});
      tests.back().begin = tests.back().end = offset + line.size();
      inside = true;
      branches = 0;
      continue;
    }
    if (line.starts_with('}')) inside = false;
    if (!inside) continue;
    Test& test = tests.back();
    test.end = offset + line.size();
    const bool top = line.size() - plain.size() <= 4;
    if (plain.starts_with("if ")) ++branches;
    if (plain == "fi" || plain.starts_with("fi ")) --branches;
    if (asserts_in_shell(plain)) {
      test.assertions.push_back(assertion_in_shell(plain, number));
      test.assertions.back().conditional = branches > 0;
    } else if ((plain == "skip" || plain.starts_with("skip ") || plain == "startSkipping") && top) {
      test.skip_line = number;
    } else if (among({"return", "return 0", "exit 0", "true; return", "return 0;"}, plain) && top &&
               branches == 0 && test.assertions.empty() && test.return_line == 0) {
      test.return_line = number;
    }
  }
  for (Test& test : tests) {
    // What ends a test without assertions ends nothing.
    if (test.assertions.empty()) test.return_line = 0;
  }
  return tests;
}

}  // namespace pawl::syntax
