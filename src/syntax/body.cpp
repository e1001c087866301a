#include "syntax/body.hpp"

#include "base/text/text.hpp"
#include "syntax/grammar.hpp"
#include "syntax/outline/outline_parts.hpp"

namespace pawl::syntax {
namespace {

// Exports, declarations and assignments stand around a function; nothing nests deeper.
constexpr int kWrappersMax = 8;

bool takes_parameters(TSNode node) {
  return exists(child_by_field(node, "parameters")) || exists(child_by_field(node, "parameter"));
}

// C's parameters belong to the declarator; Ruby's and Bash's functions need none.
bool is_function_node(const Source& source, TSNode node) {
  const bool ruby = source.language == Language::ruby;
  if (!ruby && !exists(child_by_field(node, "body"))) return false;
  switch (source.language) {
    case Language::c:
    case Language::cpp: return type_of(node) == "function_definition";
    case Language::ruby: return type_of(node) == "method" || type_of(node) == "singleton_method";
    case Language::bash: return type_of(node) == "function_definition";
    default: return takes_parameters(node);
  }
}

TSNode function_in(const Source& source, TSNode node, std::size_t begin, std::size_t end,
                   int depth) {
  if (depth > kWrappersMax) return {};
  // Java's annotations belong to the node, and not to the definition.
  const bool within = ts_node_start_byte(node) >= begin || ts_node_end_byte(node) <= end;
  if (within && is_function_node(source, node)) return node;
  for (Children children(node); children.valid(); children.next()) {
    const TSNode child = children.node();
    if (!ts_node_is_named(child) || ts_node_end_byte(child) <= begin) continue;
    if (ts_node_start_byte(child) >= end) break;
    const TSNode found = function_in(source, child, begin, end, depth + 1);
    if (exists(found)) return found;
  }
  return {};
}

bool is_docstring(const Source& source, TSNode statement) {
  if (source.language != Language::python || type_of(statement) != "expression_statement") {
    return false;
  }
  const TSNode value = ts_node_named_child(statement, 0);
  return exists(value) && type_of(value).ends_with("string");
}

void add_statements(const Source& source, TSNode block, std::vector<std::string_view>& out) {
  for (Children children(block); children.valid(); children.next()) {
    const TSNode child = children.node();
    if (!ts_node_is_named(child)) continue;
    const std::string_view type = type_of(child);
    if (type.ends_with("comment") || type == "empty_statement") continue;
    if (out.empty() && is_docstring(source, child)) continue;
    if (type == "statement_list") {
      add_statements(source, child, out);
    } else {
      out.push_back(trim(source.text_of(child)));
    }
  }
}

bool is_block(std::string_view type) {
  return among(
      {"block", "statement_block", "compound_statement", "constructor_body", "body_statement"},
      type);
}

TSNode parameters_of(const Source& source, TSNode function) {
  TSNode holder = function;
  if (source.language == Language::c || source.language == Language::cpp) {
    for (int i = 0; i < kWrappersMax && exists(holder); ++i) {
      holder = child_by_field(holder, "declarator");
      if (exists(holder) && exists(child_by_field(holder, "parameters"))) break;
    }
    if (!exists(holder)) return {};
  }
  const TSNode all = child_by_field(holder, "parameters");
  return exists(all) ? all : child_by_field(holder, "parameter");
}

// `f` of `function f() {}`, `const f = () => {}`, `{f: function () {}}`.
std::string_view name_given_to(const Source& source, TSNode function) {
  TSNode name = child_by_field(function, "name");
  const TSNode parent = ts_node_parent(function);
  for (const std::string_view field : {"name", "key", "left"}) {
    if (!exists(name) && exists(parent)) name = child_by_field(parent, field);
  }
  for (TSNode each = child_by_field(function, "declarator"); !exists(name) && exists(each);
       each = child_by_field(each, "declarator")) {
    if (!exists(child_by_field(each, "declarator"))) name = each;
  }
  return source.text_of(name);
}

}  // namespace

std::optional<Definition> function_around(Language language, std::string_view text,
                                          std::size_t from, std::size_t to) {
  const TreePtr tree = parse_tree(language, text);
  if (!tree || from > to || to > text.size()) return std::nullopt;
  const TSNode root = ts_tree_root_node(tree.get());
  if (ts_node_has_error(root)) return std::nullopt;
  const Source source{language, text, roles_of(language)};
  TSNode node = ts_node_descendant_for_byte_range(root, static_cast<std::uint32_t>(from),
                                                  static_cast<std::uint32_t>(to));
  for (; exists(node); node = ts_node_parent(node)) {
    if (!is_function_node(source, node)) continue;
    const std::string_view name = name_given_to(source, node);
    const std::size_t begin = ts_node_start_byte(node);
    if (name.empty() || begin >= from) continue;
    Definition out;
    out.kind = "function";
    out.name = out.qualified = std::string(name);
    out.line = static_cast<int>(first_row(node)) + 1;
    out.begin = begin;
    out.end = ts_node_end_byte(node);
    return out;
  }
  return std::nullopt;
}

std::optional<Body> body_of(Language language, std::string_view text,
                            const Definition& definition) {
  const TreePtr tree = parse_tree(language, text);
  if (!tree) return std::nullopt;
  const Source source{language, text, roles_of(language)};
  const auto begin = static_cast<std::uint32_t>(definition.begin);
  const auto end = static_cast<std::uint32_t>(definition.end);
  const TSNode whole = ts_node_named_descendant_for_byte_range(ts_tree_root_node(tree.get()), begin,
                                                               begin == end ? end : end - 1);
  if (!exists(whole)) return std::nullopt;
  const TSNode function = function_in(source, whole, begin, end, 0);
  if (!exists(function)) return std::nullopt;
  const TSNode body = child_by_field(function, "body");
  Body out;
  // Ruby has no body where there are comments alone; Python's first ones stand before it.
  const TSNode head = parameters_of(source, function);
  out.parameters = source.text_of(head);
  const std::size_t behind = exists(head) ? ts_node_end_byte(head) : ts_node_start_byte(function);
  out.whole = text.substr(behind, ts_node_end_byte(function) - behind);
  if (!exists(body)) return out;
  if (is_block(type_of(body))) {
    add_statements(source, body, out.statements);
  } else {
    out.statements.push_back(trim(source.text_of(body)));
  }
  return out;
}

}  // namespace pawl::syntax
