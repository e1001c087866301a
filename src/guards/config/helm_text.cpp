#include "guards/config/helm_text.hpp"

#include <algorithm>
#include <optional>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "index/resolver.hpp"

namespace pawl::guards {
namespace {

bool opens_helm_block(std::string_view word) {
  return among({"if", "range", "with", "define", "block"}, word);
}

bool is_helm_keyword(std::string_view word) {
  return opens_helm_block(word) ||
         among({"else", "end", "template", "break", "continue", "nil", "true", "false"}, word);
}

bool is_helm_function(std::string_view word) {
  return index::embedded_names("languages/helm-functions.txt").count(std::string(word)) > 0;
}

// What stands between `{{` and `}}`.
struct HelmToken {
  enum class Kind { word, variable, text, open, close, pipe, declares, other } kind;
  std::string_view text;
  int line = 0;
};

struct HelmBlock {
  std::string_view word;
  int line = 0;
  std::size_t variables = 0;  // known before it
};

class HelmReader {
 public:
  explicit HelmReader(std::string_view text) : text_(text) {}

  HelmText read() {
    while (out_.faults.empty()) {
      const std::size_t open = text_.find("{{", at_);
      if (open == std::string_view::npos) break;
      move_to(open + 2);
      action();
    }
    if (out_.faults.empty() && !blocks_.empty()) {
      const HelmBlock& last = blocks_.back();
      fault(last.line, "the \"" + std::string(last.word) + "\" of a template has no end");
    }
    return std::move(out_);
  }

 private:
  void fault(int line, std::string message) {
    if (out_.faults.empty()) out_.faults.push_back({kBuildParseError, line, std::move(message)});
  }

  void move_to(std::size_t end) {
    end = std::min(end, text_.size());
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
  }

  std::string_view rest() const { return text_.substr(at_); }

  void action() {
    begun_ = line_;
    // `{{- x`, while `{{-1}}` is a number.
    if (rest().size() > 1 && rest()[0] == '-' && is_space(rest()[1])) move_to(at_ + 2);
    if (rest().starts_with("/*")) return comment();
    tokens_.clear();
    if (!tokens()) return;
    command();
  }

  void comment() {
    const std::size_t close = text_.find("*/", at_);
    if (close == std::string_view::npos) return fault(begun_, "a comment of a template has no end");
    move_to(close + 2);
    if (rest().size() > 1 && is_space(rest()[0]) && rest()[1] == '-') move_to(at_ + 2);
    if (!rest().starts_with("}}")) return unclosed();
    move_to(at_ + 2);
  }

  void unclosed() { fault(begun_, "the braces of an action of a template are not closed"); }

  // Up to the braces that close the action.
  bool tokens() {
    while (at_ < text_.size()) {
      if (rest().starts_with("}}") || rest().starts_with("-}}")) {
        move_to(at_ + (rest().front() == '-' ? 3 : 2));
        return true;
      }
      if (!is_space(rest().front())) {
        if (!token()) return false;
      } else {
        move_to(at_ + 1);
      }
    }
    unclosed();
    return false;
  }

  bool token() {
    const char c = rest().front();
    if (c == '{' || c == '}') {
      unclosed();
      return false;
    }
    if (c == '"' || c == '`' || c == '\'') return quoted(c);
    using Kind = HelmToken::Kind;
    if (c == '(' || c == ')' || c == '|') {
      return add(c == '(' ? Kind::open : c == ')' ? Kind::close : Kind::pipe, 1);
    }
    if (rest().starts_with(":=")) return add(Kind::declares, 2);
    const bool field = c == '.';
    const bool variable = c == '$';
    std::size_t size = field || variable ? 1 : 0;
    while (size < rest().size() && is_name_byte(rest()[size])) ++size;
    if (size == 0) return add(Kind::other, 1);
    const bool word = !field && !variable && (is_letter(c) || c == '_');
    const bool named = word || (field && size > 1) || variable;
    return add(word       ? Kind::word
               : variable ? Kind::variable
                          : Kind::other,
               size) &&
           (!named || ends_well());
  }

  static bool is_name_byte(char c) { return is_word(c) || static_cast<unsigned char>(c) > 0x7f; }

  // `.Values.a-b` is no name.
  bool ends_well() {
    const std::string_view next = rest();
    if (next.empty() || is_space(next.front()) || contains(".,|:)(}{", next.substr(0, 1)) ||
        next.starts_with("-}}")) {
      return true;
    }
    fault(line_, "a name in an action of a template goes on with \"" +
                     printable(next.substr(0, 1), 8) + "\"");
    return false;
  }

  bool add(HelmToken::Kind kind, std::size_t size) {
    tokens_.push_back({kind, rest().substr(0, size), line_});
    move_to(at_ + size);
    return true;
  }

  bool quoted(char mark) {
    std::size_t size = 1;
    while (size < rest().size() && rest()[size] != mark) {
      if (mark != '`' && rest()[size] == '\n') break;
      size += mark != '`' && rest()[size] == '\\' ? 2U : 1U;
    }
    if (size >= rest().size() || rest()[size] != mark) {
      fault(line_, "a text in an action of a template is not closed");
      return false;
    }
    return add(mark == '\'' ? HelmToken::Kind::other : HelmToken::Kind::text, size + 1);
  }

  void command() {
    if (tokens_.empty()) return fault(begun_, "an action of a template is empty");
    const HelmToken& first = tokens_.front();
    const std::string_view word = first.kind == HelmToken::Kind::word ? first.text : "";
    if (word == "end") return end();
    if (opens_helm_block(word)) open(word);
    if (word == "else" && blocks_.empty()) {
      return fault(begun_, "an \"else\" of a template belongs to nothing");
    }
    check_marks();
    for (std::size_t i = 0; i < tokens_.size(); ++i) name(i);
  }

  void open(std::string_view word) {
    if (tokens_.size() == 1) {
      return fault(begun_, "the \"" + std::string(word) + "\" of a template says nothing");
    }
    blocks_.push_back({word, begun_, variables_.size()});
  }

  void end() {
    if (blocks_.empty()) return fault(begun_, "an \"end\" of a template belongs to nothing");
    if (tokens_.size() > 1) return fault(begun_, "an \"end\" of a template has more words");
    variables_.resize(blocks_.back().variables);
    blocks_.pop_back();
  }

  void check_marks() {
    using Kind = HelmToken::Kind;
    int depth = 0;
    for (const HelmToken& token : tokens_) {
      if (token.kind == Kind::open) ++depth;
      if (token.kind == Kind::close && --depth < 0) break;
    }
    if (depth != 0) fault(begun_, "brackets of an action of a template are not balanced");
    if (tokens_.back().kind == Kind::pipe || tokens_.back().kind == Kind::declares) {
      fault(begun_, "an action of a template ends in \"" + std::string(tokens_.back().text) + "\"");
    }
  }

  void name(std::size_t i) {
    using Kind = HelmToken::Kind;
    const HelmToken& token = tokens_[i];
    if (token.kind == Kind::variable) return variable(i);
    // A part of a number or a field.
    if (token.kind != Kind::word) return;
    const HelmToken* next = i + 1 < tokens_.size() ? &tokens_[i + 1] : nullptr;
    const bool with_text = next != nullptr && next->kind == Kind::text;
    const bool defines = token.text == "define" || token.text == "block";
    if (with_text && (defines || among({"include", "template"}, token.text))) {
      const std::string_view name = next->text.substr(1, next->text.size() - 2);
      (defines ? out_.defines : out_.calls).push_back({std::string(name), token.line});
    }
    if (is_helm_keyword(token.text) || is_helm_function(token.text)) return;
    fault(token.line, "templates have no function \"" + printable(token.text, 60) + "\"");
  }

  // Known from where it is declared to the end of the block around it.
  void variable(std::size_t i) {
    const std::string_view name = tokens_[i].text;
    const bool declares =
        i + 1 < tokens_.size() && (tokens_[i + 1].kind == HelmToken::Kind::declares ||
                                   (tokens_[i + 1].text == "," && i + 3 < tokens_.size() &&
                                    tokens_[i + 3].kind == HelmToken::Kind::declares));
    if (declares) return variables_.push_back(name);
    if (name == "$") return;
    const auto known = std::find(variables_.begin(), variables_.end(), name);
    if (known != variables_.end()) return;
    fault(tokens_[i].line, "the variable " + printable(name, 60) + " of a template is not defined");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  int begun_ = 1;
  std::vector<HelmToken> tokens_;
  std::vector<HelmBlock> blocks_;
  std::vector<std::string_view> variables_;
  HelmText out_;
};

}  // namespace

HelmText read_helm_text(std::string_view text) { return HelmReader(text).read(); }

}  // namespace pawl::guards
