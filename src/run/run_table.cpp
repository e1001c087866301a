#include "run/run_table.hpp"

#include "store/sqlite.hpp"

namespace pawl::run {
namespace {

constexpr std::string_view kRunColumns =
    "SELECT run, target, status, phase, branch, begun_at, last_at, exit, pr FROM runs ";

std::string time_text(Timestamp at) { return at == Timestamp() ? std::string() : to_iso8601(at); }

Result<std::vector<RunRow>> read_runs(store::Statement& row) {
  std::vector<RunRow> rows;
  for (;;) {
    TRY_ASSIGN(const bool more, row.step());
    if (!more) return rows;
    RunRow& out = rows.emplace_back();
    for (std::string* field : {&out.run, &out.target, &out.status, &out.phase, &out.branch,
                               &out.begun_at, &out.last_at}) {
      *field = row.text();
    }
    out.exit = static_cast<int>(row.number());
    out.pr = row.number();
  }
}

Result<store::Statement> select_runs(store::Connection& connection, std::string_view rest) {
  return connection.prepare(std::string(kRunColumns) + std::string(rest));
}

// A row never goes back to an older state of its run.
Status upsert_run(store::Connection& connection, const RunState& state) {
  TRY_ASSIGN(store::Statement statement,
             connection.prepare(
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

}  // namespace

Status RunTable::put(const RunState& state) {
  const store::Database::Use connection = database_.use();
  return upsert_run(*connection, state);
}

Result<std::vector<RunRow>> RunTable::newest(int limit) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(store::Statement rows,
             select_runs(*connection, "ORDER BY begun_at DESC, run LIMIT ?"));
  rows.bind(std::int64_t{limit});
  return read_runs(rows);
}

Result<std::vector<RunRow>> RunTable::of_target(const std::string& target) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(store::Statement rows,
             select_runs(*connection, "WHERE target = ? ORDER BY begun_at DESC, run"));
  rows.bind(target);
  return read_runs(rows);
}

Status RunTable::replace(std::span<const RunState> states) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(store::Transaction transaction, store::Transaction::begin(*connection));
  TRY(connection->run("DELETE FROM runs"));
  for (const RunState& state : states) TRY(upsert_run(*connection, state));
  return transaction.commit();
}

}  // namespace pawl::run
