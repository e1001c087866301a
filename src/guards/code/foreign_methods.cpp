#include "guards/code/foreign_methods.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/text/text.hpp"
#include "guards/code/collection_types.hpp"
#include "guards/code/receiver_types.hpp"
#include "guards/lexical.hpp"
#include "guards/limits.hpp"
#include "index/resolver.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using syntax::Outline;
using syntax::Reference;
using syntax::ReferenceKind;

constexpr std::string_view kList = "languages/builtin-methods.txt";
// More is no edit.
constexpr std::size_t kNewUsesMax = 400;

using Use = std::pair<std::string_view, std::string_view>;  // receiver, name

bool is_member_use(const Reference& each) {
  return each.kind == ReferenceKind::method_call || each.kind == ReferenceKind::attribute;
}

bool lists(std::string_view holder, const std::string& name) {
  const index::NameSet* names = index::embedded_members(kList, holder);
  return names != nullptr && names->count(name) > 0;
}

bool has_hump(std::string_view name) {
  return !name.empty() && is_lower(name.front()) &&
         std::any_of(name.begin(), name.end(), is_upper) && !contains(name, "_");
}

bool has_snake(std::string_view name) {
  return name.find('_', 1) < name.size() - 1 && std::none_of(name.begin(), name.end(), is_upper);
}

std::string_view list_prefix(Family family) {
  switch (family) {
    case Family::python: return "python.";
    case Family::script: return "script.";
    case Family::java: return "java.";
    case Family::c: return "c.";
    default: return {};
  }
}

// What the file talks to has methods of other languages.
bool is_bridged(const Outline& outline) {
  return std::any_of(outline.imports.begin(), outline.imports.end(), [](const auto& import) {
    const std::string_view module = import.module;
    return among({"PyQt5", "PyQt6", "PySide2", "PySide6", "qtpy", "wx", "jnius", "jpype", "js",
                  "pyodide", "java", "javax", "org", "com"},
                 module.substr(0, module.find('.')));
  });
}

// Of the names that some languages write without capitals, those that this one never has.
bool is_plain_elsewhere(Family family, const std::string& name) {
  switch (family) {
    case Family::script:
    case Family::java: return lists("other.plain", name);
    case Family::python:
      return among({"push_back", "pop_back", "emplace_back", "upcase", "downcase", "gsub",
                    "each_with_index", "to_uppercase", "to_ascii_lowercase"},
                   name);
    case Family::ruby:
      return among({"startswith",   "endswith",     "splitlines",   "isdigit",    "isalpha",
                    "push_back",    "to_uppercase", "to_lowercase", "setdefault", "emplace_back",
                    "implode",      "explode",      "strtoupper",   "strtolower", "ucfirst",
                    "ucwords",      "iteritems",    "itervalues",   "unwrap_or",  "unwrap_or_else",
                    "casefold",     "zfill",        "isalnum",      "isspace",    "isnumeric",
                    "removeprefix", "removesuffix", "str_contains"},
                   name);
    case Family::rust:
      return among({"startswith", "endswith", "splitlines", "isdigit", "isalpha", "upcase",
                    "downcase", "gsub", "setdefault", "emplace_back", "lstrip", "rstrip"},
                   name);
    default: return false;
  }
}

class ForeignSearch {
 public:
  ForeignSearch(const CodeFile& code, const index::CodeIndex& index, std::vector<Finding>& out)
      : code_(code), head_(index.head()), base_(index.base()), out_(out) {}

  void run() {
    std::set<Use> known;
    if (code_.before != nullptr) {
      for (const Reference& each : code_.before->references) {
        if (is_member_use(each)) known.emplace(each.receiver, each.name);
      }
    }
    std::size_t looked = 0;
    for (const Reference& each : code_.after->references) {
      if (!is_member_use(each) || each.name.size() < 2) continue;
      if (!known.emplace(each.receiver, each.name).second) continue;
      if (++looked > kNewUsesMax) return;
      look_at(each);
    }
  }

 private:
  void look_at(const Reference& use) {
    // `@name.setter`: of the property, and not of what it gives back.
    if (trim(line_of_use(use)).starts_with('@')) return;
    if (const std::string type = collection_of(use); !type.empty()) return report(use, type);
    const std::string type = type_of(use);
    if (!type.empty() && is_wrong_for(type, use)) return report(use, type);
    if (code_.family == Family::go) {
      if (is_hidden_nowhere(use)) report(use, {});
      return;
    }
    if (!type.empty()) return;
    if (use.kind == ReferenceKind::method_call && is_of_another(use) && is_new(use.name)) {
      report(use, {});
    }
  }

  std::string_view line_of_use(const Reference& use) const {
    return line_of(*code_.file->after, use.line);
  }

  // A quote that was opened on the line: `"abc"`, but not the one of `label: "`, nor of `b"abc"`.
  static bool ends_quote(std::string_view text) {
    const char quote = text.back();
    if (quote != '"' && quote != '\'') return false;
    if (std::count(text.begin(), text.end(), quote) % 2 != 0) return false;
    const std::string_view before = text.substr(0, text.rfind(quote, text.size() - 2));
    const std::string_view prefix = identifier_at_end(before);
    return !contains(prefix, "b") && !contains(prefix, "B");
  }

  // `"abc".name`
  bool is_on_quote(const Reference& use) const {
    if (!use.receiver.empty()) return false;
    const std::string_view line = line_of_use(use);
    const std::string member = "." + use.name;
    for (auto at = line.find(member); at != std::string_view::npos;
         at = line.find(member, at + 1)) {
      if (at > 0 && ends_quote(line.substr(0, at))) return true;
    }
    return false;
  }

  std::string type_of(const Reference& use) const {
    const bool scripts = code_.family == Family::python || code_.family == Family::script;
    if (is_on_quote(use)) {
      if (code_.family == Family::python) return "str";
      return scripts || code_.family == Family::java ? "String" : "";
    }
    if (use.receiver.empty() || use.enclosing < 0 || !use.local) return {};
    const std::string_view after = *code_.file->after;
    const auto& around = code_.after->symbols[static_cast<std::size_t>(use.enclosing)].definition;
    return type_of_receiver(code_.family, after.substr(around.begin, around.end - around.begin),
                            use.receiver);
  }

  // The collection that does not have what is called on it.
  std::string collection_of(const Reference& use) const {
    const bool called = use.kind == ReferenceKind::method_call && use.local && use.enclosing >= 0;
    if (!called || !std::all_of(use.receiver.begin(), use.receiver.end(), is_identifier_byte)) {
      return {};
    }
    const std::string_view after = *code_.file->after;
    const auto& around = code_.after->symbols[static_cast<std::size_t>(use.enclosing)].definition;
    const std::string type(collection_type(
        code_.family, after.substr(around.begin, around.end - around.begin), use.receiver));
    if (type.empty() || head_.has_definers_of(type)) return {};
    // Traits of Rust add methods to any type, so that only names that no trait would give count.
    if (code_.family == Family::rust) {
      return lists("rust.not." + type, use.name) && is_new(use.name) ? type : std::string();
    }
    const bool text = type.starts_with("String");
    const std::string whole = (text ? "java.lang." : "java.util.") + type;
    const bool of_standard =
        text || contains(after, "import " + whole + ";") || contains(after, "import java.util.*;");
    if (!of_standard || contains(after, "@ExtensionMethod")) return {};
    const index::NameSet* names = index::embedded_members(kList, whole);
    return names == nullptr || names->count(use.name) > 0 ? std::string() : type;
  }

  bool is_wrong_for(const std::string& type, const Reference& use) const {
    if (code_.family == Family::go) return among({"string", "[]", "map"}, type);
    const std::string holder = std::string(list_prefix(code_.family)) + type;
    const index::NameSet* names = index::embedded_members(kList, holder);
    if (names == nullptr || names->count(use.name) > 0) return false;
    // Any property may be given to an array.
    const bool called = use.kind == ReferenceKind::method_call;
    if (!called && code_.family != Family::python) return false;
    if (code_.family == Family::c && !contains(*code_.file->after, "std::" + type)) return false;
    return code_.family != Family::script || !is_given_to_prototype(use.name);
  }

  // `String.prototype.name = …`
  bool is_given_to_prototype(const std::string& name) const {
    const std::vector<std::string> holders = head_.holders_of(name);
    return std::any_of(holders.begin(), holders.end(), [&](const std::string& path) {
      return contains(head_.tree().text(path).value_or(""), ".prototype");
    });
  }

  // A name that other languages write so, and this one does not.
  bool is_of_another(const Reference& use) const {
    if (is_plain_elsewhere(code_.family, use.name)) return true;
    switch (code_.family) {
      // Bindings of Objective-C call methods as it does.
      case Family::rust: return has_hump(use.name) && !contains(*code_.file->after, "objc");
      case Family::ruby:
      case Family::python: return lists("other.camel", use.name) && !is_bridged(*code_.after);
      case Family::java: return has_snake(use.name);
      default: return false;
    }
  }

  bool is_new(const std::string& name) const {
    const auto in_family = [&](const std::string& path) {
      return head_.family_of(path) == code_.family;
    };
    for (const index::Graph* graph : {&head_, &base_}) {
      for (const index::Place& each : graph->definers_of(name)) {
        if (in_family(each.path)) return false;
      }
      const std::vector<std::string> holders = graph->holders_of(name);
      if (std::any_of(holders.begin(), holders.end(), in_family)) return false;
    }
    const std::vector<index::Site> sites = base_.references_to(name);
    return std::none_of(sites.begin(), sites.end(),
                        [&](const index::Site& site) { return in_family(site.path); });
  }

  // Go: names in small letters are seen in their own package alone.
  bool is_hidden_nowhere(const Reference& use) {
    const char first = use.name.front();
    if (use.receiver == "C" || (!is_lower(first) && first != '_')) return false;
    return read_package() && !hidden_.contains(use.name);
  }

  // False where not all of its names can be read.
  bool read_package() {
    if (package_read_) return !open_package_;
    package_read_ = true;
    for (const std::string& path : head_.tree().files_in(folder_of(code_.path))) {
      if (index::family_of(path) != Family::go) continue;
      const index::OutlinePtr outline = head_.outline(path);
      if (outline == nullptr || outline->has_errors) {
        open_package_ = true;
        continue;
      }
      // Structs of C have small letters.
      open_package_ =
          open_package_ || std::any_of(outline->imports.begin(), outline->imports.end(),
                                       [](const auto& each) { return each.module == "C"; });
      hidden_.insert(outline->members.begin(), outline->members.end());
      for (const syntax::Symbol& each : outline->symbols) {
        const syntax::Definition& definition = each.definition;
        if (definition.qualified != definition.name) hidden_.insert(definition.name);
      }
    }
    const auto& old = code_.before != nullptr ? code_.before->references : no_references_;
    // The file used names that nothing here has: something makes them.
    open_package_ =
        open_package_ || std::any_of(old.begin(), old.end(), [&](const Reference& each) {
          return is_member_use(each) && each.receiver != "C" && is_lower(each.name.front()) &&
                 !hidden_.contains(each.name) && is_still_there(each);
        });
    return !open_package_;
  }

  bool is_still_there(const Reference& use) const {
    const auto& now = code_.after->references;
    return std::any_of(now.begin(), now.end(), [&](const Reference& each) {
      return each.name == use.name && each.receiver == use.receiver;
    });
  }

  void report(const Reference& use, const std::string& type) {
    if (++reported_ > kFindingsPerFileMax) return;
    const std::string of =
        type.empty() ? std::string("nothing here has")
                     : (type == "[]" ? "a slice" : "a " + type) + std::string(" does not have");
    out_.push_back({.rule = "caller-contract/unknown-method",
                    .kind = RuleKind::defect,
                    .path = code_.path,
                    .line = use.line,
                    .message = "uses ." + use.name + ", which " + of,
                    .feedback = "Use what the value has in place of " + use.name + "."});
  }

  const CodeFile& code_;
  const index::Graph& head_;
  const index::Graph& base_;
  std::vector<Finding>& out_;
  std::set<std::string, std::less<>> hidden_;
  std::vector<Reference> no_references_;
  bool package_read_ = false;
  bool open_package_ = false;
  std::size_t reported_ = 0;
};

}  // namespace

std::vector<Finding> foreign_methods(const std::vector<CodeFile>& files,
                                     const index::CodeIndex& index) {
  std::vector<Finding> out;
  for (const CodeFile& code : files) {
    if (code.after == nullptr || code.after->has_errors) continue;
    if (code.before != nullptr && code.before->has_errors) continue;
    ForeignSearch(code, index, out).run();
  }
  return out;
}

}  // namespace pawl::guards
