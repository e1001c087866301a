#include "index/uses.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl::index {
namespace {

using syntax::ReferenceKind;

bool is_self(std::string_view receiver) {
  return receiver == "self" || receiver == "this" || receiver == "cls" || receiver == "super" ||
         receiver == "Self" || receiver == "super()";
}

std::string_view last_name(std::string_view qualified) {
  const auto at = qualified.find_last_of(".:");
  return at == std::string_view::npos ? qualified : qualified.substr(at + 1);
}

std::string_view owner_name(std::string_view qualified) {
  const auto at = qualified.find_last_of(".:");
  if (at == std::string_view::npos) return {};
  std::string_view owner = qualified.substr(0, at);
  while (!owner.empty() && owner.back() == ':') owner.remove_suffix(1);
  return owner;
}

bool same_family(Family a, Family b) { return a == b || a == Family::other || b == Family::other; }

bool is_package_wide(Family family) { return family == Family::go || family == Family::java; }

}  // namespace

UseSearch::UseSearch(const Graph& graph, std::string_view path, std::string_view qualified)
    : graph_(graph),
      path_(path),
      qualified_(qualified),
      name_(last_name(qualified)),
      family_(graph.family_of(path)) {
  const OutlinePtr outline = graph_.outline(path_);
  if (outline == nullptr) return;
  is_default_ = outline->default_export == name_ || name_ == "default";
  for (const syntax::Symbol& symbol : outline->symbols) {
    if (symbol.definition.qualified != qualified_) continue;
    if (!symbol.definition.top_level) owner_ = owner_name(qualified_);
    // C++ and Go write methods outside of their types.
    if (symbol.definition.kind == "method") owner_ = owner_name(qualified_);
  }
}

std::vector<std::string> UseSearch::candidates() const {
  std::vector<std::string> files = graph_.tree().with_key(use_key(name_));
  if (is_default_) {
    for (const Site& site : graph_.importers_of(path_)) files.push_back(site.path);
  }
  files.push_back(path_);
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

std::vector<Site> UseSearch::run() {
  if (graph_.outline(path_) == nullptr) return {};
  std::set<std::string> definers;
  for (const Place& place : graph_.definers_of(name_)) {
    if (same_family(graph_.family_of(place.path), family_)) definers.insert(place.path);
  }
  unique_ = definers.size() <= 1;
  if (!unique_ && family_ == Family::c) {
    // A header and the source beside it define one thing.
    std::set<std::string_view> stems;
    for (const std::string& each : definers) stems.insert(stem_of(each));
    unique_ = stems.size() == 1;
  }
  for (const std::string& file : candidates()) {
    if (same_family(graph_.family_of(file), family_)) search(file);
  }
  std::stable_sort(out_.begin(), out_.end(), [](const Site& a, const Site& b) {
    return a.path != b.path ? a.path < b.path : a.line < b.line;
  });
  return std::move(out_);
}

void UseSearch::search(const std::string& file) {
  const OutlinePtr outline = graph_.outline(file);
  if (outline == nullptr) return;
  if (file == path_) {
    for (const syntax::Reference& each : outline->references) {
      if (each.name == name_) judge_own(file, *outline, each);
    }
    return;
  }
  const Links links = links_of(file, *outline);
  for (const int line : links.lines) {
    out_.push_back({.path = file, .line = line, .imports = true, .confidence = Confidence::exact});
  }
  for (const syntax::Reference& each : outline->references) judge(file, *outline, links, each);
}

bool UseSearch::is_here(std::string_view file, const syntax::Import& import) const {
  const Resolution found = graph_.resolve(file, import);
  return std::find(found.paths.begin(), found.paths.end(), path_) != found.paths.end();
}

void UseSearch::link_names(const std::string& file, const syntax::Import& import,
                           Links& links) const {
  const Resolution found = graph_.resolve(file, import);
  const bool here = std::find(found.paths.begin(), found.paths.end(), path_) != found.paths.end();
  for (const syntax::ImportedName& each : import.names) {
    if (each.name == "*") {
      links.includes = links.includes || here || found.origin != Origin::dependency;
      continue;
    }
    const bool wanted = each.name == name_ || (each.name == "default" && is_default_);
    bool leads = here && wanted;
    if (!leads && each.name == name_ && found.origin == Origin::file && found.paths.size() == 1) {
      const auto origin = graph_.origin_of(found.paths.front(), each.name);
      leads = origin && origin->path == path_;
    }
    // A member is reached through its type; the type's name is a link too.
    if (!owner_.empty() && each.name == last_name(owner_) &&
        may_be_owner(import, found, each.name)) {
      links.modules.insert(each.alias);
    } else if (leads) {
      links.names.insert(each.alias);
      links.lines.push_back(import.line);
    } else {
      const Resolution module = graph_.resolve_name(file, import, each.name);
      if (std::find(module.paths.begin(), module.paths.end(), path_) != module.paths.end()) {
        links.modules.insert(each.alias);
      } else if (found.origin == Origin::unknown && each.name == name_) {
        links.includes = true;  // it may be ours; judged as a guess
      } else if (!each.alias.empty()) {
        links.others.insert(each.alias);
      }
    }
  }
}

// What an import brings by the name of the owner is the owner, and no other type of that name.
bool UseSearch::may_be_owner(const syntax::Import& import, const Resolution& found,
                             const std::string& name) const {
  if (among(found.paths, path_)) return true;
  const bool foreign = found.origin == Origin::dependency || found.origin == Origin::standard ||
                       found.origin == Origin::undeclared;
  if (foreign) return false;
  std::set<std::string> definers;
  for (const Place& place : graph_.definers_of(name)) {
    if (same_family(graph_.family_of(place.path), family_)) definers.insert(place.path);
  }
  // Methods may stand in another file than their type.
  if (definers.size() <= 1 || definers.count(path_) == 0) return true;
  if (found.origin != Origin::file || found.paths.size() != 1) {
    // `own::http1::Builder` where nobody can follow it: `http1.rs` has a Builder as well.
    const std::string_view module = last_name(import.module);
    return stem_of(path_) == module ||
           std::none_of(definers.begin(), definers.end(),
                        [&](const auto& each) { return stem_of(each) == module; });
  }
  const auto origin = graph_.origin_of(found.paths.front(), name);
  return !origin || origin->path == path_;
}

UseSearch::Links UseSearch::links_of(const std::string& file,
                                     const syntax::Outline& outline) const {
  Links links;
  for (const syntax::Import& import : outline.imports) {
    link_names(file, import, links);
    if (import.names.empty() || !import.alias.empty()) {
      if (is_here(file, import)) {
        if (!import.alias.empty()) {
          links.modules.insert(import.alias);
          if (is_default_) links.callable_modules.insert(import.alias);
        }
        links.modules.insert(import.module);  // Python: `import a.b`, then `a.b.f()`
        if (family_ == Family::c || family_ == Family::ruby) links.includes = true;
      } else if (!import.alias.empty() && family_ != Family::rust) {
        const Resolution found = graph_.resolve(file, import);
        if (found.origin != Origin::unknown) links.others.insert(import.alias);
      }
    }
  }
  if (is_package_wide(family_) && folder_of(file) == folder_of(path_)) links.includes = true;
  if (family_ == Family::c) {
    // The header of the source, by its name.
    for (const syntax::Import& import : outline.imports) {
      if (stem_of(import.module) == stem_of(path_)) links.includes = true;
    }
  }
  return links;
}

// In the file of the definition itself.
void UseSearch::judge_own(const std::string& file, const syntax::Outline& outline,
                          const syntax::Reference& reference) {
  if (reference.kind == ReferenceKind::text) {
    return add(file, outline, reference, Confidence::possible);
  }
  if (reference.receiver.empty() && reference.kind != ReferenceKind::method_call &&
      reference.kind != ReferenceKind::attribute) {
    if (!reference.local) {
      // Languages that need a receiver for members mean something else by a bare name.
      const bool needs_receiver =
          !owner_.empty() && (family_ == Family::python || family_ == Family::script ||
                              family_ == Family::go || family_ == Family::rust);
      if (!needs_receiver) add(file, outline, reference, Confidence::exact);
    }
    return;
  }
  if (owner_.empty()) {
    // `Namespace::f`, `module.exports.f`; an object's method of that name is another thing.
    if (!reference.local && !is_self(reference.receiver)) {
      add(file, outline, reference, Confidence::possible);
    }
    return;
  }
  const std::string_view owner = last_name(owner_);
  const bool named = last_name(reference.receiver) == owner;
  std::string_view around;
  if (reference.enclosing >= 0) {
    around = outline.symbols[static_cast<std::size_t>(reference.enclosing)].definition.qualified;
  }
  const bool own =
      is_self(reference.receiver) && around.starts_with(owner_) && around.size() > owner_.size();
  add(file, outline, reference, named || own ? Confidence::exact : guess());
}

void UseSearch::judge(const std::string& file, const syntax::Outline& outline, const Links& links,
                      const syntax::Reference& reference) {
  const bool bare = reference.receiver.empty() && reference.kind != ReferenceKind::method_call &&
                    reference.kind != ReferenceKind::attribute;
  if (bare && reference.kind != ReferenceKind::text && links.names.count(reference.name) > 0) {
    if (!reference.local) add(file, outline, reference, Confidence::exact);
    return;
  }
  // `const f = require("./f")`: the module is its default export. A namespace is never called.
  if (reference.kind == ReferenceKind::call && !reference.local &&
      links.callable_modules.count(reference.name) > 0) {
    return add(file, outline, reference, Confidence::exact);
  }
  if (reference.name != name_) return;
  if (reference.kind == ReferenceKind::text) {
    return add(file, outline, reference, Confidence::possible);
  }
  if (bare) {
    if (reference.local || links.others.count(reference.name) > 0) return;
    // Python and JavaScript have no names that no import or definition brings in.
    const bool needs_import = family_ == Family::python || family_ == Family::script ||
                              family_ == Family::go || family_ == Family::rust;
    if (links.includes) {
      add(file, outline, reference,
          is_package_wide(family_) && owner_.empty() ? Confidence::exact : guess());
    } else if (!needs_import) {
      add(file, outline, reference, guess());
    }
    return;
  }
  const std::string_view receiver = reference.receiver;
  if (!receiver.empty() && !reference.local) {
    if (links.modules.count(receiver) > 0) {
      return add(file, outline, reference, Confidence::exact);
    }
    const std::string_view base = receiver.substr(0, receiver.find_first_of(".:"));
    if (links.others.count(base) > 0 && owner_.empty()) return;
  }
  if (!owner_.empty()) return add(file, outline, reference, guess());
  if (!reference.local && !is_self(receiver)) {
    add(file, outline, reference, Confidence::possible);
  }
}

}  // namespace pawl::index
