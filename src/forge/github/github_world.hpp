// What the parts of the GitHub forge share: a repository and how it is asked about.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.hpp"
#include "forge/forge.hpp"
#include "forge/github/api.hpp"

namespace pawl::forge {

struct GithubWorld {
  Api api;
  std::string owner;
  std::string repo;
  // Of an App: whether its token may push and open pull requests. What GitHub says of a user's
  // permissions says nothing of it.
  std::function<Answer<bool>()> app_may_write = {};
  std::optional<std::string> user = {};  // whose token it is, once that was asked

  std::string repository() const { return owner + "/" + repo; }
  // `/repos/o/r/pulls/3` of `/pulls/3`.
  std::string path(const std::string& rest) const { return "/repos/" + repository() + rest; }
};

// Whose token it is; empty for that of an App, which is nobody's.
Answer<std::string> user_of(GithubWorld& world);
// A pull request as GitHub answers it, with the mark of it where that is to be believed (wire.hpp).
Answer<Pull> pull_of(GithubWorld& world, const Json& json);
// The pull request as GitHub answers it; not_found names its number.
Answer<Json> pull_json(GithubWorld& world, std::int64_t number);
// That pull request, if it is open and at this head; conflict otherwise.
Answer<Pull> pull_at(GithubWorld& world, std::int64_t number, const std::string& expected_head);

// The page of a list that a request names. `path` has its own query, without page and size.
struct ListPage {
  Json items;
  std::string next;  // the cursor of the page behind it
};
Answer<ListPage> list_page(GithubWorld& world, const std::string& path, const PageRequest& page);

}  // namespace pawl::forge
