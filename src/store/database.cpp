#include "store/database.hpp"

#include <mutex>

#include "store/forge_tables.hpp"
#include "store/migrate.hpp"
#include "store/observation_table.hpp"
#include "store/spending_table.hpp"
#include "store/sqlite.hpp"

namespace pawl::store {
namespace {

constexpr std::string_view kRunColumns =
    "SELECT run, target, status, phase, branch, begun_at, last_at, exit, pr FROM runs ";

std::string time_text(Timestamp at) { return at == Timestamp() ? std::string() : to_iso8601(at); }

RunRow read_run(Statement& row) {
  RunRow out;
  for (std::string* field :
       {&out.run, &out.target, &out.status, &out.phase, &out.branch, &out.begun_at, &out.last_at}) {
    *field = row.text();
  }
  out.exit = static_cast<int>(row.number());
  out.pr = row.number();
  return out;
}

Result<std::vector<RunRow>> read_runs(Statement& statement) {
  std::vector<RunRow> rows;
  for (;;) {
    TRY_ASSIGN(const bool more, statement.step());
    if (!more) return rows;
    rows.push_back(read_run(statement));
  }
}

class SqliteDatabase final : public Database {
 public:
  explicit SqliteDatabase(std::unique_ptr<Connection> connection)
      : connection_(std::move(connection)) {}

  Status put_run(const RunState& state) override {
    const std::lock_guard guard(mutex_);
    return upsert(state);
  }

  Status replace_runs(std::span<const RunState> states) override {
    const std::lock_guard guard(mutex_);
    TRY_ASSIGN(Transaction transaction, Transaction::begin(*connection_));
    TRY(connection_->run("DELETE FROM runs"));
    for (const RunState& state : states) TRY(upsert(state));
    return transaction.commit();
  }

  Result<std::vector<RunRow>> runs(int limit) override {
    const std::lock_guard guard(mutex_);
    TRY_ASSIGN(Statement rows, prepare(kRunColumns, "ORDER BY begun_at DESC, run LIMIT ?"));
    rows.bind(std::int64_t{limit});
    return read_runs(rows);
  }

  Result<std::vector<RunRow>> runs_of(const std::string& target) override {
    const std::lock_guard guard(mutex_);
    TRY_ASSIGN(Statement rows,
               prepare(kRunColumns, "WHERE target = ? ORDER BY begun_at DESC, run"));
    rows.bind(target);
    return read_runs(rows);
  }

  Status forget_run(const std::string& run) override {
    const std::lock_guard guard(mutex_);
    TRY_ASSIGN(Statement statement, connection_->prepare("DELETE FROM runs WHERE run = ?"));
    return statement.bind(run).done();
  }

  Status clear_runs() override { return replace_runs({}); }

  Status put_observations(std::span<const Observation> observations) override {
    if (observations.empty()) return Done{};
    const std::lock_guard guard(mutex_);
    TRY_ASSIGN(Transaction transaction, Transaction::begin(*connection_));
    for (const Observation& one : observations) TRY(insert_observation(*connection_, one));
    return transaction.commit();
  }

  Status replace_observations(std::span<const Observation> observations) override {
    const std::lock_guard guard(mutex_);
    TRY_ASSIGN(Transaction transaction, Transaction::begin(*connection_));
    TRY(connection_->run("DELETE FROM observations"));
    for (const Observation& one : observations) TRY(insert_observation(*connection_, one));
    return transaction.commit();
  }

  Result<std::vector<Observation>> observations(const ObservationQuery& query) override {
    const std::lock_guard guard(mutex_);
    return select_observations(*connection_, query);
  }

  Result<std::vector<Observation>> without_forgotten(
      std::vector<Observation> observations) override {
    const std::lock_guard guard(mutex_);
    return leave_out_forgotten(*connection_, std::move(observations));
  }

  Status forget(const std::string& repository, std::span<const std::string> paths,
                Timestamp at) override;

  Result<SpendingAnswer> reserve_spending(const SpendingRequest& request,
                                          const IsAlive& is_alive) override {
    const std::lock_guard guard(mutex_);
    return store::reserve_spending(*connection_, request, is_alive);
  }

  Status settle_spending(std::int64_t id, const Spending& used) override {
    const std::lock_guard guard(mutex_);
    return store::settle_spending(*connection_, id, used);
  }

  Result<Opened> open_pull(const PullRow& pull) override {
    const std::lock_guard guard(mutex_);
    return store::open_pull(*connection_, pull);
  }

  Result<std::vector<PullRow>> pulls(const std::string& repository) override {
    const std::lock_guard guard(mutex_);
    return select_pulls(*connection_, repository);
  }

  Result<std::optional<PullRow>> pull(const std::string& repository, std::int64_t number) override {
    const std::lock_guard guard(mutex_);
    return select_pull(*connection_, repository, number);
  }

  Status update_pull(const PullRow& pull) override {
    const std::lock_guard guard(mutex_);
    return store::update_pull(*connection_, pull);
  }

  Result<IssueRow> open_issue(const IssueRow& issue) override {
    const std::lock_guard guard(mutex_);
    return store::open_issue(*connection_, issue);
  }

  Result<std::vector<IssueRow>> issues(const std::string& repository) override {
    const std::lock_guard guard(mutex_);
    return select_issues(*connection_, repository);
  }

  Result<std::optional<IssueRow>> issue(const std::string& repository,
                                        std::int64_t number) override {
    const std::lock_guard guard(mutex_);
    return select_issue(*connection_, repository, number);
  }

  Status update_issue(const IssueRow& issue) override {
    const std::lock_guard guard(mutex_);
    return store::update_issue(*connection_, issue);
  }

 private:
  Result<Statement> prepare(std::string_view columns, std::string_view rest) {
    return connection_->prepare(std::string(columns) + std::string(rest));
  }

  // A row never goes back to an older state of its run.
  Status upsert(const RunState& state) {
    TRY_ASSIGN(Statement statement,
               connection_->prepare(
                   "INSERT INTO runs (run, target, status, phase, branch, begun_at, last_at, "
                   "last_seq, exit, pr) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                   "ON CONFLICT (run) DO UPDATE SET target = excluded.target, "
                   "status = excluded.status, phase = excluded.phase, branch = excluded.branch, "
                   "begun_at = excluded.begun_at, last_at = excluded.last_at, "
                   "last_seq = excluded.last_seq, exit = excluded.exit, pr = excluded.pr "
                   "WHERE excluded.last_seq >= last_seq"));
    statement.bind(state.run)
        .bind(state.target)
        .bind(to_string(state.status))
        .bind(state.phase)
        .bind(state.branch)
        .bind(time_text(state.begun_at))
        .bind(time_text(state.last_at))
        .bind(static_cast<std::int64_t>(state.last_seq))
        .bind(std::int64_t{state.exit})
        .bind(state.pr ? state.pr->number : std::int64_t{0});
    return statement.done();
  }

  std::unique_ptr<Connection> connection_;
  std::mutex mutex_;  // a transaction belongs to one thread
};

// What a person asked to forget is on disk when the call returns, as no journal knows of it.
Status SqliteDatabase::forget(const std::string& repository, std::span<const std::string> paths,
                              Timestamp at) {
  const std::lock_guard guard(mutex_);
  TRY(connection_->run("PRAGMA synchronous=FULL"));
  TRY_ASSIGN(Transaction transaction, Transaction::begin(*connection_));
  if (paths.empty()) TRY(insert_forgotten(*connection_, repository, "", at));
  for (const std::string& path : paths) {
    TRY(insert_forgotten(*connection_, repository, path, at));
  }
  return transaction.commit();
}

}  // namespace

Result<std::unique_ptr<Database>> Database::open(const std::string& path) {
  TRY_ASSIGN(std::unique_ptr<Connection> connection, Connection::open(path));
  TRY(migrate(*connection).during("opening the database " + path));
  return std::unique_ptr<Database>(std::make_unique<SqliteDatabase>(std::move(connection)));
}

}  // namespace pawl::store
