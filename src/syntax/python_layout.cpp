#include "syntax/python_layout.hpp"

#include <algorithm>
#include <optional>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "syntax/position.hpp"

namespace pawl::syntax {
namespace {

constexpr int kLayoutDepthMax = 400;  // Python itself stops at 100 levels of indentation
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

constexpr auto kClauses = fixed_words("elif_clause", "else_clause", "except_clause",
                                      "except_group_clause", "finally_clause");
constexpr auto kHandlers = fixed_words("except_clause", "except_group_clause", "finally_clause");

// Only statements hold statements: expressions are not entered.
bool may_hold_statements(std::string_view type) {
  return type == "block" || type == "case_clause" || type.ends_with("_definition") ||
         type.ends_with("_statement") || among(kClauses, type);
}

class Layout {
 public:
  explicit Layout(const Source& source) : source_(source) {}

  void visit(TSNode node, int depth) {
    const std::string_view type = type_of(node);
    if (depth > kLayoutDepthMax || out_.size() >= kDiagnosticsMax) return;
    const bool is_block = type == "block" || type == "module";
    if (type == "block" && ts_node_start_byte(node) == ts_node_end_byte(node)) {
      return report(node, "expected an indented block");
    }
    std::optional<std::string_view> column;
    if (type == "module") column = "";
    bool handled = type != "try_statement";
    for (Children children(node); children.valid(); children.next()) {
      const TSNode child = children.node();
      const std::string_view child_type = type_of(child);
      handled = handled || among(kHandlers, child_type);
      if (is_block && ts_node_is_named(child) && child_type != "comment") {
        check_column(child, column);
      }
      if (among(kClauses, child_type)) check_clause(node, child);
      if (may_hold_statements(child_type)) visit(child, depth + 1);
    }
    if (!handled) report(node, "\"try\" without \"except\" or \"finally\"");
  }

  std::vector<Diagnostic> take() { return std::move(out_); }

 private:
  void report(TSNode node, std::string message) {
    if (out_.size() >= kDiagnosticsMax) return;
    out_.push_back(
        diagnostic_at(source_.text, ts_node_start_byte(node), first_row(node), std::move(message)));
  }

  // What stands before the node in its line, if that is blanks only.
  std::optional<std::string_view> indentation(TSNode node) const {
    const std::string_view before = source_.text.substr(0, ts_node_start_byte(node));
    const auto line_begin = before.rfind('\n') + 1;
    std::string_view line = before.substr(line_begin);
    if (line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
    line.remove_prefix(line.rfind('\f') + 1);  // a form feed starts the column anew
    if (line.find_first_not_of(" \t") != std::string_view::npos) return std::nullopt;
    const std::string_view above = trim_end(before.substr(0, line_begin));
    if (above.ends_with('\\')) return std::nullopt;  // the line goes on from the one above
    return line;
  }

  void check_column(TSNode statement, std::optional<std::string_view>& column) {
    const auto own = indentation(statement);
    if (!own) return;
    if (!column) column = own;
    if (*own == *column) return;
    report(statement, own->size() > column->size()
                          ? "unexpected indent"
                          : "indentation differs from the rest of the block");
  }

  void check_clause(TSNode statement, TSNode clause) {
    const auto own = indentation(clause);
    const auto wanted = indentation(statement);
    if (own && wanted && *own != *wanted) {
      report(clause, "indentation differs from the statement it belongs to");
    }
  }

  const Source& source_;
  std::vector<Diagnostic> out_;
};

}  // namespace

std::vector<Diagnostic> check_python_layout(const Source& source, TSNode root) {
  Layout layout(source);
  layout.visit(root, 0);
  return layout.take();
}

}  // namespace pawl::syntax
