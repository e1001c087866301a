#include "repo/checks/check_stacks.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::repo {
namespace {

constexpr Stack kStacks[] = {
    {"Go", go_folders, build_go, test_go, false, go_preparation},
    {"Rust", rust_folders, build_rust, test_rust, false, cargo_preparation},
    {"Python", python_folders, build_python, test_python, false, python_preparation,
     python_environment},
    {"TypeScript", typescript_folders, build_typescript, nullptr, false, npm_preparation},
    {"npm", npm_folders, nullptr, test_npm, false, npm_preparation},
    {"CMake", cmake_folders, build_cmake, test_cmake, true},
    {"Make", make_folders, build_make, test_make, true},
    {"Maven", maven_folders, build_maven, test_maven, false, maven_preparation},
    {"Gradle", gradle_folders, build_gradle, test_gradle},
    {"Ruby", ruby_folders, build_ruby, test_ruby, false, bundler_preparation, ruby_environment},
    {"PHP", php_folders, nullptr, test_php, false, composer_preparation},
    {"bats", bats_folders, nullptr, test_bats},
    {"Helm", helm_folders, nullptr, test_helm},
    {"Makefile", makefile_folders, nullptr, test_makefile},
    {kSiteStack, site_folders, build_site, nullptr, false, npm_preparation},
};

bool lies_below(std::string_view folder, std::string_view above) {
  if (folder == above) return false;
  return above.empty() || (folder.starts_with(above) && folder[above.size()] == '/');
}

}  // namespace

std::span<const Stack> stacks() { return kStacks; }

std::vector<std::string> topmost_folders(const Facts& facts, ManifestKind kind) {
  std::vector<std::string> all;
  for (const Manifest& manifest : facts.manifests) {
    const std::string folder(manifest.path.folder());
    const bool known = std::find(all.begin(), all.end(), folder) != all.end();
    if (manifest.kind == kind && !known) all.push_back(folder);
  }
  std::vector<std::string> top;
  for (const std::string& folder : all) {
    const bool below = std::any_of(all.begin(), all.end(), [&](const std::string& other) {
      return lies_below(folder, other);
    });
    if (!below) top.push_back(folder);
  }
  return top;
}

bool is_sample(const RepoPath& path) {
  if (is_vendored(path) || is_generated(path)) return true;
  static constexpr auto kFolders =
      fixed_words("fixture", "fixtures", "__fixtures__", "testdata", "test-data", "test_data",
                  "testcases", "template", "templates", "skeleton", "samples", "snippets", "corpus",
                  "bad", "broken", "invalid", "data", "golden");
  const auto components = path.components();
  for (const std::string& component : components.first(components.size() - 1)) {
    const std::string name = lower(component);
    if (contains(name, "{{") || contains(name, "{%")) return true;
    if (std::find(std::begin(kFolders), std::end(kFolders), name) != std::end(kFolders)) {
      // `data` may hold code of the project itself; below tests it holds samples.
      if (name != "data" || starts_with_folded(components.front(), "test")) return true;
    }
  }
  return contains(path.name(), "{{");
}

std::vector<std::string> own_sources(const RepoView& view, std::string_view folder,
                                     std::initializer_list<std::string_view> endings) {
  std::vector<std::string> found;
  for (const Entry& entry : view.files()) {
    const std::string ending = entry.path.extension();
    const bool wanted = std::find(endings.begin(), endings.end(), ending) != endings.end();
    if (!wanted || entry.symlink || entry.size > kReadBytesMax || is_sample(entry.path)) continue;
    const std::string_view path = entry.path.text();
    if (folder.empty()) {
      found.emplace_back(path);
    } else if (lies_below(entry.path.folder(), folder) || entry.path.folder() == folder) {
      found.emplace_back(path.substr(folder.size() + 1));
    }
  }
  return found;
}

}  // namespace pawl::repo
