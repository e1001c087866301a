#include "syntax/locate.hpp"

#include <algorithm>

#include "base/json.hpp"
#include "syntax/data/json_check.hpp"
#include "syntax/data/toml_reader.hpp"
#include "syntax/data/yaml_reader.hpp"
#include "syntax/unicode.hpp"

namespace pawl::syntax {
namespace {

// Walks down one way through JSON without looking at the rest more closely than it must.
class JsonWalk {
 public:
  explicit JsonWalk(std::string_view text) : text_(text) {}

  // The byte of the last thing found on the way; npos when there is none.
  std::size_t find(std::span<const std::string> path) {
    std::size_t found = std::string_view::npos;
    for (const std::string& part : path) {
      skip_blanks();
      const std::size_t at = peek() == '{'   ? enter_object(part)
                             : peek() == '[' ? enter_array(part)
                                             : std::string_view::npos;
      if (at == std::string_view::npos) break;
      found = at;
    }
    return found;
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  std::string_view string() {
    const std::size_t from = at_++;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2U : 1U;
    at_ = std::min(at_ + 1, text_.size());
    return text_.substr(from, at_ - from);
  }

  void skip_value() {
    std::size_t depth = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"') {
        string();
        continue;
      }
      if (depth == 0 && (c == ',' || c == '}' || c == ']')) return;
      if (c == '{' || c == '[') ++depth;
      if (c == '}' || c == ']') --depth;
      ++at_;
    }
  }

  // Of a repeated key, the last counts, as it does for those who read the file.
  std::size_t enter_object(std::string_view key) {
    std::size_t found = std::string_view::npos;
    std::size_t value = 0;
    ++at_;
    while (true) {
      skip_blanks();
      if (peek() != '"') break;
      const std::size_t from = at_;
      const std::string_view raw = string();
      const auto name = Json::parse(raw);
      skip_blanks();
      ++at_;
      if (name && name->text() == key) {
        found = from;
        value = at_;
      }
      skip_value();
      if (peek() != ',') break;
      ++at_;
    }
    if (found != std::string_view::npos) at_ = value;
    return found;
  }

  std::size_t enter_array(std::string_view index) {
    ++at_;
    for (std::size_t i = 0; at_ < text_.size(); ++i) {
      skip_blanks();
      if (peek() == ']') break;
      if (std::to_string(i) == index) return at_;
      skip_value();
      if (peek() != ',') break;
      ++at_;
    }
    return std::string_view::npos;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

int line_in_json(std::string_view text, std::span<const std::string> path) {
  text = without_byte_order_mark(text);
  const std::string plain = without_comments(text);
  const std::size_t at = JsonWalk(plain).find(path);
  if (at == std::string_view::npos) return 0;
  const auto end = plain.begin() + static_cast<std::ptrdiff_t>(at);
  return static_cast<int>(std::count(plain.begin(), end, '\n')) + 1;
}

}  // namespace

int line_of(DataFormat format, std::string_view text, std::span<const std::string> path) {
  switch (format) {
    case DataFormat::json: return line_in_json(text, path);
    case DataFormat::yaml: return line_in_yaml(text, path);
    case DataFormat::toml: return line_in_toml(text, path);
  }
  return 0;
}

}  // namespace pawl::syntax
