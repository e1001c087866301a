#include "syntax/essence.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "syntax/grammar.hpp"
#include "syntax/outline/collector.hpp"
#include "syntax/outline/visibility.hpp"

namespace pawl::syntax {
namespace {

constexpr int kEssenceDepthMax = 400;

// Where a definition stands, decorators included, and the one it stands in.
struct Reach {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_function = false;
};

bool is_comment_node(std::string_view type) {
  return type.ends_with("comment") || type == "hash_bang_line";
}

// Their text counts as it stands: blanks in it are content.
bool is_text(std::string_view type) {
  if (type == "concatenated_string") return false;
  return contains(type, "string") || contains(type, "char") || type == "heredoc_body" ||
         type == "regex" || type == "preproc_arg";
}

class EssenceReader {
 public:
  EssenceReader(const Source& source, std::vector<Essence>& out) : source_(source), out_(out) {
    reaches_.reserve(out.size());
    for (std::size_t i = 0; i < out.size(); ++i) reaches_.push_back(reach_of(i));
  }

  void read(TSNode root) {
    visit(root);
    add_gap(source_.text.size());
  }

 private:
  Reach reach_of(std::size_t i) const {
    const Definition& definition = out_[i].definition;
    std::size_t begin = line_start(definition);
    // Not into the definition before, nor out of the one around.
    for (std::size_t j = i; j-- > 0;) {
      const Reach& other = reaches_[j];
      if (other.begin == begin && other.end == definition.end) continue;
      begin = std::max(begin, other.end <= definition.begin ? other.end : other.begin);
      if (other.end > definition.begin) break;
    }
    return {.begin = std::min(begin, definition.begin),
            .end = definition.end,
            .is_function = definition.kind == "function" || definition.kind == "method"};
  }

  // Of its first decorator; its own beginning when it has none.
  std::size_t line_start(const Definition& definition) const {
    const std::string_view before = source_.text.substr(0, definition.begin);
    auto lines = std::count(before.begin(), before.end(), '\n') + 1 - definition.line;
    if (lines <= 0) return definition.begin;
    std::size_t at = before.size();
    for (; at > 0; --at) {
      if (before[at - 1] == '\n' && lines-- == 0) break;
    }
    return at;
  }

  void visit(TSNode node) {
    const std::size_t begin = ts_node_start_byte(node);
    const std::size_t end = ts_node_end_byte(node);
    const std::string_view type = type_of(node);
    if (is_comment_node(type) || is_docstring(node, type)) {
      add_gap(begin);
      covered_ = std::max(covered_, end);
      return;
    }
    if (ts_node_child_count(node) == 0 || is_text(type) || depth_ >= kEssenceDepthMax) {
      add_gap(begin);
      add_token(begin, end);
      return;
    }
    if (source_.language == Language::java && type.ends_with("_declaration")) extend(begin, end);
    // What stands below what is the meaning of a body, and of nothing else: a type stays the same
    // when a method comes to it.
    std::string* body = body_around(begin, end);
    if (body != nullptr && ts_node_is_named(node)) body->append("(\n");
    ++depth_;
    for (Children children(node); children.valid(); children.next()) visit(children.node());
    --depth_;
    if (body != nullptr && ts_node_is_named(node)) body->append(")\n");
  }

  // A definition of Java leaves out the annotations that its node begins with.
  void extend(std::size_t begin, std::size_t end) {
    for (std::size_t i = 0; i < reaches_.size(); ++i) {
      const bool is_it = reaches_[i].end == end && begin < reaches_[i].begin;
      if (is_it && out_[i].definition.begin < end) reaches_[i].begin = begin;
    }
  }

  bool is_docstring(TSNode node, std::string_view type) const {
    if (source_.language != Language::python || type != "expression_statement") return false;
    const TSNode block = ts_node_parent(node);
    const TSNode owner = exists(block) ? ts_node_parent(block) : block;
    if (!exists(owner) || type_of(block) != "block") return false;
    const std::string_view kind = type_of(owner);
    if (kind != "function_definition" && kind != "class_definition") return false;
    const TSNode first = ts_node_named_child(block, 0);
    return ts_node_eq(first, node) && has_docstring(source_, owner);
  }

  // The innermost definition that holds all of it.
  std::size_t around(std::size_t begin, std::size_t end) const {
    const auto after =
        std::upper_bound(reaches_.begin(), reaches_.end(), begin,
                         [](std::size_t at, const Reach& reach) { return at < reach.begin; });
    for (auto i = static_cast<std::size_t>(after - reaches_.begin()); i-- > 0;) {
      if (end <= reaches_[i].end) return i;
    }
    return reaches_.size();
  }

  std::string* body_around(std::size_t begin, std::size_t end) {
    const std::size_t i = around(begin, end);
    if (i == reaches_.size() || !reaches_[i].is_function) return nullptr;
    const bool is_all = begin <= out_[i].definition.begin && end == reaches_[i].end;
    return is_all ? nullptr : &out_[i].code;
  }

  void add_token(std::size_t begin, std::size_t end) {
    covered_ = std::max(covered_, end);
    if (begin == end) return;
    const std::size_t first = around(begin, end);
    if (first == reaches_.size()) return;
    // Definitions of one statement share their text.
    for (std::size_t i = first + 1; i-- > 0;) {
      if (reaches_[i].begin != reaches_[first].begin || reaches_[i].end != reaches_[first].end) {
        break;
      }
      out_[i].code.append(source_.text.substr(begin, end - begin)).append("\n");
    }
  }

  // Text that is in no leaf of the tree.
  void add_gap(std::size_t until) {
    if (covered_ < until) {
      const std::string_view gap = source_.text.substr(covered_, until - covered_);
      const std::string_view text = trim(gap);
      if (!text.empty()) {
        const auto begin = static_cast<std::size_t>(text.data() - source_.text.data());
        add_token(begin, begin + text.size());
      }
    }
    covered_ = std::max(covered_, until);
  }

  const Source& source_;
  std::vector<Essence>& out_;
  std::vector<Reach> reaches_;
  std::size_t covered_ = 0;
  int depth_ = 0;
};

}  // namespace

std::vector<Essence> essences(Language language, std::string_view text) {
  std::vector<Essence> out;
  const TreePtr tree = parse_tree(language, text);
  if (!tree) return out;
  const Source source{language, text, roles_of(language)};
  const TSNode root = ts_tree_root_node(tree.get());
  for (Definition& definition : Collector(source).collect(root)) {
    out.push_back({.definition = std::move(definition), .code = {}});
  }
  std::stable_sort(out.begin(), out.end(), [](const Essence& a, const Essence& b) {
    return a.definition.begin < b.definition.begin;
  });
  EssenceReader(source, out).read(root);
  return out;
}

}  // namespace pawl::syntax
