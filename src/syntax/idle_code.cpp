#include "syntax/idle_code.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "syntax/by_language.hpp"
#include "syntax/endless.hpp"
#include "syntax/exits.hpp"
#include "syntax/grammar.hpp"
#include "syntax/handlers.hpp"
#include "syntax/outline/outline_parts.hpp"

namespace pawl::syntax {
namespace {

constexpr auto kReturns = fixed_words("return_statement", "return_expression", "return");

bool holds_statements(Language language, std::string_view type) {
  switch (language) {
    case Language::python: return type == "block" || type == "module";
    case Language::javascript:
    case Language::typescript:
    case Language::tsx:
      return among({"statement_block", "program", "switch_case", "switch_default"}, type);
    case Language::go: return type == "statement_list";
    case Language::rust: return type == "block";
    case Language::c:
    case Language::cpp: return type == "compound_statement" || type == "case_statement";
    case Language::java:
      return among({"block", "switch_block_statement_group", "constructor_body"}, type);
    case Language::ruby:
      return among({"body_statement", "then", "else", "block_body", "program", "begin"}, type);
    case Language::bash:
      return among({"compound_statement", "program", "do_group", "if_statement", "elif_clause",
                    "else_clause", "case_item"},
                   type);
  }
  return false;
}

// A place that other statements jump to.
bool is_entered_elsewhere(std::string_view type) {
  return type == "labeled_statement" || type == "case_statement" || type == "label";
}

// `if (0) { Next: … }` is there for those who jump into it.
bool is_entered_within(TSNode block) {
  for (Children children(block); children.valid(); children.next()) {
    if (is_entered_elsewhere(type_of(children.node()))) return true;
  }
  return false;
}

// Says nothing by itself: what a compiler or a habit asks for behind a statement that leaves.
bool is_bare_jump(const Source& source, TSNode statement) {
  const std::string_view type = type_of(statement);
  if (among({"break_statement", "continue_statement", "break", "next"}, type)) return true;
  const std::string_view text = trim(source.text_of(statement));
  return among({"return", "return;", "return nil", "return None"}, text);
}

bool is_conditional(std::string_view type) {
  return among(
      {"if_statement", "elif_clause", "if_expression", "while_statement", "while_expression", "if",
       "elsif", "unless", "while", "if_modifier", "unless_modifier", "for_statement",
       "conditional_expression", "ternary_expression", "conditional"},
      type);
}

// What is to be asked of a node, by its symbol: comparing names takes longer than the walk.
enum Question : std::uint8_t {
  kHolds = 1,
  kConditional = 2,
  kDisabled = 4,
  kHandler = 8,
  kLoop = 16
};

std::vector<std::uint8_t> build_questions(Language language) {
  return by_symbol(language, std::uint8_t{0}, [&](std::string_view type) {
    unsigned asked = 0;
    if (holds_statements(language, type)) asked |= kHolds;
    if (is_conditional(type)) asked |= kConditional;
    if (type == "preproc_if") asked |= kDisabled;
    if (may_swallow(type)) asked |= kHandler;
    if (may_loop(type)) asked |= kLoop;
    return static_cast<std::uint8_t>(asked);
  });
}

class IdleFinder {
 public:
  IdleFinder(const Source& source, std::size_t from, std::size_t to)
      : source_(source),
        questions_(by_language<build_questions>(source.language)),
        from_(from),
        to_(to) {}

  std::vector<IdleCode> of(TSNode root) {
    TSTreeCursor cursor = ts_tree_cursor_new(root);
    for (bool more = true; more;) {
      const TSNode node = ts_tree_cursor_current_node(&cursor);
      const bool enters = ts_node_start_byte(node) <= to_ && ts_node_end_byte(node) >= from_;
      if (enters) look_at(node);
      if (enters && ts_tree_cursor_goto_first_child(&cursor)) continue;
      while (more && !ts_tree_cursor_goto_next_sibling(&cursor)) {
        more = ts_tree_cursor_goto_parent(&cursor);
      }
    }
    ts_tree_cursor_delete(&cursor);
    return std::move(out_);
  }

 private:
  void look_at(TSNode node) {
    const TSSymbol symbol = ts_node_symbol(node);
    const unsigned asked = symbol < questions_.size() ? questions_[symbol] : 0U;
    if (asked == 0) return;
    if ((asked & kHolds) != 0) find_unreachable(node);
    if ((asked & kConditional) != 0) find_never(node, type_of(node));
    if ((asked & kDisabled) != 0) find_disabled(node);
    if ((asked & kLoop) != 0) {
      const auto loop = endless_loop(source_, node);
      if (loop) add(Idleness::endless, node, loop->begin, loop->end);
    }
    if ((asked & kHandler) == 0) return;
    if (const auto guarded = swallowed_by(source_, node)) {
      add(Idleness::swallowed, node, guarded->begin, guarded->end);
    }
  }

  void add(Idleness what, TSNode reason, std::size_t begin, std::size_t end) {
    if (begin >= end) return;
    out_.push_back({.what = what,
                    .line = static_cast<int>(first_row(reason)) + 1,
                    .begin = begin,
                    .end = end});
  }

  void find_unreachable(TSNode block) {
    TSNode reason{};
    std::size_t begin = 0;
    std::size_t end = 0;
    bool all_bare = true;
    for (Children children(block); children.valid(); children.next()) {
      const TSNode child = children.node();
      if (exists(reason)) {
        if (is_entered_elsewhere(type_of(child))) break;
        if (!counts_unreached(source_, child)) continue;
        if (begin == 0) begin = ts_node_start_byte(child);
        end = ts_node_end_byte(child);
        // Compilers ask for a value behind the end of the program.
        const bool asked_for = !among(kReturns, type_of(reason)) &&
                               among(kReturns, type_of(child)) &&
                               !contains(source_.text_of(child), "(");
        // `(void)unused;` says something to compilers alone.
        const bool for_compilers = source_.text_of(child).starts_with("(void)");
        all_bare = all_bare && (asked_for || for_compilers || is_bare_jump(source_, child));
      } else if (ts_node_is_named(child) && leaves_block(source_, child)) {
        reason = child;
      }
    }
    if (!exists(reason) || all_bare) return;
    // A `yield` nobody reaches makes a generator of a Python function.
    if (contains(source_.text.substr(begin, end - begin), "yield")) return;
    const bool top = !exists(ts_node_parent(block));
    add(top ? Idleness::ended : Idleness::unreachable, reason, begin, end);
  }

  void find_never(TSNode node, std::string_view type) {
    auto fixed = fixed_condition(source_, child_by_field(node, "condition"));
    if (!fixed) return;
    if (type.starts_with("unless")) fixed = !*fixed;
    if (*fixed) {
      const TSNode other = child_by_field(node, "alternative");
      if (exists(other)) {
        add(Idleness::never, node, ts_node_start_byte(other), ts_node_end_byte(other));
      } else if (!contains(type, "while") && !contains(type, "for")) {
        add_body(Idleness::always, node);
      }
      return;
    }
    add_body(Idleness::never, node);
  }

  void add_body(Idleness what, TSNode node) {
    TSNode body = child_by_field(node, "consequence");
    if (!exists(body)) body = child_by_field(node, "body");
    if (what == Idleness::never && exists(body) && is_entered_within(body)) return;
    if (exists(body)) {
      add(what, node, ts_node_start_byte(body), ts_node_end_byte(body));
    } else if (source_.language == Language::bash) {
      const TSNode condition = child_by_field(node, "condition");
      add(what, node, ts_node_end_byte(condition), ts_node_end_byte(node));
    }
  }

  void find_disabled(TSNode node) {
    const TSNode condition = child_by_field(node, "condition");
    if (!exists(condition) || source_.text_of(condition) != "0") return;
    const TSNode other = child_by_field(node, "alternative");
    add(Idleness::disabled, node, ts_node_end_byte(condition),
        exists(other) ? ts_node_start_byte(other) : ts_node_end_byte(node));
  }

  const Source& source_;
  const std::vector<std::uint8_t>& questions_;
  std::size_t from_;
  std::size_t to_;
  std::vector<IdleCode> out_;
};

}  // namespace

std::vector<IdleCode> idle_code(Language language, std::string_view text, std::size_t from,
                                std::size_t to) {
  const TreePtr tree = parse_tree(language, text);
  if (!tree) return {};
  const TSNode root = ts_tree_root_node(tree.get());
  if (ts_node_has_error(root)) return {};
  const Source source{language, text, roles_of(language)};
  return IdleFinder(source, from, to).of(root);
}

}  // namespace pawl::syntax
