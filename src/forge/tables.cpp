#include "forge/tables.hpp"

#include "store/sqlite.hpp"

namespace pawl::forge {
namespace {

using store::Connection;
using store::Database;
using store::Statement;
using store::Transaction;

constexpr std::string_view kPullColumns =
    "SELECT repository, number, location, title, body, state, base, branch, base_commit, "
    "head_commit, merge_commit, run, labels, created_at, updated_at, fixes, draft FROM pulls ";
constexpr std::string_view kIssueColumns =
    "SELECT repository, number, location, title, body, state, author, labels, closed_by, "
    "created_at, updated_at FROM issues ";

Result<std::vector<std::string>> read_labels(Statement& row) {
  TRY_ASSIGN(const Json labels, Json::parse(row.text()));
  std::vector<std::string> out;
  for (const Json& label : labels.items()) out.push_back(label.string_or(""));
  return out;
}

Result<PullRow> read_pull(Statement& row) {
  PullRow out;
  out.repository = row.text();
  out.number = row.number();
  for (std::string* field :
       {&out.location, &out.title, &out.body, &out.state, &out.base, &out.branch, &out.base_commit,
        &out.head_commit, &out.merge_commit, &out.run}) {
    *field = row.text();
  }
  TRY_ASSIGN(out.labels, read_labels(row));
  out.created_at = row.text();
  out.updated_at = row.text();
  out.fixes = row.number();
  out.draft = row.number() != 0;
  return out;
}

Result<IssueRow> read_issue(Statement& row) {
  IssueRow out;
  out.repository = row.text();
  out.number = row.number();
  for (std::string* field : {&out.location, &out.title, &out.body, &out.state, &out.author}) {
    *field = row.text();
  }
  TRY_ASSIGN(out.labels, read_labels(row));
  out.closed_by = row.number();
  out.created_at = row.text();
  out.updated_at = row.text();
  return out;
}

template <typename Row>
Result<std::vector<Row>> read_rows(Statement& rows, Result<Row> (*read)(Statement&)) {
  std::vector<Row> out;
  for (;;) {
    TRY_ASSIGN(const bool more, rows.step());
    if (!more) return out;
    TRY_ASSIGN(Row row, read(rows));
    out.push_back(std::move(row));
  }
}

template <typename Row>
Result<std::optional<Row>> read_first(Statement& rows, Result<Row> (*read)(Statement&)) {
  TRY_ASSIGN(const bool found, rows.step());
  if (!found) return std::optional<Row>();
  TRY_ASSIGN(Row row, read(rows));
  return std::optional<Row>(std::move(row));
}

Result<Statement> prepare(Connection& connection, std::string_view columns, std::string_view rest) {
  return connection.prepare(std::string(columns) + std::string(rest));
}

// Pull requests and issues live only here: they are on disk when a call returns, not at the next
// checkpoint.
Status at_once(Connection& connection) { return connection.run("PRAGMA synchronous=FULL"); }

Result<std::int64_t> next_number(Connection& connection, const std::string& repository) {
  TRY_ASSIGN(Statement last,
             connection.prepare("SELECT COALESCE(MAX(number), 0) FROM ("
                                "SELECT number FROM pulls WHERE repository = ?1 UNION ALL "
                                "SELECT number FROM issues WHERE repository = ?1)"));
  last.bind(repository);
  TRY(last.step());
  return last.number() + 1;
}

Status insert_pull(Connection& connection, const PullRow& pull) {
  TRY_ASSIGN(Statement statement,
             connection.prepare(
                 "INSERT INTO pulls (repository, number, location, title, body, state, base, "
                 "branch, base_commit, head_commit, merge_commit, run, labels, created_at, "
                 "updated_at, fixes, draft) "
                 "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  statement.bind(pull.repository).bind(pull.number);
  for (const std::string* field :
       {&pull.location, &pull.title, &pull.body, &pull.state, &pull.base, &pull.branch,
        &pull.base_commit, &pull.head_commit, &pull.merge_commit, &pull.run}) {
    statement.bind(*field);
  }
  statement.bind(Json::array_of(pull.labels).dump()).bind(pull.created_at).bind(pull.updated_at);
  return statement.bind(pull.fixes).bind(std::int64_t(pull.draft ? 1 : 0)).done();
}

Status insert_issue(Connection& connection, const IssueRow& issue) {
  TRY_ASSIGN(Statement statement,
             connection.prepare(
                 "INSERT INTO issues (repository, number, location, title, body, state, author, "
                 "labels, closed_by, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
                 "?)"));
  statement.bind(issue.repository).bind(issue.number);
  for (const std::string* field :
       {&issue.location, &issue.title, &issue.body, &issue.state, &issue.author}) {
    statement.bind(*field);
  }
  statement.bind(Json::array_of(issue.labels).dump()).bind(issue.closed_by);
  return statement.bind(issue.created_at).bind(issue.updated_at).done();
}

Status changed_one(Connection& connection, std::string_view what, std::int64_t number,
                   const std::string& repository, std::string_view list_command) {
  if (connection.changes() > 0) return Done{};
  return fail(Errc::not_found, "no " + std::string(what) + " #" + std::to_string(number) +
                                   " in \"" + repository + "\"; `" + std::string(list_command) +
                                   "` shows those there are");
}

// Whether the pull request has that head, and is open where that is asked for.
Result<bool> is_at_head(Connection& connection, const std::string& repository, std::int64_t number,
                        const std::string& head, bool only_open) {
  TRY_ASSIGN(Statement row, connection.prepare("SELECT state, head_commit FROM pulls "
                                               "WHERE repository = ? AND number = ?"));
  TRY_ASSIGN(const bool found, row.bind(repository).bind(number).step());
  if (!found) return false;
  const bool open = row.text() == to_string(PullState::open);
  return row.text() == head && (open || !only_open);
}

Status write_pull(Connection& connection, const PullRow& pull) {
  TRY_ASSIGN(
      Statement statement,
      connection.prepare("UPDATE pulls SET location = ?, title = ?, body = ?, state = ?, base = ?, "
                         "branch = ?, base_commit = ?, head_commit = ?, merge_commit = ?, run = ?, "
                         "labels = ?, created_at = ?, updated_at = ?, fixes = ?, draft = ? "
                         "WHERE repository = ? AND number = ?"));
  for (const std::string* field :
       {&pull.location, &pull.title, &pull.body, &pull.state, &pull.base, &pull.branch,
        &pull.base_commit, &pull.head_commit, &pull.merge_commit, &pull.run}) {
    statement.bind(*field);
  }
  statement.bind(Json::array_of(pull.labels).dump()).bind(pull.created_at).bind(pull.updated_at);
  statement.bind(pull.fixes).bind(std::int64_t(pull.draft ? 1 : 0));
  TRY(statement.bind(pull.repository).bind(pull.number).done());
  return changed_one(connection, "pull request", pull.number, pull.repository, "pawl pr list");
}

Result<std::int64_t> last_row_id(Connection& connection) {
  TRY_ASSIGN(Statement row, connection.prepare("SELECT last_insert_rowid()"));
  TRY(row.step());
  return row.number();
}

// Whoever writes here has this machine.
constexpr Association kOfThisMachine = Association::owner;

Result<Comment> read_comment(Statement& row) {
  Comment out;
  out.id = row.number();
  out.number = row.number();
  out.author = row.text();
  out.body = row.text();
  out.created_at = row.text();
  out.association = kOfThisMachine;
  return out;
}

Result<Review> read_review(Statement& row) {
  Review out;
  out.id = row.number();
  out.number = row.number();
  const std::string state = row.text();
  for (const ReviewState each :
       {ReviewState::commented, ReviewState::approved, ReviewState::changes_requested}) {
    if (state == to_string(each)) out.state = each;
  }
  for (std::string* field : {&out.author, &out.body, &out.head_commit, &out.created_at}) {
    *field = row.text();
  }
  out.association = kOfThisMachine;
  return out;
}

Result<LineComment> read_line_comment(Statement& row) {
  LineComment out;
  out.path = row.text();
  out.line = row.number();
  out.body = row.text();
  return out;
}

Result<Check> read_check(Statement& row) {
  Check out;
  out.name = row.text();
  out.head_commit = row.text();
  out.status = check_status_named(row.text()).value_or(CheckStatus::completed);
  out.conclusion = conclusion_named(row.text()).value_or(Conclusion::none);
  for (std::string* field : {&out.output, &out.created_at, &out.updated_at}) *field = row.text();
  return out;
}

Status insert_review(Connection& connection, const std::string& repository, Review& review) {
  TRY_ASSIGN(Statement statement,
             connection.prepare("INSERT INTO reviews (repository, number, state, author, body, "
                                "head_commit, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)"));
  statement.bind(repository).bind(review.number).bind(to_string(review.state));
  statement.bind(review.author).bind(review.body).bind(review.head_commit);
  TRY(statement.bind(review.created_at).done());
  TRY_ASSIGN(review.id, last_row_id(connection));
  std::int64_t position = 0;
  for (const LineComment& comment : review.comments) {
    TRY_ASSIGN(Statement at,
               connection.prepare("INSERT INTO review_comments (review, position, path, line, "
                                  "body) VALUES (?, ?, ?, ?, ?)"));
    at.bind(review.id).bind(position++).bind(comment.path).bind(comment.line);
    TRY(at.bind(comment.body).done());
  }
  return Done{};
}

}  // namespace

Result<Tables::Opened> Tables::open_pull(const PullRow& pull) {
  const Database::Use connection = database_.use();
  TRY(at_once(*connection));
  TRY_ASSIGN(Transaction transaction, Transaction::begin(*connection));
  if (!pull.run.empty()) {
    TRY_ASSIGN(Statement same,
               prepare(*connection, kPullColumns, "WHERE repository = ? AND run = ?"));
    same.bind(pull.repository).bind(pull.run);
    TRY_ASSIGN(const std::optional<PullRow> found, read_first(same, read_pull));
    if (found) return Opened{.pull = *found, .created = false};
  }
  Opened opened{.pull = pull, .created = true};
  TRY_ASSIGN(opened.pull.number, next_number(*connection, pull.repository));
  TRY(insert_pull(*connection, opened.pull));
  TRY(transaction.commit());
  return opened;
}

Result<std::vector<PullRow>> Tables::pulls(const std::string& repository, std::string_view state,
                                           const Slice& slice) {
  const Database::Use connection = database_.use();
  TRY_ASSIGN(Statement rows, prepare(*connection, kPullColumns,
                                     "WHERE repository = ?1 AND (?2 = '' OR state = ?2) "
                                     "AND number > ?3 ORDER BY number LIMIT ?4"));
  rows.bind(repository).bind(state).bind(slice.after).bind(std::int64_t(slice.limit));
  return read_rows(rows, read_pull);
}

Result<std::optional<PullRow>> Tables::pull(const std::string& repository, std::int64_t number) {
  const Database::Use connection = database_.use();
  TRY_ASSIGN(Statement row,
             prepare(*connection, kPullColumns, "WHERE repository = ? AND number = ?"));
  row.bind(repository).bind(number);
  return read_first(row, read_pull);
}

Result<std::optional<PullRow>> Tables::pull_of_run(const std::string& repository,
                                                   const std::string& run) {
  const Database::Use connection = database_.use();
  TRY_ASSIGN(Statement row,
             prepare(*connection, kPullColumns, "WHERE repository = ? AND run = ? AND run <> ''"));
  row.bind(repository).bind(run);
  return read_first(row, read_pull);
}

Status Tables::update_pull(const PullRow& pull) {
  const Database::Use connection = database_.use();
  TRY(at_once(*connection));
  return write_pull(*connection, pull);
}

Result<bool> Tables::update_pull_at(const PullRow& pull, const std::string& expected_head) {
  const Database::Use connection = database_.use();
  TRY(at_once(*connection));
  TRY_ASSIGN(Transaction transaction, Transaction::begin(*connection));
  TRY_ASSIGN(const bool there,
             is_at_head(*connection, pull.repository, pull.number, expected_head, true));
  if (!there) return false;
  TRY(write_pull(*connection, pull));
  TRY(transaction.commit());
  return true;
}

Result<IssueRow> Tables::open_issue(const IssueRow& issue) {
  const Database::Use connection = database_.use();
  TRY(at_once(*connection));
  TRY_ASSIGN(Transaction transaction, Transaction::begin(*connection));
  IssueRow made = issue;
  TRY_ASSIGN(made.number, next_number(*connection, made.repository));
  TRY(insert_issue(*connection, made));
  TRY(transaction.commit());
  return made;
}

Result<std::vector<IssueRow>> Tables::issues(const std::string& repository, const Slice& slice) {
  const Database::Use connection = database_.use();
  TRY_ASSIGN(Statement rows,
             prepare(*connection, kIssueColumns,
                     "WHERE repository = ? AND number > ? ORDER BY number LIMIT ?"));
  rows.bind(repository).bind(slice.after).bind(std::int64_t(slice.limit));
  return read_rows(rows, read_issue);
}

Result<std::optional<IssueRow>> Tables::issue(const std::string& repository, std::int64_t number) {
  const Database::Use connection = database_.use();
  TRY_ASSIGN(Statement row,
             prepare(*connection, kIssueColumns, "WHERE repository = ? AND number = ?"));
  row.bind(repository).bind(number);
  return read_first(row, read_issue);
}

Status Tables::update_issue(const IssueRow& issue) {
  const Database::Use connection = database_.use();
  TRY(at_once(*connection));
  TRY_ASSIGN(Statement statement,
             connection->prepare("UPDATE issues SET location = ?, title = ?, body = ?, state = ?, "
                                 "author = ?, labels = ?, closed_by = ?, updated_at = ? "
                                 "WHERE repository = ? AND number = ?"));
  for (const std::string* field :
       {&issue.location, &issue.title, &issue.body, &issue.state, &issue.author}) {
    statement.bind(*field);
  }
  statement.bind(Json::array_of(issue.labels).dump()).bind(issue.closed_by);
  TRY(statement.bind(issue.updated_at).bind(issue.repository).bind(issue.number).done());
  return changed_one(*connection, "issue", issue.number, issue.repository, "pawl issue list");
}

Result<Comment> Tables::add_comment(const std::string& repository, const Comment& comment) {
  const Database::Use connection = database_.use();
  TRY(at_once(*connection));
  TRY_ASSIGN(Statement statement,
             connection->prepare("INSERT INTO comments (repository, number, author, body, "
                                 "created_at) VALUES (?, ?, ?, ?, ?)"));
  statement.bind(repository).bind(comment.number).bind(comment.author).bind(comment.body);
  TRY(statement.bind(comment.created_at).done());
  Comment made = comment;
  made.association = kOfThisMachine;
  TRY_ASSIGN(made.id, last_row_id(*connection));
  return made;
}

Result<std::vector<Comment>> Tables::comments(const std::string& repository, std::int64_t number,
                                              const Slice& slice) {
  const Database::Use connection = database_.use();
  TRY_ASSIGN(Statement rows,
             connection->prepare("SELECT id, number, author, body, created_at FROM comments "
                                 "WHERE repository = ? AND number = ? AND id > ? "
                                 "ORDER BY id LIMIT ?"));
  rows.bind(repository).bind(number).bind(slice.after).bind(std::int64_t(slice.limit));
  return read_rows(rows, read_comment);
}

Result<bool> Tables::update_comment(const std::string& repository, const Comment& comment) {
  const Database::Use connection = database_.use();
  TRY(at_once(*connection));
  TRY_ASSIGN(Statement statement,
             connection->prepare("UPDATE comments SET body = ? "
                                 "WHERE repository = ? AND number = ? AND id = ?"));
  statement.bind(comment.body).bind(repository).bind(comment.number).bind(comment.id);
  TRY(statement.done());
  return connection->changes() > 0;
}

Result<std::optional<Review>> Tables::add_review(const std::string& repository,
                                                 const Review& review) {
  const Database::Use connection = database_.use();
  TRY(at_once(*connection));
  TRY_ASSIGN(Transaction transaction, Transaction::begin(*connection));
  TRY_ASSIGN(const bool there,
             is_at_head(*connection, repository, review.number, review.head_commit, true));
  if (!there) return std::optional<Review>();
  Review made = review;
  made.association = kOfThisMachine;
  TRY(insert_review(*connection, repository, made));
  TRY(transaction.commit());
  return std::optional<Review>(std::move(made));
}

Result<std::vector<Review>> Tables::reviews(const std::string& repository, std::int64_t number,
                                            const Slice& slice) {
  const Database::Use connection = database_.use();
  TRY_ASSIGN(Statement rows,
             connection->prepare("SELECT id, number, state, author, body, head_commit, created_at "
                                 "FROM reviews WHERE repository = ? AND number = ? AND id > ? "
                                 "ORDER BY id LIMIT ?"));
  rows.bind(repository).bind(number).bind(slice.after).bind(std::int64_t(slice.limit));
  TRY_ASSIGN(std::vector<Review> reviews, read_rows(rows, read_review));
  for (Review& review : reviews) {
    TRY_ASSIGN(Statement comments,
               connection->prepare("SELECT path, line, body FROM review_comments "
                                   "WHERE review = ? ORDER BY position"));
    comments.bind(review.id);
    TRY_ASSIGN(review.comments, read_rows(comments, read_line_comment));
  }
  return reviews;
}

Result<std::optional<Check>> Tables::put_check(const std::string& repository, std::int64_t number,
                                               const Check& check) {
  const Database::Use connection = database_.use();
  TRY(at_once(*connection));
  TRY_ASSIGN(Transaction transaction, Transaction::begin(*connection));
  TRY_ASSIGN(const bool there,
             is_at_head(*connection, repository, number, check.head_commit, false));
  if (!there) return std::optional<Check>();
  TRY_ASSIGN(
      Statement statement,
      connection->prepare(
          "INSERT INTO checks (repository, head_commit, name, status, conclusion, output, "
          "created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
          "ON CONFLICT (repository, head_commit, name) DO UPDATE SET "
          "status = excluded.status, conclusion = excluded.conclusion, "
          "output = excluded.output, updated_at = excluded.updated_at "
          "RETURNING name, head_commit, status, conclusion, output, created_at, updated_at"));
  statement.bind(repository).bind(check.head_commit).bind(check.name).bind(to_string(check.status));
  statement.bind(to_string(check.conclusion)).bind(check.output);
  statement.bind(check.created_at).bind(check.updated_at);
  TRY_ASSIGN(std::vector<Check> made, read_rows(statement, read_check));
  TRY(transaction.commit());
  return made.empty() ? std::optional<Check>() : std::optional<Check>(std::move(made.front()));
}

Result<std::vector<Check>> Tables::checks(const std::string& repository,
                                          const std::string& head_commit,
                                          const std::string& after_name, std::size_t limit) {
  const Database::Use connection = database_.use();
  TRY_ASSIGN(Statement rows,
             connection->prepare("SELECT name, head_commit, status, conclusion, output, "
                                 "created_at, updated_at FROM checks WHERE repository = ? "
                                 "AND head_commit = ? AND name > ? ORDER BY name LIMIT ?"));
  rows.bind(repository).bind(head_commit).bind(after_name).bind(std::int64_t(limit));
  return read_rows(rows, read_check);
}

std::span<const store::KeptTable> kept_tables() {
  static constexpr store::KeptTable kTables[] = {
      {"pulls", "repository, number", "pull request", "pull requests"},
      {"issues", "repository, number", "issue", "issues"},
      {"comments", "id", "comment", "comments"},
      {"reviews", "id", "review", "reviews"},
      {"review_comments", "review, position", "comment of a review", "comments of reviews"},
      {"review_replies", "id", "reply to a comment", "replies to comments"},
      {"checks", "repository, head_commit, name", "check", "checks"},
  };
  return kTables;
}

}  // namespace pawl::forge
