#include "recipes/site_docs.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "base/text/glob.hpp"
#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "recipes/site_index.hpp"
#include "recipes/site_sources.hpp"
#include "repo/documents/link_text.hpp"
#include "syntax/data/data.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::recipes {
namespace {

constexpr double kNoOrder = 1e9;
constexpr std::size_t kPagesMax = 5'000;

bool is_page_path(std::string_view path) { return lower(path).ends_with(".md"); }

std::string stem_of_page(std::string_view path) {
  const std::string_view name = repo::last_part(path);
  return std::string(name.substr(0, name.rfind('.')));
}
std::string folder_of_page(std::string_view path) {
  const auto slash = path.rfind('/');
  return std::string(path.substr(0, slash == std::string_view::npos ? 0 : slash));
}
bool opens_folder(std::string_view path) {
  const std::string stem = lower(stem_of_page(path));
  return stem == "index" || stem == "readme";
}

Json front_matter(std::string_view text) {
  if (!text.starts_with("---\n") && !text.starts_with("---\r\n")) return {};
  const auto end = text.find("\n---", 3);
  if (end == std::string_view::npos) return {};
  const Result<std::vector<Json>> parsed = syntax::parse_yaml(text.substr(4, end - 3));
  return parsed && !parsed->empty() ? parsed->front() : Json();
}

std::string title_of(const std::string& path, const Json& front,
                     const syntax::MarkdownDocument& document) {
  for (const char* key : {"sidebar_label", "title"}) {
    if (!front[key].text().empty()) return front[key].string_or("");
  }
  for (const auto* headings : {&document.headings, &document.html_headings}) {
    for (const syntax::Heading& heading : *headings) {
      if (heading.level == 1 && !trim(heading.text).empty()) return std::string(trim(heading.text));
    }
  }
  const std::string stem =
      opens_folder(path) ? std::string(repo::last_part(folder_of_page(path))) : stem_of_page(path);
  return stem.empty() ? "Home" : readable_name(stem);
}

class Gathering {
 public:
  Gathering(const Input& input, std::span<const std::string_view> hides)
      : input_(input), hides_(hides), mkdocs_(mkdocs_settings(input.view)) {}

  SiteDocs gather() {
    docs_.folder = docs_folder();
    say_site();
    for (const repo::Entry& entry : input_.view.files()) add_page(entry);
    docs_.nothing = docs_.pages.empty() && !readme_title(input_.view);
    add_index();
    tell_apart();
    docs_.nav = written_nav();
    if (docs_.nav.empty()) docs_.nav = nav_of("");
    find_outward();
    note_others();
    return std::move(docs_);
  }

 private:
  std::string docs_folder() const {
    const auto has_pages = [&](std::string_view folder) {
      return std::any_of(input_.view.files().begin(), input_.view.files().end(),
                         [&](const repo::Entry& entry) {
                           return is_page_path(entry.path.text()) &&
                                  entry.path.text().starts_with(std::string(folder) + "/");
                         });
    };
    const std::string named(trim(mkdocs_["docs_dir"].text()));
    if (!named.empty() && RepoPath::parse(named).ok() && has_pages(named)) {
      return RepoPath::parse(named)->text();
    }
    if (input_.view.has("book.toml")) {
      const Result<Json> book = syntax::parse_toml(input_.view.text("book.toml").value_or(""));
      const std::string source = book ? (*book)["book"]["src"].string_or("src") : "src";
      if (has_pages(source)) return source;
    }
    for (const char* folder : {"docs", "doc", "documentation", "website/docs"}) {
      if (has_pages(folder)) return folder;
    }
    return "docs";
  }

  void say_site() {
    const repo::Facts& facts = input_.facts;
    docs_.title = mkdocs_["site_name"].string_or(facts.name ? facts.name->value : "");
    docs_.description =
        mkdocs_["site_description"].string_or(facts.description ? facts.description->value : "");
    docs_.url = mkdocs_["site_url"].string_or("");
    // A homepage may be anything; one at a host of project pages is this site.
    if (docs_.url.empty() && facts.homepage) {
      const std::string& home = facts.homepage->value;
      const auto host_end = home.find('/', std::string_view("https://").size());
      const std::string host = home.substr(0, host_end);
      if (host.ends_with(".github.io") || host.ends_with(".gitlab.io")) docs_.url = home;
    }
    if (!docs_.url.starts_with("https://") && !docs_.url.starts_with("http://")) docs_.url.clear();
    if (!docs_.url.empty() && !docs_.url.ends_with('/')) docs_.url += '/';
    const std::string address =
        mkdocs_["repo_url"].string_or(facts.repository_url ? facts.repository_url->value : "");
    docs_.repository = web_address(address).value_or(std::string());
    if (docs_.title.empty()) docs_.title = readme_title(input_.view).value_or("Documentation");
  }

  // The path below the folder of the documents; nothing of a file elsewhere.
  std::optional<std::string> inner(const std::string& path) const {
    if (!path.starts_with(docs_.folder + "/")) return {};
    return path.substr(docs_.folder.size() + 1);
  }

  void add_page(const repo::Entry& entry) {
    const std::optional<std::string> path = inner(entry.path.text());
    if (!path || entry.symlink || repo::is_vendored(entry.path)) return;
    const bool hidden = std::any_of(hides_.begin(), hides_.end(),
                                    [&](std::string_view glob) { return glob_match(glob, *path); });
    const bool configures = path->starts_with('.') || contains(*path, "/.");
    if (hidden || configures || docs_.pages.size() == kPagesMax) return;
    if (!is_page_path(*path)) {
      if (repo::is_page(*path)) unread_.push_back(entry.path.text());
      return;
    }
    const std::string text = to_utf8(input_.view.text(entry.path.text()).value_or(std::string()));
    const Json front = front_matter(text);
    const syntax::MarkdownDocument document = syntax::parse_markdown(text);
    SitePage page{.path = *path,
                  .title = title_of(*path, front, document),
                  .id = path->substr(0, path->size() - 3),
                  .order = front["sidebar_position"].number_or(kNoOrder)};
    if (const std::string id = front["id"].string_or(""); !id.empty()) {
      const std::string folder = folder_of_page(*path);
      page.id = folder.empty() ? id : folder + "/" + id;
    }
    note_links(*path, document);
    docs_.pages.emplace(*path, std::move(page));
  }

  // The page that opens a folder, an index before a README.
  const SitePage* opening(const std::string& folder) const {
    const SitePage* found = nullptr;
    for (const auto& [path, page] : docs_.pages) {
      if (folder_of_page(path) != folder || !opens_folder(path)) continue;
      if (found == nullptr || lower(stem_of_page(path)) == "index") found = &page;
    }
    return found;
  }

  void note_links(const std::string& page, const syntax::MarkdownDocument& document) {
    for (const syntax::Link& link : document.links) {
      if (!link.image) links_.emplace_back(page, link.target);
    }
    for (const syntax::Link& link : document.html_links) {
      const std::string place = link.target.substr(0, link.target.find_first_of("?#"));
      if (is_page_path(place) && !repo::has_scheme(place)) {
        html_links_.push_back(page + ": " + link.target);
      }
    }
  }

  void add_index() {
    if (opening("") != nullptr) return;
    docs_.index = first_page(input_, docs_);
    const syntax::MarkdownDocument document = syntax::parse_markdown(docs_.index->content);
    docs_.pages.emplace("index.md", SitePage{.path = "index.md",
                                             .title = title_of("index.md", {}, document),
                                             .id = "index",
                                             .order = kNoOrder});
    note_links("index.md", document);
  }

  // Pages that begin with the same heading, the project's name say, go by the names of their files.
  void tell_apart() {
    std::map<std::string, int> uses;
    for (const auto& [path, page] : docs_.pages) ++uses[page.title];
    for (auto& [path, page] : docs_.pages) {
      if (uses[page.title] > 1 && !opens_folder(path)) {
        page.title = readable_name(stem_of_page(path));
      }
    }
  }

  // The order a person gave the pages for another tool, as far as the pages are there.
  std::vector<NavItem> written_nav() {
    std::vector<NavItem> nav = mkdocs_nav(mkdocs_["nav"]);
    for (const char* name : {"SUMMARY.md", "_sidebar.md"}) {
      const std::optional<std::string> text = input_.view.text(docs_.folder + "/" + name);
      if (nav.empty() && text) nav = list_nav(*text);
    }
    settle(nav);
    if (nav.empty()) return nav;
    std::set<std::string> named;
    note_named(nav, named);
    std::vector<std::string> missing;
    for (const auto& [path, page] : docs_.pages) {
      const bool is_list = path == "SUMMARY.md" || path == "_sidebar.md";
      if (!named.contains(path) && !is_list) missing.push_back(path);
    }
    if (!missing.empty()) {
      docs_.left.push_back("The order of pages that was written down leaves out " +
                           shortened(missing) + ".");
    }
    return nav;
  }

  // Titles for entries that have none; entries whose page is not there go.
  void settle(std::vector<NavItem>& nav) {
    for (NavItem& item : nav) {
      if (!item.items.empty()) settle(item.items);
      item.page = item.page.substr(0, item.page.find('#'));
      if (item.page.empty()) continue;
      const SitePage* page = docs_.page(item.page);
      if (page == nullptr) {
        docs_.left.push_back("The navigation names " + item.page + ", which is no page.");
        item.page.clear();
      } else if (item.text.empty()) {
        item.text = page->title;
      }
    }
    std::erase_if(nav, [](const NavItem& item) {
      return item.page.empty() && item.url.empty() && item.items.empty();
    });
  }

  static void note_named(const std::vector<NavItem>& nav, std::set<std::string>& named) {
    for (const NavItem& item : nav) {
      named.insert(item.page);
      note_named(item.items, named);
    }
  }

  // The tree of folders: the page that opens a folder first, then by what front matter says, then
  // by name.
  std::vector<NavItem> nav_of(const std::string& folder) {
    struct Ranked {
      double order;
      std::string name;
      NavItem item;
    };
    std::vector<Ranked> ranked;
    std::set<std::string> folders;
    const std::string prefix = folder.empty() ? "" : folder + "/";
    for (const auto& [path, page] : docs_.pages) {
      if (!path.starts_with(prefix)) continue;
      const std::string rest = path.substr(prefix.size());
      if (const auto slash = rest.find('/'); slash != std::string::npos) {
        folders.insert(rest.substr(0, slash));
        continue;
      }
      const bool opens = opens_folder(path);
      if (opens && !folder.empty()) continue;  // it stands for the section
      ranked.push_back({opens ? -1 : page.order,
                        lower(stem_of_page(path)),
                        {.text = page.title, .page = path, .url = ""}});
    }
    for (const std::string& name : folders) {
      NavItem section = section_of(prefix + name);
      const Json category = category_of(prefix + name);
      const double order = category["position"].number_or(kNoOrder);
      if (!section.items.empty() || !section.page.empty()) {
        ranked.push_back({order, lower(name), std::move(section)});
      }
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
      return a.order != b.order ? a.order < b.order : a.name < b.name;
    });
    std::vector<NavItem> out;
    for (Ranked& one : ranked) out.push_back(std::move(one.item));
    return out;
  }

  NavItem section_of(const std::string& folder) {
    NavItem section{.text = readable_name(repo::last_part(folder)), .page = "", .url = ""};
    if (const SitePage* page = opening(folder); page != nullptr) {
      section.page = page->path;
      section.text = page->title;
    }
    const std::string label = category_of(folder)["label"].string_or("");
    if (!label.empty()) section.text = label;
    section.items = nav_of(folder);
    return section;
  }

  Json category_of(const std::string& folder) const {
    const auto text = input_.view.text(docs_.folder + "/" + folder + "/_category_.json");
    const Result<Json> parsed = Json::parse(text.value_or("{}"));
    return parsed ? *parsed : Json();
  }

  void find_outward() {
    for (const auto& [page, target] : links_) {
      if (target.empty() || target.starts_with('#') || repo::has_scheme(target)) continue;
      const std::string place = repo::percent_decoded(target.substr(0, target.find_first_of("?#")));
      const auto path = repo::resolved(folder_of_page(page), place);
      if (path && leads_to_page(*path, place)) continue;
      const auto whole = repo::resolved(docs_.folder + "/" + folder_of_page(page), place);
      const bool beside = whole && inner(*whole) && input_.view.has(*whole);
      if (!beside) docs_.outward.emplace_back(page, target);
    }
    std::sort(docs_.outward.begin(), docs_.outward.end());
    const auto last = std::unique(docs_.outward.begin(), docs_.outward.end());
    docs_.outward.erase(last, docs_.outward.end());
    if (docs_.outward.empty()) return;
    std::vector<std::string> shown;
    for (const auto& [page, target] : docs_.outward) shown.push_back(page + ": " + target);
    docs_.left.push_back(
        "These links lead to no page, and nowhere on the site: " + shortened(shown) + ".");
  }

  bool leads_to_page(const std::string& path, std::string_view place) const {
    if (docs_.page(path) != nullptr || docs_.page(path + ".md") != nullptr) return true;
    if (path.ends_with(".html") && docs_.page(path.substr(0, path.size() - 5) + ".md") != nullptr) {
      return true;
    }
    if (!place.empty() && !place.ends_with('/')) return false;
    return opening(path) != nullptr;
  }

  void note_others() {
    if (!html_links_.empty()) {
      docs_.left.push_back("These links to documents are HTML, which no generator follows: " +
                           shortened(html_links_) + ".");
    }
    if (!unread_.empty()) {
      docs_.left.push_back(
          "These are no Markdown files (.md), and get no page: " + shortened(unread_) + ".");
    }
    const std::vector<std::string> others = other_sites(input_.view);
    if (others.empty()) return;
    docs_.left.push_back("The settings of " + join(others, ", ") +
                         " stay, and what they say of themes, plugins and extensions is not taken "
                         "over; remove them when this site takes the place of theirs.");
  }

  static std::string shortened(std::vector<std::string> items) {
    constexpr std::size_t kShown = 8;
    const std::size_t more = items.size() > kShown ? items.size() - kShown : 0;
    if (more > 0) items.resize(kShown);
    return join(items, ", ") + (more > 0 ? " and " + std::to_string(more) + " more" : "");
  }

  const Input& input_;
  std::span<const std::string_view> hides_;
  Json mkdocs_;
  SiteDocs docs_;
  std::vector<std::pair<std::string, std::string>> links_;  // page, target
  std::vector<std::string> html_links_;                     // for people
  std::vector<std::string> unread_;
};

}  // namespace

const SitePage* SiteDocs::page(const std::string& path) const {
  const auto found = pages.find(path);
  return found == pages.end() ? nullptr : &found->second;
}

std::string readable_name(std::string_view stem) {
  // A number in front is there for the order.
  const auto digits = stem.find_first_not_of("0123456789");
  const bool numbered = digits != std::string_view::npos && digits > 0 &&
                        digits + 1 < stem.size() && contains("-_. ", stem.substr(digits, 1));
  if (numbered) stem.remove_prefix(digits + 1);
  std::string out;
  for (const char c : stem) out += c == '-' || c == '_' ? ' ' : c;
  out = std::string(trim(out));
  if (!out.empty()) out.front() = upper(out.substr(0, 1)).front();
  return out;
}

SiteDocs gather_site_docs(const Input& input, std::span<const std::string_view> hides) {
  return Gathering(input, hides).gather();
}

}  // namespace pawl::recipes
