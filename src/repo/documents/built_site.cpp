#include "repo/documents/built_site.hpp"

#include <algorithm>
#include <optional>

#include "base/text/text.hpp"
#include "repo/documents/link_text.hpp"
#include "syntax/documents/html_tags.hpp"

namespace pawl::repo {
namespace {

struct Page {
  std::vector<std::string> targets;
  std::set<std::string, std::less<>> anchors;
};

std::string unescaped(std::string_view value) {
  std::string out(value);
  for (const auto& [name, plain] : {std::pair<std::string_view, std::string_view>{"&quot;", "\""},
                                    {"&#34;", "\""},
                                    {"&#39;", "'"},
                                    {"&#x27;", "'"},
                                    {"&#x26;", "&"},
                                    {"&lt;", "<"},
                                    {"&gt;", ">"},
                                    {"&amp;", "&"}}) {
    out = replace_all(out, name, plain);
  }
  return out;
}

// Scripts and styles hold text that only looks like tags.
std::string without_programs(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find("<script", at), text.find("<style", at));
    if (open == std::string_view::npos) return out + std::string(text.substr(at));
    const std::size_t body = std::min(text.find('>', open), text.size() - 1) + 1;
    const std::string_view close =
        text.substr(open).starts_with("<script") ? "</script" : "</style";
    out += text.substr(at, body - at);
    at = std::min(text.find(close, body), text.size());
  }
  return out;
}

Page read_page(std::string_view text) {
  Page page;
  const std::string plain = without_programs(text);
  for (const syntax::HtmlTag& tag : syntax::html_tags(plain)) {
    for (const auto& [name, written] : tag.attributes) {
      const std::string value = unescaped(trim(written));
      const bool links = name == "href" && among({"a", "area", "link"}, tag.name);
      const bool shows = among({"src", "poster"}, name) || (name == "data" && tag.name == "object");
      const bool anchors = name == "id" || (name == "name" && tag.name == "a");
      if (anchors && !value.empty()) page.anchors.insert(value);
      if ((links || shows) && !value.empty()) page.targets.push_back(value);
      if (name != "srcset") continue;
      for (auto& [address, size] : syntax::srcset_candidates(value)) {
        page.targets.push_back(std::move(address));
      }
    }
  }
  return page;
}

class SiteWalk {
 public:
  explicit SiteWalk(const BuiltSite& site) : site_(site) {
    for (const auto& [path, text] : site.pages) pages_.emplace(path, read_page(text));
  }

  SiteLinks walk() {
    found_.base = base();
    for (const auto& [path, page] : pages_) {
      if (last_part(path) == "404.html") continue;
      ++found_.pages;
      const std::set<std::string> targets(page.targets.begin(), page.targets.end());
      for (const std::string& target : targets) follow(path, target);
    }
    return std::move(found_);
  }

 private:
  static std::string_view place_of(std::string_view target) {
    return target.substr(0, std::min(target.find_first_of("?#"), target.size()));
  }

  // The path before those files that pages name from the root of the server, and are there.
  std::string base() const {
    std::map<std::string, std::size_t> votes;
    for (const auto& [path, page] : pages_) {
      for (const std::string& target : page.targets) {
        if (!target.starts_with('/') || target.starts_with("//")) continue;
        const std::string place = percent_decoded(place_of(target));
        for (std::size_t at = 0; at != std::string::npos; at = place.find('/', at + 1)) {
          if (!site_.files.contains(place.substr(at + 1))) continue;
          ++votes[place.substr(0, at + 1)];
          break;
        }
      }
    }
    const auto most =
        std::max_element(votes.begin(), votes.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == votes.end() ? "/" : most->first;
  }

  // The file that answers for a path of the site.
  std::optional<std::string> file_at(std::string path) const {
    const bool folder = path.empty() || path.ends_with('/');
    while (path.ends_with('/')) path.pop_back();
    if (!folder && site_.files.contains(path)) return path;
    const std::string index = path.empty() ? "index.html" : path + "/index.html";
    if (site_.files.contains(index)) return index;
    if (!folder && site_.files.contains(path + ".html")) return path + ".html";
    return {};
  }

  std::optional<std::string> path_on_site(const std::string& page, std::string_view place) const {
    const std::string decoded = percent_decoded(place);
    std::optional<std::string> path;
    if (!decoded.starts_with('/')) {
      path = resolved(folder_of(page), decoded);
    } else if (decoded.starts_with(found_.base)) {
      path = resolved("", decoded.substr(found_.base.size()));
    } else if (decoded + "/" == found_.base) {
      path = "";
    }
    if (path && !path->empty() && (decoded.ends_with('/') || decoded.ends_with("/..")))
      *path += '/';
    return path;
  }

  void follow(const std::string& page, const std::string& target) {
    if (has_scheme(target)) return;
    ++found_.links;
    const std::string_view place = place_of(target);
    std::optional<std::string> file = page;
    if (!place.empty()) {
      const auto path = path_on_site(page, place);
      file = path ? file_at(*path) : std::nullopt;
    }
    if (!file) {
      found_.dead.push_back({page, target});
      return;
    }
    const auto hash = target.find('#');
    if (hash == std::string::npos) return;
    const std::string written = target.substr(hash + 1);
    const std::string anchor = percent_decoded(written);
    // Browsers go to the top, and search for text, without any help of the page.
    if (anchor.empty() || equal_folded(anchor, "top") || anchor.starts_with(":~:")) return;
    const auto there = pages_.find(*file);
    if (there == pages_.end()) return;
    const auto& anchors = there->second.anchors;
    if (anchors.contains(anchor) || anchors.contains(written)) return;
    found_.dead.push_back({page, target, true});
  }

  const BuiltSite& site_;
  std::map<std::string, Page, std::less<>> pages_;
  SiteLinks found_;
};

}  // namespace

SiteLinks follow_site(const BuiltSite& site) { return SiteWalk(site).walk(); }

}  // namespace pawl::repo
