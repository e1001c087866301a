#include "guards/code/python_offers.hpp"

#include "base/text/text.hpp"

namespace pawl::guards {

NameSet offered(std::string_view text) {
  NameSet names;
  const std::size_t at = text.starts_with("__all__") ? 0 : text.find("\n__all__");
  if (at == std::string_view::npos) return names;
  const std::size_t open = text.find_first_of("[(", at);
  const std::size_t close = text.find_first_of("])", at);
  if (open == std::string_view::npos || close == std::string_view::npos || close < open)
    return names;
  for (const std::string_view part : split(text.substr(open + 1, close - open - 1), ',')) {
    const std::string_view name = trim(part);
    if (name.size() > 2 && (name.front() == '"' || name.front() == '\'')) {
      names.emplace(name.substr(1, name.size() - 2));
    }
  }
  return names;
}

bool below_dead_condition(std::string_view text, const syntax::Definition& definition) {
  if (definition.begin == 0 || text[definition.begin - 1] == '\n') return false;
  const auto lines = split_lines(text);
  const auto row = static_cast<std::size_t>(definition.line - 1);
  if (row >= lines.size() || !lines[row].starts_with(' ')) return false;
  for (std::size_t i = row; i-- > 0;) {
    if (lines[i].empty() || lines[i].front() == ' ' || lines[i].front() == '#') continue;
    return lines[i].starts_with("if TYPE_CHECKING") || lines[i].starts_with("if False") ||
           lines[i].starts_with("if typing.TYPE_CHECKING") || lines[i].starts_with("if 0:");
  }
  return false;
}

}  // namespace pawl::guards
