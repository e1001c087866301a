// Where a path of Rust leads: through module files, inline modules, re-exports and globs, to a
// module or an item, as far as the text of the repository says so.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "index/rust_crates.hpp"

namespace pawl::index {

struct RustModule {
  std::string file;
  std::string inner;  // of a module in braces, within the file: `tests`, `a::b`
};

struct RustFound {
  enum class Kind : std::uint8_t {
    module,
    item,
    absent,    // the module is known whole, and has no such name
    external,  // the path begins with a name that is nothing of this package's
    unknown,
  };
  Kind kind = Kind::unknown;
  // The module itself; of an item and of what is absent or unknown the one it was looked for in.
  RustModule at = {};
  std::string name = {};  // of what is absent: the part of the path
};

class RustPaths {
 public:
  RustPaths(const Tree& tree, RustCrates& crates) : tree_(tree), crates_(crates) {}

  // The path as it is written in that module. Where the file belongs to several crates, the best of
  // what they have.
  RustFound follow(const RustModule& from, const std::vector<std::string>& parts);
  // The file of `mod name;` in that module; empty when it is not there.
  std::string file_of(const RustModule& at, std::string_view name, bool is_root) const;
  // The names of a module, without those of globs.
  std::vector<std::string> names_in(const RustModule& at) const;

 private:
  // One question: what was looked up on the way to its answer, so that circles end.
  struct Walk {
    std::string root;
    std::map<std::string, RustFound> known;
  };

  RustFound walk(Walk& walk, const RustModule& from, const std::vector<std::string>& parts);
  RustFound first_of(Walk& walk, const RustModule& from, const std::string& name);
  RustFound look(Walk& walk, const RustModule& at, const std::string& name,
                 const RustModule& viewer);
  RustFound look_fresh(Walk& walk, const RustModule& at, const std::string& name,
                       const RustModule& viewer);
  RustFound look_in_globs(Walk& walk, const syntax::Outline& outline, const RustModule& at,
                          const std::string& name, const RustModule& viewer);
  bool may_be_made(const syntax::Outline& outline, const std::string& name) const;
  bool is_own_macro(const std::string& macro, const std::string& name) const;
  RustFound exported_macro(const RustModule& at, const std::string& name) const;
  bool has_variant(const RustModule& at, const std::string& type, const std::string& name) const;
  std::string root_at(const Walk& walk, const std::string& file) const;
  bool parent_of(const Walk& walk, RustModule& at) const;
  bool is_inside(const RustModule& viewer, const RustModule& at, const Walk& walk) const;
  std::string qualified(const RustModule& at, std::string_view name) const;

  const Tree& tree_;
  RustCrates& crates_;
};

// `a::b::c` in its parts, raw names without their mark.
std::vector<std::string> rust_parts(std::string_view path);

}  // namespace pawl::index
