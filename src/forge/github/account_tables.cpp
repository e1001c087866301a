#include "forge/github/account_tables.hpp"

#include "store/sqlite.hpp"

namespace pawl::forge {
namespace {

using store::Statement;

constexpr std::int64_t kSpanMs = 10'000;
constexpr std::int64_t kSpansKept = 24 * 360;
constexpr std::int64_t kAnswersMax = 10'000;
constexpr std::int64_t kAnswersBytesMax = std::int64_t{64} << 20;
constexpr std::size_t kAnswerBytesMax = std::size_t{4} << 20U;

std::int64_t ms_of(Timestamp at) { return at.time_since_epoch().count(); }
Timestamp time_of(std::int64_t ms) { return Timestamp(Milliseconds(ms)); }

// The statement is closed before anything is written: until then the connection reads what was true
// when it began, and may not write once another connection did.
Result<std::optional<KnownAnswer>> read_answer(store::Connection& connection,
                                               const std::string& account, const std::string& url) {
  TRY_ASSIGN(Statement row, connection.prepare("SELECT etag, next, body FROM github_answers WHERE "
                                               "account = ? AND url = ?"));
  TRY_ASSIGN(const bool found, row.bind(account).bind(url).step());
  if (!found) return std::optional<KnownAnswer>();
  KnownAnswer known;
  known.etag = row.text();
  known.next = row.text();
  known.body = row.text();
  return std::optional(std::move(known));
}

}  // namespace

std::string_view to_string(ApiResource resource) {
  return resource == ApiResource::rest ? "rest" : "graphql";
}

Result<std::optional<HourLimit>> AccountTables::limit(ApiResource resource) {
  const auto use = database_->use();
  TRY_ASSIGN(Statement row, use->prepare("SELECT allowed, remaining, reset_at FROM github_limits "
                                         "WHERE account = ? AND resource = ?"));
  TRY_ASSIGN(const bool found, row.bind(account_).bind(to_string(resource)).step());
  if (!found) return std::optional<HourLimit>();
  HourLimit limit;
  limit.allowed = row.number();
  limit.remaining = row.number();
  limit.reset_at = time_of(row.number());
  return std::optional(limit);
}

Status AccountTables::put_limit(ApiResource resource, const HourLimit& limit) {
  const auto use = database_->use();
  TRY_ASSIGN(Statement row,
             use->prepare("INSERT OR REPLACE INTO github_limits (account, resource, allowed, "
                          "remaining, reset_at) VALUES (?, ?, ?, ?, ?)"));
  row.bind(account_).bind(to_string(resource)).bind(limit.allowed).bind(limit.remaining);
  return row.bind(ms_of(limit.reset_at)).done();
}

Result<Pause> AccountTables::pause() {
  const auto use = database_->use();
  TRY_ASSIGN(Statement row, use->prepare("SELECT paused_until, strikes, written_at FROM "
                                         "github_pauses WHERE account = ?"));
  TRY_ASSIGN(const bool found, row.bind(account_).step());
  Pause pause;
  if (!found) return pause;
  pause.until = time_of(row.number());
  pause.strikes = row.number();
  pause.written_at = time_of(row.number());
  return pause;
}

Status AccountTables::put_pause(const Pause& pause) {
  const auto use = database_->use();
  TRY_ASSIGN(Statement row,
             use->prepare("INSERT INTO github_pauses (account, paused_until, strikes, written_at) "
                          "VALUES (?, ?, ?, ?) ON CONFLICT (account) DO UPDATE SET paused_until = "
                          "MAX(paused_until, excluded.paused_until), strikes = excluded.strikes, "
                          "written_at = MAX(written_at, excluded.written_at)"));
  row.bind(account_).bind(ms_of(pause.until)).bind(pause.strikes).bind(ms_of(pause.written_at));
  return row.done();
}

Result<Asked> AccountTables::asked(ApiResource resource, Timestamp since) {
  const auto use = database_->use();
  TRY_ASSIGN(Statement row,
             use->prepare("SELECT COALESCE(SUM(requests), 0), COALESCE(SUM(points), 0), "
                          "COALESCE(SUM(not_modified), 0), COALESCE(SUM(writes), 0), "
                          "COALESCE(SUM(creations), 0) FROM github_requests WHERE account = ? AND "
                          "resource = ? AND span > ?"));
  row.bind(account_).bind(to_string(resource)).bind(ms_of(since) / kSpanMs);
  TRY(row.step());
  Asked asked;
  asked.requests = row.number();
  asked.points = row.number();
  asked.not_modified = row.number();
  asked.writes = row.number();
  asked.creations = row.number();
  return asked;
}

Status AccountTables::add(ApiResource resource, Timestamp now, const Asked& more) {
  const auto use = database_->use();
  const std::int64_t span = ms_of(now) / kSpanMs;
  TRY_ASSIGN(Statement row,
             use->prepare("INSERT INTO github_requests (account, resource, span, requests, points, "
                          "not_modified, writes, creations) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
                          "ON CONFLICT (account, resource, span) DO UPDATE SET "
                          "requests = requests + excluded.requests, "
                          "points = points + excluded.points, "
                          "not_modified = not_modified + excluded.not_modified, "
                          "writes = writes + excluded.writes, "
                          "creations = creations + excluded.creations"));
  row.bind(account_).bind(to_string(resource)).bind(span).bind(more.requests).bind(more.points);
  TRY(row.bind(more.not_modified).bind(more.writes).bind(more.creations).done());
  TRY_ASSIGN(Statement old, use->prepare("DELETE FROM github_requests WHERE account = ? AND "
                                         "resource = ? AND span < ?"));
  return old.bind(account_).bind(to_string(resource)).bind(span - kSpansKept).done();
}

Result<std::optional<KnownAnswer>> AccountTables::answer(const std::string& url, Timestamp now) {
  const auto use = database_->use();
  TRY_ASSIGN(std::optional<KnownAnswer> known, read_answer(*use, account_, url));
  if (!known) return known;
  TRY_ASSIGN(Statement used, use->prepare("UPDATE github_answers SET used_at = ? WHERE account = ? "
                                          "AND url = ?"));
  TRY(used.bind(ms_of(now)).bind(account_).bind(url).done());
  return known;
}

Status AccountTables::put_answer(const std::string& url, const KnownAnswer& answer, Timestamp now) {
  const auto use = database_->use();
  if (answer.body.size() > kAnswerBytesMax) {
    TRY_ASSIGN(Statement gone,
               use->prepare("DELETE FROM github_answers WHERE account = ? AND url = ?"));
    return gone.bind(account_).bind(url).done();
  }
  TRY_ASSIGN(Statement row,
             use->prepare("INSERT OR REPLACE INTO github_answers (account, url, etag, next, body, "
                          "size, used_at) VALUES (?, ?, ?, ?, ?, ?, ?)"));
  row.bind(account_).bind(url).bind(answer.etag).bind(answer.next).bind(answer.body);
  TRY(row.bind(static_cast<std::int64_t>(answer.body.size())).bind(ms_of(now)).done());
  TRY_ASSIGN(Statement old,
             use->prepare("DELETE FROM github_answers WHERE used_at < (SELECT used_at FROM "
                          "github_answers ORDER BY used_at DESC LIMIT 1 OFFSET ?)"));
  TRY(old.bind(kAnswersMax).done());
  // Sums from the newest on; what is older than what fits goes.
  TRY_ASSIGN(Statement large,
             use->prepare("DELETE FROM github_answers WHERE (account, url) IN (SELECT account, url "
                          "FROM (SELECT account, url, SUM(size) OVER (ORDER BY used_at DESC, "
                          "account, url) AS total FROM github_answers) WHERE total > ?)"));
  return large.bind(kAnswersBytesMax).done();
}

Result<std::vector<std::string>> AccountTables::accounts(store::Database& database) {
  const auto use = database.use();
  TRY_ASSIGN(Statement rows, use->prepare("SELECT account FROM github_limits UNION SELECT account "
                                          "FROM github_requests ORDER BY account"));
  std::vector<std::string> accounts;
  for (;;) {
    TRY_ASSIGN(const bool more, rows.step());
    if (!more) return accounts;
    accounts.push_back(rows.text());
  }
}

}  // namespace pawl::forge
