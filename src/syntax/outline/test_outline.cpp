// Walks the syntax tree of a file that may hold tests.
#include "syntax/outline/test_outline.hpp"

#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "syntax/grammar.hpp"
#include "syntax/node.hpp"
#include "syntax/outline/test_calls.hpp"
#include "syntax/recent.hpp"
#include "syntax/test_text.hpp"

namespace pawl::syntax {
namespace {

constexpr int kTestDepthMax = 200;
constexpr int kNone = -1;

constexpr auto kScriptTests =
    std::to_array<std::string_view>({"it", "test", "specify", "fit", "xit", "xtest", "ftest"});
constexpr auto kScriptGroups = std::to_array<std::string_view>(
    {"describe", "suite", "context", "xdescribe", "fdescribe", "xcontext", "xsuite"});
constexpr auto kRubyTests = std::to_array<std::string_view>(
    {"it", "specify", "example", "scenario", "test", "its", "xit", "xspecify", "fit", "xscenario"});
constexpr auto kRubyGroups =
    std::to_array<std::string_view>({"describe", "context", "feature", "xdescribe", "xcontext",
                                     "fdescribe", "fcontext", "shared_examples"});
constexpr auto kTestBranches = std::to_array<std::string_view>(
    {"if_statement", "if", "unless", "switch_statement", "conditional", "if_modifier",
     "unless_modifier", "if_expression", "match_expression", "expression_switch_statement",
     "ternary_expression", "case", "switch_expression"});
constexpr auto kCalls = std::to_array<std::string_view>(
    {"call", "call_expression", "method_invocation", "macro_invocation"});

// Where the walk is.
struct Place {
  std::string prefix;
  std::string condition;   // Go: of the `if` around
  std::string attributes;  // Rust: above the node
  int test = kNone;
  int skip_line = 0;
  int focus_line = 0;
  bool in_branch = false;
  bool swallowed = false;
  bool in_type = false;
};

class TestWalk {
 public:
  TestWalk(const Source& source, std::vector<Test>& tests) : source_(source), tests_(tests) {}

  // What stands side by side: attributes and marks count for what follows.
  void children(TSNode parent, Place place) {
    if (++depth_ > kTestDepthMax) {
      --depth_;
      return;
    }
    for (Children each(parent); each.valid(); each.next()) {
      const TSNode node = each.node();
      if (!ts_node_is_named(node)) continue;
      const std::string_view type = type_of(node);
      if (type == "attribute_item") {
        place.attributes += source_.text_of(node);
        continue;
      }
      if (source_.language == Language::python) note_module_mark(node, type, place);
      visit(node, type, place);
      place.attributes.clear();
    }
    --depth_;
  }

 private:
  int line_of(TSNode node) const { return static_cast<int>(first_row(node)) + 1; }

  void visit(TSNode node, std::string_view type, const Place& place) {
    if (type == "decorated_definition") return decorated(node, place);
    if (definition(node, type, place)) return;
    if (among(kCalls, type) && call(node, type, place)) return;
    if (place.test != kNone && inside(node, type, place)) return;
    children(node, place);
  }

  void note_module_mark(TSNode node, std::string_view type, Place& place) {
    if (type != "expression_statement") return;
    const std::string_view text = source_.text_of(node);
    if (text.starts_with("pytestmark") && contains(text, ".skip")) place.skip_line = line_of(node);
  }

  void decorated(TSNode node, const Place& around) {
    Place place = around;
    for (Children each(node); each.valid(); each.next()) {
      const std::string_view text = source_.text_of(each.node());
      if (type_of(each.node()) == "decorator") {
        if (contains(text, "skip") || contains(text, "xfail"))
          place.skip_line = line_of(each.node());
      } else if (ts_node_is_named(each.node())) {
        visit(each.node(), type_of(each.node()), place);
      }
    }
  }

  // Functions, classes and modules. True when the node has been dealt with.
  bool definition(TSNode node, std::string_view type, const Place& around) {
    const bool function = type == "function_definition" || type == "function_declaration" ||
                          type == "function_item" || type == "method_declaration" ||
                          type == "method";
    const bool type_or_module = type == "class_definition" || type == "class_declaration" ||
                                type == "mod_item" || type == "class" || type == "module";
    if ((!function && !type_or_module) || around.test != kNone) return false;
    const std::string name(source_.text_of(source_.field(node, Field::name)));
    Place place = around;
    if (source_.language == Language::java) note_annotations(node, place);
    if (type_or_module) {
      place.prefix += name + ".";
      place.in_type = true;
      children(node, place);
      return true;
    }
    const bool script = source_.language == Language::javascript ||
                        source_.language == Language::typescript ||
                        source_.language == Language::tsx;
    if (script) return false;  // tests may stand in functions
    if (is_test_function(node, name, place)) {
      if (contains(place.attributes, "ignore")) place.skip_line = line_of(node);
      const std::string attributes = place.attributes;
      place.attributes.clear();
      test(node, place.prefix + name, source_.field(node, Field::body), place);
      if (contains(attributes, "should_panic")) {
        tests_.back().assertions.push_back({attributes, "panics", Strength::shape, line_of(node)});
      }
    }
    return true;
  }

  void note_annotations(TSNode node, Place& place) const {
    const TSNode modifiers = source_.child(node, "modifiers");
    const std::string_view text = source_.text_of(modifiers);
    if (contains(text, "@Disabled") || contains(text, "@Ignore")) place.skip_line = line_of(node);
  }

  bool is_test_function(TSNode node, std::string_view name, const Place& place) const {
    switch (source_.language) {
      case Language::python: return name.starts_with("test");
      case Language::go:
        return name.starts_with("Test") || name.starts_with("Fuzz") || name.starts_with("Example");
      case Language::rust:
        return contains(place.attributes, "test") || contains(place.attributes, "quickcheck");
      case Language::ruby: return name.starts_with("test_");
      case Language::java: {
        const std::string_view marks = source_.text_of(source_.child(node, "modifiers"));
        return contains(marks, "Test") || contains(marks, "@Property") || name.starts_with("test");
      }
      default: return false;
    }
  }

  void test(TSNode node, std::string name, TSNode body, Place place) {
    tests_.push_back({.name = std::move(name),
                      .line = line_of(node),
                      .assertions = {},
                      .skip_line = place.skip_line,
                      .focus_line = place.focus_line});
    place.test = static_cast<int>(tests_.size()) - 1;
    place.prefix.clear();
    const auto own = static_cast<std::size_t>(place.test);
    if (!exists(body)) return;
    note_return(body, own, place);
  }

  // The statements of a body, in order: a bare return above all assertions ends the test.
  void note_return(TSNode body, std::size_t own, const Place& place) {
    int returned = 0;
    for (Children each(body); each.valid(); each.next()) {
      if (!ts_node_is_named(each.node())) continue;
      const std::string_view text = trim(source_.text_of(each.node()));
      const bool bare = text == "return" || text == "return;";
      if (bare && tests_[own].assertions.empty()) returned = line_of(each.node());
      visit(each.node(), type_of(each.node()), place);
    }
    if (returned > 0 && !tests_[own].assertions.empty()) tests_[own].return_line = returned;
  }

  // True when the call is a test, a group of tests, an assertion, or told a test not to run.
  bool call(TSNode node, std::string_view type, const Place& place) {
    const TSNode arguments = arguments_of(node);
    const std::size_t begin = ts_node_start_byte(node);
    const std::size_t end =
        exists(arguments) ? ts_node_start_byte(arguments) : begin + callee_length(node);
    const CallName name(source_.text.substr(begin, end - begin));
    const bool ruby = source_.language == Language::ruby;
    if (type == "call_expression" && source_.language != Language::go &&
        source_.language != Language::rust && script_block(node, arguments, name, place)) {
      return true;
    }
    if (ruby && ruby_block(node, arguments, name, place)) return true;
    if (place.test == kNone) return false;
    Test& test = tests_[static_cast<std::size_t>(place.test)];
    if (is_skip_call(source_.language, name)) {
      if (!place.in_branch && test.skip_line == 0) test.skip_line = line_of(node);
      return true;
    }
    if (!is_assertion(source_.language, name)) return false;
    add_assertion(node, arguments, name, place);
    return true;
  }

  TSNode arguments_of(TSNode node) const {
    TSNode found{};
    for (Children each(node); each.valid(); each.next()) {
      const std::string_view type = type_of(each.node());
      if (type == "arguments" || type == "argument_list" || type == "token_tree") {
        found = each.node();
      }
    }
    return found;
  }
  std::size_t callee_length(TSNode node) const {
    const TSNode block = block_of(node);
    const std::uint32_t end = exists(block) ? ts_node_start_byte(block) : ts_node_end_byte(node);
    return end - ts_node_start_byte(node);
  }
  TSNode block_of(TSNode node) const {
    const TSNode block = source_.child(node, "do_block");
    return exists(block) ? block : source_.child(node, "block");
  }

  std::string title_of(TSNode arguments) const {
    for (Children each(arguments); each.valid(); each.next()) {
      if (!ts_node_is_named(each.node())) continue;
      std::string_view text = source_.text_of(each.node());
      const bool script = source_.language != Language::ruby;
      if (script && !contains(type_of(each.node()), "string")) return {};
      while (!text.empty() &&
             (text.front() == '"' || text.front() == '\'' || text.front() == '`')) {
        text.remove_prefix(1);
      }
      while (!text.empty() && (text.back() == '"' || text.back() == '\'' || text.back() == '`')) {
        text.remove_suffix(1);
      }
      return std::string(text.substr(0, 120));
    }
    return {};
  }

  bool script_block(TSNode node, TSNode arguments, const CallName& name, const Place& around) {
    const bool is_test = among(kScriptTests, name.root);
    const bool is_group = among(kScriptGroups, name.root);
    if (!is_test && !is_group) return false;
    const std::string_view rest = name.whole.substr(name.root.size());
    if (!rest.empty() && rest.front() != '.') return false;
    const std::string title = exists(arguments) ? title_of(arguments) : std::string();
    if (title.empty() || (around.test != kNone && is_group)) return false;
    Place place = around;
    const std::string_view said = source_.text_of(arguments);
    const bool options = contains(said.substr(0, 200), "skip: true");
    const bool skipped = name.root.starts_with('x') || rest.starts_with(".skip") ||
                         rest.starts_with(".todo") || options;
    if (skipped) place.skip_line = line_of(node);
    const bool alone = name.root.starts_with('f') || rest.starts_with(".only");
    if (alone) place.focus_line = line_of(node);
    const std::string full = around.prefix + title;
    if (is_test && around.test == kNone) {
      test(node, full, function_body(arguments), place);
    } else {
      place.prefix = full + " > ";
      children(arguments, place);
    }
    return true;
  }

  // The body of the function among the arguments; the arguments when there is none.
  TSNode function_body(TSNode arguments) const {
    TSNode found = arguments;
    for (Children each(arguments); each.valid(); each.next()) {
      const TSNode body = source_.field(each.node(), Field::body);
      if (exists(body) && type_of(body) == "statement_block") found = body;
    }
    return found;
  }

  bool ruby_block(TSNode node, TSNode arguments, const CallName& name, const Place& around) {
    const TSNode block = block_of(node);
    const bool is_test = among(kRubyTests, name.last) && name.whole == name.last;
    const bool is_group = among(kRubyGroups, name.last);
    if (around.test != kNone || !exists(block) || (!is_test && !is_group)) return false;
    Place place = around;
    if (name.last.starts_with('x')) place.skip_line = line_of(node);
    if (name.last == "fit" || name.last == "fdescribe" || name.last == "fcontext") {
      place.focus_line = line_of(node);
    }
    const std::string title = exists(arguments) ? title_of(arguments) : std::string();
    if (is_test) {
      const TSNode body = source_.child(block, "body_statement");
      test(node, around.prefix + title, exists(body) ? body : block, place);
    } else {
      place.prefix += title + " > ";
      children(block, place);
    }
    return true;
  }

  void add_assertion(TSNode node, TSNode arguments, const CallName& name, const Place& place) {
    Assertion assertion;
    assertion.text = folded_blanks(source_.text_of(node));
    assertion.line = line_of(node);
    const std::string said = folded_blanks(source_.text_of(arguments));
    if (source_.language == Language::go && !place.condition.empty()) {
      assertion.subject = place.condition;
      assertion.text = "if " + place.condition + ": " + assertion.text;
      const bool error = contains(place.condition, "err");
      assertion.strength = error ? Strength::truth : strength_of_condition(place.condition);
      if (!error && (contains(place.condition, "!=") || contains(place.condition, "Equal("))) {
        assertion.strength = Strength::value;
      }
    } else {
      assertion.subject = subject_of(name, arguments);
      assertion.strength = strength_of(name, said);
    }
    push(std::move(assertion), place);
  }

  std::string subject_of(const CallName& name, TSNode arguments) const {
    const std::size_t chained = name.whole.rfind(").");
    if (chained != std::string_view::npos) return folded_blanks(name.whole.substr(0, chained + 1));
    // Testing libraries of Go take the test's handle first.
    for (Children each(arguments); each.valid(); each.next()) {
      if (!ts_node_is_named(each.node())) continue;
      const std::string_view text = source_.text_of(each.node());
      if (source_.language == Language::go && (text == "t" || text == "tb")) continue;
      return folded_blanks(text);
    }
    return {};
  }

  void push(Assertion assertion, const Place& place) {
    Test& test = tests_[static_cast<std::size_t>(place.test)];
    if (place.swallowed && test.swallow_line == 0) test.swallow_line = assertion.line;
    test.assertions.push_back(std::move(assertion));
  }

  // Statements inside a test. True when the node has been dealt with.
  bool inside(TSNode node, std::string_view type, const Place& around) {
    if (type == "assert_statement") {
      const std::string text = folded_blanks(source_.text_of(node));
      const std::string condition(trim(std::string_view(text).substr(6)));
      const std::size_t sign = condition.find(" == ");
      push({text, condition.substr(0, sign), strength_of_condition(condition), line_of(node)},
           around);
      return true;
    }
    const bool skip_word = type == "identifier" && source_.language == Language::ruby;
    if (skip_word && is_skip_call(Language::ruby, CallName(source_.text_of(node)))) {
      Test& test = tests_[static_cast<std::size_t>(around.test)];
      if (!around.in_branch && test.skip_line == 0) test.skip_line = line_of(node);
      return true;
    }
    Place place = around;
    if (among(kTestBranches, type)) {
      place.in_branch = true;
      if (source_.language == Language::go) {
        const TSNode condition = ts_node_child_by_field_name(node, "condition", 9);
        place.condition = folded_blanks(source_.text_of(condition));
      }
    } else if (type == "try_statement" && swallows(node)) {
      place.swallowed = true;
    } else {
      return false;
    }
    children(node, place);
    return true;
  }

  // A handler that does nothing with what it caught.
  bool swallows(TSNode node) const {
    for (Children each(node); each.valid(); each.next()) {
      const std::string_view type = type_of(each.node());
      if (type != "except_clause" && type != "catch_clause") continue;
      const std::string_view text = trim(source_.text_of(each.node()));
      const std::size_t open = text.find(type == "except_clause" ? ':' : '{');
      if (open == std::string_view::npos) continue;
      const std::string_view caught = text.substr(0, open);
      const std::string_view body = trim(text.substr(open + 1));
      const bool python_all =
          caught == "except" || contains(caught, "Exception") || contains(caught, "AssertionError");
      if (type == "except_clause" && python_all && (body == "pass" || body == "...")) return true;
      if (type == "catch_clause" && body == "}" && source_.language != Language::java) return true;
      const bool java_all = contains(caught, "AssertionError") || contains(caught, "Throwable");
      if (type == "catch_clause" && body == "}" && java_all) return true;
    }
    return false;
  }

  const Source& source_;
  std::vector<Test>& tests_;
  int depth_ = 0;
};

}  // namespace

std::vector<Test> tests_of(Language language, std::string_view text) {
  if (language == Language::c || language == Language::cpp) return macro_tests(text);
  if (language == Language::bash) return bats_tests(text);
  thread_local Recent<Language, std::vector<Test>> recent;
  if (const auto* known = recent.find(language, text)) return *known;
  std::vector<Test> tests;
  const TreePtr tree = parse_tree(language, text);
  if (!tree) return tests;
  const Source source{language, text, roles_of(language)};
  TestWalk(source, tests).children(ts_tree_root_node(tree.get()), {});
  recent.keep(language, text, tests);
  return tests;
}

}  // namespace pawl::syntax
