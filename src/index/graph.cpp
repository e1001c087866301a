#include <algorithm>
#include <array>
#include <set>

#include "index/counted_tree.hpp"
#include "index/index.hpp"
#include "index/resolver.hpp"
#include "index/standard_names.hpp"
#include "index/uses.hpp"

namespace pawl::index {
namespace {

constexpr int kReexportsMax = 12;
// Answers about so many files are held at a time.
constexpr std::size_t kExportsKept = 256;

std::string enclosing_of(const syntax::Outline& outline, int index) {
  if (index < 0) return {};
  return outline.symbols[static_cast<std::size_t>(index)].definition.qualified;
}

bool is_python_package(std::string_view path) {
  const std::string_view name = name_of(path);
  return name == "__init__.py" || name == "__init__.pyi";
}

// Imports of one folder mean the same, but for Rust, where they depend on the file, and Java, where
// the names decide.
std::string key_of(Family family, std::string_view path, const syntax::Import& import) {
  const bool by_file = family == Family::rust || family == Family::java;
  std::string key(by_file ? path : folder_of(path));
  key += '\n';
  key += static_cast<char>('a' + static_cast<int>(family));
  key += import.system ? '<' : '"';
  key += import.module;
  if (family == Family::rust) {
    key += (import.declares ? "\nmod" : "\n") + import.scope;
    if (import.kind == syntax::ImportKind::dynamic) key += "\npath";
  }
  if (family == Family::java) {
    for (const syntax::ImportedName& name : import.names) key += "\n" + name.name;
  }
  return key;
}

}  // namespace

// One resolver a family, made when first asked for.
class Packages {
 public:
  explicit Packages(const Tree& tree) : tree_(tree) {}

  Resolver* of(Family family) {
    std::unique_ptr<Resolver>& slot = resolvers_[static_cast<std::size_t>(family)];
    if (slot == nullptr) slot = make(family);
    return slot.get();
  }

 private:
  std::unique_ptr<Resolver> make(Family family) const {
    switch (family) {
      case Family::python: return python_resolver(tree_);
      case Family::script: return script_resolver(tree_);
      case Family::go: return go_resolver(tree_);
      case Family::rust: return rust_resolver(tree_);
      case Family::c: return c_resolver(tree_);
      case Family::java: return java_resolver(tree_);
      case Family::ruby: return ruby_resolver(tree_);
      case Family::bash: return shell_resolver(tree_);
      case Family::other: return nullptr;
    }
    return nullptr;
  }

  const Tree& tree_;
  std::array<std::unique_ptr<Resolver>, static_cast<std::size_t>(Family::other) + 1> resolvers_;
};

std::string_view to_string(Confidence confidence) {
  switch (confidence) {
    case Confidence::possible: return "possible";
    case Confidence::likely: return "likely";
    case Confidence::exact: return "exact";
  }
  return "possible";
}

std::string_view to_string(Origin origin) {
  switch (origin) {
    case Origin::file: return "file";
    case Origin::dependency: return "dependency";
    case Origin::standard: return "standard";
    case Origin::missing: return "missing";
    case Origin::undeclared: return "undeclared";
    case Origin::unknown: return "unknown";
  }
  return "unknown";
}

bool Exports::has(std::string_view name) const {
  return std::binary_search(names.begin(), names.end(), name);
}

Graph::Graph(const Tree& tree) : tree_(tree) {}
Graph::~Graph() = default;

Packages& Graph::packages() const {
  if (packages_ == nullptr) packages_ = std::make_unique<Packages>(tree_);
  return *packages_;
}

Family Graph::family_of(std::string_view path) const {
  const Family family = index::family_of(path);
  if (family != Family::other || name_of(path).find('.', 1) != std::string_view::npos)
    return family;
  const OutlinePtr outline = tree_.outline(path);
  if (outline == nullptr || !outline->language) return Family::other;
  return index::family_of(*outline->language);
}

std::vector<syntax::Symbol> Graph::definitions_of(std::string_view path) const {
  const OutlinePtr outline = tree_.outline(path);
  return outline == nullptr ? std::vector<syntax::Symbol>() : outline->symbols;
}

std::vector<syntax::Import> Graph::imports_of(std::string_view path) const {
  const OutlinePtr outline = tree_.outline(path);
  return outline == nullptr ? std::vector<syntax::Import>() : outline->imports;
}

std::vector<Place> Graph::definers_of(std::string_view name) const {
  std::vector<Place> out;
  for (const std::string& path : tree_.with_key(definition_key(name))) {
    const OutlinePtr outline = tree_.outline(path);
    if (outline == nullptr) continue;
    for (const syntax::Symbol& symbol : outline->symbols) {
      if (symbol.definition.name == name) out.push_back({path, symbol.definition.qualified});
    }
  }
  return out;
}

std::vector<std::string> Graph::holders_of(std::string_view member) const {
  std::vector<std::string> out;
  for (std::string& path : tree_.with_key(member_key(member))) {
    const OutlinePtr outline = tree_.outline(path);
    if (outline == nullptr) continue;
    const auto& names = outline->members;
    if (std::binary_search(names.begin(), names.end(), member)) out.push_back(std::move(path));
  }
  return out;
}

Site site_of(std::string_view path, const syntax::Outline& outline,
             const syntax::Reference& reference, Confidence confidence) {
  return {.path = std::string(path),
          .line = reference.line,
          .kind = reference.kind,
          .imports = false,
          .receiver = reference.receiver,
          .enclosing = enclosing_of(outline, reference.enclosing),
          .arguments = reference.arguments,
          .keywords = reference.keywords,
          .confidence = confidence};
}

namespace {

// A variable of a function is nobody's but its own.
bool refers_to(const syntax::Reference& reference, std::string_view name) {
  const bool own_variable = reference.local && reference.receiver.empty();
  return reference.name == name && !own_variable;
}

bool uses_name(const syntax::Outline& outline, std::string_view name) {
  return std::any_of(outline.references.begin(), outline.references.end(),
                     [&](const syntax::Reference& each) { return refers_to(each, name); });
}

bool imports_name(const syntax::Outline& outline, std::string_view name) {
  return std::any_of(
      outline.imports.begin(), outline.imports.end(), [&](const syntax::Import& import) {
        return std::any_of(import.names.begin(), import.names.end(),
                           [&](const syntax::ImportedName& each) { return each.name == name; });
      });
}

}  // namespace

std::vector<Site> Graph::references_to(std::string_view name) const {
  std::vector<Site> out;
  for (const std::string& path : tree_.with_key(use_key(name))) {
    const OutlinePtr outline = tree_.outline(path);
    if (outline == nullptr) continue;
    for (const syntax::Import& import : outline->imports) {
      for (const syntax::ImportedName& each : import.names) {
        if (each.name == name) out.push_back({.path = path, .line = import.line, .imports = true});
      }
    }
    for (const syntax::Reference& each : outline->references) {
      if (!refers_to(each, name)) continue;
      out.push_back(site_of(path, *outline, each, Confidence::possible));
    }
  }
  return out;
}

bool Graph::has_definers_of(std::string_view name) const {
  const std::vector<std::string> paths = tree_.with_key(definition_key(name));
  return std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
    const OutlinePtr outline = tree_.outline(path);
    return outline != nullptr &&
           std::any_of(outline->symbols.begin(), outline->symbols.end(),
                       [&](const syntax::Symbol& each) { return each.definition.name == name; });
  });
}

bool Graph::has_references_to(std::string_view name) const {
  const std::vector<std::string> paths = tree_.with_key(use_key(name));
  return std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
    const OutlinePtr outline = tree_.outline(path);
    return outline != nullptr && (imports_name(*outline, name) || uses_name(*outline, name));
  });
}

std::vector<Site> Graph::uses_of(std::string_view path, std::string_view qualified) const {
  return UseSearch(*this, path, qualified).run();
}

std::vector<Site> Graph::callers_of(std::string_view path, std::string_view qualified) const {
  std::vector<Site> sites = uses_of(path, qualified);
  std::erase_if(sites, [](const Site& site) {
    return site.imports || (site.kind != syntax::ReferenceKind::call &&
                            site.kind != syntax::ReferenceKind::method_call);
  });
  return sites;
}

std::vector<Site> Graph::importers_of(std::string_view path) const {
  std::set<std::string> candidates;
  const auto add = [&](std::string_view word) {
    for (std::string& each : tree_.with_key(import_key(word))) candidates.insert(std::move(each));
  };
  // A file is imported by its name, or by that of the folder it stands for.
  add(stem_of(path));
  const std::string_view folder = folder_of(path);
  add(name_of(folder));
  if (folder_of(folder) != folder && name_of(folder) == "src") add(name_of(folder_of(folder)));
  std::vector<Site> out;
  for (const std::string& each : candidates) {
    if (each == path) continue;
    const OutlinePtr outline = tree_.outline(each);
    if (outline == nullptr) continue;
    for (const syntax::Import& import : outline->imports) {
      if (leads_to(each, import, path)) {
        out.push_back(
            {.path = each, .line = import.line, .imports = true, .confidence = Confidence::exact});
      }
    }
  }
  return out;
}

bool Graph::leads_to(std::string_view from, const syntax::Import& import,
                     std::string_view path) const {
  const auto among = [&](const Resolution& found) {
    return std::find(found.paths.begin(), found.paths.end(), path) != found.paths.end();
  };
  if (among(resolve(from, import))) return true;
  return std::any_of(import.names.begin(), import.names.end(),
                     [&](const syntax::ImportedName& name) {
                       return name.name != "*" && among(resolve_name(from, import, name.name));
                     });
}

Resolution Graph::resolve(std::string_view path, const syntax::Import& import) const {
  Resolver* resolver = packages().of(family_of(path));
  if (resolver == nullptr) return {};
  std::string key = key_of(family_of(path), path, import);
  const auto known = resolved_.find(key);
  if (known != resolved_.end()) return known->second;
  Resolution found = resolver->resolve(path, import);
  resolved_.emplace(std::move(key), found);
  return found;
}

Resolution Graph::resolve_name(std::string_view path, const syntax::Import& import,
                               std::string_view name) const {
  Resolver* resolver = packages().of(family_of(path));
  if (resolver == nullptr) return {};
  std::string key = key_of(family_of(path), path, import) + "\n=" + std::string(name);
  const auto known = resolved_.find(key);
  if (known != resolved_.end()) return known->second;
  Resolution found = resolver->resolve_name(path, import, name);
  resolved_.emplace(std::move(key), found);
  return found;
}

Offer Graph::offer(std::string_view path, const syntax::Import& import,
                   std::string_view name) const {
  Resolver* resolver = packages().of(family_of(path));
  if (resolver == nullptr) return {};
  if (resolve(path, import).origin == Origin::standard) {
    return standard_offer(family_of(path), import, name);
  }
  return resolver->offer(path, import, name);
}

Exports Graph::exports_of(std::string_view path) const {
  const auto known = exports_.find(path);
  if (known != exports_.end()) return known->second;
  Exports out;
  const OutlinePtr outline = tree_.outline(path);
  if (outline == nullptr) return out;
  out.complete = true;
  std::set<std::string> seen;
  add_exports(path, out, seen);
  std::sort(out.names.begin(), out.names.end());
  out.names.erase(std::unique(out.names.begin(), out.names.end()), out.names.end());
  if (exports_.size() >= kExportsKept) exports_.clear();
  return exports_.emplace(path, std::move(out)).first->second;
}

// Modules that hand on each other's names are looked at once.
void Graph::add_exports(std::string_view path, Exports& out, std::set<std::string>& seen) const {
  if (!seen.emplace(path).second) return;
  const OutlinePtr outline = tree_.outline(path);
  if (outline == nullptr) {
    out.complete = false;
    return;
  }
  if (outline->open_names || outline->has_errors) out.complete = false;
  const Family family = family_of(path);
  const bool script = family == Family::script;
  const auto& own = script ? outline->exports : outline->bindings;
  out.names.insert(out.names.end(), own.begin(), own.end());
  for (const syntax::Import& import : outline->imports) {
    if (script && !import.reexport) continue;
    if (!script && !import.alias.empty()) out.names.push_back(import.alias);
    for (const syntax::ImportedName& name : import.names) {
      if (name.name != "*") {
        if (!script) out.names.push_back(name.alias);
        continue;
      }
      const Resolution from = resolve(path, import);
      if (from.origin == Origin::file && from.paths.size() == 1) {
        add_exports(from.paths.front(), out, seen);
      } else {
        out.complete = false;
      }
    }
  }
  if (family == Family::python && is_python_package(path)) {
    const std::string folder(folder_of(path));
    for (const std::string& file : tree_.files_in(folder)) out.names.emplace_back(stem_of(file));
  }
  const bool listed = family == Family::python || script;
  if (!listed) out.complete = false;
}

std::optional<Place> Graph::origin_of(std::string_view path, std::string_view name) const {
  std::string at(path);
  std::string wanted(name);
  for (int i = 0; i < kReexportsMax; ++i) {
    const OutlinePtr outline = tree_.outline(at);
    if (outline == nullptr) return std::nullopt;
    if (wanted == "default" && !outline->default_export.empty()) wanted = outline->default_export;
    for (const syntax::Symbol& symbol : outline->symbols) {
      if (symbol.definition.top_level && symbol.definition.name == wanted) {
        return Place{at, symbol.definition.qualified};
      }
    }
    std::optional<std::pair<std::string, std::string>> next;
    for (const syntax::Import& import : outline->imports) {
      for (const syntax::ImportedName& each : import.names) {
        const bool star = each.name == "*";
        if (!star && each.alias != wanted) continue;
        const Resolution from = resolve(at, import);
        if (from.origin != Origin::file || from.paths.size() != 1) continue;
        if (star) {
          const Exports there = exports_of(from.paths.front());
          if (!there.has(wanted)) continue;
        }
        next.emplace(from.paths.front(), star ? wanted : each.name);
        if (!star) break;
      }
    }
    if (!next) return std::nullopt;
    if (next->first == at && next->second == wanted) return std::nullopt;
    at = std::move(next->first);
    wanted = std::move(next->second);
  }
  return std::nullopt;
}

void Graph::forget() {
  packages_.reset();
  resolved_.clear();
  exports_.clear();
}

CodeIndex::CodeIndex(std::unique_ptr<Tree> base, std::vector<ChangedFile> changed)
    : allowance_(std::make_unique<Allowance>()),
      base_tree_(std::move(base)),
      changed_(std::move(changed)),
      head_tree_(overlay_tree(*base_tree_, changed_)),
      counted_base_(counted_tree(*base_tree_, *allowance_)),
      counted_head_(counted_tree(*head_tree_, *allowance_)),
      base_(*counted_base_),
      head_(*counted_head_) {}

CodeIndex::~CodeIndex() = default;

std::string CodeIndex::trouble() const {
  std::string trouble = head_tree_->trouble();
  if (!trouble.empty() || !allowance_->spent()) return trouble;
  return "it takes more than " + std::to_string(allowance_->steps) +
         " steps in the code index, so it was given up";
}

void CodeIndex::allow(std::uint64_t steps) const {
  if (allowance_->spent()) {
    base_.forget();
    head_.forget();
  }
  *allowance_ = {.steps = steps};
}

std::unique_ptr<CodeIndex> memory_index(std::vector<std::pair<std::string, std::string>> base,
                                        std::vector<ChangedFile> changed) {
  return std::make_unique<CodeIndex>(memory_tree(std::move(base)), std::move(changed));
}

}  // namespace pawl::index
