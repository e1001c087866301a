#include "llm/spending/ledger.hpp"

#include <algorithm>
#include <vector>

#include "base/saturate.hpp"
#include "os/processes/process.hpp"
#include "store/sqlite.hpp"

namespace pawl::llm {
namespace {

using store::Connection;
using store::LockHolder;
using store::Statement;
using store::Transaction;

// Of one call: more than any uses, and little enough that a day of them can be summed up exactly.
constexpr std::int64_t kAmountMax = 1'000'000'000'000;

struct OpenCall {
  std::int64_t id = 0;
  LockHolder process;
};

Result<std::vector<OpenCall>> open_calls(Connection& connection) {
  TRY_ASSIGN(Statement rows, connection.prepare("SELECT id, pid, started, boot, run FROM spending "
                                                "WHERE open = 1"));
  std::vector<OpenCall> calls;
  for (;;) {
    TRY_ASSIGN(const bool more, rows.step());
    if (!more) return calls;
    OpenCall call;
    call.id = rows.number();
    call.process.pid = static_cast<int>(rows.number());
    call.process.started = static_cast<std::uint64_t>(rows.number());
    call.process.boot = rows.text();
    call.process.run = rows.text();
    calls.push_back(std::move(call));
  }
}

// A server most likely read the prompt of a call whose process died; the rest nobody knows, and it
// must not stay reserved for ever.
Status settle_dead(Connection& connection, const IsAlive& is_alive) {
  TRY_ASSIGN(const std::vector<OpenCall> calls, open_calls(connection));
  for (const OpenCall& call : calls) {
    if (is_alive(call.process)) continue;
    TRY_ASSIGN(Statement row, connection.prepare("UPDATE spending SET open = 0, ms = 0, "
                                                 "tokens = prompt_tokens, micros = prompt_micros "
                                                 "WHERE id = ?"));
    TRY(row.bind(call.id).done());
  }
  return Done{};
}

Result<Spending> sum_of(Connection& connection, const std::string& day, std::int64_t open) {
  TRY_ASSIGN(Statement row,
             connection.prepare("SELECT TOTAL(MAX(tokens, 0)), TOTAL(MAX(micros, 0)), "
                                "TOTAL(MAX(ms, 0)) FROM spending WHERE day = ? AND open = ?"));
  row.bind(day).bind(open);
  TRY(row.step());
  Spending sum;
  sum.tokens = saturating_count(row.real());
  sum.micros = saturating_count(row.real());
  sum.ms = saturating_count(row.real());
  return sum;
}

std::int64_t amount(std::int64_t value) { return std::clamp<std::int64_t>(value, 0, kAmountMax); }

Spending amounts(const Spending& of) {
  return {.tokens = amount(of.tokens), .micros = amount(of.micros), .ms = amount(of.ms)};
}

bool fits(std::int64_t limit, std::int64_t gone, std::int64_t wanted) {
  return limit == 0 || (gone < limit && wanted <= limit - gone);
}

bool holds(const SpendingRequest& request, const SpendingAnswer& answer) {
  const Spending& spent = answer.spent;
  const Spending& reserved = answer.reserved;
  const auto sum = saturating_add;
  return fits(request.limit.tokens, sum(spent.tokens, reserved.tokens), request.wanted.tokens) &&
         fits(request.limit.micros, sum(spent.micros, reserved.micros), request.wanted.micros) &&
         fits(request.limit.ms, sum(spent.ms, reserved.ms), request.wanted.ms);
}

Status insert(Connection& connection, const SpendingRequest& request) {
  TRY_ASSIGN(Statement row,
             connection.prepare("INSERT INTO spending (day, run, pid, started, boot, open, tokens, "
                                "micros, ms, prompt_tokens, prompt_micros) "
                                "VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?)"));
  const Spending wanted = amounts(request.wanted);
  const Spending prompt = amounts(request.prompt);
  row.bind(request.day)
      .bind(request.process.run)
      .bind(std::int64_t{request.process.pid})
      .bind(static_cast<std::int64_t>(request.process.started))
      .bind(request.process.boot)
      .bind(wanted.tokens)
      .bind(wanted.micros)
      .bind(wanted.ms)
      .bind(prompt.tokens)
      .bind(prompt.micros);
  return row.done();
}

Result<std::int64_t> last_id(Connection& connection) {
  TRY_ASSIGN(Statement row, connection.prepare("SELECT last_insert_rowid()"));
  TRY(row.step());
  return row.number();
}

Spending spending_of(const Amount& amount) {
  return {.tokens = amount.tokens, .micros = amount.cost, .ms = amount.time.count()};
}

Amount amount_spent(const Spending& spending) {
  return {.tokens = spending.tokens, .cost = spending.micros, .time = Milliseconds(spending.ms)};
}

bool is_running(const LockHolder& process) {
  return process.boot == os::boot_id() && os::process_start_time(process.pid) == process.started;
}

class LedgerAccount final : public DayAccount {
 public:
  LedgerAccount(store::Database& database, os::Clock& clock, LockHolder process)
      : ledger_(database), clock_(clock), process_(std::move(process)) {}

  Result<Answer> reserve(const Wanted& wanted, const Amount& limit) override {
    const SpendingRequest request{.day = today(),
                                  .process = process_,
                                  .wanted = spending_of(wanted.all),
                                  .prompt = spending_of(wanted.prompt),
                                  .limit = spending_of(limit)};
    TRY_ASSIGN(const SpendingAnswer answer,
               ledger_.reserve(request, is_running).during("reserving a call to a model"));
    return Answer{.spent = amount_spent(answer.spent),
                  .reserved = amount_spent(answer.reserved),
                  .id = answer.id};
  }

  Result<Answer> look() override {
    TRY_ASSIGN(const SpendingAnswer answer,
               ledger_.look(today()).during("looking what was spent today"));
    return Answer{.spent = amount_spent(answer.spent),
                  .reserved = amount_spent(answer.reserved),
                  .id = std::nullopt};
  }

  Status settle(std::int64_t id, const Amount& used) override {
    return ledger_.settle(id, spending_of(used)).during("settling a call to a model");
  }

 private:
  std::string today() const {
    constexpr std::size_t kDayDigits = 10;
    return to_iso8601(clock_.now()).substr(0, kDayDigits);
  }

  Ledger ledger_;
  os::Clock& clock_;
  LockHolder process_;
};

}  // namespace

Result<SpendingAnswer> Ledger::reserve(const SpendingRequest& request, const IsAlive& is_alive) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(Transaction transaction, Transaction::begin(*connection));
  TRY(settle_dead(*connection, is_alive));
  SpendingAnswer answer;
  TRY_ASSIGN(answer.spent, sum_of(*connection, request.day, 0));
  TRY_ASSIGN(answer.reserved, sum_of(*connection, request.day, 1));
  if (holds(request, answer)) {
    TRY(insert(*connection, request));
    TRY_ASSIGN(answer.id, last_id(*connection));
  }
  TRY(transaction.commit());
  return answer;
}

Result<SpendingAnswer> Ledger::look(const std::string& day) {
  const store::Database::Use connection = database_.use();
  SpendingAnswer answer;
  TRY_ASSIGN(answer.spent, sum_of(*connection, day, 0));
  TRY_ASSIGN(answer.reserved, sum_of(*connection, day, 1));
  return answer;
}

Status Ledger::settle(std::int64_t id, const Spending& used) {
  const store::Database::Use connection = database_.use();
  TRY_ASSIGN(Statement row, connection->prepare("UPDATE spending SET open = 0, tokens = ?, "
                                                "micros = ?, ms = ? WHERE id = ? AND open = 1"));
  const Spending kept = amounts(used);
  return row.bind(kept.tokens).bind(kept.micros).bind(kept.ms).bind(id).done();
}

std::unique_ptr<DayAccount> day_account(store::Database& database, os::Clock& clock,
                                        store::LockHolder process) {
  return std::make_unique<LedgerAccount>(database, clock, std::move(process));
}

std::span<const store::KeptTable> kept_tables() {
  static constexpr store::KeptTable kTables[] = {
      {"spending", "id", "entry of the ledger", "entries of the ledger"}};
  return kTables;
}

}  // namespace pawl::llm
