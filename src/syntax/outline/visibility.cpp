#include "syntax/outline/visibility.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl::syntax {
namespace {

bool is_dunder_name(std::string_view name) {
  return name.size() > 4 && name.starts_with("__") && name.ends_with("__");
}

bool script_public(const Source& source, TSNode node, std::string_view name) {
  if (name.starts_with('_') || name.starts_with('#')) return false;
  const std::string_view access = source.text_of(source.child(node, "accessibility_modifier"));
  return access.empty() || access == "public";
}

// A letter outside ASCII may be a capital; nobody is told that it is private.
bool go_public(std::string_view name) {
  const unsigned char first = name.empty() ? '_' : static_cast<unsigned char>(name.front());
  return (first >= 'A' && first <= 'Z') || first >= 0x80;
}

// Each is found by a walk among all items around it.
constexpr int kAttributesMax = 16;

bool rust_public(const Source& source, TSNode node, const Section& section) {
  if (section.members_public) return true;
  if (type_of(node) == "macro_definition") {
    int left = kAttributesMax;
    for (TSNode above = ts_node_prev_named_sibling(node);
         left-- > 0 && exists(above) &&
         (type_of(above) == "attribute_item" || type_of(above) == "line_comment");
         above = ts_node_prev_named_sibling(above)) {
      if (contains(source.text_of(above), "macro_export")) return true;
    }
    return false;
  }
  return source.text_of(source.child(node, "visibility_modifier")) == "pub";
}

bool c_public(const Source& source, TSNode node, const Section& section) {
  if (section.in_type) return !section.hidden;
  for (Children children(node); children.valid(); children.next()) {
    const TSNode child = children.node();
    if (type_of(child) == "storage_class_specifier" && source.text_of(child) == "static") {
      return false;
    }
  }
  return true;
}

bool java_public(const Source& source, TSNode node, const Section& section) {
  const TSNode modifiers = source.child(node, "modifiers");
  const auto has = [&](std::string_view word) {
    return exists(modifiers) && exists(source.child(modifiers, word));
  };
  return has("public") || (section.members_public && !has("private"));
}

bool is_shebang_or_magic(std::string_view comment) {
  return comment.starts_with("#!") || contains(comment, "frozen_string_literal") ||
         contains(comment, "shellcheck ") || contains(comment, "rubocop:");
}

}  // namespace

bool is_public_itself(const Source& source, TSNode node, std::string_view name,
                      const Section& section) {
  switch (source.language) {
    case Language::python: return !name.starts_with('_') || is_dunder_name(name);
    case Language::javascript:
    case Language::typescript:
    case Language::tsx: return script_public(source, node, name);
    case Language::go: return go_public(name);
    case Language::rust: return rust_public(source, node, section);
    case Language::c:
    case Language::cpp: return c_public(source, node, section);
    case Language::java: return java_public(source, node, section);
    case Language::ruby: return !section.hidden;
    case Language::bash: return !name.starts_with('_');
  }
  return true;
}

bool is_doc_comment(Language language, std::string_view comment) {
  switch (language) {
    case Language::python: return false;
    case Language::javascript:
    case Language::typescript:
    case Language::tsx:
    case Language::java: return comment.starts_with("/**") && comment != "/**/";
    case Language::go: return !comment.starts_with("//go:") && !comment.starts_with("//nolint");
    case Language::rust:
      return (comment.starts_with("///") && !comment.starts_with("////")) ||
             (comment.starts_with("/**") && comment != "/**/");
    case Language::c:
    case Language::cpp: return !contains(comment, "NOLINT") && !contains(comment, "clang-format");
    case Language::ruby:
    case Language::bash: return !is_shebang_or_magic(comment);
  }
  return false;
}

bool has_docstring(const Source& source, TSNode definition) {
  const TSNode body = source.field(definition, Field::body);
  if (!exists(body)) return false;
  for (Children children(body); children.valid(); children.next()) {
    const TSNode first = children.node();
    if (type_of(first) == "comment") continue;
    if (type_of(first) != "expression_statement") return false;
    const std::string_view type = type_of(ts_node_named_child(first, 0));
    return type == "string" || type == "concatenated_string";
  }
  return false;
}

}  // namespace pawl::syntax
