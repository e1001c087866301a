#include "syntax/exits.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "syntax/outline/outline_parts.hpp"

namespace pawl::syntax {
namespace {

// Grammars nest brackets and operators; deeper ones are nobody's literal.
constexpr int kConditionDepthMax = 4;

constexpr auto kExitNodes =
    fixed_words("return_statement", "raise_statement", "break_statement", "continue_statement",
                "throw_statement", "goto_statement", "return_expression", "break_expression",
                "continue_expression", "co_return_statement", "return", "break", "next", "redo");

// Calls that do not come back, by how they are written.
bool ends_program(Language language, std::string_view call) {
  const auto begins = [&](std::initializer_list<std::string_view> starts) {
    return std::any_of(starts.begin(), starts.end(),
                       [&](std::string_view start) { return call.starts_with(start); });
  };
  switch (language) {
    case Language::python: return begins({"sys.exit(", "os._exit(", "os.abort(", "exit(", "quit("});
    case Language::javascript:
    case Language::typescript:
    case Language::tsx: return begins({"process.exit(", "process.abort(", "Deno.exit("});
    case Language::go:
      return begins({"panic(", "os.Exit(", "log.Fatal(", "log.Fatalf(", "log.Fatalln(",
                     "log.Panic(", "log.Panicf(", "runtime.Goexit("});
    case Language::rust:
      return begins({"panic!", "todo!", "unimplemented!", "unreachable!", "std::process::exit(",
                     "process::exit(", "std::process::abort(", "process::abort("});
    case Language::c:
    case Language::cpp:
      return begins({"abort()", "std::abort()", "exit(", "std::exit(", "_exit(", "_Exit(",
                     "quick_exit(", "std::terminate()", "__builtin_unreachable()",
                     "__builtin_trap()"});
    case Language::java: return begins({"System.exit(", "Runtime.getRuntime().halt("});
    case Language::ruby:
      return begins({"raise ", "raise(", "exit(", "abort ", "abort(", "throw ", "throw(", "fail ",
                     "fail(", "exit!", "Kernel.exit", "Process.exit"});
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
  // `exec` with a command becomes that command; with redirections alone it stays.
  if (name == "exec") return exists(child_by_field(command, "argument"));
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

// `x && false`, `x or True`: whatever x is.
std::optional<bool> value_of_pair(std::string_view word, std::optional<bool> a,
                                  std::optional<bool> b) {
  const auto is = [](std::optional<bool> value, bool wanted) { return value && *value == wanted; };
  if (word == "&&" || word == "and" || word == "-a") {
    if (is(a, false) || is(b, false)) return false;
    return is(a, true) && is(b, true) ? std::optional(true) : std::nullopt;
  }
  if (word == "||" || word == "or" || word == "-o") {
    if (is(a, true) || is(b, true)) return true;
    return is(a, false) && is(b, false) ? std::optional(false) : std::nullopt;
  }
  return std::nullopt;
}

// `1 == 2`, `[ 0 -gt 1 ]`, `"a" == "b"`: both sides are written out.
std::optional<bool> value_of_comparison(std::string_view word, std::string_view a,
                                        std::string_view b) {
  const auto left = parse_int(a);
  const auto right = parse_int(b);
  if (left && right) {
    if (among({"==", "===", "-eq", "="}, word)) return *left == *right;
    if (among({"!=", "!==", "-ne"}, word)) return *left != *right;
    if (among({"<", "-lt"}, word)) return *left < *right;
    if (among({">", "-gt"}, word)) return *left > *right;
    if (among({"<=", "-le"}, word)) return *left <= *right;
    if (among({">=", "-ge"}, word)) return *left >= *right;
    return std::nullopt;
  }
  const auto is_quote = [](std::string_view text) {
    return text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
           text.find_first_of("$\\#{") == std::string_view::npos && text.back() == text.front();
  };
  if (!is_quote(a) || !is_quote(b)) return std::nullopt;
  if (among({"==", "===", "="}, word)) return a == b;
  if (among({"!=", "!=="}, word)) return a != b;
  return std::nullopt;
}

// The operator of the pair: the word that stands between its sides.
std::optional<bool> value_of_sides(const Source& source, TSNode node, int depth) {
  TSNode left{};
  TSNode right{};
  std::string_view word;
  for (Children children(node); children.valid(); children.next()) {
    const TSNode child = children.node();
    const std::string_view type = type_of(child);
    if (type.ends_with("comment")) continue;
    if (ts_node_is_named(child) && type != "test_operator") {
      if (exists(right)) return std::nullopt;  // `a < b < c`
      (exists(left) ? right : left) = child;
    } else if (word.empty()) {
      word = type == "test_operator" ? source.text_of(child) : type;
    }
  }
  if (!exists(left) || !exists(right)) return std::nullopt;
  if (among({"&&", "||", "and", "or", "-a", "-o"}, word)) {
    return value_of_pair(word, value_of(source, left, depth + 1),
                         value_of(source, right, depth + 1));
  }
  return value_of_comparison(word, source.text_of(left), source.text_of(right));
}

std::optional<bool> negated(std::optional<bool> value) {
  return value ? std::optional(!*value) : std::nullopt;
}

std::optional<bool> value_of_shell(const Source& source, TSNode node, std::string_view type,
                                   int depth) {
  if (type == "negated_command") return negated(value_of(source, only_child(node), depth + 1));
  if (type == "test_command" || type == "compound_statement") {
    return value_of(source, only_child(node), depth + 1);
  }
  if (type != "command" && type != "word") return std::nullopt;
  const std::string_view word = source.text_of(node);
  if (word == "false") return false;
  if (word == "true" || word == ":") return true;
  return std::nullopt;
}

std::optional<bool> value_of(const Source& source, TSNode node, int depth) {
  if (!exists(node) || depth > kConditionDepthMax) return std::nullopt;
  const std::string_view type = type_of(node);
  if (type == "parenthesized_expression" || type == "condition_clause" ||
      type == "parenthesized_statements" || type == "expression_statement") {
    return value_of(source, only_child(node), depth + 1);
  }
  if (among({"binary_expression", "boolean_operator", "binary", "comparison_operator", "list"},
            type)) {
    return value_of_sides(source, node, depth);
  }
  if (source.language == Language::bash) return value_of_shell(source, node, type, depth);
  if (type == "not_operator" || type == "unary_expression" || type == "unary") {
    const std::string_view text = source.text_of(node);
    if (!text.starts_with('!') && !text.starts_with("not")) return std::nullopt;
    return negated(value_of(source, only_child(node), depth + 1));
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
    case Language::bash: return !among({"function_definition", "elif_clause", "else_clause"}, type);
    default: return true;
  }
}

std::optional<bool> fixed_condition(const Source& source, TSNode condition) {
  return value_of(source, condition, 0);
}

}  // namespace pawl::syntax
