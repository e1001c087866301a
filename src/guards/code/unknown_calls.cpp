#include "guards/code/unknown_calls.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <unordered_set>

#include "base/text/text.hpp"
#include "guards/code/auto_imports.hpp"
#include "guards/code/builtin_names.hpp"
#include "guards/code/call_findings.hpp"
#include "guards/code/changed_span.hpp"
#include "guards/code/closed_class.hpp"
#include "guards/code/header_names.hpp"
#include "guards/code/java_bases.hpp"
#include "guards/code/known_types.hpp"
#include "guards/code/member_uses.hpp"
#include "guards/code/receiver_types.hpp"
#include "guards/code/rust_macros.hpp"
#include "guards/code/rust_methods.hpp"
#include "guards/code/spellings.hpp"
#include "guards/lexical.hpp"
#include "guards/limits.hpp"
#include "guards/symbols.hpp"
#include "index/resolver.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using syntax::Outline;
using syntax::Reference;
using syntax::ReferenceKind;

using Names = std::unordered_set<std::string_view>;

// Shorter names are written the same way by chance.
constexpr std::size_t kSpelledMin = 8;
// Files beside a new one that say whether the project has names out of nowhere.
constexpr std::size_t kBesideMax = 6;
constexpr std::size_t kIncludedMax = 60;

bool is_call(const Reference& each) {
  return each.kind == ReferenceKind::call || each.kind == ReferenceKind::method_call;
}

bool is_own(std::string_view receiver) { return receiver == "self" || receiver == "this"; }

// Leaves of the names those that the outline does not have.
void take_names_of(const Outline& outline, Names& names) {
  for (const Reference& each : outline.references) names.erase(each.name);
  for (const std::string& each : outline.bindings) names.erase(each);
  for (const syntax::Symbol& each : outline.symbols) names.erase(each.definition.name);
  for (const syntax::Import& import : outline.imports) {
    names.erase(import.alias);
    for (const syntax::ImportedName& each : import.names) names.erase(each.alias);
  }
}

struct RowSpan {
  int first = 1;
  int last = INT_MAX;
};

RowSpan changed_rows(const CodeFile& code) {
  if (code.before == nullptr || !code.file->before) return {};
  const std::string_view text = *code.file->after;
  const ChangedSpan span = changed_span(*code.file->before, text);
  const auto row_at = [&](std::size_t at) {
    const std::string_view above = text.substr(0, at);
    return 1 + static_cast<int>(std::count(above.begin(), above.end(), '\n'));
  };
  return {.first = row_at(span.after.begin), .last = row_at(span.after.end)};
}

// What the top of a file binds, by definitions, imports or otherwise.
Names bound_in(const Outline& outline) {
  Names out;
  for (const std::string& each : outline.bindings) out.insert(each);
  for (const syntax::Symbol& each : outline.symbols) out.insert(each.definition.name);
  for (const syntax::Import& import : outline.imports) {
    if (!import.alias.empty()) out.insert(import.alias);
    for (const syntax::ImportedName& each : import.names) {
      out.insert(each.alias);
      out.insert(each.name);
    }
  }
  return out;
}

bool imports_all(Family family, const Outline& outline) {
  return std::any_of(
      outline.imports.begin(), outline.imports.end(), [&](const syntax::Import& import) {
        // Of a type of Rust a star brings variants, which are called by capitals.
        const std::string_view last =
            std::string_view(import.module).substr(import.module.rfind(':') + 1);
        const bool of_type = family == Family::rust && !last.empty() && is_upper(last[0]);
        return import.alias == "." || import.module == "C" ||
               (import.module != "super" && !of_type &&
                std::any_of(import.names.begin(), import.names.end(),
                            [](const auto& name) { return name.name == "*"; }));
      });
}

bool imports_dot(const Outline& outline) {
  return std::any_of(outline.imports.begin(), outline.imports.end(),
                     [](const syntax::Import& import) { return import.alias == "."; });
}

class UnknownSearch {
 public:
  UnknownSearch(const CodeFile& code, const index::CodeIndex& index, std::vector<Finding>& out)
      : code_(code), head_(index.head()), base_(index.base()), out_(out) {}

  void run() {
    const RowSpan rows = changed_rows(code_);
    std::vector<const Reference*> calls;
    Names names;
    for (const Reference& each : code_.after->references) {
      if (each.line < rows.first || each.line > rows.last) continue;
      if (!is_call(each) || each.name.size() < 2) continue;
      if (each.local && each.receiver.empty()) continue;
      calls.push_back(&each);
      names.insert(each.name);
    }
    if (calls.empty()) return;
    if (code_.before != nullptr) take_names_of(*code_.before, names);
    for (const Reference* call : calls) {
      if (names.erase(call->name) == 0) continue;
      if (call->receiver.empty() && call->kind == ReferenceKind::call) {
        look_at_bare(*call);
      } else {
        look_at_member(*call);
      }
    }
  }

 private:
  void look_at_bare(const Reference& call) {
    if (is_brought_name(code_.family, call.name) || bound().contains(call.name)) return;
    if (is_unknown_in_c(call)) return report_unknown(call);
    const bool open = code_.family == Family::java ? has_static_star(*code_.file->after)
                                                   : imports_all(code_.family, *code_.after);
    if (open) return;
    const bool certain =
        has_closed_names(call.name) && !is_in_package(call.name) && !comes_from_nowhere();
    if (certain && is_wanted(call) && !is_brought_by_tool()) return report_unknown(call);
    if (const auto meant = meant_by(call, false)) report_spelling(call, *meant);
  }

  bool is_brought_by_tool() const {
    return code_.family == Family::script && has_auto_imports(head_.tree(), code_.path);
  }

  // A name that no file of the repository knows, where all headers are known. What a system brings
  // in one word, or under a prefix of its own, is on no list.
  bool is_unknown_in_c(const Reference& call) {
    if (code_.family != Family::c || !code_.path.ends_with(".c")) return false;
    const bool plain = contains(call.name, "_") && call.name.size() >= kSpelledMin &&
                       std::none_of(call.name.begin(), call.name.end(),
                                    [](char c) { return c >= 'A' && c <= 'Z'; });
    if (!plain || call.name.front() == '_' || !is_new(call.name)) return false;
    if (index::embedded_names("languages/c-functions.txt").count(call.name) > 0) return false;
    return has_known_headers() && !is_made_by_header(head_, code_, call.name);
  }

  // Those that the file includes, and those that these include in their turn: one of another
  // library brings what nobody here can list.
  bool has_known_headers() const {
    std::vector<std::string> left{code_.path};
    std::unordered_set<std::string> seen{code_.path};
    while (!left.empty()) {
      const std::string path = std::move(left.back());
      left.pop_back();
      const index::OutlinePtr outline = head_.outline(path);
      if (outline == nullptr || seen.size() > kIncludedMax) return false;
      for (const syntax::Import& import : outline->imports) {
        const index::Resolution found = head_.resolve(path, import);
        if (found.origin != index::Origin::file && !is_known_header(import)) return false;
        for (const std::string& each : found.paths) {
          if (seen.insert(each).second) left.push_back(each);
        }
      }
    }
    return true;
  }

  static bool is_known_header(const syntax::Import& import) {
    const index::NameSet* known = index::embedded_members("languages/c-headers.txt", "standard");
    const index::NameSet* posix = index::embedded_members("languages/c-headers.txt", "system");
    if (import.kind != syntax::ImportKind::plain) return false;
    return (known != nullptr && known->count(import.module) > 0) ||
           (posix != nullptr && posix->count(import.module) > 0 &&
            !contains(import.module, "windows"));
  }

  // Languages in which a bare name that no import and no definition binds is an error.
  bool has_closed_names(std::string_view name) const {
    const Outline& after = *code_.after;
    switch (code_.family) {
      case Family::python: return !after.open_names;
      case Family::script: return !after.imports.empty() || !after.exports.empty();
      case Family::go: return true;
      case Family::rust: return !macro_may_make(*code_.file->after, name);
      case Family::java:
        return !declares_method(*code_.file->after, name) && !may_inherit(head_, code_.path, name);
      default: return false;
    }
  }

  // Names with a capital are types that are called, variants, components: where they come from
  // cannot always be seen. Scripts and Rust's macros have globals that nobody declares.
  bool is_wanted(const Reference& call) const {
    if (code_.family == Family::python && is_exception_name(call.name)) return false;
    if (code_.family == Family::python || code_.family == Family::go) {
      return !contains(*code_.file->after, "global " + call.name);
    }
    const char first = call.name.front();
    if (first >= 'A' && first <= 'Z') return false;
    // A macro is called by another name.
    const std::string_view line = line_of(*code_.file->after, call.line);
    if (code_.family == Family::rust && contains(line, call.name + "!")) return false;
    // `cfg_net! { fn name() { … } }`
    if (code_.family == Family::rust && contains(*code_.file->after, "fn " + call.name))
      return false;
    return !head_.has_definers_of(call.name) && !base_.has_references_to(call.name);
  }

  // Go: another file of the package has it.
  bool is_in_package(std::string_view name) {
    if (code_.family != Family::go) return false;
    if (!package_) {
      package_.emplace();
      for (const std::string& path : head_.tree().files_in(folder_of(code_.path))) {
        const index::OutlinePtr outline = head_.outline(path);
        if (outline == nullptr || path == code_.path) continue;
        // `import "C"` gives `C.name` alone.
        if (outline->has_errors || imports_dot(*outline)) open_package_ = true;
        kept_.push_back(outline);
        package_->merge(bound_in(*outline));
      }
      const auto text = head_.tree().text(code_.path);
      open_package_ = open_package_ || (text && contains(*text, "go:generate"));
    }
    return open_package_ || package_->contains(name);
  }

  // The file as it was, or those beside a new one, call what nobody binds: the names are put there
  // by a tool, or by whoever runs the file.
  bool comes_from_nowhere() {
    if (nowhere_) return *nowhere_;
    nowhere_ = false;
    if (code_.before != nullptr) return *(nowhere_ = calls_unbound(*code_.before));
    std::size_t looked = 0;
    for (const std::string& path : base_.tree().files_in(folder_of(code_.path))) {
      if (base_.family_of(path) != code_.family || ++looked > kBesideMax) continue;
      const index::OutlinePtr outline = base_.outline(path);
      if (outline != nullptr && calls_unbound(*outline)) return *(nowhere_ = true);
    }
    return false;
  }

  bool calls_unbound(const Outline& outline) {
    const bool declares =
        code_.family == Family::go || code_.family == Family::rust || code_.family == Family::java;
    if (declares) return false;
    const Names names = bound_in(outline);
    return std::any_of(
        outline.references.begin(), outline.references.end(), [&](const Reference& each) {
          return each.kind == ReferenceKind::call && each.receiver.empty() && !each.local &&
                 !names.contains(each.name) && !is_brought_name(code_.family, each.name);
        });
  }

  void look_at_member(const Reference& call) {
    if (call.receiver.empty()) return;
    if (is_own(call.receiver) && call.enclosing >= 0) {
      const auto& around = code_.after->symbols[static_cast<std::size_t>(call.enclosing)];
      const std::string_view owner = owner_of(around.definition.qualified);
      if (is_in_class_within(around.definition, call)) return;
      if (!owner.empty() && lacks(head_, code_, owner, call.name) && is_new(call.name)) {
        return report_method(call, owner);
      }
      const bool lacks_in_rust = code_.family == Family::rust && is_new(call.name) &&
                                 rust_type_lacks(head_, code_.path, around.definition, call.name);
      if (lacks_in_rust) return report_method(call, bare_name(owner));
    }
    if (const std::string type = type_without(call); !type.empty()) {
      return report_method(call, type);
    }
    if (call.name.size() < kSpelledMin && !is_own(call.receiver)) return;
    const std::string_view base =
        std::string_view(call.receiver).substr(0, call.receiver.find_first_of(".:"));
    if (bound().contains(base) && !is_own(base)) return;
    // `_replace` of a named tuple: what others keep to themselves is called what they call it.
    if (call.name.starts_with('_') && !is_own(call.receiver)) return;
    if (const auto meant = meant_by(call, true)) report_spelling(call, *meant);
  }

  // A class that the function defines for itself has a `self` of its own.
  bool is_in_class_within(const syntax::Definition& around, const Reference& call) const {
    const std::string_view after = *code_.file->after;
    const auto end = static_cast<std::size_t>(line_of(after, call.line).data() - after.data());
    if (end <= around.begin || end > after.size()) return false;
    for (const std::string_view line :
         split_lines(after.substr(around.begin, end - around.begin))) {
      const std::string_view said = trim(line);
      const bool is_value = contains(said, "= class ") || said.starts_with("return class");
      if (opens_class(said) || (is_value && said.ends_with('{'))) return true;
    }
    return false;
  }

  // `class Reader(Base):`, `class Reader extends Base {`; prose goes on otherwise after the name.
  static bool opens_class(std::string_view line) {
    constexpr std::string_view kWord = "class ";
    if (!line.starts_with(kWord)) return false;
    line = trim(line.substr(kWord.size()));
    const auto end = std::find_if_not(line.begin(), line.end(), &is_identifier_byte);
    const std::string_view rest = trim(line.substr(static_cast<std::size_t>(end - line.begin())));
    return rest.empty() || contains(":({<;", rest.substr(0, 1)) || rest.starts_with("extends ") ||
           rest.starts_with("implements ");
  }

  // The type of the receiver, where it is certain and has no such member.
  std::string type_without(const Reference& call) const {
    if (code_.family == Family::ruby || code_.family == Family::rust ||
        is_builtin_name(code_.family, call.name) || !is_new(call.name)) {
      return {};
    }
    if (code_.family == Family::script && is_of_every_object(call.name)) return {};
    if (code_.family == Family::python && call.name.starts_with("__")) return {};
    std::string type = call.receiver;
    if (call.local) {
      if (call.enclosing < 0) return {};
      const auto& around =
          code_.after->symbols[static_cast<std::size_t>(call.enclosing)].definition;
      const std::string_view text = *code_.file->after;
      type = type_of_receiver(code_.family, text.substr(around.begin, around.end - around.begin),
                              call.receiver);
    }
    const std::string name = type.substr(type.find_last_of(".:") + 1);
    if (name.empty() || !is_upper(name.front()) || !head_.holders_of(call.name).empty()) return {};
    const KnownType known = known_type(head_, code_.family, name);
    const bool lacks = known && known.closed && known.symbol->definition.kind != "module" &&
                       names_type(head_, code_.path, type, known);
    return lacks ? name : std::string();
  }

  static bool is_of_every_object(std::string_view name) {
    return among({"hasOwnProperty", "toString", "valueOf", "isPrototypeOf", "toLocaleString",
                  "propertyIsEnumerable", "bind", "call", "apply"},
                 name);
  }

  bool is_new(std::string_view name) const {
    return !head_.has_definers_of(name) && !base_.has_references_to(name) &&
           !base_.has_definers_of(name);
  }

  // `std::to_string(n)`; `type -t setup`: a hook that may be there; `alias_method :name, :other`;
  // `record.getMessage()` of Python's library.
  bool is_asked_for(const Reference& call) const {
    const std::string_view text = *code_.file->after;
    if (code_.family == Family::c) return contains(text, "std::" + call.name);
    if (code_.family == Family::ruby) return contains(text, ":" + call.name);
    if (code_.family == Family::python) {
      return index::embedded_names("languages/python-camel.txt").count(call.name) > 0;
    }
    if (code_.family != Family::bash) return false;
    for (const std::string_view question : {"type -t ", "type ", "command -v ", "declare -F "}) {
      if (contains(text, std::string(question) + call.name)) return true;
    }
    return false;
  }

  // `MPI_Init_thread` beside `mpi_init_thread`: a library writes its prefix in capitals, and a
  // wrapper of it in small letters.
  static bool wraps_library(std::string_view name, std::string_view spelling) {
    const std::size_t end = name.find('_');
    return end != std::string_view::npos && end > 2 && end + 1 < name.size() &&
           std::all_of(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(end), is_upper) &&
           std::any_of(name.begin(), name.end(), is_lower) &&
           !spelling.starts_with(name.substr(0, end));
  }

  // Go: `v.Callback(m)`, a field of the package that holds a function. Rust: `Self::Named(m)`, a
  // variant.
  bool is_held_by_type(const std::string& name) const {
    if (code_.family == Family::go) return has_field_beside(head_, code_.path, name);
    if (code_.family != Family::rust) return false;
    const std::vector<std::string> holders = head_.holders_of(name);
    return std::any_of(holders.begin(), holders.end(), [&](const std::string& path) {
      return head_.family_of(path) == code_.family;
    });
  }

  bool is_own_file(const index::Place& place) const { return place.path == code_.path; }

  // The function that the name spells another way, when there is no other of the name.
  std::optional<std::string> meant_by(const Reference& call, bool member) const {
    if (!is_new(call.name) || is_asked_for(call)) return std::nullopt;
    if (member && is_held_by_type(call.name)) return std::nullopt;
    for (const std::string& spelling : other_spellings(call.name)) {
      if (code_.family == Family::c && wraps_library(call.name, spelling)) continue;
      for (const index::Place& place : head_.definers_of(spelling)) {
        if (head_.family_of(place.path) != code_.family) continue;
        const index::OutlinePtr outline = head_.outline(place.path);
        const syntax::Symbol* symbol = symbol_named(outline.get(), place.qualified);
        if (symbol == nullptr || !is_function(symbol->definition)) continue;
        const bool method = symbol->definition.kind == "method";
        // `pkg.Parse` is a function of Go, `value.Parse` a method.
        const bool of_package = code_.family == Family::go && !call.local;
        // Java and Ruby call a method of the object itself by its name alone.
        const bool bare_methods =
            code_.family == Family::java || (code_.family == Family::ruby && is_own_file(place));
        if (method == member || bare_methods || of_package) return spelling;
      }
    }
    return std::nullopt;
  }

  const Names& bound() {
    if (!bound_) bound_ = bound_in(*code_.after);
    return *bound_;
  }

  void report_unknown(const Reference& call) {
    if (++reported_ > kFindingsPerFileMax) return;
    out_.push_back(unknown_call_finding(code_.path, call.line, call.name));
  }
  void report_method(const Reference& call, std::string_view owner) {
    report("unknown-method", call,
           "calls " + call.name + " on " + call.receiver + ", which " + std::string(owner) +
               " and what it is built on lack",
           "Define " + call.name + " in " + std::string(owner) + ", or call what is there.");
  }
  void report_spelling(const Reference& call, const std::string& meant) {
    report("spelling", call, "calls " + call.name + ", which is written " + meant,
           "Call " + meant + ".");
  }
  void report(std::string_view rule, const Reference& call, std::string message,
              std::string feedback) {
    if (++reported_ > kFindingsPerFileMax) return;
    out_.push_back({.rule = "caller-contract/" + std::string(rule),
                    .kind = RuleKind::defect,
                    .path = code_.path,
                    .line = call.line,
                    .message = std::move(message),
                    .feedback = std::move(feedback)});
  }

  const CodeFile& code_;
  const index::Graph& head_;
  const index::Graph& base_;
  std::vector<Finding>& out_;
  std::optional<Names> bound_;
  std::optional<Names> package_;
  std::vector<index::OutlinePtr> kept_;
  bool open_package_ = false;
  std::optional<bool> nowhere_;
  std::size_t reported_ = 0;
};

}  // namespace

std::vector<Finding> unknown_calls(const std::vector<CodeFile>& files,
                                   const index::CodeIndex& index) {
  std::vector<Finding> out;
  for (const CodeFile& code : files) {
    if (code.after == nullptr || code.after->has_errors) continue;
    if (code.before != nullptr && code.before->has_errors) continue;
    UnknownSearch(code, index, out).run();
  }
  return out;
}

}  // namespace pawl::guards
