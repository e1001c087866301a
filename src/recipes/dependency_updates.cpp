// A Dependabot configuration (repositories on GitHub) or a Renovate one (elsewhere), for the
// manifests people maintain: not for those of tests, mocks, examples and vendored code.
#include <set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "recipes/recipes.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::recipes {
namespace {

std::string_view ecosystem_of(repo::ManifestKind kind) {
  switch (kind) {
    case repo::ManifestKind::npm: return "npm";
    case repo::ManifestKind::python:
    case repo::ManifestKind::python_setup:
    case repo::ManifestKind::requirements: return "pip";
    case repo::ManifestKind::cargo: return "cargo";
    case repo::ManifestKind::go_mod: return "gomod";
    case repo::ManifestKind::maven: return "maven";
    case repo::ManifestKind::gradle: return "gradle";
    case repo::ManifestKind::gemfile:
    case repo::ManifestKind::gemspec: return "bundler";
    case repo::ManifestKind::composer: return "composer";
    default: return {};
  }
}

bool is_maintained(const RepoPath& path) {
  return !repo::is_vendored(path) && !repo::is_generated(path) && !repo::is_sample_place(path);
}

// Ecosystem and folder of each manifest people maintain.
std::set<std::pair<std::string, std::string>> ecosystems(const Input& input) {
  std::set<std::pair<std::string, std::string>> found;
  for (const repo::Manifest& manifest : input.facts.manifests) {
    const std::string_view ecosystem = ecosystem_of(manifest.kind);
    if (ecosystem.empty() || !is_maintained(manifest.path)) continue;
    if (manifest.path.components().size() > 1 && found.size() >= 10) continue;
    found.emplace(ecosystem, "/" + std::string(manifest.path.folder()));
  }
  return found;
}

bool on_github(const Input& input) {
  if (input.view.has_folder(".github")) return true;
  if (!input.facts.repository_url) return false;
  const auto address = web_address(input.facts.repository_url->value);
  return address && address->starts_with("https://github.com/");
}

bool is_configured(const repo::RepoView& view) {
  static constexpr auto kNames = fixed_words("dependabot.yml", "dependabot.yaml", "renovate.json",
                                             "renovate.json5", ".renovaterc", ".renovaterc.json");
  for (const repo::Entry& entry : view.files()) {
    for (const std::string_view name : kNames) {
      if (entry.path.name() == name) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<Write> dependency_updates(const Input& input) {
  const auto found = ecosystems(input);
  if (found.empty() || is_configured(input.view)) return {};
  if (!on_github(input)) {
    return {{.path = "renovate.json",
             .content = "{\n  \"$schema\": \"https://docs.renovatebot.com/renovate-schema.json\",\n"
                        "  \"extends\": [\"config:recommended\"]\n}\n"}};
  }
  std::string content = "version: 2\nupdates:\n";
  for (const auto& [ecosystem, folder] : found) {
    content += "  - package-ecosystem: " + ecosystem + "\n    directory: \"" + folder +
               "\"\n    schedule:\n      interval: weekly\n";
  }
  return {{.path = ".github/dependabot.yml", .content = std::move(content)}};
}

}  // namespace pawl::recipes
