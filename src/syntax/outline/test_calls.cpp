#include "syntax/outline/test_calls.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
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

constexpr auto kTruth = fixed_words(
    "assert", "asserttrue", "assertfalse", "assertnot", "ok", "true", "false", "truthy", "falsy",
    "tobetruthy", "tobefalsy", "tobedefined", "tobeundefined", "tobenull", "isok", "assertnotnull",
    "assertnull", "assertisnotnone", "assertisnone", "isnotnull", "isnull", "istrue", "isfalse",
    "notnil", "nil", "noerror", "assertnotnil", "assertnil", "exist", "exists", "tohavebeencalled",
    "assertcalled", "called", "notthrow", "assertdoesnotthrow", "tobetrue", "tobefalse",
    "expecttrue", "expectfalse", "assertpresent", "bedefined", "notempty", "isnotempty", "refute",
    "assertthat", "tobepresent", "null", "undefined", "betruthy", "befalsey", "bepresent",
    "ispresent", "isnotblank", "isdefined", "isundefined", "notok", "isnottrue", "isnotfalse",
    "assertnotempty", "refutenil", "refuteempty", "calledonce", "toresolve", "isnotundefined",
    "defined", "musttrue", "mustbenil", "tobeinthedocument", "assertsome", "assertisok", "assertok",
    "doesnotthrow", "assertnothingraised", "notzero");
constexpr auto kValue = fixed_words(
    "tobe", "is", "eq", "eql", "same", "match", "exactly", "tobeclose", "isequalto", "asserteq",
    "assertis", "hasvalue", "tobecloseto", "assertsame", "strictequal", "deepequal",
    "deepstrictequal", "isinstanceof", "containsexactly", "issameas", "assertmatches", "eqls",
    "deep", "iszero", "assertprettyeq", "becloseto", "isempty", "assertempty");
// These say only what it is not.
constexpr auto kUnlike = fixed_words(
    "assertnotequal", "assertnotequals", "assertne", "assertnotsame", "isnotequalto", "notequal",
    "notequals", "notstrictequal", "notdeepequal", "notdeepstrictequal", "refuteequal", "wontequal",
    "assertisnot", "notsame", "isnotsameas", "refutesame", "wontbe", "notequalvalues",
    "assertnotdeepequal", "notpropertyval", "assertunequal");

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

constexpr auto kAvaWords = fixed_words(
    "is", "not", "deepEqual", "notDeepEqual", "true", "false", "truthy", "falsy", "throws",
    "throwsAsync", "notThrows", "equal", "notEqual", "same", "ok", "regex", "snapshot", "match",
    "strictEqual", "deepLooseEqual", "rejects", "like", "error", "ifError");
constexpr auto kGoFails = fixed_words("Error", "Errorf", "Fatal", "Fatalf", "Fail", "FailNow");
constexpr auto kGoHandles = fixed_words("t", "b", "f", "tb", "tt", "c", "s");
constexpr auto kGoLibraries =
    fixed_words("assert", "require", "qt", "is", "Expect", "gomega", "check");

constexpr auto kGoSuites = fixed_words("s", "suite", "ts", "a", "r", "st", "testSuite", "c", "g");
bool is_testify(std::string_view word) {
  static constexpr auto kWords = fixed_words(
      "Equal", "EqualValues", "Exactly", "NotEqual", "True", "False", "Nil", "NotNil", "NoError",
      "Error", "ErrorIs", "ErrorAs", "ErrorContains", "EqualError", "Len", "Contains",
      "NotContains", "Empty", "NotEmpty", "Zero", "NotZero", "Panics", "NotPanics", "JSONEq",
      "YAMLEq", "ElementsMatch", "InDelta", "Greater", "Less", "GreaterOrEqual", "LessOrEqual",
      "Same", "NotSame", "IsType", "Implements", "Regexp", "NotRegexp", "Subset", "WithinDuration",
      "Eventually", "Never", "FileExists", "DirExists", "Positive", "Negative", "Fail", "FailNow");
  return among(kWords, word);
}

// The handle that testing libraries of Go and C take first.
bool is_test_handle(std::string_view given) {
  return among({"t", "tb", "tc", "s.T()", "suite.T()"}, given);
}

// A matcher among the arguments: `eq(x)`, `be_truthy`, `is(equalTo(x))`, `be >= 0`.
bool is_idle_matcher(std::string_view subject, std::string_view matcher, bool turned) {
  for (int depth = 0; depth < 3; ++depth) {
    matcher = trim(matcher);
    std::size_t end = 0;
    while (end < matcher.size() && (is_ruby_word(matcher[end]) || matcher[end] == '.')) ++end;
    const std::string word = plain_call(matcher.substr(0, end));
    std::string_view rest = trim(matcher.substr(end));
    if (word == "anything" || word == "any") return !turned;
    if (word == "be" && rest.starts_with(">=")) {
      return is_idle_relation(Relation::at_least, subject, rest.substr(2));
    }
    if (rest.starts_with('(') && rest.ends_with(')')) rest = rest.substr(1, rest.size() - 2);
    const bool inner = contains(rest, "(") && (word == "is" || word == "not");
    if (inner && !is_idle_relation(Relation::equal, subject, rest)) {
      turned = turned != (word == "not");
      matcher = rest;
      continue;
    }
    Relation relation =
        relation_of(word.starts_with("be") && word.size() > 2 ? word.substr(2) : word);
    if (relation == Relation::none) relation = relation_of(word);
    if (!turned) return is_idle_relation(relation, subject, rest);
    if (relation == Relation::holds) return is_void_condition(subject);
    if (relation == Relation::absent) return is_idle_relation(Relation::present, subject, rest);
    return false;
  }
  return false;
}

// What a call says that asserts: of nothing, of itself.
bool is_idle_call(const CallName& name, std::string_view word, std::string_view arguments) {
  std::string_view list = trim(arguments);
  if (list.starts_with('(') && list.ends_with(')')) list = list.substr(1, list.size() - 2);
  auto given = arguments_in(list);
  if (!given.empty() && is_test_handle(given[0])) given.erase(given.begin());
  // JUnit takes a message first: `assertTrue("open", box.isOpen())`.
  const bool asks_one =
      relation_of(word) == Relation::holds || relation_of(word) == Relation::fails ||
      relation_of(word) == Relation::present || relation_of(word) == Relation::absent;
  const bool message = !given.empty() && (given[0].starts_with('"') || given[0].starts_with('\''));
  if (message && given.size() == (asks_one ? 2U : 3U)) given.erase(given.begin());
  const std::string_view first = given.empty() ? std::string_view() : given[0];
  const std::string_view second = given.size() < 2 ? std::string_view() : given[1];
  const Relation relation = relation_of(word);
  // `expect(a).toBe(a)`, `assertThat(a).isEqualTo(a)`.
  const std::size_t chained = std::min(name.whole.find(")."), name.whole.rfind(") ."));
  const std::size_t open = name.whole.find('(');
  if (chained != std::string_view::npos && open < chained) {
    const std::string_view subject = trim(name.whole.substr(open + 1, chained - open - 1));
    const bool turned = contains(name.whole, ".not.") || contains(name.whole, ".never.") ||
                        word == "notto" || word == "tonot" || word == "shouldnot";
    if (among({"to", "notto", "tonot", "should", "shouldnot"}, word)) {
      return is_idle_matcher(subject, list, turned);
    }
    if (first == "expect.anything()" && relation == Relation::equal) return false;
    return is_idle_relation(turned ? turned_relation(relation) : relation, subject, first);
  }
  if (word == "assertthat" && given.size() > 1) {
    return is_idle_matcher(given[given.size() - 2], given.back(), false);
  }
  switch (relation) {
    case Relation::contains:
    case Relation::matches:
      return is_idle_relation(relation, first, second) || is_idle_relation(relation, second, first);
    case Relation::instance:
      return is_idle_relation(relation, first, second) || is_idle_relation(relation, second, first);
    default: return given.empty() ? false : is_idle_relation(relation, first, second);
  }
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
             (name.root == "then" && contains(name.whole, ").")) || name.last == "verify" ||
             name.last == "fail" || name.root == "verify" || name.last.starts_with("expect");
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

Strength strength_of_failing(std::string_view condition) {
  if (is_void_condition(condition)) return Strength::nothing;
  for (const std::string_view word :
       {"errors.Is(", "errors.As(", "strings.Contains(", ".Error()"}) {
    if (contains(condition, word)) return Strength::shape;
  }
  if (contains(condition, "nil") || trim(condition) == "err") return Strength::truth;
  if (contains(condition, "Equal(") || contains(condition, "!=")) return Strength::value;
  return strength_of_condition(condition) == Strength::truth ? Strength::truth : Strength::shape;
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

std::string folded_blanks(std::string_view text) { return join(split_words(text), " "); }

}  // namespace pawl::syntax
