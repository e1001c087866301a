#include "syntax/mutants/mutant_tables.hpp"

#include <algorithm>
#include <array>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"

namespace pawl::syntax {
namespace {

using enum Mutation;
using enum MutantNode;

constexpr auto kSwaps = std::to_array<Swap>({
    {"<", comparison, "<=", ">="}, {"<=", comparison, "<", ">"}, {">", comparison, ">=", "<="},
    {">=", comparison, ">", "<"},  {"==", comparison, "!="},     {"!=", comparison, "=="},
    {"===", comparison, "!=="},    {"!==", comparison, "==="},   {"in", comparison, "not in"},
    {"not in", comparison, "in"},  {"is", comparison, "is not"}, {"is not", comparison, "is"},
    {"&&", boolean, "||"},         {"||", boolean, "&&"},        {"and", boolean, "or"},
    {"or", boolean, "and"},        {"+", arithmetic, "-"},       {"-", arithmetic, "+"},
    {"*", arithmetic, "/"},        {"/", arithmetic, "*"},       {"//", arithmetic, "*"},
    {"%", arithmetic, "*"},        {"**", arithmetic, "*"},      {"&", arithmetic, "|"},
    {"|", arithmetic, "&"},        {"^", arithmetic, "&"},       {"<<", arithmetic, ">>"},
    {">>", arithmetic, "<<"},      {"+=", arithmetic, "-="},     {"-=", arithmetic, "+="},
    {"*=", arithmetic, "/="},      {"/=", arithmetic, "*="},     {"//=", arithmetic, "*="},
    {"%=", arithmetic, "*="},      {"|=", arithmetic, "&="},     {"&=", arithmetic, "|="},
    {"<<=", arithmetic, ">>="},    {">>=", arithmetic, "<<="},   {"++", arithmetic, "--"},
    {"--", arithmetic, "++"},
});

struct NodeName {
  std::string_view type;
  MutantNode node;
};

// Of all grammars: a name means the same in each that has it.
constexpr auto kNodes = std::to_array<NodeName>({
    {"comment", skip},
    {"line_comment", skip},
    {"block_comment", skip},
    {"decorator", skip},
    {"attribute_item", skip},
    {"annotation", skip},
    {"marker_annotation", skip},
    {"type", skip},
    {"type_annotation", skip},
    {"type_arguments", skip},
    {"type_parameters", skip},
    {"template_argument_list", skip},
    {"parameters", skip},
    {"formal_parameters", skip},
    {"parameter_list", skip},
    {"import_statement", skip},
    {"import_from_statement", skip},
    {"use_declaration", skip},
    {"import_declaration", skip},
    {"macro_invocation", skip},
    {"assert_statement", skip},
    {"match_pattern", skip},
    {"case_pattern", skip},
    {"preproc_include", skip},
    {"comparison_operator", binary},
    {"binary_operator", binary},
    {"boolean_operator", binary},
    {"binary_expression", binary},
    {"augmented_assignment", compound},
    {"augmented_assignment_expression", compound},
    {"compound_assignment_expr", compound},
    {"assignment_expression", compound},
    {"update_expression", step},
    {"inc_statement", step},
    {"dec_statement", step},
    {"if_statement", branch},
    {"elif_clause", branch},
    {"if_expression", branch},
    {"ternary_expression", branch},
    {"conditional_expression", branch},
    {"while_statement", loop},
    {"while_expression", loop},
    {"do_statement", loop},
    {"for_statement", loop},
    {"loop_expression", loop},
    {"subscript", index},
    {"subscript_expression", index},
    {"index_expression", index},
    {"slice_expression", index},
    {"array_access", index},
    {"integer", number},
    {"float", number},
    {"number", number},
    {"int_literal", number},
    {"float_literal", number},
    {"integer_literal", number},
    {"number_literal", number},
    {"decimal_integer_literal", number},
    {"decimal_floating_point_literal", number},
    {"true", truth},
    {"false", truth},
    {"boolean_literal", truth},
    {"string", string},
    {"interpreted_string_literal", string},
    {"string_literal", string},
    {"return_statement", give_back},
    {"return_expression", give_back},
    {"arrow_function", arrow},
    {"function_definition", function},
    {"function_declaration", function},
    {"method_declaration", function},
    {"function_item", function},
    {"func_literal", function},
    {"function_expression", function},
    {"generator_function_declaration", function},
    {"method_definition", function},
    {"closure_expression", function},
    {"lambda_expression", function},
    {"lambda", function},
    {"expression_statement", alone},
    {"assignment_statement", assignment},
    {"raise_statement", fail},
    {"throw_statement", fail},
});

constexpr auto kTelling =
    fixed_words("print", "printf", "fprintf", "puts", "console", "log", "logger", "logging", "slog",
                "warnings", "debug", "fmt.Print", "System.out", "System.err", "std::cerr", "super",
                "close", "free", "self.log", "this.log", "time.sleep", "sleep");

}  // namespace

const Swap* swap_of(Language language, std::string_view token) {
  // The words are operators in Python alone (in C++ they are spelled so by few).
  const bool word = !token.empty() && is_word(token.front());
  if (word && language != Language::python) return nullptr;
  for (const Swap& swap : kSwaps) {
    if (swap.token == token) return &swap;
  }
  return nullptr;
}

MutantNode mutant_node(std::string_view type) {
  for (const NodeName& row : kNodes) {
    if (row.type == type) return row.node;
  }
  return none;
}

bool is_telling(std::string_view callee) {
  return std::any_of(kTelling.begin(), kTelling.end(), [&](std::string_view name) {
    if (!callee.starts_with(name)) return false;
    // `fmt.Print` stands for all that begin so.
    return name == "fmt.Print" || callee.size() == name.size() || !is_word(callee[name.size()]);
  });
}

}  // namespace pawl::syntax
