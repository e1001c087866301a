// `pawl api-budget`: what GitHub allows, and what it was asked.
#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/output.hpp"
#include "forge/github/account_tables.hpp"
#include "store/database.hpp"

namespace pawl::cli {
namespace {

using forge::AccountTables;
using forge::ApiResource;

constexpr Milliseconds kMinuteAgo{60'000};
constexpr Milliseconds kHourAgo{3'600'000};

// One of the two budgets of an account.
struct Budget {
  std::string account;
  ApiResource resource = ApiResource::rest;
  std::optional<forge::HourLimit> limit;
  forge::Asked minute;
  forge::Asked hour;
  forge::Pause pause;
};

Result<Budget> read_budget(store::Database& database, const std::string& account,
                           ApiResource resource, Timestamp now) {
  AccountTables tables(database, account);
  Budget budget{.account = account, .resource = resource};
  TRY_ASSIGN(budget.limit, tables.limit(resource));
  TRY_ASSIGN(budget.minute, tables.asked(resource, now - kMinuteAgo));
  TRY_ASSIGN(budget.hour, tables.asked(resource, now - kHourAgo));
  TRY_ASSIGN(budget.pause, tables.pause());
  return budget;
}

Json asked_json(const forge::Asked& asked) {
  return Json::object({{"requests", asked.requests},
                       {"points", asked.points},
                       {"not_modified", asked.not_modified},
                       {"writes", asked.writes},
                       {"creations", asked.creations}});
}

class ApiBudgetCommand final : public Command {
 public:
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const auto there, context.ports.files.stat(context.layout.database()));
    std::vector<Budget> budgets;
    if (there) {
      TRY_ASSIGN(budgets, read_all(context));
    }
    if (json) {
      show_json(context, budgets);
    } else {
      show_table(context, budgets);
    }
    return budgets.empty() ? Exit::nothing_to_do : Exit::done;
  }

 private:
  static Result<std::vector<Budget>> read_all(Context& context) {
    TRY_ASSIGN(const auto database, store::Database::open(context.layout.database()));
    TRY_ASSIGN(const std::vector<std::string> accounts, AccountTables::accounts(*database));
    std::vector<Budget> budgets;
    for (const std::string& account : accounts) {
      for (const ApiResource resource : {ApiResource::rest, ApiResource::graphql}) {
        TRY_ASSIGN(Budget budget,
                   read_budget(*database, account, resource, context.ports.clock.now()));
        if (budget.limit || budget.hour.requests > 0) budgets.push_back(std::move(budget));
      }
    }
    return budgets;
  }

  static bool is_paused(const Context& context, const Budget& budget) {
    return budget.pause.until > context.ports.clock.now();
  }

  static void show_json(Context& context, const std::vector<Budget>& budgets) {
    Json list = Json::array();
    for (const Budget& budget : budgets) {
      Json limit;
      if (budget.limit) {
        limit = Json::object({{"allowed", budget.limit->allowed},
                              {"remaining", budget.limit->remaining},
                              {"reset_at", to_iso8601(budget.limit->reset_at)}});
      }
      const bool paused = is_paused(context, budget);
      list.push(
          Json::object({{"account", budget.account},
                        {"resource", forge::to_string(budget.resource)},
                        {"limit", std::move(limit)},
                        {"last_minute", asked_json(budget.minute)},
                        {"last_hour", asked_json(budget.hour)},
                        {"paused_until", paused ? Json(to_iso8601(budget.pause.until)) : Json()}}));
    }
    context.console.document(Json::object(
        {{"reserve", context.config.config.github_reserve}, {"budgets", std::move(list)}}));
  }

  static void show_table(Context& context, const std::vector<Budget>& budgets) {
    if (budgets.empty()) {
      context.console.say("GitHub was not asked anything yet");
      return;
    }
    std::vector<std::vector<std::string>> cells;
    for (const Budget& budget : budgets) {
      std::string left = "-";
      std::string reset = "-";
      if (budget.limit) {
        left = std::to_string(budget.limit->remaining) + " of " +
               std::to_string(budget.limit->allowed);
        reset = to_iso8601(budget.limit->reset_at);
      }
      const forge::Asked& hour = budget.hour;
      cells.push_back({budget.account, std::string(forge::to_string(budget.resource)), left, reset,
                       std::to_string(hour.requests), std::to_string(hour.not_modified),
                       std::to_string(hour.writes), std::to_string(budget.minute.points),
                       is_paused(context, budget) ? to_iso8601(budget.pause.until) : "-"});
    }
    context.console.out(table({"ACCOUNT", "BUDGET", "LEFT", "BEGINS ANEW", "ASKED (1 H)",
                               "UNCHANGED", "WRITES", "POINTS (1 MIN)", "PAUSED UNTIL"},
                              cells));
  }
};

}  // namespace

std::unique_ptr<Command> make_api_budget() { return std::make_unique<ApiBudgetCommand>(); }

}  // namespace pawl::cli
