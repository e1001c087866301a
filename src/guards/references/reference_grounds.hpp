// Whether what one file names of another is there in a tree. When nobody can tell, it is.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "guards/references/makefile.hpp"
#include "guards/references/named_files.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {

// Remembers what it read. The view is borrowed.
class ReferenceGrounds {
 public:
  explicit ReferenceGrounds(const repo::RepoView& tree) : tree_(tree) {}

  bool has(const NamedFile& named);
  // The path of the repository that is likely meant, or a script or target; empty when none is.
  std::string nearest_to(const NamedFile& named);

 private:
  struct Scripts {
    bool sure = false;  // there is a package.json that can be read
    std::set<std::string, std::less<>> names;
  };

  bool has_path(const std::string& path, NamedAs as) const;
  bool is_made(const std::string& path) const;
  bool is_of_reader(const NamedFile& named) const;
  bool is_seen_from_above(std::string_view wanted) const;
  bool is_below_any(const NamedFile& named) const;
  bool is_beyond(const std::string& path) const;
  bool is_ignored(const std::string& path);
  bool is_exported(const std::string& path);
  bool has_python(const NamedFile& named) const;
  bool has_object(const NamedFile& named) const;
  bool has_shared(const NamedFile& named) const;
  bool has_property(const NamedFile& named) const;
  bool has_script(const NamedFile& named);
  bool has_target(const NamedFile& named);
  std::vector<std::string> python_roots(std::string_view folder) const;
  const Scripts& scripts_of(const std::string& folder);
  const Makefile* makefile_of(const std::string& folder);
  void join_includes(Makefile& makefile, const std::string& folder, int depth);
  bool may_be_made(const std::string& folder) const;
  const std::vector<std::string>& folders_with(std::string_view name);

  const repo::RepoView& tree_;
  std::map<std::string, Scripts> scripts_;                                // by folder
  std::map<std::string, std::optional<Makefile>> makefiles_;              // by folder
  std::map<std::string, std::vector<std::string>, std::less<>> holders_;  // by name of a file
};

}  // namespace pawl::guards
