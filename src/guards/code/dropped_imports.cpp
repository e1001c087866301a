#include "guards/code/dropped_imports.hpp"

#include <algorithm>
#include <map>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/code/auto_imports.hpp"
#include "guards/code/builtin_names.hpp"
#include "guards/code/dropped_files.hpp"
#include "guards/code/java_bases.hpp"
#include "guards/lexical.hpp"
#include "guards/limits.hpp"
#include "index/resolver.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using syntax::ReferenceKind;

// Rust: names that are there without a `use`, in one edition or another.
constexpr auto kRustPrelude = fixed_words(
    "Option", "Some", "None", "Result", "Ok", "Err", "Box", "String", "Vec", "ToString", "ToOwned",
    "Clone", "Copy", "Send", "Sync", "Sized", "Drop", "Fn", "FnMut", "FnOnce", "drop", "AsRef",
    "AsMut", "From", "Into", "Default", "Iterator", "Extend", "IntoIterator", "DoubleEndedIterator",
    "ExactSizeIterator", "Eq", "PartialEq", "Ord", "PartialOrd", "TryFrom", "TryInto",
    "FromIterator", "Future", "IntoFuture", "Debug", "Hash", "Unpin", "size_of", "align_of",
    "size_of_val", "align_of_val", "Self", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16",
    "i32", "i64", "i128", "isize", "f32", "f64", "bool", "char", "str", "std", "core", "alloc",
    "crate", "self", "super", "matches");

// Packages whose types are there under a global name (`export as namespace`), imported or not.
constexpr auto kUmdGlobals = fixed_words("React", "ReactDOM", "THREE", "d3", "moment", "angular",
                                         "ko", "Backbone", "Vue", "L", "_", "$", "JQuery");

std::string_view chain_root(std::string_view chain) {
  return chain.substr(0, chain.find_first_of(".:"));
}

// The names that the imports of a file bind, with the module each comes from.
std::map<std::string, std::string> bound_by(const syntax::Outline& outline) {
  std::map<std::string, std::string> out;
  for (const syntax::Import& import : outline.imports) {
    if (!import.alias.empty()) out.emplace(import.alias, import.module);
    for (const syntax::ImportedName& name : import.names) {
      if (name.name != "*" && !name.alias.empty()) out.emplace(name.alias, import.module);
    }
  }
  return out;
}

bool has_star(const syntax::Import& import) {
  return std::any_of(import.names.begin(), import.names.end(),
                     [](const auto& name) { return name.name == "*"; });
}

// The line has the name by itself: in `java.sql.Date` Date is part of a path.
bool stands_alone(std::string_view line, std::string_view name) {
  for (auto at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool whole = end >= line.size() || !is_identifier_byte(line[end]);
    if (at == 0) return whole;
    const char before = line[at - 1];
    if (whole && before != '.' && before != ':' && !is_identifier_byte(before)) return true;
  }
  return false;
}

// `element: React.ReactElement`
bool names_global_type(std::string_view line, std::string_view name) {
  const auto at = line.find(name);
  if (!among(kUmdGlobals, name) || !line.substr(at + name.size()).starts_with('.')) return false;
  const std::string_view head = trim_end(line.substr(0, at));
  return !head.empty() && (contains(":<|&", head.substr(head.size() - 1)) || head.ends_with(" as"));
}

class DroppedCheck {
 public:
  DroppedCheck(const CodeFile& code, const index::CodeIndex& index)
      : code_(code), base_(index.base()), head_(index.head()) {}

  std::vector<Finding> run() {
    const auto& before = code_.before;
    const auto& after = code_.after;
    if (before == nullptr || after == nullptr || before->has_errors || after->has_errors) return {};
    if (after->open_names && code_.family == Family::python) return {};
    std::map<std::string, std::string> lost = lost_names();
    if (lost.empty() || imports_all()) return {};
    for (const syntax::Reference& each : after->references) {
      const std::string name(used_name(each));
      const auto found = lost.find(name);
      if (found == lost.end() || each.local || found_.size() >= kFindingsPerFileMax) continue;
      const std::string_view line = line_of(*code_.file->after, each.line);
      if (!stands_alone(line, name) || names_own(line, name)) continue;
      if (is_attribute(line, name) || names_crate(line, name)) continue;
      if (code_.family == Family::script && names_global_type(line, name)) continue;
      if (!may_be_bound(name, found->second) && !is_still_written(found->second, name)) {
        report(each, name, found->second);
      }
      lost.erase(found);
    }
    return std::move(found_);
  }

 private:
  // What the imports bound before and nothing binds now, with the module each came from.
  std::map<std::string, std::string> lost_names() const {
    const auto& before = code_.before;
    const auto& after = code_.after;
    std::map<std::string, std::string> lost = bound_by(*before);
    for (const auto& [name, module] : bound_by(*after)) lost.erase(name);
    for (const std::string& name : after->bindings) lost.erase(name);
    // `var x = require("x")` binds by itself what it imports.
    if (code_.family != Family::script) {
      for (const std::string& name : before->bindings) lost.erase(name);
    }
    std::erase_if(lost, [&](const auto& each) { return is_given(each.first); });
    if (code_.family == Family::rust) {
      lost.erase("_");  // `use a::Extension as _` binds nothing
      // `use super::*` in the place of `use super::{a, b}`.
      std::erase_if(lost, [](const auto& each) { return each.second.starts_with("super"); });
    }
    return lost;
  }

  // Rust: `pub use core::ptr;` within a macro that puts it into the file.
  bool is_still_written(std::string_view module, std::string_view name) const {
    if (code_.family != Family::rust) return false;
    const std::string_view text = *code_.file->after;
    for (auto at = text.find("use "); at != std::string_view::npos;
         at = text.find("use ", at + 1)) {
      if (at > 0 && is_word(text[at - 1])) continue;
      // To the end of the statement, over several lines; prose has no such end on its line.
      const std::size_t line = text.rfind('\n', at) + 1;
      if (trim(text.substr(line, at - line)).starts_with("//")) continue;
      const std::size_t line_end = text.find('\n', at);
      const std::string_view use = text.substr(at, text.find(';', at) - at);
      const bool one_line = at + use.size() <= line_end;
      if (!one_line && !trim(text.substr(at, line_end - at)).ends_with('{')) continue;
      const bool last = trim_end(use).ends_with("::" + std::string(name));
      if (contains(use, module) && (last || stands_alone(use, name))) return true;
    }
    return false;
  }

  // Rust: `#[doc(hidden)]` is the compiler's own.
  bool is_attribute(std::string_view line, std::string_view name) const {
    static constexpr auto kOwn =
        fixed_words("doc", "cfg", "cfg_attr", "allow", "warn", "deny", "expect", "inline", "test",
                    "deprecated", "must_use", "repr", "path", "ignore");
    if (code_.family != Family::rust || !among(kOwn, name)) return false;
    line = trim(line);
    if (!line.starts_with("#[") && !line.starts_with("#![")) return false;
    return line.substr(line.find('[') + 1).starts_with(name);
  }

  // Rust: a path that begins with a crate which the manifest of the package declares.
  bool names_crate(std::string_view line, const std::string& name) const {
    if (code_.family != Family::rust || !contains(line, name + "::")) return false;
    syntax::Import path;
    path.module = name;
    return head_.resolve(code_.path, path).origin == index::Origin::dependency;
  }

  // A star may bring the name. `use super::*` of the tests in a module of this file brings what the
  // file itself has.
  bool imports_all() const {
    const auto& imports = code_.after->imports;
    return std::any_of(imports.begin(), imports.end(), [&](const syntax::Import& import) {
      return !is_of_own_file(code_.family, import) && has_star(import);
    });
  }

  // Rust: what the line says the name for is its own: `Future<Error = io::Error>`,
  // `type Error = io::Error;`, and within a macro a field, `task: Task`, and a variant.
  bool names_own(std::string_view line, std::string_view name) const {
    if (code_.family != Family::rust) return false;
    bool own = is_variant(line, name);
    for (auto at = line.find(name); !own && at != std::string_view::npos;
         at = line.find(name, at + 1)) {
      const std::string_view rest = line.substr(at + name.size());
      const std::string_view next = trim(rest);
      const bool field =
          rest.starts_with(':') && !rest.starts_with("::") && !stands_alone(rest, name);
      own = field || (next.starts_with('=') && !next.starts_with("==") && !next.starts_with("=>"));
    }
    return own;
  }

  // `Body {` of an enum that the file names: `State::Body`.
  bool is_variant(std::string_view line, std::string_view name) const {
    line = trim(line);
    if (!line.starts_with(name)) return false;
    const std::string_view next = line.substr(name.size());
    if (!next.starts_with(" {") && !next.starts_with('(') && !next.starts_with(',')) return false;
    const std::string_view text = *code_.file->after;
    const std::string qualified = "::" + std::string(name);
    for (auto at = text.find(qualified); at != std::string_view::npos;
         at = text.find(qualified, at + 1)) {
      std::size_t begin = at;
      while (begin > 0 && is_word(text[begin - 1])) --begin;
      const std::size_t end = at + qualified.size();
      const bool whole = end >= text.size() || !is_word(text[end]);
      if (whole && begin < at && is_upper(text[begin])) return true;
    }
    return false;
  }

  // The name that has to be bound for the reference to mean anything.
  std::string_view used_name(const syntax::Reference& reference) const {
    if (reference.kind == ReferenceKind::text) return {};
    if (!reference.receiver.empty()) return chain_root(reference.receiver);
    // Go: what is imported is only ever a receiver.
    if (code_.family == Family::go) return {};
    // Types of TypeScript may come from anywhere.
    if (code_.family == Family::script && reference.kind == ReferenceKind::type) return {};
    const bool member =
        reference.kind == ReferenceKind::method_call || reference.kind == ReferenceKind::attribute;
    return member ? std::string_view() : std::string_view(reference.name);
  }

  // The language has it without an import.
  bool is_given(const std::string& name) const {
    if (code_.family == Family::rust && among(kRustPrelude, name)) return true;
    return is_builtin_name(code_.family, name) || is_given_name(code_.family, name);
  }

  // Something else brings the name in.
  bool may_be_bound(const std::string& name, const std::string& module) const {
    switch (code_.family) {
      case Family::script: return is_ambient(name);
      case Family::go: return is_bound_in_package(name) || may_be_package(name);
      case Family::java: return is_class_around(name) || is_only_label(name);
      case Family::rust: return name == module || is_macro_use(name);  // the crate itself
      default: return false;
    }
  }

  // `declare global`, and tools that import by themselves.
  bool is_ambient(const std::string& name) const {
    for (const index::Place& place : head_.definers_of(name)) {
      if (!contains(index::name_of(place.path), ".d.")) continue;
      // A declaration file that exports or imports is a module, and declares nothing for others.
      const index::OutlinePtr outline = head_.outline(place.path);
      if (outline == nullptr || (outline->exports.empty() && outline->imports.empty())) return true;
    }
    if (has_auto_imports(head_.tree(), code_.path)) return true;
    const std::string& text = *code_.file->after;
    return contains(text, "global " + name) || contains(text, "globals " + name) ||
           contains(text, "/* global") || contains(text, "globalThis." + name);
  }

  bool is_bound_in_package(const std::string& name) const {
    for (const std::string& file : head_.tree().files_in(folder_of(code_.path))) {
      const index::OutlinePtr outline = head_.outline(file);
      if (outline != nullptr && among(outline->bindings, name)) return true;
    }
    return false;
  }

  // A package may have another name than its path: `example.org/go-yaml` is `yaml`.
  bool may_be_package(const std::string& name) const {
    return std::any_of(code_.after->imports.begin(), code_.after->imports.end(),
                       [&](const syntax::Import& import) {
                         const bool old = std::any_of(
                             code_.before->imports.begin(), code_.before->imports.end(),
                             [&](const syntax::Import& each) {
                               return each.module == import.module && each.alias == import.alias;
                             });
                         if (old) return false;
                         if (contains_folded(import.module, name)) return true;
                         const index::Resolution found = head_.resolve(code_.path, import);
                         if (found.origin == index::Origin::standard) return false;
                         if (found.paths.empty()) return true;
                         const index::OutlinePtr outline = head_.outline(found.paths.front());
                         return outline == nullptr || outline->package == name;
                       });
  }

  // `case OPEN:` names a constant of what the switch is about, without any import.
  bool is_only_label(const std::string& name) const {
    const std::string& text = *code_.file->after;
    const auto& uses = code_.after->references;
    return std::all_of(uses.begin(), uses.end(), [&](const syntax::Reference& each) {
      return each.name != name || !each.receiver.empty() ||
             trim(line_of(text, each.line)).starts_with("case ");
    });
  }

  // Of the same package, or inside of a class that this one may be built on.
  bool is_class_around(const std::string& name) const {
    for (const index::Place& place : head_.definers_of(name)) {
      if (index::family_of(place.path) != Family::java) continue;
      if (place.path == code_.path) return true;
      // A member is bare where it is inherited.
      if (place.qualified != name) continue;
      const index::OutlinePtr outline = head_.outline(place.path);
      if (outline != nullptr && outline->package == code_.after->package) return true;
    }
    if (may_inherit(head_, code_.path, name)) return true;
    const auto files = head_.tree().files_in(folder_of(code_.path));
    return std::any_of(files.begin(), files.end(), [](const std::string& file) {
      return file.ends_with(".kt") || file.ends_with(".scala") || file.ends_with(".groovy");
    });
  }

  // Macros need no `use` where `#[macro_use]` brings them, and derives are macros.
  bool is_macro_use(const std::string& name) const {
    const std::string& after = *code_.file->after;
    const bool brings = contains(after, "macro_use") || head_.has_references_to("macro_use");
    if (brings && contains(after, name + "!")) return true;
    // A new macro among items makes items that cannot be seen.
    if (item_macros(after) > item_macros(*code_.file->before)) return true;
    for (const index::Place& place : head_.definers_of(name)) {
      const index::OutlinePtr outline = head_.outline(place.path);
      if (outline == nullptr) continue;
      for (const syntax::Symbol& symbol : outline->symbols) {
        if (symbol.definition.name == name && symbol.definition.kind == "macro") return true;
      }
    }
    return contains(after, "derive(" + name);
  }

  static std::size_t item_macros(std::string_view text) {
    std::size_t count = 0;
    for (const std::string_view line : split_lines(text)) {
      const auto end = std::find_if_not(line.begin(), line.end(), &is_identifier_byte);
      count += end != line.begin() && end != line.end() && *end == '!' ? 1U : 0U;
    }
    return count;
  }

  void report(const syntax::Reference& reference, const std::string& name,
              const std::string& module) {
    found_.push_back(
        {.rule = "imports/dropped",
         .kind = RuleKind::defect,
         .path = code_.path,
         .line = reference.line,
         .message = "uses " + name + ", whose import of " + module + " the change takes out",
         .feedback = "Keep the import of " + name + ", or leave nothing that uses it."});
  }

  const CodeFile& code_;
  const index::Graph& base_;
  const index::Graph& head_;
  std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> dropped_imports(const CodeFile& code, const index::CodeIndex& index,
                                     const ImportDoubts&) {
  switch (code.family) {
    case Family::c:
    case Family::bash: return dropped_files(code, index);
    case Family::python:
    case Family::script:
    case Family::go:
    case Family::rust:
    case Family::java: return DroppedCheck(code, index).run();
    default: return {};
  }
}

}  // namespace pawl::guards
