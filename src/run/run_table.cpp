#include "run/run_table.hpp"

#include <algorithm>
#include <array>

#include "base/saturate.hpp"
#include "store/sqlite.hpp"

namespace pawl::run {
namespace {

// One list for both directions.
template <class Row, class Text, class Number>
void columns(Row& row, const Text& text, const Number& number) {
  text("run", row.run);
  text("target", row.target);
  text("status", row.status);
  text("phase", row.phase);
  text("branch", row.branch);
  text("begun_at", row.begun_at);
  text("last_at", row.last_at);
  number("exit", row.exit);
  number("pr", row.pr);
  text("repository", row.repository);
  text("pipeline", row.pipeline);
  text("stage", row.stage);
  text("client", row.client);
  text("parent", row.parent);
  text("description", row.description);
  text("bail_class", row.bail_class);
  text("decision", row.decision);
  number("closed", row.closed);
  number("attempt", row.attempt);
  number("micros", row.micros);
  number("unpriced", row.unpriced);
  number("tokens", row.tokens);
  number("commits", row.commits);
  text("landed", row.landed);
  text("branch_path", row.branch_path);
}

std::vector<std::string> names_of_columns() {
  std::vector<std::string> names;
  RunRow row;
  const auto add = [&](const char* name, const auto&) { names.emplace_back(name); };
  columns(row, add, add);
  return names;
}

std::string joined(const std::vector<std::string>& names, std::string_view before,
                   std::string_view after = {}) {
  std::string out;
  for (const std::string& name : names) {
    if (!out.empty()) out += ", ";
    out += std::string(before) + name + (after.empty() ? "" : std::string(after) + name);
  }
  return out;
}

const std::string& select_columns() {
  static const std::string text = "SELECT " + joined(names_of_columns(), "") + " FROM runs ";
  return text;
}

const std::string& upsert_statement() {
  static const std::string text = [] {
    std::vector<std::string> names = names_of_columns();
    names.emplace_back("last_seq");
    std::string marks = "?";
    for (std::size_t i = 1; i < names.size(); ++i) marks += ", ?";
    std::string sql =
        "INSERT INTO runs (" + joined(names, "") + ") VALUES (" + marks + ") ON CONFLICT (run) ";
    names.erase(names.begin());
    return sql + "DO UPDATE SET " + joined(names, "", " = excluded.") +
           " WHERE excluded.last_seq >= last_seq";
  }();
  return text;
}

std::string time_text(Timestamp at) { return at == Timestamp() ? std::string() : to_iso8601(at); }

// `expected` rows, more or less; a row is large, so moving all of them again and again shows.
Result<std::vector<RunRow>> read_runs(store::Statement& statement, std::size_t expected = 0) {
  std::vector<RunRow> rows;
  rows.reserve(expected);
  for (;;) {
    TRY_ASSIGN(const bool more, statement.step());
    if (!more) return rows;
    const auto text = [&](const char*, std::string& field) { field = statement.text(); };
    const auto number = [&]<class Value>(const char*, Value& field) {
      field = static_cast<Value>(statement.number());
    };
    columns(rows.emplace_back(), text, number);
  }
}

Result<store::Statement> select_runs(store::Connection& connection, std::string_view rest) {
  return connection.prepare(select_columns() + std::string(rest));
}

// A row never goes back to an older state of its run.
Status upsert_run(store::Connection& connection, const RunState& state) {
  TRY_ASSIGN(store::Statement statement, connection.prepare(upsert_statement()));
  const RunRow row = row_of(state);
  const auto text = [&](const char*, const std::string& field) { statement.bind(field); };
  const auto number = [&](const char*, auto field) {
    statement.bind(static_cast<std::int64_t>(field));
  };
  columns(row, text, number);
  statement.bind(static_cast<std::int64_t>(state.last_seq));
  return statement.done();
}

}  // namespace

RunRow row_of(const RunState& state) {
  RunRow row{.run = state.run,
             .target = state.target,
             .status = std::string(to_string(state.status)),
             .phase = state.phase,
             .branch = state.branch,
             .begun_at = time_text(state.begun_at),
             .last_at = time_text(state.last_at),
             .exit = state.exit,
             .pr = state.pr ? state.pr->number : 0,
             .repository = state.repository,
             .pipeline = state.pipeline,
             .stage = state.stage.empty() ? state.last_stage : state.stage,
             .client = state.client,
             .parent = state.parent,
             .description = state.description,
             .bail_class = state.bail_class,
             .decision = state.decision,
             .closed = state.closed,
             .attempt = state.attempt,
             .micros = state.cost.micros,
             .unpriced = state.cost.unpriced,
             .tokens = saturating_add(state.cost.tokens_in, state.cost.tokens_out),
             .branch_path = state.branch_path};
  if (state.landed) row.landed = state.landed->target;
  std::int64_t effects = 0;  // of stages that have no subtasks
  for (const auto& [key, effect] : state.effects) {
    effects += effect.kind == "commit" && effect.done ? 1 : 0;
  }
  for (const auto& [id, subtask] : state.subtasks) row.commits += subtask.commit.empty() ? 0 : 1;
  row.commits = std::max(row.commits, effects);
  return row;
}

Status RunTable::put(const RunState& state) {
  const store::Database::Use connection = database_.use();
  return upsert_run(*connection, state);
}

Result<std::vector<RunRow>> RunTable::newest(int limit) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(store::Statement count, connection->prepare("SELECT count(*) FROM runs"));
  TRY(count.step());
  const auto expected = static_cast<std::size_t>(std::min(count.number(), std::int64_t{limit}));
  TRY_ASSIGN(store::Statement rows,
             select_runs(*connection, "ORDER BY begun_at DESC, run LIMIT ?"));
  rows.bind(std::int64_t{limit});
  return read_runs(rows, expected);
}

Result<std::set<std::string>> RunTable::ended_before(Timestamp time) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(
      store::Statement rows,
      connection->prepare("SELECT run FROM runs WHERE exit >= 0 AND last_at < ? ORDER BY run"));
  rows.bind(to_iso8601(time));
  std::set<std::string> runs;
  for (;;) {
    TRY_ASSIGN(const bool more, rows.step());
    if (!more) return runs;
    runs.insert(runs.end(), rows.text());
  }
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

Status RunTable::forget(const std::string& run) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(store::Statement statement, connection->prepare("DELETE FROM runs WHERE run = ?"));
  statement.bind(run);
  return statement.done();
}

}  // namespace pawl::run
