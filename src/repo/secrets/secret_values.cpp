#include "repo/secrets/secret_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::repo {
namespace {

constexpr auto kPlaceholderWords = fixed_words(
    "example", "sample", "dummy", "placeholder", "changeme", "change-me", "change_me", "replace",
    "insert", "your", "xxxx", "fake", "mock", "redacted", "password", "passw0rd", "secret", "todo",
    "null", "1234567", "abcdef", "00000", "deadbeef", "qwerty", "letmein", "test", "demo",
    "default", "dev-only", "passphrase", "notreal", "not-real", "not_real", "undefined",
    "zqwbutsoori4a9sp");  // the token of GitHub's own documents

bool repeats(std::string_view value) {
  std::size_t run = 1;
  for (std::size_t i = 1; i < value.size(); ++i) {
    run = value[i] == value[i - 1] ? run + 1 : 1;
    if (run >= 5) return true;
  }
  return false;
}

// `%s`, `%NAME%`, `$NAME`, `$(name)`: something else comes in its place.
bool is_filled_in(std::string_view value) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] != '%' && value[i] != '$') continue;
    if (i + 1 == value.size()) return value[i] == '%';
    const char next = value[i + 1];
    if (is_letter(next) || next == '(' || next == '_' || next == value[i] || i == 0) return true;
  }
  return false;
}

bool is_hex(std::string_view value) {
  return std::all_of(value.begin(), value.end(), is_hex_digit);
}

}  // namespace

double entropy(std::string_view text) {
  if (text.empty()) return 0;
  std::array<unsigned, 256> counts{};
  for (const char c : text) ++counts[static_cast<unsigned char>(c)];
  double bits = 0;
  for (const unsigned count : counts) {
    if (count == 0) continue;
    const double share = static_cast<double>(count) / static_cast<double>(text.size());
    bits -= share * std::log2(share);
  }
  return bits;
}

bool is_sample_value(std::string_view value) {
  if (value.find_first_of("{}<>*\\ \t") != std::string_view::npos || is_filled_in(value))
    return true;
  if (contains(value, "...") || repeats(value)) return true;
  const std::string folded = lower(value);
  return std::any_of(std::begin(kPlaceholderWords), std::end(kPlaceholderWords),
                     [&](std::string_view word) { return contains(folded, word); });
}

bool looks_scrambled(std::string_view value) {
  if (value.size() < 16 || value.size() > 128) return false;
  std::size_t turns = 0;  // between small and capital letters
  std::size_t run = 0;
  std::size_t longest = 0;  // of letters without a vowel
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    if (!is_letter(c)) return false;
    if (i > 0 && is_lower(c) != is_lower(value[i - 1])) ++turns;
    run = contains("aeiouyAEIOUY", std::string_view(&c, 1)) ? 0 : run + 1;
    longest = std::max(longest, run);
  }
  constexpr std::size_t kConsonantsMin = 6;
  const bool mixed = turns * 5 >= value.size() * 2;
  return (mixed || (longest >= kConsonantsMin && turns == 0)) && entropy(value) >= 3.3 &&
         !is_sample_value(value);
}

bool looks_random(std::string_view value) {
  if (value.size() < 16 || value.size() > 512) return false;
  std::size_t digits = 0;
  std::size_t letters = 0;
  std::size_t joints = 0;
  for (const char c : value) {
    digits += is_digit(c) ? 1U : 0U;
    letters += is_lower(c) || is_upper(c) ? 1U : 0U;
    joints += is_letter_or_digit(c) ? 0U : 1U;
  }
  // Names and paths have few digits, many joints; dates and numbers have few letters.
  if (digits < 2 || letters < 4 || joints * 5 > value.size()) return false;
  // Sixteen digits hold four bits each at most.
  const double least = is_hex(value) ? 3.1 : (value.size() < 24 ? 3.3 : 3.5);
  return entropy(value) >= least && !is_sample_value(value);
}

bool looks_like_password(std::string_view value) {
  if (value.size() < 8 || value.size() > 128) return false;
  bool small = false;
  bool large = false;
  bool digit = false;
  bool other = false;
  for (const char c : value) {
    if (static_cast<unsigned char>(c) <= ' ' || static_cast<unsigned char>(c) > '~') return false;
    small = small || is_lower(c);
    large = large || is_upper(c);
    digit = digit || is_digit(c);
    other = other || !is_letter_or_digit(c);
  }
  const int kinds = (small ? 1 : 0) + (large ? 1 : 0) + (other ? 1 : 0);
  // Without a digit it takes signs that no name or path has.
  constexpr std::size_t kPlainMin = 10;
  const bool signs = value.find_first_of("!@#^&+=?~") != std::string_view::npos &&
                     value.find_first_of("()[]/:;,|'\"`") == std::string_view::npos;
  if (!digit && (kinds < 3 || !signs || value.size() < kPlainMin)) return false;
  if (kinds < 2) return false;
  return entropy(value) >= 2.7 && !is_sample_value(value);
}

bool looks_like_passphrase(std::string_view value) {
  if (value.size() < 8 || value.size() > 80) return false;
  std::size_t letters = 0;
  std::size_t digits = 0;
  std::size_t joints = 0;
  for (const char c : value) {
    letters += is_lower(c) ? 1U : 0U;
    digits += is_digit(c) ? 1U : 0U;
    joints += c == '-' || c == ' ' || c == '_' || c == '.' ? 1U : 0U;
  }
  if (letters + digits + joints != value.size()) return false;
  const bool words = joints >= 3 && letters >= 16;
  const bool short_one = joints == 0 && digits >= 1 && letters >= 4;
  return (words || short_one) && !is_sample_value(replace_all(value, " ", "-"));
}

// How many different ones of `all` characters are expected among so many drawn by lot.
double expected_distinct(double all, std::size_t drawn) {
  return all * (1 - std::pow(1 - 1 / all, static_cast<double>(drawn)));
}

// Kinds of characters one after the other that differ, and characters that are the one before them,
// the one that follows it or the one before that.
struct Order {
  std::size_t turns = 0;
  std::size_t steps = 0;
};

Order order_of(std::string_view value) {
  const auto kind = [](char c) { return is_digit(c) ? 0 : is_lower(c) ? 1 : is_upper(c) ? 2 : 3; };
  Order order;
  char before = '\0';
  for (const char c : value) {
    order.turns += before != '\0' && kind(c) != kind(before) ? 1U : 0U;
    order.steps += before != '\0' && c - before >= -1 && c - before <= 1 ? 1U : 0U;
    before = c;
  }
  return order;
}

// Of values drawn by lot one in a hundred falls below each of these (4,000 tries of each alphabet
// and of 15 to 64 characters).
bool looks_generated(std::string_view text) {
  if (text.size() < 14 || text.size() > 512 || is_sample_value(text)) return false;
  // Between words that are joined nothing turns, and a UUID is of hexadecimal digits.
  std::string value;
  for (const char c : text) {
    if (c != '-' && c != '_' && c != '.' && c != ' ') value.push_back(c);
  }
  if (value.size() < 14) return false;
  const auto some = [&](auto is) { return std::any_of(value.begin(), value.end(), is); };
  const bool digits = some(is_digit);
  const bool small = some(is_lower);
  const bool large = some(is_upper);
  if (!small && !large) return false;
  const bool hex = digits && small != large && is_hex(value);
  const bool mixed = small && large;
  // Words that are joined have no digits: `pass_OPT_MERGE`.
  if (!digits && (!mixed || !std::all_of(text.begin(), text.end(), is_letter))) return false;
  const double letters = hex ? 16 : (digits ? 10 : 0) + (small ? 26 : 0) + (large ? 26 : 0);
  std::array<bool, 256> seen{};
  for (const char c : value) seen[static_cast<unsigned char>(c)] = true;
  const auto distinct = static_cast<double>(std::count(seen.begin(), seen.end(), true));
  if (distinct < 0.75 * expected_distinct(letters, value.size())) return false;
  const Order order = order_of(value);
  const auto size = static_cast<double>(value.size());
  const double turns_min = mixed ? 0.27 : hex ? 0.13 : 0.1;
  const double steps_max = hex ? 0.4 : 0.27;
  // Letter, digit, letter, digit: so people type what is to look like chance.
  const double turns_max = mixed ? 1 : 0.75;
  return static_cast<double>(order.turns) >= turns_min * size &&
         static_cast<double>(order.turns) <= turns_max * size &&
         static_cast<double>(order.steps) <= steps_max * size;
}

}  // namespace pawl::repo
