#include "guards/symbols.hpp"

#include <algorithm>

#include "base/text/repo_path.hpp"

namespace pawl::guards {

bool is_function(const syntax::Definition& definition) {
  return definition.kind == "function" || definition.kind == "method";
}

const syntax::Symbol* symbol_named(const syntax::Outline* outline, std::string_view qualified) {
  if (outline == nullptr) return nullptr;
  for (const syntax::Symbol& symbol : outline->symbols) {
    if (symbol.definition.qualified == qualified) return &symbol;
  }
  return nullptr;
}

std::string_view owner_of(std::string_view qualified) {
  const auto at = qualified.find_last_of(".:");
  if (at == std::string_view::npos) return {};
  std::string_view owner = qualified.substr(0, at);
  while (owner.ends_with(':')) owner.remove_suffix(1);
  return owner;
}

bool has_field_beside(const index::Graph& graph, std::string_view path, std::string_view name) {
  const std::vector<std::string> holders = graph.holders_of(name);
  return std::any_of(holders.begin(), holders.end(), [&](const std::string& holder) {
    return folder_of(holder) == folder_of(path);
  });
}

}  // namespace pawl::guards
