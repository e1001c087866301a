// Where the links of Markdown documents lead inside the repository. When that cannot be known,
// because a site generator, a forge or a build answers, that is reported.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "repo/documents/doc_site.hpp"
#include "repo/views/view.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::repo {

enum class LinkFate : std::uint8_t {
  found,
  missing,    // no such file or folder
  no_anchor,  // the file is there, the section is not
  outside,    // it leaves the repository
  unknown,    // a URL, a placeholder, a route
};
struct LinkAnswer {
  LinkFate fate = LinkFate::unknown;
  std::string path;    // of the target, where it is one of the repository
  std::string anchor;  // decoded
};

// Follows links of any number of documents; remembers what it read. The view is borrowed.
class DocLinks {
 public:
  explicit DocLinks(const RepoView& view) : view_(view) {}

  // `document` is the text of `from`.
  LinkAnswer follow(const RepoPath& from, const syntax::MarkdownDocument& document,
                    std::string_view target);
  // The path of the repository that is likely meant; lists the tree.
  std::optional<std::string> nearest_path(std::string_view path) const;
  // The anchor of a document of the repository that is likely meant.
  std::optional<std::string> nearest_anchor(const std::string& path, std::string_view anchor);

 private:
  struct Sections {
    std::set<std::string> anchors;  // lower case
    std::set<std::string> loose;    // letters and digits alone
    bool sure = true;               // nothing puts in further ones later
    bool plain = true;              // all of them are ASCII
  };

  DocSite site(const RepoPath& document);
  bool exists(const std::string& path) const;
  bool is_beyond_the_tree(const std::string& path) const;
  bool is_built_here(const std::string& path, DocSite site) const;
  std::optional<std::string> first_existing(const std::string& path, DocSite site) const;
  std::optional<std::string> locate(const RepoPath& from, std::string_view place, DocSite site);
  LinkFate fate_of_missing(const RepoPath& from, std::string_view place, DocSite site) const;
  bool is_section(const std::string& path, std::string_view anchor, DocSite site);
  bool is_label(std::string_view anchor) const;
  bool has_anchor(const std::string& path, std::string_view anchor);
  const Sections& sections_of(const std::string& path, const syntax::MarkdownDocument& document);
  const Sections* sections_of(const std::string& path);

  const RepoView& view_;
  std::map<std::string, DocSite> sites_;  // by folder and ending
  std::map<std::string, Sections> sections_;
};

}  // namespace pawl::repo
