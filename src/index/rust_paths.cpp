#include "index/rust_paths.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::index {
namespace {

using Kind = RustFound::Kind;

// Macros that make nothing but what is written between their brackets.
constexpr auto kPlainMacros =
    fixed_words("thread_local", "lazy_static", "assert", "const_assert", "static_assert",
                "compile_error", "const_assert_eq", "assert_impl_all", "assert_eq_size",
                "assert_not_impl_any", "bitflags", "static_assertions", "criterion_group",
                "criterion_main", "once_cell", "doc_comment", "proptest", "quickcheck",
                "include_str", "include_bytes", "concat", "env", "stringify", "cfg_if");

bool is_declaration(const syntax::Import& import, const RustModule& at, std::string_view name) {
  return import.declares && import.scope == at.inner && import.alias == name;
}

// `#[path = "…"] mod name;`, a module whose file is a symlink: it is there, wherever.
bool declares_module(const syntax::Outline& outline, const RustModule& at, std::string_view name) {
  return std::any_of(outline.imports.begin(), outline.imports.end(),
                     [&](const syntax::Import& each) { return is_declaration(each, at, name); });
}

bool binds_own_path(const syntax::Outline& outline, const RustModule& at, std::string_view name) {
  const std::string inside = std::string(name) + "::";
  return std::any_of(
      outline.imports.begin(), outline.imports.end(), [&](const syntax::Import& each) {
        const bool own = each.module == name || each.module.starts_with(inside);
        return own && !each.declares && each.scope == at.inner &&
               std::any_of(each.names.begin(), each.names.end(),
                           [&](const syntax::ImportedName& one) { return one.alias == name; });
      });
}

// `use shop::store;`: whatever the name is, it does not stand for a crate.
bool binds_by_use(const syntax::Outline& outline, const RustModule& at, std::string_view name) {
  return std::any_of(
      outline.imports.begin(), outline.imports.end(), [&](const syntax::Import& each) {
        if (each.declares || each.scope != at.inner) return false;
        return each.alias == name ||
               std::any_of(each.names.begin(), each.names.end(),
                           [&](const syntax::ImportedName& one) { return one.alias == name; });
      });
}

// Its own or in a module in braces: no function and no type stands around it.
bool stands_in_module(const syntax::Outline& outline, const syntax::Reference& reference) {
  if (reference.enclosing < 0) return true;
  return outline.symbols[static_cast<std::size_t>(reference.enclosing)].definition.kind == "module";
}

// Something among the items of the file is given that name: a macro, most likely.
bool is_word_among_items(const syntax::Outline& outline, std::string_view name) {
  return std::any_of(
      outline.references.begin(), outline.references.end(), [&](const syntax::Reference& each) {
        return each.name == name && each.receiver.empty() &&
               each.kind != syntax::ReferenceKind::type && stands_in_module(outline, each);
      });
}

bool holds_word(std::string_view text, std::string_view word) {
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_word(text[at - 1]);
    if (begins && (end >= text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

int rank(Kind kind) {
  switch (kind) {
    case Kind::module: return 4;
    case Kind::item: return 3;
    case Kind::unknown: return 2;
    case Kind::external: return 1;
    case Kind::absent: return 0;
  }
  return 0;
}

}  // namespace

std::vector<std::string> rust_parts(std::string_view path) {
  std::vector<std::string> parts;
  for (const std::string_view part : split(path, ':')) {
    if (part.empty()) continue;
    parts.emplace_back(part.starts_with("r#") ? part.substr(2) : part);
  }
  return parts;
}

std::string RustPaths::qualified(const RustModule& at, std::string_view name) const {
  return at.inner.empty() ? std::string(name) : at.inner + "::" + std::string(name);
}

RustFound RustPaths::follow(const RustModule& from, const std::vector<std::string>& parts) {
  const std::vector<std::string> roots = crates_.roots_of(from.file);
  if (roots.empty()) {
    Walk walk_without;
    const RustFound found = walk(walk_without, from, parts);
    return found.kind == Kind::absent ? RustFound{.at = found.at} : found;
  }
  std::optional<RustFound> best;
  for (const std::string& root : roots) {
    Walk one{.root = root, .known = {}};
    RustFound found = walk(one, from, parts);
    if (!best || rank(found.kind) > rank(best->kind)) best = std::move(found);
  }
  return *best;
}

std::string RustPaths::file_of(const RustModule& at, std::string_view name, bool is_root) const {
  std::string stem = rust_module_folder(at.file, is_root);
  for (const std::string& part : rust_parts(at.inner)) stem += (stem.empty() ? "" : "/") + part;
  stem += (stem.empty() ? "" : "/") + std::string(name);
  for (const char* ending : {".rs", "/mod.rs"}) {
    if (tree_.has(stem + ending)) return stem + ending;
  }
  return {};
}

std::vector<std::string> RustPaths::names_in(const RustModule& at) const {
  std::vector<std::string> out;
  const OutlinePtr outline = tree_.outline(at.file);
  if (outline == nullptr) return out;
  for (const syntax::Symbol& symbol : outline->symbols) {
    if (symbol.definition.qualified == qualified(at, symbol.definition.name)) {
      out.push_back(symbol.definition.name);
    }
  }
  for (const syntax::Import& import : outline->imports) {
    if (import.scope != at.inner) continue;
    if (!import.alias.empty()) out.push_back(import.alias);
    for (const syntax::ImportedName& name : import.names) {
      if (name.name != "*") out.push_back(name.alias);
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// One up; false when there is nothing above, or nobody knows what.
bool RustPaths::parent_of(const Walk& walk, RustModule& at) const {
  if (!at.inner.empty()) {
    const auto colons = at.inner.rfind("::");
    at.inner = colons == std::string::npos ? std::string() : at.inner.substr(0, colons);
    return true;
  }
  if (at.file == walk.root) return false;
  std::string folder(folder_of(at.file));
  if (name_of(at.file) == "mod.rs") folder = std::string(folder_of(folder));
  if (!walk.root.empty() && folder == folder_of(walk.root)) {
    at.file = walk.root;
    return true;
  }
  for (const char* ending : {"/mod.rs", ".rs"}) {
    if (!tree_.has(folder + ending)) continue;
    at.file = folder + ending;
    return true;
  }
  return false;
}

// What the module keeps to itself, those inside of it see too.
bool RustPaths::is_inside(const RustModule& viewer, const RustModule& at, const Walk& walk) const {
  if (viewer.file == at.file) {
    return at.inner.empty() || viewer.inner == at.inner ||
           viewer.inner.starts_with(at.inner + "::");
  }
  if (at.file == walk.root) return true;
  const std::string folder = rust_module_folder(at.file, false);
  return viewer.file.starts_with(folder + "/");
}

// What `crate` means in a file, which a path may have led to from another crate.
std::string RustPaths::root_at(const Walk& walk, const std::string& file) const {
  const std::vector<std::string>& roots = crates_.roots_of(file);
  if (walk.root.empty() || roots.empty() || among(roots, walk.root)) return walk.root;
  return roots.size() == 1 ? roots.front() : std::string();
}

RustFound RustPaths::walk(Walk& walk, const RustModule& from,
                          const std::vector<std::string>& parts) {
  if (parts.empty()) return {};
  RustModule at = from;
  std::size_t i = 0;
  if (parts[0] == "crate" || parts[0] == "$crate") {
    const std::string root = root_at(walk, from.file);
    if (root.empty()) return {};
    at = {root, ""};
    i = 1;
  } else if (parts[0] == "self" || parts[0] == "super") {
    for (; i < parts.size() && (parts[i] == "self" || parts[i] == "super"); ++i) {
      if (parts[i] == "super" && !parent_of(walk, at)) return {};
    }
  } else {
    const RustFound first = first_of(walk, from, parts[0]);
    if (first.kind != Kind::module) return first;
    at = first.at;
    i = 1;
  }
  for (; i < parts.size(); ++i) {
    if (parts[i] == "super" || parts[i] == "self") return {.at = at};
    RustFound next = look(walk, at, parts[i], from);
    if (next.kind == Kind::module) {
      at = std::move(next.at);
      continue;
    }
    if (next.kind == Kind::item && i + 2 == parts.size() &&
        !has_variant(next.at, next.name.empty() ? parts[i] : next.name, parts[i + 1])) {
      return {.kind = Kind::absent, .at = next.at, .name = parts[i + 1]};
    }
    return next;
  }
  return {.kind = Kind::module, .at = at};
}

// The first part of a path that begins with neither `crate` nor `self`.
RustFound RustPaths::first_of(Walk& walk, const RustModule& from, const std::string& name) {
  // `use shop::{shop, Shelf};`: what it brings does not lead to itself.
  const OutlinePtr here = tree_.outline(from.file);
  if (here != nullptr && binds_own_path(*here, from, name)) {
    if (const RustPackage* package = crates_.named(name); package != nullptr) {
      return {.kind = Kind::module, .at = {package->root, ""}};
    }
  }
  RustFound own = look(walk, from, name, from);
  if (own.kind == Kind::module || own.kind == Kind::item) return own;
  const RustPackage* around = crates_.package_of(from.file);
  // A package may depend on another one of its own name, which it stands for.
  const bool namesake =
      around != nullptr && around->name == name && around->declared.count(name) > 0;
  if (const RustPackage* package = crates_.named(name); package != nullptr && !namesake) {
    return {.kind = Kind::module, .at = {package->root, ""}};
  }
  // Before the edition of 2018 paths begin at the root of the crate. Since then a module of the
  // crate has to be asked for by `crate::`, and a dependency of its name is what a bare path means.
  const bool outside =
      around != nullptr && !around->paths_from_root && crates_.declares(*around, name);
  const bool from_root = around != nullptr && around->paths_from_root;
  if (!walk.root.empty() && (own.kind == Kind::absent || from_root) && !outside) {
    RustFound top = look(walk, {walk.root, ""}, name, from);
    if (top.kind != Kind::absent) return top;
  }
  // Macros and globs of other crates may bring anything, but modules are seldom among it.
  const OutlinePtr outline = tree_.outline(from.file);
  const bool open = outline == nullptr || is_word_among_items(*outline, name) ||
                    declares_module(*outline, from, name) || binds_by_use(*outline, from, name);
  if (own.kind == Kind::unknown && open) return own;
  return {.kind = Kind::external, .at = from, .name = name};
}

RustFound RustPaths::look(Walk& walk, const RustModule& at, const std::string& name,
                          const RustModule& viewer) {
  std::string key = at.file + '\n' + at.inner + '\n' + name;
  const auto known = walk.known.find(key);
  if (known != walk.known.end()) return known->second;
  // Who comes back here on the way finds nothing more by that.
  walk.known.emplace(key, RustFound{.kind = Kind::absent, .at = at, .name = name});
  RustFound found = look_fresh(walk, at, name, viewer);
  walk.known[std::move(key)] = found;
  return found;
}

RustFound RustPaths::look_fresh(Walk& walk, const RustModule& at, const std::string& name,
                                const RustModule& viewer) {
  const OutlinePtr outline = tree_.outline(at.file);
  if (outline == nullptr || outline->has_errors || outline->open_names) return {.at = at};
  for (const syntax::Import& import : outline->imports) {
    if (!is_declaration(import, at, name)) continue;
    std::string file = import.kind == syntax::ImportKind::dynamic
                           ? std::string()
                           : file_of(at, name, at.file == walk.root);
    if (file.empty()) return {.at = at};
    return {.kind = Kind::module, .at = {std::move(file), ""}};
  }
  const std::string whole = qualified(at, name);
  for (const syntax::Symbol& symbol : outline->symbols) {
    if (symbol.definition.qualified != whole) continue;
    if (symbol.definition.kind == "module") return {.kind = Kind::module, .at = {at.file, whole}};
    return {.kind = Kind::item, .at = at};
  }
  for (const syntax::Import& import : outline->imports) {
    if (import.scope != at.inner) continue;
    if (!import.reexport && !is_inside(viewer, at, walk)) continue;
    std::vector<std::string> parts = rust_parts(import.module);
    bool names_it = import.alias == name;
    for (const syntax::ImportedName& each : import.names) {
      if (names_it || each.name == "*" || each.alias != name) continue;
      names_it = true;
      parts.push_back(each.name);
    }
    if (!names_it) continue;
    // `use name;` and `extern crate name;` mean what is outside.
    if (parts.size() == 1 && parts[0] == name) {
      const RustPackage* package = crates_.named(name);
      if (package == nullptr) return {.at = at};
      return {.kind = Kind::module, .at = {package->root, ""}};
    }
    RustFound found = this->walk(walk, at, parts);
    if (found.kind == Kind::module) return found;
    if (found.kind == Kind::absent) continue;         // it names itself, or is at fault
    if (found.kind != Kind::item) return {.at = at};  // whatever that is, it has the name
    found.name = parts.back();
    return found;
  }
  RustFound found = look_in_globs(walk, *outline, at, name, viewer);
  if (found.kind != Kind::absent) return found;
  if (is_word_among_items(*outline, name) || may_be_made(*outline, name)) return {.at = at};
  if (at.inner.empty() && among(crates_.roots_of(at.file), at.file)) {
    return exported_macro(at, name);
  }
  return found;
}

RustFound RustPaths::look_in_globs(Walk& walk, const syntax::Outline& outline, const RustModule& at,
                                   const std::string& name, const RustModule& viewer) {
  RustFound out{.kind = Kind::absent, .at = at, .name = name};
  for (const syntax::Import& import : outline.imports) {
    const bool glob =
        import.scope == at.inner && !import.names.empty() && import.names.front().name == "*";
    if (!glob || (!import.reexport && !is_inside(viewer, at, walk))) continue;
    const RustFound target = this->walk(walk, at, rust_parts(import.module));
    if (target.kind == Kind::module) {
      RustFound found = look(walk, target.at, name, at);
      if (found.kind == Kind::module || found.kind == Kind::item) return found;
      if (found.kind != Kind::absent) out = {.at = at};
    } else if (target.kind == Kind::item) {
      const std::vector<std::string> parts = rust_parts(import.module);
      if (has_variant(target.at, target.name.empty() ? parts.back() : target.name, name)) {
        return {.kind = Kind::item, .at = target.at};
      }
    } else if (target.kind != Kind::absent) {
      out = {.at = at};
    }
  }
  return out;
}

// A macro that is called among the items of the file may make that name. One of the repository's
// makes what it is called with, and what its own text says.
bool RustPaths::may_be_made(const syntax::Outline& outline, const std::string& name) const {
  for (const syntax::Reference& each : outline.references) {
    const bool call =
        each.kind == syntax::ReferenceKind::call || each.kind == syntax::ReferenceKind::method_call;
    if (!call || !stands_in_module(outline, each) || among(kPlainMacros, each.name)) continue;
    if (!is_own_macro(each.name, name)) return true;
  }
  return false;
}

// Defined in the repository, with a text that neither says the name nor puts names together.
bool RustPaths::is_own_macro(const std::string& macro, const std::string& name) const {
  bool defined = false;
  for (const std::string& path : tree_.with_key(definition_key(macro))) {
    const OutlinePtr outline = tree_.outline(path);
    if (outline == nullptr) continue;
    for (const syntax::Symbol& symbol : outline->symbols) {
      if (symbol.definition.kind != "macro" || symbol.definition.name != macro) continue;
      const syntax::Definition& is = symbol.definition;
      const std::string whole = tree_.text(path).value_or(name);
      if (is.begin > is.end || is.end > whole.size()) return false;
      const std::string_view text = std::string_view(whole).substr(is.begin, is.end - is.begin);
      if (contains(text, name) || contains(text, "paste") || contains(text, "concat_idents")) {
        return false;
      }
      defined = true;
    }
  }
  return defined;
}

// A macro with `#[macro_export]` stands at the root of its crate, wherever it is written.
RustFound RustPaths::exported_macro(const RustModule& at, const std::string& name) const {
  for (const std::string& path : tree_.with_key(definition_key(name))) {
    const OutlinePtr outline = tree_.outline(path);
    if (outline == nullptr) continue;
    for (const syntax::Symbol& symbol : outline->symbols) {
      if (symbol.definition.kind == "macro" && symbol.definition.name == name) {
        return {.kind = Kind::item, .at = {path, ""}};
      }
    }
  }
  return {.kind = Kind::absent, .at = at, .name = name};
}

// Names below an item are the variants of an enum; what is no enum, or comes from elsewhere, may
// have any.
bool RustPaths::has_variant(const RustModule& at, const std::string& type,
                            const std::string& name) const {
  const OutlinePtr outline = tree_.outline(at.file);
  if (outline == nullptr) return true;
  const std::string whole = qualified(at, type);
  for (const syntax::Symbol& symbol : outline->symbols) {
    const syntax::Definition& definition = symbol.definition;
    if (definition.qualified != whole || definition.kind != "enum") continue;
    const auto text = tree_.text(at.file);
    if (!text || definition.end > text->size() || definition.begin > definition.end) return true;
    return holds_word(
        std::string_view(*text).substr(definition.begin, definition.end - definition.begin), name);
  }
  return true;
}

}  // namespace pawl::index
