// The links of a site as a generator built it: whether what its pages point to on the site itself
// is there. Links to elsewhere are not followed.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::repo {

struct BuiltSite {
  std::set<std::string, std::less<>> files;  // all of them, from the folder of the site
  std::map<std::string, std::string, std::less<>> pages;  // those that are HTML, with their text
};

struct DeadLink {
  std::string page;     // file of the site
  std::string target;   // as the page has it
  bool anchor = false;  // the page is there, the place in it is not
  bool operator==(const DeadLink&) const = default;
};

struct SiteLinks {
  std::size_t pages = 0;
  std::size_t links = 0;       // to the site itself, each target of a page once
  std::vector<DeadLink> dead;  // by page
  std::string base;            // the path the site expects to be served at: `/` or `/project/`
};

// Follows href, src, srcset, poster, data and anchors. A path without its ending, and a folder with
// an index.html, are there: so servers of static files have it. The page of a server for addresses
// that are not there (404.html) is left out.
SiteLinks follow_site(const BuiltSite& site);

}  // namespace pawl::repo
