// Tokens of a GitHub App: an App proves by its key who it is, and gets a token for an hour where it
// is installed. Tokens are kept in memory alone.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "base/secrets/secret.hpp"
#include "config/config.hpp"
#include "forge/github/host.hpp"
#include "forge/trouble.hpp"
#include "os/ports.hpp"

namespace pawl::forge {

struct AppSetup {
  os::Ports& ports;
  GithubHost host;
  std::string app;                // its number or client id
  std::string key_file;           // PEM
  std::int64_t installation = 0;  // 0: GitHub is asked for it
  // Gets the key and each token before anything else does: whoever writes blanks them.
  std::function<void(const Secret&)> learn;
};

class AppTokens {
 public:
  explicit AppTokens(AppSetup setup) : setup_(std::move(setup)) {}

  // A token for that repository (`owner/repo`) alone, which holds for ten minutes at least. Another
  // than `refused`. denied and unauthorized say what is wrong with key, App, installation or clock,
  // and the way out; invalid: there is no key that could be used. From any thread.
  Answer<config::GithubLogin> token(const std::string& repository, const Secret& refused);

 private:
  struct Kept {
    config::GithubLogin login;
    Timestamp expires_at;
  };
  Answer<Secret> key();
  // The statement of who asks, signed: good for minutes.
  Answer<std::string> statement();
  Answer<os::HttpResponse> ask(const std::string& method, const std::string& path,
                               const std::string& body);
  Answer<std::string> installation_of(const std::string& repository);
  Answer<Kept> make(const std::string& repository);
  Trouble refusal(const std::string& asked, const os::HttpResponse& response) const;

  AppSetup setup_;
  std::mutex lock_;
  std::map<std::string, Kept> kept_;  // by repository, in lower case
};

}  // namespace pawl::forge
