#include "guards/symbols.hpp"

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

}  // namespace pawl::guards
