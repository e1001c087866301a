// The documents of a repository as a site shows them: which pages there are, in which order, under
// which titles, and what is known of the site itself. Nothing here is guessed: an address is in a
// file, or absent.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/fixed_words.hpp"
#include "recipes/recipe.hpp"
#include "recipes/site_references.hpp"

namespace pawl::recipes {

struct SitePage {
  std::string path;         // below the folder of the documents
  std::string title;        // its own, or its file name made readable
  std::string id;           // its path without ending; front matter may say another last part
  double order = 0;         // as front matter says; large when it does not
  std::string text;         // in Markdown, with its front matter
  std::string slug = {};    // likewise as front matter says
  std::string layout = {};  // likewise: a page of another generator asks for one of its own
  bool begins_with_heading = false;  // of the first level, in Markdown
  bool own_title = false;            // every generator finds: in front matter or such a heading
  bool holds_title = false;          // there is such a heading somewhere, in Markdown or HTML
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
  std::vector<Write> made;     // pages made of documents in another markup, below `folder`
  std::map<std::string, std::string> page_of_source;  // documents of the repository, of these
  std::vector<std::string> lost;  // what does not come along, in a few words each, for a title
  std::string title;
  std::string description;
  std::string url;         // where the site is, with a slash at its end; may be empty
  std::string repository;  // address of a person's browser; may be empty
  std::vector<SiteReference> references;  // of all pages
  bool uses_anchors = false;              // some reference has one
  std::vector<std::string> left;          // what a person has to look after, each a sentence

  const SitePage* page(const std::string& path) const;
  // Nobody wrote anything that a site could show.
  bool nothing = false;
};

// What a generator shows beyond plain Markdown; what it does not show is put into plain words.
struct SiteDialect {
  bool spaced_containers = false;  // `::: tip`
  bool tight_containers = false;   // `:::tip`
  bool liquid = false;             // the documents are Jekyll's
};

// `hides` are names of files and folders that the tool makes no pages of, as glob patterns.
SiteDocs gather_site_docs(const Input& input, WordsView hides, SiteDialect dialect);

// The first eight, and how many more there are.
std::string shortened(std::vector<std::string> items);

// `02-getting-started` → `Getting started`.
std::string readable_name(std::string_view stem);

}  // namespace pawl::recipes
