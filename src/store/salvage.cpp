#include "store/salvage.hpp"

#include <string_view>

#include "base/text.hpp"
#include "store/sqlite.hpp"

namespace pawl::store {
namespace {

struct Precious {
  std::string_view table;
  std::string_view key;
  std::string_view one;  // for people
  std::string_view many;
};

constexpr Precious kPrecious[] = {
    {"pulls", "repository, number", "pull request", "pull requests"},
    {"issues", "repository, number", "issue", "issues"},
    {"forgotten", "repository, path", "forgotten path", "forgotten paths"},
    {"spending", "id", "entry of the ledger", "entries of the ledger"},
};

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
bool copy_rows(Connection& connection, const Precious& what, const std::string& columns,
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

}  // namespace

Result<Salvaged> salvage(const std::string& damaged, const std::string& database) {
  TRY_ASSIGN(const std::unique_ptr<Connection> connection, Connection::open(database));
  TRY_ASSIGN(Statement attach, connection->prepare("ATTACH ? AS old"));
  const bool readable = attach.bind(damaged).done().ok();
  Salvaged salvaged;
  for (const Precious& what : kPrecious) {
    TRY_ASSIGN(const std::int64_t before, rows_of(*connection, what.table));
    const Result<std::string> columns =
        readable ? shared_columns(*connection, what.table) : Result<std::string>(std::string());
    bool whole = columns.ok() && !columns->empty();
    if (whole) {
      whole = copy_rows(*connection, what, *columns, " ASC");
      if (!whole) copy_rows(*connection, what, *columns, " DESC");
    }
    TRY_ASSIGN(const std::int64_t after, rows_of(*connection, what.table));
    if (after > before) {
      salvaged.kept.push_back(
          counted(static_cast<std::size_t>(after - before), what.one, what.many));
    }
    if (!whole) salvaged.lost.emplace_back(what.many);
  }
  return salvaged;
}

}  // namespace pawl::store
