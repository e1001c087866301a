// Parameters and arguments, as each language writes them.
#include "base/text/text.hpp"
#include "syntax/outline/outline_parts.hpp"

namespace pawl::syntax {
namespace {

std::string name_of(const Source& source, TSNode node) {
  if (!exists(node)) return {};
  const std::string_view type = type_of(node);
  return type == "identifier" ? std::string(source.text_of(node)) : std::string();
}

// `*args`, `**kwargs`, also with a type behind.
bool take_splat(TSNode node, Signature& out, bool& keyword_only) {
  TSNode inner = node;
  if (type_of(inner) == "typed_parameter") inner = ts_node_named_child(inner, 0);
  const std::string_view type = exists(inner) ? type_of(inner) : std::string_view();
  if (type == "list_splat_pattern") {
    out.variadic = true;
    keyword_only = true;
    return true;
  }
  if (type == "dictionary_splat_pattern") {
    out.any_keywords = true;
    return true;
  }
  return false;
}

Signature python_signature(const Source& source, TSNode list, bool is_method) {
  Signature out;
  bool keyword_only = false;
  for (Children children(list); children.valid(); children.next()) {
    const TSNode node = children.node();
    const std::string_view type = type_of(node);
    if (type == "keyword_separator" || source.text_of(node) == "*") {
      keyword_only = true;
    } else if (type == "positional_separator") {
      for (Parameter& before : out.parameters) before.positional_only = true;
    } else if (!ts_node_is_named(node) || type == "comment" ||
               take_splat(node, out, keyword_only)) {
      continue;
    } else {
      const bool optional = type == "default_parameter" || type == "typed_default_parameter";
      const TSNode name = type == "identifier" ? node
                          : optional           ? child_by_field(node, "name")
                                               : ts_node_named_child(node, 0);
      out.parameters.push_back({.name = name_of(source, name),
                                .optional = optional,
                                .keyword_only = keyword_only,
                                .positional_only = false});
    }
  }
  if (!out.parameters.empty()) {
    const std::string& first = out.parameters.front().name;
    if (is_method && (first == "self" || first == "cls" || first == "mcs")) {
      out.parameters.erase(out.parameters.begin());
    }
  }
  return out;
}

Signature script_signature(const Source& source, TSNode list) {
  Signature out;
  if (type_of(list) == "identifier") {
    out.parameters.push_back({.name = name_of(source, list)});
    return out;
  }
  for (Children children(list); children.valid(); children.next()) {
    const TSNode node = children.node();
    if (!ts_node_is_named(node)) continue;
    const std::string_view type = type_of(node);
    if (type == "comment" || type == "decorator") continue;
    const bool typed = type == "required_parameter" || type == "optional_parameter";
    const TSNode pattern = typed ? child_by_field(node, "pattern") : node;
    const std::string_view shape = exists(pattern) ? type_of(pattern) : std::string_view();
    if (shape == "this") continue;
    if (shape == "rest_pattern") {
      out.variadic = true;
      continue;
    }
    const bool optional = type == "optional_parameter" || shape == "assignment_pattern" ||
                          (typed && exists(child_by_field(node, "value")));
    const TSNode name = shape == "assignment_pattern" ? child_by_field(pattern, "left") : pattern;
    out.parameters.push_back({.name = name_of(source, name), .optional = optional});
  }
  return out;
}

Signature go_signature(const Source& source, TSNode list) {
  Signature out;
  for (Children children(list); children.valid(); children.next()) {
    const TSNode node = children.node();
    const std::string_view type = type_of(node);
    if (type == "variadic_parameter_declaration") out.variadic = true;
    if (type != "parameter_declaration") continue;
    bool named = false;
    for (Children parts(node); parts.valid(); parts.next()) {
      if (type_of(parts.node()) != "identifier") continue;
      out.parameters.push_back({.name = name_of(source, parts.node())});
      named = true;
    }
    if (!named) out.parameters.push_back({});
  }
  return out;
}

// Rust and Java: one node a parameter, none is optional.
Signature plain_signature(const Source& source, TSNode list) {
  Signature out;
  for (Children children(list); children.valid(); children.next()) {
    const TSNode node = children.node();
    const std::string_view type = type_of(node);
    if (type == "spread_parameter" || type == "variadic_parameter") out.variadic = true;
    const bool is_one = type == "parameter" || type == "formal_parameter" ||
                        (type_of(list) == "closure_parameters" && ts_node_is_named(node));
    if (!is_one) continue;
    const TSNode pattern = child_by_field(node, "pattern");
    // `self: Box<Self>` is a receiver as `&self` is.
    if (exists(pattern) && type_of(pattern) == "self") continue;
    out.parameters.push_back(
        {.name = name_of(source, exists(pattern) ? pattern : child_by_field(node, "name"))});
  }
  return out;
}

Signature ruby_signature(const Source& source, TSNode list) {
  Signature out;
  for (Children children(list); children.valid(); children.next()) {
    const TSNode node = children.node();
    const std::string_view type = type_of(node);
    const TSNode name = child_by_field(node, "name");
    const bool has_value = exists(child_by_field(node, "value"));
    if (type == "splat_parameter" || type == "forward_parameter") out.variadic = true;
    if (type == "hash_splat_parameter" || type == "forward_parameter") out.any_keywords = true;
    if (type == "identifier" || type == "destructured_parameter") {
      out.parameters.push_back({.name = name_of(source, node)});
    } else if (type == "optional_parameter" || type == "keyword_parameter") {
      out.parameters.push_back({.name = name_of(source, name),
                                .optional = has_value,
                                .keyword_only = type == "keyword_parameter"});
    }
  }
  return out;
}

TSNode innermost_declarator(TSNode node) {
  for (TSNode inner = node; exists(inner);) {
    if (type_of(inner) == "function_declarator") return inner;
    const TSNode next = child_by_field(inner, "declarator");
    inner = exists(next) || ts_node_named_child_count(inner) == 0 ? next
                                                                  : ts_node_named_child(inner, 0);
  }
  return {};
}

std::optional<Signature> c_signature(const Source& source, TSNode function) {
  const TSNode declarator = innermost_declarator(child_by_field(function, "declarator"));
  if (!exists(declarator)) return std::nullopt;
  const TSNode list = child_by_field(declarator, "parameters");
  if (!exists(list)) return std::nullopt;
  Signature out;
  // In C, `()` says nothing about parameters.
  out.variadic = source.language == Language::c && ts_node_named_child_count(list) == 0;
  for (Children children(list); children.valid(); children.next()) {
    const TSNode node = children.node();
    const std::string_view type = type_of(node);
    if (type == "..." || type == "variadic_parameter_declaration" || type == "variadic_parameter") {
      out.variadic = true;
    }
    const bool optional = type == "optional_parameter_declaration";
    if (type != "parameter_declaration" && !optional) continue;
    TSNode name = child_by_field(node, "declarator");
    if (!exists(name) && source.text_of(node) == "void") continue;
    while (exists(name) && type_of(name) != "identifier") name = child_by_field(name, "declarator");
    out.parameters.push_back({.name = name_of(source, name), .optional = optional});
  }
  return out;
}

bool is_spread(std::string_view type) {
  return type == "list_splat" || type == "dictionary_splat" || type == "spread_element" ||
         type == "variadic_argument" || type == "splat_argument" || type == "hash_splat_argument" ||
         type == "forward_argument" || type == "parameter_pack_expansion" || type == "ERROR";
}

}  // namespace

std::optional<Signature> signature_of(const Source& source, TSNode function, bool in_class) {
  const Language language = source.language;
  if (language == Language::c || language == Language::cpp) return c_signature(source, function);
  if (language == Language::bash) return std::nullopt;
  TSNode list = child_by_field(function, "parameters");
  if (!exists(list)) list = child_by_field(function, "parameter");
  if (!exists(list)) {
    if (language == Language::ruby) return Signature();
    return std::nullopt;
  }
  switch (language) {
    case Language::python: return python_signature(source, list, in_class);
    case Language::go: return go_signature(source, list);
    case Language::ruby: return ruby_signature(source, list);
    case Language::rust:
    case Language::java: return plain_signature(source, list);
    default: return script_signature(source, list);
  }
}

Arguments arguments_of(const Source& source, TSNode arguments) {
  Arguments out;
  const std::string_view list = type_of(arguments);
  if (list == "generator_expression" || list == "template_string") {
    out.positional = list == "template_string" ? -1 : 1;
    return out;
  }
  bool spread = false;
  for (Children children(arguments); children.valid(); children.next()) {
    const TSNode node = children.node();
    const std::string_view type = type_of(node);
    if (!ts_node_is_named(node) || type.ends_with("comment") || type == "block_argument" ||
        type == "attribute_item") {
      continue;
    }
    spread = spread || is_spread(type);
    if (type == "keyword_argument" || type == "pair") {
      const TSNode key = child_by_field(node, type == "pair" ? "key" : "name");
      if (exists(key)) {
        std::string_view name = source.text_of(key);
        if (type_of(key) == "simple_symbol") name.remove_prefix(1);  // `:a => 1` is `a: 1`
        out.keywords.emplace_back(name);
      }
      continue;
    }
    // `f(g())` in Go hands on all that g returns.
    spread = spread || (source.language == Language::go && type == "call_expression");
    ++out.positional;
  }
  if (source.language == Language::go && out.positional > 1) {
    // Only a lone call can stand for several values.
    spread = false;
    for (Children children(arguments); children.valid(); children.next()) {
      spread = spread || is_spread(type_of(children.node()));
    }
  }
  if (spread) out.positional = -1;
  return out;
}

}  // namespace pawl::syntax
