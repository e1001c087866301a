#include "syntax/quoted.hpp"

#include <optional>

#include "base/text/text.hpp"
#include "syntax/by_language.hpp"
#include "syntax/grammar.hpp"
#include "syntax/node.hpp"

namespace pawl::syntax {
namespace {

std::optional<QuotedKind> quoted_as(std::string_view type) {
  if (type.ends_with("comment")) return QuotedKind::comment;
  const bool literal = contains(type, "string") || contains(type, "heredoc_body") ||
                       contains(type, "regex") || type == "char_literal" || type == "character" ||
                       type == "character_literal" || type == "rune_literal" ||
                       type == "jsx_text" || type == "html_character_reference" ||
                       type == "uninterpreted" || type == "text_block";
  // These hold strings, and may hold comments between them.
  if (!literal || type == "concatenated_string" || type == "string_array") return {};
  return QuotedKind::literal;
}

std::vector<std::optional<QuotedKind>> kinds_of(Language language) {
  return by_symbol(language, std::optional<QuotedKind>(), quoted_as);
}

}  // namespace

std::vector<Quoted> quoted(Language language, std::string_view text) {
  std::vector<Quoted> found;
  const TreePtr tree = parse_tree(language, text);
  if (!tree) return found;
  const auto& kinds = by_language<kinds_of>(language);
  each_outermost(ts_tree_root_node(tree.get()), [&](TSNode node) {
    const TSSymbol symbol = ts_node_symbol(node);
    const auto kind = symbol < kinds.size() ? kinds[symbol] : std::nullopt;
    if (kind) found.push_back({ts_node_start_byte(node), ts_node_end_byte(node), *kind});
    return kind.has_value();
  });
  return found;
}

}  // namespace pawl::syntax
