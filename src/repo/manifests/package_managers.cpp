// Which package managers a repository uses: by its lock files, then by its manifests.
#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "repo/facts/fact_sources.hpp"
#include "repo/kinds/frameworks.hpp"
#include "repo/manifests/manifests.hpp"

namespace pawl::repo {
namespace {

struct FileRow {
  std::string_view name;
  std::string_view manager;
};

// Beside a manifest, or at the root.
constexpr auto kFiles = std::to_array<FileRow>({
    {"pnpm-lock.yaml", "pnpm"},
    {"pnpm-workspace.yaml", "pnpm"},
    {"yarn.lock", "Yarn"},
    {"bun.lock", "Bun"},
    {"bun.lockb", "Bun"},
    {"package-lock.json", "npm"},
    {"npm-shrinkwrap.json", "npm"},
    {"deno.lock", "Deno"},
    {"uv.lock", "uv"},
    {"poetry.lock", "Poetry"},
    {"pdm.lock", "PDM"},
    {"pixi.lock", "Pixi"},
    {"Pipfile", "Pipenv"},
    {"Pipfile.lock", "Pipenv"},
    {"environment.yml", "conda"},
    {"environment.yaml", "conda"},
    {"conanfile.txt", "Conan"},
    {"conanfile.py", "Conan"},
    {"vcpkg.json", "vcpkg"},
    {"flake.nix", "Nix"},
});

struct KindRow {
  ManifestKind kind;
  std::string_view manager;
};

constexpr auto kKinds = std::to_array<KindRow>({
    {ManifestKind::cargo, "Cargo"},
    {ManifestKind::go_mod, "Go modules"},
    {ManifestKind::maven, "Maven"},
    {ManifestKind::gradle, "Gradle"},
    {ManifestKind::gemfile, "Bundler"},
    {ManifestKind::gemspec, "RubyGems"},
    {ManifestKind::composer, "Composer"},
    {ManifestKind::deno, "Deno"},
    {ManifestKind::pubspec, "pub"},
    {ManifestKind::mix, "Mix"},
    {ManifestKind::dotnet, "NuGet"},
    {ManifestKind::requirements, "pip"},
});

std::string beside(std::string_view folder, std::string_view name) {
  return folder.empty() ? std::string(name) : std::string(folder) + "/" + std::string(name);
}

// `"packageManager": "pnpm@8.6.0"`.
void add_declared(const Manifest& manifest, const RepoView& view, Facts& facts) {
  const std::string_view text = manifest.data["packageManager"].text();
  const std::string_view name = text.substr(0, text.find('@'));
  const FileRow rows[] = {{"npm", "npm"}, {"yarn", "Yarn"}, {"pnpm", "pnpm"}, {"bun", "Bun"}};
  for (const FileRow& row : rows) {
    if (row.name != name) continue;
    const std::string content = view.text(manifest.path.text()).value_or("");
    const syntax::KeyLines places(syntax::DataFormat::json, content);
    add(facts.package_managers,
        {std::string(row.manager), manifest.path.text(), places.line({"packageManager"})});
  }
}

void add_python_tools(const Manifest& manifest, const RepoView& view, Facts& facts) {
  const FileRow rows[] = {{"poetry", "Poetry"}, {"uv", "uv"},     {"pdm", "PDM"},
                          {"hatch", "Hatch"},   {"flit", "Flit"}, {"pixi", "Pixi"},
                          {"rye", "Rye"}};
  for (const FileRow& row : rows) {
    if (!manifest.data["tool"].has(row.name)) continue;
    const std::string content = view.text(manifest.path.text()).value_or("");
    add(facts.package_managers, {std::string(row.manager), manifest.path.text(),
                                 line_with(content, "[tool." + std::string(row.name))});
  }
}

bool is_known(const Facts& facts, std::initializer_list<std::string_view> managers) {
  return std::any_of(
      facts.package_managers.begin(), facts.package_managers.end(), [&](const Sourced& one) {
        return std::find(managers.begin(), managers.end(), one.value) != managers.end();
      });
}

}  // namespace

void find_package_managers(const RepoView& view, Facts& facts) {
  for (const Manifest& manifest : facts.manifests) {
    if (manifest.kind == ManifestKind::npm) add_declared(manifest, view, facts);
    if (manifest.kind == ManifestKind::python) add_python_tools(manifest, view, facts);
  }
  std::vector<std::string> folders = {""};
  for (const Manifest& manifest : facts.manifests) {
    std::string folder(manifest.path.folder());
    if (folder != folders.back()) folders.push_back(std::move(folder));
  }
  for (const std::string& folder : folders) {
    for (const FileRow& row : kFiles) {
      const std::string path = beside(folder, row.name);
      if (view.has(path)) add(facts.package_managers, {std::string(row.manager), path, 0});
    }
  }
  for (const KindRow& row : kKinds) {
    const Manifest* manifest = facts.manifest(row.kind);
    if (manifest == nullptr) continue;
    add(facts.package_managers, {std::string(row.manager), manifest->path.text(), 0});
  }
  // What comes with the language itself works when nothing else is named.
  const Manifest* npm = facts.manifest(ManifestKind::npm);
  if (npm != nullptr && !is_known(facts, {"npm", "pnpm", "Yarn", "Bun"})) {
    add(facts.package_managers, {"npm", npm->path.text(), 0});
  }
  const Manifest* python = facts.manifest(ManifestKind::python);
  if (python == nullptr) python = facts.manifest(ManifestKind::python_setup);
  const bool installed = python != nullptr && (python->kind == ManifestKind::python_setup ||
                                               python->data.has("build-system"));
  if (installed && !is_known(facts, {"uv", "Poetry", "PDM", "Pixi", "Pipenv", "pip", "conda"})) {
    add(facts.package_managers, {"pip", python->path.text(), 0});
  }
}

}  // namespace pawl::repo
