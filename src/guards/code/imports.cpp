// G30: what a change imports is there, and what it takes away is imported by nobody any more.
// Silent wherever a build, an environment or a program at run time may have the last word.
#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "guards/code/code_change.hpp"
#include "guards/code/dangling_imports.hpp"
#include "guards/code/import_doubts.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"

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

// Includes of C and C++ may lead to what a build makes or the system brings, so that none of them
// is ever known to be missing: the index is not asked.
bool judges_imports(const git::FileChange& file) {
  return may_be_code(file) && index::family_of(file.path.text()) != Family::c;
}

class FileCheck {
 public:
  FileCheck(const CodeFile& code, const index::CodeIndex& index, const ImportDoubts& doubts)
      : code_(code), head_(index.head()), doubts_(doubts), known_(imported_by(code.before)) {}

  std::vector<Finding> run() {
    if (code_.after == nullptr || code_.after->has_errors) return {};
    for (const syntax::Import& import : code_.after->imports) {
      if (import.kind != syntax::ImportKind::plain || import.type_only) continue;
      if (!has_news(import)) continue;
      look_at(import);
    }
    return std::move(found_);
  }

 private:
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
    const bool is_new = !is_known(import, "");
    if (resolution.origin == Origin::missing) {
      if (is_new && !doubts_.may_be_made(code_, import, resolution)) missing(import, resolution);
    } else if (resolution.origin == Origin::undeclared) {
      if (is_new && !doubts_.may_be_there(code_, import, resolution))
        undeclared(import, resolution);
    } else if (resolution.origin == Origin::file && resolution.paths.size() == 1) {
      look_at_names(import, resolution.paths.front());
    }
  }

  void look_at_names(const syntax::Import& import, const std::string& target) {
    if (import.names.empty() || target == code_.path) return;
    const index::Exports exports = head_.exports_of(target);
    if (!exports.complete) return;
    for (const syntax::ImportedName& name : import.names) {
      if (name.name == "*" || is_known(import, name.name) || exports.has(name.name)) continue;
      if (head_.resolve_name(code_.path, import, name.name).origin == Origin::file) continue;
      if (doubts_.may_be_offered(code_, import, target, name.name)) continue;
      missing_name(import, target, name.name, exports);
    }
  }

  void missing(const syntax::Import& import, const index::Resolution& resolution) {
    std::vector<std::string> beside;
    const std::string_view folder = folder_of(resolution.looked_for);
    for (const std::string& file : head_.tree().files_in(folder)) {
      beside.emplace_back(index::stem_of(file));
    }
    const auto near = nearest(index::stem_of(resolution.looked_for), beside);
    report("imports/missing", import,
           "imports " + import.module + ", but there is no " + where_missing(resolution),
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

  void missing_name(const syntax::Import& import, const std::string& target,
                    const std::string& name, const index::Exports& exports) {
    const bool is_default = name == "default";
    const auto near = is_default ? std::nullopt : nearest(name, exports.names);
    report("imports/missing-name", import,
           is_default ? "imports the default export of " + target + ", which has none"
                      : "imports " + name + ", which " + target + " does not have",
           (is_default ? "Import names that " + target + " exports"
                       : "Import a name that " + target + " has" +
                             (near ? " (did you mean " + *near + "?)" : std::string())) +
               ", or add it there in the same change.");
  }

  void report(std::string rule, const syntax::Import& import, std::string message,
              std::string feedback) {
    if (found_.size() >= kFindingsPerFileMax || !reported_.insert(message).second) return;
    found_.push_back({.rule = std::move(rule),
                      .kind = RuleKind::defect,
                      .path = code_.path,
                      .line = import.line,
                      .message = std::move(message),
                      .feedback = std::move(feedback)});
  }

  const CodeFile& code_;
  const index::Graph& head_;
  const ImportDoubts& doubts_;
  Imported known_;
  std::set<std::string> reported_;
  std::vector<Finding> found_;
};

}  // namespace

Verdict imports(const git::Change& change, const Context& context) {
  Verdict verdict;
  const bool code = std::any_of(change.files.begin(), change.files.end(),
                                [](const git::FileChange& file) { return judges_imports(file); });
  if (!code) return verdict;
  verdict.applies();
  if (context.index == nullptr) {
    verdict.cannot("there is no code index");
    return verdict;
  }
  const index::CodeIndex& index = *context.index;
  std::vector<CodeFile> files = code_files(change, index);
  std::erase_if(files, [](const CodeFile& file) { return file.family == Family::c; });
  const ImportDoubts doubts(index, context);
  std::vector<Finding> found = dangling_imports(files, index);
  for (const CodeFile& file : files) {
    for (Finding& finding : FileCheck(file, index, doubts).run()) {
      found.push_back(std::move(finding));
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
