// The budget of an agent that works for no run: what it uses counts in the account of the day, and
// its limits hold.
#pragma once

#include <memory>

#include "cli/kit/command.hpp"
#include "llm/spending/budget.hpp"
#include "store/database.hpp"

namespace pawl::cli {

class AgentBudget {
 public:
  static Result<AgentBudget> open(Context& context);
  llm::Budget& budget() { return *budget_; }
  // Where events go that nobody keeps.
  EventSink& events() { return *events_; }

 private:
  AgentBudget() = default;
  // They borrow each other, from the last to the first.
  std::unique_ptr<store::Database> database_;
  std::unique_ptr<EventSink> events_;
  std::unique_ptr<llm::DayAccount> day_;
  std::unique_ptr<llm::Budget> budget_;
};

}  // namespace pawl::cli
