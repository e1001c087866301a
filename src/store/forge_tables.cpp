#include "store/forge_tables.hpp"

namespace pawl::store {
namespace {

constexpr std::string_view kPullColumns =
    "SELECT repository, number, location, title, body, state, base, branch, base_commit, "
    "head_commit, merge_commit, run, labels, created_at, updated_at, fixes FROM pulls ";
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
                 "updated_at, fixes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  statement.bind(pull.repository).bind(pull.number);
  for (const std::string* field :
       {&pull.location, &pull.title, &pull.body, &pull.state, &pull.base, &pull.branch,
        &pull.base_commit, &pull.head_commit, &pull.merge_commit, &pull.run}) {
    statement.bind(*field);
  }
  statement.bind(Json::array_of(pull.labels).dump()).bind(pull.created_at).bind(pull.updated_at);
  return statement.bind(pull.fixes).done();
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

}  // namespace

Result<Database::Opened> open_pull(Connection& connection, const PullRow& pull) {
  TRY(at_once(connection));
  TRY_ASSIGN(Transaction transaction, Transaction::begin(connection));
  if (!pull.run.empty()) {
    TRY_ASSIGN(Statement same,
               prepare(connection, kPullColumns, "WHERE repository = ? AND run = ?"));
    same.bind(pull.repository).bind(pull.run);
    TRY_ASSIGN(const std::optional<PullRow> found, read_first(same, read_pull));
    if (found) return Database::Opened{.pull = *found, .created = false};
  }
  Database::Opened opened{.pull = pull, .created = true};
  TRY_ASSIGN(opened.pull.number, next_number(connection, pull.repository));
  TRY(insert_pull(connection, opened.pull));
  TRY(transaction.commit());
  return opened;
}

Result<std::vector<PullRow>> select_pulls(Connection& connection, const std::string& repository) {
  TRY_ASSIGN(Statement rows, prepare(connection, kPullColumns,
                                     "WHERE ?1 = '' OR repository = ?1 "
                                     "ORDER BY repository, number"));
  rows.bind(repository);
  return read_rows(rows, read_pull);
}

Result<std::optional<PullRow>> select_pull(Connection& connection, const std::string& repository,
                                           std::int64_t number) {
  TRY_ASSIGN(Statement row,
             prepare(connection, kPullColumns, "WHERE repository = ? AND number = ?"));
  row.bind(repository).bind(number);
  return read_first(row, read_pull);
}

Status update_pull(Connection& connection, const PullRow& pull) {
  TRY(at_once(connection));
  TRY_ASSIGN(
      Statement statement,
      connection.prepare("UPDATE pulls SET location = ?, title = ?, body = ?, state = ?, base = ?, "
                         "branch = ?, base_commit = ?, head_commit = ?, merge_commit = ?, run = ?, "
                         "labels = ?, created_at = ?, updated_at = ?, fixes = ? "
                         "WHERE repository = ? AND number = ?"));
  for (const std::string* field :
       {&pull.location, &pull.title, &pull.body, &pull.state, &pull.base, &pull.branch,
        &pull.base_commit, &pull.head_commit, &pull.merge_commit, &pull.run}) {
    statement.bind(*field);
  }
  statement.bind(Json::array_of(pull.labels).dump()).bind(pull.created_at).bind(pull.updated_at);
  TRY(statement.bind(pull.fixes).bind(pull.repository).bind(pull.number).done());
  return changed_one(connection, "pull request", pull.number, pull.repository, "pawl pr list");
}

Result<IssueRow> open_issue(Connection& connection, IssueRow issue) {
  TRY(at_once(connection));
  TRY_ASSIGN(Transaction transaction, Transaction::begin(connection));
  TRY_ASSIGN(issue.number, next_number(connection, issue.repository));
  TRY(insert_issue(connection, issue));
  TRY(transaction.commit());
  return issue;
}

Result<std::vector<IssueRow>> select_issues(Connection& connection, const std::string& repository) {
  TRY_ASSIGN(Statement rows, prepare(connection, kIssueColumns,
                                     "WHERE ?1 = '' OR repository = ?1 "
                                     "ORDER BY repository, number"));
  rows.bind(repository);
  return read_rows(rows, read_issue);
}

Result<std::optional<IssueRow>> select_issue(Connection& connection, const std::string& repository,
                                             std::int64_t number) {
  TRY_ASSIGN(Statement row,
             prepare(connection, kIssueColumns, "WHERE repository = ? AND number = ?"));
  row.bind(repository).bind(number);
  return read_first(row, read_issue);
}

Status update_issue(Connection& connection, const IssueRow& issue) {
  TRY(at_once(connection));
  TRY_ASSIGN(Statement statement,
             connection.prepare("UPDATE issues SET location = ?, title = ?, body = ?, state = ?, "
                                "author = ?, labels = ?, closed_by = ?, updated_at = ? "
                                "WHERE repository = ? AND number = ?"));
  for (const std::string* field :
       {&issue.location, &issue.title, &issue.body, &issue.state, &issue.author}) {
    statement.bind(*field);
  }
  statement.bind(Json::array_of(issue.labels).dump()).bind(issue.closed_by);
  TRY(statement.bind(issue.updated_at).bind(issue.repository).bind(issue.number).done());
  return changed_one(connection, "issue", issue.number, issue.repository, "pawl issue list");
}

}  // namespace pawl::store
