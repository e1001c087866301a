#include "forge/github/wire.hpp"

#include <optional>

#include "base/text/text.hpp"

namespace pawl::forge {
namespace {

constexpr std::string_view kMark = "\n\n<!-- pawl-run: ";
constexpr std::string_view kFixes = " fixes: ";
constexpr std::string_view kMarkEnd = " -->";

struct Marked {
  std::string body;
  std::string run;
  std::int64_t fixes = 0;
};

Marked read_mark(std::string_view body) {
  // What a person typed on the web has CRLF.
  const std::string text = replace_all(body, "\r\n", "\n");
  const auto at = text.rfind(kMark);
  if (at == std::string::npos) return {.body = text, .run = {}};
  std::string_view inside = std::string_view(text).substr(at + kMark.size());
  const auto end = inside.find(kMarkEnd);
  if (end == std::string_view::npos) return {.body = text, .run = {}};
  inside = inside.substr(0, end);
  Marked marked{.body = text.substr(0, at), .run = std::string(inside.substr(0, inside.find(' ')))};
  if (const auto fixes = inside.find(kFixes); fixes != std::string_view::npos) {
    marked.fixes = parse_int(inside.substr(fixes + kFixes.size())).value_or(0);
  }
  return marked;
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

std::string body_with_mark(const std::string& body, const std::string& run, std::int64_t fixes) {
  return body + std::string(kMark) + run +
         (fixes > 0 ? std::string(kFixes) + std::to_string(fixes) : std::string()) +
         std::string(kMarkEnd);
}

Pull pull_from(const Json& pull, std::string_view repository) {
  Marked marked = read_mark(pull["body"].text());
  const bool own = equal_folded(pull["head"]["repo"]["full_name"].text(), repository);
  // Of a repository that is gone nothing is known; whoever could push there was trusted then.
  const bool gone = pull["head"]["repo"].is_null();
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
  if (own && !gone) {
    out.run = std::move(marked.run);
    out.fixes = marked.fixes;
  }
  out.labels = labels_of(pull["labels"]);
  out.created_at = string_at(pull, "created_at");
  out.updated_at = string_at(pull, "updated_at");
  return out;
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
          .created_at = string_at(comment, "created_at")};
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
          .created_at = string_at(review, "submitted_at")};
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
