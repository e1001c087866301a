#include "repo/manifests/python_literals.hpp"

#include <algorithm>
#include <optional>

#include "base/text/characters.hpp"

namespace pawl::repo {
namespace {

class Scanner {
 public:
  Scanner(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool at_end() const { return at_ >= text_.size(); }
  void step() { ++at_; }
  std::size_t at() const { return at_; }

  void skip_blanks() {
    while (!at_end()) {
      const char c = text_[at_];
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\\') {
        ++at_;
      } else {
        return;
      }
    }
  }

  std::string word() {
    const std::size_t from = at_;
    while (is_word(peek())) ++at_;
    return std::string(text_.substr(from, at_ - from));
  }

  // A plain string; nothing, and no step, for a prefixed one or anything else. Neighbours are one.
  std::optional<std::string> string() {
    std::optional<std::string> joined;
    while (peek() == '"' || peek() == '\'') {
      const char quote = peek();
      const std::string triple(3, quote);
      const bool is_long = text_.substr(at_).starts_with(triple);
      at_ += is_long ? 3U : 1U;
      const auto end = is_long ? text_.find(triple, at_) : text_.find(quote, at_);
      if (end == std::string_view::npos) {
        at_ = text_.size();
        return {};
      }
      if (!joined) joined.emplace();
      joined->append(text_.substr(at_, end - at_));
      at_ = end + (is_long ? 3U : 1U);
      skip_blanks();
    }
    return joined;
  }

  // To the next comma or bracket that ends the value.
  void skip_value() {
    int depth = 0;
    while (!at_end()) {
      const char c = peek();
      if (c == '#') {
        skip_blanks();
        continue;
      }
      if (c == '"' || c == '\'') {
        string();
        continue;
      }
      if (depth == 0 && (c == ',' || c == ']' || c == ')' || c == '}')) return;
      if (c == '[' || c == '(' || c == '{') ++depth;
      if (c == ']' || c == ')' || c == '}') --depth;
      ++at_;
    }
  }

 private:
  std::string_view text_;
  std::size_t at_;
};

int line_of(std::string_view text, std::size_t at) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(at, text.size()));
  return 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
}

// Where the value of `name = …` at the start of a line begins.
std::size_t assigned(std::string_view text, const std::string& name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    if (at != 0 && text[at - 1] != '\n') continue;
    Scanner scan(text, at + name.size());
    scan.skip_blanks();
    if (scan.peek() != '=') continue;
    scan.step();
    if (scan.peek() == '=') continue;
    scan.skip_blanks();
    return scan.at();
  }
  return std::string_view::npos;
}

// Where the value of the keyword argument begins, a variable followed once.
std::size_t value_of(std::string_view text, std::string_view keyword) {
  for (std::size_t at = text.find(keyword); at != std::string_view::npos;
       at = text.find(keyword, at + 1)) {
    const auto end = at + keyword.size();
    if ((at > 0 && is_word(text[at - 1])) || (end < text.size() && is_word(text[end]))) continue;
    Scanner scan(text, end);
    scan.skip_blanks();
    if (scan.peek() != '=') continue;
    scan.step();
    scan.skip_blanks();
    if (!is_word(scan.peek())) return scan.at();
    return assigned(text, scan.word());
  }
  return std::string_view::npos;
}

void read_literal_list(std::string_view text, Scanner& scan, const std::string& key,
                       std::vector<PythonString>& out) {
  if (scan.peek() != '[' && scan.peek() != '(') return scan.skip_value();
  scan.step();
  for (scan.skip_blanks(); !scan.at_end(); scan.skip_blanks()) {
    if (scan.peek() == ']' || scan.peek() == ')') return scan.step();
    const std::size_t from = scan.at();
    auto value = scan.string();
    // Only a string that stands alone: neither `"a" + b` nor `"a" % b`.
    const bool alone = scan.peek() == ',' || scan.peek() == ']' || scan.peek() == ')';
    if (value && alone) out.push_back({*std::move(value), key, line_of(text, from)});
    scan.skip_value();
    if (scan.peek() == ',') scan.step();
    if (scan.at() == from) return;
  }
}

}  // namespace

namespace {

// The plain string that begins there, when it stands alone.
std::optional<PythonString> string_at(std::string_view text, std::size_t at) {
  Scanner scan(text, at);
  auto value = scan.string();
  const bool alone =
      scan.at_end() || scan.peek() == ',' || scan.peek() == ')' || is_word(scan.peek());
  if (!value || !alone) return {};
  return PythonString{*std::move(value), {}, line_of(text, at)};
}

// Behind the bracket of the first call.
std::size_t arguments_of(std::string_view text, std::string_view function) {
  const std::string call = std::string(function) + "(";
  for (std::size_t at = text.find(call); at != std::string_view::npos;
       at = text.find(call, at + 1)) {
    const bool named = at > 0 && is_word(text[at - 1]);
    const auto line = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    const std::string_view before =
        text.substr(line == std::string_view::npos ? 0 : line + 1,
                    at - (line == std::string_view::npos ? 0 : line + 1));
    const bool defined =
        before.find("def ") != std::string_view::npos || before.find('#') != std::string_view::npos;
    if (!named && !defined) return at + call.size();
  }
  return std::string_view::npos;
}

}  // namespace

std::optional<PythonString> python_argument(std::string_view text, std::string_view function,
                                            std::string_view keyword) {
  const std::size_t from = arguments_of(text, function);
  if (from == std::string_view::npos) return {};
  Scanner scan(text, from);
  for (scan.skip_blanks(); !scan.at_end() && scan.peek() != ')'; scan.skip_blanks()) {
    const std::size_t start = scan.at();
    const std::string name = scan.word();
    scan.skip_blanks();
    if (name == keyword && scan.peek() == '=') {
      scan.step();
      scan.skip_blanks();
      if (!is_word(scan.peek())) return string_at(text, scan.at());
      const std::string variable = scan.word();
      scan.skip_blanks();
      if (scan.peek() != ',' && scan.peek() != ')') return {};
      const std::size_t value = assigned(text, variable);
      return value == std::string_view::npos ? std::nullopt : string_at(text, value);
    }
    scan.skip_value();
    if (scan.peek() == ',') scan.step();
    if (scan.at() == start) break;
  }
  return {};
}

std::vector<PythonString> python_list(std::string_view text, std::string_view keyword) {
  std::vector<PythonString> out;
  const std::size_t at = value_of(text, keyword);
  if (at == std::string_view::npos) return out;
  Scanner scan(text, at);
  read_literal_list(text, scan, {}, out);
  return out;
}

std::vector<PythonString> python_lists_by_key(std::string_view text, std::string_view keyword) {
  std::vector<PythonString> out;
  const std::size_t at = value_of(text, keyword);
  if (at == std::string_view::npos) return out;
  Scanner scan(text, at);
  if (scan.peek() != '{') return out;
  scan.step();
  for (scan.skip_blanks(); !scan.at_end() && scan.peek() != '}'; scan.skip_blanks()) {
    const std::size_t from = scan.at();
    const auto key = scan.string();
    if (key && scan.peek() == ':') {
      scan.step();
      scan.skip_blanks();
      read_literal_list(text, scan, *key, out);
    }
    scan.skip_value();
    if (scan.peek() == ',') scan.step();
    if (scan.at() == from) break;
  }
  return out;
}

}  // namespace pawl::repo
