#include "syntax/handlers.hpp"

#include "base/text/text.hpp"
#include "syntax/outline/outline_parts.hpp"

namespace pawl::syntax {
namespace {

Guarded range_of(TSNode node) {
  return {.begin = ts_node_start_byte(node), .end = ts_node_end_byte(node)};
}

// No statement but those that only stand there because the language wants one.
bool does_nothing(const Source& source, TSNode block) {
  for (Children children(block); children.valid(); children.next()) {
    const TSNode child = children.node();
    if (!ts_node_is_named(child) || type_of(child).ends_with("comment")) continue;
    std::string_view step = trim(source.text_of(child));
    if (step.size() > 1 && step.ends_with(';')) step = trim(step.substr(0, step.size() - 1));
    if (!among({"pass", "...", "return", "return None", "return null", "return undefined",
                "return nullptr", "return nil", "continue", "next", ";", "nil", "null"},
               step)) {
      return false;
    }
  }
  return true;
}

// A remark inside that is long enough to say why: whoever wrote it meant it.
bool gives_reason(const Source& source, TSNode handler) {
  constexpr std::size_t kReasonWords = 6;
  const std::string_view mark =
      source.language == Language::python || source.language == Language::ruby ? "#" : "//";
  std::size_t words = 0;
  for (const std::string_view line : split_lines(source.text_of(handler))) {
    const std::size_t at = line.find(mark);
    if (at != std::string_view::npos) words += split_words(line.substr(at + mark.size())).size();
  }
  return words >= kReasonWords;
}

std::optional<Guarded> python_handler(const Source& source, TSNode node) {
  if (type_of(node) != "except_clause") return std::nullopt;
  const TSNode block = source.child(node, "block");
  if (!exists(block) || !does_nothing(source, block)) return std::nullopt;
  const std::size_t begin = ts_node_start_byte(node);
  std::string_view head =
      source.text.substr(begin, ts_node_start_byte(block) - begin).substr(sizeof("except") - 1);
  head = trim(head.substr(0, head.find(':')));
  head = trim(head.substr(0, head.find(" as ")));
  if (!among({"", "Exception", "BaseException"}, head)) return std::nullopt;
  const TSNode statement = ts_node_parent(node);
  // What is left is tried next: the `else` ends a search.
  if (exists(source.child(statement, "else_clause"))) return std::nullopt;
  const TSNode body = child_by_field(statement, "body");
  return exists(body) ? std::optional(range_of(body)) : std::nullopt;
}

// `with suppress(Exception):`
std::optional<Guarded> suppressing(const Source& source, TSNode node) {
  const TSNode body = child_by_field(node, "body");
  if (!exists(body)) return std::nullopt;
  const std::size_t begin = ts_node_start_byte(node);
  const std::string_view head = source.text.substr(begin, ts_node_start_byte(body) - begin);
  const bool any =
      contains(head, "suppress(Exception)") || contains(head, "suppress(BaseException)");
  return any ? std::optional(range_of(body)) : std::nullopt;
}

std::optional<Guarded> catch_clause(const Source& source, TSNode node) {
  if (type_of(node) != "catch_clause") return std::nullopt;
  const TSNode block = child_by_field(node, "body");
  if (!exists(block) || !does_nothing(source, block)) return std::nullopt;
  // Those above it have taken what was expected.
  const TSNode above = ts_node_prev_named_sibling(node);
  if (exists(above) && type_of(above) == "catch_clause") return std::nullopt;
  if (source.language == Language::java) {
    const TSNode parameter = source.child(node, "catch_formal_parameter");
    const TSNode type = exists(parameter) ? source.child(parameter, "catch_type") : TSNode{};
    const bool any =
        exists(type) && among({"Exception", "Throwable", "RuntimeException"}, source.text_of(type));
    if (!any) return std::nullopt;
  }
  if (source.language == Language::cpp) {
    const std::string_view what = source.text_of(child_by_field(node, "parameters"));
    if (!contains(what, "...") && !contains(what, "std::exception")) return std::nullopt;
  }
  const TSNode body = child_by_field(ts_node_parent(node), "body");
  return exists(body) ? std::optional(range_of(body)) : std::nullopt;
}

std::optional<Guarded> ruby_handler(const Source& source, TSNode node) {
  if (type_of(node) == "rescue_modifier") {
    const TSNode body = child_by_field(node, "body");
    const bool none = source.text_of(child_by_field(node, "handler")) == "nil";
    return none && exists(body) ? std::optional(range_of(body)) : std::nullopt;
  }
  if (type_of(node) != "rescue" || !ts_node_is_named(node)) return std::nullopt;
  const TSNode what = child_by_field(node, "exceptions");
  if (exists(what) && !among({"StandardError", "Exception"}, source.text_of(what))) {
    return std::nullopt;
  }
  const TSNode body = child_by_field(node, "body");
  if (exists(body) && !does_nothing(source, body)) return std::nullopt;
  const TSNode first = ts_node_named_child(ts_node_parent(node), 0);
  return Guarded{.begin = ts_node_start_byte(first), .end = ts_node_start_byte(node)};
}

}  // namespace

bool may_swallow(std::string_view type) {
  return among({"except_clause", "with_statement", "catch_clause", "rescue", "rescue_modifier"},
               type);
}

std::optional<Guarded> swallowed_by(const Source& source, TSNode node) {
  if (!may_swallow(type_of(node)) || gives_reason(source, node)) return std::nullopt;
  switch (source.language) {
    case Language::python:
      return type_of(node) == "with_statement" ? suppressing(source, node)
                                               : python_handler(source, node);
    case Language::javascript:
    case Language::typescript:
    case Language::tsx:
    case Language::java:
    case Language::cpp: return catch_clause(source, node);
    case Language::ruby: return ruby_handler(source, node);
    default: return std::nullopt;
  }
}

}  // namespace pawl::syntax
