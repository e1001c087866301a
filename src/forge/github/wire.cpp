#include "forge/github/wire.hpp"

#include <optional>

#include "base/ids.hpp"
#include "base/text/text.hpp"

namespace pawl::forge {
namespace {

constexpr std::string_view kMark = "\n\n<!-- pawl-run: ";
constexpr std::string_view kFixes = " fixes: ";
constexpr std::string_view kHead = " head: ";
constexpr std::string_view kMarkEnd = " -->";

struct Marked {
  std::string body;
  PullMark mark;
};

// The word behind that name in a mark; empty when it is not there.
std::string_view word_behind(std::string_view mark, std::string_view name) {
  const auto at = mark.find(name);
  if (at == std::string_view::npos) return {};
  mark.remove_prefix(at + name.size());
  return mark.substr(0, mark.find(' '));
}

Marked read_mark(std::string_view body) {
  // What a person typed on the web has CRLF.
  const std::string text = replace_all(body, "\r\n", "\n");
  const auto at = text.rfind(kMark);
  if (at == std::string::npos) return {.body = text, .mark = {}};
  std::string_view inside = std::string_view(text).substr(at + kMark.size());
  const auto end = inside.find(kMarkEnd);
  if (end == std::string_view::npos) return {.body = text, .mark = {}};
  inside = inside.substr(0, end);
  // Whoever edits the text may write anything there; names of refs and folders are made of it.
  if (!RunId::parse(inside.substr(0, inside.find(' ')))) return {.body = text, .mark = {}};
  return {.body = text.substr(0, at),
          .mark = {.run = std::string(inside.substr(0, inside.find(' '))),
                   .head = std::string(word_behind(inside, kHead)),
                   .fixes = parse_int(word_behind(inside, kFixes)).value_or(0)}};
}

bool is_of_repository(const Json& pull, const Trusted& trusted) {
  return equal_folded(pull["head"]["repo"]["full_name"].text(), trusted.repository);
}

std::vector<std::string> labels_of(const Json& labels) {
  std::vector<std::string> names;
  for (const Json& label : labels.items()) {
    names.emplace_back(label.is_string() ? label.text() : label["name"].text());
  }
  return names;
}

std::string string_at(const Json& json, std::string_view key) {
  return std::string(json[key].text());
}

// What GitHub has beyond the words of every forge (FIRST_TIMER, MANNEQUIN …) is nobody in
// particular.
Association association_of(const Json& said) {
  return association_named(said["author_association"].text()).value_or(Association::none);
}

CheckStatus status_named(std::string_view name) {
  if (const auto known = check_status_named(name)) return *known;
  // requested, waiting and pending stand before a queue.
  return CheckStatus::queued;
}

// What is none of the words of every forge has not succeeded.
Conclusion conclusion_of(std::string_view name) {
  return conclusion_named(name).value_or(Conclusion::failure);
}

}  // namespace

std::string body_with_mark(const std::string& body, const PullMark& mark) {
  return body + std::string(kMark) + mark.run +
         (mark.fixes > 0 ? std::string(kFixes) + std::to_string(mark.fixes) : std::string()) +
         (mark.head.empty() ? std::string() : std::string(kHead) + mark.head) +
         std::string(kMarkEnd);
}

bool is_marked_by_fork(const Json& pull, const Trusted& trusted) {
  return !is_of_repository(pull, trusted) && contains(pull["body"].text(), kMark.substr(2));
}

Pull pull_from(const Json& pull, const Trusted& trusted) {
  Marked marked = read_mark(pull["body"].text());
  const bool own = is_of_repository(pull, trusted);
  // A fork that is gone has no owner any more; who opened the pull request was that.
  const bool by_user = !trusted.user.empty() &&
                       equal_folded(pull["user"]["login"].text(), trusted.user) &&
                       (pull["head"]["repo"].is_null() ||
                        equal_folded(pull["head"]["repo"]["owner"]["login"].text(), trusted.user));
  Pull out;
  out.number = pull["number"].int_or(0);
  out.url = string_at(pull, "html_url");
  out.title = string_at(pull, "title");
  out.body = std::move(marked.body);
  out.state = pull["state"].text() == "open"      ? PullState::open
              : !pull["merged_at"].text().empty() ? PullState::merged
                                                  : PullState::closed;
  out.base = string_at(pull["base"], "ref");
  out.branch = string_at(pull["head"], "ref");
  out.base_commit = string_at(pull["base"], "sha");
  out.head_commit = string_at(pull["head"], "sha");
  if (out.state == PullState::merged) out.merge_commit = string_at(pull, "merge_commit_sha");
  if (!own) out.head_repository = string_at(pull["head"]["repo"], "full_name");
  out.draft = pull["draft"].bool_or(false);
  if (own || by_user) {
    out.run = std::move(marked.mark.run);
    out.fixes = marked.mark.fixes;
    out.pushed_commit = std::move(marked.mark.head);
    out.frozen = out.state == PullState::open && !out.pushed_commit.empty() &&
                 out.pushed_commit != out.head_commit;
  }
  out.labels = labels_of(pull["labels"]);
  out.created_at = string_at(pull, "created_at");
  out.updated_at = string_at(pull, "updated_at");
  return out;
}

const std::string_view kTreesQuery = R"(
query($owner: String!, $name: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequests(states: OPEN, first: 100, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes {
        number url body baseRefName headRefName isCrossRepository
        commits(last: 1) { nodes { commit { tree { oid } } } }
      }
    }
  }
})";

const std::string_view kReadyMutation = R"(
mutation($id: ID!) {
  markPullRequestReadyForReview(input: {pullRequestId: $id}) { pullRequest { isDraft } }
})";

const std::string_view kMergeViewQuery = R"(
query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) { headRefOid isDraft mergeable reviewDecision }
  }
})";

MergeView merge_view_from(const Json& pull) {
  MergeView view{.head_commit = string_at(pull, "headRefOid"),
                 .mergeable = Mergeable::unknown,
                 .reviews = ReviewDecision::none,
                 .draft = pull["isDraft"].bool_or(false)};
  const std::string_view mergeable = pull["mergeable"].text();
  if (mergeable == "MERGEABLE") view.mergeable = Mergeable::clean;
  if (mergeable == "CONFLICTING") view.mergeable = Mergeable::conflicting;
  const std::string_view reviews = pull["reviewDecision"].text();
  if (reviews == "APPROVED") view.reviews = ReviewDecision::approved;
  if (reviews == "CHANGES_REQUESTED") view.reviews = ReviewDecision::changes_requested;
  if (reviews == "REVIEW_REQUIRED") view.reviews = ReviewDecision::required;
  return view;
}

OfferedTree offered_tree_from(const Json& node) {
  OfferedTree tree{.number = node["number"].int_or(0),
                   .url = string_at(node, "url"),
                   .base = string_at(node, "baseRefName"),
                   .branch = string_at(node, "headRefName"),
                   .run = {},
                   .tree = {}};
  if (!node["isCrossRepository"].bool_or(true)) tree.run = read_mark(node["body"].text()).mark.run;
  for (const Json& last : node["commits"]["nodes"].items()) {
    tree.tree = string_at(last["commit"]["tree"], "oid");
  }
  return tree;
}

Issue issue_from(const Json& issue) {
  return {.number = issue["number"].int_or(0),
          .url = string_at(issue, "html_url"),
          .title = string_at(issue, "title"),
          .body = string_at(issue, "body"),
          .state = issue["state"].text() == "open" ? IssueState::open : IssueState::closed,
          .author = string_at(issue["user"], "login"),
          .labels = labels_of(issue["labels"]),
          .created_at = string_at(issue, "created_at"),
          .updated_at = string_at(issue, "updated_at")};
}

Comment comment_from(const Json& comment, std::int64_t number) {
  return {.id = comment["id"].int_or(0),
          .number = number,
          .author = string_at(comment["user"], "login"),
          .body = string_at(comment, "body"),
          .created_at = string_at(comment, "created_at"),
          .association = association_of(comment)};
}

Review review_from(const Json& review, std::int64_t number) {
  const std::string_view state = review["state"].text();
  return {.id = review["id"].int_or(0),
          .number = number,
          .state = state == "APPROVED"            ? ReviewState::approved
                   : state == "CHANGES_REQUESTED" ? ReviewState::changes_requested
                                                  : ReviewState::commented,
          .author = string_at(review["user"], "login"),
          .body = string_at(review, "body"),
          .head_commit = string_at(review, "commit_id"),
          .comments = {},
          .created_at = string_at(review, "submitted_at"),
          .association = association_of(review)};
}

LineComment line_comment_from(const Json& comment) {
  // `line` is null where the comment is outdated.
  const std::int64_t line = comment["line"].int_or(comment["original_line"].int_or(0));
  return {.path = string_at(comment, "path"), .line = line, .body = string_at(comment, "body")};
}

Check check_from_run(const Json& run) {
  const CheckStatus status = status_named(run["status"].text());
  const std::string_view summary = run["output"]["summary"].text();
  const std::string_view text = run["output"]["text"].text();
  return {.name = string_at(run, "name"),
          .head_commit = string_at(run, "head_sha"),
          .status = status,
          .conclusion = status == CheckStatus::completed ? conclusion_of(run["conclusion"].text())
                                                         : Conclusion::none,
          .output = std::string(summary) + (summary.empty() || text.empty() ? "" : "\n\n") +
                    std::string(text),
          .created_at = string_at(run, "started_at"),
          .updated_at = run["completed_at"].is_null() ? string_at(run, "started_at")
                                                      : string_at(run, "completed_at")};
}

Check check_from_status(const Json& status, const std::string& head_commit) {
  const std::string_view state = status["state"].text();
  const bool pending = state == "pending";
  return {.name = string_at(status, "context"),
          .head_commit = head_commit,
          .status = pending ? CheckStatus::in_progress : CheckStatus::completed,
          .conclusion = pending              ? Conclusion::none
                        : state == "success" ? Conclusion::success
                                             : Conclusion::failure,
          .output = string_at(status, "description"),
          .created_at = string_at(status, "created_at"),
          .updated_at = string_at(status, "updated_at")};
}

}  // namespace pawl::forge
