#include "stages/choices.hpp"

#include "critics/personas.hpp"
#include "guards/config/configured.hpp"
#include "planner/rules/plan_rules.hpp"
#include "planner/verticals.hpp"

namespace pawl::stages {
namespace {

void add_guards(const planner::Vertical& vertical, guards::Policy& policy) {
  for (const std::string_view id : vertical.guards) {
    const guards::Guard* guard = guards::find(id);
    PAWL_CHECK(guard != nullptr, id);
    std::erase_if(policy.skip,
                  [&](const std::string& skipped) { return guards::find(skipped) == guard; });
    policy.enable.emplace_back(id);
  }
  policy.require.insert(policy.require.end(), vertical.required.begin(), vertical.required.end());
}

}  // namespace

Status check_choices(const config::Config& config) {
  TRY_ASSIGN([[maybe_unused]] const guards::Policy policy, guards::configured_policy(config));
  TRY_ASSIGN([[maybe_unused]] const std::vector<std::string> off,
             planner::parse_rule_ids(config.plan_rules_off).during("reading plan.rules_off"));
  if (config.critics_mode != "off") TRY(critics::personas_words(config.critics_personas));
  return Done{};
}

Result<guards::Policy> policy_of(const config::Config& config, std::string_view scope) {
  TRY_ASSIGN(guards::Policy policy, guards::configured_policy(config));
  TRY_ASSIGN(const planner::Vertical* vertical, planner::vertical_named(scope));
  if (vertical != nullptr) add_guards(*vertical, policy);
  return policy;
}

}  // namespace pawl::stages
