#include "guards/code/hollow.hpp"

#include <algorithm>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/code/code_words.hpp"
#include "guards/lexical.hpp"
#include "syntax/body.hpp"

namespace pawl::guards {
namespace {

using syntax::Body;
using syntax::Language;
using Statements = std::vector<std::string_view>;

// More statements than these are work, whatever they are made of.
constexpr std::size_t kMadeUpMax = 3;
// A body of fewer words than these may rightly be a constant.
constexpr std::size_t kWorkWordsMin = 3;
// Of lines that compute: from so many on it is no accident that none is left.
constexpr std::size_t kWorkLinesMin = 3;

// What a literal is written with, in one language or another.
constexpr auto kLiteralWords = fixed_words(
    "return", "pass", "None", "null", "nil", "undefined", "nullptr", "NULL", "true", "false",
    "True", "False", "void", "new", "Ok", "Err", "Some", "String", "from", "to_string", "to_owned",
    "into", "Vec", "vec", "Default", "default", "HashMap", "BTreeMap", "HashSet", "Box", "Promise",
    "resolve", "List", "Map", "Set", "of", "Arrays", "asList", "ArrayList", "Collections",
    "emptyList", "emptyMap", "emptySet", "Optional", "empty", "Object", "Array", "Boolean",
    "Integer", "Double", "Long", "valueOf", "dict", "list", "set", "tuple", "str", "int", "bool",
    "float", "bytes", "make", "map", "string", "float64", "byte", "std", "optional", "nullopt",
    "vector", "char", "double", "long", "unsigned", "size_t", "local", "readonly", "const", "let",
    "var", "await", "async", "unit", "chan", "interface", "any", "as", "unknown", "never",
    "number");
// What is said to a person and not to the caller.
constexpr auto kSayings = fixed_words(
    "print", "printf", "echo", "puts", "console", "log", "logger", "logging", "fmt", "System",
    "println", "eprintln", "warn", "info", "debug", "error", "warning", "out", "err", "Println",
    "Printf", "Print", "cout", "cerr", "endl", "fprintf", "stderr", "stdout", "trace", "slog");

bool is_literal_only(const std::vector<std::string_view>& words, const NameSet& also) {
  return std::all_of(words.begin(), words.end(), [&](std::string_view word) {
    return among(kLiteralWords, word) || also.contains(word);
  });
}

bool only_says(const std::vector<std::string_view>& words) {
  if (words.empty() || !among(kSayings, words.front())) return false;
  return std::all_of(words.begin(), words.end(), [](std::string_view word) {
    return among(kSayings, word) || among(kLiteralWords, word);
  });
}

// The types of the head, without its parameters: `Result` of `func f(a int) Result`.
NameSet types_of_head(std::string_view head, std::string_view parameters) {
  NameSet out;
  const std::size_t at = parameters.empty() ? std::string_view::npos : head.find(parameters);
  const std::string_view before = head.substr(0, at);
  const std::string_view behind =
      at == std::string_view::npos ? std::string_view() : head.substr(at + parameters.size());
  for (const std::string_view part : {before, behind}) {
    for (std::size_t i = 0; i < part.size();) {
      std::size_t end = i;
      while (end < part.size() && is_word(part[end])) ++end;
      if (end > i) out.emplace(part.substr(i, end - i));
      i = std::max(end, i + 1);
    }
  }
  return out;
}

std::string_view typed_head(const BodySide& side, const Body& body) {
  const auto end = static_cast<std::size_t>(body.whole.data() - side.text.data());
  const std::string_view whole =
      side.text.substr(side.definition.begin, side.definition.end - side.definition.begin);
  const std::size_t length = end > side.definition.begin ? end - side.definition.begin : 0;
  // What a function gives stands behind what it takes: `) -> Result {`.
  std::size_t stop = length;
  while (stop < whole.size() && !among({"{", ";", "\n"}, whole.substr(stop, 1))) ++stop;
  // What stands behind an arrow is done, not given.
  return whole.substr(0, std::min(stop, whole.find("=>")));
}

std::string squeezed(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (!is_space(c)) out += c;
  }
  return out;
}

bool same_statement(std::string_view a, std::string_view b) {
  return a == b || squeezed(a) == squeezed(b);
}

// `return value`, and not a bare one.
bool gives_value(std::string_view statement) {
  for (auto at = statement.find("return"); at != std::string_view::npos;
       at = statement.find("return", at + 1)) {
    if (at > 0 && is_word(statement[at - 1])) continue;
    const std::string_view rest = statement.substr(at + 6);
    if (rest.empty() || is_word(rest.front())) continue;
    const std::string_view value = trim(rest.substr(0, rest.find('\n')));
    if (!value.empty() && !among({";", "}", "None", "nil", "null"}, value)) return true;
  }
  return false;
}

bool any_gives_value(const Statements& statements, std::size_t from) {
  return std::any_of(statements.begin() + static_cast<std::ptrdiff_t>(from), statements.end(),
                     gives_value);
}

// The variable a statement makes: `x = …`, `let x = …`, `x := …`, `Type x = …`.
std::string_view variable_made_by(Language language, std::string_view statement) {
  const std::size_t sign = statement.find('=');
  if (sign == std::string_view::npos || sign == 0) return {};
  if (statement.substr(sign).starts_with("==") || statement.substr(sign).starts_with("=>")) {
    return {};
  }
  std::string_view left = statement.substr(0, sign);
  if (left.ends_with(':')) left.remove_suffix(1);
  left = trim(left);
  if (left.find_first_of("([{.!<>+-*/|&%") != std::string_view::npos) return {};
  if (left.find(':') != std::string_view::npos) left = trim(left.substr(0, left.find(':')));
  std::size_t begin = left.size();
  while (begin > 0 && is_word(left[begin - 1])) --begin;
  const bool declared = begin > 0;
  const bool bare = language == Language::python || language == Language::ruby ||
                    language == Language::bash || language == Language::go;
  return declared || bare ? left.substr(begin) : std::string_view();
}

bool mentions_name(Language language, std::string_view code, std::string_view name) {
  const auto words = code_words(language, code);
  return std::find(words.begin(), words.end(), name) != words.end();
}

// What is left begins as it began, and ends before anything comes of it.
// `rest` is the file without the function. A variable of a shell may be for all.
bool is_cut_short(Language language, const Statements& was, const Statements& is,
                  std::string_view rest) {
  if (is.empty() || is.size() + 1 > was.size() || is.size() > was.size() / 2 + 1) return false;
  for (std::size_t i = 0; i + 1 < is.size(); ++i) {
    if (!same_statement(was[i], is[i])) return false;
  }
  const std::size_t last = is.size() - 1;
  if (!same_statement(was[last], is[last])) {
    // A constant stands for what the other steps found out.
    return last > 0 && is.back().starts_with("return") && any_gives_value(was, last) &&
           is_literal_only(code_words(language, is.back()), {}) && was.size() > is.size() + 1;
  }
  if (any_gives_value(was, is.size()) && !any_gives_value(is, 0)) return true;
  const std::string_view made = variable_made_by(language, is.back());
  if (is.back().starts_with("type ") || is.back().starts_with("use ")) return true;
  if (made.empty()) return false;
  if (language == Language::bash && contains(rest, made)) return false;
  return std::any_of(was.begin() + static_cast<std::ptrdiff_t>(is.size()), was.end(),
                     [&](std::string_view later) { return mentions_name(language, later, made); });
}

bool did_work(Language language, const Body& was, const NameSet& types) {
  const bool steps = was.statements.size() > 1 ||
                     (was.statements.size() == 1 && line_count(was.statements.front()) > 2);
  if (!steps) return false;
  std::size_t work = 0;
  for (const std::string_view statement : was.statements) {
    for (const std::string_view word : code_words(language, statement)) {
      const bool plain =
          among(kLiteralWords, word) || among(kSayings, word) || types.contains(word);
      if (!plain && ++work >= kWorkWordsMin) return true;
    }
  }
  return false;
}

// Asks what it was given, and answers with a literal or with that all the same:
// `if (name == "a") return 1; return 0;`, `return text;`.
constexpr auto kAsking =
    fixed_words("if", "else", "elif", "elsif", "switch", "case", "match", "when", "end", "then",
                "fi", "in", "not", "and", "or", "is", "esac", "unless");

NameSet names_of(Language language, std::string_view parameters) {
  NameSet out;
  for (const std::string_view word : code_words(language, parameters)) out.emplace(word);
  for (std::size_t i = 0; i < parameters.size();) {
    std::size_t end = i;
    while (end < parameters.size() && is_word(parameters[end])) ++end;
    if (end > i) out.emplace(parameters.substr(i, end - i));
    i = std::max(end, i + 1);
  }
  return out;
}

// No sign that joins, counts or looks into what was given.
bool computes(std::string_view statement) {
  char quote = 0;
  for (std::size_t i = 0; i < statement.size(); ++i) {
    const char c = statement[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'' || c == '`') {
      quote = c;
    } else if (c == '+' || c == '*' || c == '/' || c == '%' || c == '<' || c == '^') {
      return true;
    } else if (c == '[' && i > 0 && is_word(statement[i - 1])) {
      return true;
    } else if (c == '.' && i > 0 && is_word(statement[i - 1]) && !is_digit(statement[i - 1])) {
      return true;
    } else if ((c == '(' || c == '!') && i > 0 && is_word(statement[i - 1])) {
      return true;
    }
  }
  return false;
}

bool echoes(Language language, const Body& was, const Body& is, const NameSet& types) {
  if (is.statements.empty() || language == Language::bash) return false;
  std::size_t work = 0;
  for (const std::string_view statement : was.statements) {
    if (computes(statement)) work += line_count(statement);
  }
  if (work < kWorkLinesMin) return false;
  NameSet given = names_of(language, is.parameters);
  given.insert(types.begin(), types.end());
  for (const std::string_view word : kAsking) given.emplace(word);
  return std::all_of(is.statements.begin(), is.statements.end(), [&](std::string_view each) {
    return !computes(each) && is_literal_only(code_words(language, each), given);
  });
}

// All it did was to give values to what the file no longer has: it went with them.
bool served_what_is_gone(Language language, const Body& was, std::string_view after) {
  return std::all_of(was.statements.begin(), was.statements.end(), [&](std::string_view each) {
    const std::size_t sign = each.find('=');
    if (sign == std::string_view::npos || each.substr(sign).starts_with("==")) return false;
    std::string_view name = trim(each.substr(0, sign));
    for (const std::string_view self : {"this->", "this.", "self.", "@"}) {
      if (name.starts_with(self)) name.remove_prefix(self.size());
    }
    const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), is_word);
    return plain && !mentions_name(language, after, name);
  });
}

}  // namespace

bool went_with_its_fields(Language language, const BodySide& before, const BodySide& after) {
  const auto was = syntax::body_of(language, before.text, before.definition);
  return was && !was->statements.empty() && served_what_is_gone(language, *was, after.text);
}

Hollow hollow_of(Language language, const BodySide& before, const BodySide& after) {
  const auto was = syntax::body_of(language, before.text, before.definition);
  const auto is = syntax::body_of(language, after.text, after.definition);
  if (!was || !is || squeezed(was->parameters) != squeezed(is->parameters)) {
    return Hollow::none;
  }
  if (is->statements.empty() && served_what_is_gone(language, *was, after.text)) {
    return Hollow::none;
  }
  const NameSet types = types_of_head(typed_head(after, *is), is->parameters);
  if (!did_work(language, *was, types)) return Hollow::none;
  std::string rest(after.text);
  rest.erase(after.definition.begin, after.definition.end - after.definition.begin);
  if (is_cut_short(language, was->statements, is->statements, rest)) return Hollow::cut_short;
  if (is->statements.size() > kMadeUpMax) return Hollow::none;
  if (echoes(language, *was, *is, types)) return Hollow::made_up;
  for (const std::string_view statement : is->statements) {
    const bool refuses = contains(statement, "throw") || contains(statement, "raise");
    const auto words = code_words(language, statement);
    if (refuses || (!is_literal_only(words, types) && !only_says(words))) return Hollow::none;
  }
  return Hollow::made_up;
}

}  // namespace pawl::guards
