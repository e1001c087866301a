#include "syntax/comments.hpp"

#include "syntax/grammar.hpp"
#include "syntax/node.hpp"

namespace pawl::syntax {
namespace {

bool is_comment(TSNode node) {
  const std::string_view type = type_of(node);
  return type == "comment" || type == "line_comment" || type == "block_comment";
}

}  // namespace

std::vector<Comment> comments(Language language, std::string_view text) {
  std::vector<Comment> found;
  const TreePtr tree = parse_tree(language, text);
  if (!tree) return found;
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree.get()));
  bool more = true;
  while (more) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    if (is_comment(node)) {
      found.push_back({ts_node_start_byte(node), ts_node_end_byte(node),
                       static_cast<int>(first_row(node)) + 1});
    } else if (ts_tree_cursor_goto_first_child(&cursor)) {
      continue;
    }
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      more = ts_tree_cursor_goto_parent(&cursor);
      if (!more) break;
    }
  }
  ts_tree_cursor_delete(&cursor);
  return found;
}

}  // namespace pawl::syntax
