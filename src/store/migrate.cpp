#include "store/migrate.hpp"

#include <map>
#include <string>
#include <vector>

#include "base/assets.hpp"
#include "base/text/text.hpp"
#include "store/sqlite.hpp"

namespace pawl::store {
namespace {

constexpr std::string_view kFolder = "migrations/";
// The one list there was before owners had theirs; it ended with version 4.
constexpr std::string_view kEarlier = "earlier";
constexpr std::int64_t kEarlierVersion = 4;
// user_version of a database whose owners have versions of their own.
constexpr std::int64_t kOwnersVersion = 5;

// Of each owner, the SQL of its versions from 1.
using Lists = std::map<std::string, std::vector<std::string>, std::less<>>;

Lists migration_lists() {
  constexpr std::size_t kDigits = 4;
  Lists lists;
  for (const std::string_view path : assets_below(kFolder)) {
    const std::string_view rest = path.substr(kFolder.size());
    const auto slash = rest.find('/');
    PAWL_CHECK(slash != std::string_view::npos,
               "migrations are in the folder of their owner: " + std::string(path));
    std::vector<std::string>& list = lists[std::string(rest.substr(0, slash))];
    const auto version = parse_int(rest.substr(slash + 1, kDigits));
    PAWL_CHECK(version && *version == static_cast<long long>(list.size()) + 1,
               "migrations are numbered from 0001 without gaps: " + std::string(path));
    list.emplace_back(*asset(path));
  }
  return lists;
}

Result<std::int64_t> user_version(Connection& connection) {
  TRY_ASSIGN(Statement statement, connection.prepare("PRAGMA user_version"));
  TRY(statement.step());
  return statement.number();
}

Result<std::map<std::string, std::int64_t>> owner_versions(Connection& connection) {
  TRY_ASSIGN(Statement rows, connection.prepare("SELECT owner, version FROM schema_versions"));
  std::map<std::string, std::int64_t> versions;
  for (;;) {
    TRY_ASSIGN(const bool more, rows.step());
    if (!more) return versions;
    std::string owner = rows.text();
    versions[std::move(owner)] = rows.number();
  }
}

Status set_version(Connection& connection, const std::string& owner, std::int64_t version) {
  TRY_ASSIGN(Statement statement,
             connection.prepare("INSERT INTO schema_versions (owner, version) VALUES (?, ?) "
                                "ON CONFLICT (owner) DO UPDATE SET version = excluded.version"));
  return statement.bind(owner).bind(version).done();
}

Error newer(std::int64_t version, std::int64_t known, const std::string& of) {
  return fail(Errc::invalid, "the database has schema " + std::to_string(version) + of +
                                 ", this Pawl knows up to " + std::to_string(known) +
                                 "; use the newer Pawl that wrote it");
}

// Version 1 of each owner is what the one list had made of its tables.
Status take_over(Connection& connection, const Lists& lists, std::int64_t version) {
  const std::vector<std::string>& earlier = lists.find(kEarlier)->second;
  PAWL_CHECK(earlier.size() == kEarlierVersion, "the earlier list gets no new migrations");
  for (std::size_t i = static_cast<std::size_t>(version); i < earlier.size(); ++i) {
    TRY(connection.run(earlier[i]));
  }
  for (const char* owner : {"runs", "forge", "memory", "ledger"}) {
    TRY(set_version(connection, owner, 1));
  }
  return Done{};
}

Status give_owners(Connection& connection, const Lists& lists) {
  TRY_ASSIGN(Transaction transaction, Transaction::begin(connection));
  // Another process may have been faster since the version was read.
  TRY_ASSIGN(const std::int64_t version, user_version(connection));
  if (version >= kOwnersVersion) return Done{};
  TRY(
      connection.run("CREATE TABLE schema_versions (owner TEXT PRIMARY KEY, "
                     "version INTEGER NOT NULL) STRICT, WITHOUT ROWID"));
  if (version > 0) TRY(take_over(connection, lists, version));
  TRY(connection.run("PRAGMA user_version=" + std::to_string(kOwnersVersion)));
  return transaction.commit();
}

Status apply(Connection& connection, const std::string& owner, std::int64_t version,
             const std::string& sql) {
  TRY_ASSIGN(Transaction transaction, Transaction::begin(connection));
  TRY_ASSIGN(const auto versions, owner_versions(connection));
  const auto found = versions.find(owner);
  if (found != versions.end() && found->second >= version) return Done{};
  TRY(connection.run(sql));
  TRY(set_version(connection, owner, version));
  return transaction.commit();
}

}  // namespace

Status migrate(Connection& connection) {
  const Lists lists = migration_lists();
  TRY_ASSIGN(const std::int64_t version, user_version(connection));
  if (version > kOwnersVersion) return newer(version, kOwnersVersion, "");
  if (version < kOwnersVersion) {
    TRY(give_owners(connection, lists).during("giving each module its own migrations"));
  }
  TRY_ASSIGN(const auto versions, owner_versions(connection));
  for (const auto& [owner, list] : lists) {
    if (owner == kEarlier) continue;
    const auto found = versions.find(owner);
    const std::int64_t at = found == versions.end() ? 0 : found->second;
    const auto known = static_cast<std::int64_t>(list.size());
    if (at > known) return newer(at, known, " of " + owner);
    for (std::int64_t next = at + 1; next <= known; ++next) {
      TRY(apply(connection, owner, next, list[static_cast<std::size_t>(next - 1)])
              .during("migration " + owner + "/" + std::to_string(next)));
    }
  }
  return Done{};
}

}  // namespace pawl::store
