// Go: the standard library, modules of the repository (nested ones too), requirements, vendoring.
#include <algorithm>

#include "base/text/text.hpp"
#include "index/resolver.hpp"

namespace pawl::index {
namespace {

struct Module {
  std::string folder;
  std::string path;
  std::vector<std::string> required;                          // module paths
  std::vector<std::pair<std::string, std::string>> replaced;  // module path → folder of ours
};

bool is_below(std::string_view package, std::string_view module) {
  return package == module || (package.size() > module.size() && package.starts_with(module) &&
                               package[module.size()] == '/');
}

std::string_view unquoted(std::string_view word) {
  if (word.size() >= 2 && (word.front() == '"' || word.front() == '`')) {
    return word.substr(1, word.size() - 2);
  }
  return word;
}

Module read_module(const std::string& path, std::string_view text) {
  Module module;
  module.folder = folder_of(path);
  std::string_view block;
  for (std::string_view line : split_lines(text)) {
    line = trim(line.substr(0, line.find("//")));
    auto words = split_words(line);
    if (words.empty()) continue;
    if (words[0] == ")") {
      block = {};
      continue;
    }
    if (words.size() == 2 && words[1] == "(") {
      block = words[0];
      continue;
    }
    std::string_view what = block;
    if (block.empty()) {
      what = words[0];
      words.erase(words.begin());
    }
    if (words.empty()) continue;
    if (what == "module") module.path = unquoted(words[0]);
    if (what == "require" || what == "tool") module.required.emplace_back(unquoted(words[0]));
    if (what != "replace") continue;
    const auto arrow = std::find(words.begin(), words.end(), "=>");
    if (arrow == words.end() || arrow + 1 == words.end()) continue;
    const std::string_view target = unquoted(*(arrow + 1));
    if (!target.starts_with('.')) {
      module.required.emplace_back(unquoted(words[0]));
      continue;
    }
    if (const auto folder = joined_path(module.folder, target)) {
      module.replaced.emplace_back(unquoted(words[0]), *folder);
    } else {
      module.required.emplace_back(unquoted(words[0]));  // beside the repository
    }
  }
  return module;
}

// Where a module's packages are taken from: its folder, or a version that is required.
enum class Held : std::uint8_t { here, in_version };

class GoResolver final : public Resolver {
 public:
  explicit GoResolver(const Tree& tree) : tree_(tree), ignored_(tree) {}

  Resolution resolve(std::string_view path, const syntax::Import& import) override {
    const std::string_view package = import.module;
    if (package.empty() || package.starts_with('.')) return {};
    if (package == "C" || package == "unsafe") return of_package(Origin::standard, package);
    read();
    const Module* own = module_of(path);
    if (own == nullptr) {
      return contains(package.substr(0, package.find('/')), ".")
                 ? Resolution{}
                 : of_package(Origin::standard, package);
    }
    const Module* ours = ours_of(package);
    for (const auto& [module, folder] : own->replaced) {
      // The module with the longest path that fits is meant.
      if (!is_below(package, module)) continue;
      if (ours != nullptr && ours->path.size() > module.size()) continue;
      // A submodule, which is another repository.
      if (!folder.empty() && !tree_.has_folder(folder)) return {};
      return in_folder(package, module, folder, Held::here);
    }
    if (ours != nullptr) {
      return in_folder(package, ours->path, ours->folder,
                       ours == own ? Held::here : Held::in_version);
    }
    if (is_standard(*own, package)) return of_package(Origin::standard, package);
    for (const Module& each : modules_) {
      for (const std::string& required : each.required) {
        if (is_below(package, required)) return of_package(Origin::dependency, required);
      }
    }
    const std::string vendored = (own->folder.empty() ? std::string() : own->folder + "/") +
                                 "vendor/" + std::string(package);
    if (tree_.has_folder(vendored) || tree_.has_folder("vendor/" + std::string(package))) {
      return of_package(Origin::dependency, package);
    }
    return of_package(Origin::undeclared, package);
  }

  // What the files of a package of ours declare; tests of the folder see what its tests declare.
  Offer offer(std::string_view path, const syntax::Import& import, std::string_view name) override {
    const Resolution found = resolve(path, import);
    if (found.origin != Origin::file || found.paths.empty()) return {};
    const bool may_be_there = is_exported(name);
    Offer out{.is = Offer::Is::absent, .holder = std::string(folder_of(found.paths.front()))};
    for (const std::string& file : tree_.files_in(out.holder)) {
      // Grammars and interfaces that a tool makes Go of.
      if (file.ends_with(".proto") || file.ends_with(".y") || file.ends_with(".rl")) return {};
      if (!file.ends_with(".go")) continue;
      if (file.ends_with("_test.go") && !path.ends_with("_test.go")) continue;
      const OutlinePtr outline = tree_.outline(file);
      if (outline == nullptr) return {};
      const auto& names = outline->bindings;
      if (may_be_there && std::binary_search(names.begin(), names.end(), name)) {
        return {.is = Offer::Is::there};
      }
      // What the parser does not follow may define it all the same.
      if (outline->has_errors && contains(tree_.text(file).value_or(std::string(name)), name)) {
        return {};
      }
      std::copy_if(names.begin(), names.end(), std::back_inserter(out.names), is_exported);
    }
    if (may_be_there && may_hold_ignored(out.holder)) return {};
    std::sort(out.names.begin(), out.names.end());
    return out;
  }

 private:
  // Paths without a dot are the standard library's, in Go's own repository too.
  static bool is_standard(const Module& own, std::string_view package) {
    if (contains(package.substr(0, package.find('/')), ".")) return false;
    return own.path == "std" || own.path == "cmd" || package.starts_with("cmd/") ||
           embedded_names("languages/go-std.txt").count(std::string(package)) > 0;
  }

  // Go that is made by a tool and not kept. What cgo and tests leave behind is no part of a
  // package.
  bool may_hold_ignored(std::string_view folder) {
    const std::vector<Ignored::Pattern>& patterns = ignored_.patterns();
    return std::any_of(patterns.begin(), patterns.end(), [&](const Ignored::Pattern& pattern) {
      if (!pattern.text.ends_with(".go") || contains(pattern.text, "cgo")) return false;
      if (pattern.text.starts_with('_')) return false;
      std::string_view below = folder;
      if (!pattern.folder.empty()) {
        if (below != pattern.folder && !below.starts_with(pattern.folder + "/")) return false;
        below.remove_prefix(std::min(below.size(), pattern.folder.size() + 1));
      }
      const std::string_view above = folder_of(pattern.text);
      return !pattern.anchored || contains(above, "*") || below == above;
    });
  }

  static bool is_exported(std::string_view name) {
    const unsigned char first = name.empty() ? '_' : static_cast<unsigned char>(name.front());
    return (first >= 'A' && first <= 'Z') || first >= 0x80;
  }

  void read() {
    if (read_) return;
    read_ = true;
    for (const std::string& path : tree_.named("go.mod")) {
      modules_.push_back(read_module(path, tree_.text(path).value_or("")));
    }
  }

  // The module whose folder the file stands in.
  const Module* module_of(std::string_view path) const {
    const Module* best = nullptr;
    for (const Module& each : modules_) {
      const bool inside = each.folder.empty() || is_below(path, each.folder);
      if (inside && (best == nullptr || each.folder.size() > best->folder.size())) best = &each;
    }
    return best;
  }

  const Module* ours_of(std::string_view package) const {
    const Module* best = nullptr;
    for (const Module& each : modules_) {
      if (each.path.empty() || !is_below(package, each.path)) continue;
      if (best == nullptr || each.path.size() > best->path.size()) best = &each;
    }
    return best;
  }

  Resolution in_folder(std::string_view package, std::string_view module, const std::string& root,
                       Held held) {
    std::string folder = root;
    if (package.size() > module.size()) {
      if (!folder.empty()) folder += '/';
      folder += package.substr(module.size() + 1);
    }
    Resolution out{.origin = Origin::file};
    for (std::string& file : tree_.files_in(folder)) {
      if (file.ends_with(".go") && !file.ends_with("_test.go")) {
        out.paths.push_back(std::move(file));
      }
    }
    if (!out.paths.empty()) return out;
    // Code that the build makes: protocol buffers, mocks, embedded assets.
    if (ignored_.may_match(folder) || ignored_.may_match(folder + "/x.go") ||
        ignored_.may_match(folder + "/x.pb.go") || tree_.has_folder(folder)) {
      return {};
    }
    // A required module may hold it: one further down, or another version of this one.
    const std::size_t longer_than = held == Held::here ? module.size() : 0;
    if (!required(package, longer_than)) return missing(folder);
    return of_package(Origin::dependency, package);
  }

  bool required(std::string_view package, std::size_t longer_than) const {
    return std::any_of(modules_.begin(), modules_.end(), [&](const Module& each) {
      return std::any_of(each.required.begin(), each.required.end(),
                         [&](const std::string& module) {
                           return module.size() > longer_than && is_below(package, module);
                         });
    });
  }

  const Tree& tree_;
  Ignored ignored_;
  bool read_ = false;
  std::vector<Module> modules_;
};

}  // namespace

std::unique_ptr<Resolver> go_resolver(const Tree& tree) {
  return std::make_unique<GoResolver>(tree);
}

}  // namespace pawl::index
