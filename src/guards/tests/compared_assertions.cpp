#include "guards/tests/compared_assertions.hpp"

#include <algorithm>
#include <array>
#include <string_view>

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
  constexpr auto kLoose = std::to_array<std::string_view>({"expect.any",
                                                           "expect.anything",
                                                           "mock.ANY",
                                                           ", ANY",
                                                           "(ANY",
                                                           "anything()",
                                                           "any()",
                                                           "be_within",
                                                           "approx(",
                                                           "stringContaining",
                                                           "objectContaining",
                                                           "arrayContaining",
                                                           "a_kind_of",
                                                           "be_a(",
                                                           "kind_of(",
                                                           "instance_of(",
                                                           "any(",
                                                           "mock.Anything",
                                                           "Any()",
                                                           "isA(",
                                                           "anyString",
                                                           "anyInt",
                                                           ".*",
                                                           "sinon.match"});
  for (const std::string_view word : kLoose) {
    if (same_subject && contains(now.text, word) && !contains(old.text, word)) return true;
  }
  constexpr auto kBase = std::to_array<std::string_view>(
      {"Exception", "BaseException", "Error", "StandardError", "Throwable", "RuntimeException",
       "std::exception", "object"});
  constexpr auto kRaises = std::to_array<std::string_view>({"raise", "throw", "panic", "reject"});
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

}  // namespace pawl::guards
