// G29: whoever changes what a function takes, or takes it away, changes its callers too. Speaks
// only of calls that certainly mean the function, were right before, and are wrong now.
#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "guards/code/builtin_names.hpp"
#include "guards/code/call_fit.hpp"
#include "guards/code/changed_contracts.hpp"
#include "guards/code/code_change.hpp"
#include "guards/code/foreign_methods.hpp"
#include "guards/code/gone_declarations.hpp"
#include "guards/code/gone_members.hpp"
#include "guards/code/gone_names.hpp"
#include "guards/code/hidden_names.hpp"
#include "guards/code/lost_results.hpp"
#include "guards/code/misfit_calls.hpp"
#include "guards/code/ruby_names.hpp"
#include "guards/code/shell_functions.hpp"
#include "guards/code/shell_variables.hpp"
#include "guards/code/unbound_names.hpp"
#include "guards/code/uncalled.hpp"
#include "guards/code/undefined_names.hpp"
#include "guards/code/unknown_calls.hpp"
#include "guards/guards.hpp"
#include "guards/symbols.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using index::is_typescript;
using index::Site;

constexpr std::size_t kBrokenCallsMax = 12;
constexpr std::size_t kSitesPerFunctionMax = 5;
// More is no edit: generated code, or a move of a whole tree.
constexpr std::size_t kContractsMax = 300;

bool is_c(std::string_view path) { return path.ends_with(".c"); }

// `// @ts-expect-error` says of the line below that it is wrong on purpose.
bool is_wrong_on_purpose(const index::Graph& graph, const Site& site) {
  if (!is_typescript(site.path) || site.line < 2) return false;
  const auto text = graph.tree().text(site.path);
  if (!text) return false;
  const std::string_view above = line_of(*text, site.line - 1);
  return contains(above, "@ts-expect-error") || contains(above, "@ts-ignore");
}

bool is_self(std::string_view receiver) { return receiver == "self" || receiver == "this"; }

bool is_inside(std::string_view enclosing, std::string_view owner) {
  return enclosing.size() > owner.size() && enclosing.starts_with(owner) &&
         (enclosing[owner.size()] == '.' || enclosing[owner.size()] == ':');
}

std::string_view first_part(std::string_view chain) {
  return chain.substr(0, chain.find_first_of(".:"));
}

bool has_star_import(const syntax::Outline& outline) {
  return std::any_of(outline.imports.begin(), outline.imports.end(),
                     [](const syntax::Import& import) {
                       return import.module != "super" &&
                              std::any_of(import.names.begin(), import.names.end(),
                                          [](const auto& name) { return name.name == "*"; });
                     });
}

class CallerCheck {
 public:
  explicit CallerCheck(const index::CodeIndex& index) : index_(index), head_(index.head()) {}

  void look_at(const Contract& contract) {
    if (contract.after) {
      if (may_break_callers(contract) && is_lone(contract)) changed(contract);
    } else if (contract.owner.empty()) {
      gone_function(contract);
    } else {
      gone_method(contract);
    }
  }

  std::vector<Finding> take() { return std::move(found_); }

 private:
  // Asked before anybody who calls it is looked for.
  static bool may_break_callers(const Contract& contract) {
    const Family family = contract.code->family;
    if (first_shifted(contract.before, *contract.after)) return true;
    // JavaScript takes any number of arguments.
    if (family == Family::script && !is_typescript(contract.code->path)) return false;
    return may_misfit(family, contract.before, *contract.after);
  }

  // The call gives an argument to a parameter that has another place now, and is written as before.
  bool is_left_in_old_order(const Contract& contract, const Site& site) const {
    const auto shifted = first_shifted(contract.before, *contract.after);
    if (!shifted || site.arguments <= static_cast<int>(*shifted)) return false;
    if (tells_by_type(contract)) return false;
    const auto now = head_.tree().text(site.path);
    const auto was = index_.base().tree().text(site.path);
    if (!now || !was) return false;
    const std::string_view call = call_on_line(line_of(*now, site.line), contract.called);
    return !call.empty() && contains(*was, std::string(call));
  }

  // What it is given it tells apart itself.
  static bool tells_by_type(const Contract& contract) {
    const syntax::Symbol* symbol = symbol_named(contract.code->after.get(), contract.qualified);
    if (symbol == nullptr) return true;
    const syntax::Definition& is = symbol->definition;
    const std::string_view text =
        std::string_view(*contract.code->file->after).substr(is.begin, is.end - is.begin);
    for (const std::string_view question :
         {"typeof ", "instanceof ", "isinstance(", "isArray(", "arguments", "is_a?", "callable("}) {
      if (contains(text, question)) return true;
    }
    return false;
  }

  // `name(a, b)`, where all of it is on the line.
  static std::string_view call_on_line(std::string_view line, std::string_view name) {
    const auto at = line.find(std::string(name) + "(");
    if (at == std::string_view::npos) return {};
    int depth = 0;
    for (std::size_t i = at + name.size(); i < line.size(); ++i) {
      if (line[i] == '(') ++depth;
      if (line[i] == ')' && --depth == 0) return line.substr(at, i + 1 - at);
    }
    return {};
  }

  // No second definition that a call could mean: build tags, `#if`, reopened classes.
  bool is_lone(const Contract& contract) const {
    const Family family = contract.code->family;
    if (family != Family::c && family != Family::ruby && family != Family::go) return true;
    const auto lone = [&](const index::Graph& graph) {
      std::size_t count = 0;
      for (const index::Place& place : graph.definers_of(contract.name)) {
        if (graph.family_of(place.path) != family) continue;
        if (is_c(contract.code->path) && is_prototype(graph, place)) continue;
        const bool counts =
            family != Family::go || (place.qualified == contract.qualified &&
                                     folder_of(place.path) == folder_of(contract.code->path));
        count += counts ? 1 : 0;
      }
      return count == 1;
    };
    return lone(head_) && lone(index_.base());
  }

  // It says again what the definition says.
  static bool is_prototype(const index::Graph& graph, const index::Place& place) {
    const index::OutlinePtr outline = graph.outline(place.path);
    const syntax::Symbol* symbol = symbol_named(outline.get(), place.qualified);
    const auto text = graph.tree().text(place.path);
    return symbol != nullptr && text &&
           std::string_view(*text).substr(0, symbol->definition.end).ends_with(';');
  }

  void changed(const Contract& contract) {
    const Family family = contract.code->family;
    const bool script = family == Family::script;
    std::size_t reported = 0;
    for (const Site& site : head_.callers_of(contract.code->path, contract.called)) {
      if (!means(contract, site)) continue;
      if (misfit_of(family, contract.before, site)) continue;
      const bool counts =
          !script || (is_typescript(site.path) && is_typescript(contract.code->path));
      auto misfit = counts ? misfit_of(family, *contract.after, site) : std::nullopt;
      if (!misfit && is_left_in_old_order(contract, site)) {
        misfit = Misfit{.keyword = false, .what = "gives its arguments in the old order"};
      }
      if (!misfit || is_wrong_on_purpose(head_, site)) continue;
      if (++reported > kSitesPerFunctionMax) continue;
      report_misfit(contract, site, *misfit);
    }
  }

  bool means(const Contract& contract, const Site& site) const {
    if (site.confidence != index::Confidence::exact && !is_likely_enough(contract, site)) {
      return false;
    }
    if (site.receiver.starts_with("super")) return false;
    if (!contract.owner.empty()) {
      // At the top of its own file a C++ function is called without its namespace.
      const bool at_top = contract.code->family == Family::c && site.enclosing.empty() &&
                          site.path == contract.code->path;
      if (site.receiver.empty() && !at_top && !is_inside(site.enclosing, contract.owner)) {
        return false;
      }
      if (contract.takes_self && !is_self(site.receiver)) return false;
    }
    return !is_bound_twice(contract, site);
  }

  // In C a name is one function wherever it is called, once there is only one.
  static bool is_likely_enough(const Contract& contract, const Site& site) {
    return site.confidence == index::Confidence::likely && is_c(contract.code->path) &&
           is_c(site.path) && site.receiver.empty();
  }

  // The name, or that of its module, may stand for something else in the file of the call.
  bool is_bound_twice(const Contract& contract, const Site& site) const {
    if (is_self(site.receiver) || !contract.owner.empty()) return false;
    const index::OutlinePtr outline = head_.outline(site.path);
    if (outline == nullptr || outline->has_errors || has_star_import(*outline)) return true;
    if (site.path == contract.code->path && site.receiver.empty()) {
      return std::any_of(
          outline->imports.begin(), outline->imports.end(), [&](const syntax::Import& import) {
            const bool names =
                import.alias == contract.name ||
                std::any_of(import.names.begin(), import.names.end(),
                            [&](const auto& name) { return name.alias == contract.name; });
            return names && !leads_home(contract, import);
          });
    }
    std::set<std::string, std::less<>> names;
    if (!site.receiver.empty()) {
      names.emplace(first_part(site.receiver));
    } else {
      for (const syntax::Import& import : outline->imports) {
        for (const syntax::ImportedName& name : import.names) {
          if (name.name == contract.name || name.name == "default") names.insert(name.alias);
        }
      }
    }
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return binders_of(contract.code->family, *outline, name) > 1;
    });
  }

  // `use crate::f;`, `use super::f;` of the tests in the file that defines it.
  static bool leads_home(const Contract& contract, const syntax::Import& import) {
    if (contract.code->family != Family::rust) return false;
    if (import.module == "super" || import.module == "self") return true;
    const std::string_view stem = index::stem_of(contract.code->path);
    if (import.module == "crate") return stem == "lib" || stem == "main";
    return import.module.starts_with("crate::") &&
           import.module.ends_with("::" + std::string(stem));
  }

  static std::size_t binders_of(Family family, const syntax::Outline& outline,
                                const std::string& name) {
    std::set<std::string> modules;
    for (const syntax::Import& import : outline.imports) {
      if (import.alias == name) modules.insert(import.module.substr(0, import.module.find('.')));
      for (const syntax::ImportedName& each : import.names) {
        if (each.alias == name) modules.insert(import.module + "\n" + each.name);
      }
    }
    // `mod db;` is import and binding in one.
    const bool bound =
        family != Family::rust &&
        std::find(outline.bindings.begin(), outline.bindings.end(), name) != outline.bindings.end();
    return modules.size() + (bound ? 1 : 0);
  }

  void gone_function(const Contract& contract) {
    const CodeFile& code = *contract.code;
    const bool looks = code.family == Family::python || code.family == Family::script ||
                       code.family == Family::go || code.family == Family::rust;
    if (!looks || is_builtin_name(code.family, contract.name)) return;
    if (contains(*code.file->after, "global " + contract.name)) return;
    if (code.family == Family::go && is_in_package(contract)) return;
    std::size_t reported = 0;
    for (const Site& site : head_.callers_of(code.path, contract.called)) {
      if (!means(contract, site)) continue;
      if (contract.own_calls_only && site.path != code.path) continue;
      // Where an import names it, the import is wrong already.
      const bool own = site.path == code.path || code.family == Family::go;
      if (!own && site.receiver.empty()) continue;
      if (is_wrong_on_purpose(head_, site)) continue;
      if (++reported <= kSitesPerFunctionMax) report_gone(contract, site);
    }
  }

  // Another file of the package has it now.
  bool is_in_package(const Contract& contract) const {
    for (const std::string& path : head_.tree().files_in(folder_of(contract.code->path))) {
      const index::OutlinePtr outline = head_.outline(path);
      if (outline == nullptr) continue;
      const auto& names = outline->bindings;
      if (std::find(names.begin(), names.end(), contract.name) != names.end()) return true;
      for (const syntax::Symbol& symbol : outline->symbols) {
        if (symbol.definition.name == contract.name) return true;
      }
    }
    return false;
  }

  // `self.method()` in a class without bases that says the name nowhere else.
  void gone_method(const Contract& contract) {
    const CodeFile& code = *contract.code;
    if (code.family != Family::python && code.family != Family::script) return;
    if (!is_closed_class(code, contract.owner)) return;
    std::vector<Site> sites;
    for (const syntax::Reference& each : code.after->references) {
      if (each.name != contract.name) continue;
      std::string_view around;
      if (each.enclosing >= 0) {
        around = code.after->symbols[static_cast<std::size_t>(each.enclosing)].definition.qualified;
      }
      const bool calls = each.kind == syntax::ReferenceKind::method_call && is_self(each.receiver);
      if (!calls || !is_inside(around, contract.owner)) return;
      sites.push_back({.path = code.path, .line = each.line, .receiver = each.receiver});
    }
    if (occurrences(*code.file->after, contract.name) != sites.size()) return;
    if (sites.size() > kSitesPerFunctionMax) sites.resize(kSitesPerFunctionMax);
    for (const Site& site : sites) report_gone(contract, site);
  }

  static std::size_t occurrences(std::string_view text, std::string_view name) {
    std::size_t count = 0;
    for (std::size_t at = text.find(name); at != std::string_view::npos;
         at = text.find(name, at + name.size())) {
      ++count;
    }
    return count;
  }

  static bool is_closed_class(const CodeFile& code, const std::string& owner) {
    if (contains(*code.file->after, "__getattr") || contains(*code.file->after, "setattr(")) {
      return false;
    }
    for (const syntax::Symbol& symbol : code.after->symbols) {
      if (symbol.definition.qualified != owner) continue;
      if (symbol.definition.kind != "class" || !symbol.decorators.empty()) return false;
      const std::string_view header =
          std::string_view(*code.file->after).substr(symbol.definition.begin);
      const std::string_view line = header.substr(0, header.find('\n'));
      if (code.family == Family::script) {
        return contains(line, "{") && !contains(line, "extends") && !contains(line, "implements");
      }
      return trim(line).ends_with(":") &&
             (!contains(line, "(") || contains(line, "()") || contains(line, "(object)"));
    }
    return false;
  }

  void report_misfit(const Contract& contract, const Site& site, const Misfit& misfit) {
    const std::string definition = contract.code->path + ":" + std::to_string(contract.line);
    const std::string callee = contract.owner.empty() ? contract.called : contract.qualified;
    report(misfit.keyword ? "caller-contract/keyword" : "caller-contract/arguments", site,
           "calls " + callee + " and " + misfit.what + " since its change in " + definition,
           "Change the call in " + site.path + ":" + std::to_string(site.line) + " along with " +
               definition + ", or keep what " + callee +
               " took: a further parameter needs a default.");
  }

  void report_gone(const Contract& contract, const Site& site) {
    report("caller-contract/gone", site,
           "calls " + contract.qualified + ", which " + contract.code->path + " no longer has",
           "Change the call in " + site.path + ":" + std::to_string(site.line) + ", or keep " +
               contract.qualified + " in " + contract.code->path + ".");
  }

  void report(std::string rule, const Site& site, std::string message, std::string feedback) {
    if (found_.size() >= kBrokenCallsMax) return;
    found_.push_back({.rule = std::move(rule),
                      .kind = RuleKind::defect,
                      .path = site.path,
                      .line = site.line,
                      .message = std::move(message),
                      .feedback = std::move(feedback)});
  }

  const index::CodeIndex& index_;
  const index::Graph& head_;
  std::vector<Finding> found_;
};

// Shell functions have no parameters to be counted, but names.
std::vector<CodeFile> shell_files(const git::Change& change, const index::CodeIndex& index) {
  std::vector<CodeFile> out;
  for (const git::FileChange& file : change.files) {
    const std::string path = file.path.text();
    if (!file.after || file.before == file.after) continue;
    if (family_of(file) != Family::bash) continue;
    out.push_back({.file = &file,
                   .path = path,
                   .family = Family::bash,
                   .before = file.before ? outline_of(path, *file.before) : nullptr,
                   .after = index.head().outline(path)});
  }
  return out;
}

}  // namespace

Verdict caller_contract(const git::Change& change, const Context& context) {
  Verdict verdict;
  const bool code =
      std::any_of(change.files.begin(), change.files.end(), [](const git::FileChange& file) {
        const bool shell = family_of(file) == index::Family::bash;
        return file.after && (may_be_code(file) || (shell && file.before != file.after));
      });
  if (!code) return verdict;
  verdict.applies();
  if (context.index == nullptr) {
    verdict.cannot("there is no code index");
    return verdict;
  }
  const std::vector<CodeFile> files = code_files(change, *context.index);
  std::vector<Contract> contracts;
  for (const CodeFile& file : files) {
    for (Contract& contract : changed_contracts(file)) contracts.push_back(std::move(contract));
  }
  if (contracts.size() > kContractsMax) {
    verdict.cannot("the change alters " + counted(contracts.size(), "signature"));
    return verdict;
  }
  CallerCheck check(*context.index);
  for (const Contract& contract : contracts) check.look_at(contract);
  std::vector<Finding> found = check.take();
  for (Finding& each : calls_of_gone_names(change, *context.index))
    found.push_back(std::move(each));
  std::vector<CodeFile> callers = files;
  for (CodeFile& each : shell_files(change, *context.index)) callers.push_back(std::move(each));
  std::vector<Finding> further = unknown_calls(callers, *context.index);
  for (auto* search : {&unset_variables, &unknown_shell_calls, &lost_ruby_constants}) {
    for (Finding& each : (*search)(callers, *context.index, context)) {
      further.push_back(std::move(each));
    }
  }
  for (auto* search : {&lost_outputs, &unknown_ruby_calls}) {
    for (Finding& each : (*search)(callers, *context.index)) further.push_back(std::move(each));
  }
  for (auto* search : {&gone_declarations, &gone_members, &hidden_names, &unbound_names,
                       &undefined_names, &misfit_calls, &lost_results, &foreign_methods}) {
    for (Finding& each : (*search)(files, *context.index)) further.push_back(std::move(each));
  }
  for (Finding& each : further) {
    const bool reported = std::any_of(found.begin(), found.end(), [&](const Finding& other) {
      return other.path == each.path && other.line == each.line;
    });
    if (!reported) found.push_back(std::move(each));
  }
  for (Finding& each : uncalled_helpers(callers, *context.index, context)) {
    // Whoever renames a function and leaves its callers hears of the callers.
    const bool reported = std::any_of(
        found.begin(), found.end(), [&](const Finding& other) { return other.path == each.path; });
    if (!reported) found.push_back(std::move(each));
  }
  if (std::string trouble = context.index->trouble(); !trouble.empty()) {
    verdict.cannot(std::move(trouble));
    return verdict;
  }
  for (Finding& finding : found) verdict.refuse(std::move(finding));
  return verdict;
}

}  // namespace pawl::guards
