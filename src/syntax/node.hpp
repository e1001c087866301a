// tree-sitter's nodes with the text they stand for. For the files of this module only, and the one
// header that shows tree-sitter's types to them.
#pragma once

#include <cstddef>
#include <string_view>

#include <tree_sitter/api.h>

#include "syntax/outline/roles.hpp"

namespace pawl::syntax {

// The children of a node, in order; the null node has none. Tree-sitter's cursor is several times
// faster than asking a node for its n-th child. Most nodes are leaves and need none; for the others
// cursors are used again, for each holds memory of its own.
class Children {
 public:
  explicit Children(TSNode parent) {
    if (ts_node_is_null(parent) || ts_node_child_count(parent) == 0) return;
    cursor_ = take_cursor(parent);
    taken_ = true;
    valid_ = ts_tree_cursor_goto_first_child(&cursor_);
  }
  ~Children() {
    if (taken_) give_back(cursor_);
  }
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;

  bool valid() const { return valid_; }
  TSNode node() const { return ts_tree_cursor_current_node(&cursor_); }
  TSFieldId field() const { return ts_tree_cursor_current_field_id(&cursor_); }
  void next() { valid_ = ts_tree_cursor_goto_next_sibling(&cursor_); }

 private:
  static TSTreeCursor take_cursor(TSNode parent);
  static void give_back(TSTreeCursor cursor);

  TSTreeCursor cursor_{};
  bool taken_ = false;
  bool valid_ = false;
};

struct Source {
  Language language;
  std::string_view text;
  const Roles& roles;

  std::string_view text_of(TSNode node) const;
  const NodeRow* row_of(TSNode node) const;
  // The null node when there is no such child.
  TSNode field(TSNode node, Field which) const;
  // The first child of that type, or the null node.
  TSNode child(TSNode node, std::string_view type) const;
};

std::string_view type_of(TSNode node);

// Asks `take` of each node, in order of their place; what is inside of a node it took is passed
// over.
template <class Take>
void each_outermost(TSNode root, const Take& take) {
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  bool more = true;
  while (more) {
    if (!take(ts_tree_cursor_current_node(&cursor)) && ts_tree_cursor_goto_first_child(&cursor)) {
      continue;
    }
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      more = ts_tree_cursor_goto_parent(&cursor);
      if (!more) break;
    }
  }
  ts_tree_cursor_delete(&cursor);
}

inline bool exists(TSNode node) { return !ts_node_is_null(node); }
inline std::uint32_t first_row(TSNode node) { return ts_node_start_point(node).row; }
// The row of the last byte; a node that ends with its newline ends on the row before.
std::uint32_t last_row(TSNode node);

}  // namespace pawl::syntax
