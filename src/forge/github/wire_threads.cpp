#include "forge/github/wire_threads.hpp"

namespace pawl::forge {

const std::string_view kThreadsQuery = R"(
query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(first: 50, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {
          id isResolved path line
          comments(first: 100) {
            nodes {
              databaseId state body createdAt diffHunk authorAssociation
              author { __typename login }
            }
          }
        }
      }
    }
  }
})";

const std::string_view kReplyMutation = R"(
mutation($thread: ID!, $body: String!) {
  addPullRequestReviewThreadReply(input: {pullRequestReviewThreadId: $thread, body: $body}) {
    comment {
      databaseId state body createdAt diffHunk authorAssociation
      author { __typename login }
    }
  }
})";

const std::string_view kResolveMutation = R"(
mutation($thread: ID!) {
  resolveReviewThread(input: {threadId: $thread}) { thread { isResolved } }
})";

Comment thread_comment_from(const Json& node, std::int64_t number) {
  Comment comment{.id = node["databaseId"].int_or(0),
                  .number = number,
                  .author = node["author"]["login"].string_or(""),
                  .body = node["body"].string_or(""),
                  .created_at = node["createdAt"].string_or("")};
  // REST, and whoever asks who it is, call an App so.
  if (node["author"]["__typename"].text() == "Bot" && !comment.author.ends_with("[bot]")) {
    comment.author += "[bot]";
  }
  comment.association =
      association_named(node["authorAssociation"].text()).value_or(Association::none);
  return comment;
}

Thread thread_from(const Json& node, std::int64_t number) {
  Thread thread{.id = node["id"].string_or(""),
                .number = number,
                .path = node["path"].string_or(""),
                .line = node["line"].int_or(0),
                .hunk = {},
                .resolved = node["isResolved"].bool_or(false),
                .comments = {}};
  for (const Json& each : node["comments"]["nodes"].items()) {
    if (each["state"].text() == "PENDING") continue;
    if (thread.comments.empty()) thread.hunk = each["diffHunk"].string_or("");
    thread.comments.push_back(thread_comment_from(each, number));
  }
  return thread;
}

}  // namespace pawl::forge
