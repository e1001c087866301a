#include "guards/code/stub.hpp"

#include <algorithm>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "syntax/body.hpp"

namespace pawl::guards {
namespace {

using syntax::Language;

// More of a body that only refuses: a message, and the way out.
constexpr std::size_t kRefusalStatementsMax = 2;
constexpr std::size_t kRefusalBytesMax = 200;

constexpr auto kNothing = fixed_words(
    "pass", "...", "return", "return None", "return null", "return nil", "return undefined",
    "return nullptr", "return NULL", "return void 0", "nil", "null", "undefined", "None", ":",
    "true", "return 0", "return {}", "return nil, nil", "()", "Ok(())", "return Ok(())");
// What refuses is written so; what merely speaks of a refusal is not.
constexpr auto kRefusalStarts =
    fixed_words("raise", "throw", "panic", "todo!", "unimplemented!", "unreachable!", "abort",
                "std::abort", "std::terminate", "__builtin_trap", "__builtin_unreachable", "assert",
                "static_assert", "Q_UNIMPLEMENTED", "fail", "die", "exit", "return Err(", "Err(",
                "return errors.New(", "return nil, errors.New(", "return fmt.Errorf(",
                "return nil, fmt.Errorf(", "return false", "echo", "printf", "print", "puts",
                "console.", "fmt.Print", "log.", "warn", "std::cerr", "fprintf", "System.err",
                "System.out", "println!", "eprintln!", "return Promise.reject(", "Promise.reject(");
constexpr auto kRefusalMarks =
    fixed_words("todo!", "unimplemented!", "notimplemented", "not implemented",
                "not yet implemented", "unimplemented", "implement me", "todo", "fixme",
                "to be implemented", "needs implementation", "implementation missing", "stub");
// These refuse without a word.
constexpr auto kBareRefusals =
    fixed_words("abort()", "std::abort()", "std::terminate()", "__builtin_trap()", "assert(0)",
                "assert(false)", "assert False", "panic()", "panic!()", "raise NotImplementedError",
                "raise NotImplementedError()");

std::string_view without_end(std::string_view statement) {
  statement = trim(statement);
  while (statement.ends_with(';')) statement = trim(statement.substr(0, statement.size() - 1));
  return statement;
}

bool starts_like_refusal(std::string_view statement) {
  return std::any_of(kRefusalStarts.begin(), kRefusalStarts.end(),
                     [&](std::string_view start) { return statement.starts_with(start); });
}

bool has_refusal_mark(std::string_view text) {
  const std::string words = lower(text);
  return std::any_of(kRefusalMarks.begin(), kRefusalMarks.end(), [&](std::string_view mark) {
    return mark.size() > 5 ? contains(words, mark) : contains_word_folded(words, mark);
  });
}

bool says_refusal(std::string_view statement) {
  if (among(kBareRefusals, statement)) return true;
  if (!starts_like_refusal(statement)) return false;
  return has_refusal_mark(statement);
}

// The last statement may only leave: `echo "not implemented" >&2; return 1`.
bool is_refusal(const std::vector<std::string_view>& statements) {
  if (statements.empty() || statements.size() > kRefusalStatementsMax) return false;
  std::size_t bytes = 0;
  for (const std::string_view each : statements) bytes += each.size();
  if (bytes > kRefusalBytesMax || !says_refusal(without_end(statements.front()))) return false;
  if (statements.size() == 1) return true;
  const std::string_view last = without_end(statements.back());
  return last.starts_with("return") || last.starts_with("exit") || says_refusal(last);
}

bool is_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && is_digit(text.front()) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return is_word(c) || c == '.' || c == '\''; });
}

bool is_plain_quote(std::string_view text) {
  if (text.size() < 2) return false;
  const char quote = text.front();
  if (quote != '"' && quote != '\'' && quote != '`') return false;
  return text.find(quote, 1) == text.size() - 1 && !contains(text, "${") && !contains(text, "#{");
}

bool is_literal_value(std::string_view text) {
  return is_number(text) || is_plain_quote(text) ||
         among({"true",
                "false",
                "True",
                "False",
                "[]",
                "{}",
                "()",
                "\"\"",
                "''",
                "nil",
                "null",
                "None",
                "0",
                "false, nil",
                "true, nil",
                "0, nil",
                "String::new()",
                "Vec::new()",
                "vec![]",
                "Some(0)",
                "Default::default()"},
               text);
}

bool is_constant(std::string_view statement) {
  for (const std::string_view word : {"return ", "echo ", "printf "}) {
    if (!statement.starts_with(word)) continue;
    statement = trim(statement.substr(word.size()));
    break;
  }
  return is_literal_value(statement);
}

std::string without_blanks(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (!is_space(c)) out += c;
  }
  return out;
}

// The names of the parameters with commas between, as a call hands them on.
std::string handed_on(Language language, std::string_view parameters) {
  if (parameters.starts_with('(') && parameters.ends_with(')')) {
    parameters = parameters.substr(1, parameters.size() - 2);
  }
  std::string out;
  int depth = 0;
  std::string_view rest = parameters;
  for (std::size_t i = 0, begin = 0; i <= rest.size(); ++i) {
    const char c = i < rest.size() ? rest[i] : ',';
    if (c == '(' || c == '[' || c == '{' || c == '<') ++depth;
    if (c == ')' || c == ']' || c == '}' || c == '>') --depth;
    if (c != ',' || depth > 0) continue;
    std::string_view one = trim(rest.substr(begin, i - begin));
    begin = i + 1;
    const bool typed_first =
        language == Language::c || language == Language::cpp || language == Language::java;
    one = trim(one.substr(0, one.find_first_of(typed_first ? "=" : ":=")));
    if (language == Language::go) one = trim(one.substr(0, one.find(' ')));
    if (typed_first) {
      std::size_t name = one.size();
      while (name > 0 && is_word(one[name - 1])) --name;
      one = one.substr(name);
    }
    if (one.starts_with("mut ")) one = trim(one.substr(4));
    if (one == "self" || one == "cls" || one == "&self" || one == "&mut self" || one.empty()) {
      continue;
    }
    if (!out.empty()) out += ',';
    out += without_blanks(one);
  }
  return out;
}

bool defines_rust_type(std::string_view text, std::string_view type) {
  for (const std::string_view word : {"struct ", "enum ", "union ", "trait ", "type "}) {
    const std::string head = std::string(word) + std::string(type.substr(0, type.find('<')));
    const std::size_t at = text.find(head);
    if (at == std::string_view::npos) continue;
    const std::size_t end = at + head.size();
    if (end >= text.size() || !is_word(text[end])) return true;
  }
  return false;
}

// Rust: `impl Trait for &[T]`. Types of the language have functions of their own, which go before
// those of a trait: `self.f()` is one of these. So have types of other crates and files, and a type
// of the file may have one in another `impl`.
bool may_mean_inherent(Language language, std::string_view text, std::string_view qualified) {
  if (language != Language::rust) return false;
  const auto at = qualified.rfind("::");
  const std::string_view type = qualified.substr(0, std::min(at, qualified.size()));
  if (at == std::string_view::npos || type.empty()) return false;
  return type.starts_with('&') || type.starts_with('[') || type.starts_with('*') ||
         contains(type, "::") || !defines_rust_type(text, type) ||
         among({"str", "char",   "bool",   "u8",   "u16",     "u32",   "u64",     "u128", "usize",
                "i8",  "i16",    "i32",    "i64",  "i128",    "isize", "f32",     "f64",  "String",
                "Vec", "Option", "Result", "Path", "PathBuf", "OsStr", "OsString"},
               type);
}

// It asks something, repeats something, leaves or hands on: what stands behind it may not be
// reached.
bool may_lead_out(std::string_view statement) {
  for (const std::string_view word :
       {"if",     "for",   "while", "return", "throw",   "raise", "match", "switch",
        "case",   "yield", "try",   "with",   "unless",  "until", "loop",  "panic",
        "exit",   "break", "die",   "assert", "require", "await", "abort", "goto",
        "select", "defer", "?",     "&&",     "||"}) {
    const std::size_t at = statement.find(word);
    if (at != std::string_view::npos) return true;
  }
  return false;
}

// `return f(a, b);` of f(a, b). Where a bare name in a method means another function, the call
// goes by way of the object.
bool calls_itself(Language language, std::string_view text, std::string_view statement,
                  const syntax::Body& body, const syntax::Definition& definition) {
  for (const std::string_view word : {"return ", "await ", "yield "}) {
    if (statement.starts_with(word)) statement = trim(statement.substr(word.size()));
  }
  const std::string& name = definition.name;
  if (language == Language::bash) {
    return statement == name + " \"$@\"" || statement == name + " $@" ||
           (statement == name && body.parameters.empty());
  }
  const bool method = definition.qualified != definition.name || definition.kind == "method";
  const bool needs_object = method && language != Language::java && language != Language::cpp &&
                            language != Language::ruby;
  std::string_view callee = statement.substr(0, statement.find('('));
  bool through_object = false;
  for (const std::string_view object : {"self.", "this.", "this->", "Self::", "cls."}) {
    if (!callee.starts_with(object)) continue;
    callee = callee.substr(object.size());
    through_object = true;
    break;
  }
  if (callee != name || (needs_object && !through_object)) return false;
  if (through_object && may_mean_inherent(language, text, definition.qualified)) return false;
  const std::string_view arguments =
      statement.substr(std::min(statement.size(), statement.find('(')));
  if (arguments.empty()) return language == Language::ruby && body.parameters.empty();
  if (!arguments.ends_with(')')) return false;
  return without_blanks(arguments.substr(1, arguments.size() - 2)) ==
         handed_on(language, body.parameters);
}

// Some step that is always taken calls the function again with the same arguments; nothing above it
// leads out.
bool never_comes_back(Language language, std::string_view text, const syntax::Body& body,
                      const syntax::Definition& definition) {
  for (const std::string_view each : body.statements) {
    std::string_view statement = without_end(each);
    if (calls_itself(language, text, statement, body, definition)) return true;
    const std::size_t sign = statement.find('=');
    const bool plain = sign != std::string_view::npos && sign + 1 < statement.size() &&
                       statement[sign + 1] != '=' && statement.find('(') > sign;
    if (plain) {
      statement = trim(statement.substr(sign + 1));
      if (calls_itself(language, text, statement, body, definition)) return true;
    }
    if (may_lead_out(each)) return false;
  }
  return false;
}

// Java's way to say that an object does not do this, which may well be meant.
bool is_unsupported(std::string_view statement) {
  return statement.starts_with("throw new UnsupportedOperationException(");
}

}  // namespace

Stub stub_of(Language language, std::string_view text, const syntax::Definition& definition) {
  const auto body = syntax::body_of(language, text, definition);
  if (!body) return Stub::none;
  // Nothing but a remark that it is still to be written.
  if (body->statements.empty()) {
    return has_refusal_mark(body->whole) ? Stub::refuses : Stub::empty;
  }
  if (is_refusal(body->statements)) return Stub::refuses;
  if (never_comes_back(language, text, *body, definition)) return Stub::endless;
  if (body->statements.size() > 1) return Stub::none;
  const std::string_view only = without_end(body->statements.front());
  if (is_unsupported(only)) return Stub::empty;
  if (among(kNothing, only)) return has_refusal_mark(body->whole) ? Stub::refuses : Stub::empty;
  if (language == Language::bash && only == "return 0") return Stub::empty;
  return is_constant(only) ? Stub::constant : Stub::none;
}

}  // namespace pawl::guards
