#include "guards/path_policy.hpp"

#include <array>
#include <cstdint>

#include "base/text.hpp"

namespace pawl::guards {
namespace {

enum class Match : std::uint8_t {
  component,    // any component of the path
  root_folder,  // the path starts with these components
  name,         // the last component, in any folder
  name_prefix,  // the last component starts so
};

struct DeniedRow {
  Match match;
  std::string_view text;  // lower case
  std::string_view reason;
};

constexpr std::string_view kGitOwn = "it belongs to git itself";
constexpr std::string_view kCredentials = "it holds credentials";
constexpr std::string_view kCi = "it decides what CI runs";
constexpr std::string_view kLock = "it is a lock file its package manager writes";
constexpr std::string_view kHooks = "it runs on developers' machines";
constexpr std::string_view kOwners = "it decides who reviews";

constexpr auto kDenied = std::to_array<DeniedRow>({
    {Match::component, ".git", kGitOwn},
    {Match::component, ".aws", kCredentials},
    {Match::component, ".ssh", kCredentials},
    {Match::component, ".docker", kCredentials},
    {Match::component, ".gcp", kCredentials},
    {Match::component, ".azure", kCredentials},
    {Match::component, ".kube", kCredentials},
    {Match::component, ".gnupg", kCredentials},
    {Match::component, ".husky", kHooks},
    {Match::component, ".githooks", kHooks},
    {Match::root_folder, ".github/workflows", kCi},
    {Match::root_folder, ".github/actions", kCi},
    {Match::root_folder, ".circleci", kCi},
    {Match::root_folder, ".pawl", "it holds Pawl's own policy"},
    {Match::name, ".gitlab-ci.yml", kCi},
    {Match::name, ".travis.yml", kCi},
    {Match::name, "jenkinsfile", kCi},
    {Match::name, "azure-pipelines.yml", kCi},
    {Match::name, "bitbucket-pipelines.yml", kCi},
    {Match::name, ".env", kCredentials},
    {Match::name, ".envrc", kCredentials},
    {Match::name, ".netrc", kCredentials},
    {Match::name, ".pypirc", kCredentials},
    {Match::name, ".npmrc", kCredentials},
    {Match::name, ".yarnrc", kCredentials},
    {Match::name, ".yarnrc.yml", kCredentials},
    {Match::name_prefix, ".env.", kCredentials},
    {Match::name, ".gitmodules", "it names other repositories to fetch"},
    {Match::name, "codeowners", kOwners},
    {Match::name, "package-lock.json", kLock},
    {Match::name, "npm-shrinkwrap.json", kLock},
    {Match::name, "yarn.lock", kLock},
    {Match::name, "pnpm-lock.yaml", kLock},
    {Match::name, "bun.lock", kLock},
    {Match::name, "bun.lockb", kLock},
    {Match::name, "deno.lock", kLock},
    {Match::name, "pipfile.lock", kLock},
    {Match::name, "poetry.lock", kLock},
    {Match::name, "pdm.lock", kLock},
    {Match::name, "uv.lock", kLock},
    {Match::name, "cargo.lock", kLock},
    {Match::name, "gemfile.lock", kLock},
    {Match::name, "composer.lock", kLock},
    {Match::name, "flake.lock", kLock},
    {Match::name, "mix.lock", kLock},
    {Match::name, "package.resolved", kLock},
    {Match::name, "go.sum", kLock},
});

// Templates of environment files hold no values; onboarding needs them.
constexpr auto kEnvTemplates = std::to_array<std::string_view>(
    {".env.example", ".env.sample", ".env.template", ".env.dist", ".env.defaults"});

constexpr auto kManifestNames = std::to_array<std::string_view>({
    "go.mod",
    "go.work",
    "cargo.toml",
    "pyproject.toml",
    "setup.py",
    "setup.cfg",
    "pipfile",
    "environment.yml",
    "package.json",
    "gemfile",
    "composer.json",
    "build.gradle",
    "build.gradle.kts",
    "settings.gradle",
    "settings.gradle.kts",
    "gradle.properties",
    "pom.xml",
    "cmakelists.txt",
    "meson.build",
    "makefile",
    "gnumakefile",
    "configure.ac",
    "mix.exs",
    "dockerfile",
    "build.zig",
    "deno.json",
    ".pre-commit-config.yaml",
});
constexpr auto kManifestEndings =
    std::to_array<std::string_view>({".csproj", ".fsproj", ".gemspec", ".cabal", ".podspec"});

bool starts_with_components(const RepoPath& path, std::string_view folder) {
  const std::string folded = path.folded();
  return folded == folder || folded.starts_with(std::string(folder) + "/");
}

bool matches(const DeniedRow& row, const RepoPath& path) {
  const std::string name = lower(path.name());
  switch (row.match) {
    case Match::component:
      for (const std::string& component : path.components()) {
        if (lower(component) == row.text) return true;
      }
      return false;
    case Match::root_folder: return starts_with_components(path, row.text);
    case Match::name: return name == row.text;
    case Match::name_prefix: return name.starts_with(row.text);
  }
  return false;
}

// HFS+ and NTFS take these for `.git`: the rules git itself applies in verify_path.
bool is_git_alias(const RepoPath& path) {
  for (const std::string& component : path.components()) {
    const std::string name = lower(component);
    if (name == "git~1" || name.starts_with(".git::") || name.starts_with(".git:")) return true;
    std::string plain;
    for (const char c : replace_all(replace_all(name, "\u200c", ""), "\u200d", "")) plain += c;
    if (plain == ".git" && plain != name) return true;
  }
  return false;
}

}  // namespace

std::string denial_of(const RepoPath& path) {
  const std::string name = lower(path.name());
  for (const std::string_view allowed : kEnvTemplates) {
    if (name == allowed) return {};
  }
  if (is_git_alias(path)) return std::string(kGitOwn);
  for (const DeniedRow& row : kDenied) {
    if (matches(row, path)) return std::string(row.reason);
  }
  return {};
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
  const auto add = [](std::string& to, std::string_view text) {
    to += (to.empty() ? "" : " ") + std::string(text);
  };
  for (const DeniedRow& row : kDenied) {
    switch (row.match) {
      case Match::component:
      case Match::root_folder: add(folders, std::string(row.text) + "/"); break;
      case Match::name: add(names, row.text); break;
      case Match::name_prefix: add(names, std::string(row.text) + "*"); break;
    }
  }
  return {"folders: " + folders, "files: " + names};
}

}  // namespace pawl::guards
