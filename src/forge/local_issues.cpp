#include "forge/local_issues.hpp"

#include "base/text/text.hpp"

namespace pawl::forge {

Issue LocalIssues::issue_of(const IssueRow& row) const {
  return {
      .number = row.number,
      .url = world_.url_of(row.number),
      .title = row.title,
      .body = row.body,
      .state = row.state == to_string(IssueState::closed) ? IssueState::closed : IssueState::open,
      .author = row.author,
      .labels = row.labels,
      .closed_by = row.closed_by,
      .created_at = row.created_at,
      .updated_at = row.updated_at};
}

Answer<IssueRow> LocalIssues::row(std::int64_t number) {
  TRY_ASSIGN(auto found, world_.tables.issue(world_.repository(), number));
  if (found) return *std::move(found);
  return Trouble{.kind = TroubleKind::not_found,
                 .message = world_.target.name + " has no issue #" + std::to_string(number),
                 .way_out = "`pawl issue list` shows those there are"};
}

Answer<Issue> LocalIssues::open(const IssueDraft& draft) {
  TRY(check_title("an issue", draft.title));
  TRY(check_text("the body of the issue", draft.body));
  const std::string now = world_.now();
  TRY_ASSIGN(const IssueRow made,
             world_.tables.open_issue({.repository = world_.repository(),
                                       .location = world_.target.location,
                                       .title = std::string(trim(draft.title)),
                                       .body = draft.body,
                                       .state = std::string(to_string(IssueState::open)),
                                       .author = draft.author,
                                       .labels = draft.labels,
                                       .created_at = now,
                                       .updated_at = now}));
  return issue_of(made);
}

Answer<Page<Issue>> LocalIssues::list(const PageRequest& page) {
  TRY_ASSIGN(const Slice slice, slice_of(page));
  TRY_ASSIGN(const std::vector<IssueRow> rows, world_.tables.issues(world_.repository(), slice));
  std::vector<Issue> issues;
  for (const IssueRow& each : rows) issues.push_back(issue_of(each));
  return page_of(std::move(issues), slice,
                 [](const Issue& issue) { return std::to_string(issue.number); });
}

Answer<Issue> LocalIssues::get(std::int64_t number) {
  TRY_ASSIGN(const IssueRow found, row(number));
  return issue_of(found);
}

Answer<Issue> LocalIssues::close_by(std::int64_t number, std::int64_t by) {
  TRY_ASSIGN(IssueRow found, row(number));
  if (found.state == to_string(IssueState::closed)) return issue_of(found);
  found.state = to_string(IssueState::closed);
  found.closed_by = by;
  found.updated_at = world_.now();
  TRY(world_.tables.update_issue(found));
  return issue_of(found);
}

Answered LocalIssues::check_number(std::int64_t number) {
  TRY_ASSIGN(const auto pull, world_.tables.pull(world_.repository(), number));
  if (pull) return Done{};
  TRY_ASSIGN(const auto issue, world_.tables.issue(world_.repository(), number));
  if (issue) return Done{};
  return Trouble{
      .kind = TroubleKind::not_found,
      .message = world_.target.name + " has no issue or pull request #" + std::to_string(number),
      .way_out = "`pawl pr list` and `pawl issue list` show those there are"};
}

Answer<Comment> LocalIssues::comment(std::int64_t number, const CommentDraft& draft) {
  if (trim(draft.body).empty()) return fail(Errc::invalid, "a comment needs a text");
  TRY(check_text("the comment", draft.body));
  TRY(check_number(number));
  TRY_ASSIGN(Comment made,
             world_.tables.add_comment(world_.repository(), {.number = number,
                                                             .author = draft.author,
                                                             .body = draft.body,
                                                             .created_at = world_.now()}));
  return made;
}

Answer<Page<Comment>> LocalIssues::comments(std::int64_t number, const PageRequest& page) {
  TRY_ASSIGN(const Slice slice, slice_of(page));
  TRY(check_number(number));
  TRY_ASSIGN(std::vector<Comment> comments,
             world_.tables.comments(world_.repository(), number, slice));
  return page_of(std::move(comments), slice,
                 [](const Comment& comment) { return std::to_string(comment.id); });
}

Answer<Comment> LocalIssues::update_comment(const Comment& comment, const std::string& body) {
  if (trim(body).empty()) return fail(Errc::invalid, "a comment needs a text");
  TRY(check_text("the comment", body));
  Comment changed = comment;
  changed.body = body;
  TRY_ASSIGN(const bool there, world_.tables.update_comment(world_.repository(), changed));
  if (there) return changed;
  return Trouble{.kind = TroubleKind::not_found,
                 .message = "#" + std::to_string(comment.number) + " of " + world_.target.name +
                            " has no comment " + std::to_string(comment.id),
                 .way_out = {}};
}

}  // namespace pawl::forge
