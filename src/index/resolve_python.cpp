// Python: relative and absolute imports, src layouts, namespace packages.
#include <algorithm>
#include <map>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "index/python_manifests.hpp"
#include "index/resolver.hpp"

namespace pawl::index {
namespace {

constexpr auto kModuleEndings = fixed_words(".py", ".pyi", ".pyx", ".so", ".pyd", ".pxd", ".py.in");
// Names that build tools write: such a module may be there at run time only.
constexpr auto kGeneratedNames = fixed_words("_version", "version", "__version__", "_version_info",
                                             "__about__", "_generated", "_cffi");
constexpr auto kRootNames = fixed_words("", "src", "lib", "python", "tests");
// Always there beside the standard library.
constexpr auto kToolPackages = fixed_words("setuptools", "pkg_resources", "pip", "wheel",
                                           "distutils", "__main__", "sitecustomize");

bool is_generated_name(std::string_view name) {
  return name.ends_with("_pb2") || name.ends_with("_pb2_grpc") || name.starts_with('_') ||
         std::find(kGeneratedNames.begin(), kGeneratedNames.end(), name) != kGeneratedNames.end();
}

std::string slashed(std::string_view dotted) {
  std::string out(dotted);
  std::replace(out.begin(), out.end(), '.', '/');
  return out;
}

class PythonResolver final : public Resolver {
 public:
  explicit PythonResolver(const Tree& tree) : tree_(tree), manifests_(tree), ignored_(tree) {}

  Resolution resolve(std::string_view path, const syntax::Import& import) override {
    const std::string_view module = import.module;
    const std::size_t dots = std::min(module.find_first_not_of('.'), module.size());
    if (dots > 0) return relative(path, dots, module.substr(dots));
    return absolute(path, module);
  }

  Resolution resolve_name(std::string_view path, const syntax::Import& import,
                          std::string_view name) override {
    if (name == "*") return {};
    syntax::Import whole;
    whole.module = import.module;
    if (!whole.module.ends_with('.')) whole.module += '.';
    whole.module += name;
    Resolution found = resolve(path, whole);
    if (found.origin != Origin::file) found.origin = Origin::unknown;
    return found;
  }

 private:
  // The file of a module at `stem` (`a/b`): a module, a package, or a bare folder.
  const std::optional<Resolution>& module_at(const std::string& stem) const {
    const auto known = modules_.find(stem);
    if (known != modules_.end()) return known->second;
    return modules_.emplace(stem, find_module(stem)).first->second;
  }
  std::optional<Resolution> find_module(const std::string& stem) const {
    if (stem.empty()) {
      // The package at the root of the repository itself.
      return tree_.has("__init__.py") ? at_file("__init__.py") : Resolution{.origin = Origin::file};
    }
    // A package wins over a module of the same name.
    for (const char* init : {"/__init__.py", "/__init__.pyi"}) {
      if (tree_.has(stem + init)) return at_file(stem + init);
    }
    for (const std::string_view ending : kModuleEndings) {
      const std::string file = stem + std::string(ending);
      if (!tree_.has(file)) continue;
      if (ending == ".py" || ending == ".pyi") return at_file(file);
      return Resolution{.origin = Origin::unknown};  // compiled: its names cannot be read
    }
    if (tree_.has_folder(stem)) return Resolution{.origin = Origin::file};
    return std::nullopt;
  }

  Resolution relative(std::string_view path, std::size_t dots, std::string_view rest) {
    std::string folder(folder_of(path));
    for (std::size_t i = 1; i < dots; ++i) {
      if (folder.empty()) return {};  // out of the repository: it may be part of a larger tree
      folder = std::string(folder_of(folder));
    }
    const std::string stem = folder.empty() ? slashed(rest)
                             : rest.empty() ? folder
                                            : folder + "/" + slashed(rest);
    if (const auto& found = module_at(stem)) return *found;
    return absent(stem);
  }

  // Something inside of a package of ours that is not there.
  Resolution absent(const std::string& stem) {
    if (is_generated_name(name_of(stem))) return {};
    if (ignored_.may_match(stem + ".py") || ignored_.may_match(stem)) return {};
    // A package above may make modules at run time.
    for (std::string parent(folder_of(stem)); !parent.empty();
         parent = std::string(folder_of(parent))) {
      const auto& holder = module_at(parent);
      if (!holder || holder->paths.size() != 1) continue;
      const OutlinePtr outline = tree_.outline(holder->paths.front());
      if (outline == nullptr || outline->has_errors) return {};
      const bool hooks = outline->open_names && makes_modules(holder->paths.front());
      if (hooks) return {};
    }
    if (manifests_.builds_extensions()) return {};
    return missing(stem + ".py");
  }

  // Names made at run time, like those of a `__getattr__`, are no modules.
  bool makes_modules(const std::string& path) const {
    const std::string text = tree_.text(path).value_or("sys.modules");
    for (const char* word : {"sys.modules", "meta_path", "path_hooks", "__path__", "exec("}) {
      if (contains(text, word)) return true;
    }
    return false;
  }

  Resolution absolute(std::string_view path, std::string_view module) {
    const std::string_view top = module.substr(0, module.find('.'));
    if (top.empty()) return {};
    if (is_standard(top) && !shadows_standard(path, top)) {
      return of_package(Origin::standard, top);
    }
    const std::string stem = slashed(module);
    const std::string top_stem(top);
    bool owned = false;   // the top package is ours, and whole
    bool shared = false;  // a bare folder of that name: anybody may add to it
    std::string own_stem;
    std::optional<Resolution> bare;  // a folder, which may be a package without __init__.py
    std::vector<std::string> inner;  // roots that are packages themselves
    for (const std::string& root : roots_of(path)) {
      if (is_package(root)) {
        inner.push_back(root);
        continue;
      }
      const std::string prefix = root.empty() ? std::string() : root + "/";
      const auto& holder = module_at(prefix + top_stem);
      if (!holder) continue;
      if (const auto& found = module_at(prefix + stem)) {
        if (!found->paths.empty() || found->origin == Origin::unknown) return *found;
        if (!bare && has_python(prefix + stem)) bare = found;
      }
      if (holder->paths.empty()) {
        shared = true;
      } else if (!owned) {
        owned = true;
        own_stem = prefix + stem;
      }
    }
    if (bare && !manifests_.declares(top)) return *bare;
    if (manifests_.declares(top)) return of_package(Origin::dependency, top);
    // From inside of a package its modules are found by their bare names only when its folder is
    // on the path: scripts, test runners. `shop/django.py` does not stand for `django`.
    for (const std::string& root : inner) {
      if (!module_at(root + "/" + top_stem)) continue;
      const auto& found = module_at(root + "/" + stem);
      if (found && !found->paths.empty()) return *found;
      shared = true;
    }
    if (owned && !shared) return absent(own_stem);
    if (owned || shared) return {};
    return foreign(top);
  }

  Resolution foreign(std::string_view top) {
    if (top.starts_with('_') || is_generated_name(top)) return {};
    if (!manifests_.known() || manifests_.is_own(top) || ignored_.may_match(std::string(top)))
      return {};
    // A module somewhere else in the repository may be on a path we do not know of.
    if (!tree_.named(std::string(top) + ".py").empty() || is_folder_somewhere(top)) return {};
    return of_package(Origin::undeclared, top);
  }

  bool is_folder_somewhere(std::string_view top) {
    if (!has_packages_) {
      for (const std::string& init : tree_.named("__init__.py")) {
        packages_.emplace(name_of(folder_of(init)));
      }
      has_packages_ = true;
    }
    return packages_.count(std::string(top)) > 0;
  }

  bool has_python(const std::string& folder) const {
    const auto files = tree_.files_in(folder);
    if (std::any_of(files.begin(), files.end(),
                    [](const std::string& file) { return file.ends_with(".py"); })) {
      return true;
    }
    // A namespace of packages further down.
    return files.empty();
  }

  static bool is_standard(std::string_view top) {
    return embedded_names("languages/python-stdlib.txt").count(std::string(top)) > 0 ||
           std::find(kToolPackages.begin(), kToolPackages.end(), top) != kToolPackages.end();
  }

  bool is_package(const std::string& folder) const {
    return !folder.empty() && tree_.has(folder + "/__init__.py");
  }

  // A script's own folder comes before the standard library.
  bool shadows_standard(std::string_view path, std::string_view top) const {
    const std::string folder(folder_of(path));
    if (tree_.has(folder.empty() ? "__init__.py" : folder + "/__init__.py")) return false;
    const std::string stem = folder.empty() ? std::string(top) : folder + "/" + std::string(top);
    return tree_.has(stem + ".py") || tree_.has(stem + "/__init__.py");
  }

  // Where absolute imports of the file may begin: the folders above it, and those of projects.
  const std::vector<std::string>& roots_of(std::string_view path) {
    const auto known = roots_.find(folder_of(path));
    if (known != roots_.end()) return known->second;
    return roots_.emplace(folder_of(path), find_roots(path)).first->second;
  }
  std::vector<std::string> find_roots(std::string_view path) {
    std::vector<std::string> roots;
    const auto add = [&](std::string root) {
      if (std::find(roots.begin(), roots.end(), root) == roots.end()) {
        roots.push_back(std::move(root));
      }
    };
    for (std::string_view folder = folder_of(path);; folder = folder_of(folder)) {
      for (const std::string_view name : kRootNames) {
        if (name.empty()) {
          add(std::string(folder));
        } else {
          add(folder.empty() ? std::string(name) : std::string(folder) + "/" + std::string(name));
        }
      }
      if (folder.empty()) break;
    }
    for (const std::string& project : manifests_.projects()) {
      for (const char* name : {"", "src", "lib", "python"}) {
        const std::string root = project.empty() ? name
                                 : *name == '\0' ? project
                                                 : project + "/" + name;
        add(root);
      }
    }
    for (const std::string& root : manifests_.source_roots()) add(root);
    return roots;
  }

  const Tree& tree_;
  PythonManifests manifests_;
  Ignored ignored_;
  NameSet packages_;
  bool has_packages_ = false;
  // Each import asks for the same few modules, at the same few roots.
  mutable std::map<std::string, std::optional<Resolution>> modules_;    // by stem
  std::map<std::string, std::vector<std::string>, std::less<>> roots_;  // by folder
};

}  // namespace

std::unique_ptr<Resolver> python_resolver(const Tree& tree) {
  return std::make_unique<PythonResolver>(tree);
}

}  // namespace pawl::index
