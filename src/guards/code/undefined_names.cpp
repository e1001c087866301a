#include "guards/code/undefined_names.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/code/builtin_names.hpp"
#include "guards/code/changed_span.hpp"
#include "guards/code/header_names.hpp"
#include "guards/code/rust_macros.hpp"
#include "guards/code/variable_uses.hpp"
#include "guards/lexical.hpp"
#include "guards/limits.hpp"
#include "index/resolver.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using syntax::Outline;
using syntax::Reference;
using syntax::ReferenceKind;

// More is no edit: the file was written anew.
constexpr std::size_t kLooseMax = 60;

using Words = std::unordered_set<std::string_view>;

void add_words(std::string_view text, Words& out) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_identifier_byte(text[at])) continue;
    const std::size_t begin = at;
    while (at < text.size() && is_identifier_byte(text[at])) ++at;
    out.insert(text.substr(begin, at - begin));
  }
}

// What a name was in the file before.
struct Was {
  bool local = false;
  bool loose = false;
};

bool has_star(Family family, const Outline& outline) {
  return std::any_of(outline.imports.begin(), outline.imports.end(),
                     [&](const syntax::Import& import) {
                       if (is_of_own_file(family, import)) return false;
                       return import.alias == "." || import.module == "C" ||
                              std::any_of(import.names.begin(), import.names.end(),
                                          [](const auto& name) { return name.name == "*"; });
                     });
}

std::string_view function_around(const Outline& outline, const Reference& each) {
  if (each.enclosing < 0) return {};
  return outline.symbols[static_cast<std::size_t>(each.enclosing)].definition.qualified;
}

// `if (auto name = …`, `type_t *name;`: a type, and then the name and what may follow it.
bool declares(std::string_view line, std::string_view name) {
  for (auto at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
    const std::string_view behind = trim(line.substr(at + name.size()));
    const std::string_view sign = behind.substr(0, 1);
    if (sign.empty() || !contains(";={[,:", sign) || behind.starts_with("==")) continue;
    std::string_view before = trim_end(line.substr(0, at));
    const bool apart = before.size() < at;
    const bool pointer = before.ends_with('*') || before.ends_with('&');
    while (before.ends_with('*') || before.ends_with('&')) before.remove_suffix(1);
    before = trim_end(before);
    if ((!apart && !pointer) || before.empty()) continue;
    if (!is_identifier_byte(before.back()) && before.back() != '>') continue;
    const auto word = std::find_if_not(before.rbegin(), before.rend(), &is_identifier_byte);
    const std::string_view type = before.substr(static_cast<std::size_t>(before.rend() - word));
    // `a * name` is a product.
    const bool declared = apart && !pointer;
    static constexpr auto kNoTypes = fixed_words("return", "throw", "delete", "goto", "case",
                                                 "else", "new", "sizeof", "co_return", "co_yield");
    if (!among(kNoTypes, type) && (declared || type.ends_with("_t"))) return true;
  }
  return false;
}

class UndefinedSearch {
 public:
  UndefinedSearch(const CodeFile& code, const index::CodeIndex& index, std::vector<Finding>& out)
      : code_(code), head_(index.head()), base_(index.base()), out_(out) {}

  void run() {
    std::map<std::string_view, const Reference*> loose = loose_names();
    if (loose.empty()) return;
    take_out_bound(loose);
    if (loose.empty() || loose.size() > kLooseMax || has_open_names()) return;
    const std::vector<std::string_view> lines = lines_for_fields(*code_.file->before);
    std::map<std::string_view, Was> was;
    for (const Reference& each : code_.before->references) {
      const auto found = loose.find(root_of(each));
      if (found == loose.end() || is_field(each, lines)) continue;
      Was& entry = was[found->first];
      (each.local ? entry.local : entry.loose) = true;
    }
    for (const auto& [name, reference] : loose) {
      const Was& entry = was[name];
      if (entry.loose) continue;
      if (code_.family == Family::rust && is_of_macro(*reference, name)) continue;
      const bool certain =
          entry.local ? is_lost(*reference, std::string(name)) : is_unknown(*reference, name);
      if (!certain || is_declared_above(*reference, name)) continue;
      if (is_plain_use(code_, *reference, name)) report(*reference, name);
    }
  }

 private:
  // Rust: also the words of an attribute, `#[arg(long)]`.
  bool is_of_macro(const Reference& use, std::string_view name) const {
    const std::string_view after = *code_.file->after;
    const std::string_view line = trim(line_of(after, use.line));
    return line.starts_with("#[") || line.starts_with("#![") || macro_may_make(after, name) ||
           is_token_of_macro(after, use.line);
  }

  // Uses of what no function around binds, of names that the change touches.
  std::map<std::string_view, const Reference*> loose_names() const {
    const std::string& before = *code_.file->before;
    const std::string& after = *code_.file->after;
    const ChangedSpan span = changed_span(before, after);
    Words words;
    const auto part = [](std::string_view text, ChangedSpan::Range range) {
      return text.substr(range.begin, range.end - range.begin);
    };
    add_words(part(before, span.before), words);
    add_words(part(after, span.after), words);
    const std::vector<std::string_view> lines = lines_for_fields(after);
    std::map<std::string_view, const Reference*> out;
    for (const Reference& each : code_.after->references) {
      if (each.local) continue;
      // Macros of Rust make functions.
      const bool bare_call = each.kind == ReferenceKind::call && each.receiver.empty();
      if (code_.family == Family::rust && bare_call) continue;
      const std::string_view root = root_of(each);
      if (root.size() < 2 || !words.contains(root) || !is_variable(root)) continue;
      if (!out.contains(root) && !is_field(each, lines)) out.emplace(root, &each);
    }
    return out;
  }

  // Only Go writes the names of fields as it does those of variables.
  std::vector<std::string_view> lines_for_fields(std::string_view text) const {
    return code_.family == Family::go ? split_lines(text) : std::vector<std::string_view>();
  }

  static bool is_field(const Reference& each, const std::vector<std::string_view>& lines) {
    const auto row = static_cast<std::size_t>(each.line) - 1;
    return row < lines.size() && names_field(each, lines[row]);
  }

  // Constants, types and components have capitals, and come from many places.
  static bool is_variable(std::string_view name) {
    const char first = name.front();
    return first == '_' || (first >= 'a' && first <= 'z');
  }

  void take_out_bound(std::map<std::string_view, const Reference*>& loose) const {
    for (const std::string& each : code_.after->bindings) loose.erase(each);
    // Where a bare name may be a method's.
    const bool members =
        code_.family == Family::java || code_.family == Family::ruby || code_.family == Family::c;
    for (const syntax::Symbol& each : code_.after->symbols) {
      if (members || each.definition.top_level) loose.erase(each.definition.name);
    }
    for (const syntax::Import& import : code_.after->imports) {
      loose.erase(import.alias);
      if (code_.family == Family::go) {
        // `import "example.org/go-yaml/v2"` may be `yaml`.
        std::erase_if(loose, [&](const auto& each) {
          return contains_folded(import.module, std::string(each.first));
        });
      }
      for (const syntax::ImportedName& each : import.names) {
        loose.erase(each.alias);
        loose.erase(each.name);
      }
    }
    // TypeScript: `{ [key: string]: Box }`, `{ [key in Keys]: Box[key] }`.
    if (code_.family == Family::script) {
      std::erase_if(loose, [&](const auto& each) {
        const std::string begin = "[" + std::string(each.first);
        const std::string& text = *code_.file->after;
        return contains(text, begin + ":") || contains(text, begin + " in ");
      });
    }
    // What the file bound at its top before, the search for unbound names judges.
    for (const std::string& each : code_.before->bindings) loose.erase(each);
    std::erase_if(loose, [&](const auto& each) { return is_given(std::string(each.first)); });
  }

  bool is_given(const std::string& name) const {
    return is_reserved_word(name) || is_brought_name(code_.family, name) ||
           (code_.family == Family::java && (name == "java" || name == "javax"));
  }

  bool has_open_names() const {
    const std::string& after = *code_.file->after;
    switch (code_.family) {
      case Family::python: return code_.after->open_names || has_star(code_.family, *code_.after);
      case Family::go:
        return has_star(code_.family, *code_.after) || contains(after, "go:generate");
      case Family::script: return contains(after, "eval(") || contains(after, "with (");
      case Family::bash:
      case Family::other: return true;
      default: return false;
    }
  }

  // It was a variable of functions, and nothing else of the name came in its place.
  bool is_lost(const Reference& use, const std::string& name) const {
    const std::string& after = *code_.file->after;
    if (contains(after, "global " + name) || contains(after, "globals " + name)) return false;
    switch (code_.family) {
      case Family::python: return true;
      case Family::go: return !is_in_package(name);
      case Family::rust:
        return !contains(after, name + "!") &&
               !(has_star(code_.family, *code_.after) && is_defined_elsewhere(name));
      case Family::script:
        return is_strict_module() ? !is_assigned_in(text_above(use), name)
                                  : !is_made_by_assignment(code_, name) &&
                                        (is_module() || !is_known_elsewhere(name));
      case Family::java:
        return was_local_here(use, name) && !is_inherited(name) && !is_known_elsewhere(name);
      case Family::ruby:
        return was_local_here(use, name) && !contains(after, ":" + name) &&
               !contains(after, name + ":") && !is_known_elsewhere(name);
      case Family::c: return was_local_here(use, name) && !is_made_by_header(head_, code_, name);
      default: return false;
    }
  }

  // C, C++: the grammar loses what stands behind a macro, as in `TRY { buffer_t name; … }`. A
  // line of the function, above the use or with it, still declares the name.
  bool is_declared_above(const Reference& use, std::string_view name) const {
    if (code_.family != Family::c) return false;
    const std::vector<std::string_view> lines = split_lines(*code_.file->after);
    std::size_t first = 0;
    if (use.enclosing >= 0) {
      const auto& around = code_.after->symbols[static_cast<std::size_t>(use.enclosing)];
      first = static_cast<std::size_t>(around.definition.line) - 1;
    }
    const auto last = std::min(lines.size(), static_cast<std::size_t>(use.line));
    for (std::size_t i = first; i < last; ++i) {
      if (declares(lines[i], name)) return true;
    }
    return false;
  }

  // Elsewhere in the file the name may be a member: here it was a variable.
  bool was_local_here(const Reference& use, std::string_view name) const {
    const std::string_view here = function_around(*code_.after, use);
    const auto& then = code_.before->references;
    return std::any_of(then.begin(), then.end(), [&](const Reference& each) {
      return each.local && root_of(each) == name && function_around(*code_.before, each) == here;
    });
  }

  // Java: of a class that the file's classes extend, which nobody can look into or which says it.
  bool is_inherited(const std::string& name) const {
    constexpr std::string_view kExtends = " extends ";
    const std::string_view after = *code_.file->after;
    for (auto at = after.find(kExtends); at != std::string_view::npos;
         at = after.find(kExtends, at + 1)) {
      const std::string_view rest = after.substr(at + kExtends.size());
      const auto end = std::find_if_not(rest.begin(), rest.end(), &is_identifier_byte);
      const std::string base(rest.begin(), end);
      const std::vector<index::Place> places = head_.definers_of(base);
      if (places.size() != 1) return true;
      const std::string text = head_.tree().text(places.front().path).value_or(name);
      if (contains(text, name) || contains(text, kExtends)) return true;
    }
    return false;
  }

  // A name that the file did not say before.
  bool is_unknown(const Reference& use, std::string_view written) const {
    const std::string name(written);
    if (is_known_elsewhere(name) || is_made_by_assignment(code_, name)) return false;
    if (base_.has_references_to(name)) return false;
    const std::string& after = *code_.file->after;
    if (contains(after, "global " + name) || contains(after, "globals " + name)) return false;
    if (code_.family == Family::go && is_in_package(name)) return false;
    if (code_.family == Family::c && is_made_by_header(head_, code_, name)) return false;
    if (!stands_on_one_line(code_, use, name)) return false;
    return is_certain_when_bare(use) || is_slip(use, name);
  }

  // Where each variable is seen, a name needs no likeness. Of Go, what is imported may be a
  // receiver.
  bool is_certain_when_bare(const Reference& use) const {
    const std::string& after = *code_.file->after;
    const bool bare = use.receiver.empty() && use.kind == ReferenceKind::name;
    switch (code_.family) {
      case Family::go: return bare;
      case Family::python: return use.kind != ReferenceKind::call && !has_loose();
      case Family::script: return use.kind != ReferenceKind::call && is_module() && !has_loose();
      case Family::java:
        return bare && !contains(after, " extends ") && !contains(after, " implements ") &&
               !contains(after, "@Delegate") && !has_star(code_.family, *code_.after);
      case Family::c:
        return bare && code_.path.ends_with(".c") && contains(use.name, "_") &&
               !use.name.ends_with("_t") && !use.name.starts_with("_");
      default: return false;
    }
  }

  // The file used what nothing binds before: somebody puts it there.
  bool has_loose() const {
    Words names;
    for (const std::string& each : code_.before->bindings) names.insert(each);
    for (const syntax::Import& import : code_.before->imports) {
      names.insert(import.alias);
      for (const syntax::ImportedName& each : import.names) names.insert(each.alias);
    }
    const auto& all = code_.before->references;
    return std::any_of(all.begin(), all.end(), [&](const Reference& each) {
      const std::string_view root = root_of(each);
      return !each.local && !root.empty() && !names.contains(root) && !is_given(std::string(root));
    });
  }

  bool is_module() const { return !code_.after->imports.empty() || !code_.after->exports.empty(); }

  bool is_known_elsewhere(const std::string& name) const {
    return is_defined_elsewhere(name) || is_used_elsewhere(name);
  }

  // With its own line.
  std::string_view text_above(const Reference& use) const {
    const std::string_view after = *code_.file->after;
    const std::string_view line = line_of(after, use.line);
    return after.substr(0, static_cast<std::size_t>(line.data() - after.data()) + line.size());
  }

  // ECMAScript's own modules are strict: what is assigned below the use makes nothing for it.
  bool is_strict_module() const {
    const std::vector<std::string_view> lines = split_lines(*code_.file->after);
    return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
      return line.starts_with("import ") || line.starts_with("import{") ||
             line.starts_with("export ");
    });
  }

  // Beside a variable of the same function that is written nearly alike.
  bool is_slip(const Reference& use, std::string_view name) const {
    const std::string_view here = function_around(*code_.after, use);
    const auto beside = [&](const Outline& outline) {
      return std::any_of(outline.references.begin(), outline.references.end(),
                         [&](const Reference& each) {
                           if (!each.local || function_around(outline, each) != here) return false;
                           const std::string_view root = root_of(each);
                           return is_slip_of(name, root);
                         });
    };
    return beside(*code_.after) || beside(*code_.before);
  }

  bool is_defined_elsewhere(const std::string& name) const {
    const std::vector<index::Place> places = head_.definers_of(name);
    return std::any_of(places.begin(), places.end(), [&](const index::Place& place) {
      return place.path != code_.path && head_.family_of(place.path) == code_.family;
    });
  }

  // Other files use it without defining it: the language or a library brings it.
  bool is_used_elsewhere(const std::string& name) const {
    const std::vector<index::Site> sites = head_.references_to(name);
    return std::any_of(sites.begin(), sites.end(), [&](const index::Site& site) {
      return site.path != code_.path && head_.family_of(site.path) == code_.family &&
             site.receiver.empty();
    });
  }

  bool is_in_package(const std::string& name) const {
    for (const std::string& path : head_.tree().files_in(folder_of(code_.path))) {
      const index::OutlinePtr outline = head_.outline(path);
      if (path == code_.path || outline == nullptr) continue;
      if (outline->has_errors || among(outline->bindings, name)) return true;
    }
    return false;
  }

  void report(const Reference& use, std::string_view name) {
    if (++reported_ > kFindingsPerFileMax) return;
    out_.push_back({.rule = "caller-contract/undefined",
                    .kind = RuleKind::defect,
                    .path = code_.path,
                    .line = use.line,
                    .message = "uses " + std::string(name) + ", which nothing defines here",
                    .feedback = "Define " + std::string(name) +
                                " before it is used, or use the name of what is there."});
  }

  const CodeFile& code_;
  const index::Graph& head_;
  const index::Graph& base_;
  std::vector<Finding>& out_;
  std::size_t reported_ = 0;
};

}  // namespace

std::vector<Finding> undefined_names(const std::vector<CodeFile>& files,
                                     const index::CodeIndex& index) {
  std::vector<Finding> out;
  for (const CodeFile& code : files) {
    if (is_understood_on_both_sides(code)) UndefinedSearch(code, index, out).run();
  }
  return out;
}

}  // namespace pawl::guards
