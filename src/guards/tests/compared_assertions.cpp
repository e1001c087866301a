#include "guards/tests/compared_assertions.hpp"

#include <algorithm>
#include <string_view>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {

using syntax::Assertion;

namespace {

// The part that differs stands in a number or between quotes.
bool is_literal(std::string_view text, std::size_t head, std::size_t tail) {
  const std::string_view middle = text.substr(head, text.size() - head - tail);
  const bool number = middle.find_first_not_of("0123456789.-_") == std::string_view::npos;
  const std::string_view before = text.substr(0, head);
  const auto quotes = std::count(before.begin(), before.end(), '"') +
                      std::count(before.begin(), before.end(), '\'');
  return number || quotes % 2 == 1 || middle.starts_with('"') || middle.starts_with('\'') ||
         middle == "True" || middle == "False" || middle == "true" || middle == "false";
}

}  // namespace

// The same that takes more for right: any value, any exception, no message.
bool is_widened(const Assertion& old, const Assertion& now, bool same_subject) {
  static constexpr auto kLoose =
      fixed_words("expect.any", "expect.anything", "mock.ANY", ", ANY", "(ANY", "anything()",
                  "any()", "be_within", "approx(", "stringContaining", "objectContaining",
                  "arrayContaining", "a_kind_of", "be_a(", "kind_of(", "instance_of(", "any(",
                  "mock.Anything", "Any()", "isA(", "anyString", "anyInt", ".*", "sinon.match");
  for (const std::string_view word : kLoose) {
    if (same_subject && contains(now.text, word) && !contains(old.text, word)) return true;
  }
  static constexpr auto kBase =
      fixed_words("Exception", "BaseException", "Error", "StandardError", "Throwable",
                  "RuntimeException", "std::exception", "object");
  static constexpr auto kRaises = fixed_words("raise", "throw", "panic", "reject");
  const bool raises = std::any_of(kRaises.begin(), kRaises.end(), [&](std::string_view word) {
    return contains_folded(old.text, word) && contains_folded(now.text, word);
  });
  if (!raises) return false;
  for (const std::string_view word : kBase) {
    if (contains_word_folded(now.text, word) && !contains_word_folded(old.text, word)) return true;
  }
  return same_subject && now.text.size() < old.text.size() &&
         old.text.starts_with(now.text.substr(0, std::max<std::size_t>(now.text.size(), 1) - 1));
}

// Two assertions that differ in nothing but a number or a text.
bool only_expectation(const Assertion& old, const Assertion& now) {
  const std::string_view a = old.text;
  const std::string_view b = now.text;
  std::size_t head = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
  std::size_t tail = 0;
  while (tail < a.size() - head && tail < b.size() - head &&
         a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) {
    ++tail;
  }
  // What is asked about is the same, wherever it stands.
  if (old.subject.empty()) return false;
  return is_literal(a, head, tail) && is_literal(b, head, tail);
}

namespace {

constexpr std::size_t kComparedBytesMax = 200'000;

bool is_comparing(char c) { return c == '=' || c == '!' || c == '<' || c == '>'; }

// Where a remark that goes on to the end of its line begins.
bool opens_remark(std::string_view text, std::size_t at) {
  const bool behind_blank = at == 0 || is_space(text[at - 1]);
  return behind_blank && (text.substr(at).starts_with("//") || text[at] == '#');
}

// A text in two: what it says without its literals, and the literals.
struct Parted {
  std::string frame;
  std::string literals;
};

Parted parted(std::string_view text) {
  Parted out;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (is_space(c)) {
      ++i;
    } else if (opens_remark(text, i)) {
      i = std::min(text.find('\n', i), text.size());
    } else if (c == '"' || c == '\'' || c == '`') {
      std::size_t end = i + 1;
      while (end < text.size() && text[end] != c && (c == '`' || text[end] != '\n')) {
        end += text[end] == '\\' ? 2U : 1U;
      }
      end = std::min(end, text.size());
      out.literals += text.substr(i + 1, end - i - 1);
      out.literals.push_back('\n');
      out.frame.push_back('"');
      i = std::min(end + 1, text.size());
    } else if (is_digit(c) && (i == 0 || !is_word(text[i - 1]))) {
      const std::size_t begin = i;
      while (i < text.size() && (is_word(text[i]) || text[i] == '.')) ++i;
      out.literals += text.substr(begin, i - begin);
      out.literals.push_back('\n');
      out.frame.push_back('0');
    } else if (is_comparing(c)) {
      const std::size_t begin = i;
      while (i < text.size() && is_comparing(text[i])) ++i;
      out.literals += text.substr(begin, i - begin);
      out.literals.push_back('\n');
      out.frame.push_back(i - begin == 1 && c == '=' ? '=' : '<');
    } else {
      out.frame.push_back(c);
      ++i;
    }
  }
  return out;
}

}  // namespace

bool is_turned(const Assertion& old, const Assertion& now) {
  const auto plain = [](std::string_view text) {
    std::string out = lower(text);
    for (const std::string_view word :
         {"not_", "_not", ".not", "not ", "not", "!", "un", "wont_"}) {
      out = replace_all(out, word, word == "wont_" ? "must_" : "");
    }
    return replace_all(replace_all(replace_all(out, "refute", "assert"), "ne(", "eq("), "false",
                       "true");
  };
  return old.text != now.text && plain(old.text) == plain(now.text);
}

bool differ_in_literals(std::string_view a, std::string_view b) {
  if (a.size() > kComparedBytesMax || b.size() > kComparedBytesMax) return false;
  const Parted first = parted(a);
  const Parted second = parted(b);
  return first.frame == second.frame && first.literals != second.literals;
}

}  // namespace pawl::guards
