// Where a GitHub answers: github.com, or GitHub Enterprise Server on a host of one's own.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "git/target.hpp"

namespace pawl::forge {

struct GithubHost {
  std::string name;     // `github.com`; with its port where that is not the usual one
  std::string web;      // `https://github.com`: repositories are below it
  std::string api;      // REST: `https://api.github.com`, `https://HOST/api/v3`
  std::string graphql;  // `https://api.github.com/graphql`, `https://HOST/api/graphql`
};

// `api_url` is the REST address that the settings name; empty: that of github.com. invalid when it
// is no URL, or plain http to another machine.
Result<GithubHost> github_host(const std::string& api_url);

// Whether the target is a repository of that GitHub.
bool is_on_github(const git::Target& target, const GithubHost& host);

}  // namespace pawl::forge
