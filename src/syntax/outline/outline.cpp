#include "syntax/outline/outline.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "syntax/grammar.hpp"
#include "syntax/outline/member_walker.hpp"
#include "syntax/outline/outline_walker.hpp"
#include "syntax/recent.hpp"

namespace pawl::syntax {
namespace {

// Decorators that change how a thing works, but hand it to nobody.
constexpr auto kPassiveDecorators = fixed_words(
    "property", "staticmethod", "classmethod", "abstractmethod", "abc.abstractmethod", "override",
    "overload", "dataclass", "dataclasses.dataclass", "cached_property",
    "functools.cached_property", "functools.wraps", "wraps", "lru_cache", "functools.lru_cache",
    "cache", "functools.cache", "contextmanager", "contextlib.contextmanager", "typing.overload",
    "typing.override", "total_ordering", "functools.total_ordering", "final", "typing.final",
    "Override", "Deprecated", "deprecated", "SuppressWarnings", "FunctionalInterface",
    "SafeVarargs", "Nullable", "NonNull", "derive", "inline", "must_use", "allow", "doc", "cfg",
    "cfg_attr", "repr", "non_exhaustive", "track_caller");

bool is_passive(std::string_view name) {
  return std::find(kPassiveDecorators.begin(), kPassiveDecorators.end(), name) !=
         kPassiveDecorators.end();
}

bool is_dunder(std::string_view name) {
  return name.size() > 4 && name.starts_with("__") && name.ends_with("__");
}

bool is_go_test(std::string_view name) {
  return name.starts_with("Test") || name.starts_with("Benchmark") || name.starts_with("Example") ||
         name.starts_with("Fuzz");
}

bool is_called_from_outside(Language language, const Symbol& symbol) {
  const std::string& name = symbol.definition.name;
  if (!std::all_of(symbol.decorators.begin(), symbol.decorators.end(), is_passive)) return true;
  switch (language) {
    case Language::python:
      return is_dunder(name) || name == "main" || name.starts_with("test_") ||
             name.starts_with("Test") || name.starts_with("pytest_") || name == "setUp" ||
             name == "tearDown";
    case Language::go: return name == "main" || name == "init" || is_go_test(name);
    case Language::javascript:
    case Language::typescript:
    case Language::tsx: return name == "constructor" || name == "main" || name == "default";
    case Language::ruby: return name == "initialize" || name.starts_with("test_");
    case Language::rust:
    case Language::c:
    case Language::cpp:
    case Language::java:
    case Language::bash: return name == "main";
  }
  return false;
}

void add_signatures(const std::vector<SignatureAt>& found, std::vector<Symbol>& symbols) {
  std::vector<const SignatureAt*> sorted;
  sorted.reserve(found.size());
  for (const SignatureAt& each : found) sorted.push_back(&each);
  std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) {
    return a->begin != b->begin ? a->begin < b->begin : a->end > b->end;
  });
  for (Symbol& symbol : symbols) {
    const Definition& definition = symbol.definition;
    if (definition.kind != "function" && definition.kind != "method") continue;
    const auto first = std::lower_bound(
        sorted.begin(), sorted.end(), definition.begin,
        [](const SignatureAt* each, std::size_t begin) { return each->begin < begin; });
    // Java's nodes begin with their annotations, which the definition leaves out.
    const bool before = first != sorted.begin() && (*std::prev(first))->end > definition.begin &&
                        (*std::prev(first))->end <= definition.end;
    if (before) {
      symbol.signature = (*std::prev(first))->signature;
    } else if (first != sorted.end() && (*first)->end <= definition.end) {
      symbol.signature = (*first)->signature;
    }
  }
}

// Decorators belong to the next definition, if it counts their lines as its own.
void add_decorators(std::vector<Decorator> decorators, std::vector<Symbol>& symbols) {
  for (Decorator& decorator : decorators) {
    const auto next = std::lower_bound(
        symbols.begin(), symbols.end(), decorator.end,
        [](const Symbol& symbol, std::size_t end) { return symbol.definition.begin < end; });
    if (next == symbols.end() || next->definition.line > decorator.line) continue;
    next->decorators.push_back(std::move(decorator.name));
  }
}

// The symbols are in order of their place and nest, so one pass with a stack is enough.
void add_enclosing(const std::vector<std::uint32_t>& offsets, Outline& out) {
  std::vector<std::size_t> order(offsets.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return offsets[a] < offsets[b]; });
  std::vector<int> open;
  std::size_t next = 0;
  for (const std::size_t i : order) {
    const std::size_t at = offsets[i];
    while (next < out.symbols.size() && out.symbols[next].definition.begin <= at) {
      open.push_back(static_cast<int>(next++));
    }
    while (!open.empty() &&
           out.symbols[static_cast<std::size_t>(open.back())].definition.end <= at) {
      open.pop_back();
    }
    out.references[i].enclosing = open.empty() ? -1 : open.back();
  }
}

// It writes into the table of modules, or looks itself up there to write into itself. Others are
// only read.
bool writes_modules(std::string_view text) {
  constexpr std::string_view kTable = "sys.modules";
  for (std::size_t at = text.find(kTable); at != std::string_view::npos;
       at = text.find(kTable, at + kTable.size())) {
    const std::string_view rest = text.substr(at + kTable.size(), 200);
    for (const std::string_view write :
         {"[__name__", ".get(__name__", ".setdefault(", ".update(", "[\"__name__"}) {
      if (rest.starts_with(write)) return true;
    }
    const auto close = rest.find(']');
    if (!rest.starts_with('[') || close == std::string_view::npos) continue;
    const std::string_view behind = trim(rest.substr(close + 1, rest.find('\n') - close - 1));
    if (behind.starts_with('=') && !behind.starts_with("==")) return true;
  }
  return false;
}

std::vector<std::string> names_of_members(const Source& source, TSNode root) {
  std::vector<std::string> out;
  for (Member& each : members_in(source, root)) out.push_back(std::move(each.name));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// A module that makes names at run time has more than anybody can list.
// A macro that is called like a function, where its statement has no end: `TEST_CASE("a") {`. All
// around it is understood.
bool is_end_of_call(TSNode node) {
  if (!ts_node_is_missing(node) || type_of(node) != ";") return false;
  const TSNode statement = ts_node_parent(node);
  if (!exists(statement) || type_of(statement) != "expression_statement") return false;
  const TSNode call = ts_node_named_child(statement, 0);
  return exists(call) && type_of(call) == "call_expression";
}

// What the parser did not understand, in C and C++ without the ends that macros hide.
bool has_doubtful_faults(Language language, TSNode root) {
  if (!ts_node_has_error(root)) return false;
  if (language != Language::c && language != Language::cpp) return true;
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  bool doubtful = false;
  for (bool more = true; more && !doubtful;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    const bool faulty = ts_node_has_error(node);
    doubtful = ts_node_is_error(node) || (ts_node_is_missing(node) && !is_end_of_call(node));
    if (faulty && !doubtful && ts_tree_cursor_goto_first_child(&cursor)) continue;
    while (more && !ts_tree_cursor_goto_next_sibling(&cursor)) {
      more = ts_tree_cursor_goto_parent(&cursor);
    }
  }
  ts_tree_cursor_delete(&cursor);
  return doubtful;
}

bool makes_names(Language language, std::string_view text, const Outline& out) {
  if (language != Language::python) return false;
  for (const Symbol& symbol : out.symbols) {
    if (symbol.definition.top_level && symbol.definition.name == "__getattr__") return true;
  }
  return std::any_of(out.references.begin(), out.references.end(), [&](const Reference& each) {
    if (each.local) return false;
    if (each.kind == ReferenceKind::call) {
      // Given a second argument, exec makes its names there.
      return each.name == "globals" || (each.name == "exec" && each.arguments < 2) ||
             (each.enclosing < 0 && (each.name == "vars" || each.name == "locals"));
    }
    if (each.receiver != "sys") return false;
    return each.name == "meta_path" || (each.name == "modules" && writes_modules(text));
  });
}

}  // namespace

int Signature::required() const {
  int count = 0;
  for (const Parameter& parameter : parameters) {
    if (!parameter.optional && !parameter.keyword_only) ++count;
  }
  return count;
}

int Signature::positional_max() const {
  int count = 0;
  for (const Parameter& parameter : parameters) count += parameter.keyword_only ? 0 : 1;
  return count;
}

std::string_view to_string(ReferenceKind kind) {
  switch (kind) {
    case ReferenceKind::call: return "call";
    case ReferenceKind::method_call: return "method call";
    case ReferenceKind::type: return "type";
    case ReferenceKind::name: return "name";
    case ReferenceKind::attribute: return "attribute";
    case ReferenceKind::text: return "text";
  }
  return "name";
}

std::string_view to_string(ImportKind kind) {
  switch (kind) {
    case ImportKind::plain: return "plain";
    case ImportKind::conditional: return "conditional";
    case ImportKind::dynamic: return "dynamic";
  }
  return "plain";
}

Outline outline(Language language, std::string_view text) {
  Outline out;
  out.language = language;
  const TreePtr tree = parse_tree(language, text);
  if (tree == nullptr) {
    out.open_names = true;
    return out;
  }
  const TSNode root = ts_tree_root_node(tree.get());
  const Source source{language, text, roles_of(language)};
  for (Definition& definition : definitions(language, text)) {
    out.symbols.push_back({.definition = std::move(definition),
                           .signature = {},
                           .decorators = {},
                           .entry_point = false});
  }
  std::stable_sort(out.symbols.begin(), out.symbols.end(), [](const Symbol& a, const Symbol& b) {
    return a.definition.begin < b.definition.begin;
  });
  OutlineWalker walker(source, out);
  walker.walk(root);
  out.members = names_of_members(source, root);
  out.has_errors = has_doubtful_faults(language, root);
  add_signatures(walker.signatures(), out.symbols);
  add_decorators(walker.decorators(), out.symbols);
  add_enclosing(walker.offsets(), out);
  for (Symbol& symbol : out.symbols) {
    symbol.entry_point = is_called_from_outside(language, symbol);
  }
  out.open_names = out.open_names || makes_names(language, text, out);
  return out;
}

std::shared_ptr<const Outline> shared_outline(Language language, std::string_view text) {
  thread_local Recent<Language, std::shared_ptr<const Outline>> recent;
  if (const auto* known = recent.find(language, text)) return *known;
  auto made = std::make_shared<const Outline>(outline(language, text));
  recent.keep(language, text, made);
  return made;
}

}  // namespace pawl::syntax
