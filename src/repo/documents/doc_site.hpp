// Who renders a document: the forge, or a site generator with rules of its own.
#pragma once

#include <cstdint>

#include "base/text/repo_path.hpp"
#include "repo/views/view.hpp"

namespace pawl::repo {

enum class DocSite : std::uint8_t {
  none,    // the forge: links name files and folders
  files,   // a generator whose links to Markdown files and images name files, others routes
  routes,  // a generator whose routes cannot be known from the files
};

// By the settings of generators in the folders above the document and beside the documentation.
DocSite site_of(const RepoView& view, const RepoPath& document);

}  // namespace pawl::repo
