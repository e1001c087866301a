// Pages made of documents that a generator cannot show as they are: those of Sphinx, and Markdown
// with marks of another generator. The documents stay; the pages get a folder of their own.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "recipes/site_docs.hpp"

namespace pawl::recipes {

inline constexpr std::string_view kMadeFolder = "site-docs";

struct MadePages {
  std::vector<Write> pages;                      // below kMadeFolder
  std::map<std::string, std::string> of_source;  // document of the repository → page below it
  std::vector<NavItem> nav;                      // where the documents say their order
  std::map<std::string, int> lost;               // marks that nothing stands for: how often
  std::string markup;                            // what the documents are written in, for people
};

// `folder` is that of the documents. Nothing when all of them show as they are.
std::optional<MadePages> pages_to_make(const repo::RepoView& view, const std::string& folder,
                                       const SiteDialect& dialect);

// The folder of the documents of a Sphinx book (with conf.py); nothing when there is none.
std::optional<std::string> sphinx_folder(const repo::RepoView& view);

// Markdown without the marks of other generators: admonitions, tabs, Liquid and attributes of
// Jekyll, includes. What it had to leave out is counted in `lost`.
std::string plain_markdown(std::string_view text, const SiteDialect& dialect,
                           std::map<std::string, int>& lost);

}  // namespace pawl::recipes
