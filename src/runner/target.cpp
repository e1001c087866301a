#include "runner/target.hpp"

#include <algorithm>
#include <utility>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "forge/github/host.hpp"
#include "os/files/files.hpp"

namespace pawl::runner {
namespace {

constexpr std::string_view kFileScheme = "file://";

std::string path_of(const os::Ports& ports, std::string_view text) {
  if (text.starts_with(kFileScheme)) text.remove_prefix(kFileScheme.size());
  if (text.starts_with('/')) return os::absolute_path(text);
  return os::absolute_path(os::join_path(ports.folder, text));
}

bool looks_like_a_path(std::string_view text) {
  return text == "." || text == ".." || text.starts_with('/') || text.starts_with("./") ||
         text.starts_with("../") || text.starts_with(kFileScheme);
}

// What is here is meant, also where `owner/repo` of GitHub has the same name.
Error no_repository(const os::Ports& ports, std::string_view text, const std::string& path) {
  const auto stat = ports.files.stat(path);
  const bool folder = stat.ok() && stat.value() && stat.value()->type == os::FileType::folder;
  std::string message = "\"" + printable(text, 120) + "\" is a " + (folder ? "folder" : "file") +
                        ", but no git repository; name one, or make one there with git init";
  const bool on_github =
      folder && std::count(text.begin(), text.end(), '/') == 1 && !text.ends_with('/');
  if (on_github) {
    message += "; the repository on GitHub is https://github.com/" + printable(text, 120);
  }
  return fail(Errc::not_found, std::move(message));
}

std::optional<git::Signing> signing_of(const os::Ports& ports, const config::Config& config) {
  if (config.sign != "gpg" && config.sign != "ssh") return std::nullopt;
  git::Signing signing{
      .format = config.sign == "ssh" ? git::SigningFormat::ssh : git::SigningFormat::gpg,
      .key = config.sign_key,
      .environment = {}};
  static constexpr auto kForSigning =
      fixed_words("HOME", "GNUPGHOME", "SSH_AUTH_SOCK", "XDG_RUNTIME_DIR", "GPG_AGENT_INFO");
  for (const auto& [name, value] : ports.environment) {
    if (std::find(kForSigning.begin(), kForSigning.end(), name) != kForSigning.end()) {
      signing.environment.emplace_back(name, value);
    }
  }
  return signing;
}

}  // namespace

git::GitOptions git_options(const os::Ports& ports, const config::Config& config) {
  git::GitOptions options;
  options.identity = {config.bot_name, config.bot_email};
  options.signing = signing_of(ports, config);
  options.cancel = &ports.cancel;
  // Where a setting names no GitHub, whoever opens the forge says so.
  if (const auto host = forge::github_host(config.github_api_url)) {
    options.home = host->web;
    if (config.github_app) {
      options.credentials = git::Credentials{
          .url_prefix = host->web + "/",
          .token = {},
          .source = [app = config.github_app](const std::string& repository) -> Result<Secret> {
            TRY_ASSIGN(config::GithubLogin login, app(repository, {}));
            return std::move(login.token);
          }};
    } else if (!config.github_token.empty()) {
      options.credentials = git::Credentials{
          .url_prefix = host->web + "/", .token = config.github_token, .source = {}};
    }
  }
  static constexpr auto kForRemotes = fixed_words("SSH_AUTH_SOCK", "http_proxy", "https_proxy",
                                                  "HTTPS_PROXY", "no_proxy", "NO_PROXY");
  for (const auto& [name, value] : ports.environment) {
    if (name == "PATH" && !value.empty()) options.path_list = value;
    if (std::find(kForRemotes.begin(), kForRemotes.end(), name) != kForRemotes.end()) {
      options.remote_environment.emplace_back(name, value);
    }
  }
  return options;
}

Result<git::Target> resolve_target(os::Ports& ports, git::Git& git, std::string_view text) {
  std::string root;
  const std::string path = path_of(ports, text);
  if (const Result<std::string> real = os::canonical_path(path)) {
    Result<std::string> top = git.top_level(*real);
    if (top) {
      root = *std::move(top);
    } else if (looks_like_a_path(text) || top.error().code != Errc::not_found) {
      return std::move(top).error();
    } else {
      return no_repository(ports, text, *real);
    }
  } else if (looks_like_a_path(text)) {
    return fail(Errc::not_found, "there is no " + path);
  }
  // A file URL names a repository of this machine, so it is one like any other here.
  if (text.starts_with(kFileScheme) && !root.empty()) return git::parse_target(root, root);
  TRY_ASSIGN(git::Target target, git::parse_target(text, root, git.options().home));
  const auto& credentials = git.options().credentials;
  if (credentials && target.location.starts_with(credentials->url_prefix)) {
    git.reach(target.owner + "/" + target.repo);
  }
  return target;
}

}  // namespace pawl::runner
