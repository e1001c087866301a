#include "syntax/node.hpp"

#include <algorithm>
#include <vector>

namespace pawl::syntax {
namespace {

// Cursors of this thread that nobody uses now: as many as its deepest walk needed at once.
class CursorPool {
 public:
  CursorPool() = default;
  ~CursorPool() {
    for (TSTreeCursor& cursor : free_) ts_tree_cursor_delete(&cursor);
  }
  CursorPool(const CursorPool&) = delete;
  CursorPool& operator=(const CursorPool&) = delete;

  TSTreeCursor take(TSNode parent) {
    if (free_.empty()) return ts_tree_cursor_new(parent);
    TSTreeCursor cursor = free_.back();
    free_.pop_back();
    ts_tree_cursor_reset(&cursor, parent);
    return cursor;
  }

  void give_back(TSTreeCursor cursor) { free_.push_back(cursor); }

 private:
  std::vector<TSTreeCursor> free_;
};

CursorPool& cursor_pool() {
  thread_local CursorPool pool;
  return pool;
}

}  // namespace

TSTreeCursor Children::take_cursor(TSNode parent) { return cursor_pool().take(parent); }

void Children::give_back(TSTreeCursor cursor) { cursor_pool().give_back(cursor); }

std::string_view type_of(TSNode node) { return ts_node_type(node); }

std::uint32_t last_row(TSNode node) {
  const TSPoint end = ts_node_end_point(node);
  return end.column == 0 && end.row > first_row(node) ? end.row - 1 : end.row;
}

std::string_view Source::text_of(TSNode node) const {
  if (!exists(node)) return {};
  const std::size_t begin = std::min<std::size_t>(ts_node_start_byte(node), text.size());
  const std::size_t end = std::min<std::size_t>(ts_node_end_byte(node), text.size());
  return text.substr(begin, end - begin);
}

const NodeRow* Source::row_of(TSNode node) const {
  const TSSymbol symbol = ts_node_symbol(node);
  return symbol < roles.row_of.size() ? roles.row_of[symbol] : nullptr;
}

TSNode Source::field(TSNode node, Field which) const {
  const TSFieldId id = roles.field_ids[static_cast<std::size_t>(which)];
  return id == 0 ? TSNode{} : ts_node_child_by_field_id(node, id);
}

TSNode Source::child(TSNode node, std::string_view type) const {
  for (Children children(node); children.valid(); children.next()) {
    if (type_of(children.node()) == type) return children.node();
  }
  return {};
}

}  // namespace pawl::syntax
