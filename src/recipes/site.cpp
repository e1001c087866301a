#include "recipes/site.hpp"

#include <array>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "recipes/recipes.hpp"
#include "recipes/site_parts.hpp"

namespace pawl::recipes {
namespace {

using Script = std::pair<std::string_view, std::string_view>;

constexpr auto kVitepressScripts = std::to_array<Script>({{"docs:dev", "vitepress dev"},
                                                          {"docs:build", "vitepress build"},
                                                          {"docs:preview", "vitepress preview"}});
constexpr auto kDocusaurusScripts = std::to_array<Script>(
    {{"start", "docusaurus start"}, {"build", "docusaurus build"}, {"serve", "docusaurus serve"}});
constexpr auto kVitepressIgnored =
    fixed_words("node_modules/", ".vitepress/cache/", ".vitepress/dist/");
constexpr auto kDocusaurusIgnored = fixed_words("node_modules/", ".docusaurus/", "build/");
constexpr auto kMkdocsIgnored = fixed_words("site/");

constexpr auto kTools = std::to_array<SiteTool>({
    {"vitepress", "VitePress", "site-vitepress", vitepress_site, vitepress_folder,
     kVitepressScripts, kVitepressIgnored},
    {"mkdocs", "MkDocs", "site-mkdocs", mkdocs_site, mkdocs_folder, {}, kMkdocsIgnored},
    {"docusaurus", "Docusaurus", "site-docusaurus", docusaurus_site, docusaurus_folder,
     kDocusaurusScripts, kDocusaurusIgnored},
});

// The site that was asked for, where it is there already.
struct Standing {
  const SiteTool* tool = nullptr;
  std::string folder;
};
std::optional<Standing> standing(const Input& input) {
  for (const SiteTool& tool : kTools) {
    if (!input.settings.asks_for(tool.recipe)) continue;
    if (auto folder = tool.folder(input.view)) return Standing{&tool, *std::move(folder)};
  }
  return {};
}

}  // namespace

std::span<const SiteTool> site_tools() { return kTools; }

Result<const SiteTool*> site_tool_named(std::string_view name) {
  const std::string wanted = lower(trim(name));
  std::vector<std::string> names;
  for (const SiteTool& tool : kTools) {
    if (tool.name == wanted) return &tool;
    names.emplace_back(tool.name);
  }
  return fail(Errc::invalid, "there is no generator \"" + printable(name, 60) + "\"; there are " +
                                 join(names, ", "));
}

std::vector<std::string> SiteTool::recipes() const {
  return {std::string(recipe), "site-packages", "site-ignores"};
}

std::vector<Write> site_packages_named(const Input& input) {
  const std::optional<Standing> site = standing(input);
  if (!site || site_packages(site->tool->name).empty()) return {};
  auto manifest = site_manifest(input, site->folder, *site->tool);
  if (!manifest || input.view.text(manifest->path) == manifest->content) return {};
  return {*std::move(manifest)};
}

std::vector<Write> site_builds_ignored(const Input& input) {
  const std::optional<Standing> site = standing(input);
  if (!site) return {};
  std::vector<std::string> rules;
  const std::string front = site->folder.empty() ? "/" : "/" + site->folder + "/";
  for (const std::string_view place : site->tool->ignored) {
    rules.push_back(front + std::string(place));
  }
  // Python keeps what it compiled beside the hooks of MkDocs.
  if (input.view.has(front.substr(1) + std::string(kMkdocsHooks))) {
    rules.push_back(front + "__pycache__/");
  }
  auto ignores = site_ignores(input, rules);
  if (!ignores) return {};
  return {*std::move(ignores)};
}

std::vector<Write> site_with_vitepress(const Input& input) { return vitepress_site(input).writes; }
std::vector<Write> site_with_mkdocs(const Input& input) { return mkdocs_site(input).writes; }
std::vector<Write> site_with_docusaurus(const Input& input) {
  return docusaurus_site(input).writes;
}

}  // namespace pawl::recipes
