// G32: what runs without anybody asking for it (CI, git hooks, containers), what tells agents what
// to do, and lock files that no longer fit their manifest.
#include <algorithm>
#include <array>

#include "base/glob.hpp"
#include "base/text.hpp"
#include "guards/guards.hpp"
#include "guards/lock_files.hpp"
#include "repo/family.hpp"
#include "repo/view.hpp"

namespace pawl::guards {
namespace {

struct Watched {
  std::string_view pattern;  // lower case; of the path, or of its name when there is no slash
  std::string_view rule;
};

constexpr std::string_view kCi = "ci";
constexpr std::string_view kHook = "hook";
constexpr std::string_view kAgent = "agent-instructions";

constexpr auto kWatched = std::to_array<Watched>({
    {".github/workflows/**", kCi},
    {".github/actions/**", kCi},
    {"action.yml", kCi},
    {"action.yaml", kCi},
    {".gitlab-ci.yml", kCi},
    {".gitlab-ci.yaml", kCi},
    {".gitlab/ci/**", kCi},
    {".circleci/**", kCi},
    {".buildkite/**", kCi},
    {".travis.yml", kCi},
    {"appveyor.yml", kCi},
    {".appveyor.yml", kCi},
    {"azure-pipelines*.yml", kCi},
    {"azure-pipelines*.yaml", kCi},
    {".azure-pipelines/**", kCi},
    {"bitbucket-pipelines.yml", kCi},
    {"jenkinsfile*", kCi},
    {".drone.yml", kCi},
    {".woodpecker.yml", kCi},
    {".woodpecker/**", kCi},
    {".cirrus.yml", kCi},
    {".semaphore/**", kCi},
    {"cloudbuild.yaml", kCi},
    {"buildspec.yml", kCi},
    {".husky/**", kHook},
    {".githooks/**", kHook},
    {".pre-commit-config.yaml", kHook},
    {".pre-commit-hooks.yaml", kHook},
    {"lefthook.yml", kHook},
    {"lefthook.yaml", kHook},
    {".lefthook.yml", kHook},
    {".lefthook/**", kHook},
    {".overcommit.yml", kHook},
    {".lintstagedrc*", kHook},
    {"lint-staged.config.*", kHook},
    {".devcontainer/**", kHook},
    {".devcontainer.json", kHook},
    {".vscode/tasks.json", kHook},
    {"agents.md", kAgent},
    {"agent.md", kAgent},
    {"claude.md", kAgent},
    {"claude.local.md", kAgent},
    {"gemini.md", kAgent},
    {"qwen.md", kAgent},
    {".cursorrules", kAgent},
    {".cursor/**", kAgent},
    {".clinerules", kAgent},
    {".clinerules/**", kAgent},
    {".windsurfrules", kAgent},
    {".windsurf/**", kAgent},
    {".github/copilot-instructions.md", kAgent},
    {".github/instructions/**", kAgent},
    {".github/prompts/**", kAgent},
    {".github/agents/**", kAgent},
    {".github/chatmodes/**", kAgent},
    {".mcp.json", kAgent},
    {".vscode/mcp.json", kAgent},
    {".claude/**", kAgent},
    {".codex/**", kAgent},
    {".gemini/**", kAgent},
    {".aider*", kAgent},
    {".continue/**", kAgent},
    {".junie/**", kAgent},
    {".kiro/**", kAgent},
    {".roo/**", kAgent},
    {".roorules", kAgent},
    {".goosehints", kAgent},
});

std::string_view watched_as(const RepoPath& path) {
  const std::string folded = path.folded();
  for (const Watched& row : kWatched) {
    if (glob_match(row.pattern, folded)) return row.rule;
  }
  return {};
}

std::string_view reason_of(std::string_view rule) {
  if (rule == kCi) return "this file decides what CI runs";
  if (rule == kHook) return "this file decides what runs on developers' machines";
  return "this file tells agents what to do";
}

Finding finding_of(std::string_view rule, const RepoPath& path, std::string message,
                   std::string feedback) {
  return {.rule = "agent-files/" + std::string(rule),
          .kind = RuleKind::scope,
          .path = path.text(),
          .line = 0,
          .message = std::move(message),
          .feedback = std::move(feedback)};
}

bool is_hinted(const RepoPath& path, const Context& context) {
  return context.fenced &&
         std::find(context.hints.begin(), context.hints.end(), path) != context.hints.end();
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
  verdict.refuse(finding_of("lock-without-manifest", file.path,
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
  const auto before = dependencies_in(file.path, *file.before);
  const auto after = dependencies_in(file.path, *file.after);
  if (!before || !after || *before == *after) return;
  const std::string name = lower(file.path.name());
  for (const LockRow& row : lock_rows()) {
    if (row.manifest != name) continue;
    const std::string lock = lock_for(file.path, row, base);
    if (lock.empty()) continue;
    const bool changes = std::any_of(change.files.begin(), change.files.end(),
                                     [&](const auto& each) { return each.path.text() == lock; });
    if (changes) continue;
    verdict.refuse(finding_of(
        "manifest-without-lock", file.path, "dependencies change, and " + lock + " does not",
        "Let the package manager write " + lock + ", or leave the dependencies as they were."));
    return;
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
    const std::string_view rule = watched_as(file.path);
    const bool locks = in_lock_table(file.path) && !repo::is_sample_place(file.path);
    if (rule.empty() && !locks) continue;
    verdict.applies();
    if (file.before == file.after || is_hinted(file.path, context)) continue;
    if (!rule.empty()) {
      verdict.refuse(finding_of(rule, file.path, std::string(reason_of(rule)),
                                "Leave " + file.path.text() + " as it is."));
    }
    if (!locks) continue;
    check_lock(change, file, verdict);
    if (context.base != nullptr) check_manifest(change, file, *context.base, verdict);
  }
  return verdict;
}

}  // namespace pawl::guards
