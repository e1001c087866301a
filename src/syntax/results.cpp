#include "syntax/results.hpp"

#include "base/text/text.hpp"
#include "syntax/exits.hpp"
#include "syntax/grammar.hpp"
#include "syntax/outline/outline_parts.hpp"

namespace pawl::syntax {
namespace {

bool is_results_function(std::string_view type) {
  return among(
      {"function_definition", "function_declaration", "function_item", "method_declaration",
       "method_definition", "arrow_function", "function_expression", "generator_function",
       "generator_function_declaration", "func_literal", "closure_expression", "async_block",
       "lambda", "lambda_expression", "method", "singleton_method"},
      type);
}

bool is_return(std::string_view type) {
  return type == "return_statement" || type == "return_expression" || type == "return";
}

TSNode first_value(TSNode node) {
  for (Children children(node); children.valid(); children.next()) {
    const TSNode child = children.node();
    if (ts_node_is_named(child) && !type_of(child).ends_with("comment")) return child;
  }
  return {};
}

TSNode last_statement(TSNode block) {
  TSNode last{};
  for (Children children(block); children.valid(); children.next()) {
    const TSNode child = children.node();
    const std::string_view type = type_of(child);
    if (!ts_node_is_named(child) || type.ends_with("comment") || type == "empty_statement") {
      continue;
    }
    last = child;
  }
  return exists(last) && type_of(last) == "statement_list" ? last_statement(last) : last;
}

bool is_body_block(std::string_view type) {
  return among({"block", "statement_block", "compound_statement", "body_statement"}, type);
}

// A statement that computes, and goes on behind itself.
Ending ending_of_expression(TSNode inner) {
  const std::string_view type = type_of(inner);
  if (among({"assignment",
             "assignment_expression",
             "augmented_assignment",
             "augmented_assignment_expression",
             "compound_assignment_expr",
             "update_expression",
             "identifier",
             "string",
             "integer",
             "number",
             "true",
             "false",
             "none",
             "null",
             "binary_operator",
             "binary_expression",
             "boolean_operator",
             "comparison_operator",
             "attribute",
             "member_expression",
             "field_expression",
             "subscript",
             "tuple",
             "list",
             "dictionary",
             "object",
             "array",
             "template_string",
             "tuple_expression",
             "struct_expression",
             "reference_expression",
             "unary_expression",
             "not_operator",
             "boolean_literal",
             "integer_literal",
             "string_literal",
             "parenthesized_expression"},
            type)) {
    return Ending::nothing;
  }
  if (among({"call", "call_expression", "method_invocation", "await", "await_expression",
             "new_expression", "object_creation_expression", "try_expression"},
            type)) {
    return Ending::call;
  }
  return Ending::unclear;
}

class ResultsReader {
 public:
  ResultsReader(const Source& source, std::size_t from, std::size_t to)
      : source_(source), from_(from), to_(to) {}

  std::vector<Results> run(TSNode root) {
    walk(root, -1, 0);
    return std::move(out_);
  }

 private:
  static constexpr int kDepthMax = 300;

  void walk(TSNode node, int around, int depth) {
    if (depth > kDepthMax) return;
    for (Children children(node); children.valid(); children.next()) {
      const TSNode child = children.node();
      if (!ts_node_is_named(child) || ts_node_end_byte(child) <= from_) continue;
      if (ts_node_start_byte(child) >= to_) return;
      if (ts_node_child_count(child) == 0 && !is_return(type_of(child))) continue;
      const std::string_view type = type_of(child);
      if (is_results_function(type)) {
        out_.push_back(read(child));
        walk(child, static_cast<int>(out_.size()) - 1, depth + 1);
        continue;
      }
      if (around >= 0) note(child, type, out_[static_cast<std::size_t>(around)]);
      walk(child, around, depth + 1);
    }
  }

  static void note(TSNode node, std::string_view type, Results& results) {
    if (type == "yield" || type == "yield_expression" || type == "co_yield_statement") {
      results.yields = true;
    }
    if (!is_return(type)) return;
    if (exists(first_value(node))) {
      ++results.values;
    } else if (++results.bare == 1) {
      results.bare_line = static_cast<int>(first_row(node)) + 1;
    }
  }

  Results read(TSNode function) const {
    Results out;
    out.begin = ts_node_start_byte(function);
    out.end = ts_node_end_byte(function);
    out.broken = ts_node_has_error(function);
    out.declared = is_declared(function);
    const TSNode body = child_by_field(function, "body");
    if (!exists(body)) return out;
    if (!is_body_block(type_of(body))) {
      out.ending = Ending::value;
      out.last = source_.text_of(body);
      return out;
    }
    const TSNode last = last_statement(body);
    out.last_line = static_cast<int>(exists(last) ? first_row(last) : last_row(body)) + 1;
    if (exists(last)) out.last = trim(source_.text_of(last));
    out.ending = exists(last) ? ending_of(last) : Ending::nothing;
    return out;
  }

  Ending ending_of(TSNode last) const {
    const std::string_view type = type_of(last);
    if (source_.language == Language::bash) return Ending::unclear;
    if (is_return(type)) return exists(first_value(last)) ? Ending::value : Ending::nothing;
    if (source_.language == Language::ruby) {
      return type == "nil" ? Ending::nothing : Ending::value;
    }
    if (leaves_block(source_, last)) return Ending::unclear;
    if (type == "expression_statement") return ending_of_statement(last);
    if (among(
            {"let_declaration", "lexical_declaration", "variable_declaration",
             "local_variable_declaration", "short_var_declaration", "assignment_statement",
             "var_declaration", "declaration", "pass_statement", "inc_statement", "dec_statement"},
            type)) {
      return Ending::nothing;
    }
    if (may_fall_through(last, type)) return Ending::falls;
    return source_.language == Language::rust && !type.ends_with("_item") ? Ending::value
                                                                          : Ending::unclear;
  }

  static bool may_fall_through(TSNode last, std::string_view type) {
    if (type == "if_statement" || type == "for_statement") {
      if (exists(child_by_field(last, "alternative"))) return false;
      for (Children children(last); children.valid(); children.next()) {
        const std::string_view part = type_of(children.node());
        if (part == "else" || part == "else_clause" || part == "elif_clause") return false;
      }
      // `for (;;)`, `for {`
      return type == "if_statement" || exists(child_by_field(last, "condition")) ||
             exists(child_by_field(last, "right")) || exists(child_by_field(last, "left"));
    }
    return among({"for_in_statement", "enhanced_for_statement", "for_range_loop", "for_expression"},
                 type);
  }

  Ending ending_of_statement(TSNode statement) const {
    const TSNode inner = first_value(statement);
    if (!exists(inner)) return Ending::unclear;
    if (is_return(type_of(inner)))
      return exists(first_value(inner)) ? Ending::value : Ending::nothing;
    // `match x { … }` without a semicolon is what a function of Rust gives back.
    if (source_.language == Language::rust && !source_.text_of(statement).ends_with(';')) {
      return Ending::value;
    }
    return ending_of_expression(inner);
  }

  bool is_declared(TSNode function) const {
    switch (source_.language) {
      case Language::python: return names_value(child_by_field(function, "return_type"));
      case Language::typescript:
      case Language::tsx: return names_value(child_by_field(function, "return_type"));
      case Language::rust: return names_value(child_by_field(function, "return_type"));
      case Language::java: return names_value(child_by_field(function, "type"));
      case Language::go: return is_declared_in_go(child_by_field(function, "result"));
      case Language::c:
      case Language::cpp: return is_declared_in_c(function);
      default: return false;
    }
  }

  bool names_value(TSNode type) const {
    if (!exists(type)) return false;
    std::string_view said = trim(source_.text_of(type));
    if (said.starts_with(':')) said = trim(said.substr(1));
    if (among({"()", "!", "void", "any", "unknown", "never", "None", "Any", "object", "t.Any",
               "typing.Any", "impl Future"},
              said)) {
      return false;
    }
    for (const std::string_view word :
         {"None", "Optional", "void", "undefined", "any>", "NoReturn", "Never", "never", "unknown",
          "asserts ", "Generator", "Iterator", "Iterable"}) {
      if (source_.language != Language::rust && source_.language != Language::java &&
          contains(said, word)) {
        return false;
      }
    }
    return true;
  }

  bool is_declared_in_go(TSNode result) const {
    if (!exists(result)) return false;
    if (type_of(result) != "parameter_list") return true;
    for (Children each(result); each.valid(); each.next()) {
      if (exists(child_by_field(each.node(), "name"))) return false;
    }
    return ts_node_named_child_count(result) > 0;
  }

  bool is_declared_in_c(TSNode function) const {
    const TSNode type = child_by_field(function, "type");
    const TSNode declarator = child_by_field(function, "declarator");
    if (!exists(type) || !exists(declarator)) return false;
    const std::string_view said = source_.text_of(type);
    if (said == "auto" || said == "decltype(auto)" || contains(said, "NORETURN")) return false;
    if (said == "void") return type_of(declarator) == "pointer_declarator";
    return !source_.text_of(declarator).starts_with("main(");
  }

  const Source& source_;
  std::size_t from_;
  std::size_t to_;
  std::vector<Results> out_;
};

}  // namespace

std::vector<Results> results_of(Language language, std::string_view text, std::size_t from,
                                std::size_t to) {
  const TreePtr tree = parse_tree(language, text);
  if (!tree) return {};
  const TSNode root = ts_tree_root_node(tree.get());
  const Source source{language, text, roles_of(language)};
  return ResultsReader(source, from, to).run(root);
}

}  // namespace pawl::syntax
