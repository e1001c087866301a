#include "recipes/site_parts.hpp"

#include <algorithm>

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/glob.hpp"
#include "base/text/text.hpp"
#include "repo/documents/link_text.hpp"

namespace pawl::recipes {
namespace {

bool hides_tracked(const repo::RepoView& view, const std::string& rule) {
  const std::string folder = rule.starts_with('/') ? rule.substr(1) : rule;
  return std::any_of(view.files().begin(), view.files().end(), [&](const repo::Entry& entry) {
    return entry.path.text().starts_with(folder);
  });
}

// A rule for `node_modules` in general covers the one of a folder.
bool is_covered(std::string_view existing, const std::string& rule) {
  std::string bare = rule;
  while (bare.ends_with('/')) bare.pop_back();
  const std::string last = bare.substr(bare.rfind('/') + 1);
  for (const std::string_view line : split_lines(existing)) {
    std::string known(trim(line));
    while (known.ends_with('/')) known.pop_back();
    if (known == bare || "/" + known == bare || known == last || known == "**/" + last) return true;
  }
  return false;
}

// Adds members that are not there.
bool complete(Json& manifest, std::string_view key,
              const std::vector<std::pair<std::string, std::string>>& members) {
  Json object = manifest[key].is_object() ? manifest[key] : Json::object();
  bool changed = false;
  for (const auto& [name, value] : members) {
    if (object.has(name)) continue;
    object.set(name, value);
    changed = true;
  }
  if (changed) manifest.set(key, std::move(object));
  return changed;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> site_packages(std::string_view tool) {
  const auto table = asset("sites/packages.txt");
  PAWL_CHECK(table.has_value(), "data/sites/packages.txt is embedded");
  std::vector<std::pair<std::string, std::string>> out;
  for (const std::string_view line : split_lines(*table)) {
    const auto words = split_words(line);
    if (words.size() == 3 && words[0] == tool) out.emplace_back(words[1], words[2]);
  }
  return out;
}

std::optional<Write> site_manifest(const Input& input, const std::string& folder,
                                   const SiteTool& tool) {
  const std::string path = folder + "/package.json";
  Json manifest = Json::object({{"private", true}});
  if (const auto text = input.view.text(path)) {
    Result<Json> parsed = Json::parse(*text);
    if (!parsed || !parsed->is_object()) return {};
    manifest = *std::move(parsed);
  }
  std::vector<std::pair<std::string, std::string>> scripts;
  for (const auto& [name, command] : tool.scripts) scripts.emplace_back(name, command);
  const bool more_scripts = complete(manifest, "scripts", scripts);
  const bool more_packages = complete(manifest, "devDependencies", site_packages(tool.name));
  const bool changed = more_scripts || more_packages;
  return Write{.path = path,
               .content = changed ? manifest.pretty() : input.view.text(path).value_or("")};
}

std::optional<Write> site_ignores(const Input& input, const std::vector<std::string>& rules) {
  std::string text = input.view.text(".gitignore").value_or(std::string());
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  std::string added;
  for (const std::string& rule : rules) {
    if (!is_covered(text, rule) && !hides_tracked(input.view, rule)) added += rule + "\n";
  }
  if (added.empty()) return {};
  return Write{.path = ".gitignore",
               .content = text + (text.empty() ? "" : "\n") + "# Site of the documents\n" + added};
}

std::string origin_of(std::string_view url) {
  const auto scheme = url.find("://");
  if (scheme == std::string_view::npos) return {};
  return std::string(url.substr(0, url.find('/', scheme + 3)));
}

std::string base_path(std::string_view url) {
  const std::string origin = origin_of(url);
  std::string path(url.substr(std::min(origin.size(), url.size())));
  if (!path.starts_with('/')) path = "/" + path;
  return path.ends_with('/') ? path : path + "/";
}

void SiteFixes::set(const SiteReference& reference, const std::string& page,
                    const std::string& target) {
  (reference.html ? tags_ : links_)[page][reference.written] = target;
  if (!target.empty()) return;
  const std::string entry = reference.page + ": " + reference.written;
  auto& list = reference.leads == Leads::nowhere ? dead_ : unlinked_;
  if (std::find(list.begin(), list.end(), entry) == list.end()) list.push_back(entry);
}

void SiteFixes::report(SitePlan& plan) const {
  if (!dead_.empty()) {
    plan.left.push_back("These led nowhere before, and are words without a link on the site: " +
                        shortened(dead_) + ".");
  }
  if (unlinked_.empty()) return;
  plan.left.push_back(
      "These lead to what is on no site, and no file says where the repository is, so that they "
      "are "
      "words without a link: " +
      shortened(unlinked_) + ".");
  plan.lost.push_back(counted(unlinked_.size(), "link"));
}

Json table_json(const SiteFixes::Table& table) {
  Json out = Json::object();
  for (const auto& [page, targets] : table) {
    Json one = Json::object();
    for (const auto& [written, target] : targets) one.set(written, target);
    out.set(page, std::move(one));
  }
  return out;
}

std::string forge_address(const SiteDocs& docs, const SiteReference& reference) {
  if (docs.repository.empty()) return {};
  const std::string path = percent_encoded(reference.path);
  switch (reference.leads) {
    case Leads::file: return docs.repository + "/blob/HEAD/" + path;
    case Leads::folder: return docs.repository + (path.empty() ? "" : "/tree/HEAD/" + path);
    case Leads::forge: return docs.repository + "/" + path;
    case Leads::page:
    case Leads::nowhere: break;
  }
  return {};
}

std::string page_link(std::string_view front, const SiteReference& reference) {
  return std::string(front) + percent_encoded(reference.path) +
         (reference.anchor.empty() ? "" : "#" + percent_encoded(reference.anchor));
}

std::string repo_path_of(const SiteDocs& docs, const SiteReference& reference) {
  return reference.leads == Leads::page ? docs.folder + "/" + reference.path : reference.path;
}

std::string link_from_page(const SiteDocs& docs, const SiteReference& reference) {
  const std::string from = docs.folder + "/" + reference.page;
  const std::string folder = from.substr(0, from.rfind('/'));
  const bool anchored = reference.leads == Leads::page && !reference.anchor.empty();
  return percent_encoded(repo::relative_link(folder, repo_path_of(docs, reference))) +
         (anchored ? "#" + percent_encoded(reference.anchor) : "");
}

bool lies_in_docs(const SiteDocs& docs, const SiteReference& reference) {
  return reference.path.starts_with(docs.folder + "/");
}

std::string script_of_anchors() {
  return R"js(
// As on GitHub, so that links to sections lead where they led.
const anchor = (text) =>
  text.trim().toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-');
)js";
}

std::string script_of_headings() {
  return R"js(
const withAnchors = (html) =>
  html.replace(/<(h[1-6])((?:\s[^>]*)?)>([^]*?)<\/\1>/gi, (all, tag, rest, inner) =>
    /\sid=/i.test(rest)
      ? all
      : `<${tag} id="${anchor(inner.replace(/<[^>]*>/g, ''))}"${rest}>${inner}</${tag}>`);
)js";
}

bool has_styles_of_its_own(const repo::RepoView& view) {
  const bool settings =
      std::any_of(view.files().begin(), view.files().end(), [](const repo::Entry& entry) {
        const std::string& path = entry.path.text();
        return path.starts_with("postcss.config.") || path.starts_with(".postcssrc");
      });
  const Result<Json> manifest = Json::parse(view.text("package.json").value_or("{}"));
  return settings || (manifest && manifest->has("postcss"));
}

std::vector<std::string> other_markdown(const repo::RepoView& view, const SiteDocs& docs) {
  std::vector<std::string> out;
  for (const repo::Entry& entry : view.files()) {
    const std::string& path = entry.path.text();
    if (!path.starts_with(docs.folder + "/") || !path.ends_with(".md")) continue;
    const std::string inner = path.substr(docs.folder.size() + 1);
    const bool hidden =
        inner.starts_with('.') || contains(inner, "/.") || contains("/" + inner, "/node_modules/");
    if (!hidden && docs.page(inner) == nullptr) out.push_back(inner);
  }
  return out;
}

void add_pages(const SiteDocs& docs, SitePlan& plan) {
  if (docs.index) plan.writes.push_back(*docs.index);
  plan.writes.insert(plan.writes.end(), docs.made.begin(), docs.made.end());
  plan.left = docs.left;
  plan.lost = docs.lost;
}

std::string script_of_tags() {
  return R"js(
const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
// Other targets for what is in tags of HTML; none takes the attribute away.
const retargeted = (html, targets) =>
  html.replace(/(\s)(href|src|srcset|poster)=("[^"]*"|'[^']*'|[^\s"'>]+)/gi, (all, blank, name, value) => {
    const bare = value.replace(/^["']|["']$/g, '').trim();
    const other = (one) => targets[decoded(one.replaceAll('&amp;', '&'))] ?? one;
    if (name.toLowerCase() !== 'srcset') {
      const to = other(bare);
      return to === bare ? all : to === '' ? '' : `${blank}${name}="${to}"`;
    }
    const list = [...bare.matchAll(/([^\s,]\S*[^\s,]|[^\s,])(\s+[^,]+)?\s*(?:,|$)/g)];
    const known = list.map(([, place, size = '']) => other(place) && other(place) + size.trimEnd());
    return known.some(Boolean) ? `${blank}${name}="${known.filter(Boolean).join(', ')}"` : '';
  });
)js";
}

std::string made_by(std::string_view comment, std::string_view folder) {
  return std::string(comment) + " Made from the documents in " + std::string(folder) +
         "/ by `pawl migrate`; it is yours to change.\n";
}

std::string first_there(const repo::RepoView& view, WordsView paths) {
  for (const std::string_view path : paths) {
    if (view.has(path)) return std::string(path);
  }
  return {};
}

}  // namespace pawl::recipes
