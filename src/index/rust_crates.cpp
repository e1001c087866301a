#include "index/rust_crates.hpp"

#include <algorithm>

#include "base/json.hpp"
#include "base/text/text.hpp"
#include "syntax/data/data.hpp"

namespace pawl::index {
namespace {

constexpr const char* kCargoDependencyTables[] = {"dependencies", "dev-dependencies",
                                                  "build-dependencies"};
constexpr const char* kCargoTargetTables[] = {"bin", "test", "example", "bench"};
// Under this a name is met in another by chance.
constexpr std::size_t kTellingName = 4;

std::string underscored(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
}

// Packages and their libraries differ in dashes and case: `md-5` is `md5`.
std::string squeezed_name(std::string_view name) {
  std::string out;
  for (const char c : lower(name)) {
    if (c != '-' && c != '_') out.push_back(c);
  }
  return out;
}

void add_dependencies(const Json& table, NameSet& out) {
  for (const char* kind : kCargoDependencyTables) {
    for (const auto& [name, value] : table[kind].members()) out.insert(underscored(name));
  }
}

bool is_in(std::string_view path, std::string_view folder) {
  return folder.empty() ||
         (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/');
}

std::string below(std::string_view folder, std::string_view rest) {
  return folder.empty() ? std::string(rest) : std::string(folder) + "/" + std::string(rest);
}

}  // namespace

std::string rust_module_folder(std::string_view file, bool is_root) {
  const std::string_view name = name_of(file);
  const std::string_view folder = folder_of(file);
  if (is_root || name == "mod.rs" || name == "lib.rs" || name == "main.rs") {
    return std::string(folder);
  }
  return below(folder, name.substr(0, name.rfind('.')));
}

void RustCrates::read() {
  if (read_) return;
  read_ = true;
  for (const std::string& path : tree_.named("Cargo.toml")) read_manifest(path);
}

void RustCrates::read_manifest(const std::string& path) {
  RustPackage package;
  package.folder = folder_of(path);
  const Result<Json> parsed = syntax::parse_toml(tree_.text(path).value_or(""));
  package.readable = parsed.ok();
  if (parsed) {
    const Json& root = *parsed;
    package.name =
        underscored(root["lib"]["name"].string_or(root["package"]["name"].string_or("")));
    const Json& edition = root["package"]["edition"];
    package.paths_from_root = !edition.is_object() && edition.string_or("2015") == "2015";
    add_dependencies(root, package.declared);
    for (const auto& [name, target] : root["target"].members()) {
      add_dependencies(target, package.declared);
    }
    const auto add_target = [&](const Json& target) {
      if (!target["path"].is_string()) return;
      auto file = joined_path(package.folder, target["path"].text());
      if (file) package.targets.push_back(std::move(*file));
    };
    add_target(root["lib"]);
    if (!package.targets.empty()) package.root = package.targets.front();
    for (const char* kind : kCargoTargetTables) {
      for (const Json& target : root[kind].items()) add_target(target);
    }
    if (root["package"]["build"].is_string()) {
      auto file = joined_path(package.folder, root["package"]["build"].text());
      if (file) package.targets.push_back(std::move(*file));
    }
  }
  for (const char* file : {"src/lib.rs", "src/main.rs"}) {
    const std::string root = below(package.folder, file);
    if (package.root.empty() && tree_.has(root)) package.root = root;
  }
  packages_.push_back(std::move(package));
}

const RustPackage* RustCrates::package_of(std::string_view path) {
  read();
  const RustPackage* best = nullptr;
  for (const RustPackage& each : packages_) {
    if (!is_in(path, each.folder)) continue;
    if (best == nullptr || each.folder.size() > best->folder.size()) best = &each;
  }
  return best;
}

const RustPackage* RustCrates::named(std::string_view name) {
  read();
  for (const RustPackage& each : packages_) {
    if (!each.name.empty() && each.name == name && !each.root.empty()) return &each;
  }
  return nullptr;
}

bool RustCrates::declares(const RustPackage& package, std::string_view name) const {
  if (!package.readable || package.declared.count(std::string(name)) > 0) return true;
  const std::string wanted = squeezed_name(name);
  return std::any_of(
      package.declared.begin(), package.declared.end(), [&](const std::string& each) {
        const std::string own = squeezed_name(each);
        return own == wanted || (wanted.size() >= kTellingName && contains(own, wanted));
      });
}

const std::vector<std::string>& RustCrates::roots_of(std::string_view path) {
  const auto known = roots_.find(path);
  if (known != roots_.end()) return known->second;
  return roots_.emplace(path, find_roots(path)).first->second;
}

// `tests/common/mod.rs` is a module of the tests beside its folder that say `mod common;`.
std::vector<std::string> RustCrates::declaring_roots(const std::string& folder,
                                                     const std::string& module) const {
  std::vector<std::string> out;
  for (const std::string& file : tree_.files_in(folder)) {
    if (!file.ends_with(".rs")) continue;
    if (contains(tree_.text(file).value_or(""), "mod " + module + ";")) out.push_back(file);
  }
  return out;
}

std::vector<std::string> RustCrates::find_roots(std::string_view path) {
  const RustPackage* package = package_of(path);
  if (package == nullptr) return {};
  const std::string own(path);
  if (own == package->root || among(package->targets, path)) return {own};
  const std::string_view rest =
      path.substr(package->folder.empty() ? 0 : package->folder.size() + 1);
  // Programs, tests, examples and benches are crates of their own.
  for (const std::string_view folder : {"src/bin/", "tests/", "examples/", "benches/"}) {
    if (!rest.starts_with(folder)) continue;
    const std::string_view inner = rest.substr(folder.size());
    const auto slash = inner.find('/');
    // One of them may be a module of another all the same.
    if (slash == std::string_view::npos) {
      std::vector<std::string> roots = source_roots(*package, rest);
      roots.push_back(own);
      return roots;
    }
    const std::string main = below(
        package->folder, std::string(folder) + std::string(inner.substr(0, slash)) + "/main.rs");
    if (tree_.has(main)) return {main};
    return declaring_roots(below(package->folder, std::string(folder.substr(0, folder.size() - 1))),
                           std::string(inner.substr(0, slash)));
  }
  if (rest == "build.rs" || rest == "src/main.rs" || rest == "src/lib.rs") return {own};
  return source_roots(*package, rest);
}

// Of the library and the programs beside it those that declare the module the file is part of.
std::vector<std::string> RustCrates::source_roots(const RustPackage& package,
                                                  std::string_view rest) const {
  std::vector<std::string> candidates = package.targets;
  candidates.push_back(package.root);
  const std::string path = below(package.folder, rest);
  for (const std::string& main :
       {below(package.folder, "src/main.rs"), below(folder_of(path), "main.rs"),
        below(folder_of(path), "lib.rs")}) {
    if (main != path) candidates.push_back(main);
  }
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  std::vector<std::string> out;
  for (const std::string& root : candidates) {
    const std::string_view folder = folder_of(root);
    if (!tree_.has(root) || !is_in(path, folder)) continue;
    const std::string_view inner =
        std::string_view(path).substr(folder.empty() ? 0 : folder.size() + 1);
    const std::string_view top = inner.substr(0, inner.find_first_of("/."));
    if (declares_module(root, top)) out.push_back(root);
  }
  return out;
}

bool RustCrates::declares_module(const std::string& root, std::string_view name) const {
  const OutlinePtr outline = tree_.outline(root);
  if (outline == nullptr) return false;
  return std::any_of(outline->imports.begin(), outline->imports.end(),
                     [&](const syntax::Import& import) {
                       return import.declares && import.scope.empty() && import.alias == name;
                     });
}

}  // namespace pawl::index
