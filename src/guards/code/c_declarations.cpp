#include "guards/code/c_declarations.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

enum class Scope : std::uint8_t { open, values, body };

// Behind these a name is made.
constexpr auto kDeclaringWords = fixed_words("struct", "class", "enum", "union", "namespace",
                                             "typename", "using", "concept", "typedef", "define");

std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at] && text[end] != '\n') {
    end += text[end] == '\\' ? 2U : 1U;
  }
  return std::min(end + 1, text.size());
}

// Behind a comment that begins there; `at` when none does.
std::size_t behind_comment(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at, 2);
  if (rest == "//") return std::min(text.find('\n', at), text.size());
  if (rest != "/*") return at;
  const std::size_t close = text.find("*/", at + 2);
  return close == std::string_view::npos ? text.size() : close + 2;
}

class Declarations {
 public:
  Declarations(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  bool run() {
    while (at_ < text_.size() && !found_) step();
    return found_;
  }

 private:
  void step() {
    const char c = text_[at_];
    if (const std::size_t next = behind_comment(text_, at_); next != at_) {
      at_ = next;
    } else if (c == '#' && line_is_new_) {
      directive();
    } else if (c == '"' || (c == '\'' && (at_ == 0 || !is_word(text_[at_ - 1])))) {
      at_ = end_of_quoted(text_, at_);
      line_is_new_ = false;
    } else if (is_word(c)) {
      word();
    } else {
      sign(c);
    }
  }

  void directive() {
    std::size_t end = std::min(text_.find('\n', at_), text_.size());
    while (end < text_.size() && trim_end(text_.substr(at_, end - at_)).ends_with('\\')) {
      end = std::min(text_.find('\n', end + 1), text_.size());
    }
    std::string_view said = trim(text_.substr(at_ + 1, end - at_ - 1));
    if (said.starts_with("define")) {
      said = trim(said.substr(6));
      const std::string_view behind = said.substr(std::min(name_.size(), said.size()));
      found_ = said.starts_with(name_) && (behind.empty() || !is_word(behind.front()));
      // `#define MAKE(a) struct a##_name`
      found_ = found_ || contains(said, "##");
    }
    at_ = end;
  }

  void word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    const std::string_view said = text_.substr(begin, at_ - begin);
    if (said == name_ && makes_it()) found_ = true;
    line_is_new_ = false;
    if (brackets_ == 0) ++words_;
    last_ = said;
    sign_ = '\0';
    if (among({"struct", "class", "union", "namespace", "extern"}, said)) opens_ = true;
    if (said == "enum") values_ = true;
  }

  bool makes_it() const {
    const Scope scope = scopes_.empty() ? Scope::open : scopes_.back();
    if (scope == Scope::body) return false;
    // `DEFINE(name)`, and no list of parameters.
    if (brackets_ > 0) return words_ < 2 && !gives_value_;
    if (gives_value_) return false;
    if (scope == Scope::values) return true;
    if (among(kDeclaringWords, last_) && sign_ == '\0') return true;
    if (sign_ == ':' || sign_ == '<' || sign_ == '[') return false;
    std::size_t next = at_;
    while (next < text_.size() && is_space(text_[next])) ++next;
    const char behind = next < text_.size() ? text_[next] : ';';
    // A type that something is declared with.
    const bool type = is_word(behind) || behind == '*' || behind == '&' || behind == '>' ||
                      (behind == ':' && text_.substr(next, 2) == "::");
    return !type;
  }

  void sign(char c) {
    ++at_;
    if (c == '\n') line_is_new_ = true;
    if (is_space(c)) return;
    line_is_new_ = false;
    sign_ = c;
    switch (c) {
      case '(':
      case '[': ++brackets_; break;
      case ')':
      case ']':
        brackets_ = std::max(0, brackets_ - 1);
        called_ = called_ || c == ')';
        break;
      case '=': gives_value_ = true; break;
      case '{': open(); break;
      case '}':
        if (!scopes_.empty()) scopes_.pop_back();
        begin_statement();
        // `typedef struct { … } name;`
        words_ = 1;
        break;
      case ';':
        if (brackets_ == 0) begin_statement();
        break;
      default: break;
    }
  }

  void open() {
    const bool inner = !scopes_.empty() && scopes_.back() == Scope::body;
    Scope scope = Scope::body;
    if (!inner && !gives_value_ && values_ && !called_) scope = Scope::values;
    if (!inner && !gives_value_ && !values_ && opens_ && !called_) scope = Scope::open;
    scopes_.push_back(scope);
    begin_statement();
  }

  void begin_statement() {
    words_ = 0;
    brackets_ = 0;
    called_ = false;
    gives_value_ = false;
    opens_ = false;
    values_ = false;
    last_ = {};
  }

  std::string_view text_;
  std::string_view name_;
  std::size_t at_ = 0;
  bool found_ = false;
  bool line_is_new_ = true;
  std::vector<Scope> scopes_;
  // Of the statement so far:
  int words_ = 0;  // outside of brackets
  int brackets_ = 0;
  bool called_ = false;       // a bracket was closed
  bool gives_value_ = false;  // `=` stood there
  bool opens_ = false;        // its brace would open a scope of declarations
  bool values_ = false;       // its brace would open the values of an enum
  std::string_view last_;     // the last word
  char sign_ = '\0';          // behind that word
};

}  // namespace

bool may_declare(std::string_view text, std::string_view name) {
  return Declarations(text, name).run();
}

bool is_conditional_line(std::string_view text, int line) {
  std::vector<bool> guards;  // of each open condition: whether it is the include guard
  std::string_view asked;
  int row = 0;
  for (const std::string_view each : split_lines(text)) {
    if (++row >= line) break;
    std::string_view said = trim(each);
    if (!said.starts_with('#')) continue;
    said = trim(said.substr(1));
    if (said.starts_with("if")) {
      asked = said.starts_with("ifndef") && guards.empty() ? trim(said.substr(6)) : "";
      guards.push_back(false);
    } else if (said.starts_with("define") && !asked.empty() && guards.size() == 1) {
      guards.back() = guards.back() || trim(said.substr(6)).starts_with(asked);
      asked = {};
    } else if (said.starts_with("endif") && !guards.empty()) {
      guards.pop_back();
    }
  }
  return std::any_of(guards.begin(), guards.end(), [](bool guard) { return !guard; });
}

}  // namespace pawl::guards
