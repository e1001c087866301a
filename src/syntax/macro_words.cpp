#include "syntax/macro_words.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "syntax/limits.hpp"

namespace pawl::syntax {
namespace {

// Begin or go on with a type or a declaration; nothing that has a name stands before one.
constexpr auto kDeclarationWords = fixed_words(
    "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "bool",
    "_Bool", "auto", "wchar_t", "char8_t", "char16_t", "char32_t", "struct", "class", "enum",
    "union", "typename", "static", "inline", "extern", "virtual", "explicit", "constexpr",
    "consteval", "constinit", "friend", "template", "typedef", "using", "namespace", "mutable",
    "register", "_Noreturn", "_Static_assert", "static_assert", "thread_local", "_Thread_local");
constexpr auto kPlainTypes =
    fixed_words("void", "char", "short", "int", "long", "float", "double", "signed", "unsigned",
                "bool", "_Bool", "auto", "wchar_t", "char8_t", "char16_t", "char32_t");
// Behind these a declaration goes on.
constexpr auto kSpecifiers =
    fixed_words("static", "inline", "extern", "virtual", "explicit", "constexpr", "consteval",
                "friend", "template", "typedef", "mutable", "register");
// Other words that are nobody's name.
constexpr auto kOtherKeywords = fixed_words(
    "const", "volatile", "restrict", "return", "if", "else", "for", "while", "do", "switch", "case",
    "default", "break", "continue", "goto", "sizeof", "new", "delete", "throw", "try", "catch",
    "operator", "this", "public", "private", "protected", "noexcept", "override", "final",
    "decltype", "alignas", "alignof", "typeid", "co_return", "co_await", "co_yield", "concept",
    "requires", "and", "or", "not", "nullptr", "true", "false", "asm", "defined", "NULL",
    "static_cast", "dynamic_cast", "const_cast", "reinterpret_cast", "_Generic", "_Alignas",
    "_Alignof", "_Atomic", "import", "export", "module");
// Before a bracket these make no list of parameters.
constexpr auto kBracketWords =
    fixed_words("if", "for", "while", "switch", "catch", "return", "sizeof", "do", "else", "case",
                "defined", "alignas", "decltype", "typeid", "throw", "new", "delete");
// Attributes that the grammars know.
constexpr auto kKnownAttributes = fixed_words(
    "__attribute__", "__declspec", "__extension__", "__asm__", "__asm", "__volatile__", "__inline",
    "__inline__", "__restrict", "__restrict__", "__cdecl", "__stdcall", "__fastcall", "__thiscall",
    "__vectorcall", "__clrcall", "__typeof__", "__alignof__", "__thread", "__based", "__unaligned",
    "__forceinline", "__try", "__except", "__finally", "__leave", "__func__", "__builtin_va_arg");

// What a type among template arguments takes at most.
constexpr std::size_t kTemplateTokensMax = 80;
// Macros in a row before a declaration.
constexpr std::size_t kRowMax = 3;
// Stands for a macro that makes a parameter of a template.
constexpr std::string_view kTypeParameter = "class _";

enum class TokenKind : std::uint8_t { word, number, literal, sign };

struct Token {
  TokenKind kind = TokenKind::sign;
  bool first_of_line = false;
  bool behind_directive = false;
  bool keyword = false;  // of the language, as it was written
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t match = 0;  // of a bracket: the one that closes or opens it; 0: none
};
static_assert(kReadableBytesMax < std::numeric_limits<std::uint32_t>::max());

// A token takes some more than that, with the blanks around it.
constexpr std::size_t kTokenBytes = 4;

// Where a literal ends that begins at a quote.
std::size_t end_of_literal(std::string_view text, std::size_t at) {
  const char quote = text[at];
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != quote && text[end] != '\n') {
    end += text[end] == '\\' ? 2U : 1U;
  }
  return std::min(end + 1, text.size());
}

std::size_t end_of_raw_literal(std::string_view text, std::size_t at) {
  const std::size_t open = text.find('(', at);
  if (open == std::string_view::npos) return text.size();
  const std::string close = ")" + std::string(text.substr(at + 2, open - at - 2)) + "\"";
  const std::size_t found = text.find(close, open);
  return found == std::string_view::npos ? text.size() : found + close.size();
}

// With the lines it goes on in.
std::size_t end_of_directive(std::string_view text, std::size_t at) {
  std::size_t end = std::min(text.find('\n', at), text.size());
  while (end < text.size() && trim_end(text.substr(at, end - at)).ends_with('\\')) {
    end = std::min(text.find('\n', end + 1), text.size());
  }
  return end;
}

std::size_t end_of_remark(std::string_view text, std::size_t at) {
  if (text[at + 1] == '/') return std::min(text.find('\n', at), text.size());
  const std::size_t close = text.find("*/", at + 2);
  return close == std::string_view::npos ? text.size() : close + 2;
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> run() {
    tokens_.reserve(text_.size() / kTokenBytes);
    while (at_ < text_.size()) step();
    match_brackets();
    return std::move(tokens_);
  }

 private:
  void step() {
    const char c = text_[at_];
    const std::string_view rest = text_.substr(at_);
    if (c == '\n') {
      first_ = true;
      ++at_;
    } else if (is_space(c) || c == '\\' || c == '\f' || c == '\v') {
      ++at_;
    } else if (rest.starts_with("//") || rest.starts_with("/*")) {
      at_ = end_of_remark(text_, at_);
    } else if (c == '#' && first_) {
      at_ = end_of_directive(text_, at_);
      directive_ = true;
    } else if (rest.starts_with("R\"")) {
      take(TokenKind::literal, end_of_raw_literal(text_, at_));
    } else if (c == '"' || c == '\'') {
      take(TokenKind::literal, end_of_literal(text_, at_));
    } else if (is_word(c)) {
      take(is_digit(c) ? TokenKind::number : TokenKind::word, end_of_word(c));
    } else {
      const bool pair = rest.starts_with("::") || rest.starts_with("->");
      take(TokenKind::sign, at_ + (pair ? 2 : 1));
    }
  }

  std::size_t end_of_word(char first) const {
    std::size_t end = at_ + 1;
    while (end < text_.size() && (is_word(text_[end]) ||
                                  (is_digit(first) && (text_[end] == '.' || text_[end] == '\'')))) {
      ++end;
    }
    return end;
  }

  void take(TokenKind kind, std::size_t end) {
    const std::string_view word = text_.substr(at_, end - at_);
    tokens_.push_back({.kind = kind,
                       .first_of_line = first_,
                       .behind_directive = directive_,
                       .keyword = kind == TokenKind::word &&
                                  (among(kDeclarationWords, word) || among(kOtherKeywords, word)),
                       .begin = static_cast<std::uint32_t>(at_),
                       .end = static_cast<std::uint32_t>(end)});
    first_ = false;
    directive_ = false;
    at_ = end;
  }

  void match_brackets() {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].kind != TokenKind::sign) continue;
      const char c = text_[tokens_[i].begin];
      if (c == '(' || c == '{' || c == '[') open.push_back(i);
      if (c != ')' && c != '}' && c != ']') continue;
      if (open.empty()) continue;
      tokens_[i].match = static_cast<std::uint32_t>(open.back());
      tokens_[open.back()].match = static_cast<std::uint32_t>(i);
      open.pop_back();
    }
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  bool first_ = true;
  bool directive_ = false;
};

// `#ifdef __cplusplus` around the bracket of `extern "C" {`: to the grammars the one that closes it
// stands in another branch.
bool is_linkage_line(std::string_view line) {
  line = trim(line);
  if (line.starts_with('}')) {
    line = trim(line.substr(1));
    if (line.starts_with(';')) line = trim(line.substr(1));
    return line.empty() || line.starts_with("//") || line.starts_with("/*");
  }
  if (line == "{" || line.empty()) return true;
  if (!line.starts_with("extern \"C\"")) return false;
  line = trim(line.substr(10));
  return line.empty() || line == "{" || line.starts_with("{ //") || line.starts_with("{ /*");
}

bool asks_for_cpp(std::string_view line) {
  line = trim(line);
  if (!line.starts_with('#') || !contains(line, "__cplusplus")) return false;
  line = trim(line.substr(1));
  return line.starts_with("if") && !line.starts_with("ifndef") && !contains(line, "!");
}

bool closes_branch(std::string_view line) {
  line = trim(line);
  return line.starts_with('#') && trim(line.substr(1)).starts_with("endif");
}

void white_out(std::string& out, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (out[i] != '\n' && out[i] != '\r') out[i] = ' ';
  }
}

// Of `# if HAS_INCLUDE(<a/b.h>)`, the marks of the name.
bool mask_header_names(std::string& out, std::size_t begin, std::size_t end) {
  bool changed = false;
  for (std::size_t at = out.find('(', begin); at < end; at = out.find('(', at + 1)) {
    const char mark = out[at + 1];
    const std::size_t close = out.find(')', at);
    if ((mark != '<' && mark != '"') || close >= end) continue;
    for (std::size_t i = at + 1; i < close; ++i) {
      if (!is_word(out[i])) out[i] = '_';
    }
    changed = true;
  }
  return changed;
}

bool rewrite_directives(std::string& out) {
  bool changed = false;
  for (std::size_t at = 0; at < out.size();) {
    std::size_t end = std::min(out.find('\n', at), out.size());
    const std::string_view line = std::string_view(out).substr(at, end - at);
    const std::string_view said = trim(line);
    if (said == "#") {
      white_out(out, at, end);
      changed = true;
    }
    if (said.starts_with('#') && (contains(said, "(<") || contains(said, "(\"")) &&
        contains(said.substr(0, 8), "if")) {
      changed = mask_header_names(out, at, end) || changed;
    }
    if (asks_for_cpp(line)) {
      std::size_t last = end;
      bool linkage = false;
      while (last < out.size()) {
        const std::size_t next = std::min(out.find('\n', last + 1), out.size());
        const std::string_view inner = std::string_view(out).substr(last + 1, next - last - 1);
        linkage = linkage || contains(inner, "extern") || contains(inner, "}");
        if (closes_branch(inner)) break;
        if (!is_linkage_line(inner)) linkage = false;
        if (!is_linkage_line(inner)) break;
        last = next;
      }
      if (linkage && last > end) {
        white_out(out, end, last);
        changed = true;
        end = last;
      }
    }
    at = end + 1;
  }
  return changed;
}

class MacroWords {
 public:
  explicit MacroWords(std::string_view text) : out_(text) {}

  std::optional<std::string> run() {
    changed_ = rewrite_directives(out_);
    tokens_ = Lexer(out_).run();
    before_.assign(tokens_.size(), kNone);
    std::size_t last = kNone;
    for (std::size_t i = 0; i < tokens_.size();) {
      before_[i] = last;
      if (is(i, "template") && is(i + 1, "<")) template_end_ = behind_arguments(i + 1);
      if (const std::size_t end = behind_parameter(i); end != i) {
        syntax::white_out(out_, tokens_[i].begin, tokens_[end - 1].end);
        put(i, kTypeParameter);
        last = i;
        i = end;
        continue;
      }
      const std::size_t next = look_at(i);
      if (next != i) {
        syntax::white_out(out_, tokens_[i].begin, tokens_[next - 1].end);
        changed_ = true;
        i = next;
        continue;
      }
      rewrite(i);
      follow_scope(i);
      last = i++;
    }
    if (!changed_) return std::nullopt;
    return std::move(out_);
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::string_view text(std::size_t i) const {
    if (i >= tokens_.size()) return {};
    return std::string_view(out_).substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin);
  }
  bool is(std::size_t i, std::string_view what) const {
    if (i >= tokens_.size() || tokens_[i].end - tokens_[i].begin != what.size()) return false;
    return out_[tokens_[i].begin] == what.front() && text(i) == what;
  }
  bool is_any_word(std::size_t i) const {
    return i < tokens_.size() && tokens_[i].kind == TokenKind::word;
  }
  bool is_name(std::size_t i) const { return is_any_word(i) && !tokens_[i].keyword; }
  bool is_type_word(std::size_t i) const { return is_any_word(i) && among(kPlainTypes, text(i)); }

  // Written as macros are: in capitals, or between the underscores of compilers.
  bool is_macro(std::size_t i) const {
    if (!is_name(i)) return false;
    const std::string_view word = text(i);
    if (word.size() < 3) return false;
    if (word.starts_with("__")) {
      return is_lower(word[2]) && !word.ends_with("_t") && !contains(word, "int") &&
             !among(kKnownAttributes, word);
    }
    bool capital = false;
    for (const char c : word) {
      if (is_lower(c)) return false;
      capital = capital || is_upper(c);
    }
    return capital;
  }

  // Nothing of a declaration stands before it yet but words that begin one.
  bool starts(std::size_t i) const {
    const std::size_t last = before_[i];
    if (last == kNone) return true;
    const std::string_view word = text(last);
    if (tokens_[last].kind == TokenKind::literal) return word == "\"C\"";
    if (tokens_[last].kind == TokenKind::word) return among(kSpecifiers, word);
    return word == ";" || word == "{" || word == "}" || word == ":" ||
           (word == ">" && closes_template_head(last));
  }

  // `template <…>`: the bracket is looked for backwards.
  bool closes_template_head(std::size_t at) const {
    int depth = 0;
    for (std::size_t steps = 0; steps < kTemplateTokensMax && at != kNone; ++steps) {
      if (is(at, ">")) ++depth;
      if (is(at, "<") && --depth == 0) return at > 0 && is(at - 1, "template");
      if (is(at, ";") || is(at, "{") || is(at, "}") || at == 0) return false;
      --at;
    }
    return false;
  }

  // Behind a name with its scopes and template arguments; `i` when none stands there.
  std::size_t behind_name(std::size_t i) const {
    const std::size_t begin = i;
    if (is(i, "::")) ++i;
    while (is_name(i)) {
      ++i;
      if (is(i, "<")) i = behind_arguments(i);
      if (!is(i, "::")) return i;
      ++i;
    }
    return begin;
  }

  // Behind the `>`; `i` when it does not close.
  std::size_t behind_arguments(std::size_t i) const {
    int depth = 0;
    for (std::size_t at = i; at < tokens_.size() && at < i + kTemplateTokensMax; ++at) {
      if (tokens_[at].match > at && !is(at, "{")) at = tokens_[at].match;
      if (is(at, "<")) ++depth;
      if (is(at, ">") && --depth == 0) return at + 1;
      if (is(at, ";") || is(at, "{") || is(at, "}")) return i;
    }
    return i;
  }

  std::size_t behind_marks(std::size_t i) const {
    while (is(i, "*") || is(i, "&") || is(i, "const") || is(i, "volatile")) ++i;
    return i;
  }

  // `ENABLE_IF(…)` among the parameters of a template: where it ends.
  std::size_t behind_parameter(std::size_t i) const {
    if (i >= template_end_ || !is_macro(i) || !is(i + 1, "(")) return i;
    const std::size_t end = tokens_[i + 1].match + 1;
    const bool parameter = is(before_[i], ",") || is(before_[i], "<");
    const bool room =
        end > i + 1 && tokens_[end - 1].end - tokens_[i].begin > kTypeParameter.size();
    return parameter && room ? end : i;
  }

  // Whether the members of a class stand here.
  bool in_class() const { return !scopes_.empty() && scopes_.back(); }

  void follow_scope(std::size_t i) {
    if (is(i, "class") || is(i, "struct") || is(i, "union")) names_class_ = true;
    if (is(i, "(") || is(i, ";") || is(i, "=")) names_class_ = false;
    if (is(i, "{")) {
      scopes_.push_back(names_class_);
      names_class_ = false;
    } else if (is(i, "}")) {
      if (!scopes_.empty()) scopes_.pop_back();
      names_class_ = false;
    }
  }

  // Where what is to be blanked ends; `i` when nothing is.
  std::size_t look_at(std::size_t i) const {
    if (tokens_[i].kind != TokenKind::word) return i;
    if (is_signals(i)) return i + 2;
    if (is_before_declaration(i) || is_in_declaration(i) || is_of_condition(i) || is_slots(i) ||
        is_line_of_its_own(i)) {
      return i + 1;
    }
    if (!is_macro(i)) return i;
    // `FOO_TRY {`
    if (starts(i) && is(i + 1, "{") && !in_class()) return i + 1;
    const bool called = is(i + 1, "(") && tokens_[i + 1].match > i;
    const std::size_t end = called ? tokens_[i + 1].match + 1 : i + 1;
    if (is_of_class_head(i, end) || is_behind(i, end)) return end;
    // `DECLARE(int x;)`
    if (called && starts(i) && is(end - 2, ";")) return end;
    // `SPECIALIZE(unsigned, int);` outside of all braces
    if (called && starts(i) && scopes_.empty() && is(end, ";") && has_type(i + 1)) return end;
    // `MOCK(type, name, (type));`
    if (called && starts(i) && in_class() && is(end, ";") && is(end - 2, ")")) return end;
    return i;
  }

  bool is_before_declaration(std::size_t i) const {
    if (!is_name(i)) return false;
    const bool begins = starts(i);
    const bool macro = is_macro(i);
    if (begins && is_before_keyword(i)) return true;
    const std::size_t last = before_[i];
    const bool in_brackets = last != kNone && (is(last, "(") || is(last, ","));
    if (macro && (begins || in_brackets) && is_before_typed_name(i)) return true;
    if (macro && is(i + 1, "const") && is_before_constant(i, begins || in_brackets)) return true;
    if (!begins) return false;
    if (macro) return is_before_constructor(i);
    return is_before_function(i);
  }

  // `FOO_API static void`, `FOO INLINE int`: a word of the language behind one or more others.
  bool is_before_keyword(std::size_t i) const {
    std::size_t next = i + 1;
    while (next < i + kRowMax && is_name(next)) ++next;
    if (is(next, "~") && is_macro(i) && next == i + 1) return is_name(next + 1);
    if (is(next, "operator")) return is_macro(i) && next == i + 1 && is_any_word(next + 1);
    if (!is_any_word(next) || !among(kDeclarationWords, text(next))) return false;
    return true;
  }

  // `FOO_API type name`, `FOO_API type *(name) (`.
  bool is_before_typed_name(std::size_t i) const {
    const std::size_t behind = behind_name(i + 1);
    if (behind == i + 1) return false;
    const std::size_t name = behind_marks(behind);
    if (is_name(name)) return true;
    if (is(name, "operator")) return true;
    return name > behind && is(name, "(") && is_name(name + 1) && is(name + 2, ")") &&
           is(name + 3, "(");
  }

  // `FOO const type *name`.
  bool is_before_constant(std::size_t i, bool begins) const {
    if (!begins && !(before_[i] != kNone && is(before_[i], "*"))) return false;
    std::size_t next = i + 2;
    if (is_type_word(next)) return true;
    next = behind_name(next);
    return next > i + 2 && (is(next, "*") || is(next, "&") || is_name(next));
  }

  // `FOO_API A::A(`, `FOO A(…) : b(…)`.
  bool is_before_constructor(std::size_t i) const {
    const std::size_t end = behind_name(i + 1);
    if (end == i + 1 || !is(end, "(")) return false;
    if (end >= 3 && is(end - 2, "::")) {
      std::size_t scope = end - 3;
      if (is(scope, ">")) {
        while (scope > i && !is(scope, "<")) --scope;
        if (scope > 0) --scope;
      }
      if (text(scope) == text(end - 1)) return true;
    }
    std::size_t behind = tokens_[end].match;
    if (behind == 0) return false;
    ++behind;
    if (is(behind, "noexcept") || is_macro(behind)) ++behind;
    return is(behind, ":") && is_name(behind + 1);
  }

  // `inline_of_ours type name(`, of any letters.
  bool is_before_function(std::size_t i) const {
    const std::size_t last = before_[i];
    if (last != kNone && (is(last, ":") || is(last, "{"))) return false;
    if (!is_name(i + 1)) return false;
    std::size_t name = behind_marks(behind_name(i + 1));
    if (is_name(name) && is_name(name + 1)) name = behind_marks(behind_name(name));
    return is_name(name) && is(name + 1, "(") && name > i + 1;
  }

  // `int FOO name(`, `(FOO *name)(`.
  bool is_in_declaration(std::size_t i) const {
    if (!is_macro(i) || before_[i] == kNone) return false;
    const std::size_t last = before_[i];
    if (is(last, "(") && is(i + 1, "*")) {
      return is_name(i + 2) && is(i + 3, ")") && is(i + 4, "(");
    }
    const bool typed = is_name(last) || is_type_word(last) || is(last, "*") || is(last, "&");
    if (!typed || !is_name(i + 1)) return false;
    if (is(behind_name(i + 1), "(")) return true;
    // `(const T __unused x`
    return text(i).starts_with("__") && (is(i + 2, ",") || is(i + 2, ")"));
  }

  // `if FOO_CONSTEXPR (…)`.
  bool is_of_condition(std::size_t i) const {
    if (before_[i] == kNone || !is_name(i) || !is(i + 1, "(")) return false;
    return is(before_[i], "if") && std::none_of(text(i).begin(), text(i).end(), &is_lower);
  }

  // Qt's `public slots:`.
  bool is_slots(std::size_t i) const {
    const std::size_t last = before_[i];
    if (last == kNone || !is_name(i) || !is(i + 1, ":")) return false;
    return is(last, "public") || is(last, "private") || is(last, "protected");
  }

  // Qt's `signals:`.
  bool is_signals(std::size_t i) const {
    return (is(i, "signals") || is(i, "Q_SIGNALS")) && is(i + 1, ":") && starts(i);
  }

  // `FOO_BEGIN_NAMESPACE`, `Q_OBJECT`.
  bool is_line_of_its_own(std::size_t i) const {
    if (!is_macro(i) || !tokens_[i].first_of_line) return false;
    const std::size_t next = i + 1;
    if (next < tokens_.size() && !tokens_[next].first_of_line) return false;
    if (!starts(i)) return false;
    if (next >= tokens_.size() || is(next, "}") || is(next, "[")) return true;
    if (tokens_[next].behind_directive && !is(next, ";")) return true;
    if (!is_any_word(next)) return false;
    const bool named = contains(text(i), "BEGIN") || contains(text(i), "END");
    return named || !is_name(next) || !is(next + 1, "(");
  }

  // `class EXPORT Name {`, `class CAPABILITY("x") Name : A {`.
  bool is_of_class_head(std::size_t i, std::size_t end) const {
    const std::size_t last = before_[i];
    if (last == kNone || !is_name(end)) return false;
    const bool is_class = is(last, "class");
    if (!is_class && !is(last, "struct") && !is(last, "union") && !is(last, "enum")) return false;
    const std::size_t behind = behind_name(end);
    return is(behind, "{") || is(behind, ":") || is(behind, "final") ||
           (is_class && is(behind, ";"));
  }

  // Behind a list of parameters, or behind the name of a variable.
  bool is_behind(std::size_t i, std::size_t end) const {
    const std::size_t last = before_[i];
    if (last == kNone || end > tokens_.size()) return false;
    const bool called = end > i + 1;
    const bool goes_on = is(end, ";") || is(end, "=") || is(end, "{") || is(end, ":") ||
                         is(end, "override") || is(end, "final") || is(end, "const") ||
                         is_macro(end);
    if (tokens_[last].kind == TokenKind::literal) {
      const bool text = end < tokens_.size() && tokens_[end].kind == TokenKind::literal;
      return !called && (text || is(end, ",") || is(end, ")") || is(end, ";"));
    }
    if (is(last, ")") || is(last, "const") || is(last, "noexcept") || is(last, "override")) {
      return goes_on && closes_parameters(last);
    }
    const bool listed = is(end, ",") || is(end, ")") || is(end, "[");
    return (goes_on || listed) && names_variable(last);
  }

  bool closes_parameters(std::size_t at) const {
    while (at > 0 && is_any_word(at)) --at;
    if (!is(at, ")")) return false;
    const std::size_t open = tokens_[at].match;
    if (open < 2) return false;
    // `operator=(…)`, `operator()(…)`
    for (std::size_t back = 2; back <= 3 && back <= open; ++back) {
      if (is(open - back, "operator")) return true;
    }
    return is_name(open - 1) && !among(kBracketWords, text(open - 1));
  }

  // A name behind a type: `A *name`, `A name`, `int name[3]`.
  bool names_variable(std::size_t at) const {
    while (is(at, "]") && tokens_[at].match > 0) at = tokens_[at].match - 1;
    if (!is_name(at) || at == 0) return false;
    std::size_t type = before_[at];
    if (type != kNone && is(type, "const")) type = before_[type];
    if (type == kNone) return false;
    if (is(before_[at], "const")) return is(type, "*");
    return is_name(type) || is_type_word(type) || is(type, "*") || is(type, "&") || is(type, ">");
  }

  void white_out(std::size_t i) {
    syntax::white_out(out_, tokens_[i].begin, tokens_[i].end);
    changed_ = true;
  }

  void put(std::size_t i, std::string_view with) {
    std::copy(with.begin(), with.end(),
              out_.begin() + static_cast<std::ptrdiff_t>(tokens_[i].begin));
    changed_ = true;
  }

  // Forms that the grammars do not know.
  void rewrite(std::size_t i) {
    const bool ends = is(i + 3, ",") || is(i + 3, ")");
    if (is(i, "=") && is(i + 1, "{") && is(i + 2, "}") && ends) {
      put(i + 1, "0");
      put(i + 2, " ");
    }
    if (is(i, "new")) rewrite_array(i + 1);
    // `expect(throw a, b)`
    if (is(i, "throw") && before_[i] != kNone && (is(before_[i], "(") || is(before_[i], ","))) {
      white_out(i);
    }
    if (is(i, "using") && is(i + 1, "typename")) white_out(i + 1);
    // `(A::*name)(`
    if (is(i, "(") && is_name(i + 1) && is(i + 2, "::") && is(i + 3, "*") && is_name(i + 4) &&
        is(i + 5, ")")) {
      white_out(i + 1);
      white_out(i + 2);
    }
    if (is(i, "(") && i > 0 && tokens_[i].match > i) rewrite_call(i);
  }

  // `new A*[n]`, `new const char*[n]`: the grammar wants a type without marks.
  void rewrite_array(std::size_t begin) {
    std::size_t type = begin;
    while (is(type, "const") || is(type, "volatile")) ++type;
    std::size_t marks = type;
    while (is_type_word(marks)) ++marks;
    if (marks == type) marks = behind_name(type);
    std::size_t end = marks;
    while (is(end, "*") || is(end, "const")) ++end;
    if (marks == type || end == marks || !is(end, "[")) return;
    for (std::size_t i = begin; i < type; ++i) white_out(i);
    for (std::size_t i = marks; i < end; ++i) white_out(i);
  }

  // `va_arg(list, unsigned long)`, `x = cast(const A *, b)`: a type among arguments.
  void rewrite_call(std::size_t open) {
    const std::size_t last = before_[open];
    if (last == kNone || !is_name(last) || !is_argument_of_expression(last)) return;
    const std::size_t close = tokens_[open].match;
    std::size_t begin = open + 1;
    for (std::size_t i = open + 1; i <= close; ++i) {
      if (tokens_[i].match > i) {
        i = tokens_[i].match;
        continue;
      }
      if (i != close && !is(i, ",")) continue;
      if (is_type(begin, i) || is_operator(begin, i)) {
        syntax::white_out(out_, tokens_[begin].begin, tokens_[i - 1].end);
        put(begin, "0");
      }
      begin = i + 1;
    }
  }

  // The call is part of a larger statement, so that it declares nothing.
  bool is_argument_of_expression(std::size_t callee) const {
    const std::size_t last = before_[callee];
    if (last == kNone) return false;
    if (is(callee, "va_arg")) return true;
    if (is(last, ";") || is(last, "{") || is(last, "}")) return has_value(callee + 1);
    return is(last, "=") || is(last, "(") || is(last, ",") || is(last, "return");
  }

  // Among the arguments stands what no parameter is.
  bool has_value(std::size_t open) const {
    bool found = false;
    for (std::size_t i = open; i < tokens_[open].match; ++i) {
      if (is(i, "=")) return false;
      found = found || tokens_[i].kind == TokenKind::literal ||
              tokens_[i].kind == TokenKind::number || is(i, "->");
    }
    return found;
  }

  bool has_type(std::size_t open) const {
    std::size_t begin = open + 1;
    for (std::size_t i = open + 1; i <= tokens_[open].match; ++i) {
      if (!is(i, ",") && i != tokens_[open].match) continue;
      if (is_type(begin, i)) return true;
      begin = i + 1;
    }
    return false;
  }

  // `apply(+, a, b)`
  bool is_operator(std::size_t begin, std::size_t end) const {
    if (begin >= end || end > begin + 2) return false;
    for (std::size_t i = begin; i < end; ++i) {
      if (text(i).size() != 1 || !contains("+-*/%&|^<>=!", text(i))) return false;
    }
    return true;
  }

  bool is_type(std::size_t begin, std::size_t end) const {
    bool words = begin < end;
    std::size_t marks = end;
    while (marks > begin && (is(marks - 1, "*") || is(marks - 1, "const"))) --marks;
    for (std::size_t i = begin; i < marks; ++i) words = words && is_any_word(i);
    if (!words || marks == begin) return false;
    const bool pointer = marks < end && is(end - 1, "*");
    const bool plain = marks == end && is_type_word(begin) && is_type_word(end - 1);
    return (pointer && marks <= begin + 3) || plain;
  }

  std::string out_;
  std::vector<Token> tokens_;
  std::vector<std::size_t> before_;  // the token before, of those that stay
  std::vector<bool> scopes_;         // of each open brace: whether it is a class's
  bool names_class_ = false;         // `class` stands in the statement so far
  std::size_t template_end_ = 0;     // of the last list of parameters of a template
  bool changed_ = false;
};

}  // namespace

std::optional<std::string> without_macro_words(std::string_view text) {
  return MacroWords(text).run();
}

}  // namespace pawl::syntax
