#include "guards/paths/path_policy.hpp"

#include <algorithm>
#include <array>

#include "base/text/fixed_words.hpp"
#include "base/text/path_alias.hpp"
#include "base/text/text.hpp"
#include "guards/paths/guarded_paths.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

// Templates of environment files hold no values; onboarding needs them.
constexpr auto kEnvTemplates =
    fixed_words(".env.example", ".env.sample", ".env.template", ".env.dist", ".env.defaults");

constexpr auto kManifestNames = fixed_words(
    "go.mod", "go.work", "cargo.toml", "pyproject.toml", "setup.py", "setup.cfg", "pipfile",
    "environment.yml", "package.json", "gemfile", "composer.json", "build.gradle",
    "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "gradle.properties", "pom.xml",
    "cmakelists.txt", "meson.build", "makefile", "gnumakefile", "configure.ac", "mix.exs",
    "dockerfile", "build.zig", "deno.json", ".pre-commit-config.yaml");
constexpr auto kManifestEndings =
    fixed_words(".csproj", ".fsproj", ".gemspec", ".cabal", ".podspec");

struct KindReason {
  std::string_view kind;
  std::string_view reason;
};

constexpr auto kReasons = std::to_array<KindReason>({
    {"git", "it belongs to git itself"},
    {"submodules", "it names other repositories to fetch"},
    {"credentials", "it holds credentials"},
    {"policy", "it holds Pawl's own policy"},
    {"lock", "it is a lock file its package manager writes"},
    {"owners", "it decides who reviews"},
    {"ci", "it decides what CI runs"},
    {"hook", "it runs on developers' machines"},
    {"container", "it runs on developers' machines"},
    {"editor", "it runs on developers' machines"},
    {"tool", "it runs on developers' machines"},
    {"agent", "it tells agents what to do"},
    {"scanner", "it decides what scanners report"},
});

std::optional<GuardedRow> guarded_row_of(const RepoPath& path) {
  return is_env_template(path) ? std::nullopt : guarded_as(path);
}

bool any_component(const RepoPath& path, bool (*holds)(std::string_view)) {
  const auto components = path.components();
  return std::any_of(components.begin(), components.end(),
                     [&](const std::string& component) { return holds(component); });
}

}  // namespace

std::string_view reason_of(const GuardedRow& row) {
  for (const KindReason& each : kReasons) {
    if (each.kind == row.kind) return each.reason;
  }
  return "it is guarded";
}

bool is_env_template(const RepoPath& path) {
  const std::string name = lower(path.name());
  return std::find(kEnvTemplates.begin(), kEnvTemplates.end(), name) != kEnvTemplates.end();
}

bool names_git_folder(const RepoPath& path) { return any_component(path, is_dot_git); }

std::string denial_of(const RepoPath& path) {
  if (names_git_folder(path)) return "it belongs to git itself";
  const std::optional<GuardedRow> row = guarded_row_of(path);
  if (row && !row->by_person) return std::string(reason_of(*row));
  if (any_component(path, is_short_name)) {
    return "it is a short name, under which Windows knows another file";
  }
  return {};
}

std::optional<GuardedRow> person_only(const RepoPath& path) {
  const std::optional<GuardedRow> row = guarded_row_of(path);
  if (!row || !row->by_person) return std::nullopt;
  // Keys and certificates of tests are samples.
  return row->kind == "credentials" && repo::is_sample_place(path) ? std::nullopt : row;
}

std::string unasked_denial_of(const RepoPath& path) {
  if (std::string reason = denial_of(path); !reason.empty()) return reason;
  const std::optional<GuardedRow> row = person_only(path);
  if (!row) return {};
  return std::string(reason_of(*row)) + " (" + std::string(row->use) +
         "); only a person may name it, in a plan file or with --files";
}

bool is_build_manifest(const RepoPath& path) {
  const std::string name = lower(path.name());
  for (const std::string_view manifest : kManifestNames) {
    if (name == manifest) return true;
  }
  for (const std::string_view ending : kManifestEndings) {
    if (name.ends_with(ending)) return true;
  }
  if (!name.ends_with(".txt")) return false;
  const bool in_folder =
      lower(path.folder()) == "requirements" || lower(path.folder()).ends_with("/requirements");
  return name.starts_with("requirements") || in_folder;
}

std::vector<std::string> denied_summary() {
  std::string folders;
  std::string names;
  for (const GuardedRow& row : guarded_rows()) {
    if (row.by_person) continue;
    std::string_view pattern = row.pattern;
    const bool folder = pattern.ends_with("/**");
    if (folder) pattern.remove_suffix(2);
    if (pattern.starts_with("**/")) pattern.remove_prefix(3);
    std::string& to = folder ? folders : names;
    to += (to.empty() ? "" : " ") + std::string(pattern);
  }
  return {"folders: " + folders, "files: " + names,
          "what CI, hooks, containers, editors, agents, package managers or scanners run or obey: "
          "CLAUDE.md, .vscode/, .devcontainer/, .pre-commit-config.yaml, .cargo/config.toml, "
          ".drone.yml and their like"};
}

}  // namespace pawl::guards
