#include "guards/code/dropped_files.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/code/shell_text.hpp"
#include "guards/lexical.hpp"
#include "guards/limits.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using syntax::Import;
using syntax::Reference;
using syntax::ReferenceKind;

constexpr std::size_t kClosureMax = 120;

bool is_source(const CodeFile& code) {
  if (code.family == Family::bash) return true;
  return code.path.ends_with(".c") || code.path.ends_with(".cc") || code.path.ends_with(".cpp") ||
         code.path.ends_with(".cxx");
}

// `#define snprintf own_snprintf` below a condition: in the place of what only some systems lack.
bool stands_in_for_system(std::string_view header, const syntax::Definition& definition) {
  const bool macro = definition.kind == "constant" || definition.kind == "macro";
  const bool word = std::all_of(definition.name.begin(), definition.name.end(),
                                [](char c) { return (c >= 'a' && c <= 'z') || is_digit(c); });
  if (!macro || !word) return false;
  int depth = contains(header, "#pragma once") ? 1 : 0;
  for (const std::string_view line : split_lines(header.substr(0, definition.begin))) {
    if (line.starts_with("#if")) ++depth;
    if (line.starts_with("#endif")) --depth;
  }
  return depth > 1;  // the first keeps the header from being read twice
}

class DroppedFiles {
 public:
  DroppedFiles(const CodeFile& code, const index::CodeIndex& index)
      : code_(code), base_(index.base()), head_(index.head()) {}

  std::vector<Finding> run() {
    for (const Import& import : lost()) look_at(import);
    return std::move(found_);
  }

 private:
  std::vector<Import> lost() const {
    std::vector<Import> out;
    const std::string said =
        code_.family == Family::bash ? without_shell_comments(*code_.file->after) : std::string();
    for (const Import& import : code_.before->imports) {
      if (import.kind != syntax::ImportKind::plain) continue;
      // The grammar of shells does not see every `\.`; a script that goes on naming the file may
      // well read it.
      if (contains(said, index::name_of(import.module))) continue;
      const auto& now = code_.after->imports;
      const bool stays = std::any_of(now.begin(), now.end(), [&](const Import& each) {
        return each.module == import.module ||
               index::name_of(each.module) == index::name_of(import.module);
      });
      if (!stays) out.push_back(import);
    }
    return out;
  }

  void look_at(const Import& import) {
    const index::Resolution target = base_.resolve(code_.path, import);
    if (target.origin != index::Origin::file || target.paths.size() != 1) return;
    const std::string& path = target.paths.front();
    // What is gone itself is what `imports/dangling` looks at.
    const index::OutlinePtr outline = head_.outline(path);
    if (outline == nullptr || path == code_.path) return;
    std::set<std::string, std::less<>> names;
    const std::string header = head_.tree().text(path).value_or("");
    for (const syntax::Symbol& each : outline->symbols) {
      const bool system =
          code_.family == Family::c && stands_in_for_system(header, each.definition);
      if (is_offered(each.definition) && !system) names.insert(each.definition.name);
    }
    if (names.empty()) return;
    for (const Reference& each : code_.after->references) {
      if (found_.size() >= kFindingsPerFileMax) return;
      if (!is_use(each) || !names.contains(each.name)) continue;
      if (!is_closed()) return;
      if (may_come_otherwise(each.name)) {
        names.erase(each.name);
        continue;
      }
      report(each, import, path);
      return;
    }
  }

  bool is_offered(const syntax::Definition& definition) const {
    // A shell has commands of any name, and may wrap all its functions in a block.
    if (code_.family == Family::bash) return contains(definition.name, "_");
    return definition.top_level && definition.name.size() > 2;
  }

  bool is_use(const Reference& each) const {
    if (each.local || each.receiver == "std" || contains(each.receiver, ".")) return false;
    // `fmt::print`
    const bool spaced = code_.family == Family::c && !each.receiver.empty();
    if (spaced) return contains(line_of(*code_.file->after, each.line), each.receiver + "::");
    if (!each.receiver.empty()) return false;
    if (code_.family == Family::bash) return each.kind == ReferenceKind::call;
    return each.kind == ReferenceKind::call || each.kind == ReferenceKind::type ||
           each.kind == ReferenceKind::name;
  }

  // Nobody includes the file itself, and all that it still includes is in the repository or the
  // language's own.
  bool is_closed() {
    if (looked_) return closed_;
    looked_ = true;
    closed_ = head_.importers_of(code_.path).empty() && add_closure();
    return closed_;
  }

  bool add_closure() {
    std::vector<std::string> left{code_.path};
    seen_.insert(code_.path);
    while (!left.empty()) {
      const std::string path = left.back();
      left.pop_back();
      const index::OutlinePtr outline = head_.outline(path);
      if (outline == nullptr || seen_.size() > kClosureMax) return false;
      for (const Import& import : outline->imports) {
        const index::Resolution found = head_.resolve(path, import);
        if (found.paths.empty() && !is_foreign(import, found)) return false;
        for (const std::string& each : found.paths) {
          if (seen_.insert(each).second) left.push_back(each);
        }
      }
    }
    return true;
  }

  // The system's headers, and those of other packages, include none of this repository.
  bool is_foreign(const Import& import, const index::Resolution& found) const {
    if (code_.family == Family::bash) return false;
    return found.origin == index::Origin::standard &&
           (import.system || !contains(import.module, "/"));
  }

  bool may_come_otherwise(const std::string& name) const {
    if (code_.family == Family::bash) {
      const std::string& text = *code_.file->after;
      if (evaluates_anything(text) || contains(text, "\nload ") || contains(text, name + "()")) {
        return true;
      }
    }
    return std::any_of(seen_.begin(), seen_.end(), [&](const std::string& path) {
      const index::OutlinePtr outline = head_.outline(path);
      if (outline == nullptr) return true;
      const bool binds =
          among(outline->bindings, name) ||
          std::any_of(outline->symbols.begin(), outline->symbols.end(),
                      [&](const syntax::Symbol& each) { return each.definition.name == name; });
      if (binds) return true;
      // Of a header that is not understood, and of lists of macros, the words count.
      const bool header = path != code_.path;
      return header && contains(head_.tree().text(path).value_or(name), name);
    });
  }

  void report(const Reference& use, const Import& import, const std::string& path) {
    found_.push_back({.rule = "imports/dropped",
                      .kind = RuleKind::defect,
                      .path = code_.path,
                      .line = use.line,
                      .message = "uses " + use.name + " of " + path +
                                 ", which the change no longer " +
                                 (code_.family == Family::bash ? "sources" : "includes"),
                      .feedback = "Keep " + import.module + ", or leave nothing that uses it."});
  }

  const CodeFile& code_;
  const index::Graph& base_;
  const index::Graph& head_;
  std::set<std::string> seen_;
  bool looked_ = false;
  bool closed_ = false;
  std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> dropped_files(const CodeFile& code, const index::CodeIndex& index) {
  if (code.before == nullptr || code.after == nullptr || !is_source(code)) return {};
  if (code.after->has_errors && !code.before->has_errors) return {};
  return DroppedFiles(code, index).run();
}

}  // namespace pawl::guards
