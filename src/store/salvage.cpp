#include "store/salvage.hpp"

#include <string_view>

#include "base/text/text.hpp"
#include "store/sqlite.hpp"

namespace pawl::store {
namespace {

// The columns that both have: the damaged one may be of an older schema.
Result<std::string> shared_columns(Connection& connection, std::string_view table) {
  TRY_ASSIGN(Statement names,
             connection.prepare("SELECT o.name FROM pragma_table_info(?, 'old') o JOIN "
                                "pragma_table_info(?, 'main') n ON n.name = o.name"));
  names.bind(table).bind(table);
  std::vector<std::string> columns;
  for (;;) {
    TRY_ASSIGN(const bool more, names.step());
    if (!more) return join(columns, ", ");
    columns.push_back(names.text());
  }
}

// Rows in that order until one cannot be read; whether the end was reached.
bool copy_rows(Connection& connection, const KeptTable& what, const std::string& columns,
               std::string_view direction) {
  std::string order(what.key);
  order = replace_all(order, ",", std::string(direction) + ",") + std::string(direction);
  const std::string table(what.table);
  auto copy = connection.prepare("INSERT OR IGNORE INTO main." + table + " (" + columns +
                                 ") SELECT " + columns + " FROM old." + table + " ORDER BY " +
                                 order + " LIMIT 1 OFFSET ?");
  if (!copy) return false;
  for (std::int64_t i = 0;; ++i) {
    if (!copy->reset().bind(i).done()) return false;
    if (connection.changes() == 0) return true;
  }
}

Result<std::int64_t> rows_of(Connection& connection, std::string_view table) {
  TRY_ASSIGN(Statement count,
             connection.prepare("SELECT count(*) FROM main." + std::string(table)));
  TRY_ASSIGN(const bool any, count.step());
  return any ? count.number() : 0;
}

Result<bool> has_table(Connection& connection, std::string_view table) {
  TRY_ASSIGN(
      Statement row,
      connection.prepare("SELECT 1 FROM old.sqlite_master WHERE type = 'table' AND name = ?"));
  return row.bind(table).step();
}

// Whether its rows were read to the end; one that never was there has none.
bool copy_table(Connection& connection, const KeptTable& what) {
  const Result<bool> there = has_table(connection, what.table);
  if (there && !*there) return true;
  const Result<std::string> columns = shared_columns(connection, what.table);
  if (!columns || columns->empty()) return false;
  if (copy_rows(connection, what, *columns, " ASC")) return true;
  copy_rows(connection, what, *columns, " DESC");
  return false;
}

}  // namespace

Result<Salvaged> salvage(const std::string& damaged, const std::string& database,
                         std::span<const KeptTable> tables) {
  TRY_ASSIGN(const std::unique_ptr<Connection> connection, Connection::open(database));
  // A comment is worth keeping without the review it belongs to.
  TRY(connection->run("PRAGMA foreign_keys=OFF"));
  TRY_ASSIGN(Statement attach, connection->prepare("ATTACH ? AS old"));
  const bool readable = attach.bind(damaged).done().ok();
  Salvaged salvaged;
  for (const KeptTable& what : tables) {
    TRY_ASSIGN(const std::int64_t before, rows_of(*connection, what.table));
    const bool whole = readable && copy_table(*connection, what);
    TRY_ASSIGN(const std::int64_t after, rows_of(*connection, what.table));
    if (after > before) {
      salvaged.kept.push_back(
          counted(static_cast<std::size_t>(after - before), what.one, what.many));
    }
    if (!whole) salvaged.lost.emplace_back(what.many);
  }
  return salvaged;
}

Result<std::vector<std::string>> count_rows(Database& database, std::span<const KeptTable> tables) {
  const Database::Use connection = database.use();
  std::vector<std::string> counts;
  for (const KeptTable& what : tables) {
    TRY_ASSIGN(const std::int64_t rows, rows_of(*connection, what.table));
    if (rows > 0) counts.push_back(counted(static_cast<std::size_t>(rows), what.one, what.many));
  }
  return counts;
}

Result<std::string> put_database_aside(os::Files& files, const Layout& layout, Timestamp now) {
  const std::string path = layout.database();
  TRY_ASSIGN(const auto there, files.stat(path));
  if (!there) return std::string();
  const std::string aside = path + ".damaged-" + replace_all(to_iso8601(now), ":", "");
  // The write-ahead log first: a database that lost its log would look whole and be old.
  for (const std::string ending : {"-wal", "-shm", ""}) {
    TRY_ASSIGN(const auto part, files.stat(path + ending));
    if (part) TRY(files.rename(path + ending, aside + ending));
  }
  return aside;
}

}  // namespace pawl::store
