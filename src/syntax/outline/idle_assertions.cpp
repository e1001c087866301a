#include "syntax/outline/idle_assertions.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"

namespace pawl::syntax {
namespace {

constexpr int kConditionNestingMax = 6;
constexpr std::size_t kConditionBytesMax = 4000;

struct Named {
  std::string_view word;
  Relation relation;
};
// Looked for in this order, as a part of the name; a name that says `not` is turned round.
constexpr auto kRelations = std::to_array<Named>({
    {"greaterthanorequal", Relation::at_least},
    {"greaterorequal", Relation::at_least},
    {"greaterequal", Relation::at_least},
    {"gethan", Relation::at_least},
    {"isatleast", Relation::at_least},
    {"notnegative", Relation::at_least},
    {"isnonnegative", Relation::at_least},
    {"sizegreaterthanorequalto", Relation::at_least},
    {"expectge", Relation::at_least},
    {"assertge", Relation::at_least},
    {"checkge", Relation::at_least},
    {"requirege", Relation::at_least},
    {"greaterthan", Relation::above},
    {"assertgreater", Relation::above},
    {"expectgt", Relation::above},
    {"assertgt", Relation::above},
    {"isnotnull", Relation::present},
    {"notnull", Relation::present},
    {"notnil", Relation::present},
    {"notnone", Relation::present},
    {"tobedefined", Relation::present},
    {"isdefined", Relation::present},
    {"refutenil", Relation::present},
    {"isnull", Relation::absent},
    {"assertnull", Relation::absent},
    {"assertnil", Relation::absent},
    {"isnone", Relation::absent},
    {"tobenull", Relation::absent},
    {"tobeundefined", Relation::absent},
    {"isinstance", Relation::instance},
    {"instanceof", Relation::instance},
    {"kindof", Relation::instance},
    {"beaninstanceof", Relation::instance},
    {"regex", Relation::matches},
    {"tomatch", Relation::matches},
    {"assertmatch", Relation::matches},
    {"matchespattern", Relation::matches},
    {"contain", Relation::contains},
    {"include", Relation::contains},
    {"assertin", Relation::contains},
    {"startswith", Relation::contains},
    {"endswith", Relation::contains},
    {"hassubstr", Relation::contains},
    {"equal", Relation::equal},
    {"asserteq", Relation::equal},
    {"expecteq", Relation::equal},
    {"checkeq", Relation::equal},
    {"requireeq", Relation::equal},
    {"assertsame", Relation::equal},
    {"sameas", Relation::equal},
    {"streq", Relation::equal},
    {"false", Relation::fails},
    {"falsy", Relation::fails},
    {"falsey", Relation::fails},
    {"true", Relation::holds},
    {"truthy", Relation::holds},
});
constexpr auto kWhole = std::to_array<Named>({
    {"tobe", Relation::equal},
    {"is", Relation::equal},
    {"eq", Relation::equal},
    {"eql", Relation::equal},
    {"eqls", Relation::equal},
    {"same", Relation::equal},
    {"deep", Relation::equal},
    {"assertis", Relation::equal},
    {"be", Relation::equal},
    {"ok", Relation::holds},
    {"assert", Relation::holds},
    {"check", Relation::holds},
    {"require", Relation::holds},
    {"ckassert", Relation::holds},
    {"testassert", Relation::holds},
    {"cuassert", Relation::holds},
    {"gassert", Relation::holds},
    {"boostcheck", Relation::holds},
    {"boostrequire", Relation::holds},
    {"boosttest", Relation::holds},
    {"isok", Relation::holds},
    {"refute", Relation::fails},
    {"assertnot", Relation::fails},
    {"notok", Relation::fails},
    {"match", Relation::matches},
    {"matches", Relation::matches},
    {"nil", Relation::absent},
    {"ne", Relation::unequal},
    {"assertne", Relation::unequal},
    {"expectne", Relation::unequal},
    {"exist", Relation::present},
    {"exists", Relation::present},
    {"assertexists", Relation::present},
    {"toexist", Relation::present},
});

std::string_view without_brackets(std::string_view text) {
  for (text = trim(text); text.size() > 1 && text.front() == '(' && text.back() == ')';) {
    int depth = 0;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
      depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
      if (depth == 0) return text;
    }
    text = trim(text.substr(1, text.size() - 2));
  }
  return text;
}

// The text's bytes that stand in no bracket and no string.
std::vector<bool> top_bytes(std::string_view text) {
  std::vector<bool> top(text.size(), false);
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == '\\') ++i;
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '`' || (c == '\'' && text.find('\'', i + 1) < text.size())) {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth;
    } else {
      top[i] = depth == 0;
    }
  }
  return top;
}

std::vector<std::string_view> parts_of(std::string_view text,
                                       std::initializer_list<std::string_view> separators) {
  const std::vector<bool> top = top_bytes(text);
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!top[i]) continue;
    for (const std::string_view separator : separators) {
      if (text.substr(i, separator.size()) != separator) continue;
      parts.push_back(trim(text.substr(begin, i - begin)));
      i += separator.size() - 1;
      begin = i + 1;
      break;
    }
  }
  parts.push_back(trim(text.substr(std::min(begin, text.size()))));
  return parts;
}

std::optional<bool> truth_of_literal(std::string_view text) {
  if (among({"True", "true", "YES", "TRUE", "Boolean.TRUE"}, text)) return true;
  if (among({"False", "false", "None", "null", "nil", "undefined", "NULL", "nullptr", "FALSE", "0",
             "\"\"", "''", "Boolean.FALSE"},
            text)) {
    return false;
  }
  if (is_literal_text(text)) return true;
  return std::nullopt;
}

// A name or a member, called by nobody: its value is the same twice.
bool is_plain_operand(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return is_word(c) || c == '.' || c == '$' || c == '@' || c == '&' || c == '[' || c == ']' ||
           c == '"' || c == '\'' || c == '*' || c == '-' || c == '>' || c == ':' || c == '!' ||
           c == '?';
  });
}

// Inside of `len(…)` and the like, which give the same for the same.
std::string_view without_wrapper(std::string_view text) {
  for (const std::string_view open :
       {"len(", "type(", "id(", "str(", "repr(", "bool(", "list(", "int(", "hash(", "String(",
        "Boolean(", "Number(", "&(", "sorted(", "std::move(", "JSON.stringify("}) {
    if (text.starts_with(open) && text.ends_with(')')) {
      return text.substr(open.size(), text.size() - open.size() - 1);
    }
  }
  return text;
}

bool is_numeric(std::string_view text) { return parse_double(text).has_value(); }

std::string_view unquoted(std::string_view text) {
  if (text.size() > 1 && (text.front() == '"' || text.front() == '\'' || text.front() == '`') &&
      text.back() == text.front()) {
    return text.substr(1, text.size() - 2);
  }
  return text;
}

bool are_same(std::string_view a, std::string_view b) {
  a = without_brackets(a);
  b = without_brackets(b);
  if (a.empty()) return false;
  if (is_literal_text(a) && is_literal_text(b)) {
    return is_numeric(a) == is_numeric(b) && unquoted(a) == unquoted(b);
  }
  if (a != b) return false;
  if (is_plain_operand(a) || is_plain_operand(without_wrapper(a))) return true;
  // A list or table that is written out twice.
  const char open = a.front();
  return (open == '[' || open == '{') && a.find('(') == std::string_view::npos;
}

// What is never below zero.
bool is_size(std::string_view text) {
  text = without_brackets(text);
  if (text.starts_with("len(") || text.starts_with("strlen(") || text.starts_with("sizeof(") ||
      text.starts_with("abs(") || text.starts_with("Math.abs(")) {
    return text.ends_with(')');
  }
  for (const std::string_view end :
       {".length", ".size()", ".len()", ".size", ".length()", ".count", ".count()", ".Len()",
        ".indexOf()", ".mock.calls.length", ".callCount", ".call_count"}) {
    if (text.ends_with(end)) return true;
  }
  return false;
}

// Made on the spot, so that it is there.
bool is_fresh(std::string_view text) {
  text = without_brackets(text);
  if (text.empty()) return false;
  if (const auto truth = truth_of_literal(text)) {
    return !among({"None", "null", "nil", "undefined", "NULL", "nullptr"}, text);
  }
  return text.front() == '[' || text.front() == '{' || text.starts_with("new ") ||
         text.starts_with("lambda") || text == "object()" || text == "Object.new" ||
         text.starts_with("() =>") || text.starts_with("function");
}

bool is_nothing(std::string_view text) {
  return among({"None", "null", "nil", "undefined", "NULL", "nullptr"}, without_brackets(text));
}

// A text or pattern that is found in any.
bool is_found_anywhere(std::string_view text) {
  text = trim(text);
  return among({"\"\"",
                "''",
                "``",
                "\".*\"",
                "'.*'",
                "r\".*\"",
                "r'.*'",
                "/.*/",
                "//",
                "/^/",
                "/(?:)/",
                "`.*`",
                "r\"\"",
                "r''",
                "/.*/s",
                "\"^\"",
                "'^'",
                "/[\\s\\S]*/",
                "re.compile(\".*\")",
                "/./",
                "\".\"",
                "'.'",
                "r\".\"",
                "[]",
                "%r{.*}"},
               text);
}

// Every value is one.
bool is_root_type(std::string_view text) {
  return among(
      {"object", "Object", "BasicObject", "Object.class", "(object,)", "any", "interface{}"},
      trim(text));
}

struct Sign {
  std::string_view text;
  Relation relation;
  bool swapped = false;
};
// Longer signs first.
constexpr auto kSigns = std::to_array<Sign>({
    {" is not ", Relation::unequal},
    {" not in ", Relation::none},
    {" !== ", Relation::unequal},
    {" === ", Relation::equal},
    {" == ", Relation::equal},
    {" != ", Relation::unequal},
    {" >= ", Relation::at_least},
    {" <= ", Relation::at_least, true},
    {" is ", Relation::equal},
    {" in ", Relation::contains, true},
    {" > ", Relation::above},
    {" < ", Relation::above, true},
});

struct Compared {
  Relation relation;
  std::string_view a;
  std::string_view b;
};
std::optional<Compared> compared(std::string_view text) {
  for (const Sign& sign : kSigns) {
    const auto parts = parts_of(text, {sign.text});
    if (parts.size() != 2) continue;
    if (sign.swapped) return Compared{sign.relation, parts[1], parts[0]};
    return Compared{sign.relation, parts[0], parts[1]};
  }
  return std::nullopt;
}

std::optional<std::string_view> negated(std::string_view text) {
  if (text.starts_with("not ")) return text.substr(4);
  if (text.starts_with("!") && !text.starts_with("!=")) return text.substr(1);
  return std::nullopt;
}

bool holds_always(std::string_view condition, int depth);

bool holds_never(std::string_view condition, int depth) {
  const std::string_view text = without_brackets(condition);
  if (depth > kConditionNestingMax || text.empty()) return false;
  if (const auto truth = truth_of_literal(text)) return !*truth;
  if (const auto inner = negated(text)) return holds_always(*inner, depth + 1);
  const auto all = parts_of(text, {" and ", " && "});
  if (all.size() > 1) {
    return std::any_of(all.begin(), all.end(),
                       [&](std::string_view part) { return holds_never(part, depth + 1); });
  }
  const auto two = compared(text);
  if (!two) return false;
  if (two->relation == Relation::unequal) return are_same(two->a, two->b);
  const bool numbers = is_numeric(two->a) && is_numeric(two->b);
  if (two->relation == Relation::above) {
    if (numbers) return *parse_double(two->a) <= *parse_double(two->b);
    return are_same(two->a, two->b) || (two->a == "0" && is_size(two->b));
  }
  return two->relation == Relation::equal && is_literal_text(two->a) && is_literal_text(two->b) &&
         two->a != two->b;
}

bool holds_always(std::string_view condition, int depth) {
  const std::string_view trimmed = trim(condition);
  const std::string_view text = without_brackets(trimmed);
  if (depth > kConditionNestingMax || text.empty()) return false;
  if (const auto truth = truth_of_literal(text)) return *truth;
  // `assert (x == 1, "message")` asserts a tuple.
  if (text.size() != trimmed.size() && arguments_in(text).size() > 1) return true;
  const auto any = parts_of(text, {" or ", " || "});
  if (any.size() > 1) {
    return std::any_of(any.begin(), any.end(), [&](std::string_view part) {
      if (holds_always(part, depth + 1)) return true;
      const auto inner = negated(part);
      return inner && among(any, trim(without_brackets(*inner)));
    });
  }
  const auto all = parts_of(text, {" and ", " && "});
  if (all.size() > 1) {
    return std::all_of(all.begin(), all.end(),
                       [&](std::string_view part) { return holds_always(part, depth + 1); });
  }
  if (const auto inner = negated(text)) return holds_never(*inner, depth + 1);
  if (text.starts_with("isinstance(") && text.ends_with(')')) {
    const auto given = arguments_in(text.substr(11, text.size() - 12));
    return given.size() == 2 && is_root_type(given[1]);
  }
  for (const std::string_view wrapper : {"bool(", "Boolean("}) {
    if (text.starts_with(wrapper) && text.ends_with(')')) {
      return holds_always(text.substr(wrapper.size(), text.size() - wrapper.size() - 1), depth + 1);
    }
  }
  const auto two = compared(text);
  return two && is_idle_relation(two->relation, two->a, two->b);
}

// Whether a test of the shell begins in it: there `=` compares, elsewhere it names an argument.
bool is_shell_test(std::string_view text) {
  for (const std::string_view start : {"[ ", "[[ ", "test "}) {
    for (auto at = text.find(start); at != std::string_view::npos; at = text.find(start, at + 1)) {
      if (at == 0 || text[at - 1] == ' ') return true;
    }
  }
  return false;
}

// Each bracket closes one that the part opened: `f(1)`, and not `1) f(`.
bool is_nested_well(std::string_view part) {
  int depth = 0;
  for (const char c : part) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (depth < 0) return false;
  }
  return depth == 0;
}

// A matcher that stands for any argument: `expect.anything()`, `anyString()`, `gomock.Any()`.
bool takes_anything(std::string_view call) {
  const std::string_view name = call.substr(0, call.find('('));
  const std::string_view last = name.substr(name.find_last_of(".:") + 1);
  return starts_with_folded(last, "any") || last == "_";
}

}  // namespace

Relation turned_relation(Relation relation) {
  switch (relation) {
    case Relation::holds: return Relation::fails;
    case Relation::fails: return Relation::holds;
    case Relation::equal: return Relation::unequal;
    case Relation::present: return Relation::absent;
    case Relation::absent: return Relation::present;
    default: return Relation::none;
  }
}

Relation relation_of(std::string_view plain_word) {
  for (const Named& each : kWhole) {
    if (plain_word == each.word) return each.relation;
  }
  for (const Named& each : kRelations) {
    const std::size_t at = plain_word.find(each.word);
    if (at == std::string_view::npos) continue;
    const std::string_view before = plain_word.substr(0, at);
    const bool no =
        before.ends_with("not") || before.ends_with("isnot") || before.ends_with("refute") ||
        before.ends_with("wont") || before.ends_with("notdeep") || before.ends_with("notstrict") ||
        before.ends_with("notdeepstrict") || before.ends_with("doesnot") || before.ends_with("un");
    return no ? turned_relation(each.relation) : each.relation;
  }
  return Relation::none;
}

bool is_idle_relation(Relation relation, std::string_view a, std::string_view b) {
  switch (relation) {
    case Relation::none: return false;
    case Relation::holds: return is_idle_condition(a);
    case Relation::fails: return is_void_condition(a);
    case Relation::present: return is_fresh(a);
    case Relation::absent: return is_nothing(a);
    case Relation::equal: return are_same(a, b);
    case Relation::unequal:
      if (is_nothing(b)) return is_fresh(a);
      return is_literal_text(a) && is_literal_text(b) && a != b;
    case Relation::at_least:
      if (is_numeric(a) && is_numeric(b)) return *parse_double(a) >= *parse_double(b);
      return are_same(a, b) || (is_size(a) && trim(b) == "0");
    case Relation::above:
      if (is_numeric(a) && is_numeric(b)) return *parse_double(a) > *parse_double(b);
      return is_size(a) && trim(b) == "-1";
    case Relation::contains: {
      if (is_found_anywhere(b)) return true;
      const std::string_view list = without_brackets(a);
      if (list.size() < 2 || (list.front() != '[' && list.front() != '{')) return false;
      const auto given = arguments_in(list.substr(1, list.size() - 2));
      return (is_plain_operand(b) || is_literal_text(b)) && among(given, trim(b));
    }
    case Relation::instance: return is_root_type(b);
    case Relation::matches: return is_found_anywhere(b);
  }
  return false;
}

bool is_idle_condition(std::string_view condition) {
  return condition.size() <= kConditionBytesMax && holds_always(condition, 0);
}

bool is_void_condition(std::string_view condition) {
  return condition.size() <= kConditionBytesMax && holds_never(condition, 0);
}

bool is_twofold(std::string_view text) {
  constexpr std::size_t kTwofoldBytesMax = 2000;
  if (text.size() > kTwofoldBytesMax) return false;
  // What may stand between the two.
  for (const std::string_view sign : {" == ",
                                      " === ",
                                      " is ",
                                      ", ",
                                      ".equals(",
                                      ").toBe(",
                                      ").toEqual(",
                                      ").toStrictEqual(",
                                      ").isEqualTo(",
                                      ").isSameAs(",
                                      ").to.equal(",
                                      ").to.eql(",
                                      ").to.deep.equal(",
                                      ").to eq(",
                                      ").to eql(",
                                      ").to be(",
                                      ".must_equal ",
                                      ".eq(&",
                                      ").To(Equal(",
                                      ".must_equal(",
                                      ", is(",
                                      ", equalTo(",
                                      ", is(equalTo(",
                                      ").to eq ",
                                      " -eq ",
                                      " = ",
                                      ").isSameInstanceAs("}) {
    for (auto at = text.find(sign); at != std::string_view::npos; at = text.find(sign, at + 1)) {
      const std::string_view left = text.substr(0, at);
      const std::string_view right = text.substr(at + sign.size());
      if (sign == " = " && !is_shell_test(left)) continue;
      // Two arguments that are the same count where they call something (below).
      if (sign == ", " && !contains(right, "(")) continue;
      // The longest end of the left part with which the right part begins.
      for (std::size_t size = std::min(left.size(), right.size()); size > 2; --size) {
        const std::string_view part = right.substr(0, size);
        if (!left.ends_with(part)) continue;
        const char before = left.size() > size ? left[left.size() - size - 1] : ' ';
        const char behind = right.size() > size ? right[size] : ' ';
        const bool whole = !is_word(before) && before != '.' && !is_word(behind) && behind != '.' &&
                           behind != '(' && behind != '[';
        const auto opened = std::count(part.begin(), part.end(), '(');
        const bool names = std::any_of(part.begin(), part.end(), is_letter);
        // `[None, None]` is a list, `(f(1), f(1))` are two arguments.
        const bool pair = sign != ", " || (opened > 0 && !takes_anything(part));
        if (whole && names && pair && is_nested_well(part)) return true;
      }
    }
  }
  return false;
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
  // `x1` is a name.
  const std::size_t digit = text.find_first_not_of("-.+");
  return digit <= 2 && is_digit(text[digit]) &&
         text.find_first_not_of("0123456789.-+_eExXfFuULl") == std::string_view::npos;
}

std::vector<std::string_view> arguments_in(std::string_view list) {
  auto parts = parts_of(list, {","});
  if (parts.back().empty()) parts.pop_back();
  return parts;
}

}  // namespace pawl::syntax
