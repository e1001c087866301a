#include "guards/code/collection_types.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

using index::Family;

constexpr auto kJavaTypes = fixed_words("List", "ArrayList", "Map", "HashMap", "Set", "HashSet",
                                        "StringBuilder", "StringBuffer");
constexpr auto kRustTypes = fixed_words("Vec", "String", "HashMap");

// What is before the `<` that the text's last `>` closes.
std::string_view before_arguments(std::string_view text) {
  int depth = 0;
  for (std::size_t at = text.size(); at-- > 0;) {
    if (text[at] == '>') ++depth;
    if (text[at] == '<' && --depth == 0) return text.substr(0, at);
    if (text[at] == ';' || text[at] == '{') break;
  }
  return {};
}

// `List<Order> orders = `, `final StringBuilder out;`, `(Map<String, String> names)`
std::string_view java_declared(std::string_view before, std::string_view rest) {
  const std::string_view next = trim(rest);
  const bool declares = next.starts_with(';') || next.starts_with(',') || next.starts_with(')') ||
                        next.starts_with(':') || (next.starts_with('=') && !next.starts_with("=="));
  const std::string_view head = trim_end(before);
  if (!declares || head.size() == before.size()) return {};
  if (!head.ends_with('>')) return identifier_at_end(head);
  return identifier_at_end(before_arguments(head));
}

// `let mut names: Vec<String> = `, `let out = String::new()`, `(names: &mut Vec<String>)`
std::string_view rust_declared(std::string_view before, std::string_view rest) {
  const std::string_view head = trim_end(before);
  const bool let = head.ends_with("let") || head.ends_with("let mut");
  const bool parameter = !contains(before, "{") && trim(rest).starts_with(':');
  if (!let && !parameter) return {};
  std::string_view said = trim(rest);
  if (said.empty() || !contains(":=", said.substr(0, 1))) return "?";
  said = trim(said.substr(1));
  if (said.starts_with("vec![")) return "Vec";
  for (const std::string_view mark : {"&", "mut "}) {
    if (said.starts_with(mark)) said.remove_prefix(mark.size());
  }
  const auto end = std::find_if_not(said.begin(), said.end(), &is_identifier_byte);
  const std::string_view type = said.substr(0, static_cast<std::size_t>(end - said.begin()));
  said.remove_prefix(type.size());
  const bool made = said.starts_with("::new()") || said.starts_with("::with_capacity(") ||
                    said.starts_with("::from(");
  const bool plain = said.empty() || contains("<;,)=", said.substr(0, 1)) || said.starts_with(" =");
  return made || plain ? type : "?";
}

}  // namespace

std::string_view collection_type(Family family, std::string_view function,
                                 std::string_view variable) {
  const bool java = family == Family::java;
  if ((!java && family != Family::rust) || variable.empty()) return {};
  std::string_view found;
  for (auto at = function.find(variable); at != std::string_view::npos;
       at = function.find(variable, at + variable.size())) {
    const std::size_t end = at + variable.size();
    if (at > 0 && (is_identifier_byte(function[at - 1]) || function[at - 1] == '.')) continue;
    if (end < function.size() && is_identifier_byte(function[end])) continue;
    const std::string_view before = function.substr(0, at);
    const std::string_view rest = function.substr(end);
    const std::string_view type = java ? java_declared(before, rest) : rust_declared(before, rest);
    static constexpr auto kNoTypes = fixed_words("return", "throw", "case", "new", "else", "");
    if (among(kNoTypes, type)) continue;
    if (!found.empty()) return {};
    found = type;
  }
  const bool known = java ? among(kJavaTypes, found) : among(kRustTypes, found);
  return known ? found : std::string_view();
}

}  // namespace pawl::guards
