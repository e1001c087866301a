#include "syntax/outline/declarator.hpp"

#include "base/text/text.hpp"

namespace pawl::syntax {
namespace {

constexpr int kStepsMax = 100;

std::string without_arguments(std::string_view name) {
  return std::string(trim(name.substr(0, name.find('<'))));
}

void read_name(const Source& source, TSNode node, Declared& out) {
  for (int step = 0; type_of(node) == "qualified_identifier" && step < kStepsMax; ++step) {
    const std::string_view scope = source.text_of(source.field(node, Field::scope));
    if (!scope.empty()) out.scope += without_arguments(scope) + "::";
    const TSNode name = source.field(node, Field::name);
    if (!exists(name)) return;
    node = name;
  }
  const std::string_view text = source.text_of(node);
  const std::string_view type = type_of(node);
  if (type == "operator_cast") {
    out.is_function = true;
    out.name = trim(text.substr(0, text.find('(')));
  } else if (type == "template_function" || type == "template_method") {
    out.name = without_arguments(text);
  } else {
    out.name = text;
  }
}

}  // namespace

Declared declared_by(const Source& source, TSNode declaration) {
  Declared out;
  TSNode node = source.field(declaration, Field::declarator);
  for (int step = 0; exists(node) && step < kStepsMax; ++step) {
    const std::string_view type = type_of(node);
    if (!type.ends_with("_declarator")) {
      read_name(source, node, out);
      return out;
    }
    // `int *f(void)` is a function, `int (*f)(void)` is none: the innermost word counts.
    if (type == "function_declarator") out.is_function = true;
    if (type == "pointer_declarator" || type == "reference_declarator" ||
        type == "array_declarator") {
      out.is_function = false;
    }
    const TSNode inner = source.field(node, Field::declarator);
    const std::uint32_t count = ts_node_named_child_count(node);
    node = exists(inner) || count == 0 ? inner : ts_node_named_child(node, count - 1);
  }
  return out;
}

}  // namespace pawl::syntax
