#include "stages/day_account.hpp"

#include <utility>

#include "os/process.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kDateSize = 10;

store::Spending spending_of(const llm::Amount& amount) {
  return {.tokens = amount.tokens, .micros = amount.cost, .ms = amount.time.count()};
}

llm::Amount amount_spent(const store::Spending& spending) {
  return {.tokens = spending.tokens, .cost = spending.micros, .time = Milliseconds(spending.ms)};
}

bool is_alive(const store::LockHolder& process) {
  return process.boot == os::boot_id() && os::process_start_time(process.pid) == process.started;
}

class DatabaseAccount final : public llm::DayAccount {
 public:
  DatabaseAccount(store::Database& database, os::Clock& clock, store::LockHolder process)
      : database_(database), clock_(clock), process_(std::move(process)) {}

  Result<Answer> reserve(const llm::Wanted& wanted, const llm::Amount& limit) override {
    const store::SpendingRequest request{.day = to_iso8601(clock_.now()).substr(0, kDateSize),
                                         .process = process_,
                                         .wanted = spending_of(wanted.all),
                                         .prompt = spending_of(wanted.prompt),
                                         .limit = spending_of(limit)};
    TRY_ASSIGN(const store::SpendingAnswer answer,
               database_.reserve_spending(request, is_alive).during("reserving a call to a model"));
    return Answer{.spent = amount_spent(answer.spent),
                  .reserved = amount_spent(answer.reserved),
                  .id = answer.id};
  }

  Status settle(std::int64_t id, const llm::Amount& used) override {
    return database_.settle_spending(id, spending_of(used)).during("settling a call to a model");
  }

 private:
  store::Database& database_;
  os::Clock& clock_;
  store::LockHolder process_;
};

}  // namespace

std::unique_ptr<llm::DayAccount> day_account(store::Database& database, os::Clock& clock,
                                             store::LockHolder process) {
  return std::make_unique<DatabaseAccount>(database, clock, std::move(process));
}

}  // namespace pawl::stages
