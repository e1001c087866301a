// Rust: crate::, self::, super::, module files, workspace members, dependencies.
#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "index/rust_paths.hpp"

namespace pawl::index {
namespace {

constexpr auto kStandard = fixed_words("std", "core", "alloc", "proc_macro", "test");

using Kind = RustFound::Kind;

// Types and variants begin with a capital.
bool may_name_crate(std::string_view name) { return name.front() < 'A' || name.front() > 'Z'; }

class RustResolver final : public Resolver {
 public:
  explicit RustResolver(const Tree& tree)
      : tree_(tree), crates_(tree), paths_(tree, crates_), ignored_(tree) {}

  Resolution resolve(std::string_view path, const syntax::Import& import) override {
    const std::vector<std::string> parts = rust_parts(import.module);
    if (parts.empty()) return {};
    if (import.declares) return declared_module(path, import);
    if (is_standard(parts.front())) return of_package(Origin::standard, parts.front());
    if (names_crate(import)) {
      return crates_.named(parts.front()) != nullptr ? Resolution{} : external(path, parts.front());
    }
    const RustFound found = follow(path, import, parts);
    switch (found.kind) {
      case Kind::module:
        if (found.at.inner.empty()) return at_file(found.at.file);
        return {.origin = Origin::unknown, .paths = {found.at.file}};
      case Kind::item:
      case Kind::unknown: return {.origin = Origin::unknown, .paths = {found.at.file}};
      case Kind::absent: return absent(found);
      case Kind::external: return external(path, parts.front());
    }
    return {};
  }

  // `use crate::a::b`: b may be a module, too.
  Resolution resolve_name(std::string_view path, const syntax::Import& import,
                          std::string_view name) override {
    std::vector<std::string> parts = rust_parts(import.module);
    if (parts.empty() || import.declares || is_standard(parts.front())) return {};
    if (names_crate(import)) return {};
    parts.emplace_back(name);
    const RustFound found = follow(path, import, parts);
    if (found.kind != Kind::module || !found.at.inner.empty()) return {};
    return at_file(found.at.file);
  }

  Offer offer(std::string_view path, const syntax::Import& import, std::string_view name) override {
    std::vector<std::string> parts = rust_parts(import.module);
    if (parts.empty() || import.declares || is_standard(parts.front())) return {};
    if (names_crate(import)) return {};
    const RustFound holder = follow(path, import, parts);
    if (holder.kind != Kind::module && holder.kind != Kind::item) return {};
    // In an expression a type has functions beside its variants.
    if (holder.kind == Kind::item && import.kind == syntax::ImportKind::dynamic) return {};
    parts.emplace_back(name.starts_with("r#") ? name.substr(2) : name);
    const RustFound found = follow(path, import, parts);
    if (found.kind == Kind::module || found.kind == Kind::item) return {.is = Offer::Is::there};
    if (found.kind != Kind::absent || found.name != parts.back()) return {};
    return {.is = Offer::Is::absent, .holder = found.at.file, .names = paths_.names_in(found.at)};
  }

 private:
  // `use ::name::…`: the crate, and no module of the file that has its name.
  static bool names_crate(const syntax::Import& import) { return import.module.starts_with("::"); }

  static bool is_standard(std::string_view name) { return among(kStandard, name); }

  RustFound follow(std::string_view path, const syntax::Import& import,
                   const std::vector<std::string>& parts) {
    return paths_.follow({std::string(path), import.scope}, parts);
  }

  // `mod x;`
  Resolution declared_module(std::string_view path, const syntax::Import& import) {
    if (import.kind == syntax::ImportKind::dynamic) return {};
    const std::vector<std::string>& roots = crates_.roots_of(path);
    const RustModule at{std::string(path), import.scope};
    const bool is_root = among(roots, path);
    if (std::string file = paths_.file_of(at, import.alias, is_root); !file.empty()) {
      return at_file(std::move(file));
    }
    if (roots.empty() && name_of(path) != "mod.rs" && !is_in_sources(path)) return {};
    std::string stem = rust_module_folder(path, is_root);
    for (const std::string& part : rust_parts(import.scope))
      stem += (stem.empty() ? "" : "/") + part;
    stem += (stem.empty() ? "" : "/") + import.alias;
    if (ignored_.may_match(stem + ".rs") || is_included(path)) return {};
    return missing(stem + ".rs");
  }

  // `include!("parts.rs");` of a file beside it: what it declares is looked for from there.
  bool is_included(std::string_view path) {
    const std::string call = "include!(\"" + std::string(name_of(path)) + "\"";
    const std::vector<std::string> files = tree_.files_in(folder_of(path));
    return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
      return file.ends_with(".rs") && contains(tree_.text(file).value_or(""), call);
    });
  }

  // Below src/ a file that is no root is a module, whoever declares it.
  bool is_in_sources(std::string_view path) {
    const RustPackage* package = crates_.package_of(path);
    if (package == nullptr) return false;
    return path.starts_with(package->folder.empty() ? "src/" : package->folder + "/src/");
  }

  Resolution absent(const RustFound& found) {
    std::string stem =
        rust_module_folder(found.at.file, among(crates_.roots_of(found.at.file), found.at.file));
    for (const std::string& part : rust_parts(found.at.inner)) {
      stem += (stem.empty() ? "" : "/") + part;
    }
    stem += (stem.empty() ? "" : "/") + found.name + ".rs";
    if (ignored_.may_match(stem)) return {};
    // A file is a module only where another one declares it.
    if (tree_.has(stem)) return missing("mod " + found.name + " in " + found.at.file);
    return missing(std::move(stem));
  }

  Resolution external(std::string_view path, const std::string& name) {
    const RustPackage* package = crates_.package_of(path);
    if (package == nullptr || !package->readable) return {};
    if (crates_.declares(*package, name)) return of_package(Origin::dependency, name);
    if (package->name.empty() || crates_.roots_of(path).empty() || !may_name_crate(name)) return {};
    return of_package(Origin::undeclared, name);
  }

  const Tree& tree_;
  RustCrates crates_;
  RustPaths paths_;
  Ignored ignored_;
};

}  // namespace

std::unique_ptr<Resolver> rust_resolver(const Tree& tree) {
  return std::make_unique<RustResolver>(tree);
}

}  // namespace pawl::index
