// Java: classes by their package, members of classes.
#include <algorithm>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "index/resolver.hpp"

namespace pawl::index {
namespace {

constexpr auto kPlatformPrefixes = fixed_words("java.", "javax.", "jdk.", "sun.", "com.sun.");
// A package this deep, or one with classes of its own, is nobody else's.
constexpr std::size_t kOwnDepth = 4;
constexpr std::size_t kDepthMin = 2;

std::string as_folder(std::string_view package) {
  std::string folder(package);
  std::replace(folder.begin(), folder.end(), '.', '/');
  return folder;
}

std::string within(std::string_view folder, std::string_view rest) {
  return folder.empty() ? std::string(rest) : std::string(folder) + "/" + std::string(rest);
}

bool mentions_word(std::string_view text, std::string_view word) {
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end >= text.size() || !is_word(text[end]))) {
      return true;
    }
  }
  return false;
}

class JavaResolver final : public Resolver {
 public:
  explicit JavaResolver(const Tree& tree) : tree_(tree) {}

  Resolution resolve(std::string_view path, const syntax::Import& import) override {
    const std::string_view package = import.module;
    Resolution out;
    for (const syntax::ImportedName& name : import.names) add_paths(package, name.name, out.paths);
    if (!out.paths.empty()) {
      out.origin = Origin::file;
      return out;
    }
    if (std::any_of(kPlatformPrefixes.begin(), kPlatformPrefixes.end(),
                    [&](std::string_view prefix) { return package.starts_with(prefix); })) {
      return of_package(Origin::standard, package);
    }
    return absent(path, import);
  }

  // `import a.b.C.D`, `import static a.b.C.d`: what C has by itself.
  Offer offer(std::string_view, const syntax::Import& import, std::string_view name) override {
    if (name == "*") return {};
    const std::string whole = as_folder(import.module);
    const std::string file = whole + ".java";
    for (const std::string& each : tree_.named(name_of(file))) {
      if (each != file && !each.ends_with("/" + file)) continue;
      return member_of(each, name_of(whole), name);
    }
    return {};
  }

 private:
  void add_paths(std::string_view package, std::string_view name,
                 std::vector<std::string>& out) const {
    const std::string folder = as_folder(package);
    // `import static a.b.C.d`: the class is the last word of the module.
    for (const std::string& file :
         {within(folder, std::string(name) + ".java"), folder + ".java"}) {
      for (const std::string& each : tree_.named(name_of(file))) {
        if (each == file || each.ends_with("/" + file)) out.push_back(each);
      }
    }
  }

  Offer member_of(const std::string& path, std::string_view type, std::string_view name) const {
    const OutlinePtr outline = tree_.outline(path);
    const auto text = tree_.text(path);
    if (outline == nullptr || outline->has_errors || !text) return {};
    if (mentions_word(*text, name)) return {.is = Offer::Is::there};
    Offer out{.is = Offer::Is::absent, .holder = path};
    for (const syntax::Symbol& symbol : outline->symbols) {
      const syntax::Definition& definition = symbol.definition;
      if (definition.qualified == type) {
        // What it is built on hands its members on, and annotations may add some.
        const std::string_view body = std::string_view(*text).substr(definition.begin);
        const std::string_view header = body.substr(0, body.find('{'));
        if (mentions_word(header, "extends") || mentions_word(header, "implements")) return {};
        if (!symbol.decorators.empty()) return {};
      } else {
        out.names.push_back(definition.name);
      }
    }
    std::sort(out.names.begin(), out.names.end());
    return out;
  }

  Resolution absent(std::string_view path, const syntax::Import& import) {
    if (import.names.size() != 1) return {};
    const std::string& name = import.names.front().name;
    // A class beside another one in its file.
    if (auto file = defined_in(import.module, name)) return at_file(std::move(*file));
    if (auto file = class_around(import.module)) return at_file(std::move(*file));
    const std::vector<std::string> roots = roots_of(path);
    const std::string folder = as_folder(import.module);
    for (const std::string& root : roots) {
      const std::string place = within(root, folder);
      const auto files = tree_.files_in(place);
      if (files.empty()) continue;
      if (has_other_language(roots, folder)) return {};
      if (name == "*") return {};
      return missing(place + "/" + name + ".java");
    }
    return absent_package(roots, import, name);
  }

  Resolution absent_package(const std::vector<std::string>& roots, const syntax::Import& import,
                            const std::string& name) const {
    std::string above = as_folder(import.module);
    for (above = std::string(folder_of(above)); !above.empty();
         above = std::string(folder_of(above))) {
      const auto depth = static_cast<std::size_t>(std::count(above.begin(), above.end(), '/')) + 1;
      if (depth < kDepthMin) return {};
      for (const std::string& root : roots) {
        const std::string place = within(root, above);
        if (!tree_.has_folder(place)) continue;
        const auto files = tree_.files_in(place);
        const bool own = depth >= kOwnDepth ||
                         std::any_of(files.begin(), files.end(), [](const std::string& file) {
                           return file.ends_with(".java");
                         });
        if (!own || has_other_language(roots, above)) return {};
        const std::string file = name == "*" ? "" : "/" + name + ".java";
        return missing(within(root, as_folder(import.module)) + file);
      }
    }
    return {};
  }

  // `import static a.b.C.D.e`, `import a.b.C.D.E`: of a class D within the class C.
  std::optional<std::string> class_around(std::string_view module) const {
    for (auto dot = module.rfind('.'); dot != std::string_view::npos;
         dot = module.substr(0, dot).rfind('.')) {
      const std::string file = as_folder(module.substr(0, dot)) + ".java";
      for (const std::string& each : tree_.named(name_of(file))) {
        const OutlinePtr outline = tree_.outline(each);
        if ((each != file && !each.ends_with("/" + file)) || outline == nullptr) continue;
        const std::string_view type = module.substr(module.find_last_of('.', dot - 1) + 1);
        for (const syntax::Symbol& symbol : outline->symbols) {
          if (symbol.definition.qualified == type) return each;
        }
      }
    }
    return std::nullopt;
  }

  std::optional<std::string> defined_in(std::string_view package, std::string_view name) const {
    for (const std::string& path : tree_.with_key(definition_key(name))) {
      const OutlinePtr outline = tree_.outline(path);
      if (outline == nullptr || outline->package != package) continue;
      for (const syntax::Symbol& symbol : outline->symbols) {
        if (symbol.definition.qualified == name) return path;
      }
    }
    return std::nullopt;
  }

  // Kotlin, Scala and Groovy, whose classes nobody can list, are in the same package.
  bool has_other_language(const std::vector<std::string>& roots, const std::string& folder) const {
    for (const std::string& root : roots) {
      for (const char* language : {"java", "kotlin", "scala", "groovy"}) {
        const std::string base =
            root.ends_with("/java") ? root.substr(0, root.size() - 4) + language : root;
        for (const std::string& file : tree_.files_in(within(base, folder))) {
          if (!file.ends_with(".java") && !file.ends_with(".html")) return true;
        }
      }
    }
    return false;
  }

  // The folders where packages begin: of the file, and of each build.
  std::vector<std::string> roots_of(std::string_view path) {
    if (!builds_) {
      std::set<std::string> found;
      for (const char* build : {"pom.xml", "build.gradle", "build.gradle.kts", "build.xml"}) {
        for (const std::string& file : tree_.named(build)) {
          for (const char* root : {"src/main/java", "src/test/java", "src"}) {
            found.insert(within(folder_of(file), root));
          }
        }
      }
      builds_.emplace(found.begin(), found.end());
    }
    std::vector<std::string> roots = *builds_;
    const OutlinePtr outline = tree_.outline(path);
    if (outline == nullptr) return roots;
    const std::string own = as_folder(outline->package);
    const std::string_view folder = folder_of(path);
    if (folder == own) {
      roots.insert(roots.begin(), "");
    } else if (folder.ends_with("/" + own)) {
      roots.insert(roots.begin(), std::string(folder.substr(0, folder.size() - own.size() - 1)));
    }
    return roots;
  }

  const Tree& tree_;
  std::optional<std::vector<std::string>> builds_;
};

}  // namespace

std::unique_ptr<Resolver> java_resolver(const Tree& tree) {
  return std::make_unique<JavaResolver>(tree);
}

}  // namespace pawl::index
