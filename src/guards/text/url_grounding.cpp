// The half of G14 that asks the network: URLs a change adds to documents lead somewhere. It judges
// what somebody else asked; what could not be asked refuses nothing.
#include <algorithm>
#include <map>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/evidence.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "guards/text/added_urls.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

// `github.com/owner/` of a URL at a forge: what it hides from strangers it calls `not found`.
std::string forge_owner(std::string_view url) {
  static constexpr auto kForges =
      fixed_words("github.com/", "raw.githubusercontent.com/", "gitlab.com/", "bitbucket.org/",
                  "codeberg.org/", "git.sr.ht/", "gitea.com/", "dev.azure.com/", "img.shields.io/",
                  "codecov.io/", "coveralls.io/");
  std::string_view rest = url.substr(url.find("//") + 2);
  if (rest.starts_with("www.")) rest.remove_prefix(4);
  for (const std::string_view forge : kForges) {
    if (!starts_with_folded(rest, forge)) continue;
    const auto slash = rest.find('/', forge.size());
    if (slash == std::string_view::npos) return {};
    return lower(rest.substr(0, slash + 1));
  }
  return {};
}

// The repository names that owner already: it may be its own, and private.
bool may_be_hidden(const std::string& url, const Context& context) {
  const std::string owner = forge_owner(url);
  if (owner.empty()) return false;
  const repo::RepoView* tree = context.base != nullptr ? context.base : context.head;
  if (tree == nullptr) return true;
  // A badge or a raw file is of the same owner as the page.
  const std::string name = owner.substr(owner.find('/'));
  for (const char* path : {"README.md", "README.rst", "README", "package.json", "pyproject.toml",
                           "setup.cfg", "setup.py", "Cargo.toml", "go.mod", "composer.json",
                           "mkdocs.yml", "CONTRIBUTING.md", "pom.xml"}) {
    const auto text = tree->text(path);
    if (text && contains(lower(*text), name)) return true;
  }
  return false;
}

Finding url_finding(const AddedUrl& added, const UrlCheck& check) {
  const std::string url = "`" + printable(added.url, 160) + "`";
  return {.rule = "url-grounding/missing",
          .path = added.path.text(),
          .line = added.line,
          .message = url + " leads nowhere: " +
                     (check.detail.empty() ? "nothing is there" : printable(check.detail, 120)),
          .feedback = "Give a URL that exists, or leave out " + url + "."};
}

}  // namespace

Verdict url_grounding(const git::Change& change, const Context& context) {
  Verdict verdict;
  const std::vector<AddedUrl> added = added_urls(change);
  if (added.empty()) return verdict;
  verdict.applies();
  if (context.evidence == nullptr || !context.evidence->urls) {
    verdict.cannot("nobody asked whether the URLs lead anywhere");
    return verdict;
  }
  std::map<std::string, std::size_t> reported;
  for (const AddedUrl& url : added) {
    const auto found = context.evidence->urls->find(url.url);
    const UrlCheck check = found == context.evidence->urls->end() ? UrlCheck() : found->second;
    if (check.answer == UrlAnswer::found) continue;
    const std::string shown = printable(url.url, 120);
    if (check.answer == UrlAnswer::missing && !may_be_hidden(url.url, context)) {
      if (++reported[url.path.text()] <= kFindingsPerFileMax)
        verdict.refuse(url_finding(url, check));
    } else if (check.answer == UrlAnswer::missing) {
      verdict.cannot(shown + " is not there for strangers, and may be private");
    } else {
      verdict.cannot(shown + " was not checked: " +
                     (check.detail.empty() ? "nobody asked" : printable(check.detail, 120)));
    }
  }
  return verdict;
}

}  // namespace pawl::guards
