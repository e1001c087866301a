// Walks the syntax tree of a file that may hold tests.
#include "syntax/outline/test_outline.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "syntax/exits.hpp"
#include "syntax/grammar.hpp"
#include "syntax/node.hpp"
#include "syntax/outline/outline_parts.hpp"
#include "syntax/outline/test_aliases.hpp"
#include "syntax/outline/test_calls.hpp"
#include "syntax/outline/test_reach.hpp"
#include "syntax/recent.hpp"
#include "syntax/test_text.hpp"

namespace pawl::syntax {
namespace {

constexpr int kTestDepthMax = 200;
constexpr int kNone = -1;
constexpr int kNestedDepthMax = 40;

constexpr auto kScriptTests = fixed_words("it", "test", "specify", "fit", "xit", "xtest", "ftest");
constexpr auto kScriptGroups =
    fixed_words("describe", "suite", "context", "xdescribe", "fdescribe", "xcontext", "xsuite");
constexpr auto kRubyTests = fixed_words("it", "specify", "example", "scenario", "test", "its",
                                        "xit", "xspecify", "fit", "xscenario");
constexpr auto kRubyGroups = fixed_words("describe", "context", "feature", "xdescribe", "xcontext",
                                         "fdescribe", "fcontext", "shared_examples");
constexpr auto kTestBranches =
    fixed_words("if_statement", "if", "unless", "switch_statement", "conditional", "if_modifier",
                "unless_modifier", "if_expression", "match_expression",
                "expression_switch_statement", "ternary_expression", "case", "switch_expression");
constexpr auto kScriptHooks =
    fixed_words("before", "after", "beforeEach", "afterEach", "beforeAll", "afterAll", "setup",
                "teardown", "suiteSetup", "suiteTeardown");
constexpr auto kRubyHooks = fixed_words("before", "after", "around", "let", "let!", "subject",
                                        "setup", "teardown", "before_all");
constexpr auto kTestLoops = fixed_words(
    "for_statement", "for_in_statement", "for_expression", "enhanced_for_statement", "for",
    "while_statement", "while_expression", "while", "until", "while_modifier", "until_modifier");
constexpr auto kTestHandlers = fixed_words("try_statement", "try_with_resources_statement", "begin",
                                           "rescue_modifier", "do_block", "body_statement");
constexpr auto kFunctions = fixed_words("arrow_function", "function_expression",
                                        "lambda_expression", "func_literal", "do_block", "block");
constexpr auto kCalls =
    fixed_words("call", "call_expression", "method_invocation", "macro_invocation");

// Where the walk is.
struct Place {
  std::string prefix;
  std::string condition;   // Go: of the `if` around
  std::string attributes;  // Rust: above the node
  int test = kNone;
  int skip_line = 0;
  int focus_line = 0;
  std::vector<std::string_view> conditions;  // of the branches around, and of returns above
  int branches = 0;
  int loops = 0;
  int dead_line = 0;  // of what keeps it from being reached
  NeverRun never;     // what does not run of the node around
  int never_line = 0;
  Dropped dropped = Dropped::nothing;
  bool in_type = false;
  bool collected = true;
};

// `#[test]`, `#[tokio::test(…)]`, `#[cfg_attr(unix, test)]`; what `#[cfg(test)]` stands above is
// for the tests, and none itself.
bool marks_rust_test(std::string_view attributes) {
  for (std::size_t at = attributes.find("#["); at != std::string_view::npos;
       at = attributes.find("#[", at + 2)) {
    std::string_view mark = attributes.substr(at + 2);
    mark = mark.substr(0, mark.find("#["));
    if (mark.starts_with("cfg_attr(")) {
      mark.remove_prefix(std::min(mark.find(','), mark.size()));
    } else {
      const auto end =
          std::find_if_not(mark.begin(), mark.end(), [](char c) { return is_word(c) || c == ':'; });
      mark = mark.substr(0, static_cast<std::size_t>(end - mark.begin()));
    }
    if (contains(mark, "test") || contains(mark, "quickcheck")) return true;
  }
  return false;
}

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
      // `/// …` between `#[test]` and its function.
      if (type.ends_with("comment")) continue;
      if (source_.language == Language::python) note_module_mark(node, type, place);
      if (place.test == kNone) {
        visit(node, type, place);
      } else {
        visit(node, type, reached(node, place));
        note_end(node, place);
      }
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
    if (place.test == kNone && assigned_function(node, type, place)) return;
    children(node, place);
  }

  bool is_script() const {
    return source_.language == Language::javascript || source_.language == Language::typescript ||
           source_.language == Language::tsx;
  }
  // Of a test, not of a helper: in JavaScript tests may stand in functions.
  bool in_test(const Place& place) const {
    return place.test != kNone && !tests_[static_cast<std::size_t>(place.test)].helper;
  }

  void helper(TSNode node, std::string name, TSNode body, const Place& place) {
    test(node, std::move(name), body, place, true);
  }

  // `const check = (value) => { … }`.
  bool assigned_function(TSNode node, std::string_view type, const Place& place) {
    if (type != "variable_declarator" || !is_script()) return false;
    const TSNode value = source_.field(node, Field::value);
    if (!exists(value)) return false;
    const std::string_view kind = type_of(value);
    if (kind != "arrow_function" && kind != "function_expression") return false;
    const std::string name(source_.text_of(source_.field(node, Field::name)));
    helper(node, place.prefix + name, source_.field(value, Field::body), place);
    return true;
  }

  void note_module_mark(TSNode node, std::string_view type, Place& place) {
    if (type != "expression_statement") return;
    const std::string_view text = source_.text_of(node);
    if (text.starts_with("pytestmark") && contains(text, ".skip")) place.skip_line = line_of(node);
  }

  // `skipif(sys.platform == …)` skips where the test cannot run; `skipif(True)` everywhere.
  static bool below_a_condition(std::string_view decorator) {
    const bool asks = contains_folded(decorator, "skipif") || contains(decorator, "skipUnless") ||
                      contains_folded(decorator, "skip_if") || contains(decorator, "skip_unless");
    if (!asks) return false;
    const std::size_t open = decorator.find('(');
    const std::string_view said = trim(decorator.substr(std::min(open + 1, decorator.size())));
    return !said.starts_with("True") && !said.starts_with("1,") && !said.starts_with("False") &&
           !said.starts_with("\"True") && !said.starts_with("not False") &&
           !said.starts_with("1 == 1");
  }

  void decorated(TSNode node, const Place& around) {
    Place place = around;
    for (Children each(node); each.valid(); each.next()) {
      const std::string_view text = source_.text_of(each.node());
      if (type_of(each.node()) == "decorator") {
        const bool idle =
            contains(text, "skip") || contains(text, "xfail") || contains(text, "expectedFailure");
        if (idle && !below_a_condition(text)) place.skip_line = line_of(each.node());
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
    if ((!function && !type_or_module) || in_test(around)) return false;
    const std::string name(source_.text_of(source_.field(node, Field::name)));
    Place place = around;
    if (source_.language == Language::java) note_annotations(node, place);
    if (type_or_module) {
      place.prefix += name + ".";
      place.in_type = true;
      // pytest takes classes by their name, unittest by what they derive from.
      const TSNode bases = source_.child(node, "argument_list");
      const bool plain = !exists(bases) || among({"()", "(object)"}, source_.text_of(bases));
      // Where settings say so, a class may be called `test_queue`.
      if (type == "class_definition" && plain) {
        place.collected = name.starts_with("Test") || name.starts_with("test_");
      }
      children(node, place);
      return true;
    }
    if (is_script()) {
      helper(node, place.prefix + name, source_.field(node, Field::body), place);
      return true;
    }
    if (is_test_function(node, name, place)) {
      if (contains(place.attributes, "ignore") || contains(place.attributes, "cfg(any())") ||
          contains(place.attributes, "cfg(not(test))")) {
        place.skip_line = line_of(node);
      }
      const std::string attributes = place.attributes;
      place.attributes.clear();
      test(node, place.prefix + name, source_.field(node, Field::body), place);
      if (contains(attributes, "should_panic")) {
        tests_.back().assertions.push_back({attributes, "panics", Strength::shape, line_of(node)});
      }
    } else {
      place.attributes.clear();
      helper(node, place.prefix + name, source_.field(node, Field::body), place);
    }
    return true;
  }

  void note_annotations(TSNode node, Place& place) const {
    const TSNode modifiers = source_.child(node, "modifiers");
    const std::string_view text = source_.text_of(modifiers);
    const std::string plain = replace_all(text, " ", "");
    if (contains(text, "@Disabled") || contains(text, "@Ignore") ||
        contains(plain, "enabled=false")) {
      if (!contains(text, "@DisabledOn") && !contains(text, "@DisabledIf") &&
          !contains(text, "@DisabledFor")) {
        place.skip_line = line_of(node);
      }
    }
  }

  // `Testing` is no test: what follows the word begins with no small letter.
  static bool is_go_name(std::string_view name, std::string_view word) {
    if (!name.starts_with(word)) return false;
    return name.size() == word.size() || !is_lower(name[word.size()]);
  }

  bool is_test_function(TSNode node, std::string_view name, const Place& place) const {
    switch (source_.language) {
      case Language::python: return name.starts_with("test");
      case Language::go:
        return is_go_name(name, "Test") || is_go_name(name, "Fuzz") || is_go_name(name, "Example");
      case Language::rust: return marks_rust_test(place.attributes);
      case Language::ruby: return name.starts_with("test_");
      case Language::java: {
        const std::string_view marks = source_.text_of(source_.child(node, "modifiers"));
        if (contains(marks, "Test") || contains(marks, "@Property")) return true;
        // JUnit 3 took methods by their names; where tests have marks, nobody does.
        return name.starts_with("test") &&
               (!contains(source_.text, "@Test") || contains(source_.text, "TestCase"));
      }
      default: return false;
    }
  }

  void test(TSNode node, std::string name, TSNode body, Place place, bool is_helper = false) {
    tests_.push_back({.name = std::move(name),
                      .line = line_of(node),
                      .assertions = {},
                      .skip_line = place.skip_line,
                      .focus_line = place.focus_line,
                      .collected = place.collected,
                      .helper = is_helper});
    place.test = static_cast<int>(tests_.size()) - 1;
    // Tests within a helper are named after it.
    if (!is_helper) place.prefix.clear();
    place.dead_line = 0;
    place.branches = place.loops = 0;
    place.condition.clear();
    place.conditions.clear();
    const auto own = static_cast<std::size_t>(place.test);
    if (!exists(body)) return;
    tests_[own].begin = ts_node_start_byte(body);
    tests_[own].end = ts_node_end_byte(body);
    note_statements(body, tests_[own]);
    // Ruby's methods and blocks have handlers of their own.
    place.dropped = std::max(place.dropped, dropped_by(source_, body));
    children(body, place);
  }

  // Remarks, docstrings and words that only fill a body are none.
  void note_statements(TSNode body, Test& test) const {
    for (Children each(body); each.valid(); each.next()) {
      const TSNode node = each.node();
      const std::string_view type = type_of(node);
      if (!ts_node_is_named(node) || type.ends_with("comment")) continue;
      if (type == "statement_list" || type == "body_statement") return note_statements(node, test);
      const std::string_view text = trim(source_.text_of(node));
      const bool says_nothing =
          among({"pass", "...", ";", "nil", "()", "return", "return;"}, text) ||
          text.starts_with("\"\"\"") || type == "empty_statement";
      if (test.statements == 0 && leaves_test(source_, node)) test.leaves = true;
      if (!says_nothing) ++test.statements;
    }
  }

  // The place of a statement among those around it.
  Place reached(TSNode node, const Place& around) const {
    Place place = around;
    if (place.dead_line > 0 && !counts_unreached(source_, node)) place.dead_line = 0;
    const std::size_t begin = ts_node_start_byte(node);
    if (place.dead_line == 0 && begin >= place.never.begin && begin < place.never.end) {
      place.dead_line = place.never_line;
    }
    return place;
  }

  // What a statement does to those behind it.
  void note_end(TSNode node, Place& place) const {
    if (place.dead_line == 0 && leaves_test(source_, node)) place.dead_line = line_of(node);
    if (source_.language == Language::go) {
      place.dropped = std::max(place.dropped, dropped_by_deferred(source_, node));
    }
    note_way_out(node, place);
  }

  // `if os.environ.get("CI"): return`: what is behind it runs at some places only.
  void note_way_out(TSNode node, Place& place) const {
    if (type_of(node) == "expression_statement") node = ts_node_named_child(node, 0);
    if (!exists(node) || !among(kTestBranches, type_of(node))) return;
    const std::string_view condition = source_.text_of(child_by_field(node, "condition"));
    if (!asks_environment(condition)) return;
    TSNode way = child_by_field(node, "consequence");
    if (!exists(way)) way = child_by_field(node, "body");
    if (!exists(way)) return;
    bool leaves = leaves_test(source_, way);
    for (Children each(way); each.valid() && !leaves; each.next()) {
      leaves = ts_node_is_named(each.node()) && leaves_test(source_, each.node());
    }
    if (leaves) place.conditions.push_back(condition);
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
    if (!in_test(place) && hook(node, arguments, name, place)) return true;
    if (place.test == kNone) return false;
    Test& test = tests_[static_cast<std::size_t>(place.test)];
    if (is_skip_call(source_.language, name)) {
      if (place.branches == 0 && test.skip_line == 0) test.skip_line = line_of(node);
      return true;
    }
    if (is_bare_expect(name) && property_assertion(node, place)) return true;
    Place around = place;
    around.dropped = std::max(place.dropped, dropped_by_call(source_, node, name.whole));
    if (!is_assertion(source_.language, name)) {
      if (name.whole.starts_with("[].")) around.dead_line = line_of(node);
      if (around.dropped == place.dropped && around.dead_line == place.dead_line) return false;
      children(node, around);
      return true;
    }
    add_assertion(node, arguments, name, around);
    if (name.last == "expect") chained_expectations(node, place);
    if (source_.language != Language::rust) functions_among(node, around, 0);
    return true;
  }

  // What stands in functions that are handed to an assertion: Supertest's
  // `.expect(function (res) { … })`, `assertThrows(X.class, () -> { … })`.
  void functions_among(TSNode node, const Place& place, int depth) {
    if (depth > kNestedDepthMax) return;
    for (Children each(node); each.valid(); each.next()) {
      const std::string_view type = type_of(each.node());
      if (among(kFunctions, type)) {
        const TSNode body = source_.field(each.node(), Field::body);
        if (exists(body)) children(body, place);
      } else if (ts_node_named_child_count(each.node()) > 0) {
        functions_among(each.node(), place, depth + 1);
      }
    }
  }

  bool is_bare_expect(const CallName& name) const { return is_script() && name.whole == "expect"; }

  // Chai's properties assert without being called: `expect(a).to.be.true`.
  bool property_assertion(TSNode node, const Place& place) {
    TSNode whole = node;
    for (TSNode up = ts_node_parent(node); exists(up); up = ts_node_parent(up)) {
      const std::string_view type = type_of(up);
      if (type != "member_expression" && type != "non_null_expression") break;
      whole = up;
    }
    if (ts_node_eq(whole, node)) return false;
    const std::string text = folded_blanks(source_.text_of(whole));
    const std::string subject = folded_blanks(source_.text_of(node));
    // Jest's matchers assert nothing until they are called.
    const CallName name(text);
    const bool uncalled =
        name.last.starts_with("to") && name.last.size() > 2 && !contains(text, ".to.");
    const Strength strength = uncalled ? Strength::nothing : strength_of(name, "()");
    push({text, subject, strength, line_of(whole)}, place);
    return true;
  }

  // The calls a chain of Supertest is made of: each `.expect(…)` asserts.
  void chained_expectations(TSNode node, const Place& place) {
    for (int depth = 0; depth < kTestDepthMax; ++depth) {
      const TSNode callee = source_.child(node, "member_expression");
      if (!exists(callee)) return;
      node = source_.child(callee, "call_expression");
      if (!exists(node)) return;
      const TSNode arguments = arguments_of(node);
      if (!exists(arguments)) return;
      const std::size_t begin = ts_node_start_byte(node);
      const CallName name(source_.text.substr(begin, ts_node_start_byte(arguments) - begin));
      if (name.whole.ends_with(".expect")) add_assertion(node, arguments, name, place);
    }
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

  // `.skip`, `.skip.each(…)`, `.skipIf(true)`, `.fails`; not `.skipIf(windows)`.
  static bool is_skip_property(std::string_view rest) {
    return rest.starts_with(".skip.") || rest == ".skip" || rest.starts_with(".skip(") ||
           rest.starts_with(".todo") || rest.starts_with(".skipIf(true)") ||
           rest.starts_with(".runIf(false)") || rest.starts_with(".failing") ||
           rest.starts_with(".fails") || rest.ends_with(".skip") || rest.starts_with(".fixme") ||
           rest.starts_with(".each.skip");
  }

  // The text of an object among the arguments.
  std::string_view options_of(TSNode arguments) const {
    const TSNode object = source_.child(arguments, "object");
    return exists(object) ? source_.text_of(object) : std::string_view();
  }

  static std::string_view script_word(const CallName& name) {
    std::string_view whole = name.whole;
    for (const std::string_view before : {"test.", "tap.", "t.", "node_test.", "QUnit."}) {
      if (!whole.starts_with(before)) continue;
      const std::string_view behind = CallName(whole.substr(before.size())).root;
      if (among(kScriptTests, behind) || among(kScriptGroups, behind)) return behind;
    }
    return name.root;
  }

  bool script_block(TSNode node, TSNode arguments, const CallName& name, const Place& around) {
    // Playwright's groups are `test.describe`, node:test's and tap's parts `t.test`.
    const std::string_view word = script_word(name);
    const bool is_test = among(kScriptTests, word);
    const bool is_group = among(kScriptGroups, word);
    if (!is_test && !is_group) return false;
    const std::string_view rest =
        name.whole.substr(static_cast<std::size_t>(word.data() - name.whole.data()) + word.size());
    if (!rest.empty() && rest.front() != '.') return false;
    const std::string title = exists(arguments) ? title_of(arguments) : std::string();
    if (title.empty() || (in_test(around) && is_group)) return false;
    Place place = around;
    const std::string_view said = source_.text_of(arguments);
    const std::string_view options = options_of(arguments);
    const bool skipped = word.starts_with('x') || is_skip_property(rest) ||
                         contains(options, "skip: true") || contains(options, "todo: true") ||
                         contains(options, "skip: '") || contains(options, "skip: \"") ||
                         contains(options, "todo: '") || contains(options, "todo: \"") ||
                         contains(said.substr(0, 200), "skip: true");
    if (skipped) place.skip_line = line_of(node);
    const bool alone = (word.starts_with('f') && word != "feature") || rest.starts_with(".only") ||
                       contains(rest, ".only") || contains(options, "only: true");
    if (alone) place.focus_line = line_of(node);
    const std::string full = around.prefix + title;
    if (is_test && !in_test(around)) {
      test(node, full, function_body(arguments), place);
    } else {
      place.prefix = full + " > ";
      children(arguments, place);
    }
    return true;
  }

  // What runs around tests: `beforeEach(() => { … })`, `before do … end`.
  bool hook(TSNode node, TSNode arguments, const CallName& name, const Place& place) {
    const std::string full = place.prefix + std::string(name.whole);
    if (source_.language == Language::ruby) {
      const TSNode block = block_of(node);
      if (!exists(block) || !among(kRubyHooks, name.whole)) return false;
      const TSNode body = source_.child(block, "body_statement");
      const std::string title = exists(arguments) ? title_of(arguments) : std::string();
      helper(node, full + " " + title, exists(body) ? body : block, place);
      return true;
    }
    if (!is_script() || !exists(arguments) || !among(kScriptHooks, name.last)) return false;
    const TSNode body = function_body(arguments);
    if (ts_node_eq(body, arguments)) return false;
    helper(node, full, body, place);
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
    if (in_test(around) || !exists(block) || (!is_test && !is_group)) return false;
    Place place = around;
    if (name.last.starts_with('x')) place.skip_line = line_of(node);
    const std::string said = exists(arguments) ? std::string(source_.text_of(arguments)) : "";
    const std::size_t mark = said.find(":focus");
    const bool marked = mark != std::string::npos &&
                        (mark + 6 >= said.size() || !is_word(said[mark + 6]));  // no `:focus_mode`
    const bool alone = contains(said, "focus: true") || marked;
    if (alone || name.last == "fit" || name.last == "fdescribe" || name.last == "fcontext") {
      place.focus_line = line_of(node);
    }
    if (contains(said, "skip: ") || contains(said, ", :skip") || contains(said, "pending: ") ||
        contains(said, ", :pending")) {
      place.skip_line = line_of(node);
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

  // `CountAssert result = assertThat(count);`: what is asserted of it stands elsewhere.
  bool is_handed_on(TSNode node, const CallName& name) const {
    if (source_.language != Language::java || !name.whole.ends_with("assertThat")) return false;
    const std::string_view before = trim_end(source_.text.substr(0, ts_node_start_byte(node)));
    return before.ends_with("return") ||
           (!before.empty() && contains("=(,>", before.substr(before.size() - 1)));
  }

  void add_assertion(TSNode node, TSNode arguments, const CallName& name, const Place& place) {
    Assertion assertion;
    assertion.text = folded_blanks(source_.text_of(node));
    assertion.line = line_of(node);
    const std::string said = folded_blanks(source_.text_of(arguments));
    if (source_.language == Language::go && !place.condition.empty()) {
      assertion.subject = subject_in(place.condition);
      assertion.text = "if " + place.condition + ": " + assertion.text;
      assertion.strength = strength_of_failing(place.condition);
    } else {
      assertion.subject = subject_of(name, arguments);
      assertion.strength = strength_of(name, said);
      if (is_handed_on(node, name)) assertion.strength = Strength::shape;
    }
    push(std::move(assertion), place);
  }

  std::string subject_of(const CallName& name, TSNode arguments) const {
    const std::size_t chained = name.whole.rfind(").");
    if (chained != std::string_view::npos) return folded_blanks(name.whole.substr(0, chained + 1));
    const std::string_view list = source_.text_of(arguments);
    if (list.size() < 2) return {};
    std::string_view inside = list.substr(1, list.size() - 2);
    // Testing libraries of Go take the test's handle first.
    if (source_.language == Language::go) {
      for (const std::string_view handle : {"t, ", "tb, ", "t,", "s.T(), ", "suite.T(), "}) {
        if (!inside.starts_with(handle)) continue;
        inside = inside.substr(handle.size());
        break;
      }
    }
    return subject_in(inside);
  }

  void push(Assertion assertion, const Place& place) {
    Test& test = tests_[static_cast<std::size_t>(place.test)];
    if (place.dropped == Dropped::failures && test.swallow_line == 0) {
      test.swallow_line = assertion.line;
    }
    assertion.twofold = is_twofold(assertion.text) || compares_alias(test, assertion);
    assertion.sheltered = place.dropped == Dropped::failures ||
                          (place.dropped == Dropped::errors && !is_bare_failure(assertion.text));
    assertion.dead = place.dead_line > 0;
    if (assertion.dead && test.return_line == 0) test.return_line = place.dead_line;
    // Go asserts below an `if`.
    const int own = place.condition.empty() ? 0 : 1;
    assertion.conditional = place.branches > own || place.loops > 0;
    assertion.passed_over = std::any_of(
        place.conditions.begin(), place.conditions.end(), [&](std::string_view condition) {
          if (asks_environment(condition)) return true;
          return place.condition.empty() && asks_subject(condition, assertion.text);
        });
    test.assertions.push_back(std::move(assertion));
  }

  // Java: what `fail()` throws no handler of exceptions takes, and it asks nothing that may throw.
  bool is_bare_failure(std::string_view text) const {
    return source_.language == Language::java &&
           (text.starts_with("fail(") || contains(text.substr(0, text.find('(')), ".fail"));
  }

  // `expected = result`, and then a comparison of the two. In other languages a copy may differ.
  bool compares_alias(const Test& test, const Assertion& assertion) const {
    const bool shares =
        source_.language == Language::python || source_.language == Language::ruby ||
        source_.language == Language::javascript || source_.language == Language::typescript ||
        source_.language == Language::tsx || source_.language == Language::java;
    if (!shares || test.line == 0 || assertion.line <= test.line) return false;
    constexpr int kLinesMax = 200;
    if (assertion.line - test.line > kLinesMax) return false;
    const std::string_view above = source_.text.substr(std::min(test.begin, source_.text.size()));
    std::size_t end = 0;
    for (int line = test.line; line < assertion.line; ++line) end = above.find('\n', end) + 1;
    const std::string plain = without_aliases(above.substr(0, end), assertion.text);
    return plain != assertion.text && (is_twofold(plain) || gives_same_twice(plain));
  }

  // `assertEqual(a, a)`
  static bool gives_same_twice(std::string_view text) {
    const auto open = text.find('(');
    if (open == std::string_view::npos || !text.ends_with(')')) return false;
    const auto given = arguments_in(text.substr(open + 1, text.size() - open - 2));
    const std::string_view called = text.substr(0, open);
    const std::string word = lower(replace_all(called.substr(called.rfind('.') + 1), "_", ""));
    return given.size() > 1 && given[0] == given[1] && relation_of(word) == Relation::equal;
  }

  // Statements inside a test. True when the node has been dealt with.
  bool inside(TSNode node, std::string_view type, const Place& around) {
    if (type == "assert_statement") {
      const std::string text = folded_blanks(source_.text_of(node));
      const std::string condition(trim(std::string_view(text).substr(6)));
      const auto parts = arguments_in(condition);
      const std::string_view asked = parts.empty() ? std::string_view(condition) : parts.front();
      push({text, subject_in(asked), strength_of_condition(asked), line_of(node)}, around);
      return true;
    }
    const bool skip_word = type == "identifier" && source_.language == Language::ruby;
    if (skip_word && is_skip_call(Language::ruby, CallName(source_.text_of(node)))) {
      Test& test = tests_[static_cast<std::size_t>(around.test)];
      if (around.branches == 0 && test.skip_line == 0) test.skip_line = line_of(node);
      return true;
    }
    Place place = around;
    if (among(kTestBranches, type) || among(kTestLoops, type)) {
      ++(among(kTestLoops, type) ? place.loops : place.branches);
      place.never = never_run(source_, node);
      place.never_line = line_of(node);
      const std::string_view condition = source_.text_of(child_by_field(node, "condition"));
      if (!condition.empty()) place.conditions.push_back(condition);
      // Below a question for the environment the condition around is what is asserted.
      const bool asked = place.condition.empty() || !asks_environment(condition);
      if (source_.language == Language::go && type == "if_statement" && asked) {
        place.condition = folded_blanks(condition);
      }
    } else if (type == "with_statement" && suppresses(node)) {
      place.dropped = Dropped::failures;
    } else if (among(kTestHandlers, type)) {
      const Dropped here = type == "rescue_modifier" ? Dropped::errors : dropped_by(source_, node);
      place.dropped = std::max(place.dropped, here);
    } else {
      return false;
    }
    children(node, place);
    return true;
  }

  // `with suppress(Exception):`.
  bool suppresses(TSNode node) const {
    const std::string_view text = source_.text_of(node);
    const std::string_view head = text.substr(0, text.find('\n'));
    return contains(head, "suppress(") &&
           (contains(head, "(Exception") || contains(head, "AssertionError") ||
            contains(head, "BaseException"));
  }

  const Source& source_;
  std::vector<Test>& tests_;
  int depth_ = 0;
};

}  // namespace

std::vector<Test> tests_and_helpers_of(Language language, std::string_view text) {
  if (language == Language::c || language == Language::cpp) return macro_tests(text);
  if (language == Language::bash) return bats_tests_and_helpers(text);
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

std::vector<Test> tests_of(Language language, std::string_view text) {
  std::vector<Test> tests = tests_and_helpers_of(language, text);
  std::erase_if(tests, [](const Test& each) { return each.helper; });
  return tests;
}

std::vector<Test> bats_tests(std::string_view text) {
  std::vector<Test> tests = bats_tests_and_helpers(text);
  std::erase_if(tests, [](const Test& each) { return each.helper; });
  return tests;
}

}  // namespace pawl::syntax
