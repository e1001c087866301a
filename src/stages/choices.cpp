#include "stages/choices.hpp"

#include "guards/config/configured.hpp"
#include "planner/rules/plan_rules.hpp"

namespace pawl::stages {

Status check_choices(const config::Config& config) {
  TRY_ASSIGN([[maybe_unused]] const guards::Policy policy, guards::configured_policy(config));
  TRY_ASSIGN([[maybe_unused]] const std::vector<std::string> off,
             planner::parse_rule_ids(config.plan_rules_off).during("reading plan.rules_off"));
  return Done{};
}

}  // namespace pawl::stages
