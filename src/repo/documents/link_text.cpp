#include "repo/documents/link_text.hpp"

#include <algorithm>
#include <vector>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::repo {
namespace {

// Endings of files people link to. Others may be names of something: `Class.method`.
constexpr auto kEndings = fixed_words(
    "md", "mdx", "markdown", "rst", "adoc", "txt", "pdf", "png", "jpg", "jpeg", "gif", "svg",
    "webp", "ico", "mp4", "webm", "json", "yml", "yaml", "toml", "ini", "cfg", "xml", "csv", "lock",
    "sh", "bash", "ps1", "bat", "py", "ipynb", "js", "mjs", "cjs", "jsx", "ts", "tsx", "vue", "go",
    "rs", "c", "h", "cc", "cpp", "hpp", "cs", "java", "kt", "rb", "php", "swift", "lua", "sql",
    "proto", "tf", "css", "scss", "dockerfile", "cmake", "gradle", "zip");
constexpr auto kPageEndings = fixed_words("md", "mdx", "markdown");
constexpr auto kImageEndings = fixed_words("png", "jpg", "jpeg", "gif", "svg", "webp");
// What a build makes.
constexpr auto kBuilt =
    fixed_words("dist", "build", "target", "out", "output", "_build", "_site", "coverage",
                "node_modules", "vendor", "gen", "generated", "public", "static", "assets", "bin",
                "obj", "api", "apidocs", "typedoc", "javadoc");
// Pages of a forge, which documents reach by leaving the repository: `../../issues`.
constexpr auto kForgePages = fixed_words(
    "issues", "pull", "pulls", "releases", "wiki", "actions", "workflows", "blob", "raw", "tree",
    "commit", "commits", "compare", "discussions", "milestones", "projects", "security", "graphs",
    "network", "labels", "fork", "edit", "new", "packages", "branches", "tags", "archive",
    "stargazers", "watchers", "settings", "pulse", "badges", "badge", "-", "merge_requests",
    "pipelines", "deployments", "contributors", "subscription", "sponsors");
constexpr auto kSystemFolders = fixed_words("etc", "usr", "home", "var", "root", "proc", "tmp",
                                            "opt", "sys", "dev", "Users", "Windows");
constexpr auto kStandIns = fixed_words(
    "url", "link", "href", "target", "path", "uri", "src", "todo", "tbd", "example", "here",
    "image", "xxx", "docs-url", "your-link", "image-url", "image.png", "url-to-image", "link-url");

bool one_of(std::string_view word, const auto& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

bool has_scheme(std::string_view target) {
  const std::size_t colon = target.find(':');
  return target.starts_with("//") ||
         (colon != std::string_view::npos && colon < target.find_first_of("/?#"));
}

bool is_placeholder(std::string_view place) {
  if (place.find_first_of("{}<>$\\*@|\"`[]") != std::string_view::npos) return true;
  if (contains(place, "...") || contains(place, "path/to") || place.starts_with('^')) return true;
  if (contains(place, "%(") || contains(place, "\xE2\x80\xA6")) return true;
  return one_of(lower(place), kStandIns);
}

bool looks_like_host(std::string_view place) {
  const std::string_view first = place.substr(0, place.find('/'));
  if (place.starts_with("www.")) return true;
  for (const std::string_view end : {".com", ".org", ".net", ".io", ".dev", ".app", ".edu"}) {
    if (first.size() > end.size() && first.ends_with(end)) return true;
  }
  return false;
}

std::optional<std::string> resolved(std::string_view folder, std::string_view target) {
  std::vector<std::string_view> parts;
  if (!folder.empty()) parts = split(folder, '/');
  for (const std::string_view part : split(target, '/')) {
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else if (parts.empty()) {
      return std::nullopt;
    } else {
      parts.pop_back();
    }
  }
  return join(parts, "/");
}

std::string_view last_part(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string ending_of(std::string_view path) {
  const std::string_view name = last_part(path);
  const auto dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string() : lower(name.substr(dot + 1));
}

bool is_page(std::string_view path) { return one_of(ending_of(path), kPageEndings); }

bool is_foreign_anchor(std::string_view anchor) {
  return anchor.empty() || equal_folded(anchor, "top") || anchor.starts_with("fn") ||
         anchor.starts_with("user-content-") || anchor.starts_with(":~:") ||
         anchor.find_first_of("=/!{}<>$") != std::string_view::npos ||
         anchor.starts_with("issuecomment") || one_of(lower(anchor), kStandIns);
}

std::optional<long long> line_anchor(std::string_view anchor) {
  if (anchor.size() < 2 || anchor[0] != 'L') return {};
  long long last = 0;
  for (const std::string_view part : split(anchor, '-')) {
    const std::string_view digits = part.substr(part.starts_with('L') ? 1 : 0);
    const auto number = parse_int(digits.substr(0, digits.find('C')));
    if (!number) return {};
    last = std::max(last, *number);
  }
  return last;
}

std::string percent_decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hex(text[i + 1]) >= 0 && hex(text[i + 2]) >= 0) {
      plain.push_back(static_cast<char>(hex(text[i + 1]) * 16 + hex(text[i + 2])));
      i += 2;
    } else {
      plain.push_back(text[i]);
    }
  }
  return plain;
}

std::string relative_link(std::string_view from_folder, std::string_view path) {
  std::vector<std::string_view> from;
  if (!from_folder.empty()) from = split(from_folder, '/');
  const std::vector<std::string_view> to = split(path, '/');
  std::size_t same = 0;
  while (same < from.size() && same + 1 < to.size() && from[same] == to[same]) ++same;
  std::string out;
  for (std::size_t i = same; i < from.size(); ++i) out += "../";
  for (std::size_t i = same; i < to.size(); ++i) {
    out += std::string(to[i]) + (i + 1 < to.size() ? "/" : "");
  }
  return out;
}

bool leads_outside(const RepoPath& from, std::string_view place) {
  std::vector<std::string_view> parts;
  if (!from.folder().empty()) parts = split(from.folder(), '/');
  std::vector<std::string_view> beyond;
  std::size_t inside = parts.size();
  for (const std::string_view part : split(place, '/')) {
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      beyond.push_back(part);
    } else if (!beyond.empty()) {
      beyond.pop_back();
    } else if (inside > 0) {
      --inside;
    }
  }
  if (beyond.empty()) return false;
  for (const std::string_view part : beyond) {
    if (one_of(part, kForgePages)) return false;
  }
  return names_file(beyond.back()) || one_of(beyond.front(), kSystemFolders);
}

std::optional<std::string_view> built_folder(std::string_view path) {
  for (std::size_t slash = path.find('/'), from = 0; slash != std::string_view::npos;
       from = slash + 1, slash = path.find('/', from)) {
    if (one_of(path.substr(from, slash - from), kBuilt)) return path.substr(0, slash);
  }
  return {};
}

bool names_file(std::string_view path) { return one_of(ending_of(path), kEndings); }
bool names_image(std::string_view path) { return one_of(ending_of(path), kImageEndings); }

bool is_shown_elsewhere(const RepoPath& path) {
  static constexpr auto kFolders =
      fixed_words(".changeset", ".changes", "changelog.d", "changes", "changelogs", "newsfragments",
                  "news", "unreleased", "_includes", "includes", "include", "partials", "snippets",
                  "ISSUE_TEMPLATE", "PULL_REQUEST_TEMPLATE", "_partials", "fragments");
  const auto parts = path.components();
  const bool inside = std::any_of(parts.begin(), parts.end() - 1, [&](const std::string& part) {
    return std::find(kFolders.begin(), kFolders.end(), part) != kFolders.end();
  });
  return inside || contains(lower(path.name()), "template") ||
         path.text() == ".github/profile/README.md";
}

}  // namespace pawl::repo
