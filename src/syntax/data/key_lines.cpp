#include "syntax/data/key_lines.hpp"

#include <algorithm>
#include <string>

#include "base/json.hpp"
#include "syntax/data/json_check.hpp"
#include "syntax/data/toml_reader.hpp"
#include "syntax/unicode.hpp"

namespace pawl::syntax {
namespace {

constexpr std::size_t kLevelsMax = 8;
constexpr std::uint64_t kStart = 14695981039346656037ULL;

std::uint64_t extended(std::uint64_t hash, std::string_view name) {
  constexpr std::uint64_t kPrime = 1099511628211ULL;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  return (hash ^ 0xffU) * kPrime;  // a byte no name in UTF-8 holds
}

// One pass over JSON that parses. Of a repeated key the last one counts.
class JsonScan {
 public:
  JsonScan(std::string_view text, std::vector<std::pair<std::uint64_t, int>>& rows)
      : text_(text), rows_(rows) {}

  void value(std::uint64_t path, std::size_t level) {
    skip_blanks();
    if (peek() == '{' && level < kLevelsMax) {
      members(path, level);
    } else if (peek() == '[' && level < kLevelsMax) {
      items(path, level);
    } else {
      skip_value();
    }
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_blanks() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') ++line_;
      if (c != ' ' && c != '\t' && c != '\r' && c != '\n') return;
    }
  }

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
      if (c == '\n') ++line_;
      ++at_;
    }
  }

  static std::string plain(std::string_view quoted) {
    if (quoted.find('\\') == std::string_view::npos && quoted.size() >= 2) {
      return std::string(quoted.substr(1, quoted.size() - 2));
    }
    return Json::parse(quoted).value_or(Json()).string_or("");
  }

  void members(std::uint64_t path, std::size_t level) {
    ++at_;
    for (skip_blanks(); peek() == '"'; skip_blanks()) {
      const int line = line_;
      const std::uint64_t child = extended(path, plain(string()));
      rows_.emplace_back(child, line);
      skip_blanks();
      ++at_;  // the colon
      value(child, level + 1);
      skip_blanks();
      if (peek() != ',') break;
      ++at_;
    }
    skip_blanks();
    if (peek() == '}') ++at_;
  }

  void items(std::uint64_t path, std::size_t level) {
    ++at_;
    skip_blanks();
    for (std::size_t i = 0; peek() != ']' && at_ < text_.size(); ++i) {
      skip_blanks();
      const std::uint64_t child = extended(path, std::to_string(i));
      rows_.emplace_back(child, line_);
      value(child, level + 1);
      skip_blanks();
      if (peek() != ',') break;
      ++at_;
    }
    if (peek() == ']') ++at_;
  }

  std::string_view text_;
  std::vector<std::pair<std::uint64_t, int>>& rows_;
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace

KeyLines::KeyLines(DataFormat format, std::string_view text) {
  if (format == DataFormat::json) {
    text = without_byte_order_mark(text);
    JsonScan(without_comments(text), rows_).value(kStart, 0);
  } else if (format == DataFormat::toml) {
    for (const TomlPlace& place : places_in_toml(text, kLevelsMax)) {
      std::uint64_t path = kStart;
      for (const std::string& name : place.path) path = extended(path, name);
      rows_.emplace_back(path, place.line);
    }
  }
  // The last one of equal paths is the one that counts.
  std::stable_sort(rows_.begin(), rows_.end(),
                   [](const Row& a, const Row& b) { return a.first < b.first; });
}

int KeyLines::line(std::span<const std::string_view> path) const {
  std::uint64_t hash = kStart;
  for (const std::string_view name : path) hash = extended(hash, name);
  const auto at =
      std::upper_bound(rows_.begin(), rows_.end(), hash,
                       [](std::uint64_t wanted, const Row& row) { return wanted < row.first; });
  return at != rows_.begin() && (at - 1)->first == hash ? (at - 1)->second : 0;
}

}  // namespace pawl::syntax
