#include "fleet/queue.hpp"

#include <algorithm>

#include "base/json.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "store/sqlite.hpp"

namespace pawl::fleet {
namespace {

constexpr auto kItemStates = fixed_words("pending", "running", "done", "failed");
constexpr auto kItemKinds = fixed_words("command", "launch");

constexpr std::string_view kItemColumns =
    "SELECT id, words, kind, folder, state, attempts, attempts_max, timeout_ms, run, exit, reason, "
    "made_at, begun_at, ended_at, holder_pid, holder_started, holder_boot, lease_until "
    "FROM queue_items ";

std::int64_t millis_of(Timestamp at) { return at.time_since_epoch().count(); }

Item read_item(store::Statement& row) {
  Item item;
  item.id = row.number();
  if (const Result<Json> words = Json::parse(row.text())) {
    for (const Json& word : words->items()) item.words.push_back(word.string_or(""));
  }
  item.kind = row.text() == "launch" ? ItemKind::launch : ItemKind::command;
  item.folder = row.text();
  item.state = item_state_named(row.text()).value_or(ItemState::failed);
  item.attempts = static_cast<int>(row.number());
  item.attempts_max = static_cast<int>(row.number());
  item.timeout = Milliseconds(row.number());
  item.run = row.text();
  item.exit = static_cast<int>(row.number());
  for (std::string* text : {&item.reason, &item.made_at, &item.begun_at, &item.ended_at}) {
    *text = row.text();
  }
  item.holder.pid = static_cast<int>(row.number());
  item.holder.started = static_cast<std::uint64_t>(row.number());
  item.holder.boot = row.text();
  item.lease_until = Timestamp(Milliseconds(row.number()));
  return item;
}

Status read_needs(store::Connection& connection, Item& item) {
  TRY_ASSIGN(store::Statement rows,
             connection.prepare("SELECT needs FROM queue_needs WHERE item = ? ORDER BY 1"));
  rows.bind(item.id);
  while (true) {
    TRY_ASSIGN(const bool more, rows.step());
    if (!more) return Done{};
    item.needs.push_back(rows.number());
  }
}

Status read_behind(store::Connection& connection, Item& item) {
  TRY_ASSIGN(store::Statement rows,
             connection.prepare("SELECT run FROM queue_behind WHERE item = ? ORDER BY 1"));
  rows.bind(item.id);
  while (true) {
    TRY_ASSIGN(const bool more, rows.step());
    if (!more) return Done{};
    item.behind.push_back(rows.text());
  }
}

Result<std::vector<Item>> read_items(store::Connection& connection, store::Statement& rows) {
  std::vector<Item> items;
  while (true) {
    TRY_ASSIGN(const bool more, rows.step());
    if (!more) break;
    items.push_back(read_item(rows));
  }
  for (Item& item : items) {
    TRY(read_needs(connection, item));
    TRY(read_behind(connection, item));
  }
  return items;
}

Result<std::optional<Item>> find_item(store::Connection& connection, std::int64_t id) {
  TRY_ASSIGN(store::Statement rows, connection.prepare(std::string(kItemColumns) + "WHERE id = ?"));
  rows.bind(id);
  TRY_ASSIGN(std::vector<Item> found, read_items(connection, rows));
  if (found.empty()) return std::optional<Item>();
  return std::optional<Item>(std::move(found.front()));
}

Error no_item(std::int64_t id) {
  return fail(Errc::not_found, "there is no item " + std::to_string(id) +
                                   " in the queue; `pawl queue list` shows those there are");
}

std::string stop_wish(const store::LockHolder& runner) {
  if (runner.pid == 0) return "stop";
  return "stop " + std::to_string(runner.pid) + " " + std::to_string(runner.started) + " " +
         runner.boot;
}

// The lease goes on; of another item than its holder's it is refused.
Status hold(store::Connection& connection, std::int64_t id, const store::LockHolder& holder,
            std::string_view set, const std::function<void(store::Statement&)>& bind) {
  TRY_ASSIGN(store::Statement statement,
             connection.prepare("UPDATE queue_items SET " + std::string(set) +
                                " WHERE id = ? AND state = 'running' AND holder_pid = ? AND "
                                "holder_started = ? AND holder_boot = ?"));
  bind(statement);
  statement.bind(id)
      .bind(std::int64_t{holder.pid})
      .bind(static_cast<std::int64_t>(holder.started))
      .bind(holder.boot);
  TRY(statement.done());
  if (connection.changes() == 1) return Done{};
  return fail(Errc::conflict, "item " + std::to_string(id) + " of the queue is another's by now");
}

Status give_to(store::Connection& connection, std::int64_t id, const store::LockHolder& holder,
               Timestamp now) {
  TRY_ASSIGN(store::Statement statement,
             connection.prepare("UPDATE queue_items SET state = 'running', holder_pid = ?, "
                                "holder_started = ?, holder_boot = ?, lease_until = ? "
                                "WHERE id = ?"));
  statement.bind(std::int64_t{holder.pid})
      .bind(static_cast<std::int64_t>(holder.started))
      .bind(holder.boot)
      .bind(millis_of(now + kLease))
      .bind(id);
  return statement.done();
}

}  // namespace

std::string_view to_string(ItemState state) { return kItemStates[static_cast<std::size_t>(state)]; }

std::optional<ItemState> item_state_named(std::string_view name) {
  const auto found = std::find(kItemStates.begin(), kItemStates.end(), name);
  if (found == kItemStates.end()) return std::nullopt;
  return static_cast<ItemState>(found - kItemStates.begin());
}

std::string_view to_string(ItemKind kind) { return kItemKinds[static_cast<std::size_t>(kind)]; }

Result<std::int64_t> Queue::add(const NewItem& item, Timestamp now) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(store::Transaction transaction, store::Transaction::begin(*connection));
  TRY_ASSIGN(
      store::Statement insert,
      connection->prepare("INSERT INTO queue_items (words, kind, folder, state, attempts, "
                          "attempts_max, timeout_ms, run, exit, reason, made_at, begun_at, "
                          "ended_at, holder_pid, holder_started, holder_boot, lease_until) "
                          "VALUES (?, ?, ?, 'pending', 0, ?, ?, '', -1, '', ?, '', '', 0, 0, "
                          "'', 0) RETURNING id"));
  insert.bind(Json::array_of(item.words).dump())
      .bind(to_string(item.kind))
      .bind(item.folder)
      .bind(std::int64_t{item.attempts_max})
      .bind(item.timeout.count())
      .bind(to_iso8601(now));
  TRY(insert.step());
  const std::int64_t id = insert.number();
  TRY(insert.done());
  for (const std::int64_t needed : item.needs) {
    TRY_ASSIGN(const auto there, find_item(*connection, needed));
    if (!there || needed == id) return no_item(needed);
    TRY_ASSIGN(store::Statement need,
               connection->prepare("INSERT OR IGNORE INTO queue_needs VALUES (?, ?)"));
    need.bind(id).bind(needed);
    TRY(need.done());
  }
  for (const std::string& run : item.behind) {
    TRY_ASSIGN(store::Statement behind,
               connection->prepare("INSERT OR IGNORE INTO queue_behind VALUES (?, ?)"));
    behind.bind(id).bind(run);
    TRY(behind.done());
  }
  TRY(transaction.commit());
  return id;
}

Result<std::vector<std::string>> Queue::waited_for() {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(
      store::Statement rows,
      connection->prepare("SELECT DISTINCT queue_behind.run FROM queue_behind JOIN queue_items ON "
                          "queue_items.id = item WHERE state = 'pending' ORDER BY 1"));
  std::vector<std::string> runs;
  while (true) {
    TRY_ASSIGN(const bool more, rows.step());
    if (!more) return runs;
    runs.push_back(rows.text());
  }
}

Status Queue::let_pass(const std::string& run) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(store::Statement statement,
             connection->prepare("DELETE FROM queue_behind WHERE run = ?"));
  statement.bind(run);
  return statement.done();
}

Result<std::vector<Item>> Queue::items() {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(store::Statement rows, connection->prepare(std::string(kItemColumns) + "ORDER BY id"));
  return read_items(*connection, rows);
}

Result<Queue::Counts> Queue::counts() {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(store::Statement rows,
             connection->prepare("SELECT state, count(*) FROM queue_items GROUP BY state"));
  Counts counts;
  while (true) {
    TRY_ASSIGN(const bool more, rows.step());
    if (!more) return counts;
    const auto state = item_state_named(rows.text());
    const std::int64_t count = rows.number();
    if (state == ItemState::pending) counts.pending = count;
    if (state == ItemState::running) counts.running = count;
    if (state == ItemState::done) counts.done = count;
    if (state == ItemState::failed) counts.failed = count;
  }
}

Result<Item> Queue::item(std::int64_t id) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(std::optional<Item> found, find_item(*connection, id));
  if (!found) return no_item(id);
  return *std::move(found);
}

Result<std::optional<Item>> Queue::claim(const store::LockHolder& holder, Timestamp now) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(store::Transaction transaction, store::Transaction::begin(*connection));
  TRY_ASSIGN(store::Statement rows,
             connection->prepare(
                 std::string(kItemColumns) +
                 "WHERE state = 'pending' AND NOT EXISTS (SELECT 1 FROM queue_needs LEFT JOIN "
                 "queue_items AS needed ON needed.id = needs WHERE item = queue_items.id AND "
                 "coalesce(needed.state, '') <> 'done') AND NOT EXISTS (SELECT 1 FROM "
                 "queue_behind WHERE item = queue_items.id) ORDER BY id LIMIT 1"));
  TRY_ASSIGN(const std::vector<Item> ready, read_items(*connection, rows));
  if (ready.empty()) return std::optional<Item>();
  const std::int64_t id = ready.front().id;
  TRY(give_to(*connection, id, holder, now));
  TRY_ASSIGN(store::Statement begin,
             connection->prepare("UPDATE queue_items SET attempts = attempts + 1, run = '', "
                                 "exit = -1, reason = '', begun_at = ?, ended_at = '' "
                                 "WHERE id = ?"));
  begin.bind(to_iso8601(now)).bind(id);
  TRY(begin.done());
  TRY_ASSIGN(std::optional<Item> claimed, find_item(*connection, id));
  TRY(transaction.commit());
  return claimed;
}

Status Queue::renew(std::int64_t id, const store::LockHolder& holder, Timestamp now) {
  const store::Database::Use connection = database_.use();
  return hold(*connection, id, holder, "lease_until = ?",
              [&](store::Statement& statement) { statement.bind(millis_of(now + kLease)); });
}

Status Queue::note_run(std::int64_t id, const store::LockHolder& holder, const std::string& run) {
  const store::Database::Use connection = database_.use();
  return hold(*connection, id, holder, "run = ?",
              [&](store::Statement& statement) { statement.bind(run); });
}

Result<ItemState> Queue::finish(std::int64_t id, const store::LockHolder& holder,
                                const ItemEnd& end, Timestamp now) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(store::Transaction transaction, store::Transaction::begin(*connection));
  TRY_ASSIGN(const std::optional<Item> item, find_item(*connection, id));
  if (!item) return no_item(id);
  ItemState state = ItemState::done;
  if (end.exit != 0) {
    state = item->attempts < item->attempts_max ? ItemState::pending : ItemState::failed;
  }
  TRY(hold(*connection, id, holder,
           "state = ?, exit = ?, reason = ?, ended_at = ?, holder_pid = 0, lease_until = 0",
           [&](store::Statement& statement) {
             statement.bind(to_string(state))
                 .bind(std::int64_t{end.exit})
                 .bind(end.reason)
                 .bind(to_iso8601(now));
           }));
  TRY(transaction.commit());
  return state;
}

Result<std::vector<Item>> Queue::take_over(
    const store::LockHolder& holder, Timestamp now,
    const std::function<bool(const store::LockHolder&)>& alive) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(store::Transaction transaction, store::Transaction::begin(*connection));
  TRY_ASSIGN(store::Statement rows, connection->prepare(std::string(kItemColumns) +
                                                        "WHERE state = 'running' ORDER BY id"));
  TRY_ASSIGN(std::vector<Item> running, read_items(*connection, rows));
  std::erase_if(running,
                [&](const Item& item) { return alive(item.holder) && item.lease_until > now; });
  for (Item& item : running) {
    TRY(give_to(*connection, item.id, holder, now));
    item.holder = holder;
  }
  TRY(transaction.commit());
  return running;
}

Status Queue::set_state(std::int64_t id, ItemState state, Timestamp now) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(store::Transaction transaction, store::Transaction::begin(*connection));
  TRY_ASSIGN(const std::optional<Item> item, find_item(*connection, id));
  if (!item) return no_item(id);
  if (item->state == ItemState::running || state == ItemState::running) {
    return fail(Errc::denied, "item " + std::to_string(id) +
                                  ": only the runner begins and ends what runs; see `pawl queue "
                                  "stop`");
  }
  const bool fresh = state == ItemState::pending;
  TRY_ASSIGN(store::Statement statement,
             connection->prepare("UPDATE queue_items SET state = ?, attempts = ?, reason = ?, "
                                 "exit = ?, ended_at = ? WHERE id = ?"));
  statement.bind(to_string(state))
      .bind(std::int64_t{fresh ? 0 : item->attempts})
      .bind(fresh ? "" : "set by hand")
      .bind(std::int64_t{fresh ? -1 : item->exit})
      .bind(fresh ? "" : to_iso8601(now))
      .bind(id);
  TRY(statement.done());
  return transaction.commit();
}

Status Queue::remove(std::int64_t id) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(store::Transaction transaction, store::Transaction::begin(*connection));
  TRY_ASSIGN(const std::optional<Item> item, find_item(*connection, id));
  if (!item) return no_item(id);
  if (item->state == ItemState::running) {
    return fail(Errc::denied, "item " + std::to_string(id) + " is at work; see `pawl queue stop`");
  }
  TRY_ASSIGN(store::Statement needed,
             connection->prepare("SELECT item FROM queue_needs JOIN queue_items ON "
                                 "queue_items.id = item WHERE needs = ? AND state <> 'done' "
                                 "LIMIT 1"));
  needed.bind(id);
  TRY_ASSIGN(const bool there, needed.step());
  if (there) {
    return fail(Errc::denied, "item " + std::to_string(needed.number()) + " needs item " +
                                  std::to_string(id) + "; remove that one first");
  }
  TRY_ASSIGN(store::Statement statement,
             connection->prepare("DELETE FROM queue_items WHERE id = ?"));
  statement.bind(id);
  TRY(statement.done());
  return transaction.commit();
}

Status Queue::ask_to_stop(const store::LockHolder& runner) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(store::Statement insert,
             connection->prepare("INSERT OR IGNORE INTO queue_wishes VALUES (?)"));
  insert.bind(stop_wish(runner));
  return insert.done();
}

Result<bool> Queue::asked_to_stop(const store::LockHolder& runner) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(store::Statement row,
             connection->prepare("SELECT 1 FROM queue_wishes WHERE wish IN (?, ?)"));
  row.bind(stop_wish(runner)).bind(stop_wish({}));
  return row.step();
}

Status Queue::forget_earlier_wishes(const store::LockHolder& runner) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(store::Statement remove,
             connection->prepare("DELETE FROM queue_wishes WHERE wish NOT IN (?, ?)"));
  remove.bind(stop_wish(runner)).bind(stop_wish({}));
  return remove.done();
}

Status Queue::forget_wishes() {
  const store::Database::Use connection = database_.use();
  return connection->run("DELETE FROM queue_wishes");
}

}  // namespace pawl::fleet
