// The shapes that only some languages have.
#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "syntax/outline/collector.hpp"
#include "syntax/outline/declarator.hpp"

namespace pawl::syntax {
namespace {

// `LIMIT_MAX`, `_CACHE`, `X2`.
bool is_constant_name(std::string_view name) {
  const bool has_upper = std::any_of(name.begin(), name.end(), is_upper);
  return has_upper && std::all_of(name.begin(), name.end(), [](char c) {
           return is_upper(c) || c == '_' || (c >= '0' && c <= '9');
         });
}

bool is_function_value(std::string_view type) {
  return type == "arrow_function" || type == "function_expression" || type == "generator_function";
}

// `const x = require("x")` brings a name in; it defines none.
bool is_import(const Source& source, TSNode value) {
  const std::string_view text = source.text_of(value);
  return text.starts_with("require(") || text.starts_with("await import(");
}

}  // namespace

// `func (r *T[K]) M()` belongs to T.
void Collector::visit_receiver(TSNode node, const Scope& scope, const Lead& lead) {
  const TSNode parameter = ts_node_named_child(source_.field(node, Field::receiver), 0);
  if (!exists(parameter)) return;
  std::string_view type = source_.text_of(source_.field(parameter, Field::type));
  while (!type.empty() && (type.front() == '*' || type.front() == '(' || type.front() == ' ')) {
    type.remove_prefix(1);
  }
  type = trim(type.substr(0, type.find_first_of("[)")));
  std::string name(source_.text_of(source_.field(node, Field::name)));
  const bool is_public =
      is_public_itself(source_, node, name, {}) && is_public_itself(source_, node, type, {});
  std::string qualified = std::string(type) + "." + name;
  add(node,
      {.kind = "method",
       .name = std::move(name),
       .qualified = std::move(qualified),
       .is_public = is_public},
      scope, lead);
}

void Collector::visit_spec(TSNode node, const NodeRow& row, const Scope& scope, const Lead& lead) {
  std::string_view kind = row.kind;
  const TSNode type = source_.field(node, Field::type);
  if (kind == "type" && exists(type)) {
    if (type_of(type) == "struct_type") kind = "struct";
    if (type_of(type) == "interface_type") kind = "interface";
  }
  const TSFieldId name_id = source_.roles.field_ids[static_cast<std::size_t>(Field::name)];
  for (Children children(node); children.valid(); children.next()) {
    if (children.field() != name_id) continue;
    std::string name(source_.text_of(children.node()));
    if (name == "_" || name == ",") continue;
    const bool is_public = is_public_itself(source_, node, name, {});
    add(node, {.kind = kind, .name = std::move(name), .qualified = {}, .is_public = is_public},
        scope, lead);
  }
}

void Collector::visit_declarator(TSNode node, const NodeRow& row, Scope& scope, const Lead& lead) {
  const TSNode type = source_.field(node, Field::type);
  const NodeRow* type_row = exists(type) ? source_.row_of(type) : nullptr;
  const bool names_type = type_row != nullptr && type_row->shape == Shape::named;
  if (names_type && exists(source_.field(type, Field::name))) {
    Lead whole = lead;
    if (!whole.begin) whole.begin = ts_node_start_byte(node);
    whole.end = end_of(node);
    visit_named(type, *type_row, scope, whole);
  }
  const Declared declared = declared_by(source_, node);
  if (declared.name.empty()) return;
  if (row.kind == "type") return visit_typedef(node, type, declared.name, scope, lead);
  if (!declared.is_function) {
    return visit_constant_declaration(node, declared.name, scope, lead);
  }
  New what{.kind = row.kind,
           .name = declared.name,
           .qualified = scope.prefix + declared.scope + declared.name,
           .has_body = row.type == "function_definition",
           .is_public = is_public_itself(source_, node, declared.name, scope.section)};
  if (!declared.scope.empty()) what.kind = "method";
  add(node, std::move(what), scope, lead);
}

void Collector::visit_typedef(TSNode node, TSNode type, const std::string& name, const Scope& scope,
                              const Lead& lead) {
  std::string_view kind = "type";
  const NodeRow* row = exists(type) ? source_.row_of(type) : nullptr;
  const bool unnamed = row != nullptr && !exists(source_.field(type, Field::name));
  if (unnamed && exists(source_.field(type, Field::body))) kind = row->kind;
  add(node, {.kind = kind, .name = name, .qualified = {}}, scope, lead);
}

void Collector::visit_constant_declaration(TSNode node, const std::string& name, const Scope& scope,
                                           const Lead& lead) {
  bool is_const = false;
  bool is_constexpr = false;
  bool is_static = false;
  for (Children children(node); children.valid(); children.next()) {
    const std::string_view word = source_.text_of(children.node());
    if (word == "const") is_const = true;
    if (word == "constexpr" || word == "constinit") is_constexpr = true;
    if (word == "static") is_static = true;
  }
  const bool is_field = scope.section.in_type;
  if (!is_constexpr && !(is_const && (is_static || !is_field))) return;
  const bool is_public = is_public_itself(source_, node, name, scope.section);
  add(node, {.kind = "constant", .name = name, .qualified = {}, .is_public = is_public}, scope,
      lead);
}

void Collector::visit_assigned(TSNode node, const Scope& scope, const Lead& lead) {
  const bool is_python = source_.language == Language::python;
  if (is_python && scope.section.in_type) return;
  const TSNode left = source_.field(node, Field::left);
  if (!exists(left) || !exists(source_.field(node, Field::right))) return;
  const std::string_view type = type_of(left);
  std::string name(source_.text_of(left));
  const bool is_constant =
      is_python ? type == "identifier" && is_constant_name(name) : type == "constant";
  if (!is_constant) return;
  const bool is_public = is_public_itself(source_, node, name, {});
  add(node, {.kind = "constant", .name = std::move(name), .qualified = {}, .is_public = is_public},
      scope, lead);
}

void Collector::visit_static_field(TSNode node, const Scope& scope, const Lead& lead) {
  const TSNode modifiers = source_.child(node, "modifiers");
  const bool is_constant = scope.section.members_public ||
                           (exists(modifiers) && exists(source_.child(modifiers, "static")) &&
                            exists(source_.child(modifiers, "final")));
  const TSNode declarator = source_.field(node, Field::declarator);
  if (!is_constant || !exists(declarator)) return;
  std::string name(source_.text_of(source_.field(declarator, Field::name)));
  const bool is_public = is_public_itself(source_, node, name, scope.section);
  add(node, {.kind = "constant", .name = std::move(name), .qualified = {}, .is_public = is_public},
      scope, lead);
}

void Collector::visit_define(TSNode node, const NodeRow& row, const Scope& scope,
                             const Lead& lead) {
  // Without a value it is a switch or an include guard.
  if (row.kind == "constant" && !exists(source_.field(node, Field::value))) return;
  std::string name(source_.text_of(source_.field(node, Field::name)));
  const Scope outside{.prefix = {},
                      .owner = kNobody,
                      .top_level = scope.top_level,
                      .is_public = true,
                      .section = {}};
  add(node, {.kind = row.kind, .name = std::move(name), .qualified = {}}, outside, lead);
}

void Collector::visit_variable(TSNode node, const Scope& scope, const Lead& lead) {
  const TSNode name_node = source_.field(node, Field::name);
  if (!exists(name_node) || type_of(name_node) != "identifier") return;
  std::string name(source_.text_of(name_node));
  const TSNode value = source_.field(node, Field::value);
  const std::string_view type = exists(value) ? type_of(value) : std::string_view();
  if (is_function_value(type) || type == "class") {
    return visit_value(value, std::move(name), {}, node, scope, lead);
  }
  if (!lead.constant || (exists(value) && is_import(source_, value))) return;
  const bool is_public = is_public_itself(source_, node, name, scope.section);
  add(node, {.kind = "constant", .name = std::move(name), .qualified = {}, .is_public = is_public},
      scope, lead);
}

// A function or class that gets its name from where it is put: `whole` is what it is put into.
void Collector::visit_value(TSNode node, std::string name, std::string qualified, TSNode whole,
                            const Scope& scope, const Lead& lead) {
  const NodeRow* row = exists(node) ? source_.row_of(node) : nullptr;
  if (row == nullptr || row->shape != Shape::value) return;
  if (name.empty()) {
    const TSNode named = source_.field(whole, Field::name);
    name = source_.text_of(exists(named) ? named : source_.field(whole, Field::property));
  }
  const bool is_public = is_public_itself(source_, whole, name, scope.section);
  const int index = add(whole,
                        {.kind = row->kind,
                         .name = std::move(name),
                         .qualified = std::move(qualified),
                         .is_public = is_public},
                        scope, lead);
  if (row->members != Members::none) visit_members(node, *row, scope, index);
}

void Collector::visit_exported(TSNode node, const Scope& scope, const Lead& lead) {
  const TSNode left = source_.field(node, Field::left);
  const TSNode right = source_.field(node, Field::right);
  if (!exists(left) || !exists(right) || type_of(left) != "member_expression") return;
  const TSNode object = source_.field(left, Field::object);
  std::string name(source_.text_of(source_.field(left, Field::property)));
  const std::string_view holder = source_.text_of(object);
  Lead own = lead;
  own.exported = holder == "exports" || holder == "module.exports";
  if (own.exported) return visit_value(right, std::move(name), {}, node, scope, own);
  if (holder == "module" && name == "exports") {
    own.exported = true;
    const TSNode own_name = source_.field(right, Field::name);
    if (exists(own_name)) name = source_.text_of(own_name);
    return visit_value(right, std::move(name), {}, node, scope, own);
  }
  if (type_of(object) != "identifier" && type_of(object) != "member_expression") return;
  constexpr std::string_view kPrototype = ".prototype";
  std::string qualified(
      holder.ends_with(kPrototype) ? holder.substr(0, holder.size() - kPrototype.size()) : holder);
  qualified += "." + name;
  visit_value(right, std::move(name), std::move(qualified), node, scope, own);
}

// C++: `private:`. Ruby: `private`, `private def f`, `private :f, :g`.
void Collector::visit_visibility(TSNode node, Scope& scope) {
  const bool is_call = type_of(node) == "call";
  const std::string_view word =
      source_.text_of(is_call ? source_.field(node, Field::method) : node);
  const bool hides = among({"private", "protected", "private_class_method"}, word);
  if (!hides && !among({"public", "module_function", "public_class_method"}, word)) return;
  if (!is_call) {
    scope.section.hidden = hides;
    return;
  }
  const TSNode arguments = source_.field(node, Field::arguments);
  if (!exists(arguments)) return;
  Scope own = scope;
  own.section.hidden = hides;
  for (Children children(arguments); children.valid(); children.next()) {
    const TSNode argument = children.node();
    const NodeRow* row = source_.row_of(argument);
    if (row != nullptr && row->shape == Shape::named) visit_named(argument, *row, own, {});
    if (type_of(argument) != "simple_symbol") continue;
    const std::string_view name = source_.text_of(argument).substr(1);
    for (Found& found : found_) {
      if (found.owner == scope.owner && found.definition.name == name) {
        found.definition.is_public = !hides;
      }
    }
  }
}

}  // namespace pawl::syntax
