// The start of a CHANGELOG.md at the version the manifest names.
#include <array>

#include "recipes/common.hpp"
#include "recipes/recipes.hpp"

namespace pawl::recipes {

std::vector<Write> changelog(const Input& input) {
  constexpr auto kStems = std::to_array<std::string_view>(
      {"changelog", "changes", "history", "news", "releases", "release_notes", "release-notes"});
  if (!input.facts.version || root_file(input.view, kStems)) return {};
  return {{.path = "CHANGELOG.md",
           .content = "# Changelog\n\nNotable changes, newest first.\n\n## Unreleased\n\n## " +
                      input.facts.version->value +
                      "\n\nChanges up to this version were not recorded in this file.\n"}};
}

}  // namespace pawl::recipes
