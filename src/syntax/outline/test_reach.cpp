#include "syntax/outline/test_reach.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "syntax/exits.hpp"
#include "syntax/outline/outline_parts.hpp"

namespace pawl::syntax {
namespace {

constexpr int kBlockDepthMax = 6;

std::string unblanked(std::string_view text) {
  return replace_all(replace_all(replace_all(text, " ", ""), "\n", ""), "\t", "");
}

// Statements that throw fail the test, and so does the end of the program with anything but zero.
bool fails_test(std::string_view text) {
  for (const std::string_view start :
       {"raise", "throw", "panic", "abort", "todo!", "unimplemented!", "std::abort", "fail"}) {
    if (text.starts_with(start)) return true;
  }
  const std::size_t at = text.find("exit");
  if (at == std::string_view::npos || text.starts_with("return")) return false;
  const std::string said = unblanked(text.substr(at));
  return !said.starts_with("exit(0)") && !said.starts_with("exit()") &&
         !said.starts_with("exit(true)") && said != "exit" && said != "exit0" && said != "exit;";
}

// A block that is entered whatever happens.
bool is_plain_block(std::string_view type) {
  return among({"with_statement", "statement_block", "block", "compound_statement",
                "statement_list", "synchronized_statement", "unsafe_block"},
               type);
}

bool holds_plain_block(std::string_view type) {
  return among({"block", "statement_block", "statement_list", "compound_statement", "module",
                "with_statement", "expression_statement", "body_statement", "program"},
               type);
}

bool leaves_at(const Source& source, TSNode statement, int depth) {
  if (leaves_block(source, statement)) return !fails_test(trim(source.text_of(statement)));
  const std::string_view type = type_of(statement);
  TSNode block = statement;
  if (among({"if_statement", "if", "if_expression", "if_modifier"}, type)) {
    const auto fixed = fixed_condition(source, child_by_field(statement, "condition"));
    if (!fixed || !*fixed) return false;
    block = child_by_field(statement, type == "if_modifier" ? "body" : "consequence");
    if (exists(block) && leaves_block(source, block)) return true;
  } else if (!is_plain_block(type)) {
    if (type != "expression_statement") return false;
    const TSNode inner = ts_node_named_child(statement, 0);
    const bool nests =
        exists(inner) && (type_of(inner) == "if_expression" || type_of(inner) == "block");
    return nests && depth < kBlockDepthMax && leaves_at(source, inner, depth + 1);
  }
  if (!exists(block) || depth > kBlockDepthMax) return false;
  bool leaves = false;
  for (Children each(block); each.valid() && !leaves; each.next()) {
    leaves = ts_node_is_named(each.node()) && leaves_at(source, each.node(), depth + 1);
  }
  if (!leaves || !is_plain_block(type)) return leaves;
  // The parts of an `if` and of a `try` are no statements of the block around. Parents are looked
  // for from the root on, so that is asked last.
  const TSNode around = ts_node_parent(statement);
  return exists(around) && holds_plain_block(type_of(around));
}

// What a loop goes over, when that is written out and holds nothing.
bool is_empty_range(std::string_view text) {
  const std::string plain = unblanked(text);
  for (const std::string_view none : {"[]",
                                      "()",
                                      "{}",
                                      "\"\"",
                                      "''",
                                      "range(0)",
                                      "set()",
                                      "dict()",
                                      "list()",
                                      "tuple()",
                                      "newSet()",
                                      "newMap()",
                                      "vec![]",
                                      "0..0",
                                      "List.of()",
                                      "Set.of()",
                                      "Map.of()",
                                      "Collections.emptyList()",
                                      "Collections.emptySet()",
                                      "Arrays.asList()",
                                      "0...0",
                                      "%w[]",
                                      "%w()",
                                      "iter(())",
                                      "iter([])",
                                      "range(0,0)",
                                      "std::iter::empty()",
                                      "Array(0)",
                                      "Array.new"}) {
    if (plain == none) return true;
  }
  // `[]int{}`, `new String[0]`, `new int[]{}`, `Vec::<i32>::new()`.
  const bool typed = plain.starts_with("[]") && plain.ends_with("{}");
  const bool array =
      plain.starts_with("new") && (plain.ends_with("[0]") || plain.ends_with("[]{}"));
  return typed || array || (plain.starts_with("Vec::") && plain.ends_with("new()"));
}

TSNode range_of_loop(TSNode loop) {
  for (const std::string_view field : {"right", "value"}) {
    if (const TSNode found = child_by_field(loop, field); exists(found)) return found;
  }
  return {};
}

bool is_loop_over(std::string_view type) {
  return among({"for_statement", "for_in_statement", "for_expression", "enhanced_for_statement",
                "for", "for_range_loop"},
               type);
}

NeverRun bytes_of(TSNode node) {
  if (!exists(node)) return {};
  return {.begin = ts_node_start_byte(node), .end = ts_node_end_byte(node)};
}

// Go keeps what a loop goes over in a clause.
std::string_view range_text(const Source& source, TSNode node) {
  TSNode range = range_of_loop(node);
  if (const TSNode clause = source.child(node, "range_clause"); exists(clause)) {
    range = child_by_field(clause, "right");
  }
  if (!exists(range)) return {};
  if (type_of(range) == "in") range = ts_node_named_child(range, 0);
  return source.text_of(range);
}

bool prints(std::string_view text) {
  for (const std::string_view start : {"print(",
                                       "print ",
                                       "console.",
                                       "System.out.",
                                       "System.err.",
                                       "puts ",
                                       "puts(",
                                       "p ",
                                       "pp ",
                                       "warn ",
                                       "warn(",
                                       "logging.",
                                       "logger.",
                                       "log.",
                                       "LOG.",
                                       "LOGGER.",
                                       "e.printStackTrace(",
                                       "t.Log",
                                       "t.Logf",
                                       "fmt.Print",
                                       "fmt.Fprint",
                                       "println!",
                                       "eprintln!",
                                       "println(",
                                       "dbg!",
                                       "warnings.warn(",
                                       "traceback.print_exc(",
                                       "sys.stderr.write(",
                                       "$stderr.",
                                       "log(",
                                       "_ = ",
                                       "ex.printStackTrace(",
                                       "err.printStackTrace(",
                                       "t.printStackTrace(",
                                       "$stdout."}) {
    if (text.starts_with(start)) return true;
  }
  return false;
}

bool is_idle_statement(std::string_view text) {
  if (text.ends_with(';')) text = trim_end(text.substr(0, text.size() - 1));
  if (among({"",
             "pass",
             "...",
             "return",
             "return None",
             "return true",
             "return True",
             "nil",
             "return nil",
             "return undefined",
             "return null",
             "continue",
             "true",
             "false",
             "()",
             "recover()",
             "void 0",
             "break",
             "next",
             "return false",
             "null",
             "undefined"},
            text)) {
    return true;
  }
  return prints(text) && !contains(text, "throw") && !contains(text, "assert");
}

// No statement but what is idle or prints.
bool is_idle_block(const Source& source, TSNode block) {
  for (Children each(block); each.valid(); each.next()) {
    if (!ts_node_is_named(each.node()) || type_of(each.node()).ends_with("comment")) continue;
    if (!is_idle_statement(trim(source.text_of(each.node())))) return false;
  }
  return true;
}

// What a handler catches, from the words between its keyword and its block.
Dropped caught_by(const Source& source, TSNode clause, std::string_view head) {
  const auto names = [&](std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return contains_word_folded(head, word); });
  };
  switch (source.language) {
    case Language::python:
      return trim(head).empty() || names({"Exception", "BaseException", "AssertionError"})
                 ? Dropped::failures
                 : Dropped::nothing;
    case Language::java:
      if (names({"Throwable", "AssertionError", "Error", "AssertionFailedError"})) {
        return Dropped::failures;
      }
      return names({"Exception", "RuntimeException"}) ? Dropped::errors : Dropped::nothing;
    case Language::ruby:
      if (names({"Exception", "Assertion", "ExpectationNotMetError", "AssertionFailedError"})) {
        return Dropped::failures;
      }
      return !exists(child_by_field(clause, "exceptions")) || names({"StandardError"})
                 ? Dropped::errors
                 : Dropped::nothing;
    default: return Dropped::failures;
  }
}

// Java: the block ends by throwing what no clause for failed assertions takes, so that the test
// fails unless the assertion above does: `assertSame(a, b); throw new Error();`.
bool expects_failure(const Source& source, TSNode statement, TSNode clause) {
  if (source.language != Language::java) return false;
  const TSNode block = child_by_field(statement, "body");
  if (!exists(block) || ts_node_named_child_count(block) == 0) return false;
  const TSNode last = ts_node_named_child(block, ts_node_named_child_count(block) - 1);
  const std::string_view thrown = source.text_of(last);
  const std::string_view caught = source.text_of(source.child(clause, "catch_formal_parameter"));
  if (!thrown.starts_with("throw new ") || contains(thrown, "Assert")) return false;
  const auto takes = [&](std::string_view word) { return contains_word_folded(caught, word); };
  return (takes("AssertionError") || takes("AssertionFailedError")) && !takes("Throwable") &&
         !takes("Error") && !takes("Exception") && !takes("RuntimeException");
}

Dropped dropped_by_clause(const Source& source, TSNode clause) {
  const std::string_view type = type_of(clause);
  if (type == "rescue") {
    const TSNode body = child_by_field(clause, "body");
    if (exists(body) && !is_idle_block(source, body)) return Dropped::nothing;
    return caught_by(source, clause, source.text_of(child_by_field(clause, "exceptions")));
  }
  TSNode block = child_by_field(clause, "body");
  if (!exists(block)) block = source.child(clause, "block");
  if (!exists(block)) return Dropped::nothing;
  if (type == "finally_clause" || type == "ensure") {
    // A return in here takes the place of what was thrown.
    for (Children each(block); each.valid(); each.next()) {
      if (type_of(each.node()).starts_with("return")) return Dropped::failures;
    }
    return Dropped::nothing;
  }
  if (!is_idle_block(source, block)) return Dropped::nothing;
  const std::size_t begin = ts_node_start_byte(clause);
  std::string_view head = source.text.substr(begin, ts_node_start_byte(block) - begin);
  if (type == "except_clause") head = head.substr(6, head.find(':') - 6);
  return caught_by(source, clause, head);
}

// The function among arguments that does nothing with what it gets.
bool is_idle_function(const Source& source, TSNode node) {
  const std::string_view type = type_of(node);
  if (type == "identifier" || type == "member_expression") {
    return contains_folded(source.text_of(node), "noop");
  }
  if (type != "arrow_function" && type != "function_expression" && type != "function") return false;
  const TSNode body = child_by_field(node, "body");
  if (!exists(body)) return false;
  if (type_of(body) == "statement_block") return is_idle_block(source, body);
  return is_idle_statement(trim(source.text_of(body)));
}

// What an instrumented program cannot do, or takes too long for: Miri, the sanitizers, Valgrind.
bool asks_instrumentation(std::string_view condition) {
  for (const std::string_view word :
       {"MIRI", "ASAN", "TSAN", "MSAN", "LSAN", "SANITIZE", "VALGRIND", "sanitize", "valgrind"}) {
    if (contains(condition, word)) return true;
  }
  return false;
}

}  // namespace

bool leaves_test(const Source& source, TSNode statement) { return leaves_at(source, statement, 0); }

NeverRun never_run(const Source& source, TSNode node) {
  const std::string_view type = type_of(node);
  if (is_loop_over(type)) {
    if (!is_empty_range(range_text(source, node))) return {};
    return bytes_of(child_by_field(node, "body"));
  }
  const TSNode condition = child_by_field(node, "condition");
  if (!exists(condition)) return {};
  auto fixed = fixed_condition(source, condition);
  if (!fixed) return {};
  if (type.starts_with("unless") || type.starts_with("until")) fixed = !*fixed;
  if (*fixed) return bytes_of(child_by_field(node, "alternative"));
  const TSNode dead = child_by_field(node, "consequence");
  return bytes_of(exists(dead) ? dead : child_by_field(node, "body"));
}

Dropped dropped_by(const Source& source, TSNode statement) {
  Dropped most = Dropped::nothing;
  for (Children each(statement); each.valid(); each.next()) {
    if (!among({"except_clause", "catch_clause", "rescue", "finally_clause", "ensure"},
               type_of(each.node())) ||
        !ts_node_is_named(each.node())) {
      continue;
    }
    if (expects_failure(source, statement, each.node())) continue;
    most = std::max(most, dropped_by_clause(source, each.node()));
  }
  return most;
}

Dropped dropped_by_call(const Source& source, TSNode call, std::string_view callee) {
  if (source.language == Language::rust) {
    if (!callee.ends_with("catch_unwind")) return Dropped::nothing;
    // What it catches is thrown there on purpose.
    if (contains(source.text_of(call), "panic!(")) return Dropped::nothing;
    for (TSNode up = ts_node_parent(call); exists(up); up = ts_node_parent(up)) {
      const std::string_view type = type_of(up);
      if (type == "expression_statement") return Dropped::failures;
      if (type == "let_declaration") {
        const TSNode pattern = child_by_field(up, "pattern");
        return source.text_of(pattern).starts_with("_") ? Dropped::failures : Dropped::nothing;
      }
      if (type != "call_expression" && type != "field_expression") return Dropped::nothing;
    }
    return Dropped::nothing;
  }
  const bool catches = callee.ends_with(".catch");
  if (!catches && !callee.ends_with(".then")) return Dropped::nothing;
  const TSNode arguments = child_by_field(call, "arguments");
  int place = 0;
  for (Children each(arguments); each.valid(); each.next()) {
    if (!ts_node_is_named(each.node()) || type_of(each.node()) == "comment") continue;
    if (++place == (catches ? 1 : 2)) {
      return is_idle_function(source, each.node()) ? Dropped::failures : Dropped::nothing;
    }
  }
  return Dropped::nothing;
}

Dropped dropped_by_deferred(const Source& source, TSNode statement) {
  if (type_of(statement) != "defer_statement") return Dropped::nothing;
  const std::string_view text = source.text_of(statement);
  if (!contains(text, "recover()")) return Dropped::nothing;
  for (const std::string_view word : {"t.Err", "t.Fatal", "t.Fail", "panic(", "ssert", "require",
                                      "== nil", "= r\n", "= true", "append("}) {
    if (contains(text, word)) return Dropped::nothing;
  }
  const bool kept = contains(text, " = recover()") && !contains(text, "_ = recover()");
  return kept ? Dropped::nothing : Dropped::errors;
}

bool asks_environment(std::string_view condition) {
  if (asks_instrumentation(condition)) return false;
  for (const std::string_view word :
       {"environ", "getenv", "Getenv(", "LookupEnv(", "process.env", "ENV[", "ENV.fetch", "ENV.key",
        "env::var", "import.meta.env", "option_env!", "Deno.env"}) {
    if (contains(condition, word)) return true;
  }
  return false;
}

bool asks_subject(std::string_view condition, std::string_view assertion) {
  std::string_view asked = trim(condition);
  while (asked.starts_with('(') && asked.ends_with(')')) {
    asked = trim(asked.substr(1, asked.size() - 2));
  }
  for (const std::string_view end :
       {" is not None", " != null", " !== null", " !== undefined", " != undefined", " != nil",
        " != nullptr", " != NULL", ".is_some()", ".is_ok()", ".present?", ".any?", ".isPresent()",
        ".length > 0", ".length", ".size() > 0", ".has_value()", "&.any?", " != None"}) {
    if (asked.ends_with(end)) asked = trim_end(asked.substr(0, asked.size() - end.size()));
  }
  while (asked.starts_with('!')) asked.remove_prefix(1);
  const bool plain = !asked.empty() && std::all_of(asked.begin(), asked.end(), [](char c) {
    return is_word(c) || c == '.' || c == '$' || c == '@' || c == '[' || c == ']' || c == '>' ||
           c == '-' || c == '\'' || c == '"';
  });
  return plain && contains_word_folded(assertion, asked);
}

}  // namespace pawl::syntax
