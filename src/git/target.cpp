#include "git/target.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "base/check.hpp"
#include "base/secrets/url_secret.hpp"
#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::git {
namespace {

constexpr std::string_view kForms =
    "give a local folder, owner/repo, https://host/owner/repo, ssh://git@host/owner/repo, "
    "git@host:owner/repo or file:///path";

// Pages of a repository on a forge, not repositories.
constexpr auto kPages = fixed_words("-", "tree", "blob", "blame", "raw", "src", "commit", "commits",
                                    "pull", "pulls", "issues", "merge_requests", "releases", "tags",
                                    "branches", "actions", "wiki", "settings", "compare");

Error not_a_target(std::string_view text, std::string_view reason) {
  return fail(Errc::invalid, "\"" + printable(without_url_secrets(text), 120) +
                                 "\" is not a target: " + std::string(reason) + "; " +
                                 std::string(kForms));
}

// The text may hold a secret here, so it is not repeated.
Error holds_credentials() {
  return fail(Errc::denied,
              "the target URL holds credentials; take them out and set the token in the "
              "configuration or the environment");
}

bool all_of(std::string_view text, std::string_view extra) {
  return std::all_of(text.begin(), text.end(), [&](char c) {
    return is_letter_or_digit(c) || extra.find(c) != std::string_view::npos;
  });
}

bool is_host(std::string_view text) {
  return !text.empty() && is_letter_or_digit(text.front()) && is_letter_or_digit(text.back()) &&
         all_of(text, ".-") && !contains(text, "..");
}

bool is_port(std::string_view text) {
  const auto number = parse_int(text);
  return number && *number > 0 && *number < 65536 && all_of(text, "");
}

bool is_path_part(std::string_view text) {
  return !text.empty() && text != "." && text != ".." && text.front() != '-' &&
         all_of(text, "._-~+");
}

bool is_loopback(std::string_view host) { return host == "localhost" || host == "127.0.0.1"; }

std::string_view without_slashes(std::string_view path) {
  while (path.ends_with('/')) path.remove_suffix(1);
  return path;
}

std::string_view without_git(std::string_view name) {
  if (name.ends_with(".git") && name.size() > 4) name.remove_suffix(4);
  return name;
}

std::string last_part(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

std::string join_parts(std::span<const std::string_view> parts) { return join(parts, "/"); }

// Fills name, owner, repo and key from the path of a repository on `target.host`. `key_host` is
// the host without what only the way of reaching it adds.
std::optional<std::string> name_repository(Target& target, std::string_view key_host,
                                           std::string_view path) {
  const auto parts = split(path, '/');
  if (!std::all_of(parts.begin(), parts.end(), is_path_part)) {
    return "its path \"" + printable(path, 80) + "\" is not that of a repository";
  }
  for (std::size_t i = 2; i < parts.size(); ++i) {
    if (std::find(kPages.begin(), kPages.end(), parts[i]) != kPages.end()) {
      return "it names a page of a repository (/" + std::string(parts[i]) +
             "); leave out what follows " + join_parts(std::span(parts).first(2));
    }
  }
  const bool github = equal_folded(key_host, "github.com");
  if (github && parts.size() != 2) return "a repository on github.com is owner/repo";
  target.repo = without_git(parts.back());
  target.owner = join_parts(std::span(parts).first(parts.size() - 1));
  target.name = target.owner.empty() ? target.repo : target.owner + "/" + target.repo;
  target.key = lower(std::string(key_host) + "/" + target.name);
  return std::nullopt;
}

struct Authority {
  std::string_view user;
  bool has_user = false;
  std::string_view host;
  std::string_view port;
};

Authority split_authority(std::string_view text) {
  Authority out;
  if (const auto at = text.rfind('@'); at != std::string_view::npos) {
    out.has_user = true;
    out.user = text.substr(0, at);
    text.remove_prefix(at + 1);
  }
  const auto colon = text.find(':');
  out.host = text.substr(0, colon);
  if (colon != std::string_view::npos) out.port = text.substr(colon + 1);
  return out;
}

struct UrlParts {
  std::string_view scheme;
  Authority authority;
  std::string_view path;
};

Result<Target> network_target(std::string_view text, const UrlParts& url) {
  const Authority& at = url.authority;
  const bool ssh = url.scheme == "ssh";
  if (at.has_user && (!ssh || contains(at.user, ":"))) return holds_credentials();
  if (at.has_user && (at.user.empty() || at.user.front() == '-' || !all_of(at.user, "._-"))) {
    return not_a_target(text, "its user is malformed");
  }
  if (!is_host(at.host)) return not_a_target(text, "its host is malformed");
  if (!at.port.empty() && !is_port(at.port)) return not_a_target(text, "its port is malformed");
  if (url.scheme == "http" && !is_loopback(at.host)) {
    return not_a_target(text, "http:// is only for this machine, use https://");
  }
  if (contains(url.path, "?") || contains(url.path, "#")) {
    return not_a_target(text, "a query or a fragment has no place in it");
  }
  const bool usual_port = at.port.empty() || ssh || (url.scheme == "https" && at.port == "443");
  Target target;
  target.kind = TargetKind::url;
  target.host = lower(at.host) + (usual_port ? "" : ":" + std::string(at.port));
  const std::string_view path = without_slashes(url.path);
  if (const auto fault = name_repository(target, target.host, path)) {
    return not_a_target(text, *fault);
  }
  target.location = std::string(url.scheme) + "://";
  if (at.has_user) target.location += std::string(at.user) + "@";
  target.location += lower(at.host);
  if (!at.port.empty()) target.location += ":" + std::string(at.port);
  target.location += "/" + std::string(path);
  return target;
}

// `git@host:owner/repo`, as ssh takes it.
Result<Target> scp_target(std::string_view text) {
  const auto colon = text.find(':');
  const auto at = text.find('@');
  const std::string_view user = text.substr(0, at);
  const std::string_view host = text.substr(at + 1, colon - at - 1);
  if (user.empty() || user.front() == '-' || !all_of(user, "._-")) {
    return not_a_target(text, "its user is malformed");
  }
  if (!is_host(host)) return not_a_target(text, "its host is malformed");
  std::string_view path = without_slashes(text.substr(colon + 1));
  const bool absolute = path.starts_with('/');
  if (absolute) path.remove_prefix(1);
  Target target;
  target.kind = TargetKind::url;
  target.host = lower(host);
  if (const auto fault = name_repository(target, target.host, path)) {
    return not_a_target(text, *fault);
  }
  target.location =
      std::string(user) + "@" + target.host + ":" + (absolute ? "/" : "") + std::string(path);
  return target;
}

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const auto high = hex_digit(text[i + 1]);
    const auto low = hex_digit(text[i + 2]);
    if (!high || !low || (*high == 0 && *low == 0)) return std::nullopt;
    out += static_cast<char>(*high * 16 + *low);
    i += 2;
  }
  return out;
}

// Of a folder: the same for `/p/x`, `/p/x/` and `/p/x/.git`.
std::string local_key(std::string_view path) {
  path = without_slashes(path);
  if (path.ends_with("/.git")) path = without_slashes(path.substr(0, path.size() - 5));
  return "local:" + std::string(path);
}

Result<Target> file_target(std::string_view text, std::string_view rest, std::string_view root) {
  if (rest.starts_with("localhost/")) rest.remove_prefix(9);
  const auto path = percent_decoded(without_slashes(rest));
  if (!path || !path->starts_with('/')) {
    return not_a_target(text, "a file URL needs an absolute path, like file:///srv/repo.git");
  }
  const auto parts = split(*path, '/');
  if (std::any_of(parts.begin(), parts.end(),
                  [](std::string_view part) { return part == ".." || part == "."; })) {
    return not_a_target(text, "its path climbs; write it without \".\" and \"..\"");
  }
  Target target;
  target.kind = TargetKind::url;
  target.location = "file://" + std::string(without_slashes(rest));
  target.key = local_key(root.empty() ? std::string_view(*path) : root);
  target.name = without_git(last_part(target.key));
  target.repo = target.name;
  return target;
}

Target local_target(std::string_view root) {
  Target target;
  target.kind = TargetKind::local;
  target.location = root.size() > 1 ? without_slashes(root) : root;
  target.key = local_key(root);
  target.name = without_git(last_part(target.key));
  if (target.name.empty()) target.name = "repo";
  target.repo = target.name;
  return target;
}

bool looks_like_path(std::string_view text) {
  return text.starts_with('/') || text.starts_with("./") || text.starts_with("../") ||
         text.starts_with('~') || text == "." || text == "..";
}

bool is_github_owner(std::string_view text) {
  return !text.empty() && text.size() <= 39 && all_of(text, "-") && text.front() != '-' &&
         text.back() != '-';
}

Result<Target> github_target(std::string_view text, std::string_view home) {
  const std::string_view path = without_slashes(text);
  const auto parts = split(path, '/');
  if (parts.size() != 2 || !is_github_owner(parts[0]) || !is_path_part(parts[1])) {
    const bool host_first = parts.size() > 2 && contains(parts[0], ".") && is_host(parts[0]);
    if (host_first) return not_a_target(text, "for a URL the https:// in front is missing");
    return not_a_target(text, "there is no such folder, and it is not a known form");
  }
  const auto end = home.find("://");
  PAWL_CHECK(end != std::string_view::npos, "the home of targets is a URL");
  const UrlParts url{.scheme = home.substr(0, end),
                     .authority = split_authority(home.substr(end + 3)),
                     .path = path};
  TRY_ASSIGN(Target target, network_target(text, url));
  target.location = std::string(home) + "/" + target.name + ".git";
  return target;
}

}  // namespace

Result<Target> parse_target(std::string_view text, std::string_view existing_root,
                            std::string_view home) {
  if (text.empty()) return not_a_target(text, "it is empty");
  if (text.starts_with("file://")) return file_target(text, text.substr(7), existing_root);
  if (!existing_root.empty()) return local_target(existing_root);
  if (text.front() == '-') return not_a_target(text, "it looks like a flag");
  const bool strange = std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f || c == '\\';
  });
  if (looks_like_path(text) || (strange && !contains(text, "://"))) {
    return fail(Errc::not_found, "there is no git repository at \"" + printable(text, 120) +
                                     "\"; check the path, or make one there with git init");
  }
  if (strange) return not_a_target(text, "it holds blanks, backslashes or control characters");
  if (const auto end = text.find("://"); end != std::string_view::npos) {
    UrlParts url;
    const std::string scheme = lower(text.substr(0, end));
    url.scheme = scheme;
    const std::string_view rest = text.substr(end + 3);
    const auto slash = rest.find('/');
    url.authority = split_authority(rest.substr(0, slash));
    if (scheme != "https" && scheme != "ssh" && scheme != "http") {
      if (url.authority.has_user) return holds_credentials();
      return not_a_target(text, "the scheme " + scheme + ":// is not supported");
    }
    if (slash != std::string_view::npos) url.path = rest.substr(slash + 1);
    return network_target(text, url);
  }
  const auto colon = text.find(':');
  if (colon != std::string_view::npos && colon < text.find('/')) {
    if (text.find('@') < colon) return scp_target(text);
    if (contains(text, "@")) return holds_credentials();
    return not_a_target(text, "an ssh target needs its user, like git@host:owner/repo");
  }
  return github_target(text, home);
}

}  // namespace pawl::git
