// The first page of a site, made of the README.
#pragma once

#include <optional>
#include <string>

#include "recipes/site_docs.hpp"

namespace pawl::recipes {

// The first heading of the README at the root.
std::optional<std::string> readme_title(const repo::RepoView& view);

// index.md in the folder of the documents: the text of the README, word for word, with links that
// lead where they led before. Without a README: the title, what is known, and a list of the pages.
Write first_page(const Input& input, const SiteDocs& docs);

}  // namespace pawl::recipes
