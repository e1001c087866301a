#include "recipes/site_references.hpp"

#include <algorithm>
#include <optional>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/documents/link_text.hpp"
#include "syntax/documents/html_tags.hpp"

namespace pawl::recipes {
namespace {

// Where generators keep files that pages name from the root of the site.
constexpr auto kPublicFolders =
    fixed_words("public", ".vuepress/public", ".vitepress/public", "static", "../static",
                "../public", "../website/static");

struct Written {
  std::string target;
  bool html = false;
  bool shown = false;
};

std::string loose(std::string_view anchor) {
  std::string out;
  for (const char c : lower(anchor)) {
    const bool mark = c == '-' || c == '_' || c == '.' || c == ' ';
    if (!mark) out += c;
  }
  return out;
}

void add_tag(const syntax::HtmlTag& tag, std::vector<Written>& out) {
  for (const auto& [name, value] : tag.attributes) {
    const std::string target(trim(value));
    if (target.empty()) continue;
    const bool links = name == "href" && among({"a", "area"}, tag.name);
    const bool shows = among({"src", "poster"}, name);
    if (links || shows) out.push_back({target, true, shows});
    if (name != "srcset") continue;
    for (auto& [address, size] : syntax::srcset_candidates(target)) {
      out.push_back({std::move(address), true, true});
    }
  }
}

std::vector<Written> written_in(const syntax::MarkdownDocument& document) {
  std::vector<Written> out;
  for (const syntax::Link& link : document.links) out.push_back({link.target, false, link.image});
  for (const syntax::Block& block : document.blocks) {
    if (block.kind == syntax::BlockKind::html) {
      for (const syntax::HtmlTag& tag : syntax::html_tags(block.text)) add_tag(tag, out);
    }
    for (const syntax::Piece& piece : block.pieces) {
      if (piece.kind != syntax::PieceKind::html) continue;
      for (const syntax::HtmlTag& tag : syntax::html_tags(piece.text)) add_tag(tag, out);
    }
  }
  return out;
}

class Resolver {
 public:
  Resolver(const SiteTree& tree, const std::string& page) : tree_(tree), page_(page) {}

  SiteReference resolve(const Written& written) const {
    SiteReference out{.page = page_,
                      .written = repo::percent_decoded(written.target),
                      .html = written.html,
                      .shown = written.shown};
    const auto mark = std::min(written.target.find_first_of("?#"), written.target.size());
    const std::string place = repo::percent_decoded(written.target.substr(0, mark));
    const auto hash = written.target.find('#');
    if (hash != std::string::npos)
      out.anchor = repo::percent_decoded(written.target.substr(hash + 1));
    const std::string asked = out.anchor;
    if (place.empty()) {
      out.leads = Leads::page;
      out.path = page_;
    } else if (is_utf8(place)) {
      lead(place, out);
    }
    settle_anchor(out);
    if (place.empty() && !asked.empty() && out.anchor.empty()) out.leads = Leads::nowhere;
    const bool queried = mark < written.target.size() && written.target[mark] == '?';
    out.plain = !queried && out.anchor == asked && (place.empty() || is_plain(place, out));
    return out;
  }

 private:
  // From the root of the repository.
  std::optional<std::string> beside(std::string_view place) const {
    const std::string folder(folder_of(page_));
    return repo::resolved(tree_.folder + (folder.empty() ? "" : "/" + folder), place);
  }

  bool is_plain(std::string place, const SiteReference& out) const {
    while (place.starts_with("./")) place = place.substr(2);
    if (place.starts_with('/') || contains(place, "//") || contains(place, "/./")) return false;
    const auto path = beside(place);
    if (!path) return false;
    return out.leads == Leads::page ? *path == tree_.folder + "/" + out.path : *path == out.path;
  }

  std::optional<std::string> inner(const std::string& path) const {
    if (path == tree_.folder) return "";
    if (!path.starts_with(tree_.folder + "/")) return {};
    return path.substr(tree_.folder.size() + 1);
  }

  // The page a path of the repository stands for.
  std::optional<std::string> page_at(const std::string& path) const {
    std::optional<std::string> inside = inner(path);
    if (!inside) return {};
    std::string stem = *inside;
    if (tree_.pages.contains(stem)) return stem;
    for (const std::string_view ending : {".html", ".htm", ".rst", ".markdown", ".mdx", ".adoc"}) {
      if (stem.ends_with(ending)) stem.resize(stem.size() - ending.size());
    }
    if (tree_.pages.contains(stem + ".md")) return stem + ".md";
    const std::string front = stem.empty() ? "" : stem + "/";
    for (const char* name :
         {"index.md", "Index.md", "INDEX.md", "README.md", "Readme.md", "readme.md"}) {
      if (tree_.pages.contains(front + name)) return front + name;
    }
    if (stem.ends_with("/index") || stem == "index") {
      return page_at(tree_.folder + "/" +
                     stem.substr(0, stem.size() - std::min<std::size_t>(stem.size(), 6)));
    }
    return {};
  }

  bool take(const std::optional<std::string>& path, SiteReference& out) const {
    if (!path) return false;
    if (auto page = page_at(*path); page && !out.shown) {
      out.leads = Leads::page;
      out.path = *std::move(page);
      return true;
    }
    const repo::Entry* entry = tree_.view.find(*path);
    const bool folder = entry == nullptr && (path->empty() || tree_.view.has_folder(*path));
    if (entry == nullptr && !folder) return false;
    out.leads = folder ? Leads::folder : Leads::file;
    out.path = *path;
    return true;
  }

  void lead(const std::string& place, SiteReference& out) const {
    if (place.starts_with('/')) return lead_from_root(place, out);
    const auto path = beside(place);
    if (take(path, out)) return;
    if (!path) return lead_past_root(place, out);
    // On a site a page may be a folder of its own.
    const std::string stem = page_.substr(0, page_.rfind('.'));
    if (take(repo::resolved(tree_.folder + "/" + stem, place), out)) return;
  }

  void lead_from_root(const std::string& place, SiteReference& out) const {
    if (take(repo::resolved(tree_.folder, place), out)) return;
    const auto route = tree_.routes.find(repo::resolved("", place).value_or(""));
    if (route != tree_.routes.end()) {
      out.leads = Leads::page;
      out.path = route->second;
      return;
    }
    for (const std::string& root : {tree_.folder, tree_.source}) {
      if (take(repo::resolved(root, place), out)) return;
      for (const std::string_view folder : kPublicFolders) {
        const auto below = repo::resolved(root, folder);
        if (below && take(repo::resolved(*below, place), out)) return;
      }
    }
    take(repo::resolved("", place), out);
  }

  // A forge shows files two folders below the address of the repository.
  void lead_past_root(std::string_view place, SiteReference& out) const {
    const std::string whole = tree_.folder + "/" + std::string(folder_of(page_));
    std::vector<std::string_view> parts;
    int above = 0;
    for (const std::string_view from : {std::string_view(whole), place}) {
      for (const std::string_view part : split(from, '/')) {
        if (part.empty() || part == ".") continue;
        if (part != "..") {
          parts.push_back(part);
        } else if (parts.empty()) {
          ++above;
        } else {
          parts.pop_back();
        }
      }
    }
    constexpr int kBelowAddress = 2;
    if (above != kBelowAddress || parts.empty()) return;
    out.leads = Leads::forge;
    out.path = join(parts, "/");
  }

  // The anchor as the page spells it; none when the page has none like it.
  void settle_anchor(SiteReference& out) const {
    if (out.anchor.empty()) return;
    if (out.leads != Leads::page) return;
    if (equal_folded(out.anchor, "top")) {
      out.anchor = "top";
      return;
    }
    const auto& anchors = tree_.pages.find(out.path)->second;
    if (among(anchors, out.anchor)) return;
    const auto alike = std::find_if(anchors.begin(), anchors.end(), [&](const std::string& one) {
      return !loose(one).empty() && loose(one) == loose(out.anchor);
    });
    out.anchor = alike == anchors.end() ? std::string() : *alike;
  }

  const SiteTree& tree_;
  const std::string& page_;
};

}  // namespace

std::vector<SiteReference> references_of(const SiteTree& tree, const std::string& page,
                                         const syntax::MarkdownDocument& document) {
  std::vector<SiteReference> out;
  std::set<std::pair<std::string, bool>> seen;
  const Resolver resolver(tree, page);
  for (const Written& written : written_in(document)) {
    if (written.target.empty() || repo::has_scheme(written.target)) continue;
    if (!seen.emplace(written.target, written.html).second) continue;
    out.push_back(resolver.resolve(written));
  }
  return out;
}

std::string percent_encoded(std::string_view path) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("/-._~!$&'*+,;=:@").find(c) != std::string_view::npos;
    if (plain) {
      out += c;
    } else {
      out += '%';
      out += kDigits[byte >> 4U];
      out += kDigits[byte & 15U];
    }
  }
  return out;
}

}  // namespace pawl::recipes
