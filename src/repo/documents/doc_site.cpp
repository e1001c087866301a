#include "repo/documents/doc_site.hpp"

#include <algorithm>
#include <array>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::repo {
namespace {

struct SiteRow {
  std::string_view name;
  DocSite site;
  // It may render documents beside it at the root of a repository, too: README.md and the like.
  bool renders_root = false;
};

constexpr auto kSiteFiles = std::to_array<SiteRow>({
    {"mkdocs.yml", DocSite::files},
    {"mkdocs.yaml", DocSite::files},
    {"docusaurus.config.js", DocSite::files},
    {"docusaurus.config.ts", DocSite::files},
    {"docusaurus.config.mjs", DocSite::files},
    {"book.toml", DocSite::files},
    {"_config.yml", DocSite::routes, true},
    {"_config.yaml", DocSite::routes, true},
    {"conf.py", DocSite::files, true},
    {"source/conf.py", DocSite::files},
    {"src/conf.py", DocSite::files},
    {"SUMMARY.md", DocSite::files, true},
    {"_sidebar.md", DocSite::routes, true},
    {"antora.yml", DocSite::routes},
    {"hugo.toml", DocSite::routes},
    {"hugo.yaml", DocSite::routes},
    {"hugo.json", DocSite::routes},
    {"config.toml", DocSite::routes},
    {"config.yaml", DocSite::routes},
    {"astro.config.mjs", DocSite::routes},
    {"astro.config.ts", DocSite::routes},
    {"astro.config.js", DocSite::routes},
    {"gatsby-config.js", DocSite::routes},
    {"gatsby-config.ts", DocSite::routes},
    {"next.config.js", DocSite::routes},
    {"next.config.mjs", DocSite::routes},
    {"next.config.ts", DocSite::routes},
    {"nuxt.config.ts", DocSite::routes},
    {"nuxt.config.js", DocSite::routes},
    {"svelte.config.js", DocSite::routes},
    {".eleventy.js", DocSite::routes},
    {"eleventy.config.js", DocSite::routes},
    {"eleventy.config.mjs", DocSite::routes},
    {"eleventy.config.cjs", DocSite::routes},
    {"pelicanconf.py", DocSite::routes},
    {"mint.json", DocSite::routes, true},
    {"docs.json", DocSite::routes},
    {".gitbook.yaml", DocSite::routes, true},
    {"rspress.config.ts", DocSite::routes},
    {"source.config.ts", DocSite::routes},
    {"theme.config.tsx", DocSite::routes},
    {"theme.config.jsx", DocSite::routes},
    {"_quarto.yml", DocSite::routes, true},
    {"_toc.yml", DocSite::routes, true},
    {"zensical.toml", DocSite::routes},
    {"Doxyfile", DocSite::routes},
    {"Doxyfile.in", DocSite::routes},
    {"sidebars.js", DocSite::routes},
    {"sidebars.ts", DocSite::routes},
    {"make.jl", DocSite::routes},
    {"typedoc.json", DocSite::routes},
    {"docfx.json", DocSite::routes},
    {"toc.yml", DocSite::routes},
    {"navigation.yml", DocSite::routes},
    {"nav.yml", DocSite::routes},
    {"manifest.json", DocSite::routes},
});

constexpr auto kFolders = std::to_array<SiteRow>({
    {".vitepress", DocSite::files, true},
    {".vuepress", DocSite::files, true},
    {".storybook", DocSite::routes},
});

// Where the documents of a site and its settings use to stand, each beside the other.
constexpr auto kDocFolders = fixed_words(
    "blog", "book", "content", "doc", "docs", "documentation", "guide", "guides", "handbook",
    "manual", "pages", "posts", "site", "src", "tutorial", "tutorials", "versioned_docs", "web",
    "website", "wiki", "www", "i18n", "_posts", "_docs", "examples", "reference", "articles");
constexpr auto kSiteFolders = fixed_words(
    "docs", "doc", "website", "site", "www", "web", "documentation", "docs-site", "docs/site",
    "docs/website", "apps/docs", "apps/web", "apps/site", "apps/www", "packages/docs",
    "packages/website", "docs/source", "docs/src", "doc/source", "doc/src");

// What lets mkdocs have pages that are no files.
constexpr auto kPageMakers =
    fixed_words("gen-files", "gen_files", "monorepo", "multirepo", "hooks:", "i18n", "macros",
                "literate-nav", "jupyter", "gallery", "autoapi", "api-autonav", "blog", "tags",
                "redirects", "include", "snippets");

DocSite most(DocSite a, DocSite b) { return std::max(a, b); }

DocSite mkdocs_kind(const RepoView& view, const std::string& path) {
  const std::string text = view.text(path).value_or(std::string());
  const bool makes = std::any_of(kPageMakers.begin(), kPageMakers.end(),
                                 [&](std::string_view maker) { return contains(text, maker); });
  return makes ? DocSite::routes : DocSite::files;
}

// The settings of a generator in one folder.
DocSite site_in(const RepoView& view, std::string_view folder, bool for_root_document) {
  const std::string prefix = folder.empty() ? std::string() : std::string(folder) + "/";
  DocSite site = DocSite::none;
  for (const SiteRow& row : kSiteFiles) {
    if (for_root_document && !row.renders_root) continue;
    const std::string path = prefix + std::string(row.name);
    if (!view.has(path)) continue;
    const bool mkdocs = row.name.starts_with("mkdocs.");
    site = most(site, mkdocs ? mkdocs_kind(view, path) : row.site);
  }
  for (const SiteRow& row : kFolders) {
    if (for_root_document && !row.renders_root) continue;
    if (view.has_folder(prefix + std::string(row.name))) site = most(site, row.site);
  }
  return site;
}

// Of the mkdocs.yml at the root, whose `docs_dir` may have any name.
DocSite site_by_setting(const RepoView& view, const RepoPath& document) {
  for (const char* name : {"mkdocs.yml", "mkdocs.yaml"}) {
    const auto text = view.text(name);
    if (!text) continue;
    for (const std::string_view line : split_lines(*text)) {
      if (!line.starts_with("docs_dir:")) continue;
      std::string_view folder = trim(line.substr(9));
      while (!folder.empty() && contains("\"'./", folder.substr(0, 1))) folder.remove_prefix(1);
      while (!folder.empty() && contains("\"'/", folder.substr(folder.size() - 1))) {
        folder.remove_suffix(1);
      }
      if (document.text().starts_with(std::string(folder) + "/")) return mkdocs_kind(view, name);
    }
  }
  return DocSite::none;
}

bool is_locale(std::string_view part) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (part == "i18n" || part == "locales" || part == "translations") return true;
  if (part.size() < 2 || !letter(part[0]) || !letter(part[1])) return false;
  return part.size() == 2 ||
         (part.size() >= 5 && part.size() <= 7 && (part[2] == '-' || part[2] == '_'));
}

}  // namespace

DocSite site_of(const RepoView& view, const RepoPath& document) {
  const auto parts = document.components();
  // DocC finds pages and images of its catalogue by their names.
  const bool catalogue = std::any_of(
      parts.begin(), parts.end(), [](const std::string& part) { return part.ends_with(".docc"); });
  if (catalogue) return DocSite::routes;
  if (parts.size() == 1) {
    return document.extension() == ".mdx" ? DocSite::routes : site_in(view, "", true);
  }
  DocSite site = document.extension() == ".mdx" ? DocSite::routes : DocSite::none;
  std::string folder;
  for (const std::string& part : parts.first(parts.size() - 1)) {
    folder += (folder.empty() ? "" : "/") + part;
    site = most(site, site_in(view, folder, false));
  }
  site = most(site, site_in(view, "", true));
  site = most(site, site_by_setting(view, document));
  const bool among_docs =
      std::find(kDocFolders.begin(), kDocFolders.end(), lower(parts.front())) != kDocFolders.end();
  if (among_docs) {
    site = most(site, site_in(view, "", false));
    for (const std::string_view place : kSiteFolders)
      site = most(site, site_in(view, place, false));
  }
  // Translations fall back to the pages of the first language.
  const bool translated = std::any_of(parts.begin(), parts.end() - 1,
                                      [](const std::string& part) { return is_locale(part); });
  return site == DocSite::files && translated ? DocSite::routes : site;
}

}  // namespace pawl::repo
