// An MkDocs site: mkdocs.yml at the root.
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

constexpr auto kMkdocsConfigs = fixed_words("mkdocs.yml", "mkdocs.yaml");

// A scalar of YAML; in quotes unless it is plainly a text.
std::string scalar(std::string_view text) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
           c == '.' || c == '_' || c == '-';
  };
  bool quotes =
      text.empty() || !((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z'));
  for (const char c : text) quotes = quotes || (!plain(c) && c != ' ');
  for (const std::string_view word : {"true", "false", "yes", "no", "on", "off", "null"}) {
    quotes = quotes || equal_folded(text, word);
  }
  quotes = quotes || text.ends_with(' ');
  return quotes ? Json(text).dump() : std::string(text);
}

std::string nav_text(const std::vector<NavItem>& nav, std::size_t indent) {
  std::string out;
  const std::string margin(indent, ' ');
  for (const NavItem& item : nav) {
    if (item.items.empty()) {
      out += margin + "- " + scalar(item.text) + ": " +
             scalar(item.page.empty() ? item.url : item.page) + "\n";
      continue;
    }
    out += margin + "- " + scalar(item.text) + ":\n";
    if (!item.page.empty()) {
      out += margin + "    - " + scalar(item.text) + ": " + scalar(item.page) + "\n";
    }
    out += nav_text(item.items, indent + 4);
  }
  return out;
}

void add(std::string& out, std::string_view key, const std::string& value) {
  if (!value.empty()) out += std::string(key) + ": " + scalar(value) + "\n";
}

// What MkDocs would not follow as it is written. A target that begins with a slash is a place on
// the site, from the folder of the documents.
SiteFixes mkdocs_fixes(const SiteDocs& docs) {
  SiteFixes fixes;
  for (const SiteReference& one : docs.references) {
    const auto set = [&](const std::string& target) { fixes.set(one, one.page, target); };
    const std::string anchor = one.anchor.empty() ? "" : "#" + percent_encoded(one.anchor);
    const bool here = one.leads == Leads::page && one.path == one.page;
    if (here) {
      if (!one.plain || !one.written.starts_with('#'))
        set(anchor.empty() ? page_link("/", one) : anchor);
    } else if (one.leads == Leads::page) {
      if (one.html || !one.plain) set(page_link("/", one));
    } else if (one.leads == Leads::file && lies_in_docs(docs, one)) {
      const std::string place = one.path.substr(docs.folder.size());
      if (one.html || !one.plain) set(percent_encoded(place));
    } else if (one.leads == Leads::file && one.shown) {
      fixes.bring("files/" + one.path, one.path);
      set("/files/" + percent_encoded(one.path));
    } else {
      set(forge_address(docs, one));
    }
  }
  return fixes;
}

std::string python_table(std::string_view name, const Json& value) {
  return std::string(name) + " = " + std::string(trim_end(value.pretty())) + "\n";
}

// MkDocs resolves what Markdown says in its own form; the rest is settled on the finished page.
std::string mkdocs_hooks(const SiteDocs& docs, const SiteFixes& fixes) {
  SiteFixes::Table all = fixes.links();
  for (const auto& [page, targets] : fixes.tags()) all[page].insert(targets.begin(), targets.end());
  Json files = Json::object();
  for (const auto& [place, path] : fixes.files()) files.set(place, path);
  return made_by("#", docs.folder) + R"py(import html
import posixpath
import re
import shutil
from pathlib import Path
from urllib.parse import quote, unquote

# By page: what a link or a tag says, and where it leads instead; nothing: words without a link.
)py" + python_table("TARGETS", table_json(all)) +
         "\n# What pages show though it lies elsewhere: place on the site, file.\n" +
         python_table("FILES", files) + R"py(
ATTRIBUTE = re.compile(r"""(\s)(href|src|srcset|poster)=("[^"]*"|'[^']*'|[^\s"'>]+)""", re.I)
TAG = re.compile(r"""<[a-z](?:"[^"]*"|'[^']*'|[^<>"'])*>""", re.I)
CANDIDATE = re.compile(r"([^\s,]\S*[^\s,]|[^\s,])(\s+[^,]+)?\s*(?:,|$)")
HEADING = re.compile(r"<(h[1-6])((?:\s[^>]*)?)>(.*?)</\1>", re.I | re.S)
# Tags that open a part of HTML for CommonMark, which a blank line ends.
BLOCK = re.compile(
    r" {0,3}</?(address|article|aside|blockquote|center|dd|details|dialog|div|dl|dt|fieldset|"
    r"figcaption|figure|footer|form|frame|h[1-6]|header|hr|iframe|legend|li|main|menu|nav|ol|"
    r"optgroup|option|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)(?=[\s/>]|$)", re.I)
ALONE = re.compile(r""" {0,3}</?[a-z](?:"[^"]*"|'[^']*'|[^<>"'])*>\s*$""", re.I)
ENDS = {"<!--": "-->", "<pre": "</pre>", "<script": "</script>", "<style": "</style>"}
FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
seen = {}
kept = []


def anchor(text, separator="-"):
    """As on GitHub, so that links to sections lead where they led."""
    name = re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")
    seen[name] = seen.get(name, -1) + 1
    return name if seen[name] == 0 else f"{name}-{seen[name]}"


def on_config(config):
    config["mdx_configs"].setdefault("toc", {})["slugify"] = anchor
    return config


def on_page_markdown(markdown, **_):
    """Puts HTML aside as CommonMark parts it from the text: Python-Markdown takes more for HTML."""
    seen.clear()
    kept.clear()
    out, block, fence, end = [], [], "", ""

    def close():
        if block:
            out.extend(["", f"htmlpart{len(kept)}x", ""])
            kept.append("\n".join(block))
            block.clear()

    for line in markdown.split("\n"):
        plain = line.strip().lower()
        mark = FENCE.match(line)
        if end:
            block.append(line)
            if end in plain:
                end = ""
                close()
        elif block and plain:
            block.append(line)
        elif fence:
            out.append(line)
            if mark and plain.startswith(fence) and not plain.strip(fence[0]):
                fence = ""
        else:
            close()
            opens = next((mark for mark in ENDS if plain.startswith(mark)), "")
            first = not out or not out[-1].strip()
            if mark:
                fence = mark.group(1)
                out.append(line)
            elif opens and not line.startswith("    "):
                block.append(line)
                end = "" if ENDS[opens] in plain else ENDS[opens]
                if not end:
                    close()
            elif BLOCK.match(line) or (first and ALONE.match(line)):
                block.append(line)
            else:
                out.append(line)
    close()
    return "\n".join(out)


def address(place, page, files):
    path, mark, section = place.partition("#")
    if not path.startswith("/"):
        return place
    file = files.get_file_from_path(unquote(path[1:]))
    if file is not None:
        return file.url_relative_to(page.file) + mark + section
    return posixpath.relpath(path[1:], unquote(page.url) or ".") + mark + section


def targets_of(page, files):
    known = TARGETS.get(page.file.src_path.replace("\\", "/"), {})
    targets = {}
    for written, place in known.items():
        targets[written] = address(place, page, files)
        # Links to pages have their final form by now.
        path, mark, section = written.partition("#")
        source = posixpath.normpath(posixpath.join(posixpath.dirname(page.file.src_path), path))
        file = files.get_file_from_path(source) if path else None
        if file is not None:
            targets[unquote(file.url_relative_to(page.file)) + mark + section] = targets[written]
    return targets


def on_page_content(text, page, files, **_):
    targets = targets_of(page, files)

    def other(place):
        return targets.get(unquote(html.unescape(place)), place)

    def attribute(match):
        blank, name, value = match.groups()
        bare = value.strip("\"'").strip()
        if name.lower() != "srcset":
            place = other(bare)
            if place == bare:
                return match.group(0)
            return f'{blank}{name}="{place}"' if place else ""
        parts = [(other(place), size.rstrip()) for place, size in CANDIDATE.findall(bare)]
        known = [place + size for place, size in parts if place]
        return f'{blank}{name}="{", ".join(known)}"' if known else ""

    def heading(match):
        tag, rest, inner = match.groups()
        if re.search(r"\sid=", rest, re.I):
            return match.group(0)
        name = quote(anchor(html.unescape(re.sub(r"<[^>]*>", "", inner))), safe="-_")
        return f'<{tag} id="{unquote(name)}"{rest}>{inner}</{tag}>'

    for number, part in enumerate(kept):
        for name in (f"<p>htmlpart{number}x</p>", f"htmlpart{number}x"):
            text = text.replace(name, part)
    text = TAG.sub(lambda tag: ATTRIBUTE.sub(attribute, tag.group(0)), text)
    return HEADING.sub(heading, text)


def on_post_build(config):
    for place, file in FILES.items():
        target = Path(config["site_dir"]) / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(Path(__file__).parent / file, target)
)py";
}

std::string mkdocs_config(const SiteDocs& docs, bool hooks) {
  std::string out = made_by("#", docs.folder);
  add(out, "site_name", docs.title);
  add(out, "site_description", docs.description);
  add(out, "site_url", docs.url);
  add(out, "repo_url", docs.repository);
  if (docs.folder != "docs") add(out, "docs_dir", docs.folder);
  const bool attributes = std::any_of(docs.pages.begin(), docs.pages.end(), [](const auto& entry) {
    return contains(entry.second.text, "{#");
  });
  if (attributes) out += "markdown_extensions:\n  - attr_list\n";
  if (hooks) out += "hooks:\n  - " + std::string(kMkdocsHooks) + "\n";
  return out + "nav:\n" + nav_text(docs.nav, 2);
}

}  // namespace

std::optional<std::string> mkdocs_folder(const repo::RepoView& view) {
  if (first_there(view, kMkdocsConfigs).empty()) return {};
  return std::string();
}

SitePlan mkdocs_site(const Input& input) {
  SitePlan plan;
  if (const std::string config = first_there(input.view, kMkdocsConfigs); !config.empty()) {
    plan.obstacle = "there is an MkDocs site already, " + config;
    return plan;
  }
  if (input.view.has_folder("site")) {
    plan.obstacle = "MkDocs builds into site/, and the repository has a folder of that name";
    return plan;
  }
  const SiteDocs docs = gather_site_docs(input, {}, {});
  if (docs.nothing) {
    plan.obstacle = std::string(kNoDocuments);
    return plan;
  }
  const SiteFixes fixes = mkdocs_fixes(docs);
  const bool html = std::any_of(docs.pages.begin(), docs.pages.end(), [](const auto& entry) {
    const auto document = syntax::parse_markdown(entry.second.text);
    return std::any_of(
        document.blocks.begin(), document.blocks.end(),
        [](const syntax::Block& block) { return block.kind == syntax::BlockKind::html; });
  });
  const bool hooks = fixes.any() || docs.uses_anchors || html;
  if (hooks && input.view.has(kMkdocsHooks)) {
    plan.obstacle = "the settings need a file " + std::string(kMkdocsHooks) + ", and there is one";
    return plan;
  }
  plan.writes = {{.path = "mkdocs.yml", .content = mkdocs_config(docs, hooks)}};
  if (hooks) {
    plan.writes.push_back(
        {.path = std::string(kMkdocsHooks), .content = mkdocs_hooks(docs, fixes)});
  }
  add_pages(docs, plan);
  fixes.report(plan);
  plan.build = "mkdocs build";
  return plan;
}

}  // namespace pawl::recipes
