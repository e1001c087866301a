// C and C++ includes.
#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "index/resolver.hpp"

namespace pawl::index {
namespace {

constexpr auto kHeaderEndings =
    fixed_words(".h", ".hh", ".hpp", ".hxx", ".inc", ".inl", ".ipp", ".tcc", ".def");
// Folders that are given to the compiler.
constexpr auto kIncludeFolders =
    fixed_words("", "include", "src", "inc", "lib", "source", "includes");

// Under this a name is near to too many others.
constexpr std::size_t kShortHeader = 4;

constexpr auto kHeaderLists = fixed_words("standard", "system");

// One letter left out, added, changed, or swapped with its neighbour.
bool one_edit_apart(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty() && a.front() == b.front()) {
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.remove_suffix(1);
    b.remove_suffix(1);
  }
  if (a.size() <= 1 && b.size() <= 1) return true;
  return a.size() == 2 && b.size() == 2 && a[0] == b[1] && a[1] == b[0];
}

bool is_header(std::string_view path) {
  return std::any_of(kHeaderEndings.begin(), kHeaderEndings.end(),
                     [&](std::string_view ending) { return path.ends_with(ending); });
}

std::string inside(std::string_view folder, std::string_view rest) {
  return folder.empty() ? std::string(rest) : std::string(folder) + "/" + std::string(rest);
}

class CResolver final : public Resolver {
 public:
  explicit CResolver(const Tree& tree) : tree_(tree), ignored_(tree) {}

  // Beside the file, then in whichever folder holds that path: include folders are not asked for,
  // but seen from the tree.
  Resolution resolve(std::string_view path, const syntax::Import& import) override {
    if (!import.system) {
      const auto beside = joined_path(folder_of(path), import.module);
      if (beside && tree_.has(*beside)) return at_file(*beside);
    }
    std::string_view rest = import.module;
    while (rest.starts_with("../") || rest.starts_with("./"))
      rest.remove_prefix(rest.find('/') + 1);
    const std::string tail = "/" + std::string(rest);
    Resolution out;
    for (const std::string& each : tree_.named(name_of(rest))) {
      if (each == rest || each.ends_with(tail)) out.paths.push_back(each);
    }
    if (!out.paths.empty()) {
      out.origin = out.paths.size() == 1 ? Origin::file : Origin::unknown;
      return out;
    }
    return absent(path, import);
  }

 private:
  Resolution absent(std::string_view path, const syntax::Import& import) {
    std::string target = place_of(path, import.module);
    if (target.empty()) {
      // Quotes look beside the file first, and then where the system's headers are.
      if (import.system || is_of_system(import.module)) return standard(import.module);
      auto beside = joined_path(folder_of(path), import.module);
      if (!beside) return {};
      target = std::move(*beside);
    }
    return ignored_.may_match(target) ? Resolution{} : missing(std::move(target));
  }

  static bool is_of_system(const std::string& module) {
    return std::any_of(kHeaderLists.begin(), kHeaderLists.end(), [&](std::string_view list) {
      const NameSet* known = embedded_members("languages/c-headers.txt", list);
      return known != nullptr && known->count(module) > 0;
    });
  }

  // Without an ending, in small letters, as nobody spells headers but the standard; or so in a
  // folder of the system, all of whose headers have an ending. A few libraries do it, too.
  static bool is_spelled_as_standard(std::string_view module) {
    static constexpr auto kFolders = fixed_words("sys", "net", "netinet", "arpa");
    const auto slash = module.find('/');
    if (slash != std::string_view::npos) {
      if (!among(kFolders, module.substr(0, slash))) return false;
      module.remove_prefix(slash + 1);
    }
    const NameSet* libraries = embedded_members("languages/c-headers.txt", "library");
    return !module.empty() &&
           (libraries == nullptr || libraries->count(std::string(module)) == 0) &&
           std::all_of(module.begin(), module.end(), &is_lower);
  }

  // Of the standard's headers, or the system's; a slip of the hand is neither.
  static Resolution standard(const std::string& module) {
    const NameSet* known = embedded_members("languages/c-headers.txt", "standard");
    const NameSet* others = embedded_members("languages/c-headers.txt", "system");
    const bool listed = known == nullptr || others == nullptr || known->count(module) > 0 ||
                        others->count(module) > 0;
    if (listed) return of_package(Origin::standard, module);
    const bool slip = !contains(module, "/") &&
                      std::any_of(known->begin(), known->end(), [&](const std::string& each) {
                        return each.size() > kShortHeader && one_edit_apart(module, each);
                      });
    if (!slip && !is_spelled_as_standard(module)) return of_package(Origin::standard, module);
    return {.origin = Origin::missing, .package = "std", .looked_for = "<" + module + ">"};
  }

  // Where it should be, if its folder is one of this repository with headers in it.
  std::string place_of(std::string_view path, std::string_view module) const {
    if (module.starts_with('.') || !contains(module, "/")) return {};
    for (std::string_view above = folder_of(path);; above = folder_of(above)) {
      for (const std::string_view root : kIncludeFolders) {
        std::string target = inside(inside(above, root), module);
        if (target.starts_with('/')) target.erase(0, 1);
        const auto files = tree_.files_in(folder_of(target));
        if (std::any_of(files.begin(), files.end(), is_header)) return target;
      }
      if (above.empty()) return {};
    }
  }

  const Tree& tree_;
  Ignored ignored_;
};

}  // namespace

std::unique_ptr<Resolver> c_resolver(const Tree& tree) { return std::make_unique<CResolver>(tree); }

}  // namespace pawl::index
