#include "syntax/outline/outline_walker.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "syntax/outline/expression_macros.hpp"
#include "syntax/outline/outline_parts.hpp"

namespace pawl::syntax {
namespace {

// Deeper nests are left out rather than risking the stack.
constexpr int kOutlineDepthMax = 400;
constexpr std::size_t kReceiverMax = 100;
constexpr std::size_t kTextMin = 3;
constexpr std::size_t kTextMax = 80;
constexpr std::size_t kSortFrom = 8;
constexpr int kNoCall = -2;

bool is_name_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || byte >= 0x80;
}

bool is_chain(std::string_view text) {
  return !text.empty() && text.size() <= kReceiverMax &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return is_name_byte(c) || c == '.' || c == ':'; });
}

std::string_view first_part(std::string_view chain) {
  return chain.substr(0, chain.find_first_of(".:"));
}

int line_of(TSNode node) { return static_cast<int>(first_row(node)) + 1; }

// How many expressions stand between the brackets of a token tree; -1 where commas may mean
// something else: types, the parameters of closures, spreads.
int count_arguments(const Source& source, TSNode tree) {
  int commas = 0;
  std::string_view last = "(";
  for (Children children(tree); children.valid(); children.next()) {
    const std::string_view token = source.text_of(children.node());
    if (token == "|" || token == "||" || token == "<" || token == "..") return -1;
    if (token == ")") break;
    commas += token == "," ? 1 : 0;
    last = token;
  }
  if (last == "(") return 0;
  return commas + (last == "," ? 0 : 1);
}

bool is_script_language(Language language) {
  return language == Language::javascript || language == Language::typescript ||
         language == Language::tsx;
}

}  // namespace

OutlineWalker::~OutlineWalker() {
  if (has_cursor_) ts_tree_cursor_delete(&cursor_);
}

void OutlineWalker::walk(TSNode root) {
  cursor_ = ts_tree_cursor_new(root);
  has_cursor_ = true;
  scopes_.push_back({});
  visit_children(root, Act::none, Mode::use);
  settle_locals();
  std::vector<std::string_view>& names = scopes_[kModule].names;
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  out_.bindings.assign(names.begin(), names.end());
}

Act OutlineWalker::act_of(TSNode node) const {
  const TSSymbol symbol = ts_node_symbol(node);
  return symbol < rules_.act.size() ? rules_.act[symbol] : Act::none;
}

void OutlineWalker::visit(Mode mode) {
  const TSNode node = current();
  if (!ts_node_is_named(node)) return;
  const Act act = act_of(node);
  switch (act) {
    case Act::skip: return;
    case Act::name:
    case Act::shorthand: return visit_name(node, mode);
    case Act::none:
    case Act::pattern: return visit_children(node, act, mode);
    case Act::function: return visit_function(node, mode);
    case Act::block:
    case Act::class_scope: return visit_scope(node, act, mode);
    case Act::call:
    case Act::construct:
    case Act::macro_call: return visit_call(node, act, mode);
    case Act::method_call: return visit_method_call(node);
    case Act::member: return visit_member(node, mode);
    case Act::string: return visit_string(node);
    case Act::decorator: return visit_decorator(node);
    case Act::import: return visit_import(node);
    case Act::export_statement:
      read_export(source_, node, out_);
      if (exists(child_by_field(node, "source"))) return;
      return visit_children(node, act, mode);
    case Act::assignment: return visit_assignment(node, mode);
    case Act::variable_var: {
      binds_var_ = true;
      visit_children(node, act, mode);
      binds_var_ = false;
      return;
    }
    case Act::global: return visit_global(node);
    case Act::conditional: return visit_conditional(node);
    case Act::tokens: return visit_tokens(node);
    case Act::token_tree: return visit_token_tree(node);
    case Act::package: return visit_package(node);
    case Act::command: return visit_command(node);
  }
}

// The depth is that of this walk's recursion: a chain of a hundred thousand calls nests as deep.
bool OutlineWalker::enter() {
  if (depth_ >= kOutlineDepthMax || !ts_tree_cursor_goto_first_child(&cursor_)) return false;
  ++depth_;
  return true;
}

void OutlineWalker::leave() {
  ts_tree_cursor_goto_parent(&cursor_);
  --depth_;
}

void OutlineWalker::visit_children(TSNode node, Act act, Mode mode) {
  if (!enter()) return;
  const bool binds = mode == Mode::bind || mode == Mode::declare;
  const Mode inherited = act == Act::pattern && binds ? mode
                         : mode == Mode::type         ? Mode::type
                                                      : Mode::use;
  const TSSymbol symbol = ts_node_symbol(node);
  static const std::vector<WalkRules::FieldRule> kNone;
  const auto& fields = symbol < rules_.fields.size() ? rules_.fields[symbol] : kNone;
  do {
    Mode own = inherited;
    if (!fields.empty()) {
      const TSFieldId field = ts_tree_cursor_current_field_id(&cursor_);
      for (const auto& rule : fields) {
        if (rule.field != 0 && rule.field != field) continue;
        own = rule.mode;
        break;
      }
    }
    visit(own);
  } while (ts_tree_cursor_goto_next_sibling(&cursor_));
  leave();
}

void OutlineWalker::visit_scope(TSNode node, Act act, Mode mode) {
  const int outer = scope_;
  scope_ = static_cast<int>(scopes_.size());
  scopes_.push_back({.parent = outer,
                     .is_class = act == Act::class_scope,
                     .is_function = act == Act::function,
                     .names = {},
                     .globals = {}});
  visit_children(node, act, mode == Mode::type ? Mode::type : Mode::use);
  scope_ = outer;
}

void OutlineWalker::visit_function(TSNode node, Mode mode) {
  const bool in_class = scopes_[static_cast<std::size_t>(scope_)].is_class;
  if (auto signature = signature_of(source_, node, in_class)) {
    signatures_.push_back({.begin = ts_node_start_byte(node),
                           .end = ts_node_end_byte(node),
                           .signature = std::move(*signature)});
  }
  const bool var = std::exchange(binds_var_, false);
  visit_scope(node, Act::function, mode);
  binds_var_ = var;
}

Reference& OutlineWalker::refer(TSNode at, std::string_view name, std::string_view base,
                                ReferenceKind kind) {
  out_.references.push_back({.name = std::string(name),
                             .receiver = {},
                             .kind = kind,
                             .line = line_of(at),
                             .enclosing = -1,
                             .local = false,
                             .arguments = -1,
                             .keywords = {}});
  offsets_.push_back(ts_node_start_byte(at));
  reference_scopes_.push_back(scope_);
  bases_.push_back(base);
  return out_.references.back();
}

void OutlineWalker::visit_name(TSNode node, Mode mode) {
  const std::string_view name = source_.text_of(node);
  if (name.empty() || mode == Mode::skip) return;
  // `<button>`: small letters name an element of the page, and no variable.
  if (mode == Mode::element && is_lower(name.front())) return;
  const bool binds = mode == Mode::bind || mode == Mode::declare;
  const std::string_view type = type_of(node);
  const bool is_value = act_of(node) == Act::name;
  if (binds || type == "shorthand_property_identifier_pattern") {
    // In Rust a pattern with a capital is a constant or a variant.
    const bool is_capital = name.front() >= 'A' && name.front() <= 'Z';
    const bool is_use = source_.language == Language::rust && is_capital && mode == Mode::bind &&
                        type == "identifier" && type_of(ts_node_parent(node)) == "match_pattern";
    if (!is_use) return bind(name, mode);
  }
  ReferenceKind kind =
      mode == Mode::type || type == "type_identifier" ? ReferenceKind::type : ReferenceKind::name;
  const bool is_call = is_value && pending_.node == node.id;
  if (is_call) kind = ReferenceKind::call;
  Reference& reference = refer(node, name, name, kind);
  if (is_call) {
    reference.arguments = pending_.arguments;
    reference.keywords = std::move(pending_.keywords);
    pending_ = {};
  }
}

void OutlineWalker::bind(std::string_view name, Mode mode) {
  if (name == "_") return;
  int scope = scope_;
  if (mode == Mode::declare && scopes_[static_cast<std::size_t>(scope)].parent >= 0) {
    scope = scopes_[static_cast<std::size_t>(scope)].parent;
  } else if (binds_var_) {
    while (scope != kModule && !scopes_[static_cast<std::size_t>(scope)].is_function) {
      scope = scopes_[static_cast<std::size_t>(scope)].parent;
    }
  }
  const auto& globals = scopes_[static_cast<std::size_t>(scope)].globals;
  if (std::find(globals.begin(), globals.end(), name) != globals.end()) scope = kModule;
  scopes_[static_cast<std::size_t>(scope)].names.push_back(name);
}

OutlineWalker::PendingCall OutlineWalker::call_of(TSNode callee, TSNode arguments) const {
  // `f::<T>(…)`, `f<T>(…)`: the name stands inside.
  while (exists(callee)) {
    const std::string_view type = type_of(callee);
    if (type == "generic_function") {
      callee = child_by_field(callee, "function");
    } else if (type == "template_function" || type == "template_type" || type == "generic_type") {
      const TSNode name = child_by_field(callee, "name");
      callee = exists(name) ? name : ts_node_named_child(callee, 0);
    } else {
      break;
    }
  }
  PendingCall call;
  if (!exists(callee)) return call;
  call.node = callee.id;
  if (!exists(arguments)) return call;
  Arguments read = arguments_of(source_, arguments);
  call.arguments = read.positional;
  call.keywords = std::move(read.keywords);
  return call;
}

void OutlineWalker::visit_call(TSNode node, Act act, Mode mode) {
  TSNode callee = child_by_field(node, "function");
  if (!exists(callee)) callee = child_by_field(node, "constructor");
  if (!exists(callee)) callee = child_by_field(node, act == Act::macro_call ? "macro" : "type");
  if (exists(callee)) {
    const std::string_view name = source_.text_of(callee);
    if (act == Act::call) note_import_call(node, name);
    pending_ = call_of(callee, child_by_field(node, "arguments"));
  }
  const bool outer = plain_macro_;
  if (act == Act::macro_call) plain_macro_ = is_expression_macro(source_.text_of(callee));
  visit_children(node, act, mode == Mode::type ? Mode::use : mode);
  plain_macro_ = outer;
}

void OutlineWalker::note_import_call(TSNode call, std::string_view callee) {
  std::optional<Import> import = import_call(source_, call, callee);
  if (!import) return;
  import->line = line_of(call);
  if (import->kind == ImportKind::plain && conditional_ > 0) import->kind = ImportKind::conditional;
  if (source_.language == Language::ruby && may_be_left_out(call)) {
    import->kind = ImportKind::conditional;
  }
  out_.imports.push_back(std::move(*import));
}

// Java: `object.name(arguments)`; Ruby: `receiver.method arguments`.
void OutlineWalker::visit_method_call(TSNode node) {
  const bool is_ruby = source_.language == Language::ruby;
  const TSNode object = child_by_field(node, is_ruby ? "receiver" : "object");
  const TSNode name_node = child_by_field(node, is_ruby ? "method" : "name");
  const TSNode arguments = child_by_field(node, "arguments");
  if (exists(name_node)) {
    const std::string_view name = source_.text_of(name_node);
    const std::string_view receiver = exists(object) ? source_.text_of(object) : "";
    const bool chain = is_chain(receiver);
    if (is_ruby && !exists(object)) note_import_call(node, name);
    Reference& reference =
        refer(name_node, name, exists(object) ? (chain ? first_part(receiver) : "") : name,
              exists(object) ? ReferenceKind::method_call : ReferenceKind::call);
    if (chain) reference.receiver = receiver;
    Arguments read;
    if (exists(arguments)) read = arguments_of(source_, arguments);
    reference.arguments = read.positional;
    reference.keywords = std::move(read.keywords);
  }
  if (!enter()) return;
  do {
    if (!exists(name_node) || !ts_node_eq(current(), name_node)) visit(Mode::use);
  } while (ts_tree_cursor_goto_next_sibling(&cursor_));
  leave();
}

void OutlineWalker::visit_member(TSNode node, Mode mode) {
  const std::uint32_t count = ts_node_named_child_count(node);
  TSNode member = count > 0 ? ts_node_named_child(node, count - 1) : TSNode{};
  const TSNode object = count > 1 ? ts_node_named_child(node, 0) : TSNode{};
  const bool binds = mode == Mode::bind || mode == Mode::declare;
  const bool declares_here = binds && type_of(node) == "qualified_identifier";
  const bool is_nested = exists(member) && type_of(member) == "qualified_identifier";
  const bool is_called = pending_.node == node.id;
  PendingCall call = is_called ? std::exchange(pending_, {}) : PendingCall{};
  if (is_called && is_nested) {
    // C++ nests `a::b::c` to the right; the last part is what is called.
    pending_ = std::move(call);
    pending_.node = member.id;
  }
  TSNode name_node = member;
  if (exists(member) && exists(child_by_field(member, "name")) && !is_nested) {
    name_node = child_by_field(member, "name");  // a template
  }
  if (exists(member) && !is_nested && !declares_here) {
    const std::string_view name = source_.text_of(name_node);
    std::string_view receiver = exists(object) && count > 1 ? source_.text_of(object) : "";
    if (!is_chain(receiver)) receiver = {};
    const bool is_type = mode == Mode::type || type_of(name_node) == "type_identifier";
    Reference& reference =
        refer(name_node, name, receiver.empty() ? std::string_view() : first_part(receiver),
              is_called ? ReferenceKind::method_call
                        : (is_type ? ReferenceKind::type : ReferenceKind::attribute));
    reference.receiver = receiver;
    if (is_called) {
      reference.arguments = call.arguments;
      reference.keywords = std::move(call.keywords);
    }
  }
  if (!enter()) return;
  do {
    const TSNode child = current();
    if (exists(member) && ts_node_eq(child, member) && !is_nested) {
      if (!ts_node_eq(name_node, member)) visit(Mode::skip);
      continue;
    }
    visit(is_nested && ts_node_eq(child, member) ? mode : Mode::use);
  } while (ts_tree_cursor_goto_next_sibling(&cursor_));
  leave();
}

// A string that could be a name, or a dotted path to one.
void OutlineWalker::visit_string(TSNode node) {
  const std::optional<std::string_view> plain = plain_string(source_, node);
  if (!plain) return visit_children(node, Act::string, Mode::use);
  const std::string_view text = *plain;
  if (text.size() < kTextMin || text.size() > kTextMax) return;
  if (text.front() >= '0' && text.front() <= '9') return;
  if (!std::all_of(text.begin(), text.end(),
                   [](char c) { return is_name_byte(c) || c == '.' || c == ':' || c == '#'; })) {
    return;
  }
  const auto last = text.find_last_of(".:#");
  const std::string_view name = last == std::string_view::npos ? text : text.substr(last + 1);
  if (name.empty()) return;
  Reference& reference = refer(node, name, {}, ReferenceKind::text);
  if (last != std::string_view::npos) reference.receiver = text.substr(0, last);
}

void OutlineWalker::visit_decorator(TSNode node) {
  std::string_view text = source_.text_of(node);
  while (!text.empty() && !is_name_byte(text.front())) text.remove_prefix(1);
  std::size_t end = 0;
  while (end < text.size() && (is_name_byte(text[end]) || text[end] == '.' || text[end] == ':'))
    ++end;
  decorators_.push_back({.name = std::string(text.substr(0, end)),
                         .begin = ts_node_start_byte(node),
                         .end = ts_node_end_byte(node),
                         .line = line_of(node)});
  visit_children(node, Act::decorator, Mode::use);
}

void OutlineWalker::visit_import(TSNode node) {
  std::vector<Import> imports = imports_of(source_, node);
  const ImportKind kind =
      source_.language == Language::rust ? kind_by_attributes(node) : ImportKind::plain;
  for (Import& import : imports) {
    if (import.line == 0) import.line = line_of(node);
    if (import.kind == ImportKind::plain && conditional_ > 0) import.kind = ImportKind::conditional;
    if (type_only_ > 0) import.type_only = true;
    if (kind != ImportKind::plain) import.kind = kind;
    import.scope = module_;
    out_.imports.push_back(std::move(import));
  }
  if (type_of(node) == "mod_item") visit_module(node);
}

// `mod tests { … }`
void OutlineWalker::visit_module(TSNode node) {
  const std::size_t outer = module_.size();
  const int condition = kind_by_attributes(node) == ImportKind::plain ? 0 : 1;
  if (!module_.empty()) module_ += "::";
  module_ += source_.text_of(child_by_field(node, "name"));
  conditional_ += condition;
  visit_children(node, Act::import, Mode::use);
  conditional_ -= condition;
  module_.resize(outer);
}

// What the attributes right above make of it: `#[cfg(feature = "x")]`, `#[path = "x.rs"]`. Tests
// are compiled as often as the rest.
ImportKind OutlineWalker::kind_by_attributes(TSNode node) const {
  ImportKind kind = ImportKind::plain;
  int line = line_of(node);
  for (auto each = decorators_.rbegin(); each != decorators_.rend(); ++each) {
    if (each->end > ts_node_start_byte(node) || each->line < line - 1) break;
    line = each->line;
    const std::string_view text = source_.text.substr(each->begin, each->end - each->begin);
    const bool by_path =
        each->name == "path" || (each->name == "cfg_attr" && contains(text, "path"));
    if (by_path) return ImportKind::dynamic;
    if (each->name == "cfg" && !contains(text, "(test)")) kind = ImportKind::conditional;
  }
  return kind;
}

void OutlineWalker::visit_assignment(TSNode node, Mode mode) {
  read_assignment(source_, node, scope_ == kModule, out_);
  visit_children(node, Act::assignment, mode);
}

void OutlineWalker::visit_conditional(TSNode node) {
  const TSNode condition = child_by_field(node, "condition");
  const bool types = exists(condition) && contains(source_.text_of(condition), "TYPE_CHECKING");
  // An include guard makes nothing conditional.
  const bool guard = type_of(node) == "preproc_ifdef" && scope_ == kModule && conditional_ == 0 &&
                     first_row(node) < 100 && !exists(child_by_field(node, "alternative")) &&
                     source_.text_of(node).starts_with("#ifndef");
  conditional_ += guard ? 0 : 1;
  type_only_ += types ? 1 : 0;
  visit_children(node, Act::conditional, Mode::use);
  conditional_ -= guard ? 0 : 1;
  type_only_ -= types ? 1 : 0;
}

void OutlineWalker::visit_tokens(TSNode node) {
  const std::string_view text = source_.text_of(node);
  for (std::size_t i = 0; i < text.size();) {
    if (!is_name_byte(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && is_name_byte(text[end])) ++end;
    const std::string_view word = text.substr(i, end - i);
    if (word.front() < '0' || word.front() > '9') refer(node, word, word, ReferenceKind::name);
    i = end;
  }
}

// `f(a, b)` among the tokens is a call of f; `x.f(a)` is one of a method, and says no more.
void OutlineWalker::visit_token_tree(TSNode node) {
  if (!plain_macro_) return visit_children(node, Act::none, Mode::use);
  if (!enter()) return;
  std::string_view before;
  std::string_view last;
  TSNode name{};  // read, and not yet known to be called
  const auto settle = [&](int arguments) {
    if (!exists(name)) return;
    const std::string_view text = source_.text_of(name);
    const bool free = !among({".", "::", "!", "fn"}, before);
    const bool called = free && arguments != kNoCall;
    Reference& made = refer(name, text, text, called ? ReferenceKind::call : ReferenceKind::name);
    if (called) made.arguments = arguments;
    name = {};
  };
  do {
    const TSNode child = current();
    const bool opens = type_of(child) == "token_tree" && source_.text_of(child).starts_with('(');
    settle(opens ? count_arguments(source_, child) : kNoCall);
    if (type_of(child) == "identifier") {
      name = child;
      before = last;
    } else {
      visit(Mode::use);
    }
    last = source_.text_of(child);
  } while (ts_tree_cursor_goto_next_sibling(&cursor_));
  settle(kNoCall);
  leave();
}

void OutlineWalker::visit_global(TSNode node) {
  for (Children children(node); children.valid(); children.next()) {
    if (!ts_node_is_named(children.node())) continue;
    scopes_[static_cast<std::size_t>(scope_)].globals.push_back(source_.text_of(children.node()));
  }
}

void OutlineWalker::visit_command(TSNode node) {
  const TSNode name = child_by_field(node, "name");
  if (exists(name) && is_chain(source_.text_of(name))) {
    refer(name, source_.text_of(name), source_.text_of(name), ReferenceKind::call);
  }
  if (std::optional<Import> import = sourced_file(source_, node)) {
    import->line = line_of(node);
    out_.imports.push_back(std::move(*import));
  }
  visit_children(node, Act::command, Mode::use);
}

void OutlineWalker::visit_package(TSNode node) {
  const std::uint32_t count = ts_node_named_child_count(node);
  if (count > 0) out_.package = source_.text_of(ts_node_named_child(node, count - 1));
}

bool OutlineWalker::is_local(std::string_view name, int scope) const {
  if (name.empty()) return false;
  for (int s = scope; s > kModule; s = scopes_[static_cast<std::size_t>(s)].parent) {
    const Scope& each = scopes_[static_cast<std::size_t>(s)];
    if (each.is_class && s != scope) continue;
    const bool found =
        each.names.size() > kSortFrom
            ? std::binary_search(each.names.begin(), each.names.end(), name)
            : std::find(each.names.begin(), each.names.end(), name) != each.names.end();
    if (found) return true;
  }
  return false;
}

void OutlineWalker::settle_locals() {
  for (Scope& scope : scopes_) {
    if (scope.names.size() > kSortFrom) std::sort(scope.names.begin(), scope.names.end());
  }
  for (std::size_t i = 0; i < out_.references.size(); ++i) {
    out_.references[i].local = is_local(bases_[i], reference_scopes_[i]);
  }
  if (is_script_language(source_.language) && out_.exports.empty() && out_.imports.empty()) {
    out_.open_names = true;  // a script, or a module of a kind we do not know
  }
}

}  // namespace pawl::syntax
