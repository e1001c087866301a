// Rust: crate::, self::, super::, module files, workspace members, dependencies.
#include <algorithm>
#include <array>

#include "base/json.hpp"
#include "base/text/text.hpp"
#include "index/resolver.hpp"
#include "syntax/data/data.hpp"

namespace pawl::index {
namespace {

constexpr auto kStandard =
    std::to_array<std::string_view>({"std", "core", "alloc", "proc_macro", "test"});
constexpr const char* kCargoDependencyTables[] = {"dependencies", "dev-dependencies",
                                                  "build-dependencies"};

std::string underscored(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
}

struct Crate {
  std::string folder;
  std::string name;  // as code names it
  std::string root;  // src/lib.rs, or src/main.rs
  bool readable = true;
  NameSet declared;  // as code names them
};

void add_dependencies(const Json& table, NameSet& out) {
  for (const char* kind : kCargoDependencyTables) {
    for (const auto& [name, value] : table[kind].members()) out.insert(underscored(name));
  }
}

class RustResolver final : public Resolver {
 public:
  explicit RustResolver(const Tree& tree) : tree_(tree), ignored_(tree) {}

  Resolution resolve(std::string_view path, const syntax::Import& import) override {
    std::vector<std::string> parts;
    for (const std::string_view part : split(import.module, ':')) {
      if (part.empty()) continue;
      parts.emplace_back(part.starts_with("r#") ? part.substr(2) : part);
    }
    if (parts.empty()) return {};
    const std::string first = parts.front();
    if (first == "crate") return inside(root_of(path), parts, 1);
    if (first == "self" || first == "super") return relative(path, parts);
    if (import.module.starts_with("self::")) return relative(path, parts);
    if (std::find(kStandard.begin(), kStandard.end(), first) != kStandard.end()) {
      return of_package(Origin::standard, first);
    }
    return external(path, parts);
  }

  // `use crate::a::b`: b may be a module, too.
  Resolution resolve_name(std::string_view path, const syntax::Import& import,
                          std::string_view name) override {
    const Resolution holder = resolve(path, import);
    if (holder.origin != Origin::file || holder.paths.size() != 1) return {};
    if (auto found = module_in(holder.paths.front(), name)) return at_file(*found);
    return {};
  }

 private:
  void read() {
    if (read_) return;
    read_ = true;
    for (const std::string& path : tree_.named("Cargo.toml")) read_manifest(path);
  }

  void read_manifest(const std::string& path) {
    Crate crate;
    crate.folder = folder_of(path);
    const Result<Json> parsed = syntax::parse_toml(tree_.text(path).value_or(""));
    crate.readable = parsed.ok();
    const std::string prefix = crate.folder.empty() ? std::string() : crate.folder + "/";
    if (parsed) {
      const Json& root = *parsed;
      const std::string package = root["package"]["name"].string_or("");
      crate.name = underscored(root["lib"]["name"].string_or(package));
      add_dependencies(root, crate.declared);
      for (const auto& [name, target] : root["target"].members()) {
        add_dependencies(target, crate.declared);
      }
      if (root["lib"]["path"].is_string()) {
        crate.root = joined_path(crate.folder, root["lib"]["path"].text()).value_or("");
      }
    }
    for (const char* file : {"src/lib.rs", "src/main.rs"}) {
      if (crate.root.empty() && tree_.has(prefix + file)) crate.root = prefix + file;
    }
    crates_.push_back(std::move(crate));
  }

  const Crate* crate_of(std::string_view path) {
    read();
    const Crate* best = nullptr;
    for (const Crate& each : crates_) {
      const bool inside = each.folder.empty() || path.starts_with(each.folder + "/");
      if (inside && (best == nullptr || each.folder.size() > best->folder.size())) best = &each;
    }
    return best;
  }

  // The file that `crate::` means in this file.
  std::string root_of(std::string_view path) {
    const Crate* crate = crate_of(path);
    const std::string folder = crate == nullptr ? std::string() : crate->folder;
    const std::string prefix = folder.empty() ? std::string() : folder + "/";
    const std::string_view rest = path.substr(std::min(path.size(), prefix.size()));
    // Programs, tests, examples and benches are crates of their own.
    for (const std::string_view own : {"src/bin/", "tests/", "examples/", "benches/"}) {
      if (!rest.starts_with(own)) continue;
      const std::string_view below = rest.substr(own.size());
      const auto slash = below.find('/');
      if (slash == std::string_view::npos) return std::string(path);
      const std::string main =
          prefix + std::string(own) + std::string(below.substr(0, slash)) + "/main.rs";
      return tree_.has(main) ? main : std::string();
    }
    if (rest == "build.rs" || rest == "src/main.rs") return std::string(path);
    if (!rest.starts_with("src/")) return {};
    return crate == nullptr ? std::string() : crate->root;
  }

  // The folder where the submodules of a module file stand.
  static std::string folder_for(std::string_view file, bool is_root) {
    const std::string_view name = name_of(file);
    const std::string folder(folder_of(file));
    if (is_root || name == "mod.rs" || name == "lib.rs" || name == "main.rs") return folder;
    const std::string stem(name.substr(0, name.size() - 3));
    return folder.empty() ? stem : folder + "/" + stem;
  }

  std::optional<std::string> module_in(const std::string& file, std::string_view name) {
    const std::string folder = folder_for(file, file == root_of(file));
    const std::string stem = folder.empty() ? std::string(name) : folder + "/" + std::string(name);
    if (tree_.has(stem + ".rs")) return stem + ".rs";
    if (tree_.has(stem + "/mod.rs")) return stem + "/mod.rs";
    return std::nullopt;
  }

  // Follows the path as far as there are files; the rest are items of the last one.
  Resolution inside(std::string file, const std::vector<std::string>& parts, std::size_t from) {
    if (file.empty()) return {};
    for (std::size_t i = from; i < parts.size(); ++i) {
      if (parts[i] == "super") return {};
      auto next = module_in(file, parts[i]);
      if (next) {
        file = std::move(*next);
        continue;
      }
      const OutlinePtr outline = tree_.outline(file);
      // An inline module, a re-export, an enum: names of this file, or of nothing we can see.
      if (outline == nullptr) return {};
      return Resolution{.origin = Origin::unknown, .paths = {file}};
    }
    return at_file(std::move(file));
  }

  Resolution relative(std::string_view path, const std::vector<std::string>& parts) {
    std::string file(path);
    std::size_t i = 0;
    for (; i < parts.size() && (parts[i] == "self" || parts[i] == "super"); ++i) {
      if (parts[i] == "self") continue;
      auto above = parent_of(file);
      if (!above) return {};
      file = std::move(*above);
    }
    const bool declares = parts.size() == 2 && parts[0] == "self";
    if (declares && !module_in(file, parts[1])) {
      const OutlinePtr outline = tree_.outline(path);
      const std::string folder = folder_for(file, file == root_of(file));
      const std::string stem = folder.empty() ? parts[1] : folder + "/" + parts[1];
      const bool known = outline != nullptr && is_declared_module(*outline, parts[1]);
      if (known && !ignored_.may_match(stem + ".rs") && !root_of(path).empty()) {
        return missing(stem + ".rs");
      }
      return Resolution{.origin = Origin::unknown, .paths = {file}};
    }
    return inside(std::move(file), parts, i);
  }

  // `mod x;`, rather than `use self::x`: that names x in module self.
  static bool is_declared_module(const syntax::Outline& outline, std::string_view name) {
    return std::any_of(outline.imports.begin(), outline.imports.end(),
                       [&](const syntax::Import& import) {
                         return import.kind == syntax::ImportKind::plain && import.alias == name &&
                                import.module == "self::" + std::string(name);
                       });
  }

  std::optional<std::string> parent_of(const std::string& file) {
    const std::string root = root_of(file);
    if (file == root) return std::nullopt;
    std::string folder(folder_of(file));
    if (name_of(file) == "mod.rs") folder = std::string(folder_of(folder));
    if (!root.empty() && folder == folder_of(root)) return root;
    if (tree_.has(folder + "/mod.rs")) return folder + "/mod.rs";
    if (tree_.has(folder + ".rs")) return folder + ".rs";
    return std::nullopt;
  }

  Resolution external(std::string_view path, const std::vector<std::string>& parts) {
    const std::string& name = parts.front();
    const Crate* crate = crate_of(path);
    // A module, type or import of this file or of the crate's root.
    if (auto own = module_in(std::string(path), name)) return inside(*own, parts, 1);
    if (mentions(path, name)) return {};
    for (const Crate& each : crates_) {
      if (!each.name.empty() && each.name == name && !each.root.empty()) {
        return inside(each.root, parts, 1);
      }
    }
    if (crate == nullptr || !crate->readable) return {};
    if (declared(name)) return of_package(Origin::dependency, name);
    const std::string root = root_of(path);
    if (root.empty()) return {};
    if (auto own = module_in(root, name)) return inside(*own, parts, 1);
    if (mentions(root, name)) return {};
    // `A::b` of an enum, a macro's name, a glob import: only plain lower-case words are crates.
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
    const OutlinePtr outline = tree_.outline(path);
    const bool globs =
        outline == nullptr ||
        std::any_of(outline->imports.begin(), outline->imports.end(),
                    [](const syntax::Import& import) {
                      return std::any_of(import.names.begin(), import.names.end(),
                                         [](const auto& each) { return each.name == "*"; });
                    });
    if (!plain || globs) return {};
    return of_package(Origin::undeclared, name);
  }

  // Any crate of the repository may be the one whose manifest counts: workspaces inherit.
  bool declared(const std::string& name) const {
    return std::any_of(crates_.begin(), crates_.end(), [&](const Crate& crate) {
      return !crate.readable || crate.declared.count(name) > 0;
    });
  }

  // The file binds the name by itself.
  bool mentions(std::string_view path, const std::string& name) const {
    const OutlinePtr outline = tree_.outline(path);
    if (outline == nullptr) return true;
    if (std::find(outline->bindings.begin(), outline->bindings.end(), name) !=
        outline->bindings.end()) {
      return true;
    }
    return std::any_of(outline->imports.begin(), outline->imports.end(),
                       [&](const syntax::Import& import) {
                         if (import.module == name) return false;
                         return import.alias == name ||
                                std::any_of(import.names.begin(), import.names.end(),
                                            [&](const auto& each) { return each.alias == name; });
                       });
  }

  const Tree& tree_;
  Ignored ignored_;
  bool read_ = false;
  std::vector<Crate> crates_;
};

}  // namespace

std::unique_ptr<Resolver> rust_resolver(const Tree& tree) {
  return std::make_unique<RustResolver>(tree);
}

}  // namespace pawl::index
