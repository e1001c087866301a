#include "memory/offer_table.hpp"

#include <algorithm>

#include "store/sqlite.hpp"

namespace pawl::memory {
namespace {

using store::Connection;

Result<Offer> read_offer(store::Statement& row) {
  Offer out;
  out.repository = row.text();
  out.forge = row.text();
  out.number = row.number();
  for (std::string* field : {&out.run, &out.target, &out.url, &out.title, &out.state}) {
    *field = row.text();
  }
  out.since = parse_iso8601(row.text()).value_or(Timestamp());
  out.head_commit = row.text();
  TRY_ASSIGN(const Json concerns, Json::parse(row.text()));
  for (const Json& concern : concerns.items()) out.concerns.push_back(concern.string_or(""));
  const std::string traces = row.text();
  if (!traces.empty()) {
    TRY_ASSIGN(out.traces, Json::parse(traces));
  }
  const auto forgotten = parse_iso8601(row.text());
  out.forgotten = forgotten && out.since <= *forgotten;
  return out;
}

Status put_offer(Connection& connection, const Offer& offer) {
  TRY_ASSIGN(
      store::Statement statement,
      connection.prepare(
          "INSERT INTO offers (repository, forge, number, run, target, url, title, state, since, "
          "head_commit, concerns, traces) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
          "ON CONFLICT (repository, forge, number) DO UPDATE SET run = excluded.run, "
          "target = excluded.target, url = excluded.url, title = excluded.title, "
          "since = CASE WHEN state = excluded.state THEN since ELSE excluded.since END, "
          "state = excluded.state, head_commit = excluded.head_commit, "
          "concerns = CASE WHEN excluded.concerns = '[]' THEN concerns ELSE excluded.concerns END, "
          "traces = CASE WHEN excluded.traces = '' THEN traces ELSE excluded.traces END"));
  statement.bind(offer.repository)
      .bind(offer.forge)
      .bind(offer.number)
      .bind(offer.run)
      .bind(offer.target)
      .bind(offer.url)
      .bind(offer.title)
      .bind(offer.state)
      .bind(to_iso8601(offer.since))
      .bind(offer.head_commit)
      .bind(Json::array_of(offer.concerns).dump())
      .bind(offer.traces.is_null() ? std::string() : offer.traces.dump());
  return statement.done();
}

}  // namespace

Status OfferTable::put(std::span<const Offer> offers) {
  if (offers.empty()) return Done{};
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(store::Transaction transaction, store::Transaction::begin(*connection));
  for (const Offer& offer : offers) TRY(put_offer(*connection, offer));
  return transaction.commit();
}

Result<std::vector<Offer>> OfferTable::find(const std::string& repository) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(store::Statement rows,
             connection->prepare(
                 "SELECT repository, forge, number, run, target, url, title, state, since, "
                 "head_commit, concerns, traces, forgotten_at FROM offers "
                 "WHERE (?1 = '' OR repository = ?1) ORDER BY repository, number DESC, forge"));
  rows.bind(repository);
  std::vector<Offer> out;
  for (;;) {
    TRY_ASSIGN(const bool more, rows.step());
    if (!more) return out;
    TRY_ASSIGN(Offer offer, read_offer(rows));
    out.push_back(std::move(offer));
  }
}

// What a person asked to forget is on disk when the call returns, as nobody else knows of it.
Result<std::size_t> OfferTable::forget(const std::string& repository,
                                       std::span<const std::int64_t> numbers, Timestamp at) {
  TRY_ASSIGN(const std::vector<Offer> known, find(repository));
  const store::Database::Use connection = database_.use();
  TRY(connection->run("PRAGMA synchronous=FULL"));
  TRY_ASSIGN(store::Transaction transaction, store::Transaction::begin(*connection));
  std::size_t count = 0;
  for (const Offer& offer : known) {
    const bool named =
        numbers.empty() || std::find(numbers.begin(), numbers.end(), offer.number) != numbers.end();
    if (!named) continue;
    TRY_ASSIGN(store::Statement statement,
               connection->prepare("UPDATE offers SET forgotten_at = ? WHERE repository = ? AND "
                                   "forge = ? AND number = ?"));
    statement.bind(to_iso8601(at)).bind(repository).bind(offer.forge).bind(offer.number);
    TRY(statement.done());
    if (!offer.forgotten && offer.state != "open") ++count;
  }
  TRY(transaction.commit());
  return count;
}

Json to_json(const Offer& offer) {
  return Json::object({{"repository", offer.repository},
                       {"forge", offer.forge},
                       {"number", offer.number},
                       {"run", offer.run},
                       {"target", offer.target},
                       {"url", offer.url},
                       {"title", offer.title},
                       {"state", offer.state},
                       {"since", to_iso8601(offer.since)},
                       {"concerns", Json::array_of(offer.concerns)},
                       {"forgotten", offer.forgotten}});
}

}  // namespace pawl::memory
