#include "guards/code/gone_packages.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/config/manifest_packages.hpp"
#include "guards/limits.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using index::Origin;

// Of a larger project one manifest is no small part, and its code takes long to read.
constexpr std::size_t kReadersMax = 600;

bool drops_names(const git::FileChange& file) {
  if (!file.before || !file.after || file.before == file.after) return false;
  const std::set<std::string> was = package_names(file.path, *file.before);
  const std::set<std::string> now = package_names(file.path, *file.after);
  return !std::includes(now.begin(), now.end(), was.begin(), was.end());
}

// Another build of the same package under a longer name.
bool is_other_build(std::string_view name) {
  for (const std::string_view ending :
       {"-binary", "-headless", "-cpu", "-gpu", "-ng", "-fork", "-fixed", "-next", "-future",
        "-nightly", "-lite", "-slim", "-python", "-py", "-py3", "-all", "-full", "-community"}) {
    if (name.ends_with(ending)) return true;
  }
  return is_digit(name.back());
}

// Of Python: packages of which the change leaves no more than a longer name that it makes up.
std::set<std::string> renamed_away(const git::FileChange& file) {
  const std::set<std::string> was = package_names(file.path, *file.before);
  const std::set<std::string> now = package_names(file.path, *file.after);
  std::set<std::string> out;
  for (const std::string& name : was) {
    if (now.contains(name)) continue;
    bool longer = false;
    bool other = false;
    for (const std::string& each : now) {
      const bool holds = each.starts_with(name + "-") || each.ends_with("-" + name);
      longer = longer || (holds && !was.contains(each) && !is_other_build(each));
      other = other || (holds && (was.contains(each) || is_other_build(each)));
    }
    if (longer && !other) out.insert(name);
  }
  return out;
}

class PackageSearch {
 public:
  PackageSearch(const git::Change& change, const index::CodeIndex& index, const Context& context)
      : change_(change), index_(index), context_(context), doubts_(index, context) {}

  void follow(const git::FileChange& manifest, Family family) {
    const std::string folder(manifest.path.folder());
    renamed_ = family == Family::python ? renamed_away(manifest) : std::set<std::string>();
    std::size_t looked = 0;
    for (const repo::Entry& entry : context_.head->files()) {
      const std::string& path = entry.path.text();
      const bool below = folder.empty() || path.starts_with(folder + "/");
      if (!below || index::family_of(path) != family || repo::is_vendored(entry.path)) continue;
      if (change_.find(entry.path) != nullptr) continue;
      if (++looked > kReadersMax) return;
      look_at(entry.path, family);
    }
  }

  std::vector<Finding> take() { return std::move(found_); }

 private:
  void look_at(const RepoPath& path, Family family) {
    for (const syntax::Import& import : index_.head().imports_of(path.text())) {
      if (import.kind != syntax::ImportKind::plain || import.type_only) continue;
      index::Resolution now = index_.head().resolve(path.text(), import);
      const bool renamed = now.origin == Origin::dependency && renamed_.contains(now.package);
      if (now.origin != Origin::undeclared && !renamed) continue;
      now.origin = Origin::undeclared;
      const index::Resolution was = index_.base().resolve(path.text(), import);
      if (was.origin != Origin::dependency) continue;
      const git::FileChange file{.path = path,
                                 .before = index_.head().tree().text(path.text()),
                                 .after = index_.head().tree().text(path.text())};
      if (!file.after) return;
      const CodeFile code{.file = &file,
                          .path = path.text(),
                          .family = family,
                          .before = index_.base().outline(path.text()),
                          .after = index_.head().outline(path.text())};
      if (!doubts_.may_lose(code, import, now)) report(path, import, now.package);
    }
  }

  void report(const RepoPath& path, const syntax::Import& import, const std::string& package) {
    if (found_.size() >= kFindingsMax || !reported_.insert(package).second) return;
    const std::string place = path.text() + ":" + std::to_string(import.line);
    found_.push_back({.rule = "imports/undeclared",
                      .kind = RuleKind::defect,
                      .path = path.text(),
                      .line = import.line,
                      .message = "imports " + package + ", which no manifest declares any more",
                      .feedback = "Keep " + package + " among the dependencies, or change " +
                                  place + " along with this."});
  }

  const git::Change& change_;
  const index::CodeIndex& index_;
  const Context& context_;
  ImportDoubts doubts_;
  std::set<std::string> renamed_;
  std::set<std::string> reported_;
  std::vector<Finding> found_;
};

}  // namespace

bool drops_packages(const git::Change& change) {
  return std::any_of(change.files.begin(), change.files.end(), [](const git::FileChange& file) {
    return family_of_manifest(file.path) != Family::other && drops_names(file);
  });
}

std::vector<Finding> gone_packages(const git::Change& change, const index::CodeIndex& index,
                                   const Context& context) {
  if (context.head == nullptr) return {};
  PackageSearch search(change, index, context);
  for (const git::FileChange& file : change.files) {
    const Family family = family_of_manifest(file.path);
    if (family != Family::other && drops_names(file)) search.follow(file, family);
  }
  return search.take();
}

}  // namespace pawl::guards
