#include "forge/github/github_checks.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "forge/checked_words.hpp"
#include "forge/github/wire.hpp"

namespace pawl::forge {

Answer<Check> GithubChecks::report(std::int64_t, const CheckReport&, const std::string&) {
  return Trouble{.kind = TroubleKind::unsupported,
                 .message = "only a GitHub App may report checks",
                 .way_out = "let CI report them"};
}

Answer<std::vector<Check>> GithubChecks::all(const std::string& head_commit) {
  std::vector<Check> checks;
  const std::string commit = "/commits/" + head_commit;
  std::string path = world_.path(commit + "/check-runs?filter=latest&per_page=100");
  while (!path.empty()) {
    Answer<Api::Reply> reply = world_.api.get(path);
    // A commit that is not there has no checks.
    const bool none = !reply && (reply.error().kind == TroubleKind::not_found ||
                                 reply.error().kind == TroubleKind::invalid);
    if (none) return checks;
    if (!reply) return std::move(reply).error();
    for (const Json& run : reply->body["check_runs"].items()) checks.push_back(check_from_run(run));
    path = reply->next;
  }
  path = world_.path(commit + "/status?per_page=100");
  while (!path.empty()) {
    TRY_ASSIGN(const Api::Reply reply, world_.api.get(path));
    for (const Json& status : reply.body["statuses"].items()) {
      checks.push_back(check_from_status(status, head_commit));
    }
    path = reply.next;
  }
  std::stable_sort(checks.begin(), checks.end(),
                   [](const Check& a, const Check& b) { return a.name < b.name; });
  return checks;
}

Answer<Page<Check>> GithubChecks::list(const std::string& head_commit, const PageRequest& page) {
  TRY_ASSIGN(const Slice slice, slice_of(page));
  TRY_ASSIGN(std::vector<Check> checks, all(head_commit));
  const auto begin = std::min(static_cast<std::size_t>(slice.after), checks.size());
  const std::size_t end = std::min(begin + slice.limit - 1, checks.size());
  Page<Check> out{.items = {}, .next = end < checks.size() ? std::to_string(end) : std::string()};
  out.items.assign(std::make_move_iterator(checks.begin() + static_cast<std::ptrdiff_t>(begin)),
                   std::make_move_iterator(checks.begin() + static_cast<std::ptrdiff_t>(end)));
  return out;
}

}  // namespace pawl::forge
