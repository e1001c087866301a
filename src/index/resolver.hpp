// Import resolution of one family of languages. Resolvers read manifests when they first need them
// and keep what they found: one lives as long as the tree it reads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>

#include "index/index.hpp"

namespace pawl::index {

class Resolver {
 public:
  virtual ~Resolver() = default;
  virtual Resolution resolve(std::string_view path, const syntax::Import& import) = 0;
  // The module that `name` of the import is; unknown when names are no modules.
  virtual Resolution resolve_name(std::string_view, const syntax::Import&, std::string_view) {
    return {};
  }
  // As Graph::offer.
  virtual Offer offer(std::string_view, const syntax::Import&, std::string_view) { return {}; }
};

// The tree is borrowed.
std::unique_ptr<Resolver> python_resolver(const Tree& tree);
std::unique_ptr<Resolver> script_resolver(const Tree& tree);
std::unique_ptr<Resolver> go_resolver(const Tree& tree);
std::unique_ptr<Resolver> rust_resolver(const Tree& tree);
std::unique_ptr<Resolver> c_resolver(const Tree& tree);
std::unique_ptr<Resolver> java_resolver(const Tree& tree);
std::unique_ptr<Resolver> ruby_resolver(const Tree& tree);
std::unique_ptr<Resolver> shell_resolver(const Tree& tree);

inline Resolution at_file(std::string path) {
  return {.origin = Origin::file, .paths = {std::move(path)}};
}
inline Resolution of_package(Origin origin, std::string_view package) {
  return {.origin = origin, .package = std::string(package)};
}
inline Resolution missing(std::string looked_for) {
  return {.origin = Origin::missing, .looked_for = std::move(looked_for)};
}

using NameSet = std::unordered_set<std::string>;
// The lines of an embedded list below data/languages/, without comments; for lists of plain names.
const NameSet& embedded_names(std::string_view asset_path);
// Of a list whose lines are a holder (a module, a package) and the names it has: those of one
// holder; null when the list does not know it.
const NameSet* embedded_members(std::string_view asset_path, std::string_view holder);

// Files that git ignores are made by some tool: what looks like one of them is never missing. Says
// whether a .gitignore of the tree names the path or one of its folders, as gitignore(5) has it but
// for what `!` takes back, so it errs towards yes.
class Ignored {
 public:
  explicit Ignored(const Tree& tree) : tree_(tree) {}
  struct Pattern {
    std::string folder;     // of its .gitignore, in which it counts
    std::string text;       // without slashes and stars at its ends
    bool anchored = false;  // from that folder on, and not at any depth
  };

  enum class Of : std::uint8_t { any, name };  // name: not by its ending alone, as `*.js`

  bool may_match(std::string_view path, Of by = Of::any);
  const std::vector<Pattern>& patterns() {
    if (!read_) read();
    return patterns_;
  }

 private:
  void read();
  const Tree& tree_;
  bool read_ = false;
  std::vector<Pattern> patterns_;
};

}  // namespace pawl::index
