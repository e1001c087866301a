#include "syntax/exits.hpp"

#include <algorithm>
#include <array>

#include "base/text/text.hpp"

namespace pawl::syntax {
namespace {

// Grammars nest brackets and operators; deeper ones are nobody's literal.
constexpr int kConditionDepthMax = 4;

constexpr auto kExitNodes = std::to_array<std::string_view>(
    {"return_statement", "raise_statement", "break_statement", "continue_statement",
     "throw_statement", "goto_statement", "return_expression", "break_expression",
     "continue_expression", "co_return_statement", "return", "break", "next", "redo"});

// Calls that do not come back, by how they are written.
bool ends_program(Language language, std::string_view call) {
  const auto begins = [&](std::initializer_list<std::string_view> starts) {
    return std::any_of(starts.begin(), starts.end(),
                       [&](std::string_view start) { return call.starts_with(start); });
  };
  switch (language) {
    case Language::python: return begins({"sys.exit(", "os._exit("});
    case Language::javascript:
    case Language::typescript:
    case Language::tsx: return begins({"process.exit(", "Deno.exit("});
    case Language::go: return begins({"panic(", "os.Exit("});
    case Language::rust:
      return begins({"panic!", "todo!", "unimplemented!", "std::process::exit(", "process::exit("});
    case Language::c:
    case Language::cpp: return begins({"abort()", "std::abort()", "exit(", "std::exit(", "_exit("});
    case Language::java: return begins({"System.exit("});
    case Language::ruby: return begins({"raise ", "raise(", "exit(", "abort ", "abort("});
    case Language::bash: return false;
  }
  return false;
}

// `#[cfg(unix)] return …;`, with a comment between or without.
bool has_attribute(TSNode statement) {
  TSNode before = ts_node_prev_named_sibling(statement);
  while (exists(before) && type_of(before).ends_with("comment")) {
    before = ts_node_prev_named_sibling(before);
  }
  return exists(before) && type_of(before) == "attribute_item";
}

bool leaves_shell(const Source& source, TSNode command) {
  if (type_of(command) != "command") return false;
  const std::string_view name = source.text_of(source.field(command, Field::name));
  return among({"return", "exit", "break", "continue"}, name);
}

TSNode only_child(TSNode node) {
  TSNode found{};
  for (Children children(node); children.valid(); children.next()) {
    const TSNode child = children.node();
    if (!ts_node_is_named(child) || type_of(child).ends_with("comment")) continue;
    if (exists(found)) return {};
    found = child;
  }
  return found;
}

std::optional<bool> literal_value(std::string_view word) {
  if (among({"false", "False", "0", "None", "null", "nil", "undefined"}, word)) return false;
  if (among({"true", "True", "1"}, word)) return true;
  return std::nullopt;
}

std::optional<bool> value_of(const Source& source, TSNode node, int depth);

// `x && false`, `x and False`: whatever x is.
std::optional<bool> value_of_pair(const Source& source, TSNode node, int depth) {
  const TSNode left = source.field(node, Field::left);
  const TSNode right = source.field(node, Field::right);
  if (!exists(left) || !exists(right)) return std::nullopt;
  const auto a = value_of(source, left, depth + 1);
  const auto b = value_of(source, right, depth + 1);
  for (Children children(node); children.valid(); children.next()) {
    const std::string_view word = type_of(children.node());
    if (word != "&&" && word != "and") continue;
    // `DEBUG = 0` and `0 && x` are how C hides code from its compiler alone.
    const bool none = (a && !*a) || (b && !*b);
    return none ? std::optional<bool>(false) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<bool> value_of(const Source& source, TSNode node, int depth) {
  if (!exists(node) || depth > kConditionDepthMax) return std::nullopt;
  const std::string_view type = type_of(node);
  if (type == "parenthesized_expression" || type == "condition_clause" ||
      type == "parenthesized_statements" || type == "expression_statement") {
    return value_of(source, only_child(node), depth + 1);
  }
  if (type == "binary_expression" || type == "boolean_operator" || type == "binary") {
    return value_of_pair(source, node, depth);
  }
  if (source.language == Language::bash) {
    if (type != "command" && type != "word") return std::nullopt;
    const std::string_view word = source.text_of(node);
    if (word == "false") return false;
    if (word == "true" || word == ":") return true;
    return std::nullopt;
  }
  if (ts_node_named_child_count(node) > 0) return std::nullopt;
  const std::string_view word = source.text_of(node);
  // Zero is true in Ruby.
  if (source.language == Language::ruby && (word == "0" || word == "1")) return true;
  return literal_value(word);
}

}  // namespace

bool leaves_block(const Source& source, TSNode statement) {
  const std::string_view type = type_of(statement);
  if (source.language == Language::bash) return leaves_shell(source, statement);
  if (among(kExitNodes, type)) {
    return !has_attribute(statement);
  }
  if (type == "expression_statement") {
    const TSNode inner = only_child(statement);
    const bool leaves = exists(inner) && (among(kExitNodes, type_of(inner)) ||
                                          ends_program(source.language, source.text_of(inner)));
    return leaves && !has_attribute(statement);
  }
  const bool calls = type == "call" || type == "identifier" || type == "macro_invocation";
  if (!calls) return false;
  const std::string_view text = source.text_of(statement);
  return ends_program(source.language, text) ||
         (source.language == Language::ruby && (text == "raise" || text == "exit"));
}

bool counts_unreached(const Source& source, TSNode statement) {
  if (!ts_node_is_named(statement)) return false;
  const std::string_view type = type_of(statement);
  if (type.ends_with("comment") || type.starts_with("preproc_") || type == "empty_statement" ||
      type == "attribute_item" || type == "heredoc_body" || type == "uninterpreted") {
    return false;
  }
  switch (source.language) {
    case Language::javascript:
    case Language::typescript:
    case Language::tsx:
      return !among(
          {"function_declaration", "generator_function_declaration", "interface_declaration",
           "type_alias_declaration", "function_signature", "export_statement", "import_statement"},
          type);
    case Language::rust: return !type.ends_with("_item") && type != "use_declaration";
    case Language::ruby:
      return !among({"method", "class", "module", "singleton_method", "rescue", "ensure", "else"},
                    type);
    case Language::bash: return type != "function_definition";
    default: return true;
  }
}

std::optional<bool> fixed_condition(const Source& source, TSNode condition) {
  return value_of(source, condition, 0);
}

}  // namespace pawl::syntax
