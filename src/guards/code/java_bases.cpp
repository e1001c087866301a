#include "guards/code/java_bases.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/symbols.hpp"
#include "index/resolver.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kTypesMax = 24;
constexpr std::size_t kPlacesMax = 3;
constexpr std::size_t kArgumentsMax = 4000;

// Past the bracket that closes the first one; 0 when none does, or only far away.
std::size_t past_brackets(std::string_view text, char open, char close) {
  int depth = 0;
  for (std::size_t i = 0; i < std::min(text.size(), kArgumentsMax); ++i) {
    if (text[i] == open) ++depth;
    if (text[i] == close && --depth == 0) return i + 1;
  }
  return 0;
}

// `class Box<T extends Item> extends Crate<T> implements Lid, Key` up to its brace, without what
// is in brackets.
std::string head_of_type(std::string_view text, const syntax::Definition& type) {
  std::string out;
  int depth = 0;
  for (const char c : text.substr(type.begin, type.end - type.begin)) {
    if (c == '{' && depth == 0) break;
    const bool closes = c == ')' || c == '>';
    if (c == '(' || c == '<') ++depth;
    if (depth == 0) out += is_space(c) || c == ',' ? ' ' : c;
    if (closes && depth > 0) --depth;
  }
  return out;
}

using Names = std::vector<std::string>;

void add_bases(std::string_view text, const syntax::Definition& type, Names& out) {
  const std::string head = head_of_type(text, type);
  bool bases = false;
  for (const std::string_view word : split_words(head)) {
    if (word == "extends" || word == "implements") {
      bases = true;
    } else if (word == "permits") {
      bases = false;
    } else if (bases) {
      out.emplace_back(word);
    }
  }
}

// `new Runnable() { … }`
void add_anonymous(std::string_view text, Names& out) {
  constexpr std::string_view kNew = "new ";
  for (auto at = text.find(kNew); at != std::string_view::npos; at = text.find(kNew, at + 1)) {
    std::string_view rest = text.substr(at + kNew.size());
    const auto end = std::find_if_not(rest.begin(), rest.end(),
                                      [](char c) { return is_identifier_byte(c) || c == '.'; });
    const std::string_view name(rest.begin(), end);
    rest.remove_prefix(name.size());
    if (rest.starts_with('<')) rest.remove_prefix(past_brackets(rest, '<', '>'));
    if (name.empty() || !rest.starts_with('(')) continue;
    rest.remove_prefix(past_brackets(rest, '(', ')'));
    if (trim(rest.substr(0, 200)).starts_with('{')) out.emplace_back(name);
  }
}

bool is_platform_package(std::string_view package) {
  constexpr std::string_view kKnown[] = {"java.lang", "java.util", "java.io",
                                         "java.nio",  "java.time", "java.text",
                                         "java.net",  "java.math", "java.security"};
  return std::any_of(std::begin(kKnown), std::end(kKnown), [&](std::string_view known) {
    return package == known || package.starts_with(std::string(known) + ".");
  });
}

bool platform_has(std::string_view package, std::string_view type) {
  const index::NameSet* types = index::embedded_members("languages/java-platform.txt", package);
  return types != nullptr && types->count(std::string(type)) > 0;
}

// The type that a file means is one of the platform's.
bool is_platform_type(const syntax::Outline& outline, std::string_view written) {
  const auto dot = written.rfind('.');
  if (dot != std::string_view::npos && is_platform_package(written.substr(0, dot))) return true;
  const std::string_view name = written.substr(0, written.find('.'));
  bool by_star = false;
  for (const syntax::Import& import : outline.imports) {
    for (const syntax::ImportedName& each : import.names) {
      if (each.alias == name) return is_platform_package(import.module);
      const bool star = each.name == "*" && is_platform_package(import.module);
      by_star = by_star || (star && platform_has(import.module, name));
    }
  }
  return by_star || platform_has("java.lang", name);
}

class BaseSearch {
 public:
  BaseSearch(const index::Graph& graph, std::string_view name) : graph_(graph), name_(name) {}

  // Of all types of the file: which one is around a call is not asked.
  bool in_file(const std::string& path) {
    const index::OutlinePtr outline = graph_.outline(path);
    const auto text = graph_.tree().text(path);
    if (outline == nullptr || !text || makes_members(*text)) return true;
    Names bases;
    for (const syntax::Symbol& each : outline->symbols) {
      if (!is_function(each.definition)) add_bases(*text, each.definition, bases);
    }
    add_anonymous(*text, bases);
    return any_may_have(path, *outline, bases);
  }

 private:
  static bool makes_members(std::string_view text) {
    return contains(text, "lombok") || contains(text, "@Delegate");
  }

  bool any_may_have(const std::string& path, const syntax::Outline& outline, const Names& bases) {
    return std::any_of(bases.begin(), bases.end(),
                       [&](const std::string& base) { return may_have(path, outline, base); });
  }

  bool may_have(const std::string& path, const syntax::Outline& outline, const std::string& base) {
    const std::string name = base.substr(base.rfind('.') + 1);
    if (!seen_.insert(name).second) return false;
    if (seen_.size() > kTypesMax) return true;
    std::vector<index::Place> places = graph_.definers_of(name);
    std::erase_if(places, [&](const index::Place& place) { return !is_type(place); });
    if (places.size() > kPlacesMax) return true;
    if (places.empty()) {
      if (!is_platform_type(outline, base)) return true;
      return index::embedded_names("languages/java-members.txt").count(std::string(name_)) > 0;
    }
    return std::any_of(places.begin(), places.end(), [&](const index::Place& place) {
      return place.path != path && may_have_own(place);
    });
  }

  bool is_type(const index::Place& place) const {
    if (index::family_of(place.path) != index::Family::java) return true;
    const index::OutlinePtr outline = graph_.outline(place.path);
    const syntax::Symbol* symbol = symbol_named(outline.get(), place.qualified);
    return symbol == nullptr || !is_function(symbol->definition);
  }

  bool may_have_own(const index::Place& place) {
    const index::OutlinePtr outline = graph_.outline(place.path);
    const syntax::Symbol* type = symbol_named(outline.get(), place.qualified);
    const auto text = graph_.tree().text(place.path);
    if (type == nullptr || !text || outline->has_errors || makes_members(*text)) return true;
    if (contains_word_folded(*text, name_)) return true;
    Names bases;
    add_bases(*text, type->definition, bases);
    return any_may_have(place.path, *outline, bases);
  }

  const index::Graph& graph_;
  std::string_view name_;
  std::set<std::string> seen_;
};

}  // namespace

bool may_inherit(const index::Graph& graph, const std::string& path, std::string_view name) {
  return BaseSearch(graph, name).in_file(path);
}

bool declares_method(std::string_view text, std::string_view name) {
  const std::string call = std::string(name) + "(";
  for (auto at = text.find(call); at != std::string_view::npos; at = text.find(call, at + 1)) {
    const std::string_view before = trim_end(text.substr(0, at));
    if (before.empty() || before.size() == at) continue;
    if (before.ends_with('>') || before.ends_with(']')) return true;
    const auto word = std::find_if_not(before.rbegin(), before.rend(), &is_identifier_byte);
    const std::string_view type = before.substr(static_cast<std::size_t>(before.rend() - word));
    const bool statement = among({"return", "new", "throw", "else", "assert", "yield", "do"}, type);
    if (!type.empty() && !statement) return true;
  }
  return false;
}

bool has_static_star(std::string_view text) {
  constexpr std::string_view kImport = "import static ";
  for (auto at = text.find(kImport); at != std::string_view::npos;
       at = text.find(kImport, at + 1)) {
    const std::string_view line = text.substr(at, text.find(';', at) - at);
    if (line.ends_with('*')) return true;
  }
  return false;
}

}  // namespace pawl::guards
