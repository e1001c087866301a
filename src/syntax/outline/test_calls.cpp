#include "syntax/outline/test_calls.hpp"

#include <algorithm>
#include <array>

#include "base/text/text.hpp"

namespace pawl::syntax {
namespace {

bool is_ruby_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '?' || c == '!';
}

// Written without underscores and in lower case: `assert_equal` and `assertEqual` are one.
std::string plain_call(std::string_view word) {
  std::string out;
  for (const char c : lower(word)) {
    if (c != '_' && c != '!' && c != '?') out.push_back(c);
  }
  return out;
}

constexpr auto kTruth = std::to_array<std::string_view>({"assert",
                                                         "asserttrue",
                                                         "assertfalse",
                                                         "assertnot",
                                                         "ok",
                                                         "true",
                                                         "false",
                                                         "truthy",
                                                         "falsy",
                                                         "tobetruthy",
                                                         "tobefalsy",
                                                         "tobedefined",
                                                         "tobeundefined",
                                                         "tobenull",
                                                         "isok",
                                                         "assertnotnull",
                                                         "assertnull",
                                                         "assertisnotnone",
                                                         "assertisnone",
                                                         "isnotnull",
                                                         "isnull",
                                                         "istrue",
                                                         "isfalse",
                                                         "notnil",
                                                         "nil",
                                                         "noerror",
                                                         "assertnotnil",
                                                         "assertnil",
                                                         "exist",
                                                         "exists",
                                                         "tohavebeencalled",
                                                         "assertcalled",
                                                         "called",
                                                         "notthrow",
                                                         "assertdoesnotthrow",
                                                         "tobetrue",
                                                         "tobefalse",
                                                         "expecttrue",
                                                         "expectfalse",
                                                         "assertpresent",
                                                         "bedefined",
                                                         "notempty",
                                                         "isnotempty",
                                                         "refute",
                                                         "assertthat",
                                                         "tobepresent",
                                                         "null",
                                                         "undefined",
                                                         "betruthy",
                                                         "befalsey",
                                                         "bepresent",
                                                         "ispresent",
                                                         "isnotblank",
                                                         "isdefined",
                                                         "isundefined",
                                                         "notok",
                                                         "isnottrue",
                                                         "isnotfalse",
                                                         "assertnotempty",
                                                         "refutenil",
                                                         "refuteempty",
                                                         "calledonce",
                                                         "toresolve",
                                                         "isnotundefined",
                                                         "defined",
                                                         "musttrue",
                                                         "mustbenil",
                                                         "tobeinthedocument",
                                                         "assertsome",
                                                         "assertisok",
                                                         "assertok",
                                                         "doesnotthrow",
                                                         "assertnothingraised",
                                                         "notzero"});
constexpr auto kValue = std::to_array<std::string_view>({"tobe",
                                                         "is",
                                                         "eq",
                                                         "eql",
                                                         "same",
                                                         "match",
                                                         "exactly",
                                                         "tobeclose",
                                                         "isequalto",
                                                         "asserteq",
                                                         "assertis",
                                                         "hasvalue",
                                                         "tobecloseto",
                                                         "assertsame",
                                                         "strictequal",
                                                         "deepequal",
                                                         "deepstrictequal",
                                                         "isinstanceof",
                                                         "containsexactly",
                                                         "issameas",
                                                         "assertmatches",
                                                         "eqls",
                                                         "deep",
                                                         "iszero",
                                                         "assertprettyeq",
                                                         "becloseto",
                                                         "isempty",
                                                         "assertempty"});
// These say only what it is not.
constexpr auto kUnlike =
    std::to_array<std::string_view>({"assertnotequal",     "assertnotequals", "assertne",
                                     "assertnotsame",      "isnotequalto",    "notequal",
                                     "notequals",          "notstrictequal",  "notdeepequal",
                                     "notdeepstrictequal", "refuteequal",     "wontequal",
                                     "assertisnot",        "notsame",         "isnotsameas",
                                     "refutesame",         "wontbe",          "notequalvalues",
                                     "assertnotdeepequal", "notpropertyval",  "assertunequal"});

// Matchers that stand among the arguments: of Hamcrest, RSpec, Gomega.
Strength strength_of_matcher(std::string_view said) {
  const std::string plain = plain_call(said);
  for (const std::string_view word :
       {"notnullvalue", "nullvalue(", "anything", "benil", "betrue", "befalse", "haveoccurred",
        "succeed(", "betruthy", "befalsey", "befalsy", "bepresent", "beempty", "not(benil",
        "benone", "be true", "be false", "betruthy", "exist"}) {
    if (contains(plain, word)) return Strength::truth;
  }
  if (contains(plain, "not(")) return Strength::shape;
  for (const std::string_view word :
       {"equal", "eq(", "eq ", "eql(", "eql ", "is(", "identicalto", "sameinstance",
        "containexactly", "contain exactly", "matcharray", "consistof",
        "benumerically(\"==", "haveattributes", "beidentical", "matchjson", "matchyaml"}) {
    if (contains(plain, word)) return Strength::value;
  }
  return Strength::shape;
}

bool is_literal_text(std::string_view text) {
  if (text.empty()) return false;
  if (among(
          {"true", "false", "True", "False", "None", "nil", "null", "undefined", "NULL", "nullptr"},
          text)) {
    return true;
  }
  const char first = text.front();
  if ((first == '"' || first == '\'' || first == '`') && text.size() > 1 && text.back() == first) {
    return text.substr(1, text.size() - 2).find_first_of(std::string("$#") + first) ==
           std::string_view::npos;
  }
  return text.find_first_not_of("0123456789.-_eExXfFuULl") == std::string_view::npos &&
         text.find_first_of("0123456789") != std::string_view::npos;
}

// A name or a member, called by nobody: its value is the same twice.
bool is_plain_operand(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return is_ruby_word(c) || c == '.' || c == '$' || c == '@' || c == '&' || c == '[' ||
           c == ']' || c == '"' || c == '\'' || c == '*' || c == '-' || c == '>' || c == ':';
  });
}

constexpr auto kAvaWords = std::to_array<std::string_view>(
    {"is",    "not",    "deepEqual",   "notDeepEqual", "true",        "false",          "truthy",
     "falsy", "throws", "throwsAsync", "notThrows",    "equal",       "notEqual",       "same",
     "ok",    "regex",  "snapshot",    "match",        "strictEqual", "deepLooseEqual", "rejects",
     "like",  "error"});
constexpr auto kGoFails =
    std::to_array<std::string_view>({"Error", "Errorf", "Fatal", "Fatalf", "Fail", "FailNow"});
constexpr auto kGoHandles = std::to_array<std::string_view>({"t", "b", "f", "tb", "tt", "c", "s"});
constexpr auto kGoLibraries =
    std::to_array<std::string_view>({"assert", "require", "qt", "is", "Expect", "gomega", "check"});

constexpr auto kGoSuites =
    std::to_array<std::string_view>({"s", "suite", "ts", "a", "r", "st", "testSuite", "c", "g"});
bool is_testify(std::string_view word) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"Equal",         "EqualValues", "Exactly",       "NotEqual",       "True",
       "False",         "Nil",         "NotNil",        "NoError",        "Error",
       "ErrorIs",       "ErrorAs",     "ErrorContains", "EqualError",     "Len",
       "Contains",      "NotContains", "Empty",         "NotEmpty",       "Zero",
       "NotZero",       "Panics",      "NotPanics",     "JSONEq",         "YAMLEq",
       "ElementsMatch", "InDelta",     "Greater",       "Less",           "GreaterOrEqual",
       "LessOrEqual",   "Same",        "NotSame",       "IsType",         "Implements",
       "Regexp",        "NotRegexp",   "Subset",        "WithinDuration", "Eventually",
       "Never",         "FileExists",  "DirExists",     "Positive",       "Negative",
       "Fail",          "FailNow"});
  return among(kWords, word);
}

// Equality of two operands that are spelt alike, or of two literals.
bool are_idle_operands(std::string_view a, std::string_view b) {
  if (is_literal_text(a) && is_literal_text(b)) return a == b;
  return a == b && is_plain_operand(a);
}

// What a call says that asserts: of nothing, of itself.
bool is_idle_call(const CallName& name, std::string_view word, std::string_view arguments) {
  std::string_view list = trim(arguments);
  if (list.size() < 2) return false;
  list = list.substr(1, list.size() - 2);
  const auto given = arguments_in(list);
  // `expect(a).toBe(a)`, `assertThat(a).isEqualTo(a)`.
  const std::size_t chained = name.whole.rfind(").");
  if (chained != std::string_view::npos) {
    const std::size_t open = name.whole.find('(');
    if (open == std::string_view::npos || open > chained) return false;
    const std::string_view subject = trim(name.whole.substr(open + 1, chained - open - 1));
    const bool equal = among(kValue, word) || contains(word, "equal");
    const bool turned = contains(name.whole, ".not");
    if (equal && !turned && given.size() == 1) return are_idle_operands(subject, given[0]);
    const bool is_true = subject == "true" || subject == "True" || subject == "1";
    return is_true && given.empty() && !turned &&
           (contains(word, "truth") || contains(word, "true") || contains(word, "defined") ||
            word == "isnotnull");
  }
  const bool compares = contains(word, "equal") || word == "asserteq" || word == "assertsame" ||
                        word == "is" || word == "same" || word == "assertis";
  if (compares && !among(kUnlike, word) && !contains(word, "not")) {
    const bool handle = !given.empty() && (given[0] == "t" || given[0] == "tb");
    const std::size_t first = handle ? 1 : 0;
    return given.size() >= first + 2 && are_idle_operands(given[first], given[first + 1]);
  }
  const bool truth = word == "asserttrue" || word == "assert" || word == "ok" || word == "true" ||
                     word == "expecttrue" || word == "assertnotnull" || word == "istrue";
  const bool handle = !given.empty() && (given[0] == "t" || given[0] == "tb");
  const std::size_t first = handle ? 1 : 0;
  return truth && given.size() > first && is_idle_condition(given[first]);
}

// Supertest: a status, a body, a header.
Strength strength_of_expectation(std::string_view arguments) {
  return contains(arguments, "=>") || contains(arguments, "function") ? Strength::shape
                                                                      : Strength::value;
}

bool script_assertion(const CallName& name) {
  if (name.root == "expect" && name.whole.size() > 6) return true;
  // Supertest: `request(app).get("/").expect(200)`.
  if (name.last == "expect" && name.whole.ends_with(".expect")) return true;
  if (name.root == "chai" || name.root == "sinon") {
    return contains(name.whole, ".assert") || contains(name.whole, ".expect");
  }
  if (name.root == "assert" || name.last.starts_with("assert")) return true;
  if (name.root == "t" || name.root == "assertions") return among(kAvaWords, name.last);
  return contains(name.whole, ".should.") || contains(name.whole, ".should(");
}

}  // namespace

CallName::CallName(std::string_view callee) : whole(trim(callee)) {
  std::size_t end = 0;
  while (end < whole.size() && is_ruby_word(whole[end])) ++end;
  root = whole.substr(0, end);
  std::size_t begin = whole.size();
  while (begin > 0 && is_ruby_word(whole[begin - 1])) --begin;
  last = whole.substr(begin);
}

bool is_assertion(Language language, const CallName& name) {
  switch (language) {
    case Language::python:
      return name.last.starts_with("assert") || name.whole == "self.fail" ||
             (name.root == "pytest" && (name.last == "raises" || name.last == "warns" ||
                                        name.last == "fail" || name.last == "approx"));
    case Language::javascript:
    case Language::typescript:
    case Language::tsx: return script_assertion(name);
    case Language::go:
      if (among(kGoFails, name.last)) return among(kGoHandles, name.root);
      if (contains(name.whole, "Expect(") || contains(name.whole, "Eventually(") ||
          contains(name.whole, "Consistently(") || contains(name.whole, "Ω(")) {
        return true;
      }
      if (among(kGoSuites, name.root) && is_testify(name.last)) return true;
      return among(kGoLibraries, name.root) && name.whole != name.root;
    case Language::rust:
      return name.last.starts_with("assert") || name.last.starts_with("debug_assert") ||
             name.last.starts_with("prop_assert") || name.root == "panic!" ||
             name.root.starts_with("insta") || name.last == "unreachable!";
    case Language::java:
      return contains(name.whole, "assertThat") || name.last.starts_with("assert") ||
             name.last == "verify" || name.last == "fail" || name.root == "verify" ||
             name.last.starts_with("expect");
    case Language::ruby:
      return name.root == "expect" || name.root == "is_expected" || name.last == "should_not" ||
             name.last.starts_with("assert") || name.last.starts_with("refute") ||
             name.last.starts_with("must_") || name.last.starts_with("wont_") ||
             name.last == "should" || name.last == "flunk";
    case Language::c:
    case Language::cpp:
    case Language::bash: return false;
  }
  return false;
}

bool is_skip_call(Language language, const CallName& name) {
  switch (language) {
    case Language::python:
      return name.whole == "pytest.skip" || name.whole == "pytest.xfail" ||
             name.whole == "self.skipTest" || name.last == "SkipTest" || name.whole == "skip" ||
             name.whole == "xfail";
    case Language::javascript:
    case Language::typescript:
    case Language::tsx:
      return name.whole == "t.skip" || name.whole == "this.skip" || name.whole == "ctx.skip" ||
             name.whole == "context.skip" || name.whole == "t.todo" || name.whole == "pending" ||
             name.whole == "skip";
    case Language::go:
      return among(kGoHandles, name.root) &&
             (name.last == "Skip" || name.last == "Skipf" || name.last == "SkipNow");
    case Language::ruby:
      return name.whole == "skip" || name.whole == "pending" || name.whole == "omit" ||
             name.whole == "pend";
    case Language::java: return name.last == "abort" && contains(name.whole, "Assum");
    default: return false;
  }
}

Strength strength_of(const CallName& name, std::string_view arguments) {
  const std::string word = plain_call(name.last);
  const std::string said = lower(arguments);
  constexpr auto kIdle = std::to_array<std::string_view>(
      {"(true)", "(1)", "(1, 1)", "(true, true)", "(1 == 1)", "(not false)", "(!false)"});
  if (among(kIdle, said)) {
    const bool chained = contains(name.whole, "(");
    if (!chained || contains(lower(name.whole), "expect(true)") ||
        contains(name.whole, "expect(1)")) {
      return Strength::nothing;
    }
  }
  if (is_idle_call(name, word, arguments)) return Strength::nothing;
  // AssertJ: without what is asserted of it.
  if (name.last == "assertThat" && arguments.size() > 2 &&
      arguments_in(arguments.substr(1, arguments.size() - 2)).size() == 1) {
    return Strength::nothing;
  }
  const bool turned = contains(name.whole, ".not.") || contains(name.whole, ".never.");
  const bool unlike = among(kUnlike, word) || word == "nottobe" || word == "tonot" ||
                      word == "shouldnot" || word == "notto";
  if (unlike || (turned && (among(kValue, word) || contains(word, "equal")))) {
    return Strength::shape;
  }
  // What another one says: Hamcrest's, RSpec's and Gomega's matchers.
  const bool matcher = word == "to" || word == "should" || word == "isexpected" ||
                       (word == "assertthat" && contains(said, ",")) || word == "toeventually";
  if (matcher) return strength_of_matcher(arguments);
  if (word == "expect") return strength_of_expectation(arguments);
  if (among(kValue, word) || contains(word, "equal") || contains(word, "snapshot") ||
      contains(word, "calledwith")) {
    return Strength::value;
  }
  if (word == "assert" && said.size() > 2) {
    return strength_of_condition(arguments.substr(1, arguments.size() - 2));
  }
  return among(kTruth, word) ? Strength::truth : Strength::shape;
}

Strength strength_of_condition(std::string_view condition) {
  const std::string text = folded_blanks(condition);
  if (is_idle_condition(text)) return Strength::nothing;
  if (contains(text, "==")) return Strength::value;
  if (contains(text, " is ")) {
    return contains(text, " is not None") ? Strength::truth : Strength::value;
  }
  for (const std::string_view sign :
       {" in ", " < ", " > ", "<=", ">=", "!=", "isinstance(", "matches!(", ".contains("}) {
    if (contains(text, sign)) return Strength::shape;
  }
  return Strength::truth;
}

std::vector<std::string_view> arguments_in(std::string_view list) {
  std::vector<std::string_view> found;
  int depth = 0;
  char quote = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const char c = list[i];
    if (quote != 0) {
      if (c == '\\') ++i;
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '`' || (c == '\'' && list.find('\'', i + 1) < list.size())) {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth;
    } else if (c == ',' && depth == 0) {
      found.push_back(trim(list.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  const std::string_view last = trim(list.substr(begin));
  if (!last.empty()) found.push_back(last);
  return found;
}

std::string subject_in(std::string_view arguments) {
  const auto given = arguments_in(arguments);
  if (given.empty()) return {};
  const bool expected_first = given.size() > 1 && is_literal_text(given[0]);
  std::string_view subject = expected_first ? given[1] : given[0];
  for (const std::string_view sign : {" == ", " != ", " <= ", " >= ", " < ", " > ",
                                      " === ", " not in ", " in ", " is ", " =~ "}) {
    const std::size_t at = subject.find(sign);
    if (at != std::string_view::npos && at > 0) subject = subject.substr(0, at);
  }
  return folded_blanks(subject);
}

bool is_idle_condition(std::string_view condition) {
  const std::string text = folded_blanks(condition);
  if (among({"True", "true", "1", "not False", "!false", "not None", "!0", "true == true",
             "True == True", "True is True"},
            text)) {
    return true;
  }
  if (is_literal_text(text) &&
      !among({"False", "false", "None", "nil", "null", "0", "\"\"", "''"}, text)) {
    return true;
  }
  // `assert (x == 1, "message")` asserts a tuple.
  if (text.starts_with('(') && text.ends_with(')') &&
      arguments_in(std::string_view(text).substr(1, text.size() - 2)).size() > 1) {
    return true;
  }
  for (const std::string_view end : {" or True", " || true", " or 1", " || 1"}) {
    if (text.ends_with(end)) return true;
  }
  if (text.starts_with("True or ") || text.starts_with("true || ")) return true;
  for (const std::string_view sign : {" == ", " === ", " is ", " >= ", " <= "}) {
    const std::size_t at = text.find(sign);
    if (at == std::string::npos) continue;
    const std::string_view left = std::string_view(text).substr(0, at);
    const std::string_view right = std::string_view(text).substr(at + sign.size());
    if (are_idle_operands(left, right)) return true;
    const bool length =
        (left.starts_with("len(") || left.ends_with(".length") || left.ends_with(".size()") ||
         left.ends_with(".len()") || left.ends_with(".size")) &&
        sign == " >= " && right == "0";
    if (length) return true;
  }
  return false;
}

std::string folded_blanks(std::string_view text) { return join(split_words(text), " "); }

}  // namespace pawl::syntax
