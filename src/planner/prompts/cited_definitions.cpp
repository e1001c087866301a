#include "planner/prompts/cited_definitions.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "planner/rules/failing_tests.hpp"

namespace pawl::planner {
namespace {

constexpr std::size_t kCitedNameMin = 3;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool is_identifier(std::string_view text) {
  if (text.empty() || (!is_letter(text.front()) && text.front() != '$')) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '$'; });
}

// `open_box`, `openBox`, `BoxLid`: no word of a language people speak.
bool is_distinctive(std::string_view name) {
  const auto inner = name.find('_', 1);
  if (inner != std::string_view::npos && inner + 1 < name.size()) return true;
  for (std::size_t i = 1; i < name.size(); ++i) {
    if (is_upper(name[i]) && is_lower(name[i - 1])) return true;
  }
  return false;
}

// The parent a qualified name gives the definition is its class, a variable named after that, the
// object itself, or the file it is in.
bool fits_parent(const index::Place& place, const std::string& parent) {
  if (parent == "self" || parent == "this" || parent == "cls") return true;
  const std::vector<std::string_view> around = split(place.qualified, '.');
  if (around.size() >= 2 && equal_folded(around[around.size() - 2], parent)) return true;
  return equal_folded(index::stem_of(place.path), parent) ||
         equal_folded(index::name_of(folder_of(place.path)), parent);
}

std::set<std::string> by_definition(const std::vector<std::string>& parts,
                                    const index::Graph& graph) {
  std::set<std::string> out;
  for (const index::Place& place : graph.definers_of(parts.back())) {
    if (parts.size() > 1 && !fits_parent(place, parts[parts.size() - 2])) continue;
    out.insert(place.path);
  }
  return out;
}

// `pkg.box` of pkg/box.py, `com.acme.Box` of …/com/acme/Box.java; `depth` parts of the name.
std::set<std::string> by_module(const std::vector<std::string>& parts, std::size_t depth,
                                const repo::RepoView& view) {
  std::string wanted;
  for (std::size_t i = 0; i < depth; ++i) wanted += (i == 0 ? "" : "/") + parts[i];
  std::set<std::string> out;
  for (const repo::Entry& entry : view.files()) {
    const std::string& path = entry.path.text();
    if (entry.symlink || index::family_of(path) == index::Family::other) continue;
    std::string_view stem = path;
    stem = stem.substr(0, stem.rfind('.'));
    if (!stem.ends_with(wanted)) continue;
    if (stem.size() == wanted.size() || stem[stem.size() - wanted.size() - 1] == '/') {
      out.insert(path);
    }
  }
  return out;
}

}  // namespace

std::vector<std::string> name_parts(std::string_view word, const NameSigns& signs) {
  const std::string plain = replace_all(replace_all(word, "::", "."), "#", ".");
  std::string_view rest = plain;
  while (!rest.empty() && (rest.back() == '.' || rest.back() == ':')) rest.remove_suffix(1);
  std::vector<std::string> parts;
  for (const std::string_view part : split(rest, '.')) {
    if (!is_identifier(part)) return {};
    parts.emplace_back(part);
  }
  if (parts.empty() || parts.back().size() < kCitedNameMin) return {};
  const bool meant = parts.size() > 1 || signs.called ||
                     (!signs.fenced && (signs.in_code || is_distinctive(parts.back())));
  if (!meant) parts.clear();
  return parts;
}

std::vector<std::string> files_defining(const std::vector<std::string>& parts,
                                        const index::Graph& graph, const repo::RepoView& view) {
  std::set<std::string> found = by_definition(parts, graph);
  for (std::size_t depth = parts.size(); found.empty() && depth > 1; --depth) {
    found = by_module(parts, depth, view);
  }
  std::vector<std::string> product;
  for (const std::string& path : found) {
    if (is_product_file(path)) product.push_back(path);
  }
  return product.empty() ? std::vector<std::string>(found.begin(), found.end()) : product;
}

}  // namespace pawl::planner
