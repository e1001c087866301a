#include "cli/guard/guard_flags.hpp"

#include "base/text/text.hpp"
#include "guards/config/configured.hpp"

namespace pawl::cli {
namespace {

std::vector<std::string> listed(std::string_view text) {
  std::vector<std::string> items;
  for (const std::string_view item : split(text, ',')) {
    if (!trim(item).empty()) items.emplace_back(trim(item));
  }
  return items;
}

// What must be checked has to be asked for.
Status check_required(const guards::Policy& policy) {
  for (const std::string& id : policy.require) {
    const guards::Guard* guard = guards::find(id);
    if (guard == nullptr || policy.wants(*guard)) continue;
    const bool not_run = guard->tier > policy.last;
    return fail(Errc::invalid, "--require " + id + " contradicts the rest: the guard is left out " +
                                   (not_run ? "where no program is run (--fast, guard replay)"
                                            : "by --only, --skip or the configuration (guards.*)"));
  }
  return Done{};
}

}  // namespace

std::vector<Flag> GuardFlags::flags() {
  return {
      {"--only", "IDS", "only these guards, by id or code, separated by commas", &only,
       kOfferGuards},
      {"--skip", "IDS", "not these guards", &skip, kOfferGuards},
      {"--require", "IDS", "refuse when one of these could not check", &require, kOfferGuards},
      {"--sanction", "RULES", "allow these scope rules, RULE or RULE:GLOB", &sanction},
      {"--hints", "PATHS", "the change is about these files only; scope refuses", &hints},
      {"--targets", "SYMBOLS", "… about these functions and types only; scope refuses", &targets},
      {"--fast", "", "no build, tests, scanners or network", &fast},
      {"--strict", "", "scope findings refuse too", &strict}};
}

Result<guards::Policy> GuardFlags::policy(const config::Config& config) const {
  TRY_ASSIGN(guards::Policy policy, guards::configured_policy(config));
  policy.all_tiers = true;
  policy.scope_refuses = strict || planned();
  policy.only = listed(only);
  if (!policy.only.empty()) policy.skip.clear();  // whoever names a guard wants it
  for (std::string& id : listed(skip)) policy.skip.push_back(std::move(id));
  policy.require = listed(require);
  if (fast) policy.last = guards::Tier::index;
  for (const auto* ids : {&policy.only, &policy.skip, &policy.require}) {
    TRY(guards::check_ids(*ids));
  }
  for (const std::string& text : listed(sanction)) {
    TRY_ASSIGN(guards::Sanction parsed, guards::parse_sanction(text, "--sanction"));
    policy.sanctions.push_back(std::move(parsed));
  }
  TRY(check_required(policy));
  return policy;
}

Status GuardFlags::apply_to(guards::Order& order) const {
  order.targets = listed(targets);
  for (const std::string& hint : listed(hints)) {
    TRY_ASSIGN(RepoPath path, RepoPath::parse(hint));
    order.hints.push_back(std::move(path));
    order.fenced = true;
  }
  return Done{};
}

}  // namespace pawl::cli
