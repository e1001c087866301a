#include "syntax/endless.hpp"

#include <algorithm>
#include <vector>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "syntax/outline/outline_parts.hpp"

namespace pawl::syntax {
namespace {

// Words that lead out of a loop, or hand on from within it.
constexpr auto kWaysOut = fixed_words("break", "return", "throw", "raise", "exit", "goto", "yield",
                                      "panic", "last", "abort", "die", "exec", "fail", "throws",
                                      "_exit", "quit", "Goexit", "Fatal", "Fatalf");

bool has_word(std::string_view text, std::string_view word) {
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_word(text[at - 1]);
    if (begins && (end >= text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

bool leads_out(std::string_view body) {
  return std::any_of(kWaysOut.begin(), kWaysOut.end(),
                     [&](std::string_view word) { return has_word(body, word); }) ||
         contains(body, "?;") || contains(body, "?\n");
}

std::vector<TSNode> statements_of(TSNode block) {
  std::vector<TSNode> out;
  for (Children children(block); children.valid(); children.next()) {
    const TSNode child = children.node();
    if (!ts_node_is_named(child) || type_of(child).ends_with("comment")) continue;
    if (type_of(child) == "statement_list") return statements_of(child);
    out.push_back(child);
  }
  return out;
}

TSNode body_of_loop(const Source& source, TSNode loop) {
  const TSNode body = child_by_field(loop, "body");
  return exists(body) ? body : source.child(loop, "do_group");
}

TSNode loop_condition(const Source& source, TSNode loop) {
  const TSNode condition = child_by_field(loop, "condition");
  if (exists(condition) || source.language != Language::go) return condition;
  const TSNode first = ts_node_named_child(loop, 0);
  return exists(first) && type_of(first) == "binary_expression" ? first : TSNode{};
}

// `attempts` of `(attempts < 3)`, `[ "$attempts" -lt 3 ]`; empty when more is asked.
std::string_view counter_in(std::string_view condition) {
  constexpr std::string_view kAround = " \t()[]\"$;{}";
  const std::size_t begin = condition.find_first_not_of(kAround);
  if (begin == std::string_view::npos || is_digit(condition[begin])) return {};
  std::size_t end = begin;
  while (end < condition.size() && is_word(condition[end])) ++end;
  const std::string_view name = condition.substr(begin, end - begin);
  std::string_view rest = condition.substr(end);
  rest = rest.substr(std::min(rest.size(), rest.find_first_not_of("\"} \t")));
  bool compares = false;
  for (const std::string_view sign : {"<=", ">=", "!=", "<", ">", "-lt", "-le", "-gt", "-ne"}) {
    if (!rest.starts_with(sign)) continue;
    rest = rest.substr(sign.size());
    compares = true;
    break;
  }
  rest = trim(rest);
  if (name.empty() || !compares || rest.empty() || !is_digit(rest.front())) return {};
  while (!rest.empty() && is_digit(rest.front())) rest.remove_prefix(1);
  return rest.find_first_not_of(kAround) == std::string_view::npos ? name : std::string_view();
}

// The statement right above gives it its number: no other thread, signal or closure has it yet.
bool starts_above(const Source& source, TSNode loop, std::string_view name) {
  TSNode above = ts_node_prev_named_sibling(loop);
  const TSNode parent = ts_node_parent(loop);
  if (!exists(above) && exists(parent) && type_of(parent) == "expression_statement") {
    above = ts_node_prev_named_sibling(parent);
  } else if (!exists(above)) {
    return false;
  }
  if (!exists(above)) return false;
  std::string_view said = trim(source.text_of(above));
  while (said.ends_with(';')) said = trim(said.substr(0, said.size() - 1));
  const std::size_t sign = said.rfind('=');
  if (sign == std::string_view::npos || !has_word(said.substr(0, sign), name)) return false;
  const std::string_view value = trim(said.substr(sign + 1));
  return !value.empty() && std::all_of(value.begin(), value.end(), is_digit);
}

bool never_counts(const Source& source, TSNode loop, TSNode condition, TSNode body) {
  TSNode outer = loop;
  if (type_of(ts_node_parent(loop)) == "expression_statement") outer = ts_node_parent(loop);
  const std::string_view name = counter_in(source.text_of(condition));
  const std::string_view done = source.text_of(body);
  if (name.empty() || has_word(done, name) || leads_out(done)) return false;
  return starts_above(source, outer, name);
}

bool is_always(std::string_view condition) {
  while (condition.starts_with('(') && condition.ends_with(')')) {
    condition = trim(condition.substr(1, condition.size() - 2));
  }
  return among({"true", "True", "1", ":", "!0"}, condition);
}

// Whoever waits, counts or asks between two attempts has a way to end.
bool only_goes_on(const Source& source, TSNode block) {
  for (const TSNode each : statements_of(block)) {
    std::string_view said = trim(source.text_of(each));
    while (said.ends_with(';')) said = trim(said.substr(0, said.size() - 1));
    if (!among({"continue", "pass", "next", "retry", "...", "nil", ""}, said)) return false;
  }
  return true;
}

bool takes_any(const Source& source, TSNode handler, TSNode block) {
  const std::size_t begin = ts_node_start_byte(handler);
  const std::string_view head = source.text.substr(begin, ts_node_start_byte(block) - begin);
  switch (source.language) {
    case Language::python:
      return trim(head.substr(0, head.find(':'))) == "except" || has_word(head, "Exception") ||
             has_word(head, "BaseException");
    case Language::java:
      return has_word(head, "Exception") || has_word(head, "Throwable") ||
             has_word(head, "RuntimeException");
    case Language::cpp: return contains(head, "...") || contains(head, "std::exception");
    default: return true;
  }
}

// `while (true) { try { step(); break; } catch { continue; } }`
bool tries_for_ever(const Source& source, TSNode body) {
  const std::vector<TSNode> steps = statements_of(body);
  if (steps.size() != 1 || !type_of(steps.front()).starts_with("try")) return false;
  bool any = false;
  for (Children children(steps.front()); children.valid(); children.next()) {
    const TSNode child = children.node();
    if (!among({"catch_clause", "except_clause"}, type_of(child))) continue;
    TSNode block = child_by_field(child, "body");
    if (!exists(block)) block = source.child(child, "block");
    if (!exists(block)) return false;
    any = any || (takes_any(source, child, block) && only_goes_on(source, block));
  }
  return any;
}

// A statement of Go that is one step, or the end: whatever holds others (`switch`, `select`) may
// end the loop in any of them.
bool is_plain_step(const Source& source, TSNode each) {
  static constexpr auto kPlain =
      fixed_words("short_var_declaration", "assignment_statement", "var_declaration");
  const std::string_view type = type_of(each);
  return type == "break_statement" ||
         (among(kPlain, type) && contains(source.text_of(each), "err"));
}

// `if err == nil { break }`, `if err != nil { continue }`: out with success, on with failure.
bool goes_on_with_failure(const Source& source, TSNode each) {
  if (exists(child_by_field(each, "alternative"))) return false;
  const auto inner = statements_of(child_by_field(each, "consequence"));
  if (inner.empty()) return true;
  const std::string_view then = trim(source.text_of(inner[0]));
  const bool fails = contains(source.text_of(child_by_field(each, "condition")), "!= nil");
  return inner.size() == 1 && (then == "continue" || (then == "break" && !fails));
}

// `for { if err := step(); err == nil { break } }`
bool asks_in_go(const Source& source, TSNode body, const std::vector<TSNode>& steps) {
  const std::string_view said = source.text_of(body);
  const bool fails = contains(said, "err == nil") || contains(said, "err != nil");
  return fails && std::all_of(steps.begin(), steps.end(), [&](TSNode each) {
           return type_of(each) == "if_statement" ? goes_on_with_failure(source, each)
                                                  : is_plain_step(source, each);
         });
}

// `loop { if step().is_ok() { break; } }`
bool asks_in_rust(std::string_view said) {
  constexpr std::size_t kLinesMax = 8;
  const bool asks = contains(said, ".is_ok()") || contains(said, "let Ok(") ||
                    (contains(said, "Err(_)") && contains(said, "continue"));
  const bool waits = contains(said, "sleep") || contains(said, "yield") || contains(said, ".await");
  const std::size_t other = said.find("else");
  const bool ends =
      contains(said, "if !") || (other != std::string_view::npos && leads_out(said.substr(other)));
  return asks && !waits && !ends && line_count(said) <= kLinesMax;
}

bool asks_for_ever(const Source& source, TSNode body) {
  const std::vector<TSNode> steps = statements_of(body);
  if (steps.empty() || steps.size() > 3) return false;
  if (source.language == Language::go) return asks_in_go(source, body, steps);
  return source.language == Language::rust && steps.size() == 1 &&
         asks_in_rust(source.text_of(body));
}

bool repeats_for_ever(const Source& source, TSNode loop, TSNode body) {
  const TSNode condition = loop_condition(source, loop);
  const std::string_view type = type_of(loop);
  bool always = exists(condition) && is_always(trim(source.text_of(condition)));
  if (type == "loop_expression") always = true;
  if (source.language == Language::go && type == "for_statement") {
    always = ts_node_named_child_count(loop) == 1;
  }
  if (always) return tries_for_ever(source, body) || asks_for_ever(source, body);
  return false;
}

// `until step; do :; done`
bool spins_in_shell(const Source& source, TSNode loop, TSNode condition, TSNode body) {
  if (!exists(condition) || type_of(loop) != "while_statement") return false;
  const std::vector<TSNode> steps = statements_of(body);
  const bool idle = std::all_of(steps.begin(), steps.end(), [&](TSNode each) {
    return among({":", "true", "continue"}, trim(source.text_of(each)));
  });
  const std::string_view asked = trim(source.text_of(condition));
  const bool until = source.text.substr(ts_node_start_byte(loop)).starts_with("until");
  return idle && (until || asked.starts_with("! ")) && !contains(asked, "sleep") &&
         !contains(asked, "read ") && !contains(asked, "wait") && !asked.starts_with("[");
}

std::optional<Guarded> retried(const Source& source, TSNode rescue) {
  const TSNode block = child_by_field(rescue, "body");
  const TSNode what = child_by_field(rescue, "exceptions");
  if (!exists(block) || trim(source.text_of(block)).find("retry") == std::string_view::npos) {
    return std::nullopt;
  }
  const bool any =
      !exists(what) || among({"StandardError", "Exception"}, trim(source.text_of(what)));
  if (!any || !only_goes_on(source, block)) return std::nullopt;
  const TSNode first = ts_node_named_child(ts_node_parent(rescue), 0);
  return Guarded{.begin = ts_node_start_byte(first), .end = ts_node_start_byte(rescue)};
}

}  // namespace

bool may_loop(std::string_view type) {
  return among({"while_statement", "for_statement", "while_expression", "loop_expression", "while",
                "until", "rescue"},
               type);
}

std::optional<Guarded> endless_loop(const Source& source, TSNode node) {
  if (!ts_node_is_named(node)) return std::nullopt;
  if (type_of(node) == "rescue") {
    return source.language == Language::ruby ? retried(source, node) : std::nullopt;
  }
  const TSNode body = body_of_loop(source, node);
  if (!exists(body)) return std::nullopt;
  const TSNode condition = loop_condition(source, node);
  const bool counts = exists(condition) && never_counts(source, node, condition, body);
  if (counts || repeats_for_ever(source, node, body)) {
    return Guarded{.begin = ts_node_start_byte(body), .end = ts_node_end_byte(body)};
  }
  if (source.language == Language::bash && spins_in_shell(source, node, condition, body)) {
    return Guarded{.begin = ts_node_start_byte(condition), .end = ts_node_end_byte(condition)};
  }
  return std::nullopt;
}

}  // namespace pawl::syntax
