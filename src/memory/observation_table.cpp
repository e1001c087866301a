#include "memory/observation_table.hpp"

#include <algorithm>
#include <map>

#include "base/text/text.hpp"
#include "store/sqlite.hpp"

namespace pawl::memory {
namespace {

using run::Observation;
using run::ObservationOutcome;
using store::Connection;
using store::Database;
using store::Statement;
using store::Transaction;

constexpr std::string_view kObservationColumns =
    "SELECT run, subtask, turn, repository, target, at, outcome, failure_modes, rules, paths, "
    "model, branch, base_commit, commit_id, reason FROM observations ";

Result<std::vector<std::string>> read_list(Statement& row) {
  TRY_ASSIGN(const Json list, Json::parse(row.text()));
  std::vector<std::string> out;
  for (const Json& item : list.items()) out.push_back(item.string_or(""));
  return out;
}

Result<Observation> read_observation(Statement& row) {
  Observation out;
  out.run = row.text();
  out.subtask = row.text();
  out.turn = static_cast<int>(row.number());
  out.repository = row.text();
  out.target = row.text();
  out.at = parse_iso8601(row.text()).value_or(Timestamp());
  out.outcome = run::outcome_named(row.text()).value_or(ObservationOutcome::aborted);
  TRY_ASSIGN(out.failure_modes, read_list(row));
  TRY_ASSIGN(out.rules, read_list(row));
  TRY_ASSIGN(out.paths, read_list(row));
  for (std::string* field : {&out.model, &out.branch, &out.base_commit, &out.commit, &out.reason}) {
    *field = row.text();
  }
  return out;
}

// Repository and path, or no path for all of it → up to when nothing of it counts.
using Forgotten = std::map<std::pair<std::string, std::string>, Timestamp>;

Result<Forgotten> read_forgotten(Connection& connection) {
  TRY_ASSIGN(Statement rows, connection.prepare("SELECT repository, path, at FROM forgotten"));
  Forgotten out;
  for (;;) {
    TRY_ASSIGN(const bool more, rows.step());
    if (!more) return out;
    std::string repository = rows.text();
    std::string path = rows.text();
    out[{std::move(repository), std::move(path)}] =
        parse_iso8601(rows.text()).value_or(Timestamp());
  }
}

// Takes the forgotten paths out; whether anything of the observation is left.
bool is_remembered(Observation& observation, const Forgotten& forgotten) {
  const auto gone = [&](const std::string& path) {
    const auto found = forgotten.find({observation.repository, path});
    return found != forgotten.end() && observation.at <= found->second;
  };
  if (gone("")) return false;
  if (observation.paths.empty()) return true;
  observation.paths.erase(std::remove_if(observation.paths.begin(), observation.paths.end(), gone),
                          observation.paths.end());
  return !observation.paths.empty();
}

// One that is known already stays as it is.
Status insert_observation(Connection& connection, const Observation& observation) {
  TRY_ASSIGN(Statement statement,
             connection.prepare(
                 "INSERT INTO observations (run, subtask, turn, repository, target, at, outcome, "
                 "failure_modes, rules, paths, model, branch, base_commit, commit_id, reason) "
                 "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                 "ON CONFLICT (run, subtask, turn) DO NOTHING"));
  statement.bind(observation.run)
      .bind(observation.subtask)
      .bind(std::int64_t{observation.turn})
      .bind(observation.repository)
      .bind(observation.target)
      .bind(to_iso8601(observation.at))
      .bind(to_string(observation.outcome))
      .bind(Json::array_of(observation.failure_modes).dump())
      .bind(Json::array_of(observation.rules).dump())
      .bind(Json::array_of(observation.paths).dump())
      .bind(observation.model)
      .bind(observation.branch)
      .bind(observation.base_commit)
      .bind(observation.commit)
      .bind(observation.reason);
  return statement.done();
}

Result<std::size_t> count_observations(Connection& connection) {
  TRY_ASSIGN(Statement row, connection.prepare("SELECT count(*) FROM observations"));
  TRY(row.step());
  return static_cast<std::size_t>(row.number());
}

Status forget_path(Connection& connection, const std::string& repository, const std::string& path,
                   Timestamp at) {
  TRY_ASSIGN(Statement statement,
             connection.prepare("INSERT INTO forgotten (repository, path, at) VALUES (?, ?, ?) "
                                "ON CONFLICT (repository, path) DO UPDATE SET at = excluded.at "
                                "WHERE excluded.at > at"));
  return statement.bind(repository).bind(path).bind(to_iso8601(at)).done();
}

}  // namespace

Status ObservationTable::put(std::span<const Observation> observations) {
  if (observations.empty()) return Done{};
  const Database::Use connection = database_.use();
  TRY_ASSIGN(Transaction transaction, Transaction::begin(*connection));
  for (const Observation& one : observations) TRY(insert_observation(*connection, one));
  return transaction.commit();
}

Result<Rebuilt> ObservationTable::rebuild(std::span<const std::string> runs,
                                          std::span<const Observation> observations) {
  const Database::Use connection = database_.use();
  TRY_ASSIGN(Transaction transaction, Transaction::begin(*connection));
  for (const std::string& run : runs) {
    TRY_ASSIGN(Statement gone, connection->prepare("DELETE FROM observations WHERE run = ?"));
    TRY(gone.bind(run).done());
  }
  Rebuilt rebuilt;
  TRY_ASSIGN(rebuilt.kept, count_observations(*connection));
  for (const Observation& one : observations) TRY(insert_observation(*connection, one));
  TRY_ASSIGN(const std::size_t all, count_observations(*connection));
  rebuilt.made = all - rebuilt.kept;
  TRY(transaction.commit());
  return rebuilt;
}

Result<std::vector<Observation>> ObservationTable::find(const ObservationQuery& query) {
  const Database::Use connection = database_.use();
  TRY_ASSIGN(const Forgotten forgotten, read_forgotten(*connection));
  TRY_ASSIGN(Statement rows, connection->prepare(std::string(kObservationColumns) +
                                                 "WHERE (?1 = '' OR repository = ?1) AND at >= ?2 "
                                                 "ORDER BY at DESC, run, subtask, turn DESC"));
  rows.bind(query.repository).bind(query.since ? to_iso8601(*query.since) : std::string());
  std::vector<Observation> out;
  while (out.size() < query.limit) {
    TRY_ASSIGN(const bool more, rows.step());
    if (!more) break;
    TRY_ASSIGN(Observation observation, read_observation(rows));
    if (is_remembered(observation, forgotten)) out.push_back(std::move(observation));
  }
  return out;
}

Result<std::vector<Observation>> ObservationTable::without_forgotten(
    std::vector<Observation> observations) {
  const Database::Use connection = database_.use();
  TRY_ASSIGN(const Forgotten forgotten, read_forgotten(*connection));
  std::vector<Observation> out;
  for (Observation& one : observations) {
    if (is_remembered(one, forgotten)) out.push_back(std::move(one));
  }
  return out;
}

// What a person asked to forget is on disk when the call returns, as no journal knows of it.
Status ObservationTable::forget(const std::string& repository, std::span<const std::string> paths,
                                Timestamp at) {
  const Database::Use connection = database_.use();
  TRY(connection->run("PRAGMA synchronous=FULL"));
  TRY_ASSIGN(Transaction transaction, Transaction::begin(*connection));
  if (paths.empty()) TRY(forget_path(*connection, repository, "", at));
  for (const std::string& path : paths) TRY(forget_path(*connection, repository, path, at));
  return transaction.commit();
}

}  // namespace pawl::memory
