// The first page of a site, made of the README.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "recipes/site_docs.hpp"

namespace pawl::recipes {

// The first heading of the README at the root.
std::optional<std::string> readme_title(const repo::RepoView& view);

// Without tags of HTML, on one line.
std::string plain_title(std::string_view text);

// index.md in the folder of the documents: the text of the README, word for word, with links that
// lead where they led before; of one that is no Markdown, Markdown made of it, or its text as it is
// written. Without a README: the title, what is known, and a list of the pages.
Write first_page(const Input& input, const SiteDocs& docs);

// The words of links to `target` stay where they were; of an image, what stands for it.
std::string unlinked(const std::string& text, const std::string& target);
// Targets of links, images and attributes, as written.
std::vector<std::string> targets_of(const std::string& text);
// The text with other targets of its links, images and attributes of HTML, outside of fenced code;
// `to` gives nothing for a target that stays.
std::string moved_links(
    const std::string& text,
    const std::function<std::optional<std::string>(const std::string& target)>& to);

}  // namespace pawl::recipes
