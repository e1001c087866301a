#include "fleet/announce.hpp"

#include "store/sqlite.hpp"

namespace pawl::fleet {

Result<std::vector<RunLine>> take_news(store::Database& database,
                                       const std::vector<RunLine>& ended) {
  const store::Database::Use connection = database.use();
  TRY_ASSIGN(store::Transaction transaction, store::Transaction::begin(*connection));
  TRY_ASSIGN(store::Statement insert,
             connection->prepare("INSERT OR IGNORE INTO fleet_announced VALUES (?, ?)"));
  std::vector<RunLine> news;
  for (const RunLine& line : ended) {
    insert.reset().bind(line.row.run).bind(std::int64_t{line.row.attempt});
    TRY(insert.done());
    if (connection->changes() == 1) news.push_back(line);
  }
  TRY(transaction.commit());
  return news;
}

}  // namespace pawl::fleet
