// What other site generators have written down: their settings and their order of pages.
#pragma once

#include <string>
#include <vector>

#include "base/json.hpp"
#include "recipes/site_docs.hpp"

namespace pawl::recipes {

// The settings of MkDocs; null when there are none or they cannot be read.
Json mkdocs_settings(const repo::RepoView& view);
// The `nav` of MkDocs. Entries that say no title have none.
std::vector<NavItem> mkdocs_nav(const Json& nav);
// The lists of links in a SUMMARY.md (mdBook, GitBook) or _sidebar.md (docsify).
std::vector<NavItem> list_nav(std::string_view text);

// What other generators are set up for in the repository, for people: `MkDocs (mkdocs.yml)`.
std::vector<std::string> other_sites(const repo::RepoView& view);

}  // namespace pawl::recipes
