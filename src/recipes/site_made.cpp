#include "recipes/site_made.hpp"

#include <algorithm>
#include <set>

#include "base/text/fixed_words.hpp"
#include "base/text/glob.hpp"
#include "base/text/text.hpp"
#include "recipes/site_book.hpp"
#include "recipes/site_index.hpp"
#include "repo/documents/link_text.hpp"

namespace pawl::recipes {
namespace {

constexpr auto kSphinxFolders =
    fixed_words("docs", "docs/source", "docs/src", "doc", "doc/source", "doc/src", "documentation",
                "documentation/source", "source");

std::string made_path(const std::string& page) { return std::string(kMadeFolder) + "/" + page; }

std::string folder_above(std::string_view path) {
  const auto slash = path.rfind('/');
  return std::string(path.substr(0, slash == std::string_view::npos ? 0 : slash));
}

std::string encoded_blanks(std::string_view path) { return replace_all(path, " ", "%20"); }

std::string without_page_ending(std::string_view name) {
  for (const std::string_view ending : {".rst", ".md", ".txt"}) {
    if (name.ends_with(ending)) name.remove_suffix(ending.size());
  }
  return std::string(name);
}

// Documents below a folder: path from it to text.
std::map<std::string, std::string> documents_in(const repo::RepoView& view,
                                                const std::string& folder,
                                                std::initializer_list<std::string_view> endings) {
  std::map<std::string, std::string> out;
  for (const repo::Entry& entry : view.files()) {
    const std::string& path = entry.path.text();
    if (entry.symlink || repo::is_vendored(entry.path) || !path.starts_with(folder + "/")) continue;
    const std::string inner = path.substr(folder.size() + 1);
    const bool wanted = std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) {
      return lower(inner).ends_with(ending);
    });
    const bool hidden = inner.starts_with('.') || contains(inner, "/.");
    if (!wanted || hidden) continue;
    out.emplace(inner, to_utf8(view.text(path).value_or(std::string())));
  }
  return out;
}

// The link to a file of the repository, from a page that is made of a document in `folder`.
std::optional<std::string> link_to_file(const repo::RepoView& view, const std::string& page,
                                        const std::string& path) {
  if (!view.has(path) && !view.has_folder(path)) return {};
  return encoded_blanks(repo::relative_link(folder_above(made_path(page)), path));
}

class Book {
 public:
  Book(const repo::RepoView& view, std::string folder) : view_(view), folder_(std::move(folder)) {
    for (auto& [path, text] : documents_in(view, folder_, {".rst", ".md"})) {
      // Templates, and parts of pages.
      const bool parts = path.starts_with('_') || contains(path, "/_") || contains(path, ".inc.") ||
                         path.starts_with("includes/");
      if (!parts) texts_.emplace(path, std::move(text));
    }
    for (const auto& [path, text] : texts_) {
      const bool markdown = path.ends_with(".md");
      const std::string stem = without_page_ending(path);
      titles_[stem] = book_title(text, markdown);
      for (const auto& [label, title] : labels_of(text, markdown)) {
        labels_.emplace(label, Label{stem, title});
      }
    }
  }

  // Whether some document is in a markup that only Sphinx reads.
  bool needs_sphinx() const {
    return std::any_of(texts_.begin(), texts_.end(), [](const auto& one) {
      return one.first.ends_with(".rst") || is_myst(one.second);
    });
  }

  MadePages make() {
    MadePages out;
    out.markup = "Sphinx";
    for (const auto& [path, text] : texts_) {
      const std::string stem = without_page_ending(path);
      const BookPage book = page_of(stem);
      const bool markdown = path.ends_with(".md");
      MadePage made = markdown ? page_of_myst(text, book) : page_of_rst(text, book);
      if (markdown) made.text = with_links_moved(made.text, stem);
      for (const auto& [name, times] : made.lost) out.lost[name] += times;
      children_[stem] = std::move(made.toctree);
      out.of_source[folder_ + "/" + path] = stem + ".md";
      out.pages.push_back({.path = made_path(stem + ".md"), .content = std::move(made.text)});
    }
    for (const char* first : {"index", "contents", "README"}) {
      if (!children_.contains(first)) continue;
      std::set<std::string> named{first};
      out.nav = nav_of(first, named);
      if (!out.nav.empty()) {
        out.nav.insert(
            out.nav.begin(),
            NavItem{.text = title_of(first), .page = std::string(first) + ".md", .url = ""});
      }
      break;
    }
    return out;
  }

 private:
  struct Label {
    std::string stem;
    std::string title;
  };

  std::string title_of(const std::string& stem) const {
    const auto found = titles_.find(stem);
    return found == titles_.end() || found->second.empty() ? readable_name(repo::last_part(stem))
                                                           : found->second;
  }

  static std::string link_between(const std::string& from, const std::string& to) {
    return encoded_blanks(repo::relative_link(folder_above(from), to + ".md"));
  }

  // A document as another one names it.
  std::optional<std::string> stem_named(const std::string& from, std::string_view name) const {
    const std::string plain = without_page_ending(name);
    const auto path = plain.starts_with('/') ? repo::resolved("", plain)
                                             : repo::resolved(folder_above(from), plain);
    if (!path) return {};
    if (titles_.contains(*path)) return path;
    if (path->ends_with(".html")) {
      const std::string stem = path->substr(0, path->size() - 5);
      if (titles_.contains(stem)) return stem;
    }
    return {};
  }

  BookPage page_of(const std::string& stem) const {
    BookPage book;
    book.label = [this, stem](std::string_view name) -> std::optional<BookPlace> {
      const auto found = labels_.find(lower(name));
      if (found == labels_.end()) return {};
      const Label& label = found->second;
      const std::string page = label.stem == stem ? "" : link_between(stem, label.stem);
      return BookPlace{page + "#" + label_anchor(name), label.title};
    };
    book.document = [this, stem](std::string_view name) -> std::optional<BookPlace> {
      const auto hash = std::min(name.find('#'), name.size());
      const auto to = stem_named(stem, name.substr(0, hash));
      if (!to || hash == 0) return {};
      return BookPlace{link_between(stem, *to) + std::string(name.substr(hash)), title_of(*to)};
    };
    book.file = [this, stem](std::string_view name) -> std::optional<std::string> {
      const auto path = repo_path(stem, name);
      return path ? link_to_file(view_, stem + ".md", *path) : std::nullopt;
    };
    book.text = [this, stem](std::string_view name) -> std::optional<std::string> {
      const auto path = repo_path(stem, name);
      auto text = path ? view_.text(*path) : std::nullopt;
      return text && is_utf8(*text) ? text : std::nullopt;
    };
    return book;
  }

  std::optional<std::string> repo_path(const std::string& stem, std::string_view name) const {
    if (name.empty() || contains(name, "://")) return {};
    if (name.starts_with('/')) return repo::resolved(folder_, name);
    const std::string above = folder_above(stem);
    return repo::resolved(folder_ + (above.empty() ? "" : "/" + above), name);
  }

  std::string with_links_moved(const std::string& text, const std::string& stem) const {
    return moved_links(text, [&](const std::string& target) -> std::optional<std::string> {
      if (target.empty() || target.starts_with('#') || repo::has_scheme(target)) return {};
      const auto mark = std::min(target.find_first_of("?#"), target.size());
      const std::string place = repo::percent_decoded(target.substr(0, mark));
      if (const auto to = stem_named(stem, place)) {
        return link_between(stem, *to) + target.substr(mark);
      }
      const auto path = repo_path(stem, place);
      const auto link = path ? link_to_file(view_, stem + ".md", *path) : std::nullopt;
      return link ? std::optional(*link + target.substr(mark)) : std::nullopt;
    });
  }

  std::vector<NavItem> nav_of(const std::string& stem, std::set<std::string>& named) {
    std::vector<NavItem> out;
    NavItem* section = nullptr;
    const auto add = [&](NavItem item) {
      (section == nullptr ? out : section->items).push_back(std::move(item));
    };
    for (const BookEntry& entry : children_[stem]) {
      if (entry.target.empty()) {
        out.push_back({.text = entry.title, .page = "", .url = ""});
        section = &out.back();
      } else if (contains(entry.target, "://")) {
        add({.text = entry.title.empty() ? entry.target : entry.title,
             .page = "",
             .url = entry.target});
      } else {
        for (const std::string& to : stems_like(stem, entry.target)) {
          if (!named.insert(to).second) continue;
          NavItem item{.text = entry.title.empty() ? title_of(to) : entry.title,
                       .page = to + ".md",
                       .url = ""};
          item.items = nav_of(to, named);
          add(std::move(item));
        }
      }
    }
    return out;
  }

  std::vector<std::string> stems_like(const std::string& from, const std::string& target) const {
    if (const auto one = stem_named(from, target)) return {*one};
    if (!contains(target, "*")) return {};
    const auto path = repo::resolved(target.starts_with('/') ? "" : folder_above(from), target);
    std::vector<std::string> out;
    for (const auto& [stem, title] : titles_) {
      if (path && glob_match(*path, stem)) out.push_back(stem);
    }
    return out;
  }

  const repo::RepoView& view_;
  std::string folder_;
  std::map<std::string, std::string> texts_;
  std::map<std::string, std::string> titles_;  // by stem
  std::map<std::string, Label> labels_;
  std::map<std::string, std::vector<BookEntry>> children_;
};

// Markdown that another generator has marked, each page copied, so that links between them hold.
std::optional<MadePages> plain_pages(const repo::RepoView& view, const std::string& folder,
                                     const SiteDialect& dialect) {
  const std::map<std::string, std::string> texts = documents_in(view, folder, {".md"});
  MadePages out;
  out.markup = "another generator";
  bool changed = false;
  for (const auto& [path, text] : texts) {
    std::string plain = plain_markdown(text, dialect, out.lost);
    changed = changed || trim(plain) != trim(replace_all(text, "\r\n", "\n"));
    out.of_source[folder + "/" + path] = path;
    out.pages.push_back({.path = made_path(path), .content = std::move(plain)});
  }
  if (!changed) return {};
  for (Write& page : out.pages) {
    const std::string inner = page.path.substr(kMadeFolder.size() + 1);
    const std::string above = folder_above(inner);
    page.content =
        moved_links(page.content, [&](const std::string& target) -> std::optional<std::string> {
          if (target.empty() || target.find_first_of("#/") == 0 || repo::has_scheme(target)) {
            return {};
          }
          const auto mark = std::min(target.find_first_of("?#"), target.size());
          const auto path = repo::resolved(folder + (above.empty() ? "" : "/" + above),
                                           repo::percent_decoded(target.substr(0, mark)));
          if (!path || out.of_source.contains(*path) || *path == folder) return {};
          const bool of_pages = path->starts_with(folder + "/") && !view.has(*path);
          const auto link = of_pages ? std::nullopt : link_to_file(view, inner, *path);
          return link ? std::optional(*link + target.substr(mark)) : std::nullopt;
        });
  }
  return out;
}

}  // namespace

std::optional<std::string> sphinx_folder(const repo::RepoView& view) {
  for (const std::string_view folder : kSphinxFolders) {
    if (view.has(std::string(folder) + "/conf.py")) return std::string(folder);
  }
  return {};
}

std::optional<MadePages> pages_to_make(const repo::RepoView& view, const std::string& folder,
                                       const SiteDialect& dialect) {
  if (view.has_folder(kMadeFolder)) return {};
  if (const auto sphinx = sphinx_folder(view)) {
    Book book(view, *sphinx);
    if (!book.needs_sphinx()) return {};
    return book.make();
  }
  return plain_pages(view, folder, dialect);
}

}  // namespace pawl::recipes
