// Leaving subtasks out of a plan, as several rules do.
#pragma once

#include <functional>
#include <string>

#include "planner/rules/plan_rules.hpp"

namespace pawl::planner {

// Why the subtask is left out; empty when it stays.
using ReasonOf = std::function<std::string(const Task&, const Subtask&)>;

struct Narrowed {
  RuleOutcome outcome;  // without an event: that is the rule's
  SubtasksLeftOut left_out;
};

// The plan without the subtasks that have a reason to be left out, and without tasks that have none
// left.
Narrowed without(TaskPlan plan, const ReasonOf& reason_of);

}  // namespace pawl::planner
