#include "guards/code/receiver_types.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

using index::Family;

// Words that stand before a name and are no type.
constexpr auto kNoTypes =
    fixed_words("return", "new", "delete", "case", "else", "throw", "goto", "in", "instanceof",
                "await", "yield", "typeof", "sizeof", "const", "final", "static", "struct", "enum",
                "union", "class", "let", "var", "mut", "ref", "def", "func", "fn", "not", "and",
                "or", "is", "import", "from", "async", "auto", "if", "while", "for", "do",
                "package", "public", "private", "protected", "extends");

std::string_view leading_word(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_identifier_byte);
  return {text.data(), static_cast<std::size_t>(end - text.begin())};
}

std::string_view without_blanks_before(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  return text;
}

// `pkg.Type`, `a::Type`; what stands behind it is left in `text`.
std::string_view leading_chain(std::string_view& text) {
  const char* const begin = text.data();
  std::size_t size = 0;
  while (true) {
    const std::size_t word = leading_word(text).size();
    text.remove_prefix(word);
    size += word;
    const std::size_t step = text.starts_with("::") ? 2 : text.starts_with('.') ? 1 : 0;
    if (word == 0 || step == 0 || leading_word(text.substr(step)).empty()) return {begin, size};
    text.remove_prefix(step);
    size += step;
  }
}

constexpr bool is_capital(std::string_view name) {
  const auto last = name.find_last_of(".:");
  if (last != std::string_view::npos) name = name.substr(last + 1);
  return !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
}

// Of what the language brings, as data/languages/builtin-methods.txt calls it.
std::string_view builtin_type(Family family, std::string_view written) {
  if (family == Family::python) {
    return among({"str", "list", "dict", "set", "bytes"}, written) ? written : std::string_view();
  }
  if (family == Family::script && written == "string") return "String";
  return {};
}

// What a literal is: `"…"`, `[…]`, `{…}`, `list(`.
std::string_view literal_type(Family family, std::string_view value) {
  const bool quoted = value.starts_with('"') || value.starts_with('\'') || value.starts_with("f\"");
  switch (family) {
    case Family::python:
      if (quoted) return "str";
      if (value.starts_with('[')) return "list";
      if (value.starts_with("{}")) return "dict";
      if (value.starts_with("list(") || value.starts_with("dict(") || value.starts_with("set(") ||
          value.starts_with("str(")) {
        return value.substr(0, value.find('('));
      }
      return {};
    case Family::script:
      if (quoted || value.starts_with('`')) return "String";
      return value.starts_with('[') ? "Array" : std::string_view();
    case Family::go:
      if (value.starts_with('"') || value.starts_with('`')) return "string";
      if (value.starts_with("[]") || value.starts_with("make([]")) return "[]";
      return value.starts_with("map[") || value.starts_with("make(map[") ? "map"
                                                                         : std::string_view();
    default: return {};
  }
}

// Where the quote or bracket closes that the value opens with, behind it.
std::size_t end_of_literal(std::string_view value) {
  const std::size_t begin = value.find_first_of("\"'`([{");
  int depth = 0;
  char quote = 0;
  for (std::size_t i = begin; i < value.size(); ++i) {
    const char c = value[i];
    if (quote != 0) {
      if (c == '\\') ++i;
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'' || c == '`') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth;
    }
    if (quote == 0 && depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

// A literal is the whole value only where nothing goes on with it.
bool is_lone_literal(Family family, std::string_view value) {
  const std::string_view line = trim(value.substr(0, value.find('\n')));
  if (family == Family::go && !line.starts_with('"') && !line.starts_with('`')) {
    const bool closed = line.ends_with('}') || line.ends_with('{') || line.ends_with(')');
    return closed && !contains(line, "}[") && !contains(line, "}.");
  }
  const std::size_t end = end_of_literal(value);
  if (end == std::string_view::npos) return false;
  std::string_view rest = without_blanks_before(value.substr(end));
  if (rest.empty() || rest.starts_with(';') || rest.starts_with('#')) return true;
  if (!rest.starts_with('\n')) return false;
  rest = trim(rest);
  return rest.empty() || std::string_view(".?+%|&[*").find(rest.front()) == std::string_view::npos;
}

// `: &mut Type`, `: Type,`; empty for anything more involved.
std::string_view annotated(Family family, std::string_view rest) {
  rest = without_blanks_before(rest.substr(1));
  for (const std::string_view mark : {"&'a ", "&", "mut ", "readonly "}) {
    if (rest.starts_with(mark)) rest.remove_prefix(mark.size());
  }
  std::string_view name = leading_chain(rest);
  if (const auto builtin = builtin_type(family, name); !builtin.empty()) name = builtin;
  if (family == Family::script && rest.starts_with("[]")) {
    rest.remove_prefix(2);
    name = "Array";
  }
  const bool filled = family == Family::python && rest.starts_with('[') && !is_capital(name);
  if (filled) rest = rest.substr(std::min(rest.size(), rest.find(']') + 1));
  rest = without_blanks_before(rest);
  const bool ends =
      rest.empty() || std::string_view(",)=;{\n:").find(rest.front()) != std::string_view::npos;
  return ends ? name : std::string_view();
}

// `= Type(`, `= new Type(`, `:= &Type{`, `= Type::new(`, `= Type.new`
std::string_view constructed(Family family, std::string_view rest) {
  rest = without_blanks_before(rest.substr(rest.find('=') + 1));
  if (const auto literal = literal_type(family, rest); !literal.empty()) {
    return is_lone_literal(family, rest) ? literal : std::string_view();
  }
  const bool by_word = rest.starts_with("new ");
  if (by_word) rest.remove_prefix(4);
  if (rest.starts_with('&')) rest.remove_prefix(1);
  const bool wants_word = family == Family::script || family == Family::java;
  if (wants_word && !by_word) return {};
  if (family == Family::ruby) {
    const std::string_view name = leading_chain(rest);
    return name.ends_with(".new") ? name.substr(0, name.size() - 4) : std::string_view();
  }
  if (family == Family::rust) {
    const std::string_view name = leading_word(rest);
    rest.remove_prefix(name.size());
    const bool makes =
        rest.starts_with("::new(") || rest.starts_with("::default(") || rest.starts_with(" {");
    return makes ? name : std::string_view();
  }
  const std::string_view name = leading_chain(rest);
  const char opens = family == Family::go ? '{' : '(';
  return is_capital(name) && rest.starts_with(opens) ? name : std::string_view();
}

// Go: `c *Command`, where it is declared.
std::string_view go_declared(std::string_view before, std::string_view rest) {
  const std::string_view head = trim_end(before);
  const bool declares = head.ends_with('(') || head.ends_with(',') || head.ends_with("var");
  rest = without_blanks_before(rest);
  if (!declares || rest.empty() || rest.starts_with(',') || rest.starts_with(')')) return {};
  if (rest.starts_with("[]")) return "[]";
  if (rest.starts_with("map[")) return "map";
  if (rest.starts_with('*')) rest.remove_prefix(1);
  const std::string_view name = leading_chain(rest);
  rest = without_blanks_before(rest);
  const bool ends = rest.empty() || rest.starts_with(',') || rest.starts_with(')') ||
                    rest.starts_with('\n') || rest.starts_with('=');
  return ends ? name : std::string_view();
}

// C, C++, Java: the word before it. `Type *name`, `const Type &name`
std::string_view typed_before(std::string_view before, std::string_view rest) {
  rest = without_blanks_before(rest);
  const bool declares = rest.starts_with(';') || rest.starts_with(',') || rest.starts_with(')') ||
                        rest.starts_with('=') || rest.starts_with('{') || rest.starts_with(':');
  if (!declares || rest.starts_with("==")) return {};
  const std::size_t size = before.size();
  before = trim_end(before);
  bool marked = size != before.size();
  while (!before.empty() && (before.back() == '*' || before.back() == '&')) {
    before.remove_suffix(1);
    before = trim_end(before);
    marked = true;
  }
  const auto is_part = [](char c) { return is_identifier_byte(c) || c == '.' || c == ':'; };
  std::size_t begin = before.size();
  while (begin > 0 && is_part(before[begin - 1])) --begin;
  std::string_view word = before.substr(begin);
  while (word.starts_with(':') || word.starts_with('.')) word.remove_prefix(1);
  if (!marked || word.empty() || among(kNoTypes, word) || word.ends_with(':')) return {};
  if (word.starts_with("std::")) word = word.substr(5);
  return word.front() >= '0' && word.front() <= '9' ? std::string_view() : word;
}

enum class Says : std::uint8_t { nothing, type, doubt };

struct Saying {
  Says says = Says::nothing;
  std::string_view type;
};

bool has_typed_names(Family family) {
  return family == Family::c || family == Family::java || family == Family::go;
}

// `name: Type`
Saying annotation(Family family, std::string_view before, std::string_view next) {
  // `{a: b}`, `a ? x : y`, `case x:` look alike; a type has a capital, or comes with the language.
  const std::string_view head = trim_end(before);
  const std::string_view behind = without_blanks_before(next.substr(1));
  if (head.ends_with('*')) return {Says::doubt, {}};        // `**name: Type` holds many
  if (behind.empty() || behind.front() == '\n') return {};  // `if name:`
  const bool may_be_key = head.ends_with('{') || head.ends_with('?') || head.ends_with("case");
  if (may_be_key) return {family == Family::script ? Says::nothing : Says::doubt, {}};
  const std::string_view type = annotated(family, next);
  const bool known = is_capital(type) || !builtin_type(family, type).empty();
  return known ? Saying{Says::type, type} : Saying{Says::doubt, {}};
}

// A value is given to the name, by a statement of its own.
bool is_statement(Family family, std::string_view before) {
  const auto row = before.rfind('\n');
  const std::string_view head =
      trim(row == std::string_view::npos ? before : before.substr(row + 1));
  if (head.empty()) return true;
  return family != Family::python && among({"let", "const", "var", "let mut"}, head);
}

Saying saying(Family family, std::string_view before, std::string_view rest) {
  const std::string_view next = without_blanks_before(rest);
  const bool equals = next.starts_with('=') && !next.starts_with("==") && !next.starts_with("=~");
  const bool defines = next.starts_with(":=");
  std::string_view type;
  if (family == Family::c || family == Family::java) type = typed_before(before, rest);
  if (family == Family::go) type = go_declared(before, rest);
  if (!type.empty()) return {Says::type, type};
  const std::string_view head = trim_end(before);
  const bool parted = next.starts_with(',') && is_statement(family, before);
  if (parted) return {Says::doubt, {}};
  if (!has_typed_names(family)) {
    if (next.starts_with("=>")) return {Says::doubt, {}};
    if (next.starts_with(':') && !next.starts_with("::") && !defines) {
      return annotation(family, before, next);
    }
    // `isinstance(name, Other)` says more than the head does.
    if (head.ends_with("isinstance(") || next.starts_with("instanceof")) return {Says::doubt, {}};
    // Loops, handlers, and values that are taken apart.
    if (head.ends_with(" as") || head.ends_with(" for") || head.ends_with("|")) {
      return {Says::doubt, {}};
    }
  }
  if (!equals && !defines) return {};
  type = constructed(family, next);
  if (has_typed_names(family)) {
    // What has a type keeps it.
    if (!type.empty()) return {Says::type, type};
    return {defines ? Says::doubt : Says::nothing, {}};
  }
  if (type.empty() || !is_statement(family, before)) return {Says::doubt, {}};
  return {Says::type, type};
}

// Between the first brackets: a parameter without a type may be anything.
bool is_bare_parameter(Family family, std::string_view function, std::size_t at) {
  if (has_typed_names(family)) return false;
  const auto open = function.find('(');
  const auto row = function.find('\n');
  if (open == std::string_view::npos || at < open || open > row) return false;
  int depth = 0;
  for (std::size_t i = open; i < function.size(); ++i) {
    if (function[i] == '(') ++depth;
    if (function[i] == ')' && --depth == 0) return at < i;
  }
  return true;
}

}  // namespace

std::string type_of_receiver(Family family, std::string_view function, std::string_view receiver) {
  if (receiver.empty() || !std::all_of(receiver.begin(), receiver.end(), is_identifier_byte))
    return {};
  std::string_view found;
  for (std::size_t at = function.find(receiver); at != std::string_view::npos;
       at = function.find(receiver, at + receiver.size())) {
    const std::size_t end = at + receiver.size();
    if (at > 0 && (is_identifier_byte(function[at - 1]) || function[at - 1] == '.')) continue;
    if (end < function.size() && is_identifier_byte(function[end])) continue;
    const Saying each = saying(family, function.substr(0, at), function.substr(end));
    if (each.says != Says::type && is_bare_parameter(family, function, at)) return {};
    if (each.says == Says::nothing) continue;
    if (each.says == Says::doubt || (!found.empty() && each.type != found)) return {};
    found = each.type;
  }
  return std::string(found);
}

}  // namespace pawl::guards
