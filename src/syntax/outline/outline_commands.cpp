// Imports that are commands of a program: shell's `source`, Ruby's `require` below a condition.
#include "base/text/text.hpp"
#include "syntax/outline/outline_parts.hpp"

namespace pawl::syntax {
namespace {

constexpr int kParentsMax = 64;

// `. x || true`: nobody minds when it is not there. `. x || exit 1` minds.
bool is_excused(const Source& source, TSNode list, TSNode first) {
  const TSNode last = ts_node_named_child(list, ts_node_named_child_count(list) - 1);
  if (ts_node_eq(last, first)) return false;
  const std::string_view between = source.text.substr(
      ts_node_end_byte(first), ts_node_start_byte(last) - ts_node_end_byte(first));
  if (!contains(between, "||")) return false;
  const std::string_view otherwise = source.text_of(last);
  return !contains(otherwise, "exit") && !contains(otherwise, "return") &&
         !contains(otherwise, "die");
}

// `[ -f x ] && . x`: the right side of a list runs only when the left side lets it.
bool is_conditional_command(const Source& source, TSNode command) {
  TSNode node = command;
  for (int i = 0; i < kParentsMax; ++i) {
    const TSNode parent = ts_node_parent(node);
    if (!exists(parent)) return false;
    const std::string_view type = type_of(parent);
    if (type == "if_statement" || type == "case_item" || type == "while_statement") return true;
    if (type == "redirected_statement" || type == "negated_command") return true;
    if (type == "list" &&
        (!ts_node_eq(ts_node_named_child(parent, 0), node) || is_excused(source, parent, node))) {
      return true;
    }
    node = parent;
  }
  return true;
}

// A script that has gone into another folder than its own: what it names from there on lies there.
bool goes_elsewhere(std::string_view above) {
  for (const std::string_view line : split_lines(above)) {
    const std::string_view said = trim(line);
    if (!said.starts_with("cd ") && !said.starts_with("pushd ")) continue;
    // `cd "$(dirname "$0")/.."`: what is left behind the last expansion only goes up.
    const std::size_t expansion = said.find_last_of(")}");
    if (expansion == std::string_view::npos || !contains(said, "$")) return true;
    const std::string_view rest = said.substr(expansion + 1);
    const auto plain = [](char c) {
      return std::string_view("/.\" ';&|>").find(c) == std::string_view::npos;
    };
    if (std::any_of(rest.begin(), rest.end(), plain)) return true;
  }
  return false;
}

}  // namespace

std::optional<Import> sourced_file(const Source& source, TSNode command) {
  const TSNode name = child_by_field(command, "name");
  if (!exists(name)) return std::nullopt;
  std::string_view word = source.text_of(name);
  if (word.starts_with('\\')) word.remove_prefix(1);  // `\. x`: past any alias
  if (word != "source" && word != ".") return std::nullopt;
  TSNode file{};
  for (Children children(command); children.valid(); children.next()) {
    const TSNode each = children.node();
    if (!ts_node_is_named(each) || ts_node_eq(each, name)) continue;
    file = each;
    break;
  }
  if (!exists(file)) return std::nullopt;
  const std::string_view type = type_of(file);
  if (type != "word" && type != "string" && type != "raw_string" && type != "concatenation") {
    return std::nullopt;
  }
  std::string_view text = source.text_of(file);
  if (type.ends_with("string") && text.size() >= 2) text = text.substr(1, text.size() - 2);
  Import import;
  import.module = replace_all(text, "\"", "");
  if (import.module.empty() || contains(import.module, "\n")) return std::nullopt;
  const std::string_view above = source.text.substr(0, ts_node_start_byte(command));
  if (is_conditional_command(source, command) || goes_elsewhere(above)) {
    import.kind = ImportKind::conditional;
  }
  return import;
}

bool may_be_left_out(TSNode call) {
  TSNode node = call;
  for (int i = 0; i < kParentsMax; ++i) {
    node = ts_node_parent(node);
    if (!exists(node)) return false;
    const std::string_view type = type_of(node);
    if (type == "if" || type == "unless" || type == "elsif" || type == "case" ||
        type == "conditional" || type.ends_with("_modifier")) {
      return true;
    }
    if (type != "begin" && type != "body_statement" && type != "method") continue;
    for (Children children(node); children.valid(); children.next()) {
      if (type_of(children.node()) == "rescue") return true;
    }
  }
  return true;
}

}  // namespace pawl::syntax
