// What the sites of several generators are made of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/text/fixed_words.hpp"
#include "recipes/site.hpp"
#include "recipes/site_docs.hpp"

namespace pawl::recipes {

// The packages of a tool with their versions (data/sites/packages.txt).
std::vector<std::pair<std::string, std::string>> site_packages(std::string_view tool);

// A package.json for the site alone, so that the repository's own manifest and lock file stay as
// they are; one that is there gets what it lacks. Nothing when that one cannot be read.
std::optional<Write> site_manifest(const Input& input, const std::string& folder,
                                   const SiteTool& tool);

// The .gitignore at the root with these rules, but for those it has and those that would hide a
// tracked file; nothing when none is left.
std::optional<Write> site_ignores(const Input& input, const std::vector<std::string>& rules);

// The path part of an address, `/` for none.
std::string base_path(std::string_view url);
// `https://host` of an address.
std::string origin_of(std::string_view url);

// Python that MkDocs calls while it builds, beside its settings.
inline constexpr std::string_view kMkdocsHooks = "mkdocs_hooks.py";

inline constexpr std::string_view kNoDocuments =
    "there is no Markdown document, and no README, to make a site of";

// What the settings of a site say of references that its generator would not get right by itself.
class SiteFixes {
 public:
  using Table = std::map<std::string, std::map<std::string, std::string>>;  // page → written → new

  // An empty target leaves the words alone, or the picture out. `page` as the tool names it.
  void set(const SiteReference& reference, const std::string& page, const std::string& target);
  // A file of the repository that has to come along, by the place it gets on the site.
  void bring(const std::string& place, const std::string& path) { files_[place] = path; }

  const Table& links() const { return links_; }  // of Markdown
  const Table& tags() const { return tags_; }    // of HTML
  const std::map<std::string, std::string>& files() const { return files_; }
  bool any() const { return !links_.empty() || !tags_.empty(); }
  // What a person has to know, each a sentence; and in a few words for a title.
  void report(SitePlan& plan) const;

 private:
  Table links_;
  Table tags_;
  std::map<std::string, std::string> files_;
  std::vector<std::string> dead_;      // led nowhere before
  std::vector<std::string> unlinked_;  // led to what no site shows, and no file says where it is
};
Json table_json(const SiteFixes::Table& table);

// The address of a reference at the forge; empty when no file says where the repository is.
std::string forge_address(const SiteDocs& docs, const SiteReference& reference);
// `/guide/a b.md#x` as `/guide/a%20b.md#x`.
std::string page_link(std::string_view front, const SiteReference& reference);
// From the page to a file or page of the repository, as a relative link.
std::string link_from_page(const SiteDocs& docs, const SiteReference& reference);
// The repository's path of a page or a file it leads to.
std::string repo_path_of(const SiteDocs& docs, const SiteReference& reference);
bool lies_in_docs(const SiteDocs& docs, const SiteReference& reference);

// Functions of JavaScript that the settings share: the anchors of GitHub, other targets.
std::string script_of_anchors();
std::string script_of_headings();
std::string script_of_tags();

// Whether the repository has settings of PostCSS at its root, which tools find from any folder
// below and which ask for packages that a site does not have.
bool has_styles_of_its_own(const repo::RepoView& view);

// Markdown in the folder of the documents that is no page of the site.
std::vector<std::string> other_markdown(const repo::RepoView& view, const SiteDocs& docs);
// The pages that are new, and the notes about the documents.
void add_pages(const SiteDocs& docs, SitePlan& plan);

// First line of a file of settings.
std::string made_by(std::string_view comment, std::string_view folder);

// The first of these that is there.
std::string first_there(const repo::RepoView& view, WordsView paths);

}  // namespace pawl::recipes
