#include "critics/quotes.hpp"

#include <algorithm>
#include <cctype>

#include "base/text/text.hpp"

namespace pawl::critics {
namespace {

constexpr std::size_t kQuoteBytes = 300;
// Letters and digits of a line that says something.
constexpr std::size_t kTellingMin = 4;

// `  12 +text` and `+text` as they were shown; also what stands between backticks.
std::string_view without_marks(std::string_view quote) {
  const auto digits = quote.find_first_not_of("0123456789");
  if (digits != std::string_view::npos && digits > 0 && quote[digits] == ' ') {
    const std::string_view rest = trim(quote.substr(digits));
    if (rest.starts_with('+')) return trim(rest.substr(1));
    return rest;
  }
  if (quote.starts_with('+') || quote.starts_with('-')) return trim(quote.substr(1));
  if (quote.size() > 2 && quote.starts_with('`') && quote.ends_with('`')) {
    return trim(quote.substr(1, quote.size() - 2));
  }
  return quote;
}

std::size_t telling(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c >= 0x80; }));
}

}  // namespace

std::string shown_line(std::string_view line) { return printable(trim(line), kQuoteBytes); }

std::string quoted_line(std::string_view quote) {
  for (const std::string_view each : split_lines(quote)) {
    if (!trim(each).empty()) return shown_line(each);
  }
  return {};
}

bool says_something(std::string_view quote) { return telling(without_marks(quote)) >= kTellingMin; }

bool is_quoted(std::string_view line, std::string_view quote) {
  const std::string shown = shown_line(line);
  for (const std::string_view said : {quote, without_marks(quote)}) {
    if (said.empty()) continue;
    if (shown == said) return true;
    if (telling(said) >= 2 * kTellingMin && contains(trim(line), said)) return true;
  }
  return false;
}

}  // namespace pawl::critics
