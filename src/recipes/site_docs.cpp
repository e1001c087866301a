#include "recipes/site_docs.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "base/text/fixed_words.hpp"
#include "base/text/glob.hpp"
#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "recipes/site_index.hpp"
#include "recipes/site_made.hpp"
#include "recipes/site_parts.hpp"
#include "recipes/site_sources.hpp"
#include "repo/documents/link_text.hpp"
#include "repo/views/overlay_view.hpp"
#include "syntax/data/data.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::recipes {
namespace {

constexpr double kNoOrder = 1e9;
constexpr std::size_t kPagesMax = 5'000;

bool is_page_path(std::string_view path) { return path.ends_with(".md"); }

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
      if (heading.level == 1 && !trim(heading.text).empty()) return plain_title(heading.text);
    }
  }
  const std::string stem =
      opens_folder(path) ? std::string(repo::last_part(folder_of_page(path))) : stem_of_page(path);
  return stem.empty() ? "Home" : readable_name(stem);
}

class Gathering {
 public:
  Gathering(const Input& input, WordsView hides, SiteDialect dialect)
      : input_(input),
        hides_(hides),
        dialect_(dialect),
        tree_(input.view),
        mkdocs_(mkdocs_settings(input.view)) {}

  SiteDocs gather() {
    docs_.folder = docs_folder();
    say_site();
    make_pages();
    for (const repo::Entry& entry : tree_.files()) add_page(entry);
    docs_.nothing = docs_.pages.empty() && !readme_title(input_.view);
    add_index();
    title_by_file();
    docs_.nav = written_nav();
    if (docs_.nav.empty()) docs_.nav = nav_of("");
    if (docs_.nothing) return std::move(docs_);
    find_references();
    if (mend_made()) find_references();
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
    if (const auto sphinx = sphinx_folder(input_.view)) return *sphinx;
    for (const char* folder : {"docs", "doc", "documentation", "website/docs"}) {
      if (has_pages(folder)) return folder;
    }
    return "docs";
  }

  // Documents that do not show as they are get pages in a folder of their own, which is that of
  // the site's documents from then on.
  void make_pages() {
    source_folder_ = docs_.folder;
    dialect_.liquid = input_.view.has("_config.yml") || input_.view.has("docs/_config.yml");
    auto made = pages_to_make(input_.view, docs_.folder, dialect_);
    if (!made) return;
    for (Write& page : made->pages) {
      const Result<RepoPath> path = RepoPath::parse(page.path);
      if (!path) continue;
      // What does not show would only be in the way.
      std::erase_if(page.content, [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t';
      });
      tree_.put(*path, page.content);
      docs_.made.push_back(std::move(page));
    }
    docs_.folder = kMadeFolder;
    docs_.page_of_source = std::move(made->of_source);
    made_nav_ = std::move(made->nav);
    docs_.left.push_back("The documents are written for " + made->markup +
                         ", and stay; the pages in " + std::string(kMadeFolder) +
                         "/ were made of them. Keep one of the two when the site is taken over.");
    std::vector<std::string> lost;
    for (const auto& [name, times] : made->lost) {
      lost.push_back(name + (times > 1 ? " (" + std::to_string(times) + " times)" : ""));
    }
    if (lost.empty()) return;
    docs_.left.push_back(
        "Nothing stands on the pages for these marks of the documents: " + shortened(lost) + ".");
    docs_.lost.push_back(shortened(lost));
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
      const bool document = repo::is_page(*path) ||
                            among({"rst", "adoc", "asciidoc", "ipynb"}, repo::ending_of(*path));
      if (document) unread_.push_back(entry.path.text());
      return;
    }
    const std::string text = to_utf8(tree_.text(entry.path.text()).value_or(std::string()));
    const Json front = front_matter(text);
    const syntax::MarkdownDocument document = syntax::parse_markdown(text);
    SitePage page = page_of(*path, text, front, document);
    page.order = front["sidebar_position"].number_or(front["nav_order"].number_or(kNoOrder));
    page.slug = front["slug"].string_or("");
    page.layout = front["layout"].string_or("");
    if (const auto route = repo::resolved("", front["permalink"].string_or("")); route) {
      if (!route->empty()) routes_.emplace(*route, *path);
    }
    if (const std::string id = front["id"].string_or(""); !id.empty()) {
      const std::string folder = folder_of_page(*path);
      page.id = folder.empty() ? id : folder + "/" + id;
    }
    docs_.pages.emplace(*path, std::move(page));
  }

  static SitePage page_of(const std::string& path, const std::string& text, const Json& front,
                          const syntax::MarkdownDocument& document) {
    const auto is_title = [](const syntax::Heading& heading) { return heading.level == 1; };
    const auto& blocks = document.blocks;
    return {
        .path = path,
        .title = title_of(path, front, document),
        .id = path.substr(0, path.size() - 3),
        .order = kNoOrder,
        .text = text,
        .begins_with_heading = !blocks.empty() && blocks.front().level == 1,
        .own_title = !front["title"].text().empty() ||
                     std::any_of(document.headings.begin(), document.headings.end(), is_title),
        .holds_title =
            std::any_of(document.headings.begin(), document.headings.end(), is_title) ||
            std::any_of(document.html_headings.begin(), document.html_headings.end(), is_title)};
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

  void add_index() {
    if (opening("") != nullptr) return;
    docs_.index = first_page(input_, docs_);
    const std::string& text = docs_.index->content;
    docs_.pages.emplace("index.md", page_of("index.md", text, {}, syntax::parse_markdown(text)));
  }

  // Pages that begin with the same heading, the project's name say, go by the names of their files.
  void title_by_file() {
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
    if (nav.empty()) nav = made_nav_;
    for (const char* name : {"SUMMARY.md", "_sidebar.md"}) {
      const std::optional<std::string> text = tree_.text(source_folder_ + "/" + name);
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
    const auto text = input_.view.text(source_folder_ + "/" + folder + "/_category_.json");
    const Result<Json> parsed = Json::parse(text.value_or("{}"));
    return parsed ? *parsed : Json();
  }

  // No page may begin with what is broken: what leads nowhere on a page that is made becomes words
  // there, what is spelt otherwise is spelt as the page it leads to.
  bool mend_made() {
    std::vector<std::string> dead;
    bool changed = false;
    for (Write& page : docs_.made) {
      const std::string inner = page.path.substr(docs_.folder.size() + 1);
      std::map<std::string, const SiteReference*> by_target;
      for (const SiteReference& one : docs_.references) {
        if (one.page == inner && !one.html) by_target[one.written] = &one;
      }
      std::string text = page.content;
      for (const std::string& target : targets_of(page.content)) {
        const auto found = by_target.find(repo::percent_decoded(target));
        if (found == by_target.end()) continue;
        const SiteReference& one = *found->second;
        if (one.leads == Leads::nowhere) {
          const std::string without = unlinked(text, target);
          if (without != text) dead.push_back(inner + ": " + target);
          text = without;
        } else if (one.leads == Leads::page && !one.plain) {
          const std::string link = one.path == inner && !one.anchor.empty()
                                       ? "#" + one.anchor
                                       : link_from_page(docs_, one);
          text = moved_links(text, [&](const std::string& other) {
            return other == target ? std::optional(link) : std::nullopt;
          });
        }
      }
      if (text == page.content) continue;
      changed = true;
      page.content = text;
      docs_.pages.at(inner).text = std::move(text);
    }
    if (!dead.empty()) {
      docs_.left.push_back(
          "These led nowhere before, and are words without a link now: " + shortened(dead) + ".");
    }
    return changed;
  }

  void find_references() {
    docs_.references.clear();
    PageAnchors anchors;
    std::map<std::string, syntax::MarkdownDocument> documents;
    for (const auto& [path, page] : docs_.pages) {
      const auto& document = documents[path] = syntax::parse_markdown(page.text);
      anchors[path] = syntax::anchors_of(document);
    }
    const SiteTree tree{.view = tree_,
                        .folder = docs_.folder,
                        .source = source_folder_,
                        .pages = anchors,
                        .routes = routes_};
    for (const auto& [path, document] : documents) {
      for (SiteReference& one : references_of(tree, path, document)) {
        docs_.uses_anchors = docs_.uses_anchors || !one.anchor.empty();
        docs_.references.push_back(std::move(one));
      }
    }
  }

  void note_others() {
    if (!unread_.empty()) {
      docs_.lost.push_back(counted(unread_.size(), "document") + " that is no Markdown");
      docs_.left.push_back(
          "These are no Markdown files (.md), and get no page: " + shortened(unread_) + ".");
    }
    const std::vector<std::string> others = other_sites(input_.view);
    if (others.empty()) return;
    docs_.left.push_back("The settings of " + join(others, ", ") +
                         " stay, and what they say of themes, plugins and extensions is not taken "
                         "over; remove them when this site takes the place of theirs.");
  }

  const Input& input_;
  WordsView hides_;
  SiteDialect dialect_;
  repo::OverlayView tree_;  // with the pages that are made
  std::string source_folder_;
  std::vector<NavItem> made_nav_;
  std::map<std::string, std::string> routes_;
  Json mkdocs_;
  SiteDocs docs_;
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

std::string shortened(std::vector<std::string> items) {
  constexpr std::size_t kShown = 8;
  const std::size_t more = items.size() > kShown ? items.size() - kShown : 0;
  if (more > 0) items.resize(kShown);
  return join(items, ", ") + (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

SiteDocs gather_site_docs(const Input& input, WordsView hides, SiteDialect dialect) {
  return Gathering(input, hides, dialect).gather();
}

}  // namespace pawl::recipes
