#include "repo/manifests/workspaces.hpp"

#include <algorithm>

#include "base/text/glob.hpp"
#include "base/text/text.hpp"
#include "repo/manifests/workspace_lists.hpp"

namespace pawl::repo {
namespace {

std::string name_in(const Manifest& manifest) {
  const Json& data = manifest.data;
  switch (manifest.kind) {
    case ManifestKind::cargo: return data["package"]["name"].string_or("");
    case ManifestKind::go_mod: return data["module"].string_or("");
    case ManifestKind::maven: return data["artifactId"].string_or("");
    case ManifestKind::python:
      return data["project"]["name"].string_or(data["tool"]["poetry"]["name"].text());
    default: return data["name"].string_or("");
  }
}

// `./packages/*/` → `packages/*`.
std::string_view plain(std::string_view pattern) {
  while (pattern.starts_with("./")) pattern.remove_prefix(2);
  while (pattern.ends_with('/')) pattern.remove_suffix(1);
  return pattern;
}

bool matches(std::string_view pattern, std::string_view folder) {
  pattern = plain(pattern);
  if (pattern == folder) return true;
  // A pattern without a slash means a folder right here, not one of that name anywhere.
  if (!contains(pattern, "/") && contains(folder, "/") && pattern != "**") return false;
  // `packages/**` also means packages itself.
  return glob_match(pattern, folder) ||
         (pattern.ends_with("/**") && glob_match(pattern.substr(0, pattern.size() - 3), folder));
}

// The folder as seen from `base`; nothing when it is not below it.
std::optional<std::string_view> seen_from(std::string_view base, std::string_view folder) {
  if (base.empty()) return folder.empty() ? std::nullopt : std::optional(folder);
  const bool below =
      folder.size() > base.size() + 1 && folder.starts_with(base) && folder[base.size()] == '/';
  return below ? std::optional(folder.substr(base.size() + 1)) : std::nullopt;
}

class Members {
 public:
  explicit Members(Facts& facts) : facts_(facts) {}

  void add(const WorkspaceList& list) {
    for (const Manifest& manifest : facts_.manifests) {
      if (manifest.kind != list.kind) continue;
      const auto seen = seen_from(list.base, manifest.path.folder());
      if (!seen || is_excluded(list, *seen)) continue;
      const auto pattern =
          std::find_if(list.patterns.begin(), list.patterns.end(),
                       [&](const WorkspacePattern& one) { return matches(one.glob, *seen); });
      if (pattern == list.patterns.end()) continue;
      const std::string& named = pattern->name;
      add_one({.name = named.empty() ? name_in(manifest) : named,
               .folder = std::string(manifest.path.folder()),
               .kind = list.kind,
               .path = list.path,
               .line = pattern->line});
    }
  }

 private:
  static bool is_excluded(const WorkspaceList& list, std::string_view folder) {
    return std::any_of(list.excluded.begin(), list.excluded.end(),
                       [&](const std::string& pattern) { return matches(pattern, folder); });
  }

  void add_one(WorkspaceMember member) {
    const bool known = std::any_of(facts_.workspaces.begin(), facts_.workspaces.end(),
                                   [&](const WorkspaceMember& one) {
                                     return one.folder == member.folder && one.kind == member.kind;
                                   });
    if (!known) facts_.workspaces.push_back(std::move(member));
  }

  Facts& facts_;
};

}  // namespace

void find_workspaces(const RepoView& view, Facts& facts) {
  Members members(facts);
  for (const WorkspaceList& list : workspace_lists(view, facts.manifests, facts.unreadable)) {
    members.add(list);
  }
  std::stable_sort(facts.workspaces.begin(), facts.workspaces.end(),
                   [](const auto& a, const auto& b) { return a.folder < b.folder; });
}

}  // namespace pawl::repo
