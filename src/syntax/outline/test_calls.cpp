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
                                                         "tobepresent"});
constexpr auto kValue = std::to_array<std::string_view>(
    {"tobe", "is", "eq", "eql", "same", "match", "exactly", "tobeclose", "isequalto", "asserteq",
     "assertis", "hasvalue", "tobecloseto", "assertsame", "strictequal", "deepequal",
     "deepstrictequal", "isinstanceof"});

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

bool script_assertion(const CallName& name) {
  if (name.root == "expect" && name.whole.size() > 6) return true;
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
      return among(kGoLibraries, name.root) && name.whole != name.root;
    case Language::rust:
      return name.root.starts_with("assert") || name.root.starts_with("prop_assert") ||
             name.root == "panic!" || name.root.starts_with("insta");
    case Language::java:
      return contains(name.whole, "assertThat") || name.last.starts_with("assert") ||
             name.last == "verify" || name.last == "fail" || name.root == "verify" ||
             name.last.starts_with("expect");
    case Language::ruby:
      return name.root == "expect" || name.last.starts_with("assert") ||
             name.last.starts_with("refute") || name.last.starts_with("must_") ||
             name.last.starts_with("wont_") || name.last == "should" || name.last == "flunk";
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
             name.whole == "self.skipTest";
    case Language::javascript:
    case Language::typescript:
    case Language::tsx: return name.whole == "t.skip" || name.whole == "this.skip";
    case Language::go:
      return among(kGoHandles, name.root) &&
             (name.last == "Skip" || name.last == "Skipf" || name.last == "SkipNow");
    case Language::ruby: return name.whole == "skip" || name.whole == "pending";
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
  if (among(kValue, word) || contains(word, "equal") || contains(word, "snapshot") ||
      contains(word, "calledwith")) {
    return Strength::value;
  }
  if (word == "assert" && said.size() > 2) {
    return strength_of_condition(arguments.substr(1, arguments.size() - 2));
  }
  // RSpec: `expect(a).to eq(b)`.
  if (word == "to" && (contains(said, "eq ") || contains(said, "eq(") || contains(said, "eql"))) {
    return Strength::value;
  }
  return among(kTruth, word) ? Strength::truth : Strength::shape;
}

Strength strength_of_condition(std::string_view condition) {
  const std::string text = folded_blanks(condition);
  if (text == "True" || text == "true" || text == "1" || text == "not False") {
    return Strength::nothing;
  }
  if (contains(text, "==")) return Strength::value;
  if (contains(text, " is ")) {
    return contains(text, " is not None") ? Strength::truth : Strength::value;
  }
  for (const std::string_view sign :
       {" in ", " < ", " > ", "<=", ">=", "!=", "isinstance(", "matches!("}) {
    if (contains(text, sign)) return Strength::shape;
  }
  return Strength::truth;
}

std::string folded_blanks(std::string_view text) { return join(split_words(text), " "); }

}  // namespace pawl::syntax
