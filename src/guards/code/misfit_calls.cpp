#include "guards/code/misfit_calls.hpp"

#include <algorithm>
#include <climits>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_set>

#include "base/text/text.hpp"
#include "guards/code/call_fit.hpp"
#include "guards/code/changed_contracts.hpp"
#include "guards/code/changed_span.hpp"
#include "guards/code/java_bases.hpp"
#include "guards/limits.hpp"
#include "guards/symbols.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using syntax::Outline;
using syntax::Reference;
using syntax::ReferenceKind;
using syntax::Symbol;

// A change that adds more calls of own functions is a new part of the program, not an edit.
constexpr std::size_t kCallsMax = 400;

// How a call is written: name, receiver, arguments, keywords.
using Form = std::tuple<std::string_view, std::string_view, int, std::string>;

Form form_of(const Reference& each) {
  return {each.name, each.receiver, each.arguments, join(each.keywords, ",")};
}

bool is_written_call(const Reference& each) {
  return (each.kind == ReferenceKind::call || each.kind == ReferenceKind::method_call) &&
         each.arguments >= 0;
}

struct Callee {
  std::string path;
  index::OutlinePtr outline;
  const Symbol* symbol = nullptr;
};

class MisfitSearch {
 public:
  MisfitSearch(const CodeFile& code, const index::CodeIndex& index, std::vector<Finding>& out)
      : code_(code), head_(index.head()), out_(out) {}

  void run() {
    const std::vector<const Reference*> calls = calls_touched();
    if (calls.empty()) return;
    std::set<Form> known;
    if (code_.before != nullptr) {
      std::unordered_set<std::string_view> names;
      for (const Reference* each : calls) names.insert(each->name);
      for (const Reference& each : code_.before->references) {
        if (is_written_call(each) && names.contains(each.name)) known.insert(form_of(each));
      }
    }
    std::size_t looked = 0;
    for (const Reference* each : calls) {
      if (known.contains(form_of(*each))) continue;
      if (++looked > kCallsMax) return;
      look_at(*each);
    }
  }

 private:
  // On lines that differ, or shortly above them: arguments may stand on lines of their own.
  std::vector<const Reference*> calls_touched() const {
    constexpr int kLinesOfCall = 40;
    LineRange lines{.first = 1, .last = INT_MAX};
    if (code_.file->before) {
      const std::string& after = *code_.file->after;
      lines = lines_of_range(after, changed_span(*code_.file->before, after).after);
      lines.first -= kLinesOfCall;
    }
    std::vector<const Reference*> out;
    for (const Reference& each : code_.after->references) {
      if (lines.has(each.line) && is_written_call(each)) out.push_back(&each);
    }
    return out;
  }

  void look_at(const Reference& call) {
    const std::optional<Callee> callee = callee_of(call);
    if (!callee || !callee->symbol->signature || !is_plain(*callee)) return;
    const index::Site site{.path = code_.path,
                           .line = call.line,
                           .receiver = call.receiver,
                           .arguments = call.arguments,
                           .keywords = call.keywords};
    const auto misfit = misfit_of(code_.family, *callee->symbol->signature, site);
    if (!misfit || is_excused(call)) return;
    report(call, *callee, *misfit);
  }

  std::optional<Callee> callee_of(const Reference& call) {
    if (call.receiver == "self" || call.receiver == "this") return own_method(call);
    if (!call.receiver.empty() || call.local || call.kind != ReferenceKind::call) {
      return std::nullopt;
    }
    switch (code_.family) {
      case Family::python:
      case Family::script:
      case Family::rust: {
        auto found = own_function(call.name);
        return found ? found : imported_function(call.name);
      }
      case Family::go: return package_function(call.name);
      case Family::c: return only_function(call.name);
      case Family::java:
      case Family::ruby: return own_method(call);
      default: return std::nullopt;
    }
  }

  // The one of the name at the top of this file, which no import and no assignment binds anew.
  std::optional<Callee> own_function(const std::string& name) const {
    return function_of(code_.path, code_.after, name);
  }

  static std::optional<Callee> function_of(const std::string& path,
                                           const index::OutlinePtr& outline,
                                           const std::string& name) {
    if (outline == nullptr || outline->has_errors) return std::nullopt;
    const Symbol* found = nullptr;
    for (const Symbol& each : outline->symbols) {
      if (each.definition.name != name) continue;
      if (found != nullptr || each.definition.kind != "function" || !each.definition.top_level) {
        return std::nullopt;
      }
      found = &each;
    }
    if (found == nullptr) return std::nullopt;
    for (const syntax::Import& import : outline->imports) {
      if (import.alias == name) return std::nullopt;
      for (const syntax::ImportedName& each : import.names) {
        if (each.alias == name) return std::nullopt;
      }
    }
    return Callee{.path = path, .outline = outline, .symbol = found};
  }

  std::optional<Callee> imported_function(const std::string& name) const {
    std::optional<index::Place> place;
    for (const syntax::Import& import : code_.after->imports) {
      if (is_of_own_file(code_.family, import)) continue;
      for (const syntax::ImportedName& each : import.names) {
        if (each.name == "*") return std::nullopt;
        if (each.alias != name) continue;
        const index::Resolution found = head_.resolve(code_.path, import);
        if (place || found.origin != index::Origin::file || found.paths.size() != 1) {
          return std::nullopt;
        }
        place = head_.origin_of(found.paths.front(), each.name);
        if (!place) return std::nullopt;
      }
    }
    if (!place || place->qualified.find_first_of(".:") != std::string::npos) return std::nullopt;
    return function_of(place->path, head_.outline(place->path), place->qualified);
  }

  std::optional<Callee> package_function(const std::string& name) const {
    std::optional<Callee> out;
    for (const index::Place& place : head_.definers_of(name)) {
      if (index::family_of(place.path) != Family::go || place.qualified != name) continue;
      if (folder_of(place.path) != folder_of(code_.path)) continue;
      if (out) return std::nullopt;  // build tags
      out = function_of(place.path, head_.outline(place.path), name);
      if (!out) return std::nullopt;
    }
    return out;
  }

  // C: one function wherever it is called, once there is only one.
  std::optional<Callee> only_function(const std::string& name) const {
    if (!code_.path.ends_with(".c")) return std::nullopt;
    std::optional<Callee> out;
    for (const index::Place& place : head_.definers_of(name)) {
      const index::OutlinePtr outline = head_.outline(place.path);
      const Symbol* symbol = symbol_named(outline.get(), place.qualified);
      const auto text = head_.tree().text(place.path);
      if (symbol == nullptr || !text || symbol->definition.kind != "function") return std::nullopt;
      const bool body = std::string_view(*text).substr(0, symbol->definition.end).ends_with('}');
      if (!body) continue;
      if (out || outline->has_errors || !place.path.ends_with(".c")) return std::nullopt;
      out = Callee{.path = place.path, .outline = outline, .symbol = symbol};
    }
    return out;
  }

  // On the object itself, of the class around the call.
  std::optional<Callee> own_method(const Reference& call) const {
    if (call.enclosing < 0) return std::nullopt;
    const auto& around = code_.after->symbols[static_cast<std::size_t>(call.enclosing)];
    const std::string_view owner = owner_of(around.definition.qualified);
    if (owner.empty()) return std::nullopt;
    const Symbol* found = nullptr;
    for (const Symbol& each : code_.after->symbols) {
      if (each.definition.name != call.name) continue;
      // Overloads, and another class of the file.
      if (found != nullptr || owner_of(each.definition.qualified) != owner) return std::nullopt;
      found = &each;
    }
    if (found == nullptr || !is_function(found->definition)) return std::nullopt;
    if (code_.family == Family::java &&
        (has_static_star(*code_.file->after) || may_inherit(head_, code_.path, call.name))) {
      return std::nullopt;
    }
    if (code_.family == Family::ruby && head_.definers_of(call.name).size() != 1) {
      return std::nullopt;
    }
    return Callee{.path = code_.path, .outline = code_.after, .symbol = found};
  }

  bool is_plain(const Callee& callee) const {
    if (code_.family == Family::script &&
        (index::is_javascript(callee.path) || index::is_javascript(code_.path))) {
      return false;
    }
    if (!callee.symbol->decorators.empty() && !has_plain_decorators(*callee.symbol)) return false;
    const auto text = head_.tree().text(callee.path);
    if (!text) return false;
    const syntax::Definition& definition = callee.symbol->definition;
    if (code_.family == Family::script && !is_typed(*text, definition)) return false;
    return !has_other_meaning(callee.path, *text, definition.name, definition.line);
  }

  // TypeScript that says nothing of types is JavaScript on its way: what is given beyond the
  // parameters is dropped there, or read from `arguments`.
  bool is_typed(std::string_view text, const syntax::Definition& definition) const {
    const std::string_view whole = text.substr(definition.begin, definition.end - definition.begin);
    const auto open = whole.find('(');
    if (open == std::string_view::npos || contains(whole, "arguments")) return false;
    const std::string_view head = whole.substr(open, whole.find('{', open) - open);
    const bool typed = contains(head, ":") || trim(head) == "()";
    return typed && !contains(*code_.file->after, "@ts-nocheck");
  }

  bool is_excused(const Reference& call) const {
    const std::string_view above = line_of(*code_.file->after, call.line - 1);
    return contains(above, "@ts-expect-error") || contains(above, "@ts-ignore") ||
           contains(above, "raises(") || contains(above, "assertRaises");
  }

  void report(const Reference& call, const Callee& callee, const Misfit& misfit) {
    if (++reported_ > kFindingsPerFileMax) return;
    const std::string place = callee.path + ":" + std::to_string(callee.symbol->definition.line);
    out_.push_back(
        {.rule = misfit.keyword ? "caller-contract/keyword" : "caller-contract/arguments",
         .kind = RuleKind::defect,
         .path = code_.path,
         .line = call.line,
         .message = "calls " + callee.symbol->definition.qualified + " of " + place + " and " +
                    misfit.what,
         .feedback = "Call " + callee.symbol->definition.qualified + " as " + place +
                     " says, or change what it takes."});
  }

  const CodeFile& code_;
  const index::Graph& head_;
  std::vector<Finding>& out_;
  std::size_t reported_ = 0;
};

}  // namespace

std::vector<Finding> misfit_calls(const std::vector<CodeFile>& files,
                                  const index::CodeIndex& index) {
  std::vector<Finding> out;
  for (const CodeFile& code : files) {
    if (code.after == nullptr || code.after->has_errors) continue;
    MisfitSearch(code, index, out).run();
  }
  return out;
}

}  // namespace pawl::guards
