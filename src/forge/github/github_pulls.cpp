#include "forge/github/github_pulls.hpp"

#include "base/secrets/secret.hpp"
#include "base/text/text.hpp"
#include "forge/checked_words.hpp"
#include "forge/github/wire.hpp"

namespace pawl::forge {
namespace {

// GitHub takes 65,536 characters; the mark needs some.
constexpr std::size_t kPullBodyMax = 65'000;
constexpr std::size_t kCommitDigitsShown = 10;
constexpr int kHeadTries = 10;
constexpr int kForkTries = 60;
constexpr Milliseconds kHeadWait{1'000};

std::string numbered(std::int64_t number) { return "/pulls/" + std::to_string(number); }
std::string short_id(const std::string& commit) { return commit.substr(0, kCommitDigitsShown); }

Answered check_draft_words(const PullDraft& draft) {
  if (draft.run.empty()) return fail(Errc::invalid, "a pull request needs the run it comes from");
  TRY(check_title("a pull request", draft.title));
  TRY(check_text("the body of the pull request", draft.body, kPullBodyMax));
  if (draft.head_commit == draft.base_commit) {
    return fail(Errc::invalid, "branch " + draft.branch + " has no commit on top of " + draft.base);
  }
  return Done{};
}

// Whether nobody knows if the write took effect.
bool is_lost(const Trouble& trouble) {
  return trouble.kind == TroubleKind::unavailable || trouble.kind == TroubleKind::timeout;
}

PullMark mark_of(const PullDraft& draft) {
  return {.run = draft.run, .head = draft.head_commit, .fixes = draft.fixes};
}

std::string branch_path(const std::string& repository, const std::string& branch) {
  return "/repos/" + repository + "/git/ref/heads/" +
         replace_all(percent_encoded(branch), "%2F", "/");
}

// `bob` of `bob/box`.
std::string owner_of(const std::string& repository) {
  return repository.substr(0, repository.find('/'));
}

}  // namespace

Answer<Access> GithubPulls::check_write() {
  TRY_ASSIGN(const Api::Reply reply, world_.api.get(world_.path("")));
  const Json& repository = reply.body;
  const std::string name = world_.repository() + " on " + world_.api.host().name;
  if (repository["archived"].bool_or(false)) {
    return Trouble{.kind = TroubleKind::denied,
                   .message = name + " is archived: nothing can be pushed there",
                   .way_out = "work on a repository that is not"};
  }
  if (world_.app_may_write) {
    TRY_ASSIGN(const bool writes, world_.app_may_write());
    if (writes) return Access::push;
    return Trouble{.kind = TroubleKind::denied,
                   .message = "the App's installation may not push to " + name +
                              " and open pull requests there",
                   .way_out =
                       "give the App Contents and Pull requests, read and write, in its "
                       "settings, and accept that where it is installed"};
  }
  const Json& may = repository["permissions"];
  if (may["push"].bool_or(false)) return Access::push;
  const bool forkable =
      !repository["private"].bool_or(true) || repository["allow_forking"].bool_or(false);
  TRY_ASSIGN(const std::string user, user_of(world_));
  if (forkable && !user.empty()) return Access::fork;
  return Trouble{.kind = TroubleKind::denied,
                 .message = "the token may not push to " + name + ", and not fork it",
                 .way_out = "use one that has write access to contents and pull requests"};
}

// GitHub makes a fork some time after it was asked to; asked again, it answers the one there is.
Answer<std::string> GithubPulls::fork(const std::string& base) {
  const Answer<Json> asked =
      world_.api.write("POST", world_.path("/forks"), Json::object({}), Api::Effect::creates);
  Answer<Json> made = asked;
  if (!asked && is_lost(asked.error())) {
    made = world_.api.write("POST", world_.path("/forks"), Json::object({}), Api::Effect::creates);
  }
  if (!made) return std::move(made).error();
  const std::string name((*made)["full_name"].text());
  if (name.empty()) {
    return Trouble{.kind = TroubleKind::unavailable,
                   .message = "GitHub forked " + world_.repository() + " and does not say where",
                   .way_out = "try again"};
  }
  // A fork that is older than the base branch never gets that by itself: it is there when its own
  // default branch is.
  const std::string first = (*made)["default_branch"].string_or(base);
  for (int tries = 0;; ++tries) {
    const Answer<Api::Reply> there = world_.api.get(branch_path(name, first));
    if (there) break;
    const bool later =
        there.error().kind == TroubleKind::not_found || there.error().kind == TroubleKind::conflict;
    if (!later || tries >= kForkTries || !world_.api.sleep(kHeadWait)) return there.error();
  }
  if (first != base) {
    const Answer<Api::Reply> there = world_.api.get(branch_path(name, base));
    if (!there && there.error().kind == TroubleKind::not_found) return name;
    if (!there) return there.error();
  }
  // A fork that has gone its own way is no trouble here: only its objects are wanted.
  const Answer<Json> merged = world_.api.write("POST", "/repos/" + name + "/merge-upstream",
                                               Json::object({{"branch", base}}));
  const bool apart = !merged && (merged.error().kind == TroubleKind::conflict ||
                                 merged.error().kind == TroubleKind::invalid);
  if (!merged && !apart) return merged.error();
  return name;
}

Answer<std::optional<Pull>> GithubPulls::find_by_run(const std::string& run) {
  // From the newest on: a run is asked about while it is young.
  constexpr int kPagesMax = 10;
  std::string path = world_.path("/pulls?state=all&sort=created&direction=desc&per_page=100");
  for (int page = 0; page < kPagesMax && !path.empty(); ++page) {
    TRY_ASSIGN(const Api::Reply reply, world_.api.get(path));
    for (const Json& each : reply.body.items()) {
      TRY_ASSIGN(Pull pull, pull_of(each));
      if (pull.run == run) return std::optional(std::move(pull));
    }
    path = reply.next;
  }
  return std::optional<Pull>();
}

Answer<std::optional<Pull>> GithubPulls::find_by_branch(const PullDraft& draft) {
  const std::string owner =
      draft.head_repository.empty() ? world_.owner : owner_of(draft.head_repository);
  const std::string head = percent_encoded(owner + ":" + draft.branch);
  TRY_ASSIGN(const Api::Reply reply,
             world_.api.get(world_.path("/pulls?state=all&per_page=100&head=" + head)));
  std::optional<Pull> open;
  for (const Json& each : reply.body.items()) {
    TRY_ASSIGN(Pull pull, pull_of(each));
    if (pull.branch != draft.branch) continue;
    if (pull.run == draft.run) return std::optional(std::move(pull));
    if (pull.state == PullState::open && pull.base == draft.base) open = std::move(pull);
  }
  return open;
}

Answered GithubPulls::check_branch(const PullDraft& draft) {
  const std::string repository =
      draft.head_repository.empty() ? world_.repository() : draft.head_repository;
  Answer<Api::Reply> reply = world_.api.get(branch_path(repository, draft.branch));
  if (!reply && reply.error().kind == TroubleKind::not_found) {
    return Trouble{
        .kind = TroubleKind::not_found,
        .message = repository + " has no branch \"" + printable(draft.branch, 200) + "\"",
        .way_out = "publish it first"};
  }
  if (!reply) return std::move(reply).error();
  const std::string head(reply->body["object"]["sha"].text());
  if (head == draft.head_commit) return Done{};
  return Trouble{.kind = TroubleKind::conflict,
                 .message = "branch " + draft.branch + " is at " + short_id(head) +
                            ", the checks saw " + short_id(draft.head_commit),
                 .way_out = "publish the branch again"};
}

Answered GithubPulls::put_labels(std::int64_t number, const std::vector<std::string>& labels) {
  TRY(world_.api.write("PUT", world_.path("/issues/" + std::to_string(number) + "/labels"),
                       Json::object({{"labels", Json::array_of(labels)}})));
  return Done{};
}

Answer<Pull> GithubPulls::create(const PullDraft& draft) {
  const std::string of_fork =
      draft.head_repository.empty() ? std::string() : owner_of(draft.head_repository) + ":";
  Json body = Json::object({{"title", std::string(trim(draft.title))},
                            {"head", of_fork + draft.branch},
                            {"base", draft.base},
                            {"body", body_with_mark(draft.body, mark_of(draft))}});
  if (draft.draft) body.set("draft", true);
  TRY_ASSIGN(const Json made,
             world_.api.write("POST", world_.path("/pulls"), body, Api::Effect::creates));
  return pull_of(made);
}

Answer<Pull> GithubPulls::wait_for_head(Pull pull, const std::string& head) {
  for (int tries = 0; pull.head_commit != head; ++tries) {
    if (tries >= kHeadTries) {
      return Trouble{.kind = TroubleKind::unavailable,
                     .message = "pull request #" + std::to_string(pull.number) +
                                " does not show the push of " + short_id(head) + " yet",
                     .way_out = "try again"};
    }
    if (!world_.api.sleep(kHeadWait)) {
      return Trouble{.kind = TroubleKind::cancelled,
                     .message = "asked to stop while waiting for GitHub to see a push",
                     .way_out = {}};
    }
    TRY_ASSIGN(pull, get(pull.number));
  }
  return pull;
}

Answer<Pulls::Opened> GithubPulls::adopt(const Pull& known, const PullDraft& draft) {
  if (known.state != PullState::open) return Opened{.pull = known, .adopted = true};
  TRY_ASSIGN(Pull pull, wait_for_head(known, draft.head_commit));
  const bool same = pull.title == trim(draft.title) && pull.body == draft.body &&
                    pull.run == draft.run && pull.fixes == draft.fixes &&
                    pull.pushed_commit == draft.head_commit;
  if (!same) {
    const Json body = Json::object({{"title", std::string(trim(draft.title))},
                                    {"body", body_with_mark(draft.body, mark_of(draft))}});
    TRY_ASSIGN(const Json changed,
               world_.api.write("PATCH", world_.path(numbered(pull.number)), body));
    TRY_ASSIGN(pull, pull_of(changed));
  }
  return Opened{.pull = std::move(pull), .adopted = true};
}

Answer<Pulls::Opened> GithubPulls::open(const PullDraft& draft) {
  TRY(check_draft_words(draft));
  TRY_ASSIGN(const std::optional<Pull> known, find_by_branch(draft));
  if (known && known->state != PullState::open) return Opened{.pull = *known, .adopted = true};
  TRY(check_branch(draft));
  if (known) return adopt(*known, draft);
  Answer<Pull> made = create(draft);
  if (!made) {
    // It may be there all the same: the answer was lost, or somebody was faster.
    if (!is_lost(made.error()) && made.error().kind != TroubleKind::invalid) {
      return std::move(made).error();
    }
    Answer<std::optional<Pull>> there = find_by_branch(draft);
    if (!there || !*there) return std::move(made).error();
    return adopt(**there, draft);
  }
  if (draft.labels.empty()) return Opened{.pull = *std::move(made), .adopted = false};
  TRY(put_labels(made->number, draft.labels));
  TRY_ASSIGN(Pull labelled, get(made->number));
  return Opened{.pull = std::move(labelled), .adopted = false};
}

Answer<Page<Pull>> GithubPulls::list(std::optional<PullState> state, const PageRequest& page) {
  const std::string_view asked = !state ? "all" : *state == PullState::open ? "open" : "closed";
  TRY_ASSIGN(const ListPage listed,
             list_page(world_,
                       world_.path("/pulls?sort=created&direction=asc&state=" + std::string(asked)),
                       page));
  Page<Pull> pulls{.items = {}, .next = listed.next};
  for (const Json& each : listed.items.items()) {
    TRY_ASSIGN(Pull pull, pull_of(each));
    if (!state || pull.state == *state) pulls.items.push_back(std::move(pull));
  }
  return pulls;
}

Answer<Pull> GithubPulls::get(std::int64_t number) {
  TRY_ASSIGN(const Json json, pull_json(world_, number));
  return pull_of(json);
}

Answer<std::vector<Pull>> GithubPulls::opened_since(Timestamp at) {
  std::vector<Pull> pulls;
  std::string path = world_.path("/pulls?state=all&sort=created&direction=desc&per_page=100");
  while (!path.empty()) {
    TRY_ASSIGN(const Api::Reply reply, world_.api.get(path));
    for (const Json& each : reply.body.items()) {
      TRY_ASSIGN(Pull pull, pull_of(each));
      const auto opened = parse_iso8601(pull.created_at);
      if (opened && *opened < at) return pulls;
      pulls.push_back(std::move(pull));
    }
    path = reply.next;
  }
  return pulls;
}

Answer<std::vector<OfferedTree>> GithubPulls::offered_trees() {
  constexpr int kPagesMax = 10;
  std::vector<OfferedTree> trees;
  Json variables =
      Json::object({{"owner", world_.owner}, {"name", world_.repo}, {"after", Json()}});
  for (int page = 0; page < kPagesMax; ++page) {
    TRY_ASSIGN(const Json data, world_.api.query(std::string(kTreesQuery), variables));
    const Json& pulls = data["repository"]["pullRequests"];
    for (const Json& node : pulls["nodes"].items()) trees.push_back(offered_tree_from(node));
    if (!pulls["pageInfo"]["hasNextPage"].bool_or(false)) break;
    variables.set("after", pulls["pageInfo"]["endCursor"]);
  }
  return trees;
}

Answer<std::string> GithubPulls::diff(std::int64_t number) {
  TRY(pull_json(world_, number));
  return world_.api.text(world_.path(numbered(number)), "application/vnd.github.diff");
}

Answer<Pull> GithubPulls::update(std::int64_t number, const PullChange& change,
                                 const std::string& expected_head) {
  if (change.title) TRY(check_title("a pull request", *change.title));
  if (change.body) TRY(check_text("the body of the pull request", *change.body, kPullBodyMax));
  TRY_ASSIGN(const Pull pull, pull_at(world_, number, expected_head));
  if (change.labels) TRY(put_labels(number, *change.labels));
  Json body = Json::object();
  if (change.title) body.set("title", std::string(trim(*change.title)));
  if (change.body) {
    body.set("body", pull.run.empty() ? *change.body
                                      : body_with_mark(*change.body,
                                                       {pull.run, pull.pushed_commit, pull.fixes}));
  }
  if (body.size() == 0) return get(number);
  TRY_ASSIGN(const Json changed, world_.api.write("PATCH", world_.path(numbered(number)), body));
  return pull_of(changed);
}

Answer<Pull> GithubPulls::mark_ready(std::int64_t number, const std::string& expected_head) {
  TRY_ASSIGN(const Json json, pull_json(world_, number));
  TRY_ASSIGN(const Pull pull, pull_at(world_, number, expected_head));
  if (!pull.draft) return pull;
  const Answer<Json> marked = world_.api.mutate(
      std::string(kReadyMutation), Json::object({{"id", std::string(json["node_id"].text())}}));
  if (!marked && !is_lost(marked.error())) return marked.error();
  TRY_ASSIGN(Pull after, get(number));
  if (after.draft && !marked) return marked.error();
  return after;
}

Answer<MergeView> GithubPulls::merge_view(std::int64_t number) {
  const Answer<Json> data = world_.api.query(
      std::string(kMergeViewQuery),
      Json::object({{"owner", world_.owner}, {"name", world_.repo}, {"number", number}}));
  if (!data && data.error().kind != TroubleKind::not_found) return data.error();
  if (data && (*data)["repository"]["pullRequest"].is_object()) {
    return merge_view_from((*data)["repository"]["pullRequest"]);
  }
  return Trouble{.kind = TroubleKind::not_found,
                 .message = "there is no pull request #" + std::to_string(number) + " in " +
                            world_.repository(),
                 .way_out = {}};
}

Answer<Pull> GithubPulls::merge(std::int64_t number, MergeMethod method,
                                const std::string& expected_head) {
  TRY_ASSIGN(const Pull before, get(number));
  if (before.state == PullState::merged) return before;
  TRY(pull_at(world_, number, expected_head));
  if (method == MergeMethod::fast_forward) {
    return Trouble{.kind = TroubleKind::unsupported,
                   .message = "GitHub merges no pull request by a fast-forward",
                   .way_out = "squash it"};
  }
  const Json body = Json::object({{"sha", expected_head}, {"merge_method", "squash"}});
  const Answer<Json> merged =
      world_.api.write("PUT", world_.path(numbered(number) + "/merge"), body);
  // Also when it is refused: the answer to a first request may have been lost, and the second one
  // finds it done.
  TRY_ASSIGN(Pull after, get(number));
  if (after.state == PullState::merged) return after;
  if (!merged) return merged.error();
  return Trouble{.kind = TroubleKind::unavailable,
                 .message = "GitHub merged #" + std::to_string(number) + " and does not show it",
                 .way_out = "look at it again"};
}

Answer<Pull> GithubPulls::close(std::int64_t number) {
  TRY_ASSIGN(const Pull before, get(number));
  if (before.state == PullState::closed) return before;
  if (before.state == PullState::merged) {
    return Trouble{.kind = TroubleKind::conflict,
                   .message = "pull request #" + std::to_string(number) + " is merged",
                   .way_out = "it cannot be closed any more"};
  }
  TRY_ASSIGN(const Json closed, world_.api.write("PATCH", world_.path(numbered(number)),
                                                 Json::object({{"state", "closed"}})));
  return pull_of(closed);
}

}  // namespace pawl::forge
