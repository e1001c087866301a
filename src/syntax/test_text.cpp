#include "syntax/test_text.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "syntax/blank_literals.hpp"
#include "syntax/macro_reach.hpp"
#include "syntax/outline/test_calls.hpp"

namespace pawl::syntax {
namespace {

constexpr auto kTestMacros = fixed_words(
    "TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P", "TEST_CASE", "TEST_CASE_FIXTURE",
    "TEST_CASE_METHOD", "TEMPLATE_TEST_CASE", "SCENARIO", "BOOST_AUTO_TEST_CASE",
    "BOOST_FIXTURE_TEST_CASE", "START_TEST", "TEST_CASE_TEMPLATE");
constexpr auto kAssertPrefixes = fixed_words(
    "EXPECT_", "ASSERT_", "CHECK", "REQUIRE", "BOOST_CHECK", "BOOST_REQUIRE", "BOOST_TEST", "FAIL",
    "CU_ASSERT", "TEST_ASSERT", "ck_assert", "g_assert", "assert", "ADD_FAILURE", "WARN");

// The place behind the bracket that closes the one at `open`.
std::size_t behind_match(std::string_view text, std::size_t open) {
  if (open >= text.size()) return text.size();
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
  explicit Macros(std::string_view text)
      : text_(text), plain_(blank_literals(text)), leaves_out_(contains(plain_, kLeftOut)) {}

  std::vector<Test> run() {
    for (std::size_t i = 0; i < plain_.size();) {
      const std::string_view word = word_at(i);
      if (word.empty()) {
        advance(i, i + 1);
        continue;
      }
      const std::size_t open = i + word.size();
      const bool call = open < plain_.size() && plain_[open] == '(';
      if (call && among(kTestMacros, word)) {
        begin_test(i, open);
      } else if (call && end_ <= i) {
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
    for (Test& test : tests_) {
      test.helper = test.helper || (test.name == "main" && test.assertions.empty());
    }
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
    constexpr std::size_t kParametersMax = 2000;
    const std::string_view near = std::string_view(plain_).substr(0, open + kParametersMax);
    const std::size_t close = behind_match(near, open);
    std::size_t brace = plain_.find_first_not_of(" \t\r\n", close);
    for (const std::string_view word_behind : {"const", "override", "noexcept", "final"}) {
      if (brace == std::string::npos ||
          !std::string_view(plain_).substr(brace).starts_with(word_behind))
        continue;
      brace = plain_.find_first_not_of(" \t\r\n", brace + word_behind.size());
    }
    if (brace == std::string::npos || plain_[brace] != '{') return;
    // A type stands before the name of a definition.
    const std::size_t before =
        at == 0 ? std::string::npos : plain_.find_last_not_of(" \t*", at - 1);
    if (before == std::string::npos || !is_word(plain_[before])) return;
    end_ = behind_match(plain_, brace);
    Test test{.name = std::string(word), .line = line_};
    test.helper = !is_test_name(word);
    if (is_left_out(at)) test.skip_line = line_;
    enter(std::move(test), at, brace);
  }

  // What the body says, before its assertions are looked at.
  void enter(Test test, std::size_t at, std::size_t brace) {
    test.begin = brace;
    test.end = end_;
    const std::string_view body = std::string_view(plain_).substr(brace, end_ - brace);
    reach_ = reach_of_body(plain_, text_, brace, end_);
    for (const std::string_view part : split(body.substr(1, body.size() - 2), ';')) {
      const std::string_view said = trim(part);
      if (said.empty() || (test.statements == 0 && said == "return")) {
        test.leaves = test.leaves || said == "return";
        continue;
      }
      ++test.statements;
    }
    tests_.push_back(std::move(test));
    begin_ = at;
  }

  // Below `#if 0`.
  bool is_left_out(std::size_t at) const {
    if (!leaves_out_) return false;
    const std::string_view above = std::string_view(plain_).substr(0, at);
    const std::size_t off = above.rfind(kLeftOut);
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
    test.name = replace_all(test.name, "DISABLED_", "");
    test.name = std::string(trim_end(test.name.substr(0, test.name.find("* doctest"))));
    enter(std::move(test), at, brace);
  }

  // `EXPECT_EQ(x, x)`, `CHECK(true)`, `SUCCEED()`.
  static bool is_idle_macro(std::string_view word, const std::vector<std::string_view>& given) {
    std::string plain = replace_all(word, "_", "");
    if (plain == "testpass") return true;
    const Relation relation = relation_of(plain);
    if (given.empty() || relation == Relation::none) return false;
    return is_idle_relation(relation, given[0], given.size() < 2 ? std::string_view() : given[1]);
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
    if (is_idle_macro(plain, given)) {
      found.strength = Strength::nothing;
    } else if (unlike) {
      found.strength = Strength::shape;
    } else if (equal) {
      found.strength = Strength::value;
    } else if (bare) {
      found.strength = strength_of_condition(asked);
    } else if (contains(plain, "_null") || contains(plain, "non_null") ||
               contains(plain, "nothrow") || contains(plain, "no_throw")) {
      found.strength = Strength::truth;
    } else if (contains(plain, "_that") && (contains(said, "Eq(") || contains(said, "StrEq("))) {
      found.strength = Strength::value;
    } else if (contains(said, " == ")) {
      found.strength = Strength::value;
    }
    found.twofold = is_twofold(said);
    found.conditional = is_below_if(at);
    note_reach(at, found, tests_.back());
    tests_.back().assertions.push_back(std::move(found));
  }

  void note_reach(std::size_t at, Assertion& found, Test& test) const {
    for (const MacroRange& range : reach_) {
      if (at < range.begin || at >= range.end) continue;
      found.dead = found.dead || range.what == MacroReach::dead;
      found.sheltered = found.sheltered || range.what == MacroReach::sheltered;
      found.passed_over = found.passed_over || range.what == MacroReach::passed_over;
    }
    found.conditional = found.conditional || found.passed_over;
    if (found.dead && test.return_line == 0) test.return_line = found.line;
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

  static constexpr std::string_view kLeftOut = "\n#if 0";

  std::string_view text_;
  std::string plain_;
  bool leaves_out_;
  std::vector<Test> tests_;
  std::vector<MacroRange> reach_;  // of the test the walk is in
  std::size_t begin_ = 0;
  std::size_t end_ = 0;  // of the test the walk is in
  int line_ = 1;
};

}  // namespace

std::vector<Test> macro_tests(std::string_view text) { return Macros(text).run(); }

namespace {

// A function or test that a line opens: `@test "name" {`, `test_name() {`, `setup() {`.
struct Opened {
  std::string name;
  bool is_test = false;
};

std::optional<Opened> opened_by(std::string_view line, bool bats) {
  const std::string_view plain = trim(line);
  if (plain.starts_with("@test ")) {
    const std::size_t brace = plain.rfind('{');
    return Opened{std::string(trim(plain.substr(6, brace - 6))), true};
  }
  const bool worded = line.starts_with("function ");
  const std::string_view rest = worded ? line.substr(9) : line;
  std::size_t end = 0;
  while (end < rest.size() && (is_word(rest[end]) || rest[end] == ':' || rest[end] == '-')) ++end;
  const std::string_view behind = trim(rest.substr(end));
  const bool opens = behind.starts_with("()") || (worded && behind.starts_with('{'));
  if (!opens || end == 0 || behind.ends_with('}')) return std::nullopt;
  const bool is_test = !bats && rest.starts_with("test") && end > 4;
  return Opened{std::string(rest.substr(0, end)), is_test};
}

bool asserts_in_shell(std::string_view plain) {
  for (const std::string_view start :
       {"[ ", "[[ ", "assert", "refute", "(( ", "! ", "fail", "test ", "${_ASSERT_", "diff ",
        "cmp ", "grep -q", "run !", "die "}) {
    if (plain.starts_with(start)) return true;
  }
  for (const std::string_view behind :
       {"|| die", "|| fail", "|| exit 1", "|| return 1", "&& die", "&& fail", "|| flunk"}) {
    if (contains(plain, behind)) return true;
  }
  return false;
}

// What a word of shell comes to, without its quotes.
std::string_view bare_word(std::string_view word) {
  if (word.size() > 1 && (word.front() == '"' || word.front() == '\'') &&
      word.back() == word.front()) {
    return word.substr(1, word.size() - 2);
  }
  return word;
}
bool is_fixed_word(std::string_view word) {
  return word.find_first_of("$`") == std::string_view::npos;
}

// `1 -eq 1`, `"$x" = "$x"`, `-n "x"`, `x`.
bool holds_always_in_shell(std::string_view condition) {
  const auto words = split_words(condition);
  if (words.size() == 1) return is_fixed_word(words[0]) && words[0] != "false" && words[0] != "0";
  if (words.size() == 2) {
    if (words[0] == "-n") return is_fixed_word(words[1]) && !bare_word(words[1]).empty();
    if (words[0] == "-z") return bare_word(words[1]).empty();
    return false;
  }
  if (words.size() != 3) return false;
  const std::string_view sign = words[1];
  const bool same = bare_word(words[0]) == bare_word(words[2]);
  if (among({"=", "==", "-eq"}, sign)) return same;
  if (among({"-ge", "-le"}, sign) && same) return true;
  // No status is below zero.
  if (sign == "-ge" && words[2] == "0") return contains(words[0], "status") || words[0] == "$?";
  if (sign == "!=" || sign == "-ne") {
    return !same && is_fixed_word(words[0]) && is_fixed_word(words[2]);
  }
  return (sign == "=~" && bare_word(words[2]) == ".*") || (sign == "==" && words[2] == "*");
}

// Inside of `[ … ]`, `[[ … ]]`, `(( … ))`, `test …`.
std::string_view condition_in_shell(std::string_view plain) {
  for (const auto& [open, close] :
       std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"[[ ", " ]]"}, {"[ ", " ]"}, {"(( ", " ))"}}) {
    if (plain.starts_with(open) && plain.ends_with(close)) {
      return trim(plain.substr(open.size(), plain.size() - open.size() - close.size()));
    }
  }
  return plain.starts_with("test ") ? trim(plain.substr(5)) : std::string_view();
}

// Its failure is dropped.
bool is_dropped_in_shell(std::string_view plain) {
  for (const std::string_view sign : {"||", ";"}) {
    const auto at = plain.rfind(sign);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = trim(plain.substr(at + sign.size()));
    if (among({"true", ":", "return 0", "exit 0", "/bin/true"}, rest)) return true;
    if (sign == "||" && (rest.starts_with("echo ") || rest.starts_with("printf "))) return true;
  }
  return plain.ends_with(" &") && !plain.ends_with("&&");
}

// What holds whatever was run, and what nobody hears fail.
bool is_idle_in_shell(std::string_view plain) {
  if (is_dropped_in_shell(plain)) return true;
  const auto split_at = std::min(plain.find(" || "), plain.find(" && "));
  const std::string_view first = trim(plain.substr(0, split_at));
  if (const auto condition = condition_in_shell(first); !condition.empty()) {
    return holds_always_in_shell(condition);
  }
  const auto words = split_words(plain);
  if (words.empty()) return false;
  if (words[0] == "assert" || words[0] == "assertTrue") {
    std::string_view asked = trim(plain.substr(words[0].size()));
    if (among({"true", "0", ":", "\"true\"", "'true'", "\"[ 1 -eq 1 ]\"", "\"0\""}, asked))
      return true;
    asked = bare_word(asked);
    const auto condition = condition_in_shell(asked);
    return !condition.empty() && holds_always_in_shell(condition);
  }
  const bool equals =
      words.size() >= 3 &&
      among({"assert_equal", "assertEquals", "assertSame", "assert_equals"}, words[0]);
  if (equals) return bare_word(words[words.size() - 1]) == bare_word(words[words.size() - 2]);
  const bool anything = plain.starts_with("assert_output") && words.size() > 2 &&
                        (words[1] == "--partial" || words[1] == "--regexp" || words[1] == "-p");
  if (anything) return among({"", ".*"}, bare_word(words[2]));
  return words[0] == "assertNotNull" && words.size() == 2 && is_fixed_word(words[1]);
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
  while (subject.starts_with('[')) subject.erase(0, 1);
  subject = std::string(trim(subject));
  if (output) subject = folded.substr(0, folded.find(' '));
  return {folded, std::move(subject), strength, number};
}

// Asks for a variable in capitals that the text sets nowhere: `[ -n "$CI" ]`.
bool asks_unset_variable(std::string_view condition, std::string_view text) {
  for (auto at = condition.find('$'); at != std::string_view::npos;
       at = condition.find('$', at + 1)) {
    std::size_t begin = at + 1;
    if (begin < condition.size() && condition[begin] == '{') ++begin;
    std::size_t end = begin;
    while (end < condition.size() && (is_upper(condition[end]) || condition[end] == '_')) ++end;
    if (end < begin + 2 || (end < condition.size() && is_word(condition[end]))) continue;
    const std::string_view name = condition.substr(begin, end - begin);
    if (name.starts_with("BATS_") || name == "PATH" || name == "HOME" || name == "OSTYPE") continue;
    if (!contains(text, std::string(name) + "=")) return true;
  }
  return false;
}

class ShellTests {
 public:
  explicit ShellTests(std::string_view text) : text_(text), bats_(contains(text, "@test ")) {}

  std::vector<Test> run() {
    for (const std::string_view line : split_lines(text_)) {
      ++number_;
      const auto offset = static_cast<std::size_t>(line.data() - text_.data());
      if (skip_document(line)) continue;
      if (auto opened = opened_by(line, bats_)) {
        tests_.push_back({.name = std::move(opened->name), .line = number_});
        tests_.back().helper = !opened->is_test;
        tests_.back().begin = tests_.back().end = offset + line.size();
        inside_ = true;
        conditions_.clear();
        fed_ = {};
        left_ = 0;
        ways_out_ = 0;
        continue;
      }
      if (line.starts_with('}')) inside_ = false;
      if (!inside_) continue;
      tests_.back().end = offset + line.size();
      if (is_fed(trim(line)) && is_return(trim(line))) continue;
      body_line(trim(line), line.size() - trim(line).size() <= 4);
    }
    for (Test& test : tests_) {
      // What ends a test without assertions ends nothing.
      if (test.assertions.empty()) test.return_line = 0;
    }
    return std::move(tests_);
  }

 private:
  // The lines of `: <<'OFF'`, which nobody runs.
  bool skip_document(std::string_view line) {
    if (!document_.empty()) {
      if (trim(line) == document_) document_ = {};
      return true;
    }
    const std::string_view plain = trim(line);
    if (!plain.starts_with(": <<")) return false;
    std::string_view word = trim(plain.substr(4));
    if (word.starts_with('-')) word.remove_prefix(1);
    document_ = bare_word(word);
    return true;
  }

  // A line that a command is fed with (`sh <<EOF`): what leaves in there leaves not the test.
  bool is_fed(std::string_view plain) {
    if (!fed_.empty()) {
      if (plain == fed_) fed_ = {};
      return true;
    }
    const std::size_t at = plain.find("<<");
    if (at == std::string_view::npos) return false;
    std::string_view word = plain.substr(at + 2);
    if (word.starts_with('-')) word.remove_prefix(1);
    word = bare_word(word.substr(0, word.find_first_of(" \t;|&>)")));
    if (!word.empty() && std::all_of(word.begin(), word.end(), is_word)) fed_ = word;
    return false;
  }

  void body_line(std::string_view plain, bool top) {
    Test& test = tests_.back();
    if (plain.empty() || plain.starts_with('#') || plain == ":" || plain == "true") return;
    if (is_return(plain)) {
      leave(test);
      return;
    }
    ++test.statements;
    if (plain.starts_with("if ") || plain.starts_with("while ") || plain.starts_with("for ")) {
      conditions_.push_back(plain);
    }
    const bool ends_block = plain == "fi" || plain.starts_with("fi ") || plain == "done" ||
                            plain.starts_with("done ") || plain == "fi;";
    if (ends_block && !conditions_.empty()) conditions_.pop_back();
    const bool closes = plain.starts_with('}') || plain.starts_with(')');
    if (closes && is_dropped_in_shell(plain)) drop(test);
    if (way_out_in_one(plain)) return;
    if (asserts_in_shell(plain)) {
      add(test, plain);
    } else if ((plain == "skip" || plain.starts_with("skip ") || plain == "startSkipping") && top) {
      test.skip_line = number_;
    }
  }

  static bool is_return(std::string_view plain) {
    return among({"return", "return 0", "exit 0", "true; return", "return 0;", "exit"}, plain);
  }

  // `[ -n "$CI" ] && return`, `true && return 0`.
  bool way_out_in_one(std::string_view plain) {
    const auto at = plain.find(" && ");
    if (at == std::string_view::npos || !is_return(trim(plain.substr(at + 4)))) return false;
    const std::string_view condition = plain.substr(0, at);
    if (condition == "true" || condition == ":") left_ = number_;
    if (asks_unset_variable(condition, text_)) ways_out_ = number_;
    return true;
  }

  void leave(Test& test) {
    if (test.statements == 0) test.leaves = true;
    if (conditions_.empty()) {
      if (left_ == 0) left_ = number_;
      return;
    }
    const std::string_view condition = conditions_.back();
    if (condition.starts_with("if true") || condition.starts_with("if :")) left_ = number_;
    if (asks_unset_variable(condition, text_)) ways_out_ = number_;
  }

  void drop(Test& test) const {
    if (!test.assertions.empty() && test.swallow_line == 0) test.swallow_line = number_;
    for (Assertion& each : test.assertions) each.sheltered = true;
  }

  void add(Test& test, std::string_view plain) {
    Assertion found = assertion_in_shell(plain, number_);
    found.conditional = !conditions_.empty();
    found.twofold = is_twofold(plain);
    found.dead = left_ > 0;
    found.passed_over = ways_out_ > 0;
    for (const std::string_view condition : conditions_) {
      if (condition.starts_with("if false") || condition.starts_with("while false")) {
        found.dead = true;
      }
      if (asks_unset_variable(condition, text_)) found.passed_over = true;
    }
    if (found.dead && test.return_line == 0) test.return_line = left_ > 0 ? left_ : number_;
    test.assertions.push_back(std::move(found));
  }

  std::string_view text_;
  bool bats_;
  std::vector<Test> tests_;
  std::vector<std::string_view> conditions_;  // of the blocks around
  std::string_view document_;                 // the word that ends one nobody runs
  std::string_view fed_;                      // the word that ends one a command is fed with
  bool inside_ = false;
  int number_ = 0;
  int left_ = 0;      // the line of a return
  int ways_out_ = 0;  // the line of one that only some places take
};

}  // namespace

std::vector<Test> bats_tests_and_helpers(std::string_view text) { return ShellTests(text).run(); }

}  // namespace pawl::syntax
