#include "recipes/site_sources.hpp"

#include <array>

#include "base/text/text.hpp"
#include "syntax/data/data.hpp"

namespace pawl::recipes {
namespace {

NavItem mkdocs_item(const Json& item) {
  if (item.is_string()) return {.text = "", .page = std::string(item.text()), .url = ""};
  NavItem out;
  for (const auto& [title, value] : item.members()) {
    out.text = title;
    const bool elsewhere = contains(value.text(), "://");
    (elsewhere ? out.url : out.page) = value.string_or("");
    if (value.is_array()) out.items = mkdocs_nav(value);
  }
  return out;
}

struct ListLine {
  std::size_t indent = 0;
  NavItem item;
};

// `  * [Title](page.md)`; without a link the text opens a section.
std::optional<ListLine> list_line(std::string_view line) {
  const std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
  std::string_view rest = line.substr(indent);
  if (!rest.starts_with("- ") && !rest.starts_with("* ") && !rest.starts_with("+ ")) return {};
  rest = trim(rest.substr(2));
  ListLine out{.indent = indent, .item = {.text = std::string(rest), .page = "", .url = ""}};
  const auto middle = rest.find("](");
  if (!rest.starts_with('[') || middle == std::string_view::npos) return out;
  std::string_view target = rest.substr(middle + 2);
  target = trim(target.substr(0, target.find(')')));
  target = target.substr(0, target.find(" \""));
  if (target.starts_with('<') && target.ends_with('>'))
    target = target.substr(1, target.size() - 2);
  while (target.starts_with("./")) target.remove_prefix(2);
  out.item.text = std::string(rest.substr(1, middle - 1));
  (contains(target, "://") ? out.item.url : out.item.page) = std::string(target);
  return out;
}

// Takes the lines from `at` on that are indented by at least `indent`.
std::vector<NavItem> take_list(const std::vector<ListLine>& lines, std::size_t& at,
                               std::size_t indent) {
  std::vector<NavItem> out;
  while (at < lines.size() && lines[at].indent >= indent) {
    if (lines[at].indent > indent && !out.empty()) {
      out.back().items = take_list(lines, at, lines[at].indent);
      continue;
    }
    out.push_back(lines[at++].item);
  }
  return out;
}

struct Generator {
  std::string_view name;
  std::string_view file;
};
constexpr auto kGenerators = std::to_array<Generator>({
    {"MkDocs", "mkdocs.yml"},
    {"MkDocs", "mkdocs.yaml"},
    {"Docusaurus", "docusaurus.config.js"},
    {"Docusaurus", "docusaurus.config.ts"},
    {"Docusaurus", "website/docusaurus.config.js"},
    {"Docusaurus", "website/docusaurus.config.ts"},
    {"mdBook", "book.toml"},
    {"GitBook", ".gitbook.yaml"},
    {"Jekyll", "_config.yml"},
    {"Jekyll", "docs/_config.yml"},
    {"docsify", "docs/_sidebar.md"},
    {"Sphinx", "docs/conf.py"},
    {"Sphinx", "docs/source/conf.py"},
    {"VitePress", ".vitepress/config.mjs"},
    {"VitePress", ".vitepress/config.mts"},
    {"VitePress", ".vitepress/config.js"},
    {"VitePress", ".vitepress/config.ts"},
    {"VitePress", "docs/.vitepress/config.mjs"},
    {"VitePress", "docs/.vitepress/config.mts"},
    {"VitePress", "docs/.vitepress/config.js"},
    {"VitePress", "docs/.vitepress/config.ts"},
    {"VuePress", "docs/.vuepress/config.js"},
    {"VuePress", "docs/.vuepress/config.ts"},
});

}  // namespace

Json mkdocs_settings(const repo::RepoView& view) {
  for (const char* name : {"mkdocs.yml", "mkdocs.yaml"}) {
    const std::optional<std::string> text = view.text(name);
    if (!text) continue;
    // Names of Python functions, as themes want them, are no YAML of ours.
    const std::string plain = replace_all(replace_all(*text, "!!python/name:", ""), "!ENV ", "");
    const Result<std::vector<Json>> documents = syntax::parse_yaml(plain);
    if (documents && !documents->empty() && documents->front().is_object()) {
      return documents->front();
    }
  }
  return {};
}

std::vector<NavItem> mkdocs_nav(const Json& nav) {
  std::vector<NavItem> out;
  for (const Json& item : nav.items()) out.push_back(mkdocs_item(item));
  return out;
}

std::vector<NavItem> list_nav(std::string_view text) {
  std::vector<ListLine> lines;
  for (const std::string_view line : split_lines(text)) {
    if (auto item = list_line(line)) lines.push_back(*std::move(item));
  }
  std::size_t at = 0;
  std::vector<NavItem> out;
  while (at < lines.size()) {
    for (NavItem& item : take_list(lines, at, lines[at].indent)) out.push_back(std::move(item));
  }
  return out;
}

std::vector<std::string> other_sites(const repo::RepoView& view) {
  std::vector<std::string> out;
  for (const Generator& generator : kGenerators) {
    if (!view.has(generator.file)) continue;
    out.push_back(std::string(generator.name) + " (" + std::string(generator.file) + ")");
  }
  return out;
}

}  // namespace pawl::recipes
