#include "syntax/outline/macro_arguments.hpp"

#include <algorithm>
#include <vector>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "syntax/blank_literals.hpp"

namespace pawl::syntax {
namespace {

// Words of a type that are no expression by themselves.
constexpr auto kTypeWords = fixed_words(
    "const", "constexpr", "static", "auto", "struct", "class", "enum", "typename", "int", "bool",
    "char", "long", "short", "unsigned", "signed", "float", "double", "void", "volatile");
// Words that go before an expression.
constexpr auto kPrefixWords =
    fixed_words("new", "delete", "sizeof", "not", "and", "or", "xor", "throw", "return", "co_await",
                "co_yield", "case", "operator", "typeid", "alignof", "else", "goto", "template");

struct Word {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Calls in calls, and calls that do not end, are each read to their end: over all of a text no more
// than this many times its size. Honest texts stay below two.
constexpr std::size_t kReadingsMax = 16;

class Patch {
 public:
  explicit Patch(std::string_view text)
      : out_(text), steps_left_(kReadingsMax * (text.size() + 1)) {}

  bool run() {
    // Literals are looked for only where there is a macro at all.
    if (!has_macro_call(out_)) return false;
    plain_ = blank_literals(out_);
    bool directive = false;
    for (std::size_t i = 0; i < plain_.size(); ++i) {
      const bool starts_line = i == 0 || plain_[i - 1] == '\n';
      const bool goes_on = i >= 2 && plain_[i - 2] == '\\';
      if (starts_line && !(directive && goes_on)) directive = first_of_line(i) == '#';
      if (!directive && is_macro_name(i)) arguments(plain_.find('(', i));
    }
    return changed_;
  }
  std::string take() { return std::move(out_); }

 private:
  static bool has_macro_call(std::string_view text) {
    for (std::size_t at = text.find('('); at != std::string_view::npos;
         at = text.find('(', at + 1)) {
      if (at >= 3 && (is_upper(text[at - 1]) || is_digit(text[at - 1])) &&
          (is_upper(text[at - 2]) || text[at - 2] == '_')) {
        return true;
      }
    }
    return false;
  }

  char first_of_line(std::size_t at) const {
    while (at < plain_.size() && (plain_[at] == ' ' || plain_[at] == '\t')) ++at;
    return at < plain_.size() ? plain_[at] : '\0';
  }

  // Capitals up to an opening bracket.
  bool is_macro_name(std::size_t at) const {
    if (!is_upper(plain_[at]) || (at > 0 && is_word(plain_[at - 1]))) return false;
    std::size_t end = at;
    while (end < plain_.size() &&
           (is_upper(plain_[end]) || is_digit(plain_[end]) || plain_[end] == '_')) {
      ++end;
    }
    return end - at >= 3 && end < plain_.size() && plain_[end] == '(';
  }

  void arguments(std::size_t open) {
    std::size_t begin = open + 1;
    int depth = 0;
    int angles = 0;
    for (std::size_t i = open; i < plain_.size() && steps_left_ > 0; ++i, --steps_left_) {
      const char c = plain_[i];
      if (c == '(' || c == '[' || c == '{') ++depth;
      if (c == '<' && is_word(plain_[i - 1])) ++angles;
      if (c == '>' && angles > 0 && plain_[i - 1] != '-') --angles;
      const bool ends = (c == ')' || c == ']' || c == '}') && --depth == 0;
      if (!ends && !(c == ',' && depth == 1 && angles == 0)) continue;
      argument(begin, i);
      begin = i + 1;
      if (ends || c == ';') return;
    }
  }

  void argument(std::size_t begin, std::size_t end) {
    while (begin < end && is_space(plain_[begin])) ++begin;
    while (end > begin && is_space(plain_[end - 1])) --end;
    std::size_t name = end;
    if (end > begin && plain_[end - 1] == ']') {
      name = plain_.rfind('[', end - 1);
    } else {
      while (name > begin && is_word(plain_[name - 1])) --name;
    }
    if (name == std::string::npos || name <= begin || name == end || is_digit(plain_[name])) return;
    const std::string_view type = std::string_view(plain_).substr(begin, name - begin);
    if (declares(type, plain_[name] == '[')) rewrite(begin, name);
  }

  // `const T& `, `std::vector<T> `, `auto* `: words parted by nothing but blanks cannot be an
  // expression.
  static bool declares(std::string_view type, bool binding) {
    const bool plain = std::all_of(type.begin(), type.end(), [](char c) {
      return is_word(c) || is_space(c) || c == ':' || c == '<' || c == '>' || c == ',' ||
             c == '&' || c == '*';
    });
    const bool paired =
        std::count(type.begin(), type.end(), '<') == std::count(type.begin(), type.end(), '>');
    if (!plain || !paired || !is_word(type.front()) || is_digit(type.front())) return false;
    const std::string_view first = type.substr(0, first_end(type));
    if (among(kPrefixWords, first)) return false;
    if (binding) return type.find("auto") != std::string_view::npos;
    if (first == "const" || first == "auto") return true;
    return is_space(type.back()) && (is_word(before_blanks(type)) || before_blanks(type) == '>');
  }
  static std::size_t first_end(std::string_view type) {
    std::size_t end = 0;
    while (end < type.size() && is_word(type[end])) ++end;
    return end;
  }
  static char before_blanks(std::string_view type) {
    return type[type.find_last_not_of(" \t\r\n")];
  }

  // Names of the type stay, parted from the next one by a comma.
  void rewrite(std::size_t begin, std::size_t name) {
    changed_ = true;
    bool named = false;
    int angles = 0;
    for (std::size_t i = begin; i < name;) {
      if (is_word(plain_[i])) {
        std::size_t end = i;
        while (end < name && is_word(plain_[end])) ++end;
        const bool keyword =
            angles == 0 && among(kTypeWords, std::string_view(plain_).substr(i, end - i));
        if (keyword) std::fill(out_.begin() + at(i), out_.begin() + at(end), ' ');
        named = named || !keyword;
        i = end;
        continue;
      }
      if (plain_[i] == '<') ++angles;
      if (plain_[i] == '>') --angles;
      const bool parts = angles == 0 && (plain_[i] == '&' || plain_[i] == '*');
      if (parts) out_[i] = ' ';
      ++i;
    }
    // One byte at least parts a name from its type.
    if (named) out_[name - 1] = ',';
  }
  static std::ptrdiff_t at(std::size_t i) { return static_cast<std::ptrdiff_t>(i); }

  std::string out_;
  std::string plain_;
  std::size_t steps_left_;
  bool changed_ = false;
};

}  // namespace

std::optional<std::string> without_declared_arguments(std::string_view text) {
  Patch patch(text);
  if (!patch.run()) return std::nullopt;
  return patch.take();
}

}  // namespace pawl::syntax
