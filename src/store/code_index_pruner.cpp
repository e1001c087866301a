#include "store/code_index_pruner.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

#include "store/packed_ids.hpp"

namespace pawl::store {
namespace {

// Path lists used in so many openings before this one stay: somebody may work with them.
constexpr std::int64_t kOpeningsKept = 8;

Result<std::int64_t> number_of(Connection& connection, std::string_view sql) {
  TRY_ASSIGN(Statement statement, connection.prepare(sql));
  TRY(statement.step());
  return statement.number();
}

// What the file holds, without the pages that are free to be used again.
Result<std::int64_t> bytes_in_use(Connection& connection) {
  TRY_ASSIGN(const std::int64_t pages, number_of(connection, "PRAGMA page_count"));
  TRY_ASSIGN(const std::int64_t free, number_of(connection, "PRAGMA freelist_count"));
  TRY_ASSIGN(const std::int64_t size, number_of(connection, "PRAGMA page_size"));
  return (pages - free) * size;
}

struct Old {
  std::int64_t id;
  std::int64_t batch;
  bool in_use;
  std::vector<std::int64_t> keys;
};

Result<std::vector<Old>> oldest(Connection& connection, const PrunedBy& by, std::size_t count) {
  TRY_ASSIGN(Statement statement,
             connection.prepare(
                 "SELECT id, batch, EXISTS (SELECT 1 FROM paths WHERE content = contents.id), keys "
                 "FROM contents WHERE used < ? ORDER BY used, id LIMIT ?"));
  statement.bind(by.tick).bind(static_cast<std::int64_t>(count));
  std::vector<Old> out;
  for (;;) {
    TRY_ASSIGN(const bool more, statement.step());
    if (!more) return out;
    Old& one = out.emplace_back();
    one.id = statement.number();
    one.batch = statement.number();
    one.in_use = statement.number() != 0;
    if (!one.in_use) one.keys = unpack_keys(statement.bytes());
  }
}

using Posting = std::tuple<std::int64_t, std::int64_t, std::int64_t>;  // key, batch, content

// Takes contents out of their postings, in the order of the table.
Status drop_postings(Connection& connection, const std::vector<Old>& gone) {
  std::vector<Posting> postings;
  for (const Old& one : gone) {
    for (const std::int64_t key : one.keys) postings.emplace_back(key, one.batch, one.id);
  }
  std::sort(postings.begin(), postings.end());
  TRY_ASSIGN(Statement get,
             connection.prepare("SELECT contents FROM postings WHERE key = ? AND batch = ?"));
  TRY_ASSIGN(Statement put,
             connection.prepare("UPDATE postings SET contents = ? WHERE key = ? AND batch = ?"));
  TRY_ASSIGN(Statement drop,
             connection.prepare("DELETE FROM postings WHERE key = ? AND batch = ?"));
  std::vector<std::int64_t> ids;
  for (std::size_t i = 0; i < postings.size();) {
    const auto [key, batch, first] = postings[i];
    ids.clear();
    TRY_ASSIGN(const bool found, get.reset().bind(key).bind(batch).step());
    if (found) unpack_ids(get.bytes(), ids);
    get.reset();
    for (; i < postings.size(); ++i) {
      const auto [next_key, next_batch, id] = postings[i];
      if (next_key != key || next_batch != batch) break;
      const auto at = std::lower_bound(ids.begin(), ids.end(), id);
      if (at != ids.end() && *at == id) ids.erase(at);
    }
    if (ids.empty()) {
      TRY(drop.reset().bind(key).bind(batch).done());
    } else {
      TRY(put.reset().bind_bytes(pack_ids(ids)).bind(key).bind(batch).done());
    }
  }
  return Done{};
}

// How many went.
Result<std::size_t> drop_contents(Connection& connection, const PrunedBy& by, std::size_t count) {
  TRY_ASSIGN(std::vector<Old> old, oldest(connection, by, count));
  TRY_ASSIGN(Statement keep, connection.prepare("UPDATE contents SET used = ? WHERE id = ?"));
  TRY_ASSIGN(Statement text, connection.prepare("DELETE FROM texts WHERE content = ?"));
  TRY_ASSIGN(Statement drop, connection.prepare("DELETE FROM contents WHERE id = ?"));
  for (const Old& one : old) {
    if (one.in_use) {
      TRY(keep.reset().bind(by.tick).bind(one.id).done());
      continue;
    }
    TRY(text.reset().bind(one.id).done());
    TRY(drop.reset().bind(one.id).done());
  }
  std::erase_if(old, [](const Old& one) { return one.in_use; });
  TRY(drop_postings(connection, old));
  return old.size();
}

Status drop_paths(Connection& connection, const PrunedBy& by, std::size_t count) {
  TRY_ASSIGN(Statement find,
             connection.prepare("SELECT id FROM repositories WHERE used < ? AND id <> ? "
                                "ORDER BY used, id LIMIT 1"));
  find.bind(by.opening - kOpeningsKept).bind(by.repository);
  TRY_ASSIGN(const bool found, find.step());
  if (!found) return Done{};
  const std::int64_t id = find.number();
  find.reset();
  // From now on it is at no tree: whoever wants it lists its paths anew.
  TRY_ASSIGN(Statement leave, connection.prepare("UPDATE repositories SET tree = '' WHERE id = ?"));
  TRY(leave.bind(id).done());
  TRY_ASSIGN(Statement drop,
             connection.prepare("DELETE FROM paths WHERE repository = ?1 AND (folder, name) IN "
                                "(SELECT folder, name FROM paths WHERE repository = ?1 LIMIT ?2)"));
  TRY(drop.bind(id).bind(static_cast<std::int64_t>(count)).done());
  if (connection.changes() == static_cast<std::int64_t>(count)) return Done{};
  TRY_ASSIGN(Statement end, connection.prepare("DELETE FROM repositories WHERE id = ?"));
  return end.bind(id).done();
}

Status set_pruning(Connection& connection, bool pruning) {
  return connection.run(std::string("UPDATE state SET pruning = ") + (pruning ? "1" : "0"));
}

}  // namespace

Status prune_step(Connection& connection, const CodeIndexLimits& limits, const PrunedBy& by,
                  std::size_t contents) {
  TRY_ASSIGN(const std::int64_t before, bytes_in_use(connection));
  TRY_ASSIGN(const std::int64_t begun, number_of(connection, "SELECT pruning FROM state"));
  if (begun == 0 && before <= limits.bytes) return Done{};
  TRY_ASSIGN(Transaction transaction, Transaction::begin(connection));
  if (before <= limits.bytes / 100 * limits.share_percent) {
    TRY(set_pruning(connection, false));
    return transaction.commit();
  }
  TRY(set_pruning(connection, true));
  TRY_ASSIGN(const std::size_t gone, drop_contents(connection, by, contents));
  if (gone < contents / 2) TRY(drop_paths(connection, by, limits.paths_per_step));
  return transaction.commit();
}

}  // namespace pawl::store
