// G30: what a change imports is there, and what it takes away is imported by nobody any more.
// Silent wherever a build, an environment or a program at run time may have the last word.
#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "guards/code/code_change.hpp"
#include "guards/code/dangling_imports.hpp"
#include "guards/code/dropped_imports.hpp"
#include "guards/code/gone_items.hpp"
#include "guards/code/gone_packages.hpp"
#include "guards/code/import_doubts.hpp"
#include "guards/code/import_findings.hpp"
#include "guards/code/member_names.hpp"
#include "guards/code/spare_imports.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "guards/snapshot_inputs.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using index::Origin;

// Module and name; no name for the module itself.
using Imported = std::set<std::pair<std::string, std::string>>;

Imported imported_by(const index::OutlinePtr& outline) {
  Imported out;
  if (outline == nullptr) return out;
  for (const syntax::Import& import : outline->imports) {
    out.emplace(import.module, "");
    for (const syntax::ImportedName& name : import.names) out.emplace(import.module, name.name);
  }
  return out;
}

std::string where_missing(const index::Resolution& resolution) {
  return resolution.looked_for.empty() ? "it" : resolution.looked_for;
}

// Languages whose modules are more than files, or whose packages are folders.
bool has_offers(Family family) {
  return family == Family::rust || family == Family::java || family == Family::go;
}

class FileCheck {
 public:
  FileCheck(const CodeFile& code, const index::CodeIndex& index, const ImportDoubts& doubts)
      : code_(code), head_(index.head()), doubts_(doubts), known_(imported_by(code.before)) {}

  std::vector<Finding> run() {
    if (code_.after == nullptr || code_.after->has_errors) return {};
    for (const syntax::Import& import : code_.after->imports) {
      if (is_judged(import) && has_news(import)) look_at(import);
    }
    return std::move(found_);
  }

 private:
  // What only a type checker sees has to be there all the same, and so has what only some builds
  // of Rust see.
  bool is_judged(const syntax::Import& import) const {
    if (import.kind == syntax::ImportKind::plain) return true;
    if (code_.family == Family::script && import.kind == syntax::ImportKind::dynamic) {
      return import.module.starts_with('.') && !may_fail(import.line);
    }
    if (import.kind != syntax::ImportKind::conditional) return false;
    return code_.family == Family::rust || (code_.family == Family::python && import.type_only);
  }
  // `import("./x.js")` below a `try` or a condition, or with a `catch` behind it.
  bool may_fail(int line) const {
    const std::vector<std::string_view> lines = split_lines(*code_.file->after);
    const auto row = static_cast<std::size_t>(line) - 1;
    if (row >= lines.size()) return true;
    for (std::size_t i = row; i < lines.size(); ++i) {
      const bool goes_on = i == row || trim(lines[i]).starts_with('.');
      if (!goes_on) break;
      if (contains(lines[i], "catch") || contains(lines[i], " ? ")) return true;
    }
    std::size_t indent = lines[row].find_first_not_of(" \t");
    for (std::size_t i = row; i-- > 0 && indent > 0;) {
      const std::size_t here = lines[i].find_first_not_of(" \t");
      if (here == std::string_view::npos || here >= indent) continue;
      indent = here;
      const std::string_view said = trim(lines[i]);
      for (const std::string_view word :
           {"try", "if ", "if(", "else", "} else", "case ", "} catch"}) {
        if (said.starts_with(word)) return true;
      }
    }
    return false;
  }

  // Packages may be there for some builds only, and types may come along with other packages.
  static bool may_lack_package(const syntax::Import& import) {
    return import.type_only || import.kind != syntax::ImportKind::plain;
  }
  bool is_known(const syntax::Import& import, const std::string& name) const {
    return known_.contains({import.module, name});
  }
  bool has_news(const syntax::Import& import) const {
    return !is_known(import, "") ||
           std::any_of(import.names.begin(), import.names.end(),
                       [&](const auto& name) { return !is_known(import, name.name); });
  }

  void look_at(const syntax::Import& import) {
    const index::Resolution resolution = head_.resolve(code_.path, import);
    // In Java the names decide where an import leads.
    const bool is_new = code_.family == Family::java ? has_news(import) : !is_known(import, "");
    if (resolution.origin == Origin::missing) {
      if (is_new && !doubts_.may_be_made(code_, import, resolution)) missing(import, resolution);
    } else if (resolution.origin == Origin::undeclared) {
      if (is_new && !may_lack_package(import) && !doubts_.may_be_there(code_, import, resolution)) {
        undeclared(import, resolution);
      }
    } else if (has_offers(code_.family) || resolution.origin == Origin::standard) {
      look_at_offers(import);
    } else if (resolution.origin == Origin::file && resolution.paths.size() == 1) {
      look_at_names(import, resolution.paths.front());
    }
  }

  void look_at_offers(const syntax::Import& given) {
    syntax::Import import = given;
    // `import os.path`: path of os.
    const auto dot = import.module.rfind('.');
    if (code_.family == Family::python && import.names.empty() && dot != std::string::npos) {
      const std::string name = import.module.substr(dot + 1);
      import.module.resize(dot);
      import.names.push_back({name, name});
    }
    for (const syntax::ImportedName& name : import.names) {
      if (name.name == "*" || is_known(import, name.name)) continue;
      const index::Offer offer = head_.offer(code_.path, import, name.name);
      if (offer.is != index::Offer::Is::absent) continue;
      if (doubts_.may_be_compiled(code_, import, offer, name.name)) continue;
      report(missing_name_finding(code_.path, import.line, name.name, offer.holder, offer.names));
    }
  }

  void look_at_names(const syntax::Import& import, const std::string& target) {
    if (import.names.empty() || target == code_.path) return;
    const index::Exports exports = head_.exports_of(target);
    if (!exports.complete && !is_whole_but_unparsed(target)) return;
    for (const syntax::ImportedName& name : import.names) {
      if (name.name == "*" || is_known(import, name.name) || exports.has(name.name)) continue;
      if (!exports.complete && may_be_in_text(target, name.name)) continue;
      if (head_.resolve_name(code_.path, import, name.name).origin == Origin::file) continue;
      if (doubts_.may_be_offered(code_, import, target, name.name)) continue;
      report(missing_name_finding(code_.path, import.line, name.name, target, exports.names));
    }
  }

  // The parser does not follow all of it, but nothing else keeps its names from being known.
  bool is_whole_but_unparsed(const std::string& target) const {
    const index::OutlinePtr outline = head_.outline(target);
    if (outline == nullptr || !outline->has_errors || outline->open_names) return false;
    return std::none_of(outline->imports.begin(), outline->imports.end(),
                        [](const syntax::Import& import) {
                          return std::any_of(import.names.begin(), import.names.end(),
                                             [](const auto& name) { return name.name == "*"; });
                        });
  }

  bool may_be_in_text(const std::string& target, const std::string& name) const {
    return name == "default" || contains(head_.tree().text(target).value_or(name), name);
  }

  void missing(const syntax::Import& import, const index::Resolution& resolution) {
    std::vector<std::string> beside;
    const std::string_view folder = folder_of(resolution.looked_for);
    for (const std::string& file : head_.tree().files_in(folder)) {
      beside.emplace_back(index::stem_of(file));
    }
    const auto near = nearest(index::stem_of(resolution.looked_for), beside);
    report("imports/missing", import,
           "imports " + spelled(import) + ", but there is no " + where_missing(resolution),
           "Import a module that is there" +
               (near ? " (did you mean " + *near + "?)" : std::string()) + ", or add " +
               where_missing(resolution) + " in the same change.");
  }

  void undeclared(const syntax::Import& import, const index::Resolution& resolution) {
    const std::string& package = resolution.package;
    report(
        "imports/undeclared", import,
        "imports " + package + ", which is neither in the repository nor declared as a dependency",
        "Do without " + package +
            ", using what the project already depends on; a package has to be declared in the "
            "manifest before code imports it.");
  }

  std::string spelled(const syntax::Import& import) const {
    const bool classes = code_.family == Family::java && !import.names.empty();
    return classes ? import.module + "." + import.names.front().name : import.module;
  }

  void report(std::string rule, const syntax::Import& import, std::string message,
              std::string feedback) {
    report({.rule = std::move(rule),
            .kind = RuleKind::defect,
            .path = code_.path,
            .line = import.line,
            .message = std::move(message),
            .feedback = std::move(feedback)});
  }
  void report(Finding finding) {
    if (found_.size() >= kFindingsPerFileMax || !reported_.insert(finding.message).second) return;
    found_.push_back(std::move(finding));
  }

  const CodeFile& code_;
  const index::Graph& head_;
  const ImportDoubts& doubts_;
  Imported known_;
  std::set<std::string> reported_;
  std::vector<Finding> found_;
};

std::vector<Finding> added_imports(const CodeFile& code, const index::CodeIndex& index,
                                   const ImportDoubts& doubts) {
  return FileCheck(code, index, doubts).run();
}

}  // namespace

Verdict imports(const git::Change& change, const Context& context) {
  Verdict verdict;
  const bool code =
      std::any_of(change.files.begin(), change.files.end(),
                  [](const git::FileChange& file) { return may_be_code(file, Shell::included); });
  const bool packages = drops_packages(change);
  if (!code && !packages) return verdict;
  verdict.applies();
  if (context.index == nullptr) {
    verdict.cannot("there is no code index");
    return verdict;
  }
  const index::CodeIndex& index = *context.index;
  const std::vector<CodeFile> files = code_files(change, index, Shell::included);
  const ImportDoubts doubts(index, context);
  std::vector<Finding> found = dangling_imports(files, index);
  for (Finding& each : gone_items(files, index, doubts)) found.push_back(std::move(each));
  if (packages) {
    for (Finding& each : gone_packages(change, index, context)) found.push_back(std::move(each));
  }
  for (const CodeFile& file : files) {
    if (is_snapshot_input(file.file->path, context.head)) continue;
    for (auto* check : {&added_imports, &member_names, &dropped_imports, &spare_imports}) {
      for (Finding& finding : (*check)(file, index, doubts)) found.push_back(std::move(finding));
    }
  }
  if (std::string trouble = index.trouble(); !trouble.empty()) {
    verdict.cannot(std::move(trouble));
    return verdict;
  }
  for (Finding& finding : found) verdict.refuse(std::move(finding));
  return verdict;
}

}  // namespace pawl::guards
