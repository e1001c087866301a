// G12: packages and files that the configuration of a JavaScript tool names, and the repository
// does not have.
#include <set>

#include "base/text/text.hpp"
#include "guards/config/js_config.hpp"
#include "guards/config/npm_packages.hpp"
#include "guards/documents/documents.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "guards/paths/module_files.hpp"
#include "guards/paths/relative_path.hpp"

namespace pawl::guards {
namespace {

Finding missing_file(const RepoPath& path, const PackageReference& reference) {
  return {.rule = "config-grounding/missing-file",
          .kind = RuleKind::defect,
          .path = path.text(),
          .line = reference.line,
          .message =
              "names the file \"" + printable(reference.written, 120) + "\", which does not exist",
          .feedback = "Name a file that exists, or add \"" + printable(reference.written, 120) +
                      "\" in the same change."};
}

Finding package_finding(const RepoPath& path, const PackageReference& reference,
                        const NpmPackages& packages) {
  const std::string& package = reference.packages.front();
  std::string message = "names \"" + printable(reference.written, 120) + "\"";
  if (package != reference.written) message += " (the package " + package + ")";
  message += ", which no package.json above it declares";
  const std::vector<std::string> some = packages.some();
  if (!some.empty()) message += "; declared are " + join(some, ", ");
  return {.rule = "config-grounding/undeclared-package",
          .kind = RuleKind::defect,
          .path = path.text(),
          .line = reference.line,
          .message = std::move(message),
          .feedback = "Leave \"" + printable(reference.written, 120) +
                      "\" out, or use a package that is declared."};
}

class ReferenceCheck {
 public:
  ReferenceCheck(const git::FileChange& file, const repo::RepoView& tree, NpmCache& cache,
                 Verdict& verdict)
      : file_(file), tree_(tree), packages_(tree, file.path.folder(), cache), verdict_(verdict) {}

  void run(const std::vector<PackageReference>& references) {
    if (!packages_.any() || packages_.is_foreign()) return;
    verdict_.applies();
    for (const PackageReference& reference : references) {
      if (!reported_.insert(reference.written).second) continue;
      if (reported_count_ >= kConfigNamesPerFileMax) return;
      if (reference.packages.empty()) {
        file(reference);
      } else {
        package(reference);
      }
    }
  }

 private:
  void file(const PackageReference& reference) {
    const auto path = joined_path(file_.path.folder(), reference.written);
    if (!path || is_made_later(*path) || has_module(tree_, *path)) return;
    ++reported_count_;
    verdict_.refuse(missing_file(file_.path, reference));
  }

  void package(const PackageReference& reference) {
    bool unknown = false;
    for (const std::string& name : reference.packages) {
      const Grounded grounded = packages_.grounded(name);
      if (grounded == Grounded::yes) return;
      unknown = unknown || grounded == Grounded::unknown;
    }
    if (unknown) {
      return verdict_.cannot("a lock file is too large or not text: is \"" + reference.written +
                             "\" in it?");
    }
    ++reported_count_;
    verdict_.refuse(package_finding(file_.path, reference, packages_));
  }

  const git::FileChange& file_;
  const repo::RepoView& tree_;
  NpmPackages packages_;
  Verdict& verdict_;
  std::set<std::string> reported_;
  std::size_t reported_count_ = 0;
};

std::vector<PackageReference> new_references(const git::FileChange& file) {
  auto now = package_references(file.path, *file.after);
  if (now.empty() || !file.before) return now;
  std::set<std::string> before;
  for (const PackageReference& old : package_references(file.path, *file.before)) {
    before.insert(old.written);
  }
  std::erase_if(now, [&](const PackageReference& each) { return before.contains(each.written); });
  return now;
}

}  // namespace

Verdict config_grounding(const git::Change& change, const Context& context) {
  Verdict verdict;
  NpmCache cache;
  for (const git::FileChange& file : change.files) {
    if (!file.after || !is_js_config(file.path) || file.before == file.after) continue;
    if (is_specimen(file.path)) continue;
    if (context.head == nullptr) {
      verdict.cannot("the tree after the change is not at hand");
      continue;
    }
    ReferenceCheck(file, *context.head, cache, verdict).run(new_references(file));
  }
  return verdict;
}

}  // namespace pawl::guards
