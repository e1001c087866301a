#include "guards/code/rust_macros.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "base/text/text.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

constexpr std::string_view kRules = "macro_rules!";

// From the first bracket on to the one that closes it.
std::string_view group_at(std::string_view text) {
  const auto open = text.find_first_of("({[");
  if (open == std::string_view::npos) return {};
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (contains("({[", text.substr(i, 1))) ++depth;
    if (contains(")}]", text.substr(i, 1)) && --depth == 0) return text.substr(open, i + 1 - open);
  }
  return text.substr(open);
}

std::string_view called_word(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), &is_identifier_byte);
  return {text.begin(), end};
}

}  // namespace

bool macro_may_make(std::string_view text, std::string_view name) {
  std::set<std::string_view> macros;
  for (auto at = text.find(kRules); at != std::string_view::npos; at = text.find(kRules, at + 1)) {
    const std::string_view rest = trim(text.substr(at + kRules.size()));
    macros.insert(called_word(rest));
    const std::string_view rules = group_at(rest);
    if (contains_word_folded(rules, name) || contains(rules, "paste") ||
        contains(rules, "concat_idents")) {
      return true;
    }
  }
  if (macros.empty()) return false;
  for (auto at = text.find('!'); at != std::string_view::npos; at = text.find('!', at + 1)) {
    const std::string_view before = text.substr(0, at);
    const auto start = std::find_if_not(before.rbegin(), before.rend(), &is_identifier_byte);
    const std::string_view called = before.substr(static_cast<std::size_t>(before.rend() - start));
    if (!macros.contains(called)) continue;
    if (contains_word_folded(group_at(text.substr(at)), name)) return true;
  }
  return false;
}

}  // namespace pawl::guards
