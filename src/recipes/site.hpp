// Sites of documents: what `pawl migrate` writes for each generator. The documents stay where they
// are, and as they are; a site is settings beside them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/fixed_words.hpp"
#include "recipes/recipe.hpp"

namespace pawl::recipes {

struct SitePlan {
  std::vector<Write> writes;      // new files; none: there is nothing to do, `obstacle` says why
  std::vector<std::string> left;  // what a person has to look after, each a sentence
  std::vector<std::string> lost;  // what does not come along, in a few words each, for a title
  std::string build;              // what a person types to build the site
  std::string obstacle;
};

struct SiteTool {
  std::string_view name;    // byte-stable: `vitepress`
  std::string_view title;   // `VitePress`
  std::string_view recipe;  // that plans it
  SitePlan (*plan)(const Input& input);
  // The folder of the settings of a site that is there; nothing when there is none.
  std::optional<std::string> (*folder)(const repo::RepoView& view);
  std::span<const std::pair<std::string_view, std::string_view>> scripts;  // of its manifest
  WordsView ignored;  // what a build fills, below that folder

  // The recipes that make the site, in their order.
  std::vector<std::string> recipes() const;
};
std::span<const SiteTool> site_tools();
// Errc::invalid when there is none of that name; the message lists them.
Result<const SiteTool*> site_tool_named(std::string_view name);

std::optional<std::string> vitepress_folder(const repo::RepoView& view);
std::optional<std::string> docusaurus_folder(const repo::RepoView& view);
std::optional<std::string> mkdocs_folder(const repo::RepoView& view);

SitePlan vitepress_site(const Input& input);
SitePlan docusaurus_site(const Input& input);
SitePlan mkdocs_site(const Input& input);

}  // namespace pawl::recipes
