#include "syntax/code_check.hpp"

#include "base/text/text.hpp"
#include "syntax/grammar.hpp"
#include "syntax/node.hpp"
#include "syntax/position.hpp"
#include "syntax/python_layout.hpp"
#include "syntax/unicode.hpp"

namespace pawl::syntax {
namespace {

constexpr std::size_t kSnippetBytesMax = 40;

Diagnostic at_node(const Source& source, TSNode node, std::string message) {
  return diagnostic_at(source.text, ts_node_start_byte(node), first_row(node), std::move(message));
}

std::string snippet(const Source& source, TSNode node) {
  std::string_view text = trim(source.text_of(node));
  text = trim_end(text.substr(0, text.find('\n')));
  return printable(text, kSnippetBytesMax);
}

// Collects the innermost ERROR nodes and all MISSING ones. Only subtrees with a fault are entered,
// so a sound file costs one look at its root.
class Faults {
 public:
  explicit Faults(const Source& source) : source_(source) {}

  std::vector<Diagnostic> of(TSNode root) {
    cursor_ = ts_tree_cursor_new(root);
    walk();
    ts_tree_cursor_delete(&cursor_);
    return std::move(out_);
  }

 private:
  void walk() {
    while (out_.size() < kDiagnosticsMax) {
      const TSNode node = ts_tree_cursor_current_node(&cursor_);
      if (ts_node_has_error(node) && ts_tree_cursor_goto_first_child(&cursor_)) {
        seen_at_.push_back(out_.size());
        continue;
      }
      judge(node, out_.size());
      if (!advance()) return;
    }
  }

  bool advance() {
    while (!ts_tree_cursor_goto_next_sibling(&cursor_)) {
      if (!ts_tree_cursor_goto_parent(&cursor_)) return false;
      judge(ts_tree_cursor_current_node(&cursor_), seen_at_.back());
      seen_at_.pop_back();
      if (out_.size() >= kDiagnosticsMax) return false;
    }
    return true;
  }

  // `before`: how many faults were known when the node was entered.
  void judge(TSNode node, std::size_t before) {
    if (ts_node_is_missing(node)) {
      out_.push_back(at_node(source_, node, "missing " + quoted(type_of(node))));
    } else if (ts_node_is_error(node) && out_.size() == before) {
      const std::string text = snippet(source_, node);
      out_.push_back(
          at_node(source_, node, text.empty() ? "unexpected end" : "unexpected " + quoted(text)));
    }
  }

  static std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

  const Source& source_;
  TSTreeCursor cursor_{};
  std::vector<std::size_t> seen_at_;
  std::vector<Diagnostic> out_;
};

// These compilers refuse a file with such bytes, wherever they stand; others take any byte in a
// comment or literal.
bool wants_utf8(Language language, std::string_view text) {
  if (language == Language::go || language == Language::rust) return true;
  const auto second_line = text.find('\n', text.find('\n') + 1);
  return language == Language::python && !contains(text.substr(0, second_line), "coding");
}

}  // namespace

std::vector<Diagnostic> check_code(Language language, std::string_view text) {
  const auto bad = first_bad_byte(text);
  if (bad && wants_utf8(language, text)) {
    return {diagnostic_at(text, *bad, "a byte that is not UTF-8")};
  }
  const TreePtr tree = parse_tree(language, text);
  if (!tree) return {};  // beyond the limits, which check() has reported
  const TSNode root = ts_tree_root_node(tree.get());
  const Source source{language, text, roles_of(language)};
  if (ts_node_has_error(root)) return Faults(source).of(root);
  if (language == Language::python) return check_python_layout(source, root);
  return {};
}

}  // namespace pawl::syntax
