#include "store/migrate.hpp"

#include <vector>

#include "base/assets.hpp"
#include "base/text.hpp"

namespace pawl::store {
namespace {

struct Migration {
  std::int64_t version = 0;
  std::string sql;
};

std::vector<Migration> migrations() {
  constexpr std::string_view kFolder = "migrations/";
  constexpr std::size_t kDigits = 4;
  std::vector<Migration> out;
  for (const std::string_view path : assets_below(kFolder)) {
    const auto version = parse_int(path.substr(kFolder.size(), kDigits));
    PAWL_CHECK(version && *version == static_cast<long long>(out.size()) + 1,
               "migrations are numbered from 0001 without gaps: " + std::string(path));
    out.push_back({.version = *version, .sql = std::string(*asset(path))});
  }
  return out;
}

Result<std::int64_t> version_of(Connection& connection) {
  TRY_ASSIGN(Statement statement, connection.prepare("PRAGMA user_version"));
  TRY(statement.step());
  return statement.number();
}

Status apply(Connection& connection, const Migration& migration) {
  TRY_ASSIGN(Transaction transaction, Transaction::begin(connection));
  // Another process may have been faster since the version was read.
  TRY_ASSIGN(const std::int64_t version, version_of(connection));
  if (version >= migration.version) return Done{};
  TRY(connection.run(migration.sql));
  TRY(connection.run("PRAGMA user_version=" + std::to_string(migration.version)));
  return transaction.commit();
}

}  // namespace

Status migrate(Connection& connection) {
  const std::vector<Migration> all = migrations();
  TRY_ASSIGN(const std::int64_t version, version_of(connection));
  if (version > static_cast<std::int64_t>(all.size())) {
    return fail(Errc::invalid, "the database has schema " + std::to_string(version) +
                                   ", this Pawl knows up to " + std::to_string(all.size()) +
                                   "; use the newer Pawl that wrote it");
  }
  for (const Migration& migration : all) {
    if (migration.version <= version) continue;
    TRY(apply(connection, migration).during("migration " + std::to_string(migration.version)));
  }
  return Done{};
}

}  // namespace pawl::store
