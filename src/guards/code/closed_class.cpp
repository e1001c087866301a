#include "guards/code/closed_class.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/symbols.hpp"

namespace pawl::guards {
namespace {

using index::Family;

constexpr std::size_t kBasesMax = 16;

// What gives an object members that no class names.
constexpr auto kMakers =
    fixed_words("__getattr", "setattr(", "__dict__", "__slots__", "metaclass", "Object.assign(this",
                "Object.defineProperty", "this[", "new Proxy", "method_missing", "define_method",
                "class_eval", "instance_eval", "send(", "def_delegator", "delegate ", "attr_",
                "alias", "include ", "extend ", "prepend ", "mixin", "Mixin");

std::string_view head_of_class(std::string_view text, const syntax::Definition& type,
                               Family family) {
  const std::string_view all = text.substr(type.begin, type.end - type.begin);
  if (family == Family::ruby) return all.substr(0, all.find('\n'));
  int depth = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const char c = all[i];
    if (c == '(' || c == '[' || c == '<') ++depth;
    if (c == ')' || c == ']' || c == '>') --depth;
    if (depth == 0 && (c == '{' || (family == Family::python && c == ':'))) return all.substr(0, i);
  }
  return {};
}

// The names of what a class is built on; nothing when the head holds more than names.
std::optional<std::vector<std::string>> bases_of(std::string_view head, Family family) {
  std::vector<std::string> out;
  std::string_view list;
  if (family == Family::python) {
    const auto open = head.find('(');
    if (open == std::string_view::npos) return out;
    list = head.substr(open + 1, head.rfind(')') - open - 1);
  } else if (family == Family::ruby) {
    const auto less = head.find('<');
    if (less == std::string_view::npos) return out;
    list = head.substr(less + 1);
  } else {
    for (const std::string_view word : {" extends ", " implements "}) {
      const auto at = head.find(word);
      if (at == std::string_view::npos) continue;
      if (!list.empty()) continue;
      list = head.substr(at + word.size());
    }
    if (list.empty()) return out;
  }
  if (contains(list, "<") || contains(list, "(") || contains(list, "=")) return std::nullopt;
  const std::string plain = replace_all(replace_all(list, " implements ", ","), " extends ", ",");
  for (const std::string_view part : split(plain, ',')) {
    const std::string_view name = trim(part);
    if (name.empty() || name == "object") continue;
    if (!std::all_of(name.begin(), name.end(), is_identifier_byte)) return std::nullopt;
    out.emplace_back(name);
  }
  return out;
}

bool says_only_as_call(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + name.size())) {
    const std::size_t end = at + name.size();
    if (at > 0 && is_identifier_byte(text[at - 1])) continue;
    if (end < text.size() && is_identifier_byte(text[end])) continue;
    const std::string_view before = text.substr(0, at);
    const bool own = before.ends_with("self.") || before.ends_with("this.");
    const bool called = end < text.size() && text[end] == '(';
    if (!own || !called) return false;
  }
  return true;
}

bool is_open_class(const index::Graph& graph, std::string_view path, std::string_view owner,
                   std::string_view name, std::vector<std::string>& further) {
  const index::OutlinePtr outline = graph.outline(path);
  const auto text = graph.tree().text(path);
  const syntax::Symbol* type = symbol_named(outline.get(), owner);
  if (type == nullptr || !text || outline->has_errors) return true;
  if (type->definition.kind != "class" || !type->decorators.empty()) return true;
  const Family family = index::family_of(path);
  const bool open = std::any_of(kMakers.begin(), kMakers.end(), [&](std::string_view maker) {
    const bool ruby_only = maker == "attr_" || maker == "alias" || maker == "include " ||
                           maker == "extend " || maker == "prepend " || maker == "delegate " ||
                           maker == "send(";
    return (!ruby_only || family == Family::ruby) && contains(*text, maker);
  });
  if (open || !says_only_as_call(*text, name)) return true;
  const auto bases = bases_of(head_of_class(*text, type->definition, family), family);
  if (!bases) return true;
  further.insert(further.end(), bases->begin(), bases->end());
  return false;
}

}  // namespace

bool lacks(const index::Graph& graph, const CodeFile& code, std::string_view owner,
           std::string_view name) {
  const bool looks = code.family == Family::python || code.family == Family::script ||
                     code.family == Family::java || code.family == Family::ruby;
  if (!looks) return false;
  std::vector<std::string> left;
  if (is_open_class(graph, code.path, owner, name, left)) return false;
  std::set<std::string> seen;
  while (!left.empty()) {
    const std::string base = left.back();
    left.pop_back();
    if (!seen.insert(base).second) continue;
    if (seen.size() > kBasesMax) return false;
    const std::vector<index::Place> places = graph.definers_of(base);
    if (places.size() != 1 || graph.family_of(places.front().path) != code.family) return false;
    if (is_open_class(graph, places.front().path, places.front().qualified, name, left)) {
      return false;
    }
  }
  return true;
}

}  // namespace pawl::guards
