// The start of a CHANGELOG.md at the version the manifest names, where somebody wants one.
#include "recipes/recipes.hpp"
#include "recipes/wanted.hpp"
#include "repo/documents/guides.hpp"

namespace pawl::recipes {

std::vector<Write> changelog(const Input& input) {
  if (!input.facts.version || repo::find_guide(input.view, repo::Guide::changelog)) return {};
  if (!is_wanted(input, "changelog", {"CHANGELOG.md", "CHANGELOG"})) return {};
  return {{.path = "CHANGELOG.md",
           .content = "# Changelog\n\nNotable changes, newest first.\n\n## Unreleased\n\n## " +
                      input.facts.version->value +
                      "\n\nChanges up to this version were not recorded in this file.\n"}};
}

}  // namespace pawl::recipes
