// A Docusaurus site in a folder of its own, beside the documents.
#include <array>

#include "base/text/text.hpp"
#include "recipes/site.hpp"
#include "recipes/site_docs.hpp"
#include "recipes/site_parts.hpp"
#include "repo/documents/link_text.hpp"

namespace pawl::recipes {
namespace {

// What Docusaurus makes no pages of.
constexpr auto kHidden = std::to_array<std::string_view>({"_*.md", "_*/**", "**/_*/**"});
constexpr auto kDocusaurusConfigs = std::to_array<std::string_view>(
    {"docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs",
     "website/docusaurus.config.js", "website/docusaurus.config.ts",
     "website/docusaurus.config.mjs", "docs/docusaurus.config.js", "docs/docusaurus.config.ts",
     "site/docusaurus.config.js", "site/docusaurus.config.ts"});
// The site needs an address, and no file says one.
constexpr std::string_view kNoAddress = "http://localhost:3000";

Json items_of(const SiteDocs& docs, const std::vector<NavItem>& nav) {
  Json out = Json::array();
  for (const NavItem& item : nav) {
    const SitePage* page = docs.page(item.page);
    if (!item.items.empty()) {
      Json section = Json::object({{"type", "category"}, {"label", item.text}});
      if (page != nullptr) section.set("link", Json::object({{"type", "doc"}, {"id", page->id}}));
      section.set("collapsed", false);
      section.set("items", items_of(docs, item.items));
      out.push(std::move(section));
    } else if (page != nullptr) {
      out.push(Json::object({{"type", "doc"}, {"id", page->id}, {"label", item.text}}));
    } else if (!item.url.empty()) {
      out.push(Json::object({{"type", "link"}, {"label", item.text}, {"href", item.url}}));
    }
  }
  return out;
}

Json theme_of(const SiteDocs& docs) {
  Json items = Json::array();
  items.push(Json::object({{"type", "docSidebar"},
                           {"sidebarId", "docs"},
                           {"label", "Documentation"},
                           {"position", "left"}}));
  if (!docs.repository.empty()) {
    items.push(
        Json::object({{"href", docs.repository}, {"label", "Repository"}, {"position", "right"}}));
  }
  return Json::object(
      {{"navbar", Json::object({{"title", docs.title}, {"items", std::move(items)}})}});
}

// A link that leads nowhere stops the build, unless there are some already.
std::string link_rule(const SiteDocs& docs) { return docs.outward.empty() ? "throw" : "warn"; }

Json docusaurus_settings(const SiteDocs& docs, const std::string& folder) {
  const std::string rule = link_rule(docs);
  Json plugin = Json::array();
  plugin.push("@docusaurus/plugin-content-docs");
  plugin.push(Json::object({{"path", repo::relative_link(folder, docs.folder)},
                            {"routeBasePath", "/"},
                            {"sidebarPath", "./sidebars.js"},
                            {"numberPrefixParser", false}}));
  Json out = Json::object({{"title", docs.title}});
  if (!docs.description.empty()) out.set("tagline", docs.description);
  out.set("url", docs.url.empty() ? std::string(kNoAddress) : origin_of(docs.url));
  out.set("baseUrl", docs.url.empty() ? "/" : base_path(docs.url));
  out.set("onBrokenLinks", rule);
  // Files that end in .md are Markdown, and not programs.
  out.set("markdown", Json::object({{"format", "detect"},
                                    {"hooks", Json::object({{"onBrokenMarkdownLinks", rule},
                                                            {"onBrokenMarkdownImages", rule}})}}));
  out.set("plugins", Json::array_of(std::vector<Json>{std::move(plugin)}));
  out.set("themes", Json::array_of(std::vector<Json>{"@docusaurus/theme-classic"}));
  out.set("themeConfig", theme_of(docs));
  return out;
}

// The folder of the site: a usual name that is not taken.
std::string site_folder(const repo::RepoView& view) {
  for (const char* folder : {"website", "site", "docs-site"}) {
    if (!view.has_folder(folder)) return folder;
  }
  return {};
}

std::string script(const std::string& head, const Json& value) {
  return head + "export default " + std::string(trim_end(value.pretty())) + ";\n";
}

}  // namespace

std::optional<std::string> docusaurus_folder(const repo::RepoView& view) {
  const std::string config = first_there(view, kDocusaurusConfigs);
  if (config.empty()) return {};
  const auto slash = config.rfind('/');
  return config.substr(0, slash == std::string::npos ? 0 : slash);
}

SitePlan docusaurus_site(const Input& input) {
  SitePlan plan;
  if (const std::string config = first_there(input.view, kDocusaurusConfigs); !config.empty()) {
    plan.obstacle = "there is a Docusaurus site already, " + config;
    return plan;
  }
  const std::string folder = site_folder(input.view);
  if (folder.empty()) {
    plan.obstacle = "website/, site/ and docs-site/ are taken, so there is no place for the site";
    return plan;
  }
  const SiteDocs docs = gather_site_docs(input, kHidden);
  if (docs.nothing) {
    plan.obstacle = std::string(kNoDocuments);
    return plan;
  }
  const std::string head = made_by("//", docs.folder);
  auto manifest = site_manifest(input, folder, **site_tool_named("docusaurus"));
  plan.writes = {{.path = folder + "/docusaurus.config.js",
                  .content = script(head, docusaurus_settings(docs, folder))},
                 {.path = folder + "/sidebars.js",
                  .content = script(head, Json::object({{"docs", items_of(docs, docs.nav)}}))},
                 *std::move(manifest)};
  if (docs.index) plan.writes.push_back(*docs.index);
  plan.left = docs.left;
  if (docs.url.empty()) {
    plan.left.push_back("No file says where the site will be; set `url` and `baseUrl` in " +
                        folder + "/docusaurus.config.js.");
  }
  plan.left.push_back("Docusaurus builds with Node.js 20 or newer.");
  plan.build = "cd " + folder + " && npm install && npx docusaurus build";
  return plan;
}

}  // namespace pawl::recipes
