#include "syntax/outline/loose_functions.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "syntax/blank_literals.hpp"
#include "syntax/grammar.hpp"
#include "syntax/outline/outline_parts.hpp"

namespace pawl::syntax {
namespace {

// Words that stand before a bracket and open a block, and are no function.
constexpr auto kBlockWords =
    fixed_words("if", "for", "while", "switch", "return", "sizeof", "catch", "do", "else",
                "defined", "__attribute__", "__declspec", "alignas", "extern", "namespace");

bool is_native_language(Language language) {
  return language == Language::c || language == Language::cpp;
}

bool is_function_type(std::string_view type) {
  return among(
      {"function_declaration", "generator_function_declaration", "method_definition",
       "function_definition", "function_item", "method", "singleton_method", "method_declaration"},
      type);
}

bool is_function_value(TSNode value) {
  return exists(value) && among({"arrow_function", "function_expression", "generator_function",
                                 "lambda", "closure_expression", "func_literal"},
                                type_of(value));
}

// What a function that stands there is called; empty when the node is none.
std::string_view name_of_function(const Source& source, TSNode node) {
  const std::string_view type = type_of(node);
  if (is_function_type(type)) return source.text_of(source.field(node, Field::name));
  if (type == "variable_declarator") {
    if (!is_function_value(source.field(node, Field::value))) return {};
    return source.text_of(source.field(node, Field::name));
  }
  if (type == "pair") {
    if (!is_function_value(source.field(node, Field::value))) return {};
    return source.text_of(child_by_field(node, "key"));
  }
  if (type == "assignment_expression") {
    if (!is_function_value(source.field(node, Field::right))) return {};
    return source.text_of(source.field(node, Field::left));
  }
  return {};
}

class LooseSearch {
 public:
  LooseSearch(const Source& source, const std::vector<Definition>& definitions, std::size_t from,
              std::size_t to)
      : source_(source), definitions_(definitions), from_(from), to_(to) {}

  std::vector<LooseFunction> in_tree(TSNode root) {
    TSTreeCursor cursor = ts_tree_cursor_new(root);
    for (bool more = true; more;) {
      const TSNode node = ts_tree_cursor_current_node(&cursor);
      const bool touches = ts_node_start_byte(node) < to_ && ts_node_end_byte(node) > from_;
      const bool own = touches && ts_node_is_named(node) && take(node);
      if (touches && !own && ts_tree_cursor_goto_first_child(&cursor)) continue;
      while (more && !ts_tree_cursor_goto_next_sibling(&cursor)) {
        more = ts_tree_cursor_goto_parent(&cursor);
      }
    }
    ts_tree_cursor_delete(&cursor);
    return std::move(out_);
  }

  // A line that begins at the margin with words, has brackets and then a brace.
  std::vector<LooseFunction> in_text() {
    const std::string plain = blank_literals(source_.text.substr(from_, to_ - from_));
    for (std::size_t at = 0; at < plain.size();) {
      const std::size_t end = std::min(plain.find('\n', at), plain.size());
      if (is_word(plain[at]) && !is_digit(plain[at])) take_line(plain, at, end);
      at = end + 1;
    }
    return std::move(out_);
  }

 private:
  // A definition, or what is in one, is told elsewhere.
  bool is_known(std::size_t begin, std::size_t end) const {
    return std::any_of(definitions_.begin(), definitions_.end(), [&](const Definition& each) {
      const bool function = each.kind == "function" || each.kind == "method";
      return function && each.begin < end && begin < each.end;
    });
  }

  // Whether what is inside of the node need not be looked at.
  bool take(TSNode node) {
    const std::string_view name = name_of_function(source_, node);
    if (name.empty()) return false;
    const std::size_t begin = ts_node_start_byte(node);
    if (!is_known(begin, ts_node_end_byte(node)) && begin >= from_ && begin < to_) {
      out_.push_back({.name = std::string(name), .begin = begin});
    }
    return true;
  }

  void take_line(const std::string& plain, std::size_t at, std::size_t end) {
    const std::size_t open = plain.find('(', at);
    if (open == std::string::npos || open >= end) return;
    int depth = 0;
    std::size_t close = open;
    for (; close < plain.size(); ++close) {
      if (plain[close] == '(') ++depth;
      if (plain[close] == ')' && --depth == 0) break;
      if (plain[close] == ';' || plain[close] == '{') return;
    }
    std::size_t behind = close + 1;
    while (behind < plain.size() && (is_space(plain[behind]) || is_word(plain[behind]))) ++behind;
    if (behind >= plain.size() || plain[behind] != '{') return;
    std::size_t last = open;
    while (last > at && is_space(plain[last - 1])) --last;
    std::size_t first = last;
    while (first > at && (is_word(plain[first - 1]) || plain[first - 1] == ':')) --first;
    const std::string name = plain.substr(first, last - first);
    if (name.empty() || among(kBlockWords, name) || is_known(from_ + at, from_ + close)) return;
    out_.push_back({.name = name, .begin = from_ + at});
  }

  const Source& source_;
  const std::vector<Definition>& definitions_;
  std::size_t from_;
  std::size_t to_;
  std::vector<LooseFunction> out_;
};

}  // namespace

std::vector<LooseFunction> loose_functions(Language language, std::string_view text,
                                           const std::vector<Definition>& definitions,
                                           std::size_t from, std::size_t to) {
  const Source source{language, text, roles_of(language)};
  LooseSearch search(source, definitions, from, std::min(to, text.size()));
  if (is_native_language(language)) return search.in_text();
  const TreePtr tree = parse_tree(language, text);
  if (!tree) return {};
  return search.in_tree(ts_tree_root_node(tree.get()));
}

}  // namespace pawl::syntax
