#include "forge/github/github_issues.hpp"

#include "base/text/text.hpp"
#include "forge/checked_words.hpp"
#include "forge/github/wire.hpp"

namespace pawl::forge {
namespace {

constexpr std::size_t kIssueTextMax = 65'000;  // GitHub takes 65,536 characters

std::string issue_path(std::int64_t number) { return "/issues/" + std::to_string(number); }

Trouble no_issue(const GithubWorld& world, std::int64_t number) {
  return {.kind = TroubleKind::not_found,
          .message = world.repository() + " has no issue #" + std::to_string(number) +
                     ", or none that the token may see",
          .way_out = "`pawl issue list` shows those there are"};
}

bool is_pull(const Json& issue) { return issue.has("pull_request"); }

}  // namespace

Answer<Json> GithubIssues::json_of(std::int64_t number) {
  Answer<Api::Reply> reply = world_.api.get(world_.path(issue_path(number)));
  if (reply) return std::move(reply->body);
  if (reply.error().kind == TroubleKind::not_found) return no_issue(world_, number);
  return std::move(reply).error();
}

Answer<Issue> GithubIssues::open(const IssueDraft& draft) {
  TRY(check_title("an issue", draft.title));
  TRY(check_text("the body of the issue", draft.body, kIssueTextMax));
  Json body = Json::object({{"title", std::string(trim(draft.title))}, {"body", draft.body}});
  if (!draft.labels.empty()) body.set("labels", Json::array_of(draft.labels));
  TRY_ASSIGN(const Json made,
             world_.api.write("POST", world_.path("/issues"), body, Api::Effect::creates));
  return issue_from(made);
}

Answer<Page<Issue>> GithubIssues::list(const PageRequest& page) {
  TRY_ASSIGN(const ListPage listed,
             list_page(world_, world_.path("/issues?state=all&sort=created&direction=asc"), page));
  Page<Issue> issues{.items = {}, .next = listed.next};
  for (const Json& each : listed.items.items()) {
    if (!is_pull(each)) issues.items.push_back(issue_from(each));
  }
  return issues;
}

Answer<Issue> GithubIssues::get(std::int64_t number) {
  TRY_ASSIGN(const Json json, json_of(number));
  if (is_pull(json)) return no_issue(world_, number);
  return issue_from(json);
}

Answer<Issue> GithubIssues::close(std::int64_t number) {
  TRY_ASSIGN(Issue issue, get(number));
  if (issue.state == IssueState::closed) return issue;
  TRY_ASSIGN(const Json closed, world_.api.write("PATCH", world_.path(issue_path(number)),
                                                 Json::object({{"state", "closed"}})));
  return issue_from(closed);
}

Answer<Comment> GithubIssues::comment(std::int64_t number, const CommentDraft& draft) {
  if (trim(draft.body).empty()) return fail(Errc::invalid, "a comment needs a text");
  TRY(check_text("the comment", draft.body, kIssueTextMax));
  TRY(json_of(number));
  TRY_ASSIGN(const Json made,
             world_.api.write("POST", world_.path(issue_path(number) + "/comments"),
                              Json::object({{"body", draft.body}}), Api::Effect::creates));
  return comment_from(made, number);
}

Answer<Page<Comment>> GithubIssues::comments(std::int64_t number, const PageRequest& page) {
  TRY(json_of(number));
  TRY_ASSIGN(const ListPage listed,
             list_page(world_, world_.path(issue_path(number) + "/comments"), page));
  Page<Comment> comments{.items = {}, .next = listed.next};
  for (const Json& each : listed.items.items()) {
    comments.items.push_back(comment_from(each, number));
  }
  return comments;
}

Answer<Comment> GithubIssues::update_comment(const Comment& comment, const std::string& body) {
  if (trim(body).empty()) return fail(Errc::invalid, "a comment needs a text");
  TRY(check_text("the comment", body, kIssueTextMax));
  TRY_ASSIGN(
      const Json changed,
      world_.api.write("PATCH", world_.path("/issues/comments/" + std::to_string(comment.id)),
                       Json::object({{"body", body}})));
  return comment_from(changed, comment.number);
}

}  // namespace pawl::forge
