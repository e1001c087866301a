#include "cli/kit/agent_budget.hpp"

#include "llm/spending/ledger.hpp"
#include "stages/roles.hpp"
#include "store/lock.hpp"

namespace pawl::cli {
namespace {

// Of work that has no journal: who asked is told why it ended.
class NoJournal final : public EventSink {
 public:
  Status append(const Event&) override { return Done{}; }
};

}  // namespace

Result<AgentBudget> AgentBudget::open(Context& context) {
  AgentBudget made;
  TRY(context.ports.files.make_folders(context.layout.state_folder, 0700));
  TRY_ASSIGN(made.database_, store::Database::open(context.layout.database()));
  made.events_ = std::make_unique<NoJournal>();
  made.day_ = llm::day_account(*made.database_, context.ports.clock, store::this_process());
  llm::BudgetRules rules = stages::budget_rules(context.config.config);
  // It is no run, and no stage of one.
  rules.limits[static_cast<std::size_t>(llm::Scope::run)] = {};
  rules.limits[static_cast<std::size_t>(llm::Scope::stage)] = {};
  made.budget_ = std::make_unique<llm::Budget>(rules, context.ports.clock, *made.events_,
                                               *made.day_, llm::Amount());
  return made;
}

}  // namespace pawl::cli
