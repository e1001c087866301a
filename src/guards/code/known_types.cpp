#include "guards/code/known_types.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using syntax::Symbol;

constexpr std::size_t kKnownBasesMax = 12;

// Bases that give a type no members that anybody names.
constexpr auto kPlainBases =
    fixed_words("object", "Object", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "str", "int",
                "ABC", "Protocol", "Generic", "NamedTuple", "TypedDict", "Exception", "Error",
                "Serializable", "Cloneable", "Comparable", "Closeable", "AutoCloseable", "Runnable",
                "StandardError", "RuntimeError", "ValueError", "TypeError");
// Decorators and annotations that leave the members alone.
constexpr auto kPlainMarks =
    fixed_words("dataclass", "dataclasses.dataclass", "unique", "enum.unique", "total_ordering",
                "functools.total_ordering", "final", "typing.final", "runtime_checkable",
                "typing.runtime_checkable", "derive", "repr", "non_exhaustive", "must_use", "allow",
                "doc", "Deprecated", "SuppressWarnings", "FunctionalInterface");

constexpr auto kPythonMakers =
    fixed_words("__getattr", "setattr(", "__dict__", "metaclass", "vars(");
constexpr auto kScriptMakers =
    fixed_words("Object.assign(this", "Object.defineProperty", "this[", "new Proxy", "mixin",
                "Mixin", "Object.assign(", ".prototype[");
constexpr auto kRubyMakers =
    fixed_words("method_missing", "define_method", "class_eval", "instance_eval", "send(",
                "include ", "extend ", "prepend ", "OpenStruct", "instance_variable_set");

WordsView makers_of(Family family) {
  switch (family) {
    case Family::python: return kPythonMakers;
    case Family::script: return kScriptMakers;
    case Family::ruby: return kRubyMakers;
    default: return {};
  }
}

bool has_makers(Family family, std::string_view text) {
  const auto makers = makers_of(family);
  return std::any_of(makers.begin(), makers.end(),
                     [&](std::string_view each) { return contains(text, each); });
}

bool is_type_kind(std::string_view kind) {
  return among({"class", "struct", "enum", "union", "interface", "trait", "record", "type",
                "module", "constant", "variable"},
               kind);
}

// From the name up to the body, without what stands between angle or square brackets.
std::string head_behind_name(Family family, std::string_view whole, std::string_view name) {
  const auto at = whole.find(name);
  if (at == std::string_view::npos) return {};
  std::string out;
  int depth = 0;
  const bool ruby = family == Family::ruby;
  for (const char c : whole.substr(at + name.size())) {
    if ((c == '<' && !ruby) || c == '[') ++depth;
    const bool ends = c == '{' || (c == '\n' && ruby) || (c == ':' && family == Family::python);
    if (ends && depth <= 0) break;
    if (depth <= 0) out += c;
    if ((c == '>' && !ruby) || c == ']') --depth;
  }
  return out;
}

// Names of what the type is built on; with a mark that is no name, nobody can say.
std::vector<std::string> named_bases(Family family, std::string_view head) {
  std::string list(head);
  for (const std::string_view word : {" extends ", " implements ", " permits ", "public ",
                                      "private ", "protected ", "virtual "}) {
    list = replace_all(list, word, ",");
  }
  for (char& c : list) {
    const bool parts = c == '(' || c == ')' || c == '\n' || (c == '<' && family == Family::ruby) ||
                       (c == ':' && family == Family::c);
    if (parts) c = ',';
  }
  std::vector<std::string> out;
  for (const std::string_view part : split(list, ',')) {
    std::string_view name = trim(part);
    if (family == Family::c && name == "final") continue;
    name = name.substr(std::min(name.size(), name.find_last_of(".:") + 1));
    if (!name.empty()) out.emplace_back(name);
  }
  return out;
}

// A line of a struct that holds a type of another package and no name.
bool embeds_foreign(std::string_view whole) {
  for (const std::string_view line : split_lines(whole)) {
    std::string_view word = trim(line.substr(0, line.find('`')));
    word = trim(word.substr(0, word.find("//")));
    if (word.starts_with('*')) word.remove_prefix(1);
    const bool lone = !word.empty() && contains(word, ".") && !word.starts_with("sync.") &&
                      std::all_of(word.begin(), word.end(),
                                  [](char c) { return is_identifier_byte(c) || c == '.'; });
    if (lone) return true;
  }
  return false;
}

// `name = {…}`: of another value nobody sees the members.
bool is_object(std::string_view whole) {
  const auto sign = whole.find('=');
  if (sign == std::string_view::npos) return false;
  const std::string_view value = trim(whole.substr(sign + 1));
  return value.starts_with('{') || value.starts_with("Object.freeze(");
}

class TypeWalk {
 public:
  TypeWalk(const index::Graph& graph, Family family) : graph_(graph), family_(family) {}

  KnownType find(std::string_view name) {
    KnownType out;
    for (const index::Place& place : graph_.definers_of(name)) {
      if (graph_.family_of(place.path) != family_) continue;
      const index::OutlinePtr outline = graph_.outline(place.path);
      // Grammars of C do not know macros; the rest of such a file is understood.
      if (outline == nullptr || (outline->has_errors && family_ != Family::c)) return {};
      for (const Symbol& symbol : outline->symbols) {
        if (symbol.definition.qualified != place.qualified) continue;
        const bool made = family_ == Family::java && is_constructor(symbol);
        if (made || is_mention(place.path, symbol)) continue;
        if (out.symbol != nullptr && is_of_one_typedef(place.path, symbol, out)) continue;
        if (out.symbol != nullptr && out.symbol != &symbol) return {};
        if (!is_type_kind(symbol.definition.kind)) return {};
        out = {.path = place.path, .symbol = &symbol, .outline = outline};
      }
    }
    return out;
  }

  // All it is built on is known, too.
  bool is_known(KnownType& type) {
    std::vector<std::string> left;
    bases_with_members_ = false;
    if (!look_into(type, left)) return false;
    type.lone = left.empty();
    std::set<std::string> seen;
    while (!left.empty()) {
      const std::string name = left.back();
      left.pop_back();
      if (!seen.insert(name).second) continue;
      if (seen.size() > kKnownBasesMax) return false;
      const KnownType base = find(name);
      if (!base || !look_into(base, left)) return false;
    }
    type.closed = !bases_with_members_;
    return true;
  }

 private:
  static bool is_constructor(const Symbol& symbol) {
    return symbol.definition.kind == "method" || symbol.definition.kind == "function";
  }

  // `typedef struct name { … } name;` names one type twice.
  bool is_of_one_typedef(const std::string& path, const Symbol& symbol,
                         const KnownType& known) const {
    if (family_ != Family::c || path != known.path) return false;
    const syntax::Definition& a = symbol.definition;
    const syntax::Definition& b = known.symbol->definition;
    const bool within =
        (a.begin <= b.begin && b.end <= a.end) || (b.begin <= a.begin && a.end <= b.end);
    return within && (a.kind == "type") != (b.kind == "type");
  }

  // `typedef struct name name;`
  bool is_mention(const std::string& path, const Symbol& symbol) const {
    if (family_ != Family::c) return false;
    const auto text = graph_.tree().text(path);
    const syntax::Definition& each = symbol.definition;
    return text &&
           !contains(std::string_view(*text).substr(each.begin, each.end - each.begin), "{");
  }

  bool look_into(const KnownType& type, std::vector<std::string>& left) {
    const auto& marks = type.symbol->decorators;
    if (!std::all_of(marks.begin(), marks.end(),
                     [](const std::string& each) { return among(kPlainMarks, each); })) {
      return false;
    }
    const auto text = graph_.tree().text(type.path);
    if (!text || has_makers(family_, *text)) return false;
    const syntax::Definition& definition = type.symbol->definition;
    const std::string_view whole =
        std::string_view(*text).substr(definition.begin, definition.end - definition.begin);
    if (family_ == Family::rust) return !contains(*text, "Deref for " + definition.name);
    // `type Name = pkg.Other`
    if (family_ == Family::go) {
      return !embeds_foreign(whole) && !contains(whole, definition.name + " = ");
    }
    const std::string head = head_behind_name(family_, whole, definition.name);
    if (definition.kind == "constant" || definition.kind == "variable") {
      return family_ == Family::script && is_object(whole) && !contains(whole, "...");
    }
    if (definition.kind == "type" && family_ == Family::script) {
      return trim(head) == "=" && !contains(whole, "&") && !contains(whole, "|");
    }
    if (contains(head, "=") || contains(head, "\"")) return false;
    for (std::string& base : named_bases(family_, head)) {
      if (!std::all_of(base.begin(), base.end(), is_identifier_byte)) return false;
      if (base == "object" || base == "Object" || base == "ABC") continue;
      if (among(kPlainBases, base)) {
        bases_with_members_ = true;
      } else {
        left.push_back(std::move(base));
      }
    }
    return true;
  }

  const index::Graph& graph_;
  Family family_;
  bool bases_with_members_ = false;
};

bool leads_to(const index::Graph& graph, std::string_view path, const syntax::Import& import,
              const std::string& name, const KnownType& type) {
  const index::Resolution found = graph.resolve(path, import);
  if (among(found.paths, type.path)) return true;
  if (found.paths.size() == 1) {
    const auto origin = graph.origin_of(found.paths.front(), name);
    if (origin && origin->path == type.path) return true;
  }
  if (among(graph.resolve_name(path, import, name).paths, type.path)) return true;
  // The platform offers types of the same name.
  return found.origin == index::Origin::file &&
         graph.offer(path, import, name).is == index::Offer::Is::there;
}

// By an import of the name itself; nothing where no import brings it.
std::optional<bool> by_import(const index::Graph& graph, std::string_view path,
                              const syntax::Outline& outline, std::string_view name,
                              const KnownType& type) {
  std::optional<bool> out;
  for (const syntax::Import& import : outline.imports) {
    for (const syntax::ImportedName& each : import.names) {
      if (each.alias != name) continue;
      if (out) return false;
      out = each.name == type.symbol->definition.name &&
            leads_to(graph, path, import, each.name, type);
    }
  }
  return out;
}

// `module` of `module.Type`
bool is_module_of(const index::Graph& graph, std::string_view path, const syntax::Outline& outline,
                  std::string_view module, const KnownType& type) {
  return std::any_of(
      outline.imports.begin(), outline.imports.end(), [&](const syntax::Import& import) {
        if (import.alias == module) {
          const index::Resolution found = graph.resolve(path, import);
          return std::any_of(found.paths.begin(), found.paths.end(), [&](const std::string& each) {
            return each == type.path || (index::family_of(path) == Family::go &&
                                         folder_of(each) == folder_of(type.path));
          });
        }
        return std::any_of(import.names.begin(), import.names.end(), [&](const auto& each) {
          return each.alias == module &&
                 among(graph.resolve_name(path, import, each.name).paths, type.path);
        });
      });
}

}  // namespace

bool names_type(const index::Graph& graph, std::string_view path, std::string_view written,
                const KnownType& type) {
  const auto at = written.find_last_of(".:");
  const std::string_view name = at == std::string_view::npos ? written : written.substr(at + 1);
  if (name != type.symbol->definition.name) return false;
  std::string_view module = at == std::string_view::npos ? "" : written.substr(0, at);
  while (module.ends_with(':')) module.remove_suffix(1);
  const Family family = index::family_of(path);
  if (family == Family::c || family == Family::ruby) return module != "std";
  const index::OutlinePtr outline = graph.outline(path);
  if (outline == nullptr) return false;
  if (!module.empty()) return is_module_of(graph, path, *outline, module, type);
  if (const auto imported = by_import(graph, path, *outline, name, type)) return *imported;
  if (path == type.path) return true;
  const bool by_package = family == Family::go || family == Family::java;
  return by_package && folder_of(path) == folder_of(type.path);
}

KnownType known_type(const index::Graph& graph, Family family, std::string_view name) {
  TypeWalk walk(graph, family);
  KnownType type = walk.find(name);
  return type && walk.is_known(type) ? type : KnownType{};
}

}  // namespace pawl::guards
