#include "guards/code/library_api.hpp"

#include <algorithm>
#include <optional>

#include "base/json.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using index::name_of;

std::string joined_or_empty(std::string_view folder, std::string_view rest) {
  return index::joined_path(folder, rest).value_or(std::string());
}

bool has_part(std::string_view path, std::string_view part) {
  const auto parts = split(path, '/');
  return std::find(parts.begin(), parts.end(), part) != parts.end();
}

bool is_header(std::string_view path) {
  static constexpr auto kEndings = fixed_words(".h", ".hh", ".hpp", ".hxx", ".inl", ".ipp");
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return path.ends_with(ending); });
}

// All paths below `value`, whatever conditions lead to them.
void add_targets(const Json& value, std::vector<std::string>& out) {
  if (value.is_string()) out.emplace_back(value.text());
  for (const Json& item : value.items()) add_targets(item, out);
  for (const auto& [key, item] : value.members()) add_targets(item, out);
}

std::vector<std::string> targets_of(const Json& manifest) {
  std::vector<std::string> out;
  for (const std::string_view key :
       {"main", "module", "exports", "types", "typings", "browser", "source"}) {
    add_targets(manifest[key], out);
  }
  return out;
}

// `dist/esm/index.d.ts` → `dist/esm/index`.
std::string_view without_ending(std::string_view path) {
  for (const std::string_view ending : {".d.ts", ".d.mts", ".d.cts", ".js", ".mjs", ".cjs", ".jsx",
                                        ".ts", ".mts", ".cts", ".tsx"}) {
    if (path.ends_with(ending)) return path.substr(0, path.size() - ending.size());
  }
  return path;
}

// The source file that stands at the path, whatever its ending.
std::optional<std::string> source_at(const index::Tree& tree, const std::string& stem) {
  for (const std::string_view ending : {".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs",
                                        ".cjs", "/index.ts", "/index.tsx", "/index.js"}) {
    std::string path = stem + std::string(ending);
    if (tree.has(path)) return path;
  }
  return std::nullopt;
}

// What a manifest names is often built: the source it is built from.
std::optional<std::string> entry_of(const index::Tree& tree, const std::string& folder,
                                    std::string_view target) {
  const std::string path = joined_or_empty(folder, target);
  if (path.empty()) return std::nullopt;
  if (tree.has(path)) return path;
  std::string_view rest = without_ending(path);
  rest.remove_prefix(std::min(rest.size(), folder.empty() ? 0 : folder.size() + 1));
  if (auto found = source_at(tree, joined_or_empty(folder, rest))) return found;
  for (int depth = 0; depth < 2; ++depth) {
    const auto slash = rest.find('/');
    if (slash == std::string_view::npos) break;
    rest = rest.substr(slash + 1);
    for (const std::string_view root : {"src", "lib", "source", ""}) {
      if (auto found = source_at(
              tree, joined_or_empty(folder, std::string(root) + "/" + std::string(rest)))) {
        return found;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

bool LibraryApi::offers(const std::string& path, const syntax::Outline& outline,
                        const syntax::Symbol& symbol) {
  const std::string& qualified = symbol.definition.qualified;
  const std::string top = qualified.substr(0, qualified.find_first_of(".:"));
  switch (index::family_of(path)) {
    case Family::python: return python(path, outline, top);
    case Family::script: return script(path, top);
    case Family::go: return go(path, outline);
    case Family::rust: return rust(path);
    case Family::c: return c(path, symbol.definition.name);
    case Family::java: return java();
    case Family::ruby: return ruby(path);
    case Family::bash:
    case Family::other: return false;
  }
  return false;
}

// `from .module import *` in another file, or `pub use module::*`.
bool LibraryApi::is_imported_whole(const std::string& path) const {
  for (const index::Site& site : graph_.importers_of(path)) {
    const index::OutlinePtr importer = graph_.outline(site.path);
    if (importer == nullptr) continue;
    for (const syntax::Import& import : importer->imports) {
      if (import.line != site.line) continue;
      for (const syntax::ImportedName& name : import.names) {
        if (name.name == "*") return true;
      }
    }
  }
  return false;
}

bool LibraryApi::python(const std::string& path, const syntax::Outline& outline,
                        const std::string& top) {
  const std::string_view file = name_of(path);
  if (file == "__init__.py" || file == "__main__.py" || file.ends_with(".pyi")) return true;
  if (outline.all &&
      std::find(outline.all->begin(), outline.all->end(), top) != outline.all->end()) {
    return true;
  }
  return is_imported_whole(path);
}

// The nearest folder above the path that has such a file.
std::string LibraryApi::folder_with(std::string_view path, std::string_view file,
                                    bool& found) const {
  std::string_view folder = folder_of(path);
  while (true) {
    found = graph_.tree().has(joined_or_empty(folder, file));
    if (found || folder.empty()) return std::string(folder);
    folder = folder_of(folder);
  }
}

bool LibraryApi::script(const std::string& path, const std::string& top) {
  bool found = false;
  const std::string folder = folder_with(path, "package.json", found);
  if (!found) return false;
  const Npm& npm = npm_of(folder);
  return npm.all || npm.files.contains(path) || npm.names.contains({path, top});
}

const LibraryApi::Npm& LibraryApi::npm_of(const std::string& folder) {
  const auto [at, is_new] = npm_.try_emplace(folder);
  Npm& npm = at->second;
  if (!is_new) return npm;
  const auto text = graph_.tree().text(joined_or_empty(folder, "package.json"));
  const Result<Json> manifest = Json::parse(text.value_or(std::string()));
  if (!manifest) {
    npm.all = true;
    return npm;
  }
  std::vector<std::string> targets = targets_of(*manifest);
  if (targets.empty() && !(*manifest)["private"].bool_or(false)) targets.emplace_back("index.js");
  bool none = true;
  for (const std::string& target : targets) {
    if (contains(target, "*")) npm.all = true;
    const auto entry = entry_of(graph_.tree(), folder, target);
    if (!entry) continue;
    none = false;
    add_entry(*entry, npm);
  }
  if (targets.empty() || !none) return npm;
  for (const std::string_view stem : {"index", "src/index", "lib/index", "src/main"}) {
    if (const auto entry = source_at(graph_.tree(), joined_or_empty(folder, stem))) {
      add_entry(*entry, npm);
    }
  }
  return npm;
}

void LibraryApi::add_entry(const std::string& entry, Npm& npm) const {
  if (!npm.files.insert(entry).second) return;
  for (const std::string& name : graph_.exports_of(entry).names) {
    const auto origin = graph_.origin_of(entry, name);
    if (!origin) continue;
    npm.names.emplace(origin->path, origin->qualified.substr(0, origin->qualified.find('.')));
  }
  const index::OutlinePtr outline = graph_.outline(entry);
  if (outline == nullptr) return;
  for (const syntax::Import& import : outline->imports) {
    // `export * as ns from`, and a CommonJS entry that hands on what it requires.
    const bool whole = import.reexport && std::any_of(import.names.begin(), import.names.end(),
                                                      [](const syntax::ImportedName& name) {
                                                        return name.name == "*";
                                                      });
    if (!whole && !outline->open_names) continue;
    const index::Resolution resolved = graph_.resolve(entry, import);
    for (const std::string& path : resolved.paths) npm.files.insert(path);
  }
}

bool LibraryApi::go(const std::string& path, const syntax::Outline& outline) const {
  return outline.package != "main" && !has_part(folder_of(path), "internal");
}

bool LibraryApi::rust(const std::string& path) const {
  bool found = false;
  const std::string crate = folder_with(path, "Cargo.toml", found);
  if (!found) return false;
  const std::string root = joined_or_empty(crate, "src/lib.rs");
  const std::string source = joined_or_empty(crate, "src");
  if (!graph_.tree().has(root) || !path.starts_with(source + "/")) return false;
  if (path == root || is_imported_whole(path)) return true;
  std::string_view inner = std::string_view(path).substr(source.size() + 1);
  inner.remove_suffix(std::min<std::size_t>(inner.size(), 3));
  if (inner.ends_with("/mod")) inner.remove_suffix(4);
  if (inner == "main" || inner.starts_with("bin/")) return false;
  // Every module on the way must be public.
  std::string file = root;
  std::string folder = source;
  for (const std::string_view module : split(inner, '/')) {
    const auto text = graph_.tree().text(file);
    if (!text || !contains(*text, "pub mod " + std::string(module))) return false;
    folder = joined_or_empty(folder, module);
    file = graph_.tree().has(folder + ".rs") ? folder + ".rs" : folder + "/mod.rs";
  }
  return true;
}

bool LibraryApi::c(const std::string& path, const std::string& name) const {
  if (is_header(path)) return true;
  for (const index::Place& place : graph_.definers_of(name)) {
    if (is_header(place.path)) return true;
  }
  const auto text = graph_.tree().text(path);
  // A macro may be there for the headers that are included after it.
  return !text || contains(*text, "extern \"C\"") || contains(*text, "#define " + name);
}

// Nobody knows whom a library serves; a repository with a main function is an application.
bool LibraryApi::java() const {
  const auto mains = graph_.definers_of("main");
  return std::none_of(mains.begin(), mains.end(), [](const index::Place& place) {
    return index::family_of(place.path) == Family::java;
  });
}

bool LibraryApi::ruby(const std::string& path) const {
  for (std::string_view folder = folder_of(path);; folder = folder_of(folder)) {
    for (const std::string& file : graph_.tree().files_in(folder)) {
      if (file.ends_with(".gemspec")) return true;
    }
    if (folder.empty()) return false;
  }
}

}  // namespace pawl::guards
