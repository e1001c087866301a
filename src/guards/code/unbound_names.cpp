#include "guards/code/unbound_names.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/code/builtin_names.hpp"
#include "guards/code/c_declarations.hpp"
#include "guards/code/changed_span.hpp"
#include "guards/code/java_bases.hpp"
#include "guards/code/member_uses.hpp"
#include "guards/code/rust_macros.hpp"
#include "guards/code/rust_methods.hpp"
#include "guards/lexical.hpp"
#include "guards/limits.hpp"
#include "guards/symbols.hpp"
#include "index/resolver.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using syntax::Outline;
using syntax::Reference;
using syntax::ReferenceKind;

// More is no edit: the file was written anew.
constexpr std::size_t kLostMax = 40;
// Files of others that say a name.
constexpr std::size_t kSayersMax = 60;

using Words = std::unordered_set<std::string_view>;

bool is_bare(const Reference& each) {
  return each.receiver.empty() && !each.local &&
         (each.kind == ReferenceKind::call || each.kind == ReferenceKind::type ||
          each.kind == ReferenceKind::name);
}

Words words_in(std::string_view text) {
  const auto joins = [](char c) { return is_identifier_byte(c) || c == '$'; };
  Words out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!joins(text[at])) continue;
    const std::size_t begin = at;
    while (at < text.size() && joins(text[at])) ++at;
    out.insert(text.substr(begin, at - begin));
  }
  return out;
}

// Of these words those that the file binds at its top but by imports, and those that it defines.
Words made_by(const Outline& outline, const Words& words) {
  Words out;
  const auto take = [&](std::string_view name) {
    if (words.contains(name)) out.insert(name);
  };
  for (const std::string& each : outline.bindings) take(each);
  for (const syntax::Symbol& each : outline.symbols) take(each.definition.name);
  for (const syntax::Import& import : outline.imports) {
    out.erase(import.alias);
    for (const syntax::ImportedName& each : import.names) out.erase(each.alias);
  }
  return out;
}

void take_out_bound(const Outline& outline, Words& names) {
  for (const std::string& each : outline.bindings) names.erase(each);
  for (const syntax::Symbol& each : outline.symbols) names.erase(each.definition.name);
  for (const syntax::Import& import : outline.imports) {
    names.erase(import.alias);
    for (const syntax::ImportedName& each : import.names) names.erase(each.alias);
  }
}

// Java: a star of a package brings types alone.
bool has_type_star(const Outline& outline) {
  return std::any_of(outline.imports.begin(), outline.imports.end(),
                     [](const syntax::Import& import) {
                       return std::any_of(import.names.begin(), import.names.end(),
                                          [](const auto& name) { return name.name == "*"; });
                     });
}

// A star may bring any name; of the own crate it brings what the index knows, and of an enum its
// variants.
bool has_foreign_star(const CodeFile& code, const index::Graph& head) {
  if (code.family == Family::java) return has_static_star(*code.file->after);
  return std::any_of(
      code.after->imports.begin(), code.after->imports.end(), [&](const syntax::Import& import) {
        const bool star = std::any_of(import.names.begin(), import.names.end(),
                                      [](const auto& name) { return name.name == "*"; });
        if (!star) return false;
        if (code.family != Family::rust) return true;
        const std::string_view root =
            std::string_view(import.module).substr(0, import.module.find(':'));
        if (root == "super" || root == "self" || root == "crate") return false;
        return root.empty() || !is_upper(root.front()) ||
               head.definers_of(std::string(root)).empty();
      });
}

class UnboundSearch {
 public:
  UnboundSearch(const CodeFile& code, const index::CodeIndex& index, std::vector<Finding>& out)
      : code_(code), head_(index.head()), out_(out) {}

  void run() {
    // What is made no more stood in the lines that are gone.
    const std::string& before = *code_.file->before;
    const ChangedSpan::Range gone = changed_span(before, *code_.file->after).before;
    const Words words =
        words_in(std::string_view(before).substr(gone.begin, gone.end - gone.begin));
    Words lost = made_by(*code_.before, words);
    if (!lost.empty()) take_out_bound(*code_.after, lost);
    if (lost.empty() || lost.size() > kLostMax) return;
    if (code_.family == Family::script) report_listed(lost);
    if (may_come_from_elsewhere()) return;
    for (const Reference& each : code_.after->references) {
      if (!is_bare(each) || !lost.contains(each.name) || is_label(each)) continue;
      lost.erase(each.name);
      if (is_certain(each)) report(each);
    }
  }

 private:
  bool may_come_from_elsewhere() const {
    if (has_foreign_star(code_, head_)) return true;
    switch (code_.family) {
      case Family::python: return code_.after->open_names;
      case Family::script: return code_.after->open_names || !is_module();
      case Family::bash:
      case Family::other: return true;
      default: return false;
    }
  }

  // `export { a, b as c };` hands on what the module itself binds, and no global.
  void report_listed(Words& lost) {
    const std::string_view text = *code_.file->after;
    int line = 0;
    bool inside = false;
    for (std::string_view said : split_lines(text)) {
      ++line;
      if (said.starts_with("export {") || said.starts_with("export{")) {
        inside = true;
        said.remove_prefix(said.find('{') + 1);
      }
      if (!inside) continue;
      const auto end = said.find('}');
      const std::size_t rest = static_cast<std::size_t>(said.data() - text.data());
      if (contains(text.substr(rest, text.find(';', rest) - rest), " from ")) {
        inside = false;
        continue;
      }
      for (const std::string_view part : split(said.substr(0, end), ',')) {
        const auto words = split_words(part);
        if (words.empty() || lost.erase(words.front()) == 0) continue;
        report({.name = std::string(words.front()), .line = line});
      }
      inside = end == std::string_view::npos;
    }
  }

  // Scripts that a page loads one after the other share their names.
  bool is_module() const { return !code_.after->imports.empty() || !code_.after->exports.empty(); }

  bool is_certain(const Reference& reference) {
    const std::string& name = reference.name;
    if (name.size() < 2 || is_builtin_name(code_.family, name) || is_given(name)) return false;
    const std::string& after = *code_.file->after;
    if (contains(after, "global " + name) || contains(after, "globals " + name)) return false;
    if (code_.family == Family::ruby && !(name.front() >= 'A' && name.front() <= 'Z')) return false;
    if (was_reopened(name)) return false;
    if (code_.family == Family::rust && contains(after, name + "!")) return false;
    if (code_.family == Family::rust && macro_may_make(after, name)) return false;
    if (code_.family == Family::rust && is_of_any_trait(reference)) return false;
    if (code_.family == Family::rust && (is_made_by_macro(name) || is_item_in_macro(name))) {
      return false;
    }
    if (is_defined_elsewhere(name)) return false;
    if (code_.family == Family::java && may_be_inherited(name)) return false;
    if (code_.family == Family::go && is_in_package(name)) return false;
    return code_.family != Family::c || !(may_be_of_library(name) || is_declared_elsewhere(name));
  }

  // C: in this file by a macro, or in another one that says the name.
  bool is_declared_elsewhere(const std::string& name) const {
    if (contains(*code_.file->after, "define " + name)) return true;
    std::size_t looked = 0;
    for (const std::string& path : head_.tree().with_key(index::use_key(name))) {
      if (path == code_.path || index::family_of(path) != Family::c) continue;
      if (++looked > kSayersMax) return true;
      if (may_declare(head_.tree().text(path).value_or(name), name)) return true;
    }
    return is_said_by_header(name);
  }

  // What is included may use it for a macro.
  bool is_said_by_header(const std::string& name) const {
    for (const syntax::Import& import : code_.after->imports) {
      for (const std::string& path : head_.resolve(code_.path, import).paths) {
        if (path == code_.path) continue;
        if (may_declare(head_.tree().text(path).value_or(name), name)) return true;
      }
    }
    return false;
  }

  // Modules of scripts see each other's names by imports alone, but for what is declared for all.
  bool is_defined_elsewhere(const std::string& name) const {
    // Java: a constant of another class is bare only where it is inherited.
    if (code_.family == Family::java && !is_type_name(name)) return false;
    const std::vector<index::Place> places = head_.definers_of(name);
    if (code_.family != Family::script) return !places.empty();
    return std::any_of(places.begin(), places.end(), [](const index::Place& place) {
      const auto path = RepoPath::parse(place.path);
      return !path || !(repo::is_vendored(*path) || repo::is_generated(*path));
    });
  }

  bool may_be_inherited(const std::string& name) const {
    return (is_type_name(name) && has_type_star(*code_.after)) ||
           declares_method(*code_.file->after, name) || may_inherit(head_, code_.path, name);
  }

  static bool is_type_name(std::string_view name) {
    return name.size() > 1 && is_upper(name[0]) && is_lower(name[1]);
  }

  bool is_given(const std::string& name) const {
    if (code_.family != Family::rust) return is_given_name(code_.family, name);
    return name.size() < 6 || name == "Option" || name == "Result" || name == "String" ||
           name == "Default" || name == "Iterator";
  }

  bool is_in_package(const std::string& name) const {
    for (const std::string& path : head_.tree().files_in(folder_of(code_.path))) {
      const index::OutlinePtr outline = head_.outline(path);
      if (path == code_.path || outline == nullptr) continue;
      if (outline->has_errors || among(outline->bindings, name)) return true;
    }
    return contains(*code_.file->after, "go:generate") ||
           contains(*code_.file->after, "import \"C\"");
  }

  // `assert_eq!(value.to_string(), "")`: what a macro is given has no receivers, and whoever has
  // the method now is not known.
  bool is_of_any_trait(const Reference& reference) const {
    if (!contains(line_of(*code_.file->after, reference.line), "." + reference.name)) return false;
    return !is_distinctive_name(reference.name) || is_of_standard_trait(reference.name) ||
           was_handed_on(reference.name);
  }

  // What went called a method of its name, which another type has: a library's, most likely.
  bool was_handed_on(const std::string& name) const {
    const std::string_view before = *code_.file->before;
    return std::any_of(code_.before->symbols.begin(), code_.before->symbols.end(),
                       [&](const syntax::Symbol& each) {
                         const syntax::Definition& is = each.definition;
                         return is.name == name && is_function(is) && is.end <= before.size() &&
                                contains(before.substr(is.begin, is.end - is.begin),
                                         "." + name + "(");
                       });
  }

  // `static_pattern!(NAME, "a");`, `lazy_static! { … }`: macros make names of what is given to
  // them.
  bool is_made_by_macro(const std::string& name) const {
    bool inside = false;
    for (const std::string_view line : split_lines(*code_.file->after)) {
      const bool at_margin = !line.empty() && line.front() != ' ' && line.front() != '\t';
      if (at_margin) {
        const auto end = std::find_if_not(line.begin(), line.end(), &is_identifier_byte);
        inside = inside || (end != line.begin() && end != line.end() && *end == '!');
      }
      if (!inside) continue;
      if (contains_word_folded(line, name)) return true;
      const std::string_view said = trim_end(line);
      if (at_margin && (said.ends_with(';') || said.ends_with('}') || said.ends_with(')'))) {
        inside = false;
      }
    }
    return false;
  }

  // `only_on_unix! { fn run() {} }`
  bool is_item_in_macro(const std::string& name) const {
    const std::vector<std::string_view> lines = split_lines(*code_.file->after);
    return std::any_of(lines.begin(), lines.end(), [&](std::string_view line) {
      if (!contains(line, name) || trim(line).starts_with("//")) return false;
      for (const std::string_view word :
           {"fn ", "struct ", "enum ", "const ", "static ", "type ", "trait ", "union ", "mod "}) {
        if (contains(line, std::string(word) + name)) return true;
      }
      return false;
    });
  }

  // `strlcpy`, `ssize_t`: an own one goes when the system's will do. `using std::optional;`
  bool may_be_of_library(const std::string& name) const {
    const bool one_word = std::none_of(name.begin(), name.end(),
                                       [](char c) { return c == '_' || (c >= 'A' && c <= 'Z'); });
    return one_word || name.ends_with("_t") || name.starts_with("pthread_") ||
           name.starts_with("posix_") || contains(*code_.file->after, "::" + name + ";") ||
           contains(*code_.file->before, "HAVE_");
  }

  // `Config{redirect: toHTTPS}`, where a type of the package has a field of that name: the key of a
  // map is one that is defined.
  bool is_inner_label(std::string_view line, const std::string& name) const {
    if (!contains(line, "{" + name + ": ") && !contains(line, ", " + name + ": ")) return false;
    return has_field_beside(head_, code_.path, name);
  }

  // Java: `case NAME:` names a constant of what the switch is about. Go: `name: value` a field of
  // the struct that is made.
  bool is_label(const Reference& reference) const {
    const std::string_view line = trim(line_of(*code_.file->after, reference.line));
    if (code_.family == Family::go) {
      return line.starts_with(reference.name + ": ") || is_inner_label(line, reference.name);
    }
    return code_.family == Family::java && line.starts_with("case ");
  }

  // googletest's `TEST(Suite, Case)` makes the suite itself: no class of that name is wanted. A
  // macro of the repository may ask for one.
  bool is_suite(const Reference& reference) const {
    if (code_.family != Family::c) return false;
    const std::string_view line = trim(line_of(*code_.file->after, reference.line));
    return line.starts_with("TEST(" + reference.name + ",") && !defines_macro("TEST");
  }

  // What calls a macro among functions looks as if it defined one of its name.
  bool defines_macro(const std::string& name) const {
    const std::vector<index::Place> places = head_.definers_of(name);
    return std::any_of(places.begin(), places.end(), [&](const index::Place& place) {
      return contains(head_.tree().text(place.path).value_or(""), "define " + name + "(");
    });
  }

  // `gem "rack"`, `add_dependency "rack"`
  bool is_gem(const std::string& name) const {
    const index::Tree& tree = head_.tree();
    std::vector<std::string> manifests = tree.named("Gemfile");
    for (const std::string& path : tree.files_in("")) {
      if (path.ends_with(".gemspec")) manifests.push_back(path);
    }
    const std::string gem = lower(name);
    return std::any_of(manifests.begin(), manifests.end(), [&](const std::string& path) {
      const std::string text = tree.text(path).value_or("");
      return contains(text, "\"" + gem + "\"") || contains(text, "'" + gem + "'");
    });
  }

  // Ruby: a class or module of the language, or of what the file requires, was only reopened here.
  bool was_reopened(const std::string& name) const {
    if (code_.family != Family::ruby) return false;
    static constexpr auto kCore = fixed_words(
        "Array", "BasicObject", "Class", "Comparable", "Complex", "Dir", "Encoding", "Enumerable",
        "Enumerator", "Exception", "Fiber", "File", "Float", "GC", "Hash", "IO", "Integer",
        "Kernel", "Marshal", "MatchData", "Math", "Method", "Module", "Mutex", "NilClass",
        "Numeric", "Object", "ObjectSpace", "Proc", "Process", "Queue", "Random", "Range",
        "Rational", "Regexp", "Set", "Signal", "String", "Struct", "Symbol", "Thread", "Time");
    if (among(kCore, name) || is_gem(name)) return true;
    return std::any_of(code_.after->imports.begin(), code_.after->imports.end(),
                       [&](const syntax::Import& import) {
                         const std::string_view part = index::name_of(import.module);
                         return equal_folded(replace_all(part, "_", ""), name);
                       });
  }

  void report(const Reference& reference) {
    if (is_suite(reference)) return;
    if (++reported_ > kFindingsPerFileMax) return;
    out_.push_back(
        {.rule = "caller-contract/gone",
         .kind = RuleKind::defect,
         .path = code_.path,
         .line = reference.line,
         .message = "uses " + reference.name + ", which nothing defines any more",
         .feedback = "Keep what defines " + reference.name + ", or leave nothing that uses it."});
  }

  const CodeFile& code_;
  const index::Graph& head_;
  std::vector<Finding>& out_;
  std::size_t reported_ = 0;
};

}  // namespace

std::vector<Finding> unbound_names(const std::vector<CodeFile>& files,
                                   const index::CodeIndex& index) {
  std::vector<Finding> out;
  for (const CodeFile& code : files) {
    if (is_read_on_both_sides(code)) UnboundSearch(code, index, out).run();
  }
  return out;
}

}  // namespace pawl::guards
