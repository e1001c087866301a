#include "guards/code/rust_macros.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "syntax/outline/expression_macros.hpp"

namespace pawl::guards {
namespace {

constexpr std::string_view kRules = "macro_rules!";
constexpr std::size_t kMacroHeadMax = 80;

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

bool may_bind(std::string_view tokens) {
  return contains(tokens, "|") || contains(tokens, "=>") || contains(tokens, "let ");
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
    if (!macros.contains(identifier_at_end(text.substr(0, at)))) continue;
    if (contains_word_folded(group_at(text.substr(at)), name)) return true;
  }
  return false;
}

bool is_token_of_macro(std::string_view text, int line) {
  const std::string_view said = line_of(text, line);
  const auto begin = static_cast<std::size_t>(said.data() - text.data());
  for (auto at = text.find('!'); at < begin + said.size(); at = text.find('!', at + 1)) {
    const std::string_view called = identifier_at_end(text.substr(0, at));
    const std::string_view behind = trim(text.substr(at + 1, kMacroHeadMax));
    const bool rules = called == "macro_rules";
    const bool opens = !behind.empty() && contains("({[", behind.substr(0, 1));
    if (called.empty() || !(opens || rules)) continue;
    const std::string_view tokens = group_at(text.substr(at));
    const auto end = static_cast<std::size_t>(tokens.data() - text.data()) + tokens.size();
    if (tokens.empty() || end < begin) continue;
    // `matches!(each, Path(path) if path == NAME)`
    const bool guarded = called.ends_with("matches") && contains(tokens, " if ");
    if (!syntax::is_expression_macro(called) || guarded || may_bind(tokens)) return true;
  }
  return false;
}

}  // namespace pawl::guards
