#include "repo/manifests/native_calls.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl::repo {
namespace {

bool is_dotted_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

// Reads the arguments of one call, from behind its opening bracket.
class Arguments {
 public:
  Arguments(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  std::vector<std::string> read() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
        flush();
      } else if (c == '"' || c == '\'') {
        string(c);
      } else if (c == ')' && depth_ == 0) {
        break;
      } else if (depth_ == 0 && (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',')) {
        flush();
      } else {
        depth_ += c == '(' || c == '[' ? 1 : 0;
        depth_ -= c == ')' || c == ']' ? 1 : 0;
        word_ += c;
      }
    }
    flush();
    return std::move(words_);
  }

 private:
  void string(char quote) {
    const std::string triple(3, quote);
    const bool is_long = text_.substr(at_).starts_with(triple);
    const std::size_t from = at_ + (is_long ? 3U : 1U);
    std::size_t end = is_long ? text_.find(triple, from) : text_.find(quote, from);
    while (!is_long && end != std::string_view::npos && end > from && text_[end - 1] == '\\') {
      end = text_.find(quote, end + 1);
    }
    end = std::min(end, text_.size());
    word_ += text_.substr(from, end - from);
    quoted_ = true;
    at_ = end + (is_long ? 2U : 0U);
  }

  void flush() {
    if (!word_.empty() || quoted_) words_.push_back(std::move(word_));
    word_.clear();
    quoted_ = false;
  }

  std::string_view text_;
  std::size_t at_;
  int depth_ = 0;
  bool quoted_ = false;
  std::string word_;
  std::vector<std::string> words_;
};

// Neither in a comment nor in a string, as far as its own line shows.
bool stands_free(std::string_view text, std::size_t at) {
  const auto begin = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  const std::size_t from = begin == std::string_view::npos ? 0 : begin + 1;
  const std::string_view before = text.substr(from, at - from);
  const auto count = [&](char c) { return std::count(before.begin(), before.end(), c); };
  return count('#') == 0 && count('"') % 2 == 0 && count('\'') % 2 == 0 &&
         !trim(before).starts_with("dnl");
}

}  // namespace

std::string NativeCall::after(std::string_view key) const {
  const auto at = std::find(words.begin(), words.end(), key);
  return at != words.end() && at + 1 != words.end() ? *(at + 1) : std::string();
}

bool NativeCall::has(std::string_view word) const {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::vector<NativeCall> native_calls(std::string_view text, std::string_view function) {
  std::vector<NativeCall> calls;
  std::size_t counted = 0;
  int line = 1;
  for (std::size_t open = text.find('('); open != std::string_view::npos;
       open = text.find('(', open + 1)) {
    std::size_t end = open;
    while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\t')) --end;
    if (end < function.size() ||
        !equal_folded(text.substr(end - function.size(), function.size()), function)) {
      continue;
    }
    const std::size_t from = end - function.size();
    if ((from > 0 && is_dotted_word(text[from - 1])) || !stands_free(text, from)) continue;
    const auto begin = text.begin() + static_cast<std::ptrdiff_t>(counted);
    line +=
        static_cast<int>(std::count(begin, text.begin() + static_cast<std::ptrdiff_t>(from), '\n'));
    counted = from;
    calls.push_back({Arguments(text, open + 1).read(), line});
  }
  return calls;
}

bool is_literal(std::string_view text) { return !contains(text, "${") && !contains(text, "@"); }

}  // namespace pawl::repo
