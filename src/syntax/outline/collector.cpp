#include "syntax/outline/collector.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/text/text.hpp"

namespace pawl::syntax {
namespace {

// Scopes in scopes: deeper code is left out rather than risking the stack.
constexpr int kCollectorDepthMax = 150;

bool is_script(Language language) {
  return language == Language::javascript || language == Language::typescript ||
         language == Language::tsx;
}

bool is_annotation(std::string_view type) {
  return type == "decorator" || type == "marker_annotation" || type == "annotation";
}

std::string_view last_part(std::string_view name) {
  const auto colons = name.rfind("::");
  if (colons != std::string_view::npos) return name.substr(colons + 2);
  return name;
}

}  // namespace

std::vector<Definition> Collector::collect(TSNode root) {
  Scope outermost;
  visit_children(root, outermost, {});
  settle_visibility();
  drop_forward_declarations();
  std::vector<Definition> out;
  out.reserve(found_.size());
  for (Found& found : found_) {
    // A parser that misses a name puts an empty one there.
    if (!found.definition.name.empty()) out.push_back(std::move(found.definition));
  }
  return out;
}

void Collector::visit_children(TSNode parent, Scope& scope, const Lead& around) {
  visit_children(parent, scope, around, {});
}

void Collector::visit_children(TSNode parent, Scope& scope, const Lead& around, Above above) {
  if (depth_ >= kCollectorDepthMax) return;
  ++depth_;
  std::uint32_t row_before = UINT32_MAX;
  for (Children children(parent); children.valid(); children.next()) {
    const TSNode node = children.node();
    const NodeRow* row = source_.row_of(node);
    if (row != nullptr && (row->shape == Shape::comment || row->shape == Shape::decorator)) {
      extend(above, node, row->shape == Shape::decorator, row_before);
    } else if (row != nullptr) {
      visit(node, *row, scope, lead_of(node, above, around));
      above = {};
    } else if (ts_node_is_error(node)) {
      visit_children(node, scope, around);
      above = {};
    } else if (ts_node_is_named(node)) {
      above = {};
    }
    row_before = last_row(node);
  }
  --depth_;
}

// Rows of comments and decorators grow into one block as long as no blank line parts them.
void Collector::extend(Above& above, TSNode node, bool is_decorator,
                       std::uint32_t row_before) const {
  const std::uint32_t row = first_row(node);
  if (!is_decorator && row == row_before) return;  // a remark behind other code
  if (!above.last_row || row > *above.last_row + 1) above = {};
  if (is_decorator) {
    if (!above.decorator_row) above.decorator_row = row;
  } else if (is_doc_comment(source_.language, source_.text_of(node))) {
    above.documented = true;
  }
  above.last_row = last_row(node);
}

Collector::Lead Collector::lead_of(TSNode node, const Above& above, const Lead& around) const {
  Lead lead = around;
  const bool adjacent = above.last_row && first_row(node) <= *above.last_row + 1;
  if (adjacent && above.documented) lead.documented = true;
  if (adjacent && above.decorator_row) lead.row = above.decorator_row;
  return lead;
}

void Collector::visit(TSNode node, const NodeRow& row, Scope& scope, const Lead& lead) {
  switch (row.shape) {
    case Shape::named: return visit_named(node, row, scope, lead);
    case Shape::wrapper: return visit_wrapper(node, scope, lead);
    case Shape::declarator: return visit_declarator(node, row, scope, lead);
    case Shape::name_space: return visit_name_space(node, scope);
    case Shape::impl: return visit_impl(node, scope);
    case Shape::receiver: return visit_receiver(node, scope, lead);
    case Shape::spec: return visit_spec(node, row, scope, lead);
    case Shape::assigned: return visit_assigned(node, scope, lead);
    case Shape::variable: return visit_variable(node, scope, lead);
    case Shape::field:
      return visit_value(source_.field(node, Field::value), {}, {}, node, scope, lead);
    case Shape::exported: return visit_exported(node, scope, lead);
    case Shape::value:
      if (lead.exported) visit_value(node, "default", {}, node, scope, lead);
      return;
    case Shape::static_field: return visit_static_field(node, scope, lead);
    case Shape::define: return visit_define(node, row, scope, lead);
    case Shape::visibility: return visit_visibility(node, scope);
    case Shape::holder: {
      if (row.type != "singleton_class") return visit_children(node, scope, {});
      Scope own = scope;
      own.section.hidden = false;
      return visit_children(node, own, {});
    }
    case Shape::none:
    case Shape::decorator:
    case Shape::comment: return;
  }
}

void Collector::visit_wrapper(TSNode node, Scope& scope, Lead lead) {
  const std::string_view type = type_of(node);
  if (type == "export_statement") {
    note_exports(node);
    lead.exported = true;
  }
  int definitions = 0;
  bool group = false;
  for (Children children(node); children.valid(); children.next()) {
    const NodeRow* row = source_.row_of(children.node());
    const std::string_view text = type_of(children.node());
    if (text == "const") lead.constant = true;
    if (text == "(") group = true;
    if (row != nullptr && (row->shape == Shape::spec || row->shape == Shape::variable)) {
      ++definitions;
    }
  }
  if (group || definitions > 1) {
    const Lead shared{.exported = lead.exported, .constant = lead.constant};
    return visit_children(node, scope, shared);
  }
  if (!lead.row) lead.row = first_row(node);
  for (Children children(node); children.valid(); children.next()) {
    const TSNode child = children.node();
    const NodeRow* row = source_.row_of(child);
    if (row != nullptr && row->shape == Shape::decorator) continue;
    if (!lead.begin) lead.begin = ts_node_start_byte(child);
    if (row != nullptr) visit(child, *row, scope, lead);
  }
}

void Collector::note_exports(TSNode statement) {
  has_exports_ = true;
  const TSNode value = source_.field(statement, Field::value);
  if (exists(value) && type_of(value) == "identifier") {
    export_names_.emplace_back(source_.text_of(value));
  }
  const TSNode clause = source_.child(statement, "export_clause");
  if (!exists(clause)) return;
  for (Children children(clause); children.valid(); children.next()) {
    const TSNode name = source_.field(children.node(), Field::name);
    if (exists(name)) export_names_.emplace_back(source_.text_of(name));
  }
}

void Collector::visit_named(TSNode node, const NodeRow& row, Scope& scope, const Lead& lead) {
  const bool is_c_type = row.members == Members::of_type && type_of(node).ends_with("_specifier");
  const bool has_body = exists(source_.field(node, Field::body));
  if ((is_c_type || row.type == "enum_specifier") && !has_body) return;  // a mere mention
  const TSNode name_node = source_.field(node, Field::name);
  if (!exists(name_node)) return;
  const std::string_view written = source_.text_of(name_node);
  std::string name(last_part(written));
  if (type_of(name_node) == "string") name = trim(written.substr(1, written.size() - 2));
  New what{.kind = row.kind,
           .name = name,
           .qualified = {},
           .has_body = has_body || row.kind != "function",
           .is_public = is_public_itself(source_, node, name, scope.section)};
  if (written.size() != name.size() && contains(written, "::")) {
    what.qualified = scope.prefix + std::string(written);
  }
  Lead own = lead;
  if (source_.language == Language::python) own.documented = has_docstring(source_, node);
  const int index = add(node, std::move(what), scope, own);
  if (row.members != Members::none) visit_members(node, row, scope, index);
}

void Collector::visit_members(TSNode node, const NodeRow& row, const Scope& scope, int owner) {
  const TSNode body = source_.field(node, Field::body);
  if (!exists(body)) return;
  const std::string_view kind = row.kind;
  const std::string& qualified = found_[static_cast<std::size_t>(owner)].definition.qualified;
  Scope inner{.prefix = qualified + std::string(source_.roles.separator),
              .owner = owner,
              .top_level = false,
              .is_public = scope.is_public,
              .section = {}};
  inner.section.in_type = row.members == Members::of_type;
  inner.section.hidden = row.type == "class_specifier";
  inner.section.members_public = kind == "interface" || kind == "annotation" || kind == "trait";
  visit_children(body, inner, {}, above_body(node, body));
}

// Ruby's grammar puts the comments of a body's first definition before the body.
Collector::Above Collector::above_body(TSNode node, TSNode body) const {
  Above above;
  for (Children children(node); children.valid(); children.next()) {
    const TSNode child = children.node();
    if (ts_node_eq(child, body)) break;
    const NodeRow* row = source_.row_of(child);
    if (row != nullptr && row->shape == Shape::comment) {
      extend(above, child, false, UINT32_MAX);
    }
  }
  return above;
}

void Collector::visit_name_space(TSNode node, const Scope& scope) {
  const TSNode body = source_.field(node, Field::body);
  if (!exists(body)) return;
  const std::string name(source_.text_of(source_.field(node, Field::name)));
  Scope inner = scope;
  if (name.empty()) {
    inner.is_public = false;
  } else {
    inner.prefix += name + "::";
  }
  visit_children(body, inner, {});
}

void Collector::visit_impl(TSNode node, const Scope& scope) {
  const TSNode body = source_.field(node, Field::body);
  if (!exists(body)) return;
  const std::string_view type = source_.text_of(source_.field(node, Field::type));
  Scope inner = scope;
  inner.prefix += std::string(trim(type.substr(0, type.find('<')))) + "::";
  inner.top_level = false;
  inner.section.in_type = true;
  for (Children children(node); children.valid(); children.next()) {
    if (type_of(children.node()) == "for") inner.section.members_public = true;
  }
  visit_children(body, inner, {});
}

int Collector::add(TSNode node, New what, const Scope& scope, const Lead& lead) {
  Definition out;
  out.kind = what.kind;
  if (what.kind == "function" && scope.section.in_type) out.kind = "method";
  const bool counts = branches_ == Branches::count;
  if (counts && (out.kind == "function" || out.kind == "method")) out.branches = branches_in(node);
  out.name = std::move(what.name);
  out.qualified = what.qualified.empty() ? scope.prefix + out.name : std::move(what.qualified);
  out.begin = lead.begin.value_or(begin_of(node));
  out.end = lead.end.value_or(end_of(node));
  const std::uint32_t row = std::min(lead.row.value_or(first_row(node)), first_row(node));
  out.line = static_cast<int>(row) + 1;
  const std::string_view whole =
      source_.text.substr(ts_node_start_byte(node), out.end - ts_node_start_byte(node));
  out.end_line = static_cast<int>(first_row(node)) + static_cast<int>(line_count(whole));
  out.top_level = scope.top_level;
  out.is_public = what.is_public && scope.is_public;
  out.documented = lead.documented;
  found_.push_back({.definition = std::move(out),
                    .owner = scope.owner,
                    .exported = lead.exported,
                    .has_body = what.has_body});
  return static_cast<int>(found_.size()) - 1;
}

// Behind the annotations that the grammar puts inside of the definition.
std::uint32_t Collector::begin_of(TSNode node) const {
  for (Children children(node); children.valid(); children.next()) {
    const TSNode child = children.node();
    const std::string_view type = type_of(child);
    if (is_annotation(type)) continue;
    if (type != "modifiers") return ts_node_start_byte(child);
    for (Children words(child); words.valid(); words.next()) {
      if (!is_annotation(type_of(words.node()))) return ts_node_start_byte(words.node());
    }
  }
  return ts_node_start_byte(node);
}

// With the semicolon that closes the definition, without the line break that some grammars count.
std::size_t Collector::end_of(TSNode node) const {
  const std::size_t begin = ts_node_start_byte(node);
  std::size_t end = begin + trim_end(source_.text_of(node)).size();
  const bool closes = source_.language != Language::python && source_.language != Language::ruby &&
                      source_.language != Language::bash && source_.language != Language::go;
  if (closes && end < source_.text.size() && source_.text[end] == ';') ++end;
  return end;
}

int Collector::branches_in(TSNode node) const {
  int count = 0;
  TSTreeCursor cursor = ts_tree_cursor_new(node);
  for (bool more = true; more;) {
    const TSSymbol symbol = ts_node_symbol(ts_tree_cursor_current_node(&cursor));
    if (symbol < source_.roles.is_branch.size() && source_.roles.is_branch[symbol]) ++count;
    if (ts_tree_cursor_goto_first_child(&cursor)) continue;
    while (more && !ts_tree_cursor_goto_next_sibling(&cursor)) {
      more = ts_tree_cursor_goto_parent(&cursor);
    }
  }
  ts_tree_cursor_delete(&cursor);
  return count;
}

// A member is as public as its owner at most; in a module with exports, only they are public.
void Collector::settle_visibility() {
  const bool by_export = is_script(source_.language) && has_exports_;
  const std::unordered_set<std::string_view> listed(export_names_.begin(), export_names_.end());
  for (Found& found : found_) {
    Definition& definition = found.definition;
    if (found.owner != kNobody) {
      const Found& owner = found_[static_cast<std::size_t>(found.owner)];
      const bool hidden_in_module =
          by_export && owner.definition.kind == "module" && !found.exported;
      if (!owner.definition.is_public || hidden_in_module) definition.is_public = false;
    } else if (by_export && definition.top_level) {
      definition.is_public = found.exported || listed.count(definition.name) > 0;
    }
  }
}

// A declaration says nothing that the definition further down does not say again.
void Collector::drop_forward_declarations() {
  const bool declares = source_.language == Language::c || source_.language == Language::cpp ||
                        source_.language == Language::typescript ||
                        source_.language == Language::tsx;
  if (!declares) return;
  std::unordered_set<std::string> defined;
  for (const Found& found : found_) {
    if (found.has_body) defined.insert(found.definition.qualified);
  }
  std::erase_if(found_, [&](const Found& found) {
    return !found.has_body && defined.count(found.definition.qualified) > 0;
  });
}

}  // namespace pawl::syntax
