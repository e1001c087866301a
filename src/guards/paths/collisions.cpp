#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "guards/paths/gate_finding.hpp"
#include "guards/paths/name_folds.hpp"
#include "guards/paths/new_names.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

// Names of one folder by their keys.
using Names = std::unordered_map<std::string, std::string>;

class Collisions {
 public:
  Collisions(const git::Change& change, const repo::RepoView* base) : base_(base), folders_(base) {
    for (const git::FileChange& file : change.files) {
      if (!file.before || file.after) continue;
      gone_.insert(file.path.text());
      const auto names = file.path.components();
      gone_names_.insert(names.begin(), names.end());
    }
  }

  // The path, or a folder of it, that a new path is taken for; empty when there is none, and when
  // it was reported of a file beside this one.
  std::string other_of(const RepoPath& path) {
    std::string folder;
    bool in_base = base_ != nullptr;
    for (const std::string& name : path.components()) {
      const std::string own = join_to(folder, name);
      const bool beside_others = in_base;
      in_base = in_base && folders_.has(own);
      if (!in_base) {
        const std::string key = name_key(name);
        if (beside_others) {
          const Names& names = names_of(folder);
          const auto same = names.find(key);
          if (const auto file = stream_of(names, name)) {
            return found(own, folder, name, *file);
          }
          const bool taken = same != names.end() && is_left(join_to(folder, same->second));
          if (taken) return found(own, folder, name, same->second);
        }
        const auto [at, first] = brought_[folder].emplace(key, name);
        if (!first && at->second != name) return found(own, folder, name, at->second);
      }
      folder = own;
    }
    return {};
  }

 private:
  // `Makefile:x` is a stream of a file that is there, to Windows.
  static std::optional<std::string> stream_of(const Names& names, const std::string& name) {
    const auto colon = name.find(':');
    if (colon == std::string::npos) return std::nullopt;
    const auto file = names.find(name_key(name.substr(0, colon)));
    return file == names.end() ? std::nullopt : std::optional(file->second);
  }

  // Two names that only move on together are as they were.
  std::string found(const std::string& own, const std::string& folder, const std::string& name,
                    const std::string& other) {
    if (gone_names_.contains(name) && gone_names_.contains(other)) return {};
    return found_.insert(own).second ? join_to(folder, other) : std::string();
  }

  static std::string join_to(const std::string& folder, const std::string& name) {
    return folder.empty() ? name : folder + "/" + name;
  }

  const Names& names_of(const std::string& folder) {
    const auto [at, first] = known_.try_emplace(folder);
    if (first) {
      base_->each_name(folder,
                       [&](std::string_view name) { at->second.emplace(name_key(name), name); });
    }
    return at->second;
  }

  // Of a path of the base: the change leaves it, or something in it. What is no file, a submodule,
  // counts as left.
  bool is_left(const std::string& path) const {
    if (gone_.contains(path)) return false;
    if (!base_->has_folder(path)) return true;
    const std::string prefix = path + "/";
    const auto all = base_->files();
    auto at = std::lower_bound(
        all.begin(), all.end(), prefix,
        [](const repo::Entry& entry, const std::string& text) { return entry.path.text() < text; });
    bool has_files = false;
    for (; at != all.end() && at->path.text().starts_with(prefix); ++at) {
      if (!gone_.contains(at->path.text())) return true;
      has_files = true;
    }
    return !has_files;
  }

  const repo::RepoView* base_;
  BaseFolders folders_;
  std::unordered_set<std::string> gone_;
  std::unordered_set<std::string> gone_names_;  // components of those
  std::unordered_set<std::string> found_;
  std::unordered_map<std::string, Names> known_;    // what the base has in a folder
  std::unordered_map<std::string, Names> brought_;  // what the change brings there
};

void check_collision(const RepoPath& path, Collisions& collisions, Verdict& verdict) {
  const std::string other = collisions.other_of(path);
  if (other.empty()) return;
  verdict.refuse(gate_finding(
      "name-collision", RuleKind::defect, path.text(),
      "macOS and Windows, or a reader, take this path for another: " + printable(other, 200),
      "Choose a name that differs in more than its case or encoding."));
}

}  // namespace

void check_collisions(const git::Change& change, const Context& context, Verdict& verdict) {
  Collisions collisions(change, context.base);
  for (const git::FileChange& file : change.files) {
    if (is_new_file(file, context)) check_collision(file.path, collisions, verdict);
  }
  for (const git::SubmoduleChange& submodule : change.submodules) {
    if (!submodule.before) check_collision(submodule.path, collisions, verdict);
  }
}

}  // namespace pawl::guards
