#include "syntax/quoted.hpp"

#include <optional>

#include "base/text/text.hpp"
#include "syntax/grammar.hpp"
#include "syntax/node.hpp"

namespace pawl::syntax {
namespace {

std::optional<QuotedKind> quoted_as(TSNode node) {
  if (!ts_node_is_named(node)) return {};
  const std::string_view type = type_of(node);
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

}  // namespace

std::vector<Quoted> quoted(Language language, std::string_view text) {
  std::vector<Quoted> found;
  const TreePtr tree = parse_tree(language, text);
  if (!tree) return found;
  each_outermost(ts_tree_root_node(tree.get()), [&](TSNode node) {
    const auto kind = quoted_as(node);
    if (kind) found.push_back({ts_node_start_byte(node), ts_node_end_byte(node), *kind});
    return kind.has_value();
  });
  return found;
}

}  // namespace pawl::syntax
