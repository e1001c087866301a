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
  each_outermost(ts_tree_root_node(tree.get()), [&](TSNode node) {
    if (!is_comment(node)) return false;
    found.push_back(
        {ts_node_start_byte(node), ts_node_end_byte(node), static_cast<int>(first_row(node)) + 1});
    return true;
  });
  return found;
}

std::string blank_comments(Language language, std::string_view text) {
  std::string out(text);
  for (const Comment& each : comments(language, text)) {
    for (std::size_t i = each.begin; i < each.end && i < out.size(); ++i) {
      if (out[i] != '\n') out[i] = ' ';
    }
  }
  return out;
}

}  // namespace pawl::syntax
