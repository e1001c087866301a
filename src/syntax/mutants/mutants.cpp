#include "syntax/mutants/mutants.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "syntax/check.hpp"
#include "syntax/grammar.hpp"
#include "syntax/mutants/mutant_results.hpp"
#include "syntax/mutants/mutant_tables.hpp"
#include "syntax/node.hpp"
#include "syntax/outline/outline_parts.hpp"

namespace pawl::syntax {
namespace {

constexpr int kMutantDepthMax = 300;

// The first child that is no mark and no comment.
TSNode first_named(TSNode node) {
  for (Children each(node); each.valid(); each.next()) {
    if (ts_node_is_named(each.node()) && !contains(type_of(each.node()), "comment")) {
      return each.node();
    }
  }
  return {};
}

// Where the walk is.
struct Around {
  std::vector<std::string> results;  // of the function around
  bool header = false;               // of a loop: to turn it round is to loop for ever
  bool endless = false;              // in a loop that ends by what its body does
  bool indexed = false;
  int depth = 0;
};

class Maker {
 public:
  Maker(const Source& source, std::size_t begin, std::size_t end)
      : source_(source), begin_(begin), end_(end) {}

  void visit(TSNode node, Around around) {
    if (++around.depth > kMutantDepthMax || !touches(node)) return;
    switch (mutant_node(type_of(node))) {
      case MutantNode::skip:
      case MutantNode::fail: return leave_out(node, mutant_node(type_of(node)), around);
      case MutantNode::binary: operators(node, around); break;
      case MutantNode::compound:
      case MutantNode::step:
        if (!around.header && !around.endless) operators(node, around);
        break;
      case MutantNode::assignment:
        if (!around.endless) operators(node, around);
        assignment(node, node, around);
        break;
      case MutantNode::branch: branch(node); break;
      case MutantNode::loop: return loop(node, around);
      case MutantNode::index: around.indexed = true; break;
      case MutantNode::number:
        if (!around.indexed) number(node);
        return;
      case MutantNode::truth: truth(node); return;
      case MutantNode::string: string(node); break;
      case MutantNode::give_back: give_back(node, around); break;
      case MutantNode::arrow: arrow(node, around); break;
      case MutantNode::function: enter(node, around); break;
      case MutantNode::alone:
        if (!statement(node, around)) return;
        break;
      case MutantNode::none: break;
    }
    children(node, around);
  }

  std::vector<Mutant> take() {
    std::stable_sort(out_.begin(), out_.end(),
                     [](const Mutant& a, const Mutant& b) { return a.begin < b.begin; });
    return std::move(out_);
  }

 private:
  bool python() const { return source_.language == Language::python; }
  bool touches(TSNode node) const {
    return ts_node_end_byte(node) > begin_ && ts_node_start_byte(node) < end_;
  }

  void children(TSNode node, const Around& around) {
    const bool call = among({"call", "call_expression", "method_invocation"}, type_of(node));
    if (call && is_module_call(node)) return;
    for (Children each(node); each.valid(); each.next()) {
      if (ts_node_is_named(each.node())) visit(each.node(), around);
    }
  }

  bool is_module_call(TSNode node) const {
    const std::string_view callee = source_.text_of(first_named(node));
    return callee == "require" || callee == "import" || callee == "__import__";
  }

  void add(Mutation mutation, TSNode node, std::string text) {
    const std::size_t begin = ts_node_start_byte(node);
    const std::size_t end = ts_node_end_byte(node);
    if (begin < begin_ || end > end_ || source_.text_of(node) == text) return;
    out_.push_back({.mutation = mutation,
                    .begin = begin,
                    .end = end,
                    .text = std::move(text),
                    .line = static_cast<int>(first_row(node)) + 1});
  }

  // A sum with a text in it is no sum.
  bool joins_texts(TSNode node) const {
    for (Children each(node); each.valid(); each.next()) {
      const std::string_view type = type_of(each.node());
      if (contains(type, "string") || contains(type, "template")) return true;
      if (type == type_of(node) && joins_texts(each.node())) return true;
    }
    return false;
  }

  void operators(TSNode node, const Around& around) {
    for (Children each(node); each.valid(); each.next()) {
      if (ts_node_is_named(each.node())) continue;
      const Swap* swap = swap_of(source_.language, type_of(each.node()));
      if (swap == nullptr) continue;
      if (swap->mutation == Mutation::arithmetic && joins_texts(node)) continue;
      const bool turns = swap->second.empty() && swap->mutation == Mutation::comparison;
      if (around.header && turns) continue;
      add(swap->mutation, each.node(), std::string(swap->first));
      if (!swap->second.empty() && !around.header) {
        add(swap->mutation, each.node(), std::string(swap->second));
      }
    }
  }

  bool is_comparison(TSNode node) const {
    if (mutant_node(type_of(node)) != MutantNode::binary) return false;
    for (Children each(node); each.valid(); each.next()) {
      const Swap* swap =
          ts_node_is_named(each.node()) ? nullptr : swap_of(source_.language, type_of(each.node()));
      if (swap != nullptr) return swap->mutation == Mutation::comparison;
    }
    return false;
  }

  void branch(TSNode node) {
    TSNode condition = child_by_field(node, "condition");
    while (exists(condition) &&
           among({"parenthesized_expression", "condition_clause"}, type_of(condition))) {
      // `if (int n = f(); n > 0)` is left alone.
      if (exists(child_by_field(condition, "initializer"))) return;
      condition = first_named(condition);
    }
    if (!exists(condition) || is_comparison(condition)) return;
    const std::string_view type = type_of(condition);
    if (among({"let_condition", "let_chain", "declaration"}, type)) return;
    const std::string_view text = source_.text_of(condition);
    const bool negated = type == "not_operator" || (type == "unary_expression" && text[0] == '!');
    if (negated) {
      add(Mutation::condition, condition,
          std::string(trim(text.substr(type == "not_operator" ? 3 : 1))));
    } else {
      add(Mutation::condition, condition, (python() ? "not (" : "!(") + std::string(text) + ")");
    }
  }

  void loop(TSNode node, const Around& around) {
    const bool counts = type_of(node) == "for_statement" &&
                        (source_.language != Language::go || counts_in_go(node));
    for (Children each(node); each.valid(); each.next()) {
      if (!ts_node_is_named(each.node())) continue;
      Around inside = around;
      const std::string_view type = type_of(each.node());
      const bool body = among({"block", "statement_block", "compound_statement"}, type);
      inside.header = !body && !(python() && counts);
      inside.endless = body && (!counts || around.endless);
      visit(each.node(), inside);
    }
  }
  bool counts_in_go(TSNode node) const {
    return exists(source_.child(node, "for_clause")) || exists(source_.child(node, "range_clause"));
  }

  void number(TSNode node) {
    const std::string_view text = source_.text_of(node);
    const std::size_t sign = text.starts_with('-') ? 1 : 0;
    const std::size_t digits = std::min(text.find_first_not_of("0123456789", sign), text.size());
    const auto value = parse_int(text.substr(0, digits));
    const std::string_view rest = text.substr(digits);
    if (!value || *value > 1'000'000'000'000 || rest.find_first_of("xXbBoO_") == 0) return;
    add(Mutation::constant, node, std::to_string(*value + 1) + std::string(rest));
  }

  void truth(TSNode node) {
    const std::string_view text = source_.text_of(node);
    const bool capital = text.starts_with('T') || text.starts_with('F');
    const bool holds = starts_with_folded(text, "true");
    add(Mutation::constant, node,
        holds ? (capital ? "False" : "false") : (capital ? "True" : "true"));
  }

  void string(TSNode node) {
    const std::string_view text = source_.text_of(node);
    // Go's vet refuses forms that do not fit their arguments.
    const bool form = source_.language == Language::go && contains(text, "%");
    const bool plain = text.size() > 2 && (text.front() == '"' || text.front() == '\'');
    if (plain && !form) add(Mutation::text, node, text.front() == '"' ? "\"\"" : "''");
  }

  void give_back(TSNode node, const Around& around) {
    const TSNode value = first_named(node);
    if (!exists(value)) return;
    if (type_of(value) != "expression_list" || python()) {
      if (around.results.size() == 1) give_other(value, around.results.front());
      return;
    }
    const bool fits = ts_node_named_child_count(value) == around.results.size();
    if (fits) give_other(first_named(value), around.results.front());
  }

  void give_other(TSNode value, std::string_view type) {
    const MutantNode node = mutant_node(type_of(value));
    if (node == MutantNode::number || node == MutantNode::truth) return;
    if (auto other = other_value(source_, value, type)) {
      add(Mutation::result, value, *std::move(other));
    }
  }

  void enter(TSNode node, Around& around) {
    around.results = result_types(source_, node);
    around.header = around.endless = around.indexed = false;
    const TSNode body = source_.field(node, Field::body);
    if (source_.language != Language::rust || !exists(body) || around.results.empty()) return;
    TSNode last{};
    for (Children each(body); each.valid(); each.next()) {
      if (ts_node_is_named(each.node())) last = each.node();
    }
    const bool value = exists(last) && !contains(type_of(last), "statement") &&
                       !contains(type_of(last), "declaration") &&
                       !contains(type_of(last), "comment") && !contains(type_of(last), "_item") &&
                       !among({"if_expression", "match_expression", "macro_invocation", "block",
                               "unsafe_block", "for_expression", "while_expression"},
                              type_of(last));
    if (value) give_other(last, around.results.front());
  }

  void arrow(TSNode node, Around& around) {
    around.results = {""};
    const TSNode body = source_.field(node, Field::body);
    if (!exists(body) || type_of(body) == "statement_block") return;
    give_other(body, "");
  }

  std::string nothing() const {
    if (python()) return "pass";
    const bool bare = source_.language == Language::go || source_.language == Language::rust;
    return bare ? "" : ";";
  }

  void leave_out(TSNode node, MutantNode kind, const Around& around) {
    if (kind == MutantNode::fail && !around.endless) add(Mutation::statement, node, nothing());
  }

  // False when there is nothing of interest below.
  bool statement(TSNode node, const Around& around) {
    TSNode inside = first_named(node);
    if (!exists(inside)) return false;
    if (contains(type_of(inside), "string")) return false;
    if (contains(type_of(inside), "await")) inside = first_named(inside);
    if (!exists(inside)) return true;
    const std::string_view type = type_of(inside);
    if (among({"call", "call_expression", "method_invocation"}, type)) {
      if (is_telling(source_.text_of(inside))) return false;
      if (!around.endless) add(Mutation::statement, node, nothing());
    } else {
      assignment(node, inside, around);
    }
    return true;
  }

  static bool is_definition(TSNode value) {
    if (!exists(value)) return false;
    const MutantNode node = mutant_node(type_of(value));
    return node == MutantNode::function || node == MutantNode::arrow || type_of(value) == "class";
  }

  // To leave out what gives a variable its only value would fail for that.
  void assignment(TSNode whole, TSNode inside, const Around& around) {
    const TSNode left = source_.field(inside, Field::left);
    if (!exists(left) || around.endless || is_definition(source_.field(inside, Field::right))) {
      return;
    }
    TSNode target = type_of(left) == "expression_list" ? first_named(left) : left;
    const bool part = among({"attribute", "subscript", "member_expression", "subscript_expression",
                             "selector_expression", "index_expression", "field_expression",
                             "pointer_expression", "field_access", "array_access"},
                            type_of(target));
    if (part) add(Mutation::statement, whole, nothing());
  }

  const Source& source_;
  std::size_t begin_;
  std::size_t end_;
  std::vector<Mutant> out_;
};

}  // namespace

std::vector<Mutant> mutants(Language language, std::string_view text, std::size_t begin,
                            std::size_t end) {
  if (language == Language::ruby || language == Language::bash) return {};
  const TreePtr tree = parse_tree(language, text);
  if (!tree) return {};
  const Source source{language, text, roles_of(language)};
  Maker maker(source, begin, end);
  maker.visit(ts_tree_root_node(tree.get()), {});
  return maker.take();
}

std::string mutated(std::string_view text, const Mutant& mutant) {
  std::string out(text.substr(0, mutant.begin));
  out += mutant.text;
  out += text.substr(mutant.end);
  return out;
}

bool parses_as_well(Language language, std::string_view before, std::string_view after) {
  const Kind kind{.format = Format::code, .language = language};
  return check(kind, after).size() <= check(kind, before).size();
}

}  // namespace pawl::syntax
