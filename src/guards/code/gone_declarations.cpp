#include "guards/code/gone_declarations.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "base/text/text.hpp"
#include "guards/code/builtin_names.hpp"
#include "guards/code/c_declarations.hpp"
#include "guards/limits.hpp"
#include "guards/symbols.hpp"
#include "index/resolver.hpp"
#include "index/tree.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using syntax::Outline;
using syntax::Reference;

// More is no edit: the file was written anew.
constexpr std::size_t kLostDeclarationsMax = 40;
constexpr std::size_t kUserPathsMax = 60;
constexpr std::size_t kUsesPerNameMax = 3;
// Shorter names are anybody's.
constexpr std::size_t kDistinctMin = 4;

bool is_declaration(const syntax::Symbol& symbol) {
  return symbol.definition.top_level &&
         among({"constant", "macro", "type", "struct", "class", "enum", "union"},
               symbol.definition.kind);
}

bool has_include(const Outline* outline, const std::string& module) {
  return outline != nullptr &&
         std::any_of(outline->imports.begin(), outline->imports.end(),
                     [&](const syntax::Import& each) { return each.module == module; });
}

// What somebody else's header may bring in its place.
bool includes_anew(const std::vector<CodeFile>& files, const index::Graph& head) {
  return std::any_of(files.begin(), files.end(), [&](const CodeFile& code) {
    if (code.family != Family::c || code.after == nullptr) return false;
    return std::any_of(code.after->imports.begin(), code.after->imports.end(),
                       [&](const syntax::Import& each) {
                         return !has_include(code.before.get(), each.module) &&
                                head.resolve(code.path, each).paths.empty();
                       });
  });
}

bool uses(const Reference& each, const std::string& name) {
  return each.name == name && !each.local && each.receiver.empty() &&
         (each.kind == syntax::ReferenceKind::call || each.kind == syntax::ReferenceKind::type ||
          each.kind == syntax::ReferenceKind::name);
}

class GoneDeclarations {
 public:
  explicit GoneDeclarations(const index::CodeIndex& index)
      : base_(index.base()), head_(index.head()) {}

  void look_at(const CodeFile& code) {
    const std::set<std::string> lost = names_lost(code);
    if (lost.size() > kLostDeclarationsMax) return;
    for (const std::string& name : lost) follow(code, name);
  }

  std::vector<Finding> take() { return std::move(found_); }

 private:
  static std::set<std::string> names_lost(const CodeFile& code) {
    std::set<std::string> lost;
    for (const syntax::Symbol& each : code.before->symbols) {
      if (is_declaration(each)) lost.insert(each.definition.name);
    }
    if (lost.empty()) return lost;
    for (const syntax::Symbol& each : code.after->symbols) lost.erase(each.definition.name);
    for (const std::string& each : code.after->bindings) lost.erase(each);
    std::erase_if(lost, [&](const std::string& name) {
      return may_be_of_others(name) || stood_in(code, name);
    });
    return lost;
  }

  // What only some builds had from here the others have from elsewhere, and may all builds now:
  // `#ifdef _OLD_SYSTEM` above a type. `#ifndef` of the name itself says its value to all.
  static bool stood_in(const CodeFile& code, const std::string& name) {
    const std::string& before = *code.file->before;
    if (contains(before, "ifndef " + name)) return false;
    const auto& symbols = code.before->symbols;
    const auto is_of_name = [&](const syntax::Symbol& each) {
      return is_declaration(each) && each.definition.name == name;
    };
    const auto first = std::find_if(symbols.begin(), symbols.end(), is_of_name);
    // `typedef struct box { … } box;` is one.
    const bool others = std::any_of(first, symbols.end(), [&](const syntax::Symbol& each) {
      return is_of_name(each) && each.definition.begin > first->definition.end;
    });
    return !others && is_conditional_line(before, first->definition.line);
  }

  // `strlcpy`, `ssize_t`, `_GNU_SOURCE`: a system's, for which an own one stood in.
  static bool may_be_of_others(const std::string& name) {
    const bool one_word = std::none_of(name.begin(), name.end(),
                                       [](char c) { return c == '_' || (c >= 'A' && c <= 'Z'); });
    return name.size() < kDistinctMin || one_word || name.starts_with('_') ||
           name.ends_with("_t") || name.starts_with("HAVE_") || is_builtin_name(Family::c, name);
  }

  void follow(const CodeFile& code, const std::string& name) {
    if (head_.has_definers_of(name)) return;
    std::vector<std::string> users;
    for (const std::string& path : head_.tree().with_key(index::use_key(name))) {
      if (index::family_of(path) == Family::c) users.push_back(path);
    }
    if (users.empty() || users.size() > kUserPathsMax) return;
    const auto declares = [&](const std::string& path) {
      return may_declare(head_.tree().text(path).value_or(name), name);
    };
    if (may_declare(*code.file->after, name)) return;
    if (contains(*code.file->before, "HAVE_") && contains(*code.file->before, "ifndef " + name)) {
      return;
    }
    if (std::any_of(users.begin(), users.end(), declares)) return;
    std::size_t reported = 0;
    for (const std::string& path : users) {
      if (path == code.path || reported >= kUsesPerNameMax) continue;
      if (const auto line = line_of_use(path, name)) {
        report(code, name, path, *line);
        ++reported;
      }
    }
  }

  // Where the file uses the name in every build, as it did before.
  std::optional<int> line_of_use(const std::string& path, const std::string& name) const {
    const index::OutlinePtr was = base_.outline(path);
    const index::OutlinePtr is = head_.outline(path);
    if (was == nullptr || is == nullptr || is->has_errors) return std::nullopt;
    const auto used = [&](const Reference& each) { return uses(each, name); };
    if (std::none_of(was->references.begin(), was->references.end(), used)) return std::nullopt;
    const auto text = head_.tree().text(path);
    for (const Reference& each : is->references) {
      if (used(each) && text && !is_conditional_line(*text, each.line)) return each.line;
    }
    return std::nullopt;
  }

  void report(const CodeFile& code, const std::string& name, const std::string& path, int line) {
    const std::string place = path + ":" + std::to_string(line);
    if (found_.size() >= kFindingsMax) return;
    found_.push_back({.rule = "caller-contract/gone",
                      .kind = RuleKind::defect,
                      .path = path,
                      .line = line,
                      .message = "uses " + name + ", which " + code.path + " no longer has",
                      .feedback = "Change " + place + " along with this, or keep " + name + " in " +
                                  code.path + "."});
  }

  const index::Graph& base_;
  const index::Graph& head_;
  std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> gone_declarations(const std::vector<CodeFile>& files,
                                       const index::CodeIndex& index) {
  GoneDeclarations search(index);
  std::optional<bool> anew;
  for (const CodeFile& code : files) {
    if (code.family != Family::c || !is_understood_on_both_sides(code)) continue;
    if (!anew) anew = includes_anew(files, index.head());
    if (*anew) break;
    search.look_at(code);
  }
  return search.take();
}

}  // namespace pawl::guards
