#include "forge/github/github_world.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "forge/checked_words.hpp"
#include "forge/github/wire.hpp"

namespace pawl::forge {

Answer<std::string> user_of(GithubWorld& world) {
  if (world.user) return *world.user;
  const Answer<Api::Reply> reply = world.api.get("/user");
  const bool nobody = !reply && (reply.error().kind == TroubleKind::denied ||
                                 reply.error().kind == TroubleKind::not_found);
  if (!reply && !nobody) return reply.error();
  world.user = nobody ? std::string() : std::string(reply->body["login"].text());
  return *world.user;
}

Answer<Pull> pull_of(GithubWorld& world, const Json& json) {
  Trusted trusted{.repository = world.repository()};
  if (is_marked_by_fork(json, trusted)) {
    TRY_ASSIGN(trusted.user, user_of(world));
  }
  return pull_from(json, trusted);
}

Answer<Json> pull_json(GithubWorld& world, std::int64_t number) {
  Answer<Api::Reply> reply = world.api.get(world.path("/pulls/" + std::to_string(number)));
  if (!reply && reply.error().kind == TroubleKind::not_found) {
    return Trouble{.kind = TroubleKind::not_found,
                   .message = world.repository() + " has no pull request #" +
                              std::to_string(number) + ", or none that the token may see",
                   .way_out = "`pawl pr list` shows those there are"};
  }
  if (!reply) return std::move(reply).error();
  return std::move(reply->body);
}

Answer<Pull> pull_at(GithubWorld& world, std::int64_t number, const std::string& expected_head) {
  TRY_ASSIGN(const Json json, pull_json(world, number));
  TRY_ASSIGN(Pull pull, pull_of(world, json));
  if (pull.state != PullState::open) {
    return Trouble{.kind = TroubleKind::conflict,
                   .message = "pull request #" + std::to_string(number) + " is " +
                              std::string(to_string(pull.state)),
                   .way_out = "only an open one is changed or reviewed"};
  }
  if (pull.head_commit != expected_head) return stale_head(number, pull.head_commit, expected_head);
  return pull;
}

Answer<ListPage> list_page(GithubWorld& world, const std::string& path, const PageRequest& page) {
  TRY_ASSIGN(const Slice slice, slice_of(page));
  const std::int64_t number = std::max<std::int64_t>(slice.after, 1);
  const std::string size = std::to_string(std::min(page.limit, kPageMax));
  TRY_ASSIGN(Api::Reply reply,
             world.api.get(path + (contains(path, "?") ? "&" : "?") + "per_page=" + size +
                           "&page=" + std::to_string(number)));
  return ListPage{.items = std::move(reply.body),
                  .next = reply.next.empty() ? std::string() : std::to_string(number + 1)};
}

}  // namespace pawl::forge
