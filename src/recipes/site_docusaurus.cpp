// A Docusaurus site in a folder of its own, beside the documents.
#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "recipes/site.hpp"
#include "recipes/site_docs.hpp"
#include "recipes/site_parts.hpp"
#include "repo/documents/link_text.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::recipes {
namespace {

// What Docusaurus makes no pages of.
constexpr auto kHidden = fixed_words("_*.md", "_*/**", "**/_*/**");
constexpr auto kDocusaurusConfigs = fixed_words(
    "docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs",
    "website/docusaurus.config.js", "website/docusaurus.config.ts", "website/docusaurus.config.mjs",
    "docs/docusaurus.config.js", "docs/docusaurus.config.ts", "site/docusaurus.config.js",
    "site/docusaurus.config.ts");
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

std::string folder_of_doc(std::string_view path) {
  const auto slash = path.rfind('/');
  return std::string(path.substr(0, slash == std::string_view::npos ? 0 : slash));
}

std::string base_of_site(const SiteDocs& docs) {
  return docs.url.empty() ? "/" : base_path(docs.url);
}

// Where Docusaurus puts a page: one that opens a folder at the folder itself.
std::string docusaurus_route(const SiteDocs& docs, const SitePage& page) {
  if (page.slug.starts_with('/')) return base_of_site(docs) + page.slug.substr(1);
  const std::string folder = folder_of_doc(page.path);
  const std::string stem(repo::last_part(page.path.substr(0, page.path.size() - 3)));
  const std::string above(repo::last_part(folder));
  const bool opens = equal_folded(stem, "index") || equal_folded(stem, "readme") ||
                     (!above.empty() && equal_folded(stem, above));
  std::string route = !page.slug.empty() ? (folder.empty() ? "" : folder + "/") + page.slug
                      : opens            ? (folder.empty() ? "" : folder + "/")
                                         : page.id;
  return base_of_site(docs) + percent_encoded(route);
}

// What Docusaurus would not follow as it is written.
SiteFixes docusaurus_fixes(const SiteDocs& docs) {
  SiteFixes fixes;
  for (const SiteReference& one : docs.references) {
    const auto set = [&](const std::string& target) { fixes.set(one, one.page, target); };
    const std::string anchor = one.anchor.empty() ? "" : "#" + percent_encoded(one.anchor);
    const bool here = one.leads == Leads::page && one.path == one.page;
    // What is bundled has to say by its ending what it is.
    const std::string ending = repo::ending_of(one.path);
    const bool bundled = !ending.empty() && !among({"html", "htm", "md", "mdx"}, ending);
    if (here && one.plain && one.written.starts_with('#')) continue;
    if (one.leads == Leads::page && one.html) {
      set(here ? anchor : docusaurus_route(docs, *docs.page(one.path)) + anchor);
    } else if (one.leads == Leads::page) {
      if (!one.plain) set(here && !anchor.empty() ? anchor : link_from_page(docs, one));
    } else if (one.leads == Leads::file && bundled && (one.shown || lies_in_docs(docs, one))) {
      if (one.html) {
        fixes.bring("files/" + one.path, one.path);
        const std::string place = base_of_site(docs) + "files/" + percent_encoded(one.path);
        set(one.shown ? place : "pathname://" + place);
      } else if (!one.plain) {
        set(link_from_page(docs, one));
      }
    } else {
      set(forge_address(docs, one));
    }
  }
  return fixes;
}

// Stands for a name of the program around the settings.
std::string name_of(std::string_view name) { return "@@" + std::string(name) + "@@"; }
std::string with_names(const std::string& text) {
  return replace_all(replace_all(text, "\"@@", ""), "@@\"", "");
}

Json docusaurus_settings(const Input& input, const SiteDocs& docs, const std::string& folder,
                         const SiteFixes& fixes, bool rewrites) {
  Json exclude = Json::array();
  for (const std::string_view glob : kHidden) exclude.push(glob);
  exclude.push("**/node_modules/**");
  for (const std::string& path : other_markdown(input.view, docs)) exclude.push(path);
  Json plugin = Json::array();
  plugin.push("@docusaurus/plugin-content-docs");
  Json options = Json::object({{"path", repo::relative_link(folder, docs.folder)},
                               {"routeBasePath", "/"},
                               {"sidebarPath", "./sidebars.js"},
                               {"numberPrefixParser", false},
                               {"include", Json::array_of(std::vector<Json>{"**/*.md"})},
                               {"exclude", std::move(exclude)}});
  if (rewrites) {
    options.set("beforeDefaultRemarkPlugins",
                Json::array_of(std::vector<Json>{name_of("otherTargets")}));
  }
  plugin.push(std::move(options));
  std::vector<Json> plugins{std::move(plugin)};
  if (!fixes.files().empty()) plugins.emplace_back(name_of("bringFiles"));
  if (has_styles_of_its_own(input.view)) plugins.emplace_back(name_of("ownStyles"));
  Json out = Json::object({{"title", docs.title}});
  if (!docs.description.empty()) out.set("tagline", docs.description);
  out.set("url", docs.url.empty() ? std::string(kNoAddress) : origin_of(docs.url));
  out.set("baseUrl", base_of_site(docs));
  if (!fixes.files().empty()) {
    out.set("staticDirectories",
            Json::array_of(std::vector<Json>{"static", ".docusaurus/brought"}));
  }
  out.set("onBrokenLinks", "throw");
  // Files that end in .md are Markdown, and not programs.
  out.set("markdown",
          Json::object({{"format", "detect"},
                        {"parseFrontMatter", name_of("ownSettings")},
                        {"hooks", Json::object({{"onBrokenMarkdownLinks", "throw"},
                                                {"onBrokenMarkdownImages", "throw"}})}}));
  out.set("plugins", Json::array_of(plugins));
  out.set("themes", Json::array_of(std::vector<Json>{"@docusaurus/theme-classic"}));
  out.set("themeConfig", theme_of(docs));
  return out;
}

// Front matter of other generators is not taken for Docusaurus's; pages whose heading Docusaurus
// would not find have their title here.
std::string own_settings(const SiteDocs& docs) {
  Json titles = Json::object();
  Json headed = Json::array();
  for (const auto& [path, page] : docs.pages) {
    if (page.begins_with_heading) continue;
    titles.set(path, page.title);
    if (page.holds_title) headed.push(path);
  }
  return R"js(
const titles = )js" +
         std::string(trim_end(titles.pretty())) +
         ";\n// These show their title themselves.\nconst headed = " +
         std::string(trim_end(headed.pretty())) + R"js(;
const settings = [
  'id', 'slug', 'title', 'description', 'sidebar_label', 'sidebar_position', 'pagination_label',
  'hide_title', 'hide_table_of_contents',
];
const ownSettings = async (params) => {
  const { frontMatter, content } = await params.defaultParseFrontMatter(params);
  const own = Object.fromEntries(
    Object.entries(frontMatter).filter(
      ([name, value]) => settings.includes(name) && value !== null && typeof value !== 'object'));
  if ('title' in own) own.title = String(own.title);
  const page = pageOf(params.filePath);
  if (titles[page] && !own.title) own.title = titles[page];
  if (headed.includes(page)) own.hide_title = true;
  return { frontMatter: own, content };
};
)js";
}

std::string remark_plugin(const SiteFixes& fixes, bool headings) {
  return script_of_tags() +
         "\nconst links = " + std::string(trim_end(table_json(fixes.links()).pretty())) +
         ";\nconst tags = " + std::string(trim_end(table_json(fixes.tags()).pretty())) + R"js(;
const otherTargets = () => (tree, file) => {
  const inText = links[pageOf(file.path)] ?? {};
  const inTags = tags[pageOf(file.path)] ?? {};
  const gone = new Set();
  const target = (node) => inText[decoded(node.url ?? '')] ?? node.url;
  const note = (node) => {
    if (node.type === 'definition' && target(node) === '') gone.add(node.identifier);
    node.children?.forEach(note);
  };
  const change = (node) => {
    if (node.type === 'html') {
      node.value = )js" +
         (headings ? "withAnchors(retargeted(node.value, inTags))"
                   : "retargeted(node.value, inTags)") +
         R"js(;
    }
    if (node.children) node.children = node.children.flatMap(change);
    if (['linkReference', 'imageReference'].includes(node.type) && gone.has(node.identifier)) {
      return node.children ?? [{ type: 'text', value: node.alt ?? '' }];
    }
    if (!['link', 'image', 'definition'].includes(node.type)) return [node];
    const to = target(node);
    if (to !== '') return [Object.assign(node, { url: to })];
    return node.children ?? (node.type === 'image' ? [{ type: 'text', value: node.alt ?? '' }] : []);
  };
  note(tree);
  change(tree);
};
)js";
}

std::string bring_files(const SiteFixes& fixes, const std::string& folder) {
  Json files = Json::object();
  for (const auto& [place, path] : fixes.files()) {
    files.set(place, repo::relative_link(folder, path));
  }
  return "\n// What tags of HTML name: Docusaurus brings along what Markdown names alone.\nconst "
         "files = " +
         std::string(trim_end(files.pretty())) + R"js(;
const bringFiles = ({ siteDir }) => ({
  name: 'bring-files',
  loadContent() {
    for (const [place, file] of Object.entries(files)) {
      cpSync(resolve(siteDir, file), resolve(siteDir, '.docusaurus/brought', place));
    }
  },
});
)js";
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

std::string docusaurus_config(const Input& input, const SiteDocs& docs, const std::string& folder,
                              const SiteFixes& fixes) {
  const bool headings =
      docs.uses_anchors && std::any_of(docs.pages.begin(), docs.pages.end(), [](const auto& entry) {
        return !syntax::parse_markdown(entry.second.text).html_headings.empty();
      });
  const bool rewrites = fixes.any() || headings;
  std::string out = made_by("//", docs.folder);
  if (!fixes.files().empty()) out += "import { cpSync } from 'node:fs';\n";
  out += "import { relative, resolve } from 'node:path';\n\n";
  out += "const documents = resolve(__dirname, '" + repo::relative_link(folder, docs.folder) +
         "');\nconst pageOf = (file) => relative(documents, file).replaceAll('\\\\', '/');\n";
  if (headings) out += script_of_anchors() + script_of_headings();
  if (rewrites) out += remark_plugin(fixes, headings);
  if (!fixes.files().empty()) out += bring_files(fixes, folder);
  if (has_styles_of_its_own(input.view)) {
    out +=
        "\n// The repository's settings of PostCSS are not the site's.\n"
        "const ownStyles = () => ({\n  name: 'own-styles',\n"
        "  configurePostCss: (options) => ({ ...options, config: false }),\n});\n";
  }
  out += own_settings(docs);
  return with_names(script(out + "\n", docusaurus_settings(input, docs, folder, fixes, rewrites)));
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
  const SiteDocs docs = gather_site_docs(input, kHidden, {.tight_containers = true});
  if (docs.nothing) {
    plan.obstacle = std::string(kNoDocuments);
    return plan;
  }
  const SiteFixes fixes = docusaurus_fixes(docs);
  const std::string head = made_by("//", docs.folder);
  auto manifest = site_manifest(input, folder, **site_tool_named("docusaurus"));
  plan.writes = {{.path = folder + "/docusaurus.config.js",
                  .content = docusaurus_config(input, docs, folder, fixes)},
                 {.path = folder + "/sidebars.js",
                  .content = script(head, Json::object({{"docs", items_of(docs, docs.nav)}}))},
                 *std::move(manifest)};
  add_pages(docs, plan);
  fixes.report(plan);
  if (docs.url.empty()) {
    plan.left.push_back("No file says where the site will be; set `url` and `baseUrl` in " +
                        folder + "/docusaurus.config.js.");
  }
  plan.left.push_back("Docusaurus builds with Node.js 20 or newer.");
  plan.build = "cd " + folder + " && npm install && npx docusaurus build";
  return plan;
}

}  // namespace pawl::recipes
