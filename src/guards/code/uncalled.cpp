#include "guards/code/uncalled.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/code/changed_span.hpp"
#include "guards/code/outside_use.hpp"
#include "guards/code/symbol_users.hpp"
#include "guards/lexical.hpp"
#include "guards/limits.hpp"
#include "guards/symbols.hpp"
#include "syntax/comments.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using syntax::Symbol;

// More is no edit, but a repository poured into another.
constexpr std::size_t kHelpersMax = 100;
// Of code files a change may have and still be one edit.
constexpr std::size_t kEditFilesMax = 2;

// Methods that Java's serialization and Ruby's interpreter call.
constexpr auto kCalledByRuntime = fixed_words(
    "readObject", "writeObject", "readResolve", "writeReplace", "readObjectNoData", "finalize",
    "initialize", "initialize_copy", "initialize_dup", "initialize_clone", "method_missing",
    "respond_to_missing?", "inherited", "included", "extended", "prepended", "method_added",
    "const_missing", "coerce", "marshal_dump", "marshal_load", "main", "init",
    "write_fmt");  // `write!(out, …)`

bool is_included(std::string_view path) {
  return path.ends_with(".h") || path.ends_with(".hpp") || path.ends_with(".hh") ||
         path.ends_with(".hxx") || path.ends_with(".inc") || path.ends_with(".ipp");
}

// Whether a place counts at which the text has the name as a whole word.
template <class Counts>
bool has_word(std::string_view text, std::string_view name, const Counts& counts) {
  for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if (at > 0 && is_identifier_byte(text[at - 1])) continue;
    if (end < text.size() && is_identifier_byte(text[end])) continue;
    if (counts(at)) return true;
  }
  return false;
}

class HelperSearch {
 public:
  HelperSearch(const CodeFile& code, const index::CodeIndex& index)
      : code_(code), head_(index.head()), base_(index.base()) {}

  std::vector<const Symbol*> run() {
    std::vector<const Symbol*> out;
    ChangedSpan::Range changed{.begin = 0, .end = code_.file->after->size()};
    if (code_.file->before) changed = changed_span(*code_.file->before, *code_.file->after).after;
    for (const Symbol& each : code_.after->symbols) {
      const syntax::Definition& place = each.definition;
      if (place.end < changed.begin || place.begin > changed.end) continue;
      if (is_helper(each) && is_new(each) && !is_used(each)) out.push_back(&each);
    }
    return out;
  }

 private:
  // By the rules of the language nobody but those around it can call it.
  bool is_helper(const Symbol& each) const {
    const syntax::Definition& definition = each.definition;
    if (!is_function(definition) || definition.name.size() < 3) return false;
    if (definition.is_public && !is_hidden_by_module(definition)) return false;
    if (each.entry_point || !each.decorators.empty()) return false;
    if (among(kCalledByRuntime, definition.name)) return false;
    // `<=>`, `[]`: whoever writes the sign calls it.
    if (!is_identifier_byte(definition.name.front()) && definition.name.front() != '#')
      return false;
    if (definition.name.starts_with("__") || definition.name.ends_with("_")) return false;
    switch (code_.family) {
      case Family::python: return definition.name.starts_with('_') && !has_bases(definition);
      case Family::script: return is_script_helper(definition);
      case Family::go:
        // Methods as well: no other package can ask for them, but for those an interface names.
        return !is_upper(definition.name.front()) || definition.qualified == definition.name;
      case Family::rust:
        // With an underscore Rust's compiler is told that nobody calls it.
        return !head_of(definition).starts_with("pub") && !definition.name.starts_with('_') &&
               !is_of_trait(definition);
      case Family::c:
        return !is_included(code_.path) && definition.top_level &&
               contains(head_of(definition), "static ");
      case Family::java:
        return head_of(definition).starts_with("private ") &&
               owner_name(definition) != definition.name;
      case Family::ruby: return !has_bases(definition);
      case Family::bash: return true;
      case Family::other: return false;
    }
    return false;
  }

  // A module that imports and exports nothing keeps all it has to itself.
  bool is_hidden_by_module(const syntax::Definition& definition) const {
    if (code_.family != Family::script || !definition.top_level) return false;
    const syntax::Outline& after = *code_.after;
    if (!after.exports.empty() || after.open_names || after.imports.empty()) return false;
    return std::any_of(after.imports.begin(), after.imports.end(), [&](const auto& import) {
      return line_of(*code_.file->after, import.line).starts_with("import");
    });
  }

  static std::string_view owner_name(const syntax::Definition& definition) {
    const std::string_view owner = owner_of(definition.qualified);
    return owner.substr(owner.find_last_of(".:") + 1);
  }

  // Of a module: what a page loads as a script has globals. Members count when the language hides
  // them, not for an underscore: whoever extends the class may know it.
  bool is_script_helper(const syntax::Definition& definition) const {
    const syntax::Outline& after = *code_.after;
    if (definition.top_level) {
      return (!after.imports.empty() || !after.exports.empty()) && !after.open_names &&
             code_.file->path.text().find(".d.") == std::string::npos;
    }
    return head_of(definition).starts_with("private ") || definition.name.starts_with('#');
  }

  std::string_view head_of(const syntax::Definition& definition) const {
    const std::string_view whole = std::string_view(*code_.file->after)
                                       .substr(definition.begin, definition.end - definition.begin);
    return whole.substr(0, whole.find_first_of("{;"));
  }

  // Rust: functions of traits are called through them.
  bool is_of_trait(const syntax::Definition& definition) const {
    const std::string_view text = *code_.file->after;
    std::size_t end = text.rfind('\n', definition.begin);
    if (end == std::string_view::npos) return false;
    const std::size_t indent = definition.begin - end - 1;
    while (end != 0 && end != std::string_view::npos) {
      const std::size_t begin = text.rfind('\n', end - 1);
      const std::string_view line = text.substr(begin + 1, end - begin - 1);
      const std::size_t column = line.find_first_not_of(" \t");
      if (column != std::string_view::npos && column < indent) {
        const bool ends_head = contains_word_folded(line, "impl") ||
                               contains_word_folded(line, "trait") ||
                               contains_word_folded(line, "mod");
        if (contains(line, " for ") || contains_word_folded(line, "trait")) return true;
        if (ends_head) return false;
      }
      end = begin;
    }
    return false;
  }

  // What a class is built on may call a method that it only knows by its name.
  bool has_bases(const syntax::Definition& definition) const {
    const std::string_view owner = owner_of(definition.qualified);
    if (owner.empty()) return false;
    const Symbol* type = symbol_named(code_.after.get(), owner);
    if (type == nullptr || !type->decorators.empty()) return true;
    const std::string_view whole =
        std::string_view(*code_.file->after)
            .substr(type->definition.begin, type->definition.end - type->definition.begin);
    const std::string_view line = whole.substr(0, whole.find('\n'));
    if (code_.family == Family::python) {
      return contains(line, "(") && !contains(line, "()") && !contains(line, "(object)");
    }
    return contains(line, "<") || contains(whole, "include ") || contains(whole, "extend ");
  }

  // Neither here nor in a file it may come from was one of the name.
  bool is_new(const Symbol& each) const {
    const std::string& name = each.definition.name;
    if (code_.before != nullptr) {
      for (const Symbol& old : code_.before->symbols) {
        if (old.definition.name == name) return false;
      }
      if (contains(*code_.file->before, name)) return false;
    }
    return !base_.has_definers_of(name);
  }

  bool is_used(const Symbol& each) {
    const syntax::Definition& definition = each.definition;
    const std::string& name = definition.name;
    const auto outside = [&](std::size_t at) {
      return (at < definition.begin || at >= definition.end) && !is_comment(at);
    };
    if (has_word(*code_.file->after, name, outside)) return true;
    if (head_.definers_of(name).size() > 1) return true;
    for (const std::string& path : head_.tree().with_key(index::use_key(name))) {
      if (path != code_.path) return true;
    }
    return code_.family == Family::go && is_in_package(name);
  }

  // Go: assembly, cgo and interfaces of the package name it, too.
  bool is_in_package(const std::string& name) const {
    for (const std::string& path : head_.tree().files_in(folder_of(code_.path))) {
      if (path == code_.path) continue;
      const auto text = head_.tree().text(path);
      if (!text || has_word(*text, name, [](std::size_t) { return true; })) return true;
    }
    return false;
  }

  bool is_comment(std::size_t at) {
    if (!comments_) {
      const auto language = index::language_of(code_.path, *code_.file->after);
      comments_.emplace();
      if (language) *comments_ = syntax::comments(*language, *code_.file->after);
    }
    const auto next = std::upper_bound(
        comments_->begin(), comments_->end(), at,
        [](std::size_t wanted, const syntax::Comment& each) { return wanted < each.begin; });
    if (next == comments_->begin() || std::prev(next)->end <= at) return false;
    // `//go:linkname`, `# noqa`, `// eslint-disable-line`: what it says to a tool is a use.
    const syntax::Comment& found = *std::prev(next);
    const std::string_view text =
        std::string_view(*code_.file->after).substr(found.begin, found.end - found.begin);
    return !text.starts_with("//go:") && !text.starts_with("//export");
  }

  const CodeFile& code_;
  const index::Graph& head_;
  const index::Graph& base_;
  std::optional<std::vector<syntax::Comment>> comments_;
};

// What comes with many files, or with a file of its own, may be the first half of a larger work.
bool is_whole(const std::vector<CodeFile>& files, const std::string& path) {
  if (files.size() > kEditFilesMax) return false;
  return std::any_of(files.begin(), files.end(), [&](const CodeFile& code) {
    return code.path == path && code.before != nullptr && !is_test_path(path);
  });
}

// Rust: the build writes code that calls it, from `build.rs` or a folder `build` beside `src`.
bool is_named_by_build(const index::Graph& head, const Defined& helper) {
  const std::size_t source = helper.path.find("src/");
  if (head.family_of(helper.path) != Family::rust || source == std::string::npos) return false;
  const std::string crate = helper.path.substr(0, source);
  std::vector<std::string> writers = head.tree().files_in(crate + "build");
  writers.push_back(crate + "build.rs");
  return std::any_of(writers.begin(), writers.end(), [&](const std::string& path) {
    return contains(head.tree().text(path).value_or(""), helper.name());
  });
}

}  // namespace

std::vector<Finding> uncalled_helpers(const std::vector<CodeFile>& files,
                                      const index::CodeIndex& index, const Context& context) {
  std::vector<Defined> suspects;
  std::set<std::string> names;
  for (const CodeFile& code : files) {
    if (code.after == nullptr) continue;
    // What macros hide from the parser of C is a word of the text all the same.
    const bool understood =
        !code.after->has_errors && (code.before == nullptr || !code.before->has_errors);
    if (!understood && code.family != Family::c) continue;
    for (const Symbol* each : HelperSearch(code, index).run()) {
      suspects.push_back({.path = code.path, .outline = code.after, .symbol = each});
      names.insert(each->definition.name);
    }
  }
  if (suspects.empty() || suspects.size() > kHelpersMax) return {};
  const std::set<std::string> known = mentioned(context.head, names);
  std::vector<Finding> out;
  for (const Defined& each : suspects) {
    if (known.contains(each.name()) || may_be_composed(index.head(), each) ||
        is_named_by_build(index.head(), each)) {
      continue;
    }
    const bool whole = is_whole(files, each.path);
    out.push_back(
        {.rule = whole ? "caller-contract/idle-helper" : "caller-contract/uncalled",
         .kind = whole ? RuleKind::defect : RuleKind::scope,
         .path = each.path,
         .line = each.line(),
         .message = "nobody calls the new private " + each.qualified(),
         .feedback = "Call " + each.qualified() + " where it is needed, or take it out."});
  }
  return out;
}

}  // namespace pawl::guards
