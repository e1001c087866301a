// Finds what uses one definition. For the files of this module only.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "index/index.hpp"

namespace pawl::index {

Site site_of(std::string_view path, const syntax::Outline& outline,
             const syntax::Reference& reference, Confidence confidence);

class UseSearch {
 public:
  UseSearch(const Graph& graph, std::string_view path, std::string_view qualified);
  // Sorted by path and line.
  std::vector<Site> run();

 private:
  // What the imports of one other file say about the definition.
  struct Links {
    std::set<std::string, std::less<>> names;    // it, under the names it has there
    std::set<std::string, std::less<>> modules;  // its module, under the names that has there
    std::set<std::string, std::less<>> callable_modules;  // modules that may be it
    std::set<std::string, std::less<>> others;  // names that certainly mean something else
    std::vector<int> lines;                     // import statements that name it
    bool includes = false;                      // C, star imports, the same package
  };

  std::vector<std::string> candidates() const;
  void search(const std::string& file);
  Links links_of(const std::string& file, const syntax::Outline& outline) const;
  void link_names(const std::string& file, const syntax::Import& import, Links& links) const;
  bool may_be_owner(const syntax::Import& import, const Resolution& found,
                    const std::string& name) const;
  bool is_here(std::string_view file, const syntax::Import& import) const;
  void judge_own(const std::string& file, const syntax::Outline& outline,
                 const syntax::Reference& reference);
  void judge(const std::string& file, const syntax::Outline& outline, const Links& links,
             const syntax::Reference& reference);
  Confidence guess() const { return unique_ ? Confidence::likely : Confidence::possible; }
  void add(const std::string& file, const syntax::Outline& outline,
           const syntax::Reference& reference, Confidence confidence) {
    out_.push_back(site_of(file, outline, reference, confidence));
  }

  const Graph& graph_;
  std::string path_;
  std::string qualified_;
  std::string name_;
  std::string owner_;  // the type a member belongs to; empty for what is no member
  Family family_;
  bool is_default_ = false;  // the module's default export
  bool unique_ = false;
  std::vector<Site> out_;
};

}  // namespace pawl::index
