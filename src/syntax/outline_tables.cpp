#include "syntax/outline_tables.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "syntax/grammar.hpp"

namespace pawl::syntax {
namespace {

struct ActRow {
  std::string_view type;
  Act act;
};
struct FieldRow {
  std::string_view type;
  std::string_view field;  // empty: any child
  Mode mode;
};

constexpr Mode kUse = Mode::use;
constexpr Mode kBind = Mode::bind;
constexpr Mode kDeclare = Mode::declare;
constexpr Mode kType = Mode::type;
constexpr Mode kSkip = Mode::skip;

constexpr auto kPythonActs = std::to_array<ActRow>({
    {"identifier", Act::name},
    {"function_definition", Act::function},
    {"lambda", Act::function},
    {"class_definition", Act::class_scope},
    {"list_comprehension", Act::block},
    {"set_comprehension", Act::block},
    {"dictionary_comprehension", Act::block},
    {"generator_expression", Act::block},
    {"call", Act::call},
    {"attribute", Act::member},
    {"string", Act::string},
    {"decorator", Act::decorator},
    {"import_statement", Act::import},
    {"import_from_statement", Act::import},
    {"future_import_statement", Act::skip},
    {"global_statement", Act::global},
    {"nonlocal_statement", Act::skip},
    {"try_statement", Act::conditional},
    {"if_statement", Act::conditional},
    {"assignment", Act::assignment},
    {"comment", Act::skip},
    {"pattern_list", Act::pattern},
    {"tuple_pattern", Act::pattern},
    {"list_pattern", Act::pattern},
    {"list_splat_pattern", Act::pattern},
    {"dictionary_splat_pattern", Act::pattern},
    {"as_pattern_target", Act::pattern},
    {"typed_parameter", Act::pattern},
    {"tuple", Act::pattern},
    {"list", Act::pattern},
    {"parenthesized_expression", Act::pattern},
    {"case_pattern", Act::pattern},
    {"dotted_name", Act::pattern},
});
constexpr auto kPythonFields = std::to_array<FieldRow>({
    {"function_definition", "name", kDeclare},
    {"class_definition", "name", kDeclare},
    {"parameters", "", kBind},
    {"lambda_parameters", "", kBind},
    {"default_parameter", "name", kBind},
    {"typed_default_parameter", "name", kBind},
    {"typed_parameter", "type", kType},
    {"assignment", "left", kBind},
    {"augmented_assignment", "left", kBind},
    {"for_statement", "left", kBind},
    {"for_in_clause", "left", kBind},
    {"named_expression", "name", kBind},
    {"as_pattern", "alias", kBind},
    {"except_clause", "alias", kBind},
    {"keyword_argument", "name", kSkip},
    {"keyword_pattern", "", kBind},
    {"case_pattern", "", kBind},
    {"class_pattern", "", kUse},
    {"type", "", kType},
    {"type_alias_statement", "left", kBind},
});

constexpr auto kScriptActs = std::to_array<ActRow>({
    {"identifier", Act::name},
    {"type_identifier", Act::name},
    {"shorthand_property_identifier", Act::shorthand},
    {"shorthand_property_identifier_pattern", Act::shorthand},
    {"function_declaration", Act::function},
    {"generator_function_declaration", Act::function},
    {"function_signature", Act::function},
    {"function_expression", Act::function},
    {"generator_function", Act::function},
    {"arrow_function", Act::function},
    {"method_definition", Act::function},
    {"method_signature", Act::function},
    {"abstract_method_signature", Act::function},
    {"call_signature", Act::function},
    {"construct_signature", Act::function},
    {"function_type", Act::function},
    {"constructor_type", Act::function},
    {"class_declaration", Act::block},
    {"abstract_class_declaration", Act::block},
    {"class", Act::block},
    {"interface_declaration", Act::block},
    {"type_alias_declaration", Act::block},
    {"statement_block", Act::block},
    {"for_statement", Act::block},
    {"for_in_statement", Act::block},
    {"catch_clause", Act::block},
    {"switch_body", Act::block},
    {"call_expression", Act::call},
    {"new_expression", Act::construct},
    {"member_expression", Act::member},
    {"nested_type_identifier", Act::member},
    {"nested_identifier", Act::member},
    {"string", Act::string},
    {"decorator", Act::decorator},
    {"import_statement", Act::import},
    {"import_alias", Act::import},
    {"export_statement", Act::export_statement},
    {"assignment_expression", Act::assignment},
    {"variable_declaration", Act::variable_var},
    {"try_statement", Act::conditional},
    {"comment", Act::skip},
    {"jsx_closing_element", Act::skip},
    {"object_pattern", Act::pattern},
    {"array_pattern", Act::pattern},
    {"rest_pattern", Act::pattern},
    {"object_assignment_pattern", Act::pattern},
    {"assignment_pattern", Act::pattern},
    {"pair_pattern", Act::pattern},
    {"required_parameter", Act::pattern},
    {"optional_parameter", Act::pattern},
    {"formal_parameters", Act::pattern},
});
constexpr auto kScriptFields = std::to_array<FieldRow>({
    {"function_declaration", "name", kDeclare},
    {"generator_function_declaration", "name", kDeclare},
    {"function_signature", "name", kDeclare},
    {"class_declaration", "name", kDeclare},
    {"abstract_class_declaration", "name", kDeclare},
    {"enum_declaration", "name", kBind},
    {"interface_declaration", "name", kDeclare},
    {"type_alias_declaration", "name", kDeclare},
    {"internal_module", "name", kBind},
    {"module", "name", kSkip},
    {"function_expression", "name", kBind},
    {"generator_function", "name", kBind},
    {"class", "name", kBind},
    {"type_parameter", "name", kBind},
    {"formal_parameters", "", kBind},
    {"required_parameter", "pattern", kBind},
    {"optional_parameter", "pattern", kBind},
    {"required_parameter", "type", kUse},
    {"optional_parameter", "type", kUse},
    {"required_parameter", "value", kUse},
    {"optional_parameter", "value", kUse},
    {"arrow_function", "parameter", kBind},
    {"variable_declarator", "name", kBind},
    {"for_in_statement", "left", kBind},
    {"catch_clause", "parameter", kBind},
    {"pair_pattern", "value", kBind},
    {"object_assignment_pattern", "left", kBind},
    {"object_assignment_pattern", "right", kUse},
    {"assignment_pattern", "left", kBind},
    {"assignment_pattern", "right", kUse},
    {"labeled_statement", "label", kSkip},
    {"type_annotation", "", kType},
    {"jsx_attribute", "", kUse},
});

constexpr auto kGoActs = std::to_array<ActRow>({
    {"identifier", Act::name},
    {"type_identifier", Act::name},
    {"function_declaration", Act::function},
    {"method_declaration", Act::function},
    {"func_literal", Act::function},
    {"type_declaration", Act::none},
    {"type_spec", Act::block},
    {"block", Act::block},
    {"for_statement", Act::block},
    {"if_statement", Act::block},
    {"expression_switch_statement", Act::block},
    {"type_switch_statement", Act::block},
    {"expression_case", Act::block},
    {"type_case", Act::block},
    {"default_case", Act::block},
    {"communication_case", Act::block},
    {"call_expression", Act::call},
    {"selector_expression", Act::member},
    {"qualified_type", Act::member},
    {"interpreted_string_literal", Act::string},
    {"raw_string_literal", Act::string},
    {"import_spec", Act::import},
    {"package_clause", Act::package},
    {"comment", Act::skip},
    {"expression_list", Act::pattern},
    {"literal_element", Act::pattern},
});
constexpr auto kGoFields = std::to_array<FieldRow>({
    {"function_declaration", "name", kDeclare},
    {"type_spec", "name", kDeclare},
    {"type_alias", "name", kBind},
    {"short_var_declaration", "left", kBind},
    {"parameter_declaration", "name", kBind},
    {"variadic_parameter_declaration", "name", kBind},
    {"type_parameter_declaration", "name", kBind},
    {"var_spec", "name", kBind},
    {"const_spec", "name", kBind},
    {"range_clause", "left", kBind},
    {"receive_statement", "left", kBind},
    {"type_switch_statement", "alias", kBind},
    {"labeled_statement", "label", kSkip},
});

constexpr auto kRustActs = std::to_array<ActRow>({
    {"identifier", Act::name},
    {"type_identifier", Act::name},
    {"shorthand_field_identifier", Act::shorthand},
    {"function_item", Act::function},
    {"function_signature_item", Act::function},
    {"closure_expression", Act::function},
    {"block", Act::block},
    {"match_arm", Act::block},
    {"for_expression", Act::block},
    {"if_expression", Act::block},
    {"while_expression", Act::block},
    {"impl_item", Act::class_scope},
    {"struct_item", Act::block},
    {"enum_item", Act::block},
    {"trait_item", Act::class_scope},
    {"type_item", Act::block},
    {"call_expression", Act::call},
    {"macro_invocation", Act::macro_call},
    {"field_expression", Act::member},
    {"scoped_identifier", Act::member},
    {"scoped_type_identifier", Act::member},
    {"string_literal", Act::string},
    {"attribute_item", Act::decorator},
    {"use_declaration", Act::import},
    {"extern_crate_declaration", Act::import},
    {"mod_item", Act::import},
    {"line_comment", Act::skip},
    {"block_comment", Act::skip},
    {"label", Act::skip},
    {"lifetime", Act::skip},
    {"match_pattern", Act::pattern},
    {"tuple_pattern", Act::pattern},
    {"tuple_struct_pattern", Act::pattern},
    {"struct_pattern", Act::pattern},
    {"field_pattern", Act::pattern},
    {"captured_pattern", Act::pattern},
    {"ref_pattern", Act::pattern},
    {"mut_pattern", Act::pattern},
    {"reference_pattern", Act::pattern},
    {"slice_pattern", Act::pattern},
    {"or_pattern", Act::pattern},
});
constexpr auto kRustFields = std::to_array<FieldRow>({
    {"function_item", "name", kDeclare},
    {"function_signature_item", "name", kDeclare},
    {"struct_item", "name", kDeclare},
    {"enum_item", "name", kDeclare},
    {"union_item", "name", kBind},
    {"trait_item", "name", kDeclare},
    {"type_item", "name", kDeclare},
    {"const_item", "name", kBind},
    {"static_item", "name", kBind},
    {"macro_definition", "name", kBind},
    {"mod_item", "name", kBind},
    {"enum_variant", "name", kSkip},
    {"associated_type", "name", kSkip},
    {"type_parameter", "name", kBind},
    {"const_parameter", "name", kBind},
    {"let_declaration", "pattern", kBind},
    {"let_condition", "pattern", kBind},
    {"for_expression", "pattern", kBind},
    {"parameter", "pattern", kBind},
    {"closure_parameters", "", kBind},
    {"match_arm", "pattern", kBind},
    {"match_pattern", "condition", kUse},
    {"tuple_struct_pattern", "type", kUse},
    {"struct_pattern", "type", kUse},
});

constexpr auto kCActs = std::to_array<ActRow>({
    {"identifier", Act::name},
    {"type_identifier", Act::name},
    {"namespace_identifier", Act::name},
    {"function_definition", Act::function},
    {"lambda_expression", Act::function},
    {"compound_statement", Act::block},
    {"for_statement", Act::block},
    {"for_range_loop", Act::block},
    {"if_statement", Act::block},
    {"while_statement", Act::block},
    {"catch_clause", Act::block},
    {"call_expression", Act::call},
    {"new_expression", Act::construct},
    {"field_expression", Act::member},
    {"qualified_identifier", Act::member},
    {"string_literal", Act::string},
    {"preproc_include", Act::import},
    {"preproc_arg", Act::tokens},
    {"preproc_params", Act::skip},
    {"comment", Act::skip},
    {"preproc_if", Act::conditional},
    {"preproc_ifdef", Act::conditional},
    {"pointer_declarator", Act::pattern},
    {"array_declarator", Act::pattern},
    {"init_declarator", Act::pattern},
    {"reference_declarator", Act::pattern},
    {"function_declarator", Act::pattern},
    {"parenthesized_declarator", Act::pattern},
    {"structured_binding_declarator", Act::pattern},
    {"variadic_declarator", Act::pattern},
    {"attributed_declarator", Act::pattern},
});
constexpr auto kCFields = std::to_array<FieldRow>({
    {"function_definition", "declarator", kDeclare},
    {"declaration", "declarator", kBind},
    {"init_declarator", "value", kUse},
    {"array_declarator", "size", kUse},
    {"function_declarator", "parameters", kUse},
    {"parameter_declaration", "declarator", kBind},
    {"optional_parameter_declaration", "declarator", kBind},
    {"variadic_parameter_declaration", "declarator", kBind},
    {"optional_type_parameter_declaration", "name", kSkip},
    {"for_range_loop", "declarator", kBind},
    {"type_definition", "declarator", kBind},
    {"alias_declaration", "name", kBind},
    {"class_specifier", "name", kBind},
    {"type_parameter_declaration", "", kSkip},
    {"preproc_def", "name", kBind},
    {"preproc_function_def", "name", kBind},
    {"enumerator", "name", kBind},
    {"namespace_definition", "name", kSkip},
    {"labeled_statement", "label", kSkip},
});

constexpr auto kJavaActs = std::to_array<ActRow>({
    {"identifier", Act::name},
    {"type_identifier", Act::name},
    {"method_declaration", Act::function},
    {"constructor_declaration", Act::function},
    {"compact_constructor_declaration", Act::function},
    {"lambda_expression", Act::function},
    {"class_declaration", Act::block},
    {"interface_declaration", Act::block},
    {"enum_declaration", Act::block},
    {"record_declaration", Act::block},
    {"block", Act::block},
    {"for_statement", Act::block},
    {"enhanced_for_statement", Act::block},
    {"try_with_resources_statement", Act::block},
    {"catch_clause", Act::block},
    {"method_invocation", Act::method_call},
    {"object_creation_expression", Act::construct},
    {"field_access", Act::member},
    {"scoped_identifier", Act::member},
    {"string_literal", Act::string},
    {"import_declaration", Act::import},
    {"package_declaration", Act::package},
    {"marker_annotation", Act::decorator},
    {"annotation", Act::decorator},
    {"line_comment", Act::skip},
    {"block_comment", Act::skip},
});
constexpr auto kJavaFields = std::to_array<FieldRow>({
    {"class_declaration", "name", kDeclare},
    {"interface_declaration", "name", kDeclare},
    {"enum_declaration", "name", kDeclare},
    {"record_declaration", "name", kDeclare},
    {"annotation_type_declaration", "name", kBind},
    {"method_declaration", "name", kSkip},
    {"constructor_declaration", "name", kSkip},
    {"compact_constructor_declaration", "name", kSkip},
    {"annotation_type_element_declaration", "name", kSkip},
    {"enum_constant", "name", kSkip},
    {"element_value_pair", "key", kSkip},
    {"variable_declarator", "name", kBind},
    {"formal_parameter", "name", kBind},
    {"catch_formal_parameter", "name", kBind},
    {"enhanced_for_statement", "name", kBind},
    {"resource", "name", kBind},
    {"inferred_parameters", "", kBind},
    {"lambda_expression", "parameters", kBind},
    {"labeled_statement", "", kUse},
});

constexpr auto kRubyActs = std::to_array<ActRow>({
    {"identifier", Act::name},
    {"constant", Act::name},
    {"method", Act::function},
    {"singleton_method", Act::function},
    {"lambda", Act::function},
    {"block", Act::block},
    {"do_block", Act::block},
    {"call", Act::method_call},
    {"scope_resolution", Act::member},
    {"string", Act::string},
    {"simple_symbol", Act::string},
    {"comment", Act::skip},
    {"left_assignment_list", Act::pattern},
    {"destructured_left_assignment", Act::pattern},
    {"rest_assignment", Act::pattern},
    {"destructured_parameter", Act::pattern},
    {"exception_variable", Act::pattern},
});
constexpr auto kRubyFields = std::to_array<FieldRow>({
    {"method", "name", kDeclare},
    {"singleton_method", "name", kSkip},
    {"class", "name", kBind},
    {"module", "name", kBind},
    {"method_parameters", "", kBind},
    {"block_parameters", "", kBind},
    {"lambda_parameters", "", kBind},
    {"optional_parameter", "name", kBind},
    {"keyword_parameter", "name", kBind},
    {"splat_parameter", "name", kBind},
    {"hash_splat_parameter", "name", kBind},
    {"block_parameter", "name", kBind},
    {"assignment", "left", kBind},
    {"operator_assignment", "left", kBind},
    {"for", "pattern", kBind},
    {"exception_variable", "", kBind},
});

constexpr auto kBashActs = std::to_array<ActRow>({
    {"command", Act::command},
    {"function_definition", Act::function},
    {"variable_name", Act::name},
    {"comment", Act::skip},
});
constexpr auto kBashFields = std::to_array<FieldRow>({
    {"function_definition", "name", kSkip},
    {"variable_assignment", "name", kBind},
});

struct Rows {
  std::span<const ActRow> acts;
  std::span<const FieldRow> fields;
};

Rows rows_of(Language language) {
  switch (language) {
    case Language::python: return {kPythonActs, kPythonFields};
    case Language::javascript:
    case Language::typescript:
    case Language::tsx: return {kScriptActs, kScriptFields};
    case Language::go: return {kGoActs, kGoFields};
    case Language::rust: return {kRustActs, kRustFields};
    case Language::c:
    case Language::cpp: return {kCActs, kCFields};
    case Language::java: return {kJavaActs, kJavaFields};
    case Language::ruby: return {kRubyActs, kRubyFields};
    case Language::bash: return {kBashActs, kBashFields};
  }
  return {};
}

TSFieldId field_id(const TSLanguage* grammar, std::string_view name) {
  return ts_language_field_id_for_name(grammar, name.data(),
                                       static_cast<std::uint32_t>(name.size()));
}

WalkRules build(Language language) {
  const TSLanguage* grammar = grammar_of(language);
  const std::uint32_t count = ts_language_symbol_count(grammar);
  WalkRules rules;
  rules.act.assign(count, Act::none);
  rules.fields.resize(count);
  const Rows rows = rows_of(language);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto symbol = static_cast<TSSymbol>(i);
    if (ts_language_symbol_type(grammar, symbol) != TSSymbolTypeRegular) continue;
    const std::string_view type = ts_language_symbol_name(grammar, symbol);
    for (const ActRow& row : rows.acts) {
      if (row.type == type) rules.act[i] = row.act;
    }
    for (const FieldRow& row : rows.fields) {
      if (row.type != type) continue;
      const TSFieldId field = row.field.empty() ? TSFieldId{0} : field_id(grammar, row.field);
      if (field != 0 || row.field.empty()) rules.fields[i].push_back({field, row.mode});
    }
    // Rules of one field go before the one of all children.
    std::stable_sort(rules.fields[i].begin(), rules.fields[i].end(),
                     [](const auto& a, const auto& b) { return (a.field == 0) < (b.field == 0); });
  }
  return rules;
}

template <Language language>
const WalkRules& cached() {
  static const WalkRules kRules = build(language);
  return kRules;
}

}  // namespace

const WalkRules& walk_rules_of(Language language) {
  switch (language) {
    case Language::python: return cached<Language::python>();
    case Language::javascript: return cached<Language::javascript>();
    case Language::typescript: return cached<Language::typescript>();
    case Language::tsx: return cached<Language::tsx>();
    case Language::go: return cached<Language::go>();
    case Language::rust: return cached<Language::rust>();
    case Language::c: return cached<Language::c>();
    case Language::cpp: return cached<Language::cpp>();
    case Language::java: return cached<Language::java>();
    case Language::ruby: return cached<Language::ruby>();
    case Language::bash: return cached<Language::bash>();
  }
  return cached<Language::python>();
}

}  // namespace pawl::syntax
