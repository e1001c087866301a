// What the pages of a site refer to: where each link, image and file named in HTML leads in the
// repository, and so on the site.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "repo/views/view.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::recipes {

enum class Leads : std::uint8_t {
  page,    // of the site; `path` is below the folder of the documents
  file,    // of the repository, as `path` is; in or outside the folder of the documents
  folder,  // likewise, one without a page that opens it
  forge,   // past the root, to pages of the forge: `path` comes after the repository's address
  nowhere,
};

struct SiteReference {
  std::string page;     // that holds it
  std::string written;  // as it stands there, percent-decoded
  bool html = false;    // in an attribute of a tag
  bool shown = false;   // an image, a film: part of the page
  Leads leads = Leads::nowhere;
  std::string path;
  std::string anchor;  // in a page, as the page spells it; empty when there is none
  // It is written as the relative path of just that, anchor included: every generator follows it.
  bool plain = false;
};

// A page with the anchors it gets.
using PageAnchors = std::map<std::string, std::vector<std::string>, std::less<>>;

struct SiteTree {
  const repo::RepoView& view;
  std::string folder;  // of the documents
  std::string source;  // of what they were made of; the same when they are nobody's making
  const PageAnchors& pages;
  // Addresses that pages ask for themselves (Jekyll's `permalink`), without slashes around them.
  const std::map<std::string, std::string>& routes;
};

// Those of one page that stay on the site or in the repository, each spelling once. What begins
// with a scheme or a host is no reference.
std::vector<SiteReference> references_of(const SiteTree& tree, const std::string& page,
                                         const syntax::MarkdownDocument& document);

// For an address: everything but letters, digits and what paths hold is percent-encoded.
std::string percent_encoded(std::string_view path);

}  // namespace pawl::recipes
