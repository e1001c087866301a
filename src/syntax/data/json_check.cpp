#include "syntax/data/json_check.hpp"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "base/json.hpp"
#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "syntax/position.hpp"
#include "syntax/unicode.hpp"

namespace pawl::syntax {
namespace {

constexpr std::size_t kJsonDepthMax = 512;  // what base/json.hpp reads

// Behind the string that opens at `at`, or the end of the text when it never closes.
std::size_t behind_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

// Behind the comment that opens at `at`, `at` when none does, nothing when it never closes.
std::optional<std::size_t> behind_comment(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//")) return std::min(text.find('\n', at), text.size());
  if (!rest.starts_with("/*")) return at;
  const auto end = text.find("*/", at + 2);
  if (end == std::string_view::npos) return std::nullopt;
  return end + 2;
}

class JsonScanner {
 public:
  explicit JsonScanner(std::string_view text) : text_(text) {}

  std::vector<Diagnostic> run() {
    skip_blanks();
    if (at_ == text_.size()) return {};
    document();
    if (error_) return {*error_};
    return std::move(repeated_);
  }

 private:
  struct Open {
    bool is_object = false;
    std::unordered_set<std::string> keys;
  };

  // One value after the other; open arrays and objects are on a stack of our own, because text
  // decides how deep they go.
  void document() {
    bool done = false;
    while (!error_ && !done) {
      skip_blanks();
      if (!value()) continue;  // an array or object was opened
      done = close_values();
    }
    if (error_) return;
    skip_blanks();
    if (at_ < text_.size()) fail("unexpected text behind the value");
  }

  // True when a whole value was read; false when a container waits for its first element.
  bool value() {
    const char c = peek();
    if (c == '{') return !open(true);
    if (c == '[') return !open(false);
    if (c == '"') {
      string();
    } else if (c == '-' || is_digit(c)) {
      number();
    } else {
      literal();
    }
    return true;
  }

  // Opens a container and reads what comes before its first element. False when it was empty.
  bool open(bool is_object) {
    if (open_.size() >= kJsonDepthMax) {
      fail("nested deeper than 512 levels");
      return false;
    }
    ++at_;
    skip_blanks();
    if (peek() == (is_object ? '}' : ']')) {
      ++at_;
      return false;
    }
    open_.push_back({.is_object = is_object, .keys = {}});
    if (is_object) key();
    return true;
  }

  // Closes what ends here. True when that was the outermost value.
  bool close_values() {
    while (!error_ && !open_.empty()) {
      skip_blanks();
      const bool is_object = open_.back().is_object;
      if (peek() == ',') {
        ++at_;
        skip_blanks();
        if (is_object) key();
        return false;
      }
      if (peek() != (is_object ? '}' : ']')) {
        fail(is_object ? "expected \",\" or \"}\"" : "expected \",\" or \"]\"");
        return false;
      }
      ++at_;
      open_.pop_back();
    }
    return !error_;
  }

  void key() {
    const std::size_t begin = at_;
    if (peek() != '"') return fail("expected a key in double quotes");
    string();
    if (error_) return;
    note_key(begin, text_.substr(begin, at_ - begin));
    skip_blanks();
    if (peek() != ':') return fail("expected \":\" after the key");
    ++at_;
  }

  void note_key(std::size_t at, std::string_view quoted) {
    std::string key(quoted.substr(1, quoted.size() - 2));
    if (contains(key, "\\")) key = Json::parse(quoted).value_or(Json(key)).string_or(key);
    const std::string shown = "repeated key \"" + printable(key, 60) + "\"";
    if (!open_.back().keys.insert(std::move(key)).second && repeated_.size() < kDiagnosticsMax) {
      repeated_.push_back(diagnostic_at(text_, at, shown));
    }
  }

  void string() {
    ++at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (static_cast<unsigned char>(text_[at_]) < 0x20) {
        return fail(text_[at_] == '\n' ? "the string does not end in its line"
                                       : "a control character in a string");
      }
      if (text_[at_] == '\\') {
        escape();
        if (error_) return;
      } else {
        ++at_;
      }
    }
    if (at_ == text_.size()) return fail("the string does not end");
    ++at_;
  }

  void escape() {
    const char kind = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (kind != 'u') {
      if (kind == '\0' || !contains("\"\\/bfnrt", std::string_view(&kind, 1))) {
        return fail("an unknown escape in a string");
      }
      at_ += 2;
      return;
    }
    const auto unit = hex_unit(at_);
    if (!unit) return fail("\"\\u\" wants four hex digits");
    const bool high = *unit >= 0xD800 && *unit < 0xDC00;
    const auto second = high ? hex_unit(at_ + 6) : std::nullopt;
    const bool paired = second && *second >= 0xDC00 && *second < 0xE000;
    if ((high && !paired) || (*unit >= 0xDC00 && *unit < 0xE000)) {
      return fail("half of a surrogate pair");
    }
    at_ += high ? 12 : 6;
  }

  // The value of `\uXXXX` at that place.
  std::optional<unsigned> hex_unit(std::size_t at) const {
    const std::string_view text = text_.substr(std::min(at, text_.size()), 6);
    if (text.size() < 6 || !text.starts_with("\\u")) return std::nullopt;
    unsigned unit = 0;
    for (const char c : lower(text.substr(2))) {
      if (!is_digit(c) && (c < 'a' || c > 'f')) return std::nullopt;
      unit = unit * 16 + static_cast<unsigned>(is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    return unit;
  }

  void number() {
    if (peek() == '-') ++at_;
    if (peek() == '0') {
      ++at_;
      if (is_digit(peek())) return fail("a number with a leading zero");
    } else if (!digits()) {
      return fail("expected a digit");
    }
    if (peek() == '.') {
      ++at_;
      if (!digits()) return fail("expected a digit after the point");
    }
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      if (!digits()) return fail("expected a digit in the exponent");
    }
  }

  bool digits() {
    const std::size_t begin = at_;
    while (is_digit(peek())) ++at_;
    return at_ > begin;
  }

  void literal() {
    const std::string_view rest = text_.substr(at_);
    for (const std::string_view word : {"true", "false", "null"}) {
      if (rest.starts_with(word)) {
        at_ += word.size();
        return;
      }
    }
    if (rest.empty()) return fail("unexpected end");
    const std::string_view shown = rest.substr(0, rest.find_first_of(" \t\r\n,:"));
    fail("expected a value, not \"" + printable(shown, 40) + "\"");
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_blanks() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  void fail(std::string message) {
    if (!error_) error_ = diagnostic_at(text_, at_, std::move(message));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Open> open_;
  std::vector<Diagnostic> repeated_;
  std::optional<Diagnostic> error_;
};

}  // namespace

std::vector<Diagnostic> check_json(std::string_view text) {
  text = without_byte_order_mark(text);
  if (const auto bad = first_bad_byte(text)) {
    return {diagnostic_at(text, *bad, "a byte that is not UTF-8")};
  }
  return JsonScanner(text).run();
}

std::vector<Diagnostic> check_jsonc(std::string_view text) {
  text = without_byte_order_mark(text);
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"') {
      i = behind_string(text, i);
      continue;
    }
    const auto end = behind_comment(text, i);
    if (!end) return {diagnostic_at(text, i, "the comment does not end")};
    i = std::max(*end, i + 1);
  }
  return check_json(without_comments(text));
}

std::string without_comments(std::string_view text) {
  std::string out(text);
  std::size_t comma = std::string::npos;  // a comma that nothing followed yet
  bool follows_value = false;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = behind_comment(text, i).value_or(text.size());
    if (end > i) {
      for (; i < end; ++i) {
        if (!is_space(out[i])) out[i] = ' ';
      }
      continue;
    }
    const char c = text[i];
    if ((c == '}' || c == ']') && comma != std::string::npos) out[comma] = ' ';
    if (!is_space(c)) {
      comma = c == ',' && follows_value ? i : std::string::npos;
      follows_value = c != ',' && c != '[' && c != '{' && c != ':';
    }
    i = c == '"' ? behind_string(text, i) : i + 1;
  }
  return out;
}

}  // namespace pawl::syntax
