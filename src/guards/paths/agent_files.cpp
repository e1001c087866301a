// G32: what runs without anybody asking for it (CI, git hooks, containers, editors, install
// scripts), what tells agents what to do, and lock files that no longer fit their manifest.
#include <algorithm>

#include "base/text/text.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "guards/paths/guarded_paths.hpp"
#include "guards/paths/lifecycle_scripts.hpp"
#include "guards/paths/lock_files.hpp"
#include "guards/paths/locked_sums.hpp"
#include "guards/paths/path_policy.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

// What the rows of the table are called here. Rows that nobody may write are the write gate's, but
// those of CI and hooks are reported here, too: a repository may have them.
std::string_view agent_rule(const GuardedRow& row) {
  if (row.kind == "ci") return "ci";
  if (row.kind == "agent") return "agent-instructions";
  if (!row.by_person && row.kind != "hook") return {};
  if (row.kind == "credentials") return "credentials";
  if (row.kind == "scanner") return "scanner-exception";
  return "hook";
}

std::string message_of(const GuardedRow& row) {
  return "this file is more than text: " + std::string(reason_of(row)) + " (" +
         std::string(row.use) + ")";
}

Finding agent_finding(std::string_view rule, const RepoPath& path, std::string message,
                      std::string feedback) {
  return {.rule = "agent-files/" + std::string(rule),
          .kind = RuleKind::scope,
          .path = path.text(),
          .line = 0,
          .message = std::move(message),
          .feedback = std::move(feedback)};
}

bool has_path(const std::vector<RepoPath>& paths, const RepoPath& path) {
  return std::find(paths.begin(), paths.end(), path) != paths.end();
}

void check_scripts(const git::FileChange& file, Verdict& verdict) {
  const auto before = lifecycle_scripts(file.path, file.before.value_or(""));
  const auto after = lifecycle_scripts(file.path, file.after.value_or(""));
  std::vector<std::string> changed;
  for (const auto& [key, value] : after) {
    const auto old = before.find(key);
    if (old == before.end() || old->second != value) changed.push_back(key);
  }
  if (changed.empty()) return;
  const std::string keys = join(changed, ", ");
  verdict.refuse(
      agent_finding("install-script", file.path,
                    "package managers run this unasked, at an install or a commit: " + keys,
                    "Leave " + keys + " as it was."));
}

bool is_below(const RepoPath& path, std::string_view folder) {
  return folder.empty() || path.folder() == folder ||
         path.folder().starts_with(std::string(folder) + "/");
}

// A manifest of the lock's folder or below it (a workspace) is part of the change.
bool manifest_changes(const git::Change& change, const RepoPath& lock, std::string_view name) {
  return std::any_of(change.files.begin(), change.files.end(), [&](const git::FileChange& file) {
    const std::string own = lower(file.path.name());
    return own == name && is_below(file.path, lock.folder());
  });
}

void check_lock(const git::Change& change, const git::FileChange& file, Verdict& verdict) {
  const std::string name = lower(file.path.name());
  bool is_lock = false;
  for (const LockRow& row : lock_rows()) {
    if (row.lock != name) continue;
    is_lock = true;
    if (manifest_changes(change, file.path, row.manifest)) return;
  }
  if (!is_lock) return;
  verdict.refuse(agent_finding("lock-without-manifest", file.path,
                               "a lock file changes, and no manifest with it",
                               "Leave lock files to their package manager."));
}

// The nearest lock file of the base, in the manifest's folder or above it.
std::string lock_for(const RepoPath& manifest, const LockRow& row, const repo::RepoView& base) {
  std::string folder(manifest.folder());
  while (true) {
    const std::string path = folder + (folder.empty() ? "" : "/") + std::string(row.spelled);
    if (base.has(path)) return path;
    if (folder.empty()) return {};
    const auto slash = folder.rfind('/');
    folder = slash == std::string::npos ? std::string() : folder.substr(0, slash);
  }
}

void check_manifest(const git::Change& change, const git::FileChange& file,
                    const repo::RepoView& base, Verdict& verdict) {
  if (!file.before || !file.after) return;
  const std::string name = lower(file.path.name());
  const auto rows = lock_rows();
  if (std::none_of(rows.begin(), rows.end(),
                   [&](const LockRow& row) { return row.manifest == name; })) {
    return;
  }
  const auto before = dependencies_in(file.path, *file.before);
  const auto after = dependencies_in(file.path, *file.after);
  if (!before || !after || *before == *after) return;
  for (const LockRow& row : rows) {
    if (row.manifest != name) continue;
    const std::string lock = lock_for(file.path, row, base);
    if (lock.empty()) continue;
    const bool changes = std::any_of(change.files.begin(), change.files.end(),
                                     [&](const auto& each) { return each.path.text() == lock; });
    if (changes) continue;
    verdict.refuse(agent_finding(
        "manifest-without-lock", file.path, "dependencies change, and " + lock + " does not",
        "Let the package manager write " + lock + ", or leave the dependencies as they were."));
    return;
  }
}

void check_sums(const git::FileChange& file, Verdict& verdict) {
  std::size_t reported = 0;
  for (const UnfitSum& each : unfit_sums(file)) {
    if (++reported > kFindingsPerFileMax) return;
    const std::string package = printable(each.name, 80) + " " + printable(each.version, 40);
    verdict.refuse({.rule = each.version_changed ? "agent-files/unfit-version"
                                                 : "agent-files/changed-checksum",
                    .kind = each.version_changed ? RuleKind::defect : RuleKind::scope,
                    .path = file.path.text(),
                    .line = each.line,
                    .message = each.version_changed
                                   ? package + " has the checksum of another version"
                                   : package + " has another checksum, and is the same version",
                    .feedback = "Let the package manager write " + file.path.text() + "."});
  }
}

bool in_lock_table(const RepoPath& path) {
  const std::string name = lower(path.name());
  const auto rows = lock_rows();
  return std::any_of(rows.begin(), rows.end(),
                     [&](const LockRow& row) { return row.lock == name || row.manifest == name; });
}

}  // namespace

Verdict agent_files(const git::Change& change, const Context& context) {
  Verdict verdict;
  for (const git::FileChange& file : change.files) {
    const std::optional<GuardedRow> row = guarded_as(file.path);
    const bool guarded = row && (!row->by_person || person_only(file.path));
    const std::string_view rule = guarded ? agent_rule(*row) : std::string_view();
    const bool scripts = file.after && !lifecycle_scripts(file.path, *file.after).empty();
    const bool locks = in_lock_table(file.path) && !repo::is_sample_place(file.path);
    if (rule.empty() && !locks && !scripts) continue;
    verdict.applies();
    if (file.before == file.after && file.mode_before == file.mode_after) continue;
    const bool named = context.fenced && has_path(context.named, file.path);
    if (!rule.empty() && !named) {
      verdict.refuse(agent_finding(rule, file.path, message_of(*row),
                                   "Leave " + file.path.text() + " as it is."));
    }
    if (scripts && !named && !repo::is_sample_place(file.path)) check_scripts(file, verdict);
    if (locks) check_sums(file, verdict);
    if (!locks || (context.fenced && has_path(context.hints, file.path))) continue;
    check_lock(change, file, verdict);
    if (context.base != nullptr) check_manifest(change, file, *context.base, verdict);
  }
  return verdict;
}

}  // namespace pawl::guards
