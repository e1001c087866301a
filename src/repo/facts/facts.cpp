#include "repo/facts/facts.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/facts/fact_sources.hpp"
#include "repo/kinds/frameworks.hpp"
#include "repo/kinds/languages.hpp"
#include "repo/manifests/dependency_sources.hpp"
#include "repo/manifests/manifests.hpp"
#include "repo/manifests/workspaces.hpp"

namespace pawl::repo {
namespace {

struct Reader {
  ManifestKind kind;
  std::string_view language;  // whose main language makes this manifest speak first
  void (*read)(const Source& source, Facts& facts);
};

constexpr Reader kReaders[] = {
    {ManifestKind::cargo, "Rust", cargo_facts},
    {ManifestKind::go_mod, "Go", go_facts},
    {ManifestKind::python, "Python", python_facts},
    {ManifestKind::python_setup, "Python", python_setup_facts},
    {ManifestKind::npm, "JavaScript TypeScript Vue Svelte", npm_facts},
    {ManifestKind::maven, "Java Kotlin", maven_facts},
    {ManifestKind::gradle, "Java Kotlin Groovy", gradle_facts},
    {ManifestKind::gemspec, "Ruby", gemspec_facts},
    {ManifestKind::gemfile, "Ruby", gemfile_facts},
    {ManifestKind::composer, "PHP", composer_facts},
    {ManifestKind::cmake, "C C++", cmake_facts},
    {ManifestKind::meson, "C C++", meson_facts},
    {ManifestKind::autotools, "C C++", autotools_facts},
    {ManifestKind::deno, "JavaScript TypeScript", deno_facts},
    {ManifestKind::pubspec, "Dart", pubspec_facts},
    {ManifestKind::mix, "Elixir", mix_facts},
    {ManifestKind::dotnet, "C# F#", dotnet_facts},
    {ManifestKind::pipfile, "", pipfile_facts},
    {ManifestKind::make, "", make_facts},
};

std::size_t depth(const RepoPath& path) { return path.components().size(); }

// The folder whose manifests speak for the repository: the root, or the only folder that has any.
std::optional<std::string> speaking_folder(const std::vector<Manifest>& manifests) {
  std::optional<std::string> only;
  for (const Manifest& manifest : manifests) {
    const std::string folder(manifest.path.folder());
    if (folder.empty()) return folder;
    if (only && *only != folder) return {};
    only = folder;
  }
  return only;
}

std::optional<syntax::DataFormat> format_of(ManifestKind kind) {
  switch (kind) {
    case ManifestKind::npm:
    case ManifestKind::composer:
    case ManifestKind::deno:
    case ManifestKind::vcpkg: return syntax::DataFormat::json;
    case ManifestKind::python:
    case ManifestKind::cargo:
    case ManifestKind::pipfile: return syntax::DataFormat::toml;
    default: return {};
  }
}

// Read beside manifests.
bool is_read_by_name(std::string_view name) {
  static constexpr auto kNames =
      fixed_words("settings.gradle", "settings.gradle.kts", "libs.versions.toml",
                  "pnpm-workspace.yaml", "lerna.json", "go.work", "Rakefile", "main.go");
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

// Asks for nearly all that will be read in one go.
void expect_files(const RepoView& view, const Facts& facts) {
  std::vector<const Entry*> wanted = scripts_to_look_at(view);
  const auto read = std::min(facts.manifests.size(), kManifestsReadMax);
  for (const Manifest& manifest : std::span(facts.manifests).first(read)) {
    wanted.push_back(view.find(manifest.path.text()));
  }
  for (const Entry& entry : view.files()) {
    const bool at_root = entry.path.components().size() == 1;
    const std::string_view name = entry.path.name();
    if (is_read_by_name(name) ||
        (at_root && (starts_with_folded(name, "licen") || starts_with_folded(name, "copying") ||
                     starts_with_folded(name, "unlicense")))) {
      wanted.push_back(&entry);
    }
  }
  view.expect(wanted);
}

// The manifests with their texts and places, for as long as facts are gathered.
class Documents {
 public:
  Documents(const RepoView& view, Facts& facts)
      : view_(view),
        facts_(facts),
        texts_(read_manifests(view, facts.manifests, facts.unreadable)) {
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      const auto format = format_of(facts_.manifests[i].kind);
      const bool placed = format && !facts_.manifests[i].data.is_null();
      places_.push_back(placed ? syntax::KeyLines(*format, texts_[i]) : syntax::KeyLines());
    }
  }

  void read_all_dependencies() {
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      read_dependencies(source(i), facts_.manifests, facts_.dependencies);
    }
  }

  // What the manifests of the folder say about the project, that of the main language first.
  void read_identity(std::string_view folder) {
    const std::string main = facts_.main_language();
    for (const bool first : {true, false}) {
      for (const Reader& reader : kReaders) {
        const auto words = split_words(reader.language);
        const bool speaks_first = std::find(words.begin(), words.end(), main) != words.end();
        if (speaks_first == first) read_kind(reader, folder);
      }
    }
  }

 private:
  Source source(std::size_t i) const { return {view_, facts_.manifests[i], texts_[i], places_[i]}; }

  void read_kind(const Reader& reader, std::string_view folder) {
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      const Manifest& manifest = facts_.manifests[i];
      if (manifest.kind == reader.kind && manifest.path.folder() == folder) {
        reader.read(source(i), facts_);
      }
    }
  }

  const RepoView& view_;
  Facts& facts_;
  std::vector<std::string> texts_;
  std::vector<syntax::KeyLines> places_;  // of the manifest at the same place
};

}  // namespace

const Manifest* Facts::manifest(ManifestKind kind) const {
  const Manifest* nearest = nullptr;
  for (const Manifest& manifest : manifests) {
    if (manifest.kind != kind) continue;
    if (nearest == nullptr || depth(manifest.path) < depth(nearest->path)) nearest = &manifest;
  }
  return nearest;
}

bool Facts::has_language(std::string_view wanted) const {
  return std::any_of(languages.begin(), languages.end(),
                     [&](const LanguageCount& one) { return one.name == wanted; });
}

std::string Facts::main_language() const { return languages.empty() ? "" : languages.front().name; }

Facts gather_facts(const RepoView& view) {
  Facts facts;
  facts.manifests = find_manifests(view);
  expect_files(view, facts);
  facts.languages = count_languages(view);
  Documents documents(view, facts);
  documents.read_all_dependencies();
  if (const auto folder = speaking_folder(facts.manifests)) documents.read_identity(*folder);
  tree_facts(view, facts);
  find_workspaces(view, facts);
  find_package_managers(view, facts);
  find_frameworks(facts);
  return facts;
}

}  // namespace pawl::repo
