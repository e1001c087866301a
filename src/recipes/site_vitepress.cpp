// A VitePress site in the folder of the documents.
#include <algorithm>
#include <array>
#include <set>

#include "base/text/text.hpp"
#include "recipes/site.hpp"
#include "recipes/site_docs.hpp"
#include "recipes/site_parts.hpp"
#include "repo/documents/link_text.hpp"
#include "syntax/documents/html_tags.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::recipes {
namespace {

constexpr std::size_t kNavMax = 5;

// Endings VitePress takes for files it need not look for.
constexpr auto kFileEndings = std::to_array<std::string_view>(
    {"avif", "bin", "bmp",  "class", "css",  "csv",   "dll",  "doc",  "eps", "exe", "gif",
     "gz",   "ico", "jar",  "jpeg",  "jpg",  "js",    "json", "man",  "mid", "mjs", "mov",
     "mp3",  "mp4", "pdf",  "png",   "ps",   "rtf",   "svg",  "tif",  "ts",  "tsv", "ttf",
     "txt",  "wav", "webm", "webp",  "woff", "woff2", "xml",  "yaml", "yml", "zip"});

// The page a README, or an index in other letters, becomes; nothing when another page has that
// place.
std::optional<std::string> index_for(const SiteDocs& docs, const std::string& path) {
  const std::string_view name = repo::last_part(path);
  const std::string plain = lower(name);
  if (name == "index.md" || (plain != "readme.md" && plain != "index.md")) return {};
  std::string index = path.substr(0, path.size() - name.size()) + "index.md";
  if (docs.page(index) != nullptr) return {};
  return index;
}

std::string route_of(const SiteDocs& docs, const std::string& path) {
  std::string route = "/" + index_for(docs, path).value_or(path);
  route.resize(route.size() - 3);
  if (route.ends_with("/index")) route.resize(route.size() - 5);
  return route;
}

// VitePress takes the texts of its menus for HTML.
std::string menu_text(const NavItem& item) {
  return replace_all(replace_all(replace_all(item.text, "&", "&amp;"), "<", "&lt;"), ">", "&gt;");
}

Json sidebar_of(const SiteDocs& docs, const std::vector<NavItem>& nav) {
  Json out = Json::array();
  for (const NavItem& item : nav) {
    Json entry = Json::object({{"text", menu_text(item)}});
    if (!item.page.empty()) entry.set("link", route_of(docs, item.page));
    if (!item.url.empty()) entry.set("link", item.url);
    if (!item.items.empty()) {
      entry.set("collapsed", false);
      entry.set("items", sidebar_of(docs, item.items));
    }
    out.push(std::move(entry));
  }
  return out;
}

std::string first_link(const SiteDocs& docs, const NavItem& item) {
  if (!item.page.empty()) return route_of(docs, item.page);
  if (!item.url.empty()) return item.url;
  return item.items.empty() ? std::string() : first_link(docs, item.items.front());
}

// The sections at the top; of a site without any, nothing.
Json nav_of(const SiteDocs& docs) {
  Json out = Json::array();
  for (const NavItem& item : docs.nav) {
    if (item.items.empty() || out.size() == kNavMax) continue;
    out.push(Json::object({{"text", menu_text(item)}, {"link", first_link(docs, item)}}));
  }
  return out;
}

// The form in which VitePress asks whether a link may lead nowhere; empty of one it does not ask
// for.
std::string dead_form(std::string_view target) {
  std::string place(target.substr(0, target.find_first_of("?#")));
  const std::string ending = repo::ending_of(place);
  if (std::find(kFileEndings.begin(), kFileEndings.end(), ending) != kFileEndings.end()) return {};
  for (const std::string_view page : {".html", ".md"}) {
    if (place.ends_with(page)) {
      place.resize(place.size() - page.size());
      break;
    }
  }
  const bool opens = place == "index" || place.ends_with("/index");
  if (opens) place.resize(place.size() - 5);
  if (!place.starts_with('/') && !place.starts_with("./")) place = "./" + place;
  return place.ends_with('/') ? place + "index" : place;
}

constexpr auto kHtmlTags = std::to_array<std::string_view>(
    {"a",      "abbr",       "b",       "blockquote", "br",      "caption", "center", "code",
     "col",    "colgroup",   "dd",      "del",        "details", "div",     "dl",     "dt",
     "em",     "figcaption", "figure",  "h1",         "h2",      "h3",      "h4",     "h5",
     "h6",     "hr",         "i",       "img",        "ins",     "kbd",     "li",     "mark",
     "ol",     "p",          "picture", "pre",        "q",       "s",       "samp",   "small",
     "source", "span",       "strong",  "sub",        "summary", "sup",     "table",  "tbody",
     "td",     "tfoot",      "th",      "thead",      "tr",      "u",       "ul",     "var",
     "video"});

bool has_unknown_tag(std::string_view html) {
  const std::vector<syntax::HtmlTag> tags = syntax::html_tags(html);
  return std::any_of(tags.begin(), tags.end(), [](const syntax::HtmlTag& tag) {
    const std::string_view name = std::string_view(tag.name).substr(tag.name.starts_with('/'));
    return std::find(kHtmlTags.begin(), kHtmlTags.end(), name) == kHtmlTags.end();
  });
}

bool is_vue_like(const syntax::Block& block) {
  if (block.kind == syntax::BlockKind::code) return false;
  if (contains(block.text, "{{")) return true;
  if (block.kind == syntax::BlockKind::html) return has_unknown_tag(block.text);
  return std::any_of(block.pieces.begin(), block.pieces.end(), [](const syntax::Piece& piece) {
    return piece.kind == syntax::PieceKind::html && has_unknown_tag(piece.text);
  });
}

// Whether a page holds what VitePress would take for Vue.
bool any_vue_like(const Input& input, const SiteDocs& docs) {
  return std::any_of(docs.pages.begin(), docs.pages.end(), [&](const auto& entry) {
    const bool made = docs.index && entry.first == "index.md";
    const std::string text =
        made ? docs.index->content : input.view.text(docs.folder + "/" + entry.first).value_or("");
    const syntax::MarkdownDocument document = syntax::parse_markdown(to_utf8(text));
    return std::any_of(document.blocks.begin(), document.blocks.end(), is_vue_like);
  });
}

// Links to a README lead to the page that is made of it.
std::string readme_links(const Json& rewrites) {
  return "import { posix } from 'node:path';\n\nconst pages = " +
         std::string(trim_end(rewrites.pretty())) + R"js(;
const toIndex = (md) => {
  md.core.ruler.push('readme-links', (state) => {
    const folder = posix.dirname(state.env.relativePath);
    for (const token of state.tokens.flatMap((block) => block.children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : '';
      const [, place, rest] = href.match(/^([^?#]*)(.*)$/s);
      const page = place.startsWith('/') ? place.slice(1) : posix.join(folder, decodeURI(place));
      if (Object.hasOwn(pages, page)) {
        token.attrSet('href', posix.join(posix.dirname(place), 'index.md') + rest);
      }
    }
  });
};
)js";
}

// Braces and tags that are no HTML are text, not Vue.
std::string plain_text() {
  return "\nconst html = /^<(!--|\\/?(" + join(kHtmlTags, "|") +
         ")(?![\\w-]))/i;\n"
         "const asText = (md) => {\n"
         "  const { text, html_inline, html_block } = md.renderer.rules;\n"
         "  const unlessHtml = (rule) => (tokens, at, ...rest) =>\n"
         "    html.test(tokens[at].content.trim())\n"
         "      ? rule(tokens, at, ...rest)\n"
         "      : md.utils.escapeHtml(tokens[at].content);\n"
         "  Object.assign(md.renderer.rules, {\n"
         "    text: (...all) => text(...all).replaceAll('{{', '&#123;&#123;'),\n"
         "    html_inline: unlessHtml(html_inline),\n"
         "    html_block: unlessHtml(html_block),\n"
         "  });\n"
         "};\n";
}

Json vitepress_settings(const SiteDocs& docs) {
  Json theme = Json::object();
  if (Json nav = nav_of(docs); nav.size() > 0) theme.set("nav", std::move(nav));
  theme.set("sidebar", sidebar_of(docs, docs.nav));
  if (docs.repository.starts_with("https://github.com/")) {
    theme.set("socialLinks", Json::array_of(std::vector<Json>{
                                 Json::object({{"icon", "github"}, {"link", docs.repository}})}));
  }
  Json out = Json::object({{"title", docs.title}});
  if (!docs.description.empty()) out.set("description", docs.description);
  if (!docs.url.empty()) out.set("base", base_path(docs.url));
  Json rewrites = Json::object();
  for (const auto& [path, page] : docs.pages) {
    if (const auto index = index_for(docs, path)) rewrites.set(path, *index);
  }
  if (rewrites.size() > 0) out.set("rewrites", std::move(rewrites));
  std::set<std::string> dead;
  for (const auto& [page, target] : docs.outward) {
    if (std::string form = dead_form(target); !form.empty()) dead.insert(std::move(form));
  }
  if (!dead.empty()) out.set("ignoreDeadLinks", Json::array_of(dead));
  out.set("themeConfig", std::move(theme));
  return out;
}

std::string vitepress_config(const Input& input, const SiteDocs& docs) {
  const Json settings = vitepress_settings(docs);
  std::string out = made_by("//", docs.folder);
  std::vector<std::string> rules;
  if (settings.has("rewrites")) {
    out += readme_links(settings["rewrites"]);
    rules.emplace_back("toIndex(md);");
  }
  if (any_vue_like(input, docs)) {
    out += plain_text();
    rules.emplace_back("asText(md);");
  }
  std::string object(trim_end(settings.pretty()));
  if (!rules.empty()) {
    out += "\n";
    object.resize(object.size() - 2);  // the brace at the end, and its line
    object += ",\n  \"markdown\": {\n    config(md) {\n      " + join(rules, "\n      ") +
              "\n    }\n  }\n}";
  }
  return out + "export default " + object + ";\n";
}

}  // namespace

std::optional<std::string> vitepress_folder(const repo::RepoView& view) {
  for (const repo::Entry& entry : view.files()) {
    const std::string& path = entry.path.text();
    if (path.starts_with(".vitepress/config.")) return std::string();
    const auto at = path.find("/.vitepress/config.");
    if (at != std::string::npos && !repo::is_vendored(entry.path)) return path.substr(0, at);
  }
  return {};
}

SitePlan vitepress_site(const Input& input) {
  SitePlan plan;
  if (const auto folder = vitepress_folder(input.view)) {
    plan.obstacle = "there is a VitePress site already, " +
                    (folder->empty() ? std::string() : *folder + "/") + ".vitepress/";
    return plan;
  }
  const SiteDocs docs = gather_site_docs(input, {});
  if (docs.nothing) {
    plan.obstacle = std::string(kNoDocuments);
    return plan;
  }
  auto manifest = site_manifest(input, docs.folder, **site_tool_named("vitepress"));
  if (!manifest) {
    plan.obstacle = docs.folder + "/package.json is no JSON object; mend it first";
    return plan;
  }
  plan.writes = {
      {.path = docs.folder + "/.vitepress/config.mjs", .content = vitepress_config(input, docs)}};
  if (!input.view.has(manifest->path)) plan.writes.push_back(*std::move(manifest));
  if (docs.index) plan.writes.push_back(*docs.index);
  plan.left = docs.left;
  plan.build = "cd " + docs.folder + " && npm install && npx vitepress build";
  return plan;
}

}  // namespace pawl::recipes
