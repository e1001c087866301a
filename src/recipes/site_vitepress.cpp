// A VitePress site in the folder of the documents.
#include <algorithm>
#include <map>

#include "base/text/fixed_words.hpp"
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
constexpr auto kFileEndings =
    fixed_words("avif", "bin", "bmp", "class", "css", "csv", "dll", "doc", "eps", "exe", "gif",
                "gz", "ico", "jar", "jpeg", "jpg", "js", "json", "man", "mid", "mjs", "mov", "mp3",
                "mp4", "pdf", "png", "ps", "rtf", "svg", "tif", "ts", "tsv", "ttf", "txt", "wav",
                "webm", "webp", "woff", "woff2", "xml", "yaml", "yml", "zip");

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

constexpr auto kHtmlTags = fixed_words(
    "a", "abbr", "address", "area", "article", "aside", "audio", "b", "bdi", "bdo", "big",
    "blockquote", "br", "button", "canvas", "caption", "center", "circle", "cite", "code", "col",
    "colgroup", "data", "datalist", "dd", "del", "details", "dfn", "div", "dl", "dt", "em", "embed",
    "figcaption", "figure", "font", "footer", "form", "g", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hgroup", "hr", "i", "iframe", "img", "input", "ins", "kbd", "label", "legend", "li",
    "line", "main", "map", "mark", "menu", "meter", "nav", "nobr", "object", "ol", "optgroup",
    "option", "output", "p", "param", "path", "picture", "polygon", "polyline", "pre", "progress",
    "q", "rect", "rp", "rt", "ruby", "s", "samp", "section", "select", "small", "source", "span",
    "strike", "strong", "sub", "summary", "sup", "svg", "table", "tbody", "td", "textarea", "tfoot",
    "th", "thead", "time", "tr", "track", "tt", "u", "ul", "var", "video", "wbr");
constexpr auto kVoidTags = fixed_words("area", "br", "col", "embed", "hr", "img", "input", "param",
                                       "source", "track", "wbr");

bool has_unknown_tag(std::string_view html) {
  const std::vector<syntax::HtmlTag> tags = syntax::html_tags(html);
  return std::any_of(tags.begin(), tags.end(), [](const syntax::HtmlTag& tag) {
    const std::string_view name = std::string_view(tag.name).substr(tag.name.starts_with('/'));
    return std::find(kHtmlTags.begin(), kHtmlTags.end(), name) == kHtmlTags.end();
  });
}

// Tags a person left open, or closes twice: browsers mend that, Vue does not.
bool is_uneven(const syntax::MarkdownDocument& document) {
  std::map<std::string, int> open;
  bool nested = false;
  const auto count = [&](std::string_view html) {
    for (const syntax::HtmlTag& tag : syntax::html_tags(html)) {
      const bool closes = tag.name.starts_with('/');
      const std::string name = closes ? tag.name.substr(1) : tag.name;
      // No block may be in a paragraph.
      const bool block = among({"p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table",
                                "pre", "blockquote", "center", "details", "hr"},
                               name);
      nested = nested || (block && !closes && open["p"] > 0);
      const bool whole = html.substr(tag.begin, tag.end - tag.begin).ends_with("/>");
      if (!whole && !among(kVoidTags, name)) open[name] += closes ? -1 : 1;
      if (closes && among(kVoidTags, name)) ++open[name];
    }
  };
  for (const syntax::Block& block : document.blocks) {
    const int paragraphs = open["p"];
    if (block.kind == syntax::BlockKind::html) count(block.text);
    // A paragraph that goes on below, around others.
    if (open["p"] != paragraphs) return true;
    std::erase_if(open, [](const auto& one) { return one.second == 0; });
    const std::map<std::string, int> before = open;
    for (const syntax::Piece& piece : block.pieces) {
      if (piece.kind == syntax::PieceKind::html) count(piece.text);
    }
    std::erase_if(open, [](const auto& one) { return one.second == 0; });
    // What a paragraph opens it has to close.
    if (open != before) return true;
  }
  return nested || !open.empty();
}

bool is_vue_like(const syntax::Block& block) {
  if (block.kind == syntax::BlockKind::code) return false;
  if (contains(block.text, "{{")) return true;
  if (block.kind == syntax::BlockKind::html) return has_unknown_tag(block.text);
  return std::any_of(block.pieces.begin(), block.pieces.end(), [](const syntax::Piece& piece) {
    return piece.kind == syntax::PieceKind::html && has_unknown_tag(piece.text);
  });
}

// Whether a page holds what VitePress would take for Vue, or what Vue does not take.
bool any_vue_like(const SiteDocs& docs) {
  return std::any_of(docs.pages.begin(), docs.pages.end(), [&](const auto& entry) {
    const syntax::MarkdownDocument document = syntax::parse_markdown(entry.second.text);
    return std::any_of(document.blocks.begin(), document.blocks.end(), is_vue_like) ||
           is_uneven(document);
  });
}

std::string base_of(const SiteDocs& docs) { return docs.url.empty() ? "/" : base_path(docs.url); }

// What VitePress would not follow as it is written.
SiteFixes vitepress_fixes(const SiteDocs& docs) {
  SiteFixes fixes;
  for (const SiteReference& one : docs.references) {
    const std::string page = index_for(docs, one.page).value_or(one.page);
    const auto set = [&](const std::string& target) { fixes.set(one, page, target); };
    const std::string relative = one.leads == Leads::file || one.leads == Leads::page
                                     ? link_from_page(docs, one)
                                     : std::string();
    if (one.leads == Leads::page) {
      std::string route = base_of(docs) + percent_encoded(route_of(docs, one.path).substr(1));
      if (!route.ends_with('/')) route += ".html";
      const std::string anchor = one.anchor.empty() ? "" : "#" + percent_encoded(one.anchor);
      const bool here = one.plain && one.path == one.page && one.written.starts_with('#');
      if (one.html && !here) set(one.path == one.page ? anchor : route + anchor);
      if (!one.html && !one.plain)
        set(one.path == one.page && !anchor.empty() ? anchor : page_link("/", one));
    } else if (one.leads == Leads::file && one.shown) {
      // Vue takes what begins with a dot for a file of its own.
      const bool dotted = one.written.starts_with("./") || one.written.starts_with("../");
      const std::string own = relative.starts_with("../") ? relative : "./" + relative;
      if (!one.plain || (one.html && !dotted)) set(one.html ? own : relative);
    } else if (one.leads == Leads::file && lies_in_docs(docs, one) &&
               among(kFileEndings, repo::ending_of(one.path))) {
      fixes.bring(one.path.substr(docs.folder.size() + 1), one.path);
      if (!one.plain) set(relative);
    } else {
      set(forge_address(docs, one));
    }
  }
  return fixes;
}

// Links to a README lead to the page that is made of it.
std::string readme_links(const Json& rewrites) {
  return "\nconst pages = " + std::string(trim_end(rewrites.pretty())) + R"js(;
const toIndex = (md) => {
  md.core.ruler.push('readme-links', (state) => {
    const folder = posix.dirname(state.env.relativePath);
    for (const token of state.tokens.flatMap((block) => block.children ?? [])) {
      const href = (token.type === 'link_open' && token.attrGet('href')) || '';
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

// Braces and tags that are no HTML are text, not Vue; tags that are left open are closed.
std::string plain_text() {
  return "\nconst known = '(" + join(kHtmlTags, "|") + ")(?![\\\\w-])';\nconst empty = /^(" +
         join(kVoidTags, "|") + R"js()$/i;
const noTag = new RegExp(`<(?!!--|/?${known})`, 'gi');
const asText = (md) => {
  const { text, html_inline, html_block } = md.renderer.rules;
  const plain = (rule) => (tokens, at, ...rest) => {
    tokens[at].content = tokens[at].content.replaceAll('{{', '&#123;&#123;');
    return rule(tokens, at, ...rest);
  };
  Object.assign(md.renderer.rules, {
    text: (...all) => text(...all).replaceAll('{{', '&#123;&#123;'),
    html_inline: plain(html_inline),
    html_block: plain(html_block),
  });
  md.core.ruler.push('closed-tags', (state) => {
    const open = [];
    const closing = (until) => {
      let out = '';
      while (open.length > 0 && open.at(-1) !== until) out += `</${open.pop()}>`;
      return out;
    };
    const tag = /<!--[^]*?-->|<(\/?)([a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi;
    const program = /<(script|style)\b[^]*?(<\/\1>|$)/gi;
    const even = (html) => html.replace(program, '').replace(noTag, '&lt;');
    const closed = (html, block) => even(html).replace(tag, (all, end, written, rest) => {
      // Paragraphs of Markdown may be in it, and none may be in another.
      const name = block && written?.toLowerCase() === 'p' ? 'div' : written;
      const lower = name?.toLowerCase();
      if (!lower) return all;
      // Vue wants quotes where browsers do not.
      const quoted = rest.replace(/("[^"]*"|'[^']*')|=([^\s"'>]+)/g, (one, kept, bare) => kept ?? `="${bare}"`);
      if (!end && (empty.test(lower) || /(^|[\s"'])\/$/.test(rest))) return `<${name}${quoted}>`;
      if (!end) return open.push(lower), `<${name}${quoted}>`;
      if (!open.slice(open.lastIndexOf('') + 1).includes(lower)) return '';
      const before = closing(lower);
      open.pop();
      return `${before}</${name}>`;
    });
    const walk = (tokens, type) => {
      const out = [];
      const add = (content) => {
        if (content) out.push(Object.assign(new state.Token(type, '', 0), { content }));
      };
      for (const token of tokens) {
        if (token.nesting < 0) {
          add(closing(''));
          open.pop();
        }
        if (token.nesting > 0) open.push('');
        if (token.type.startsWith('html_')) {
          token.content = closed(token.content, token.type === 'html_block');
        }
        if (token.children) {
          open.push('');
          token.children = walk(token.children, 'html_inline');
          open.pop();
        }
        out.push(token);
      }
      add(closing(''));
      return out;
    };
    state.tokens = walk(state.tokens, 'html_block');
  });
};
)js";
}

// Other targets, words without a link where there is none.
std::string other_targets(const SiteFixes& fixes, bool headings) {
  return script_of_tags() +
         "\nconst links = " + std::string(trim_end(table_json(fixes.links()).pretty())) +
         ";\nconst tags = " + std::string(trim_end(table_json(fixes.tags()).pretty())) + R"js(;
const otherTargets = (md) => {
  md.core.ruler.push('other-targets', (state) => {
    const inText = links[state.env.relativePath] ?? {};
    const inTags = tags[state.env.relativePath] ?? {};
    for (const token of state.tokens.flatMap((block) => [block, ...(block.children ?? [])])) {
      if (token.type.startsWith('html_')) {
        token.content = )js" +
         (headings ? "withAnchors(retargeted(token.content, inTags))"
                   : "retargeted(token.content, inTags)") +
         R"js(;
      }
      const name = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : '';
      const to = name ? inText[decoded(token.attrGet(name) ?? '')] : undefined;
      if (to) token.attrSet(name, to);
      if (to === '' && name === 'href') token.attrs = token.attrs.filter(([key]) => key !== 'href');
      if (to === '' && name === 'src') Object.assign(token, { type: 'text', tag: '', children: null });
    }
  });
};
)js";
}

std::string script_of_words() {
  return R"js(const words = (tokens) =>
  tokens.map(({ type, markup, content }) =>
    type === 'emoji' ? markup : ['text', 'code_inline'].includes(type) ? content : '').join('');
)js";
}

bool has_html_headings(const SiteDocs& docs) {
  return std::any_of(docs.pages.begin(), docs.pages.end(), [](const auto& entry) {
    return !syntax::parse_markdown(entry.second.text).html_headings.empty();
  });
}

Json vitepress_settings(const Input& input, const SiteDocs& docs) {
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
  if (const auto others = other_markdown(input.view, docs); !others.empty()) {
    out.set("srcExclude", Json::array_of(others));
  }
  const bool local = std::any_of(docs.pages.begin(), docs.pages.end(), [](const auto& entry) {
    return contains(entry.second.text, "//localhost");
  });
  if (local) out.set("ignoreDeadLinks", "localhostLinks");
  if (has_styles_of_its_own(input.view)) {
    const Json none = Json::object({{"postcss", Json::object()}});
    out.set("vite", Json::object({{"css", none}}));
  }
  out.set("themeConfig", std::move(theme));
  return out;
}

// Titles that VitePress would not find, and layouts of other generators, which it would look for.
std::string page_data(const SiteDocs& docs) {
  Json titles = Json::object();
  bool layouts = false;
  for (const auto& [path, page] : docs.pages) {
    if (!page.own_title) titles.set(index_for(docs, path).value_or(path), page.title);
    layouts = layouts || !page.layout.empty();
  }
  std::string out;
  if (titles.size() > 0) {
    out += "    page.title = (" +
           replace_all(std::string(trim_end(titles.pretty())), "\n", "\n    ") +
           ")[page.relativePath] ?? page.title;\n";
  }
  if (layouts) {
    out +=
        "    if (!['doc', 'home', 'page'].includes(page.frontmatter.layout)) {\n"
        "      delete page.frontmatter.layout;\n    }\n";
  }
  return out.empty() ? out : "transformPageData(page) {\n" + out + "  }";
}

std::string vitepress_config(const Input& input, const SiteDocs& docs, const SiteFixes& fixes) {
  const Json settings = vitepress_settings(input, docs);
  const bool indexes = settings.has("rewrites");
  std::string out = made_by("//", docs.folder);
  if (!fixes.files().empty()) out += "import { cpSync } from 'node:fs';\n";
  if (indexes || !fixes.files().empty()) out += "import { posix } from 'node:path';\n";
  std::vector<std::string> rules;
  const bool headings = docs.uses_anchors && has_html_headings(docs);
  if (docs.uses_anchors) out += script_of_anchors() + script_of_words();
  if (headings) out += script_of_headings();
  if (fixes.any() || headings) {
    out += other_targets(fixes, headings);
    rules.emplace_back("otherTargets(md);");
  }
  if (indexes) {
    out += readme_links(settings["rewrites"]);
    rules.emplace_back("toIndex(md);");
  }
  if (any_vue_like(docs)) {
    out += plain_text();
    rules.emplace_back("asText(md);");
  }
  std::vector<std::string> members;
  // Attributes as kramdown writes them are no names that Vue takes.
  const bool braces = std::any_of(docs.pages.begin(), docs.pages.end(), [](const auto& entry) {
    return contains(entry.second.text, "{:");
  });
  if (!rules.empty() || docs.uses_anchors || braces) {
    std::vector<std::string> markdown;
    if (braces) markdown.emplace_back("attrs: { disable: true }");
    if (docs.uses_anchors)
      markdown.emplace_back("anchor: { slugify: anchor, getTokensText: words }");
    if (!rules.empty()) {
      markdown.push_back("config(md) {\n      " + join(rules, "\n      ") + "\n    }");
    }
    members.push_back("markdown: {\n    " + join(markdown, ",\n    ") + "\n  }");
  }
  if (std::string data = page_data(docs); !data.empty()) members.push_back(std::move(data));
  if (!fixes.files().empty()) {
    Json files = Json::array();
    for (const auto& [place, path] : fixes.files()) files.push(place);
    out += "\n// What pages link to without showing it.\nconst files = " +
           std::string(trim_end(files.pretty())) + ";\n";
    members.emplace_back(
        "buildEnd({ srcDir, outDir }) {\n"
        "    for (const file of files) cpSync(posix.join(srcDir, file), posix.join(outDir, "
        "file));\n"
        "  }");
  }
  std::string object(trim_end(settings.pretty()));
  if (!members.empty()) {
    object.resize(object.size() - 2);  // the brace at the end, and its line
    object += ",\n  " + join(members, ",\n  ") + "\n}";
  }
  if (out.find('\n') + 1 < out.size()) out += "\n";
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
  const SiteDocs docs =
      gather_site_docs(input, {}, {.spaced_containers = true, .tight_containers = true});
  if (docs.nothing) {
    plan.obstacle = std::string(kNoDocuments);
    return plan;
  }
  auto manifest = site_manifest(input, docs.folder, **site_tool_named("vitepress"));
  if (!manifest) {
    plan.obstacle = docs.folder + "/package.json is no JSON object; mend it first";
    return plan;
  }
  const SiteFixes fixes = vitepress_fixes(docs);
  plan.writes = {{.path = docs.folder + "/.vitepress/config.mjs",
                  .content = vitepress_config(input, docs, fixes)}};
  if (!input.view.has(manifest->path)) plan.writes.push_back(*std::move(manifest));
  add_pages(docs, plan);
  fixes.report(plan);
  plan.build = "cd " + docs.folder + " && npm install && npx vitepress build";
  return plan;
}

}  // namespace pawl::recipes
