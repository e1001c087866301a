// What libraries offer to code outside of their repository.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "index/index.hpp"

namespace pawl::guards {

class LibraryApi {
 public:
  explicit LibraryApi(const index::Graph& graph) : graph_(graph) {}

  // In doubt yes.
  bool offers(const std::string& path, const syntax::Outline& outline,
              const syntax::Symbol& symbol);

 private:
  // What one npm package lets others import.
  struct Npm {
    bool all = false;                                     // `exports` with a pattern
    std::set<std::string> files;                          // whose names are all offered
    std::set<std::pair<std::string, std::string>> names;  // path, name
  };

  bool python(const std::string& path, const syntax::Outline& outline, const std::string& top);
  bool script(const std::string& path, const std::string& top);
  bool go(const std::string& path, const syntax::Outline& outline) const;
  bool rust(const std::string& path) const;
  bool c(const std::string& path, const std::string& name) const;
  bool java() const;
  bool ruby(const std::string& path) const;

  bool is_imported_whole(const std::string& path) const;
  const Npm& npm_of(const std::string& folder);
  void add_entry(const std::string& entry, Npm& npm) const;
  std::string folder_with(std::string_view path, std::string_view file, bool& found) const;

  const index::Graph& graph_;
  std::map<std::string, Npm> npm_;
};

}  // namespace pawl::guards
