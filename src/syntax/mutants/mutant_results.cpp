#include "syntax/mutants/mutant_results.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "syntax/outline/outline_parts.hpp"

namespace pawl::syntax {
namespace {

bool is_number_type(std::string_view type) {
  for (const std::string_view name : {"int", "uint", "float", "double", "long", "short", "byte",
                                      "rune", "size_t", "ssize_t", "unsigned", "signed", "char"}) {
    if (type.starts_with(name)) return !contains(type, "<");
  }
  return false;
}

bool is_bool(std::string_view type) {
  return type == "bool" || type == "boolean" || type == "_Bool";
}

std::string not_of(std::string_view value) { return "!(" + std::string(value) + ")"; }

std::optional<std::string> zero_in_go(std::string_view value, std::string_view type) {
  if (is_bool(type)) return not_of(value);
  if (is_number_type(type)) return value == "0" ? "1" : "0";
  if (type == "string") return value == "\"\"" ? std::nullopt : std::optional<std::string>("\"\"");
  const bool may_be_nil = type == "error" || type == "any" || type.starts_with('*') ||
                          type.starts_with("[]") || type.starts_with("map[") ||
                          type.starts_with("func(") || type.starts_with("interface");
  return may_be_nil ? std::optional<std::string>("nil") : std::nullopt;
}

std::optional<std::string> zero_in_rust(std::string_view value, std::string_view type) {
  if (is_bool(type)) return not_of(value);
  if (type.starts_with("Option<")) return "None";
  for (const std::string_view never : {"Result", "impl ", "&", "Self", "Box<", "!", "io::Result"}) {
    if (type.starts_with(never)) return {};
  }
  return "Default::default()";
}

std::optional<std::string> zero_in_c(const Source& source, std::string_view value,
                                     std::string_view type) {
  if (is_bool(type)) return not_of(value);
  if (type.ends_with('*') || is_number_type(type)) return value == "0" ? "1" : "0";
  const bool cpp = source.language == Language::cpp;
  if (cpp && !contains(type, "auto") && !type.ends_with('&')) return "{}";
  return {};
}

std::optional<std::string> zero_in_java(std::string_view value, std::string_view type) {
  if (is_bool(type)) return not_of(value);
  const bool primitive = is_number_type(type) && type.find_first_of("IBSL") != 0;
  return primitive ? (value == "0" ? "1" : "0") : "null";
}

std::vector<std::string> go_results(const Source& source, TSNode function) {
  const TSNode result = child_by_field(function, "result");
  if (!exists(result)) return {};
  if (type_of(result) != "parameter_list") return {std::string(source.text_of(result))};
  std::vector<std::string> types;
  for (Children each(result); each.valid(); each.next()) {
    if (type_of(each.node()) != "parameter_declaration") continue;
    types.emplace_back(source.text_of(source.field(each.node(), Field::type)));
  }
  return types;
}

std::vector<std::string> c_results(const Source& source, TSNode function) {
  std::string type(source.text_of(source.field(function, Field::type)));
  if (type.empty() || type == "void") return {};
  const TSNode declarator = source.field(function, Field::declarator);
  const std::string_view kind = exists(declarator) ? type_of(declarator) : std::string_view();
  if (kind == "pointer_declarator") type += "*";
  if (kind == "reference_declarator") type += "&";
  return {type};
}

bool is_empty_value(std::string_view type) {
  return type == "none" || type == "null" || type == "nil" || type == "undefined" ||
         type == "null_literal" || type == "nullptr";
}

}  // namespace

std::vector<std::string> result_types(const Source& source, TSNode function) {
  switch (source.language) {
    case Language::python:
    case Language::javascript:
    case Language::typescript:
    case Language::tsx: return {""};
    case Language::go: return go_results(source, function);
    case Language::rust: {
      const TSNode type = child_by_field(function, "return_type");
      if (!exists(type)) return {};
      return {std::string(source.text_of(type))};
    }
    case Language::c:
    case Language::cpp: return c_results(source, function);
    case Language::java: {
      const std::string type(source.text_of(source.field(function, Field::type)));
      if (type.empty() || type == "void") return {};
      return {type};
    }
    case Language::ruby:
    case Language::bash: break;
  }
  return {};
}

std::optional<std::string> other_value(const Source& source, TSNode value, std::string_view type) {
  const std::string_view text = source.text_of(value);
  if (is_empty_value(type_of(value)) || text == "None" || text == "undefined") return {};
  switch (source.language) {
    case Language::python: return "None";
    case Language::javascript:
    case Language::typescript:
    case Language::tsx: return "undefined";
    case Language::go: return zero_in_go(text, type);
    case Language::rust: return zero_in_rust(text, type);
    case Language::c:
    case Language::cpp: return zero_in_c(source, text, type);
    case Language::java: return zero_in_java(text, type);
    case Language::ruby:
    case Language::bash: break;
  }
  return {};
}

}  // namespace pawl::syntax
