// An MkDocs site: mkdocs.yml at the root.
#include <array>

#include "base/text/text.hpp"
#include "recipes/site.hpp"
#include "recipes/site_docs.hpp"
#include "recipes/site_parts.hpp"

namespace pawl::recipes {
namespace {

constexpr auto kMkdocsConfigs = std::to_array<std::string_view>({"mkdocs.yml", "mkdocs.yaml"});

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

std::string mkdocs_config(const SiteDocs& docs) {
  std::string out = made_by("#", docs.folder);
  add(out, "site_name", docs.title);
  add(out, "site_description", docs.description);
  add(out, "site_url", docs.url);
  add(out, "repo_url", docs.repository);
  if (docs.folder != "docs") add(out, "docs_dir", docs.folder);
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
  const SiteDocs docs = gather_site_docs(input, {});
  if (docs.nothing) {
    plan.obstacle = std::string(kNoDocuments);
    return plan;
  }
  plan.writes = {{.path = "mkdocs.yml", .content = mkdocs_config(docs)}};
  if (docs.index) plan.writes.push_back(*docs.index);
  plan.left = docs.left;
  plan.build = "mkdocs build";
  return plan;
}

}  // namespace pawl::recipes
