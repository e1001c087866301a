#include "syntax/outline/definitions.hpp"

#include "syntax/grammar.hpp"
#include "syntax/outline/collector.hpp"
#include "syntax/recent.hpp"

namespace pawl::syntax {

std::vector<Definition> definitions(Language language, std::string_view text) {
  thread_local Recent<Language, std::vector<Definition>> recent;
  if (const auto* known = recent.find(language, text)) return *known;
  const TreePtr tree = parse_tree(language, text);
  if (!tree) return {};
  const Source source{language, text, roles_of(language)};
  std::vector<Definition> found = Collector(source).collect(ts_tree_root_node(tree.get()));
  recent.keep(language, text, found);
  return found;
}

std::vector<Definition> measured_definitions(Language language, std::string_view text) {
  const TreePtr tree = parse_tree(language, text);
  if (!tree) return {};
  const Source source{language, text, roles_of(language)};
  return Collector(source, Branches::count).collect(ts_tree_root_node(tree.get()));
}

}  // namespace pawl::syntax
