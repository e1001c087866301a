#include "syntax/outline/roles.hpp"

#include <algorithm>

#include <tree_sitter/api.h>

#include "base/text/fixed_words.hpp"
#include "syntax/by_language.hpp"
#include "syntax/grammar.hpp"

namespace pawl::syntax {
namespace {

using enum Shape;
constexpr Members of_module = Members::of_module;
constexpr Members of_type = Members::of_type;

constexpr auto kPython = std::to_array<NodeRow>({
    {"function_definition", named, "function"},
    {"class_definition", named, "class", of_type},
    {"assignment", assigned, "constant"},
    {"decorated_definition", wrapper},
    {"decorator", decorator},
    {"expression_statement", holder},
    {"if_statement", holder},
    {"elif_clause", holder},
    {"else_clause", holder},
    {"try_statement", holder},
    {"except_clause", holder},
    {"finally_clause", holder},
    {"with_statement", holder},
    {"block", holder},
});

// JavaScript, TypeScript and TSX: what one of them lacks is not found in its grammar.
constexpr auto kScript = std::to_array<NodeRow>({
    {"function_declaration", named, "function"},
    {"generator_function_declaration", named, "function"},
    {"function_signature", named, "function"},
    {"class_declaration", named, "class", of_type},
    {"abstract_class_declaration", named, "class", of_type},
    {"method_definition", named, "function"},
    {"method_signature", named, "function"},
    {"abstract_method_signature", named, "function"},
    {"interface_declaration", named, "interface"},
    {"type_alias_declaration", named, "type"},
    {"enum_declaration", named, "enum"},
    {"internal_module", named, "module", of_module},
    {"module", named, "module", of_module},
    {"field_definition", field, "function"},
    {"public_field_definition", field, "function"},
    {"variable_declarator", variable, "constant"},
    {"assignment_expression", exported, "function"},
    {"function_expression", value, "function"},
    {"generator_function", value, "function"},
    {"arrow_function", value, "function"},
    {"class", value, "class", of_type},
    {"export_statement", wrapper},
    {"lexical_declaration", wrapper},
    {"variable_declaration", wrapper},
    {"ambient_declaration", wrapper},
    {"expression_statement", wrapper},
    {"statement_block", holder},
    {"decorator", decorator},
    {"comment", comment},
});

constexpr auto kGo = std::to_array<NodeRow>({
    {"function_declaration", named, "function"},
    {"method_declaration", receiver, "method"},
    {"type_spec", spec, "type"},
    {"type_alias", spec, "type"},
    {"const_spec", spec, "constant"},
    {"var_spec", spec, "variable"},
    {"type_declaration", wrapper},
    {"const_declaration", wrapper},
    {"var_declaration", wrapper},
    {"var_spec_list", holder},
    {"comment", comment},
});

constexpr auto kRust = std::to_array<NodeRow>({
    {"function_item", named, "function"},
    {"function_signature_item", named, "function"},
    {"struct_item", named, "struct"},
    {"enum_item", named, "enum"},
    {"union_item", named, "union"},
    {"trait_item", named, "trait", of_type},
    {"type_item", named, "type"},
    {"const_item", named, "constant"},
    {"static_item", named, "constant"},
    {"macro_definition", named, "macro"},
    {"mod_item", named, "module", of_module},
    {"impl_item", impl},
    {"foreign_mod_item", holder},
    {"declaration_list", holder},
    {"attribute_item", decorator},
    {"line_comment", comment},
    {"block_comment", comment},
});

// C and C++.
constexpr auto kC = std::to_array<NodeRow>({
    {"function_definition", declarator, "function"},
    {"declaration", declarator, "function"},
    {"field_declaration", declarator, "function"},
    {"type_definition", declarator, "type"},
    {"class_specifier", named, "class", of_type},
    {"struct_specifier", named, "struct", of_type},
    {"union_specifier", named, "union", of_type},
    {"enum_specifier", named, "enum"},
    {"alias_declaration", named, "type"},
    {"concept_definition", named, "concept"},
    {"namespace_definition", name_space},
    {"preproc_def", define, "constant"},
    {"preproc_function_def", define, "macro"},
    {"template_declaration", wrapper},
    {"linkage_specification", holder},
    {"declaration_list", holder},
    {"preproc_if", holder},
    {"preproc_ifdef", holder},
    {"preproc_else", holder},
    {"preproc_elif", holder},
    {"preproc_elifdef", holder},
    {"access_specifier", visibility},
    {"comment", comment},
});

constexpr auto kJava = std::to_array<NodeRow>({
    {"class_declaration", named, "class", of_type},
    {"interface_declaration", named, "interface", of_type},
    {"enum_declaration", named, "enum", of_type},
    {"record_declaration", named, "record", of_type},
    {"annotation_type_declaration", named, "annotation", of_type},
    {"method_declaration", named, "function"},
    {"constructor_declaration", named, "function"},
    {"compact_constructor_declaration", named, "function"},
    {"annotation_type_element_declaration", named, "function"},
    {"field_declaration", static_field, "constant"},
    {"constant_declaration", static_field, "constant"},
    {"enum_body_declarations", holder},
    {"line_comment", comment},
    {"block_comment", comment},
});

constexpr auto kRuby = std::to_array<NodeRow>({
    {"method", named, "function"},
    {"singleton_method", named, "function"},
    {"class", named, "class", of_type},
    {"module", named, "module", of_type},
    {"singleton_class", holder},
    {"body_statement", holder},
    {"assignment", assigned, "constant"},
    {"call", visibility},
    {"identifier", visibility},
    {"comment", comment},
});

constexpr auto kBash = std::to_array<NodeRow>({
    {"function_definition", named, "function"},
    // Scripts that are piped into a shell stand in braces, so that none runs that came in part.
    {"compound_statement", holder},
    {"list", holder},
    {"if_statement", holder},
    {"elif_clause", holder},
    {"else_clause", holder},
    {"comment", comment},
});

// Nodes and operators that open one more way through a function.
constexpr auto kBranchRoles = fixed_words(
    "if_statement", "elif_clause", "for_statement", "while_statement", "do_statement",
    "except_clause", "case_clause", "conditional_expression", "boolean_operator", "if_clause",
    "for_in_clause", "for_in_statement", "switch_case", "catch_clause", "ternary_expression",
    "expression_case", "type_case", "communication_case", "if_expression", "while_expression",
    "for_expression", "loop_expression", "match_arm", "for_range_loop", "enhanced_for_statement",
    "case_item", "c_style_for_statement", "&&", "||", "??");
// In these languages the names above stand for other things, or others are used.
constexpr auto kRubyBranches =
    fixed_words("if", "elsif", "unless", "while", "until", "for", "when", "in_clause", "rescue",
                "conditional", "if_modifier", "unless_modifier", "while_modifier", "until_modifier",
                "rescue_modifier", "&&", "||", "and", "or");
// `default:` and `case x:` are one kind of node in C and Java; the keyword tells them apart.
constexpr std::string_view kCaseKeyword = "case";

constexpr auto kFields =
    fixed_words("name", "body", "declarator", "type", "receiver", "left", "right", "value",
                "object", "property", "method", "arguments", "scope");
static_assert(kFields.size() == kFieldCount);

std::span<const NodeRow> rows_of(Language language) {
  switch (language) {
    case Language::python: return kPython;
    case Language::javascript:
    case Language::typescript:
    case Language::tsx: return kScript;
    case Language::go: return kGo;
    case Language::rust: return kRust;
    case Language::c:
    case Language::cpp: return kC;
    case Language::java: return kJava;
    case Language::ruby: return kRuby;
    case Language::bash: return kBash;
  }
  return {};
}

std::string_view separator_of(Language language) {
  const bool colons = language == Language::rust || language == Language::c ||
                      language == Language::cpp || language == Language::ruby;
  return colons ? "::" : ".";
}

bool is_branch(Language language, std::string_view name, bool is_named) {
  const auto among = [&](const auto& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (language == Language::ruby) {
    // Ruby's keywords are called like the nodes they open.
    const bool is_operator = name == "&&" || name == "||" || name == "and" || name == "or";
    return among(kRubyBranches) && is_named != is_operator;
  }
  const bool has_case_keyword =
      language == Language::c || language == Language::cpp || language == Language::java;
  if (has_case_keyword && name == kCaseKeyword) return !is_named;
  return among(kBranchRoles);
}

Roles build_roles(Language language) {
  const TSLanguage* grammar = grammar_of(language);
  const std::vector<GrammarSymbol>& symbols = symbols_of(language);
  Roles roles{.row_of = std::vector<const NodeRow*>(symbols.size(), nullptr),
              .is_branch = std::vector<bool>(symbols.size(), false),
              .field_ids = {},
              .separator = separator_of(language)};
  const auto rows = rows_of(language);
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const auto& [name, is_named] = symbols[i];
    roles.is_branch[i] = is_branch(language, name, is_named);
    if (!is_named) continue;
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const NodeRow& each) { return each.type == name; });
    if (row != rows.end()) roles.row_of[i] = &*row;
  }
  for (std::size_t i = 0; i < kFieldCount; ++i) {
    roles.field_ids[i] = ts_language_field_id_for_name(
        grammar, kFields[i].data(), static_cast<std::uint32_t>(kFields[i].size()));
  }
  return roles;
}

}  // namespace

const Roles& roles_of(Language language) { return by_language<build_roles>(language); }

}  // namespace pawl::syntax
