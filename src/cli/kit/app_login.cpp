#include "cli/kit/app_login.hpp"

#include <memory>

#include "forge/github/app_tokens.hpp"
#include "forge/github/host.hpp"

namespace pawl::cli {

void learn_app_login(os::Ports& ports, config::Resolved& resolved) {
  config::Config& config = resolved.config;
  if (config.github_app_id.empty()) return;
  const Result<forge::GithubHost> host = forge::github_host(config.github_api_url);
  if (!host) return;  // whoever opens the forge says so
  const auto tokens = std::make_shared<forge::AppTokens>(
      forge::AppSetup{.ports = ports,
                      .host = *host,
                      .app = config.github_app_id,
                      .key_file = config.github_app_key,
                      .installation = config.github_installation,
                      .learn = [redactor = resolved.redactor](const Secret& secret) mutable {
                        redactor.add(secret);
                      }});
  config.github_app = [tokens](const std::string& repository,
                               const Secret& refused) -> Result<config::GithubLogin> {
    TRY_ASSIGN(config::GithubLogin login, tokens->token(repository, refused));
    return login;
  };
}

}  // namespace pawl::cli
