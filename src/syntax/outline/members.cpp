#include "syntax/outline/members.hpp"

#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "syntax/by_language.hpp"
#include "syntax/grammar.hpp"
#include "syntax/outline/member_walker.hpp"
#include "syntax/outline/outline_parts.hpp"

namespace pawl::syntax {
namespace {

constexpr int kMembersDepthMax = 300;

enum class Part : std::uint8_t {
  none,
  type,        // holds members; its name is in field `name`
  impl,        // Rust: the same, named by field `type`
  alias,       // C: `typedef struct { … } Name;`
  named,       // a member; its name is in the fields `name`
  property,    // the same, in field `property`, or else `name`
  key,         // the same, in field `key`, or the node itself
  object,      // JavaScript: `const Name = { … }` names what holds the keys
  declared,    // C: the names are somewhere down the fields `declarator`
  variables,   // Java: names of the declarators inside
  parameters,  // Java's records: names of the parameters
  go_field,    // names, or the type that is embedded
  assigned,    // Python, JavaScript: `self.x = …`, and what the body of a class assigns
  parameter,   // TypeScript: `constructor(private x: T)`
  words,       // TypeScript: names that stand in an enum without a value
  call,        // Ruby: `attr_reader :x`
  function,    // what it assigns are no members of the class, but by way of its object
};

struct PartRow {
  std::string_view type;
  Part part;
};

constexpr auto kPythonParts = std::to_array<PartRow>({{"class_definition", Part::type},
                                                      {"function_definition", Part::function},
                                                      {"assignment", Part::assigned}});
constexpr auto kScriptParts = std::to_array<PartRow>({{"class_declaration", Part::type},
                                                      {"abstract_class_declaration", Part::type},
                                                      {"class", Part::type},
                                                      {"interface_declaration", Part::type},
                                                      {"enum_declaration", Part::type},
                                                      {"type_alias_declaration", Part::type},
                                                      {"public_field_definition", Part::named},
                                                      {"field_definition", Part::property},
                                                      {"property_signature", Part::named},
                                                      {"method_signature", Part::named},
                                                      {"abstract_method_signature", Part::named},
                                                      {"method_definition", Part::named},
                                                      {"enum_assignment", Part::named},
                                                      {"enum_body", Part::words},
                                                      {"variable_declarator", Part::object},
                                                      {"pair", Part::key},
                                                      {"shorthand_property_identifier", Part::key},
                                                      {"required_parameter", Part::parameter},
                                                      {"assignment_expression", Part::assigned}});
constexpr auto kGoParts = std::to_array<PartRow>({{"type_spec", Part::type},
                                                  {"field_declaration", Part::go_field},
                                                  {"method_elem", Part::named},
                                                  {"method_spec", Part::named}});
constexpr auto kRustParts = std::to_array<PartRow>({{"struct_item", Part::type},
                                                    {"enum_item", Part::type},
                                                    {"union_item", Part::type},
                                                    {"trait_item", Part::type},
                                                    {"impl_item", Part::impl},
                                                    {"field_declaration", Part::named},
                                                    {"enum_variant", Part::named}});
constexpr auto kCParts = std::to_array<PartRow>({{"class_specifier", Part::type},
                                                 {"struct_specifier", Part::type},
                                                 {"union_specifier", Part::type},
                                                 {"enum_specifier", Part::type},
                                                 {"type_definition", Part::alias},
                                                 {"field_declaration", Part::declared},
                                                 {"enumerator", Part::named}});
constexpr auto kJavaParts = std::to_array<PartRow>({{"class_declaration", Part::type},
                                                    {"interface_declaration", Part::type},
                                                    {"enum_declaration", Part::type},
                                                    {"record_declaration", Part::parameters},
                                                    {"annotation_type_declaration", Part::type},
                                                    {"field_declaration", Part::variables},
                                                    {"constant_declaration", Part::variables},
                                                    {"enum_constant", Part::named}});
constexpr auto kRubyParts = std::to_array<PartRow>(
    {{"class", Part::type}, {"module", Part::type}, {"alias", Part::named}, {"call", Part::call}});

std::span<const PartRow> part_rows_of(Language language) {
  switch (language) {
    case Language::python: return kPythonParts;
    case Language::javascript:
    case Language::typescript:
    case Language::tsx: return kScriptParts;
    case Language::go: return kGoParts;
    case Language::rust: return kRustParts;
    case Language::c:
    case Language::cpp: return kCParts;
    case Language::java: return kJavaParts;
    case Language::ruby: return kRubyParts;
    case Language::bash: return {};
  }
  return {};
}

// By symbol.
std::vector<Part> build_parts(Language language) {
  const std::span<const PartRow> rows = part_rows_of(language);
  return by_symbol(language, Part::none, [&](std::string_view name) {
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const PartRow& each) { return each.type == name; });
    return row == rows.end() ? Part::none : row->part;
  });
}

std::string_view bare(std::string_view name) {
  name = name.substr(0, name.find('<'));
  const auto at = name.find_last_of(".:");
  return trim(at == std::string_view::npos ? name : name.substr(at + 1));
}

class MemberWalker {
 public:
  explicit MemberWalker(const Source& source)
      : source_(source), parts_(by_language<build_parts>(source.language)) {}

  std::vector<Member> run(TSNode root) {
    cursor_ = ts_tree_cursor_new(root);
    visit_children();
    ts_tree_cursor_delete(&cursor_);
    return std::move(out_);
  }

 private:
  // Of the node the cursor is at, where it is afterwards, too.
  void visit_children() {
    if (depth_ >= kMembersDepthMax || !ts_tree_cursor_goto_first_child(&cursor_)) return;
    ++depth_;
    do visit();
    while (ts_tree_cursor_goto_next_sibling(&cursor_));
    --depth_;
    ts_tree_cursor_goto_parent(&cursor_);
  }

  void visit() {
    const TSNode node = ts_tree_cursor_current_node(&cursor_);
    const TSSymbol symbol = ts_node_symbol(node);
    const Part part = symbol < parts_.size() ? parts_[symbol] : Part::none;
    if (part != Part::none) take(node, part);
    if (!opens(part)) return visit_children();
    const std::string_view owner = owner_;
    const bool in_function = in_function_;
    in_function_ = part == Part::function;
    const std::string_view name = name_of_type(node, part);
    if (!name.empty() || part == Part::key) owner_ = name;
    visit_children();
    owner_ = owner;
    in_function_ = in_function;
  }

  static bool opens(Part part) {
    return part == Part::type || part == Part::impl || part == Part::alias ||
           part == Part::parameters || part == Part::function || part == Part::object ||
           part == Part::key;
  }

  std::string_view name_of_type(TSNode node, Part part) const {
    switch (part) {
      case Part::type:
      case Part::parameters: return bare(source_.text_of(source_.field(node, Field::name)));
      case Part::impl: return bare(source_.text_of(source_.field(node, Field::type)));
      case Part::alias: return bare(source_.text_of(source_.field(node, Field::declarator)));
      case Part::object: return name_of_object(node);
      default: return {};
    }
  }

  // `const Name = { … }`, also frozen and `as const`.
  std::string_view name_of_object(TSNode node) const {
    const std::string_view value = source_.text_of(source_.field(node, Field::value));
    const bool holds = value.starts_with('{') || value.starts_with("Object.freeze({");
    return holds ? source_.text_of(source_.field(node, Field::name)) : std::string_view();
  }

  void take(TSNode node, Part part) {
    switch (part) {
      case Part::named:
      case Part::property:
      case Part::go_field: return take_fields(node, part);
      case Part::key: return take_key(node);
      case Part::declared: return take_declarators(node);
      case Part::variables: return take_variables(node);
      case Part::parameters: return take_parameters(node);
      case Part::assigned: return take_target(source_.field(node, Field::left));
      case Part::parameter:
        if (exists(source_.child(node, "accessibility_modifier"))) {
          add(child_by_field(node, "pattern"));
        }
        return;
      case Part::words:
        for (Children children(node); children.valid(); children.next()) {
          if (type_of(children.node()) == "property_identifier") add(children.node());
        }
        return;
      case Part::call: return take_call(node);
      default: return;
    }
  }

  void take_fields(TSNode node, Part part) {
    bool any = false;
    for (Children children(node); children.valid(); children.next()) {
      const char* field =
          ts_language_field_name_for_id(grammar_of(source_.language), children.field());
      const std::string_view name = field == nullptr ? "" : field;
      if (name != "name" && !(part == Part::property && name == "property")) continue;
      add(children.node());
      any = true;
    }
    if (part == Part::go_field && !any) {
      const TSNode type = source_.field(node, Field::type);
      std::string_view text = source_.text_of(type);
      while (text.starts_with('*')) text.remove_prefix(1);
      add(bare(text.substr(0, text.find('['))), node);
    }
  }

  void take_key(TSNode node) {
    const TSNode key = child_by_field(node, "key");
    add(exists(key) ? key : node);
  }

  void take_declarators(TSNode node) {
    for (Children children(node); children.valid(); children.next()) {
      TSNode at = children.node();
      while (exists(at) && type_of(at) != "field_identifier") {
        TSNode next = source_.field(at, Field::declarator);
        if (!exists(next) && type_of(at) == "parenthesized_declarator") {
          next = ts_node_named_child(at, 0);
        }
        at = next;
      }
      if (exists(at)) add(at);
    }
  }

  void take_variables(TSNode node) {
    for (Children children(node); children.valid(); children.next()) {
      if (type_of(children.node()) != "variable_declarator") continue;
      add(source_.field(children.node(), Field::name));
    }
  }

  void take_parameters(TSNode record) {
    const TSNode list = source_.child(record, "formal_parameters");
    if (!exists(list)) return;
    const std::string_view owner = std::exchange(owner_, name_of_type(record, Part::parameters));
    for (Children children(list); children.valid(); children.next()) {
      const TSNode name = source_.field(children.node(), Field::name);
      if (exists(name)) add(name);
    }
    owner_ = owner;
  }

  void take_target(TSNode target) {
    if (!exists(target)) return;
    const std::string_view type = type_of(target);
    if (type == "pattern_list" || type == "tuple_pattern") {
      for (Children children(target); children.valid(); children.next()) {
        take_target(children.node());
      }
    } else if (type == "attribute" || type == "member_expression") {
      const std::uint32_t count = ts_node_named_child_count(target);
      const std::string_view object = source_.text_of(ts_node_named_child(target, 0));
      const bool own = object == "self" || object == "this" || object == "cls";
      // TypeScript wants them declared.
      if (object == "this" && source_.language != Language::javascript) return;
      const std::string_view owner = std::exchange(owner_, own ? owner_ : std::string_view());
      add(ts_node_named_child(target, count - 1));
      owner_ = owner;
    } else if (type == "identifier" && source_.language == Language::python) {
      if (!owner_.empty() && !in_function_) add(target);
    }
  }

  // `attr_accessor :a, :b`, `Struct.new(:a)`, `delegate :a, to: :b`, `define_method(:a)`
  void take_call(TSNode node) {
    const std::string_view method = source_.text_of(source_.field(node, Field::method));
    const bool makes = method == "new" || contains(method, "attr") || contains(method, "def") ||
                       contains(method, "alias") || contains(method, "delegat");
    const TSNode arguments = source_.field(node, Field::arguments);
    if (!makes || !exists(arguments)) return;
    for (Children children(arguments); children.valid(); children.next()) {
      const std::string_view type = type_of(children.node());
      if (type == "simple_symbol" || type == "string") add(children.node());
    }
  }

  void add(TSNode node) { add(source_.text_of(node), node); }
  void add(std::string_view name, TSNode node) {
    while (!name.empty() && among({'"', '\'', ':', '#'}, name.front())) name.remove_prefix(1);
    while (!name.empty() && (name.back() == '"' || name.back() == '\'')) name.remove_suffix(1);
    if (name.empty()) return;
    out_.push_back({.owner = std::string(owner_),
                    .name = std::string(name),
                    .line = static_cast<int>(first_row(node)) + 1});
  }
  static bool among(std::initializer_list<char> marks, char c) {
    return std::find(marks.begin(), marks.end(), c) != marks.end();
  }

  const Source& source_;
  const std::vector<Part>& parts_;
  TSTreeCursor cursor_{};
  std::vector<Member> out_;
  std::string_view owner_;
  bool in_function_ = false;
  int depth_ = 0;
};

}  // namespace

std::vector<Member> members_in(const Source& source, TSNode root) {
  return MemberWalker(source).run(root);
}

std::vector<Member> members_of(Language language, std::string_view text) {
  const TreePtr tree = parse_tree(language, text);
  if (tree == nullptr) return {};
  const Source source{language, text, roles_of(language)};
  return members_in(source, ts_tree_root_node(tree.get()));
}

}  // namespace pawl::syntax
