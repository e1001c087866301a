#include "syntax/definitions.hpp"

#include "syntax/collector.hpp"
#include "syntax/grammar.hpp"

namespace pawl::syntax {

std::vector<Definition> definitions(Language language, std::string_view text) {
  const TreePtr tree = parse_tree(language, text);
  if (!tree) return {};
  const Source source{language, text, roles_of(language)};
  return Collector(source).collect(ts_tree_root_node(tree.get()));
}

}  // namespace pawl::syntax
