// The documents of a repository as a site shows them: which pages there are, in which order, under
// which titles, and what is known of the site itself. Nothing here is guessed: an address stands in
// a file, or is absent.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "recipes/recipe.hpp"

namespace pawl::recipes {

struct SitePage {
  std::string path;   // below the folder of the documents
  std::string title;  // its own, or its file name made readable
  std::string id;     // its path without ending; front matter may say another last part
  double order = 0;   // as front matter says; large when it does not
};

// A page, a section of pages, or a link to elsewhere.
struct NavItem {
  std::string text;
  std::string page;  // path of it, of a section the page that opens it; may be empty
  std::string url;   // of a link to elsewhere
  std::vector<NavItem> items = {};
};

struct SiteDocs {
  std::string folder;  // of the documents
  std::map<std::string, SitePage> pages;
  std::vector<NavItem> nav;
  std::optional<Write> index;  // the first page, when nobody wrote one yet
  std::string title;
  std::string description;
  std::string url;         // where the site is, with a slash at its end; may be empty
  std::string repository;  // address of a person's browser; may be empty
  // Links of pages that lead to no page and no file beside one: page, target as written.
  std::vector<std::pair<std::string, std::string>> outward;
  std::vector<std::string> left;  // what a person has to look after, each a sentence

  const SitePage* page(const std::string& path) const;
  // Nobody wrote anything that a site could show.
  bool nothing = false;
};

// `hides` are names of files and folders that the tool makes no pages of, as glob patterns.
SiteDocs gather_site_docs(const Input& input, std::span<const std::string_view> hides);

// `02-getting-started` → `Getting started`.
std::string readable_name(std::string_view stem);

}  // namespace pawl::recipes
