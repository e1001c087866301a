#include "forge/local_issues.hpp"

#include "base/text.hpp"

namespace pawl::forge {
namespace {

using store::IssueRow;

constexpr std::size_t kTitleMax = 300;
constexpr std::size_t kBodyMax = 256U << 10U;

Status check_draft(const IssueDraft& draft) {
  const std::string_view title = trim(draft.title);
  if (title.empty()) return fail(Errc::invalid, "an issue needs a title");
  if (contains(title, "\n")) {
    return fail(Errc::invalid, "the title of an issue is one line; the rest goes into its body");
  }
  if (title.size() > kTitleMax) {
    return fail(Errc::invalid, "the title has " + std::to_string(title.size()) +
                                   " bytes, at most " + std::to_string(kTitleMax) +
                                   " are taken; the rest goes into the body");
  }
  if (draft.body.size() > kBodyMax) {
    return fail(Errc::invalid, "the body has " + std::to_string(draft.body.size()) +
                                   " bytes, at most " + std::to_string(kBodyMax) + " are taken");
  }
  if (!is_utf8(draft.title) || !is_utf8(draft.body)) {
    return fail(Errc::invalid, "the text of an issue is no UTF-8; save it as UTF-8");
  }
  return Done{};
}

}  // namespace

Issue LocalIssues::issue_of(const IssueRow& row) const {
  return {
      .number = row.number,
      .url = "local:" + target_.name + "#" + std::to_string(row.number),
      .title = row.title,
      .body = row.body,
      .state = row.state == to_string(IssueState::closed) ? IssueState::closed : IssueState::open,
      .author = row.author,
      .labels = row.labels,
      .closed_by = row.closed_by,
      .created_at = row.created_at,
      .updated_at = row.updated_at};
}

Result<IssueRow> LocalIssues::row(std::int64_t number) {
  TRY_ASSIGN(auto found, database_.issue(target_.key, number));
  if (found) return *std::move(found);
  return fail(Errc::not_found, target_.name + " has no issue #" + std::to_string(number) +
                                   "; `pawl issue list` shows those there are");
}

Result<Issue> LocalIssues::open(const IssueDraft& draft) {
  TRY(check_draft(draft));
  const std::string now = to_iso8601(clock_.now());
  TRY_ASSIGN(const IssueRow made,
             database_.open_issue({.repository = target_.key,
                                   .location = target_.location,
                                   .title = std::string(trim(draft.title)),
                                   .body = draft.body,
                                   .state = std::string(to_string(IssueState::open)),
                                   .author = draft.author,
                                   .labels = draft.labels,
                                   .created_at = now,
                                   .updated_at = now}));
  return issue_of(made);
}

Result<std::vector<Issue>> LocalIssues::list() {
  TRY_ASSIGN(const std::vector<IssueRow> rows, database_.issues(target_.key));
  std::vector<Issue> out;
  out.reserve(rows.size());
  for (const IssueRow& each : rows) out.push_back(issue_of(each));
  return out;
}

Result<Issue> LocalIssues::get(std::int64_t number) {
  TRY_ASSIGN(const IssueRow found, row(number));
  return issue_of(found);
}

Result<Issue> LocalIssues::close(std::int64_t number, std::int64_t by) {
  TRY_ASSIGN(IssueRow found, row(number));
  if (found.state == to_string(IssueState::closed)) return issue_of(found);
  found.state = to_string(IssueState::closed);
  found.closed_by = by;
  found.updated_at = to_iso8601(clock_.now());
  TRY(database_.update_issue(found));
  return issue_of(found);
}

}  // namespace pawl::forge
