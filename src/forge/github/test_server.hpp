// The GitHub fake server (tests/github) as a process of its own, for the tests of this module.
#pragma once

#include <memory>
#include <string>

#include "base/json.hpp"

namespace pawl::forge {

// Whether this machine has what the server needs: node, and the packages that `./dev test`
// installs.
bool has_node_and_github_packages();

class GithubServer {
 public:
  GithubServer();   // fails the test when the server does not start
  ~GithubServer();  // ends it
  GithubServer(const GithubServer&) = delete;
  GithubServer& operator=(const GithubServer&) = delete;

  const std::string& api() const { return api_; }  // REST
  const std::string& web() const { return web_; }  // repositories are below it
  // The interface for tests (tests/github/README.md); its answer.
  Json control(const std::string& name, const Json& body);
  // An account, and a token of it.
  std::string token_of(const std::string& login);
  // What a request said that GitHub's descriptions do not have, or an answer did; empty: nothing.
  std::string violations();

 private:
  struct Child;
  std::unique_ptr<Child> child_;
  std::string api_;
  std::string web_;
  std::string control_;
  std::size_t looked_at_ = 0;
};

}  // namespace pawl::forge
