#include "repo/facts.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "repo/fact_sources.hpp"
#include "repo/languages.hpp"
#include "repo/manifests.hpp"

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

void read_kind(const RepoView& view, const Reader& reader, std::string_view folder, Facts& facts) {
  for (const Manifest& manifest : facts.manifests) {
    if (manifest.kind != reader.kind || manifest.path.folder() != folder) continue;
    const auto text = view.text(manifest.path.text());
    if (text) reader.read({view, manifest, *text}, facts);
  }
}

void read_manifests(const RepoView& view, Facts& facts) {
  const auto folder = speaking_folder(facts.manifests);
  if (!folder) return;
  const std::string main = facts.main_language();
  const auto speaks_first = [&](const Reader& reader) {
    const auto words = split_words(reader.language);
    return std::find(words.begin(), words.end(), main) != words.end();
  };
  for (const bool first : {true, false}) {
    for (const Reader& reader : kReaders) {
      if (speaks_first(reader) == first) read_kind(view, reader, *folder, facts);
    }
  }
}

Json to_json(const Sourced& fact) {
  return Json::object({{"value", fact.value}, {"path", fact.path}, {"line", fact.line}});
}

Json to_json(const std::optional<Sourced>& fact) { return fact ? to_json(*fact) : Json(); }

Json to_json(const std::vector<Sourced>& facts) {
  Json list = Json::array();
  for (const Sourced& fact : facts) list.push(to_json(fact));
  return list;
}

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
  facts.languages = count_languages(view);
  facts.manifests = find_manifests(view);
  read_manifests(view, facts);
  tree_facts(view, facts);
  return facts;
}

Json to_json(const Facts& facts) {
  Json languages = Json::array();
  for (const LanguageCount& one : facts.languages) {
    languages.push(Json::object({{"name", one.name}, {"files", one.files}}));
  }
  Json manifests = Json::array();
  for (const Manifest& one : facts.manifests) {
    manifests.push(Json::object({{"kind", to_string(one.kind)}, {"path", one.path.text()}}));
  }
  Json json =
      Json::object({{"languages", std::move(languages)}, {"manifests", std::move(manifests)}});
  json.set("name", to_json(facts.name));
  json.set("description", to_json(facts.description));
  json.set("version", to_json(facts.version));
  json.set("license_declared", to_json(facts.license_declared));
  json.set("license_file", to_json(facts.license_file));
  json.set("author", to_json(facts.author));
  json.set("repository_url", to_json(facts.repository_url));
  json.set("homepage", to_json(facts.homepage));
  json.set("readme", to_json(facts.readme));
  json.set("install_commands", to_json(facts.install_commands));
  json.set("build_commands", to_json(facts.build_commands));
  json.set("test_commands", to_json(facts.test_commands));
  json.set("lint_commands", to_json(facts.lint_commands));
  json.set("run_commands", to_json(facts.run_commands));
  json.set("workflows", to_json(facts.workflows));
  json.set("entry_points", to_json(facts.entry_points));
  return json;
}

}  // namespace pawl::repo
