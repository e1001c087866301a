#include "syntax/outline/module_references.hpp"

#include <optional>

#include "syntax/grammar.hpp"
#include "syntax/node.hpp"

namespace pawl::syntax {
namespace {

constexpr int kReferenceDepthMax = 200;

class References {
 public:
  explicit References(const Source& source) : source_(source) {}

  std::vector<ModuleReference> of(TSNode root) {
    visit(root);
    return std::move(out_);
  }

 private:
  void visit(TSNode node) {
    if (depth_ >= kReferenceDepthMax) return;
    ++depth_;
    const std::string_view type = type_of(node);
    const bool guarded = type == "try_statement";
    if (guarded) ++tries_;
    if (type == "import_statement" || type == "export_statement") {
      statement(node);
    } else if (type == "call_expression") {
      call(node);
    } else if (type == "pair") {
      pair(node);
    }
    const bool is_member = type == "pair";
    if (is_member) around_.push_back(key_of(node));
    for (Children child(node); child.valid(); child.next()) visit(child.node());
    if (is_member) around_.pop_back();
    if (guarded) --tries_;
    --depth_;
  }

  // A string without escapes, or a template without substitutions.
  std::optional<std::string> literal(TSNode node) const {
    const std::string_view type = type_of(node);
    std::string_view text = source_.text_of(node);
    if ((type != "string" && type != "template_string") || text.size() < 2) return std::nullopt;
    text = text.substr(1, text.size() - 2);
    if (text.find('\\') != std::string_view::npos) return std::nullopt;
    if (type == "template_string" && text.find("${") != std::string_view::npos) return std::nullopt;
    return std::string(text);
  }

  TSNode named(TSNode node, std::string_view field) const {
    return ts_node_child_by_field_name(node, field.data(), static_cast<uint32_t>(field.size()));
  }

  void add(ModuleReferenceKind kind, TSNode node, std::string_view member) {
    auto name = literal(node);
    if (!name && kind == ModuleReferenceKind::key) name = std::string(source_.text_of(node));
    if (!name || name->empty()) return;
    out_.push_back({.kind = kind,
                    .name = *std::move(name),
                    .member = std::string(member),
                    .around = member.empty() ? std::vector<std::string>() : around_,
                    .line = static_cast<int>(first_row(node)) + 1,
                    .optional = tries_ > 0});
  }

  void statement(TSNode node) {
    const TSNode from = named(node, "source");
    if (exists(from)) add(ModuleReferenceKind::import, from, {});
    // TypeScript's `import x = require("x")`.
    for (Children child(node); child.valid(); child.next()) {
      if (type_of(child.node()) != "import_require_clause") continue;
      const TSNode source = named(child.node(), "source");
      if (exists(source)) add(ModuleReferenceKind::import, source, {});
    }
  }

  void call(TSNode node) {
    const TSNode callee = named(node, "function");
    const TSNode arguments = named(node, "arguments");
    if (!exists(callee) || !exists(arguments) || ts_node_named_child_count(arguments) == 0) return;
    const std::string_view name = source_.text_of(callee);
    if (name != "require" && name != "require.resolve" && name != "import") return;
    add(ModuleReferenceKind::import, ts_node_named_child(arguments, 0), {});
  }

  std::string key_of(TSNode pair) const {
    const TSNode key = named(pair, "key");
    if (!exists(key)) return {};
    return literal(key).value_or(std::string(source_.text_of(key)));
  }

  void pair(TSNode node) {
    const TSNode value = named(node, "value");
    if (!exists(value)) return;
    const std::string member = key_of(node);
    const std::string_view type = type_of(value);
    if (type == "array") {
      elements(value, member);
    } else if (type == "object") {
      for (Children child(value); child.valid(); child.next()) {
        if (type_of(child.node()) != "pair") continue;
        add(ModuleReferenceKind::key, named(child.node(), "key"), member);
      }
    } else {
      add(ModuleReferenceKind::element, value, member);
    }
  }

  void elements(TSNode array, std::string_view member) {
    for (Children child(array); child.valid(); child.next()) {
      if (type_of(child.node()) != "array") {
        add(ModuleReferenceKind::element, child.node(), member);
      } else if (ts_node_named_child_count(child.node()) > 0) {
        add(ModuleReferenceKind::element, ts_node_named_child(child.node(), 0), member);
      }
    }
  }

  const Source& source_;
  std::vector<ModuleReference> out_;
  std::vector<std::string> around_;
  int depth_ = 0;
  int tries_ = 0;
};

}  // namespace

std::vector<ModuleReference> module_references(Language language, std::string_view text) {
  const TreePtr tree = parse_tree(language, text);
  if (!tree) return {};
  const Source source{language, text, roles_of(language)};
  return References(source).of(ts_tree_root_node(tree.get()));
}

}  // namespace pawl::syntax
