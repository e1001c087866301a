// What a module offers, beyond plain definitions: destructured exports, CommonJS, `__all__`.
#include "base/text/text.hpp"
#include "syntax/outline/outline_parts.hpp"

namespace pawl::syntax {
namespace {

constexpr int kExportDepthMax = 64;

// All names a pattern binds.
void add_pattern(const Source& source, TSNode node, Outline& out, int depth) {
  if (!exists(node) || depth > kExportDepthMax) return;
  const std::string_view type = type_of(node);
  if (type == "identifier" || type == "type_identifier" ||
      type == "shorthand_property_identifier_pattern") {
    out.exports.emplace_back(source.text_of(node));
    return;
  }
  if (type == "pair_pattern") {
    return add_pattern(source, child_by_field(node, "value"), out, depth + 1);
  }
  if (type == "assignment_pattern" || type == "object_assignment_pattern") {
    return add_pattern(source, child_by_field(node, "left"), out, depth + 1);
  }
  for (Children children(node); children.valid(); children.next()) {
    if (ts_node_is_named(children.node())) add_pattern(source, children.node(), out, depth + 1);
  }
}

// The keys of `{a, b: c, d() {}}`; false when there may be more than those.
bool add_keys(const Source& source, TSNode object, Outline& out) {
  bool closed = true;
  for (Children children(object); children.valid(); children.next()) {
    const TSNode each = children.node();
    if (!ts_node_is_named(each)) continue;
    const std::string_view type = type_of(each);
    if (type == "shorthand_property_identifier") {
      out.exports.emplace_back(source.text_of(each));
    } else if (type == "pair" || type == "method_definition") {
      const TSNode key = child_by_field(each, type == "pair" ? "key" : "name");
      const auto quoted = exists(key) && type_of(key) == "string"
                              ? plain_string(source, key)
                              : std::optional<std::string_view>(source.text_of(key));
      if (exists(key) && type_of(key) != "computed_property_name" && quoted) {
        out.exports.emplace_back(*quoted);
      } else {
        closed = false;
      }
    } else if (type != "comment") {
      closed = false;
    }
  }
  return closed;
}

void read_common_js(const Source& source, TSNode assignment, Outline& out) {
  const TSNode left = child_by_field(assignment, "left");
  const TSNode right = child_by_field(assignment, "right");
  if (!exists(left) || !exists(right) || type_of(left) != "member_expression") return;
  const std::string_view target = source.text_of(left);
  if (target == "module.exports") {
    out.exports.emplace_back("default");
    const std::string_view type = type_of(right);
    const TSNode name = type == "identifier" ? right : child_by_field(right, "name");
    if (exists(name)) out.default_export = source.text_of(name);
    if (type_of(right) != "object" || !add_keys(source, right, out)) out.open_names = true;
    return;
  }
  for (const std::string_view prefix : {"exports.", "module.exports."}) {
    if (!target.starts_with(prefix)) continue;
    const std::string_view name = target.substr(prefix.size());
    if (!contains(name, ".")) out.exports.emplace_back(name);
    return;
  }
}

// `__all__ = ["a", "b"]`; anything else done to it leaves it unknown.
void read_all(const Source& source, TSNode assignment, Outline& out) {
  const TSNode right = child_by_field(assignment, "right");
  if (!exists(right)) return;
  const std::string_view type = type_of(right);
  std::vector<std::string> names;
  bool plain = type == "list" || type == "tuple";
  for (Children children(right); plain && children.valid(); children.next()) {
    const TSNode each = children.node();
    if (!ts_node_is_named(each) || type_of(each) == "comment") continue;
    const auto name = type_of(each) == "string" ? plain_string(source, each) : std::nullopt;
    if (name) names.emplace_back(*name);
    plain = name.has_value();
  }
  if (plain) out.all = std::move(names);
}

}  // namespace

void add_declared(const Source& source, TSNode declaration, Outline& out) {
  const TSNode name = child_by_field(declaration, "name");
  if (exists(name)) {
    const std::string_view type = type_of(name);
    if (type == "identifier" || type == "type_identifier") {
      out.exports.emplace_back(source.text_of(name));
    }
    return;
  }
  for (Children children(declaration); children.valid(); children.next()) {
    const TSNode each = children.node();
    if (type_of(each) == "variable_declarator") {
      add_pattern(source, child_by_field(each, "name"), out, 0);
    }
  }
}

void read_assignment(const Source& source, TSNode assignment, bool at_top, Outline& out) {
  if (source.language != Language::python) return read_common_js(source, assignment, out);
  const TSNode left = child_by_field(assignment, "left");
  if (at_top && exists(left) && source.text_of(left) == "__all__") {
    read_all(source, assignment, out);
  }
}

}  // namespace pawl::syntax
