#include "guards/code/dangling_imports.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/text/text.hpp"
#include "guards/code/import_doubts.hpp"
#include "guards/lexical.hpp"
#include "guards/limits.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using index::Origin;

// A change that takes away more is no edit, but a move of a whole tree.
constexpr std::size_t kFilesMax = 200;

bool has_listed_names(Family family) {
  return family == Family::python || family == Family::script;
}

// Names that the file itself, without its star imports, may hand on.
NameSet own_names(const syntax::Outline& outline, Family family) {
  NameSet out;
  const bool script = family == Family::script;
  const auto& own = script ? outline.exports : outline.bindings;
  out.insert(own.begin(), own.end());
  for (const syntax::Import& import : outline.imports) {
    if (script && !import.reexport) continue;
    if (!import.alias.empty()) out.insert(import.alias);
    for (const syntax::ImportedName& name : import.names) {
      // Of a star the module, so that a lost one is noticed.
      out.insert(name.name == "*" ? "* " + import.module : name.alias);
    }
  }
  return out;
}

bool loses_names(const CodeFile& code) {
  if (code.before == nullptr || code.after == nullptr || !has_listed_names(code.family)) {
    return false;
  }
  const NameSet before = own_names(*code.before, code.family);
  const NameSet after = own_names(*code.after, code.family);
  return !std::includes(after.begin(), after.end(), before.begin(), before.end());
}

class Dangling {
 public:
  explicit Dangling(const index::CodeIndex& index) : base_(index.base()), head_(index.head()) {}

  void follow_removed(const std::string& path) {
    const bool types = contains(index::name_of(path), ".d.");
    for (const std::string& importer : importers(path)) {
      const index::OutlinePtr after = head_.outline(importer);
      if (after == nullptr || after->has_errors) continue;
      // JavaScript does not run by declarations.
      if (types && index::is_javascript(importer)) continue;
      for (const syntax::Import& import : after->imports) {
        const bool certain = is_plain(import) || is_certain_in_ruby(importer, import);
        if (certain && was_there(importer, import)) look_at(importer, import, path);
      }
    }
  }

  // Names that went out of the file, seen from those who import them, also through `*`.
  void follow_names(const std::string& first) {
    std::vector<std::string> open{first};
    std::set<std::string> seen{first};
    while (!open.empty() && seen.size() <= kFilesMax) {
      const std::string path = std::move(open.back());
      open.pop_back();
      const NameSet lost = names_lost(path);
      if (lost.empty()) continue;
      for (const std::string& importer : importers(path)) {
        const index::OutlinePtr after = head_.outline(importer);
        if (after == nullptr || after->has_errors) continue;
        for (const syntax::Import& import : after->imports) {
          if (!leads_to(importer, import, path)) continue;
          const bool star = std::any_of(import.names.begin(), import.names.end(),
                                        [](const auto& name) { return name.name == "*"; });
          if (star && seen.insert(importer).second) open.push_back(importer);
          if (is_plain(import) && was_there(importer, import)) {
            look_at_names(importer, import, path, lost);
          }
        }
      }
    }
  }

  std::vector<Finding> take() { return std::move(found_); }

 private:
  static bool is_plain(const syntax::Import& import) {
    return import.kind == syntax::ImportKind::plain && !import.type_only;
  }

  // A file beside the own one, below a condition that is not whether it can be loaded.
  bool is_certain_in_ruby(const std::string& importer, const syntax::Import& import) const {
    if (import.kind != syntax::ImportKind::conditional || !import.module.starts_with('.'))
      return false;
    if (head_.family_of(importer) != index::Family::ruby) return false;
    const std::string text = head_.tree().text(importer).value_or("LoadError");
    return !contains(text, "LoadError") && !contains(text, "exist");
  }

  // Shell: `source "$ROOT/tools/x.sh"` where the repository had a `tools/x.sh`.
  bool is_named_from_root(const std::string& importer, const syntax::Import& import,
                          const std::string& removed) const {
    if (head_.family_of(importer) != index::Family::bash || !contains(removed, "/")) return false;
    return import.module.ends_with("/" + removed) &&
           head_.resolve(importer, import).origin == Origin::unknown &&
           head_.tree().named(index::name_of(removed)).empty();
  }

  // By the base, and still there.
  std::vector<std::string> importers(const std::string& path) const {
    std::set<std::string> out;
    for (const index::Site& site : base_.importers_of(path)) {
      if (head_.tree().has(site.path)) out.insert(site.path);
    }
    return {out.begin(), out.end()};
  }

  // What is new is judged as such.
  bool was_there(const std::string& path, const syntax::Import& import) const {
    const auto before = base_.imports_of(path);
    return std::any_of(before.begin(), before.end(), [&](const syntax::Import& each) {
      return each.module == import.module && each.kind == import.kind;
    });
  }

  bool leads_to(const std::string& from, const syntax::Import& import,
                const std::string& path) const {
    const index::Resolution found = head_.resolve(from, import);
    return found.origin == Origin::file && found.paths.size() == 1 && found.paths.front() == path;
  }

  NameSet names_lost(const std::string& path) const {
    const index::Exports before = base_.exports_of(path);
    const index::Exports after = head_.exports_of(path);
    NameSet out;
    if (!after.complete) return out;
    std::set_difference(before.names.begin(), before.names.end(), after.names.begin(),
                        after.names.end(), std::inserter(out, out.end()));
    return out;
  }

  void look_at(const std::string& importer, const syntax::Import& import,
               const std::string& removed) {
    const auto leads = [&](const index::Resolution& was) {
      return was.origin == Origin::file && was.paths.size() == 1 && was.paths.front() == removed;
    };
    if (leads(base_.resolve(importer, import))) {
      const Origin now = head_.resolve(importer, import).origin;
      const bool lost = now == Origin::missing || now == Origin::undeclared ||
                        is_named_from_root(importer, import, removed);
      if (lost && !is_made_from_template(removed)) {
        report(importer, import, import.module, removed, " is removed");
      }
      return;
    }
    // `from . import removed`
    for (const syntax::ImportedName& name : import.names) {
      if (!leads(base_.resolve_name(importer, import, name.name))) continue;
      if (head_.resolve_name(importer, import, name.name).origin == Origin::file) continue;
      const index::Resolution holder = head_.resolve(importer, import);
      if (holder.origin != Origin::file || holder.paths.size() != 1) continue;
      const index::Exports exports = head_.exports_of(holder.paths.front());
      if (!exports.complete || exports.has(name.name)) continue;
      if (may_have_more(head_, holder.paths.front(), name.name)) continue;
      report(importer, import, name.name, removed, " is removed");
    }
  }

  // `box.h.in`, from which a build makes the header.
  bool is_made_from_template(const std::string& removed) const {
    return head_.tree().has(removed + ".in") || head_.tree().has(removed + ".cmake");
  }

  void look_at_names(const std::string& importer, const syntax::Import& import,
                     const std::string& path, const NameSet& lost) {
    for (const syntax::ImportedName& name : import.names) {
      if (name.name == "*" || !lost.contains(name.name)) continue;
      if (may_have_more(head_, path, name.name)) continue;
      if (head_.resolve_name(importer, import, name.name).origin == Origin::file) continue;
      const auto before = base_.imports_of(importer);
      const bool old = std::any_of(before.begin(), before.end(), [&](const syntax::Import& each) {
        return each.module == import.module &&
               std::find(each.names.begin(), each.names.end(), name) != each.names.end();
      });
      if (old) report(importer, import, name.name, path, " no longer has it");
    }
  }

  void report(const std::string& importer, const syntax::Import& import, const std::string& what,
              const std::string& source, std::string_view fate) {
    const std::string place = importer + ":" + std::to_string(import.line);
    if (found_.size() >= kFindingsMax || !reported_.insert(place + what).second) return;
    found_.push_back({.rule = "imports/dangling",
                      .kind = RuleKind::defect,
                      .path = importer,
                      .line = import.line,
                      .message = "imports " + what + ", but " + source + std::string(fate),
                      .feedback = "Change the import in " + place +
                                  " along with this, or leave what it needs in " + source + "."});
  }

  const index::Graph& base_;
  const index::Graph& head_;
  std::set<std::string> reported_;
  std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> dangling_imports(const std::vector<CodeFile>& files,
                                      const index::CodeIndex& index) {
  Dangling dangling(index);
  const auto removed =
      std::count_if(files.begin(), files.end(), [](const CodeFile& code) { return !code.after; });
  if (static_cast<std::size_t>(removed) > kFilesMax) return {};
  for (const CodeFile& code : files) {
    if (code.after == nullptr) {
      dangling.follow_removed(code.path);
    } else if (loses_names(code) && !code.after->has_errors) {
      dangling.follow_names(code.path);
    }
  }
  return dangling.take();
}

}  // namespace pawl::guards
