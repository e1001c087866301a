#include "guards/text/added_urls.hpp"

#include <algorithm>
#include <set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/documents/documents.hpp"
#include "repo/views/view.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kUrlBytesMax = 2'000;

bool is_http(std::string_view url) {
  return starts_with_folded(url, "http://") || starts_with_folded(url, "https://");
}

// Lower case, without port and user.
std::string host_of(std::string_view url) {
  std::string_view rest = url.substr(url.find("//") + 2);
  rest = rest.substr(0, std::min(rest.find_first_of("/?#"), rest.size()));
  if (const auto at = rest.rfind('@'); at != std::string_view::npos) rest = rest.substr(at + 1);
  if (rest.starts_with('[')) return lower(rest.substr(0, rest.find(']') + 1));
  return lower(rest.substr(0, rest.find(':')));
}

// Hosts of documentation, of one's own machine, and of networks nobody else is in.
bool stands_for_another(std::string_view host) {
  static constexpr auto kEndings =
      fixed_words("localhost", "example", "test", "invalid", "local", "internal", "lan", "home",
                  "corp", "intranet", "localdomain", "onion", "cluster", "svc");
  static constexpr auto kHosts =
      fixed_words("example.com", "example.org", "example.net", "example.edu", "example.io",
                  "foo.com", "foo.bar", "bar.com", "domain.com", "mydomain.com", "yourdomain.com",
                  "mysite.com", "yoursite.com", "acme.com", "test.com", "host.com", "server.com");
  if (host.empty() || host.starts_with('[')) return true;
  const auto dot = host.rfind('.');
  if (dot == std::string_view::npos) return true;  // `http://server/`
  const std::string_view end = host.substr(dot + 1);
  if (std::find(kEndings.begin(), kEndings.end(), end) != kEndings.end()) return true;
  const bool digits =
      std::all_of(end.begin(), end.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (digits) return true;  // an address is no place to send readers to, public or not
  return std::any_of(kHosts.begin(), kHosts.end(), [&](std::string_view known) {
    return host == known || host.ends_with("." + std::string(known));
  });
}

bool is_placeholder(std::string_view url) {
  if (url.find_first_of("{}<>$*|\\^`\"") != std::string_view::npos) return true;
  for (const std::string_view part :
       {"...", "%7B", "%3C", "\xE2\x80\xA6", "YOUR", "OWNER", "ORG/", "USERNAME", "xxx", "XXX"}) {
    if (contains(url, part)) return true;
  }
  for (const std::string_view part :
       {"your-", "your_", "/your", "my-org", "myorg", "my-repo", "user/repo", "owner/repo",
        "org/repo", "username", "<", "path/to", "placeholder", "example/", "/example"}) {
    if (contains_folded(url, part)) return true;
  }
  return false;
}

std::vector<AddedUrl> markdown_urls(const RepoPath& path, const std::string& text) {
  const auto document = syntax::shared_markdown(text);
  std::vector<AddedUrl> urls;
  for (const auto* links : {&document->links, &document->html_links}) {
    for (const syntax::Link& link : *links) urls.push_back({link.target, path, link.line});
  }
  std::stable_sort(urls.begin(), urls.end(),
                   [](const AddedUrl& a, const AddedUrl& b) { return a.line < b.line; });
  return urls;
}

// Where a URL in plain text ends: marks of the sentence around it are no part of it, nor is a
// bracket that was opened before it.
std::string_view trimmed_url(std::string_view url) {
  while (!url.empty()) {
    const char last = url.back();
    const bool closes = last == ')' && std::count(url.begin(), url.end(), '(') <
                                           std::count(url.begin(), url.end(), ')');
    if (!closes && std::string_view(".,;:!?'\"_*").find(last) == std::string_view::npos) break;
    url.remove_suffix(1);
  }
  return url;
}

std::vector<AddedUrl> plain_urls(const RepoPath& path, const std::string& text) {
  std::vector<AddedUrl> urls;
  int number = 0;
  for (const std::string_view line : split_lines(text)) {
    ++number;
    for (std::size_t at = line.find("http"); at != std::string_view::npos;
         at = line.find("http", at + 4)) {
      const std::string_view rest = line.substr(at);
      if (!is_http(rest)) continue;
      const std::size_t end = rest.find_first_of(" \t<>`|]\"[");
      urls.push_back({std::string(trimmed_url(rest.substr(0, end))), path, number});
    }
  }
  return urls;
}

std::vector<AddedUrl> urls_of(const RepoPath& path, const std::string& text) {
  return is_markdown(path) ? markdown_urls(path, text) : plain_urls(path, text);
}

// Entries of a changelog link to the page of a release that is to come.
bool judges_urls(const git::FileChange& file) {
  return is_own_text(file) && is_document(file.path) && !is_changelog(file.path);
}

}  // namespace

std::vector<AddedUrl> added_urls(const git::Change& change) {
  std::vector<AddedUrl> added;
  for (const git::FileChange& file : change.files) {
    if (!judges_urls(file)) continue;
    std::set<std::string> seen;
    for (AddedUrl& found : urls_of(file.path, *file.after)) {
      const bool fit = is_http(found.url) && found.url.size() <= kUrlBytesMax &&
                       !is_placeholder(found.url) && !stands_for_another(host_of(found.url));
      if (fit && seen.insert(found.url).second) added.push_back(std::move(found));
    }
  }
  if (added.empty()) return added;
  // Any file may have named it before; text that moves takes its URLs along.
  std::erase_if(added, [&](const AddedUrl& url) {
    return std::any_of(change.files.begin(), change.files.end(), [&](const git::FileChange& file) {
      return file.before && contains(*file.before, url.url);
    });
  });
  return added;
}

}  // namespace pawl::guards
