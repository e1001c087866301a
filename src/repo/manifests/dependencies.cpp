// The table of readers of dependencies.
#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/manifests/dependency_sources.hpp"

namespace pawl::repo {
namespace {

struct DependencyReader {
  ManifestKind kind;
  void (*read)(DependencyList& list);
};

constexpr DependencyReader kManifestReaders[] = {
    {ManifestKind::npm, npm_dependencies},
    {ManifestKind::composer, composer_dependencies},
    {ManifestKind::cargo, cargo_dependencies},
    {ManifestKind::go_mod, go_dependencies},
    {ManifestKind::python, pyproject_dependencies},
    {ManifestKind::python_setup, setup_dependencies},
    {ManifestKind::requirements, requirements_dependencies},
    {ManifestKind::pipfile, pipfile_dependencies},
    {ManifestKind::conda, conda_dependencies},
    {ManifestKind::maven, maven_dependencies},
    {ManifestKind::gradle, gradle_dependencies},
    {ManifestKind::gemfile, gemfile_dependencies},
    {ManifestKind::gemspec, gemspec_dependencies},
    {ManifestKind::cmake, cmake_dependencies},
    {ManifestKind::meson, meson_dependencies},
    {ManifestKind::autotools, autotools_dependencies},
    {ManifestKind::deno, deno_dependencies},
    {ManifestKind::pubspec, pubspec_dependencies},
    {ManifestKind::mix, mix_dependencies},
    {ManifestKind::dotnet, dotnet_dependencies},
    {ManifestKind::vcpkg, vcpkg_dependencies},
    {ManifestKind::conan, conan_dependencies},
};

constexpr auto kDependencyKinds =
    fixed_words("runtime", "development", "optional", "peer", "build", "indirect");

}  // namespace

std::string_view to_string(DependencyKind kind) {
  return kDependencyKinds[static_cast<std::size_t>(kind)];
}

std::optional<DependencyKind> dependency_kind_of(std::string_view name) {
  const auto at = std::find(std::begin(kDependencyKinds), std::end(kDependencyKinds), name);
  if (at == std::end(kDependencyKinds)) return {};
  return static_cast<DependencyKind>(at - std::begin(kDependencyKinds));
}

void DependencyList::add(Dependency dependency) {
  dependency.name = trim(dependency.name);
  dependency.constraint = trim(dependency.constraint);
  if (dependency.name.empty()) return;
  if (!seen_.emplace(dependency.name, dependency.kind, dependency.group).second) return;
  dependency.manifest = source.manifest.kind;
  dependency.path = source.manifest.path.text();
  out_.push_back(std::move(dependency));
}

void read_dependencies(const Source& source, std::span<const Manifest> all,
                       std::vector<Dependency>& out) {
  const std::size_t first = out.size();
  DependencyList list(source, all, out);
  for (const DependencyReader& reader : kManifestReaders) {
    if (reader.kind == source.manifest.kind) reader.read(list);
  }
  std::stable_sort(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
                   [](const Dependency& a, const Dependency& b) { return a.line < b.line; });
}

}  // namespace pawl::repo
