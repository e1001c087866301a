#include "guards/code/member_names.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/text/text.hpp"
#include "guards/code/import_findings.hpp"
#include "guards/lexical.hpp"
#include "guards/limits.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using index::Origin;
using syntax::ReferenceKind;

// Receiver and name.
using Members = std::set<std::pair<std::string, std::string>>;

bool is_rust_path(std::string_view receiver) {
  return receiver == "crate" || receiver.starts_with("crate::") ||
         receiver.starts_with("super::") || receiver.starts_with("self::");
}

// The module in braces around the reference: the innermost symbol of that kind around it.
std::string scope_of(const syntax::Outline& outline, const syntax::Reference& reference) {
  if (reference.enclosing < 0) return {};
  std::string_view qualified =
      outline.symbols[static_cast<std::size_t>(reference.enclosing)].definition.qualified;
  while (!qualified.empty()) {
    for (const syntax::Symbol& symbol : outline.symbols) {
      if (symbol.definition.kind == "module" && symbol.definition.qualified == qualified) {
        return std::string(qualified);
      }
    }
    const auto colons = qualified.rfind("::");
    if (colons == std::string_view::npos) return {};
    qualified = qualified.substr(0, colons);
  }
  return {};
}

class MemberCheck {
 public:
  MemberCheck(const CodeFile& code, const index::CodeIndex& index, const ImportDoubts& doubts)
      : code_(code), head_(index.head()), doubts_(doubts) {}

  std::vector<Finding> run() {
    if (code_.after == nullptr || code_.after->has_errors) return {};
    if (code_.family != Family::rust) find_modules();
    if (code_.family != Family::rust && modules_.empty()) return {};
    const Members before = members_of(code_.before);
    Members looked;
    for (const syntax::Reference& each : code_.after->references) {
      if (!counts(each)) continue;
      std::pair<std::string, std::string> member{each.receiver, each.name};
      if (before.contains(member) || !looked.insert(std::move(member)).second) continue;
      look_at(each);
      if (found_.size() >= kFindingsPerFileMax) break;
    }
    return std::move(found_);
  }

 private:
  struct Module {
    const syntax::Import* import = nullptr;
    std::string file;  // empty for a package of several
  };

  bool counts(const syntax::Reference& reference) const {
    if (reference.receiver.empty() || reference.kind == ReferenceKind::text) return false;
    if (code_.family == Family::rust) return is_rust_path(reference.receiver);
    return !reference.local && modules_.contains(reference.receiver);
  }

  Members members_of(const index::OutlinePtr& outline) const {
    Members out;
    if (outline == nullptr) return out;
    for (const syntax::Reference& each : outline->references) {
      if (counts(each)) out.emplace(each.receiver, each.name);
    }
    return out;
  }

  void find_modules() {
    for (const syntax::Import& import : code_.after->imports) {
      if (import.kind != syntax::ImportKind::plain || import.type_only) continue;
      if (code_.family == Family::go) {
        add_package(import);
      } else if (import.names.empty()) {
        add_module(import);
      } else if (code_.family == Family::python) {
        for (const syntax::ImportedName& name : import.names) {
          const index::Resolution found = head_.resolve_name(code_.path, import, name.name);
          if (found.origin == Origin::file && found.paths.size() == 1) {
            modules_.emplace(name.alias, Module{&import, found.paths.front()});
          }
        }
      }
    }
    // Two imports that bind one name: nobody knows which of them is meant.
    for (const std::string& name : code_.after->bindings) modules_.erase(name);
  }

  void add_package(const syntax::Import& import) {
    if (import.alias.empty()) return;
    const index::Resolution found = head_.resolve(code_.path, import);
    if (found.origin == Origin::standard && !is_newer_go()) {
      const bool rand = import.module == "math/rand/v2" && import.alias == "v2";
      modules_.emplace(rand ? "rand" : import.alias, Module{&import, {}});
    }
    if (found.origin != Origin::file || found.paths.empty()) return;
    // Without a name of its own the package is called what it calls itself.
    std::string name = import.alias;
    const index::OutlinePtr outline = head_.outline(found.paths.front());
    const bool plain = name == index::name_of(import.module);
    if (plain && outline != nullptr && !outline->package.empty()) name = outline->package;
    modules_.emplace(std::move(name), Module{&import, {}});
  }

  // A module asks for a Go that may have more than data/languages/go-members.txt knows.
  bool is_newer_go() {
    if (newer_go_) return *newer_go_;
    constexpr long long kKnownMinor = 27;
    newer_go_ = false;
    for (const std::string& path : head_.tree().named("go.mod")) {
      const std::string text = head_.tree().text(path).value_or("");
      for (const std::string_view line : split_lines(text)) {
        constexpr std::string_view kGo = "go 1.";
        if (!line.starts_with(kGo)) continue;
        const std::string_view rest = line.substr(kGo.size());
        const auto minor = parse_int(rest.substr(0, rest.find_first_not_of("0123456789")));
        newer_go_ = *newer_go_ || minor.value_or(kKnownMinor + 1) > kKnownMinor;
      }
    }
    return *newer_go_;
  }

  void add_module(const syntax::Import& import) {
    if (import.alias.empty()) return;
    const index::Resolution found = head_.resolve(code_.path, import);
    if (found.origin != Origin::file || found.paths.size() != 1) return;
    const bool dotted = code_.family == Family::python && contains(import.module, ".") &&
                        import.module.starts_with(import.alias + ".");
    modules_.emplace(dotted ? import.module : import.alias, Module{&import, found.paths.front()});
  }

  void look_at(const syntax::Reference& reference) {
    if (code_.family == Family::rust) return look_at_path(reference);
    const Module& module = modules_.find(reference.receiver)->second;
    if (code_.family == Family::go) {
      const index::Offer offer = head_.offer(code_.path, *module.import, reference.name);
      return judge(reference, *module.import, offer);
    }
    if (module.file == code_.path) return;
    const index::Exports exports = head_.exports_of(module.file);
    if (!exports.complete || exports.has(reference.name)) return;
    if (is_asked_for(reference.name) || is_assigned(reference)) return;
    syntax::Import whole = *module.import;
    if (code_.family == Family::python && !whole.names.empty()) {
      whole.module += (whole.module.ends_with('.') ? "" : ".") + reference.receiver;
    }
    if (head_.resolve_name(code_.path, whole, reference.name).origin == Origin::file) return;
    if (doubts_.may_be_offered(code_, whole, module.file, reference.name)) return;
    report(reference, module.file, exports.names);
  }

  void look_at_path(const syntax::Reference& reference) {
    syntax::Import import;
    import.module = reference.receiver;
    import.scope = scope_of(*code_.after, reference);
    import.kind = syntax::ImportKind::dynamic;
    import.line = reference.line;
    judge(reference, import, head_.offer(code_.path, import, reference.name));
  }

  void judge(const syntax::Reference& reference, const syntax::Import& import,
             const index::Offer& offer) {
    if (offer.is != index::Offer::Is::absent) return;
    if (doubts_.may_be_compiled(code_, import, offer, reference.name)) return;
    report(reference, offer.holder, offer.names);
  }

  // `hasattr(module, "name")`, `getattr`: the code knows that it may not be there.
  bool is_asked_for(const std::string& name) const {
    return std::any_of(code_.after->references.begin(), code_.after->references.end(),
                       [&](const syntax::Reference& each) {
                         return each.kind == ReferenceKind::text && each.name == name;
                       });
  }

  // `module.name = …`
  bool is_assigned(const syntax::Reference& reference) const {
    const std::string member = reference.receiver + "." + reference.name + " = ";
    return contains(*code_.file->after, member);
  }

  void report(const syntax::Reference& reference, const std::string& holder,
              const std::vector<std::string>& names) {
    Finding finding =
        missing_name_finding(code_.path, reference.line, reference.name, holder, names);
    finding.message = "uses " + reference.name + ", which " + holder + " does not have";
    found_.push_back(std::move(finding));
  }

  const CodeFile& code_;
  const index::Graph& head_;
  const ImportDoubts& doubts_;
  std::map<std::string, Module, std::less<>> modules_;
  std::optional<bool> newer_go_;
  std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> member_names(const CodeFile& code, const index::CodeIndex& index,
                                  const ImportDoubts& doubts) {
  switch (code.family) {
    case Family::go:
    case Family::rust:
    case Family::python:
    case Family::script: return MemberCheck(code, index, doubts).run();
    default: return {};
  }
}

}  // namespace pawl::guards
