#include "forge/github/github_reviews.hpp"

#include <map>
#include <set>

#include "base/text/text.hpp"
#include "forge/checked_words.hpp"
#include "forge/github/patch_lines.hpp"
#include "forge/github/wire.hpp"
#include "forge/github/wire_threads.hpp"

namespace pawl::forge {
namespace {

std::string reviews_path(std::int64_t number) {
  return "/pulls/" + std::to_string(number) + "/reviews";
}

std::string_view event_of(ReviewState state) {
  switch (state) {
    case ReviewState::approved: return "APPROVE";
    case ReviewState::changes_requested: return "REQUEST_CHANGES";
    case ReviewState::commented: break;
  }
  return "COMMENT";
}

}  // namespace

Answered GithubReviews::check_lines(std::int64_t number, const ReviewDraft& draft) {
  std::map<std::string, std::set<std::int64_t>> lines;
  std::string path = world_.path("/pulls/" + std::to_string(number) + "/files?per_page=100");
  while (!path.empty()) {
    TRY_ASSIGN(const Api::Reply reply, world_.api.get(path));
    for (const Json& file : reply.body.items()) {
      lines[std::string(file["filename"].text())] = lines_of_patch(file["patch"].text());
    }
    path = reply.next;
  }
  for (const LineComment& comment : draft.comments) {
    const auto file = lines.find(comment.path);
    if (file == lines.end()) return no_such_line(comment, "the diff has no such file");
    if (file->second.contains(comment.line)) continue;
    return no_such_line(comment, "the diff does not show it");
  }
  return Done{};
}

Answer<std::map<std::int64_t, std::vector<LineComment>>> GithubReviews::comments_by_review(
    std::int64_t number) {
  std::map<std::int64_t, std::vector<LineComment>> comments;
  std::string path = world_.path("/pulls/" + std::to_string(number) + "/comments?per_page=100");
  while (!path.empty()) {
    TRY_ASSIGN(const Api::Reply reply, world_.api.get(path));
    for (const Json& each : reply.body.items()) {
      comments[each["pull_request_review_id"].int_or(0)].push_back(line_comment_from(each));
    }
    path = reply.next;
  }
  return comments;
}

Answer<Review> GithubReviews::submit(std::int64_t number, const ReviewDraft& draft,
                                     const std::string& expected_head) {
  TRY(check_review(draft));
  TRY(pull_at(world_, number, expected_head));
  if (!draft.comments.empty()) TRY(check_lines(number, draft));
  Json comments = Json::array();
  for (const LineComment& comment : draft.comments) {
    comments.push(Json::object({{"path", comment.path},
                                {"line", comment.line},
                                {"side", "RIGHT"},
                                {"body", comment.body}}));
  }
  Json body = Json::object({{"commit_id", expected_head}, {"event", event_of(draft.state)}});
  if (!draft.body.empty()) body.set("body", draft.body);
  if (comments.size() > 0) body.set("comments", std::move(comments));
  TRY_ASSIGN(const Json made, world_.api.write("POST", world_.path(reviews_path(number)), body,
                                               Api::Effect::creates));
  Review review = review_from(made, number);
  review.comments = draft.comments;
  return review;
}

Answer<Page<Review>> GithubReviews::list(std::int64_t number, const PageRequest& page) {
  TRY(pull_json(world_, number));
  TRY_ASSIGN(const ListPage listed, list_page(world_, world_.path(reviews_path(number)), page));
  Page<Review> reviews{.items = {}, .next = listed.next};
  if (listed.items.size() == 0) return reviews;
  TRY_ASSIGN(auto comments, comments_by_review(number));
  for (const Json& each : listed.items.items()) {
    // One that its author has not sent yet is seen by nobody else.
    if (each["state"].text() == "PENDING") continue;
    Review review = review_from(each, number);
    review.comments = std::move(comments[review.id]);
    reviews.items.push_back(std::move(review));
  }
  return reviews;
}

Answer<std::vector<Thread>> GithubReviews::threads(std::int64_t number) {
  TRY(pull_json(world_, number));
  std::vector<Thread> threads;
  std::string after;
  for (;;) {
    Json variables =
        Json::object({{"owner", world_.owner}, {"name", world_.repo}, {"number", number}});
    if (!after.empty()) variables.set("after", after);
    TRY_ASSIGN(const Json data, world_.api.query(std::string(kThreadsQuery), variables));
    const Json& page = data["repository"]["pullRequest"]["reviewThreads"];
    for (const Json& node : page["nodes"].items()) {
      Thread thread = thread_from(node, number);
      if (!thread.comments.empty()) threads.push_back(std::move(thread));
    }
    after = page["pageInfo"]["endCursor"].string_or("");
    if (!page["pageInfo"]["hasNextPage"].bool_or(false) || after.empty()) return threads;
  }
}

Answer<Comment> GithubReviews::reply(const Thread& thread, const CommentDraft& draft) {
  if (trim(draft.body).empty()) return fail(Errc::invalid, "a comment needs a text");
  TRY(check_text("the comment", draft.body));
  TRY_ASSIGN(const Json data,
             world_.api.mutate(std::string(kReplyMutation),
                               Json::object({{"thread", thread.id}, {"body", draft.body}})));
  return thread_comment_from(data["addPullRequestReviewThreadReply"]["comment"], thread.number);
}

Answered GithubReviews::resolve(const Thread& thread) {
  TRY(world_.api.mutate(std::string(kResolveMutation), Json::object({{"thread", thread.id}})));
  return Done{};
}

Answered GithubReviews::request(std::int64_t number, const std::string& login) {
  const Json body = Json::object({{"reviewers", Json::array_of(std::vector{login})}});
  const std::string path = "/pulls/" + std::to_string(number) + "/requested_reviewers";
  TRY(world_.api.write("POST", world_.path(path), body));
  return Done{};
}

}  // namespace pawl::forge
