// What may soften or sharpen the stack: sanctions of a plan, suppressions of a repository,
// choices on the command line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/result.hpp"
#include "guards/guard.hpp"

namespace pawl::guards {

// Allows scope findings. Never a defect, and never a path that is off limits.
struct Sanction {
  std::string rule;  // a rule, a guard's id or code, or a rule's ending: `removed`
  std::string path;  // a glob (`docs/**`); empty: any path
  std::string why;   // `the plan`, `--sanction`
};
// `RULE` or `RULE:GLOB`. Errc::invalid names a rule nobody knows.
Result<Sanction> parse_sanction(std::string_view text, std::string why);

// A reviewed exception of a repository, from `.pawl/guards.yaml` of the base branch:
//   suppress:
//     - rule: secrets/token
//       path: tests/fixtures/**
//       reason: keys of the test certificate authority
struct Suppression {
  std::string rule;  // a rule or a guard's id
  std::string path;  // a glob, must be there
  std::string reason;
};
inline constexpr std::string_view kSuppressionsPath = ".pawl/guards.yaml";
// Errc::invalid names the entry and what it lacks. Unknown keys are refused.
Result<std::vector<Suppression>> parse_suppressions(std::string_view yaml);

struct Policy {
  bool scope_refuses = true;      // off in `pawl guard` without --strict
  bool all_tiers = false;         // go on after a tier that refused
  Tier last = Tier::tool;         // tiers after it are left out
  std::vector<std::string> only;  // ids or codes; empty: those that are on
  std::vector<std::string> skip;
  std::vector<std::string> enable;   // besides those that are on
  std::vector<std::string> require;  // `unknown` of these refuses
  std::vector<Sanction> sanctions;
  std::vector<Suppression> suppressions;

  bool wants(const Guard& guard) const;
};
// Errc::invalid when an id of `ids` is no guard's; the message lists near ones.
Status check_ids(const std::vector<std::string>& ids);

// Sets standing and reason of each finding that something keeps from refusing, and the ruling
// that is left.
void settle(const Guard& guard, const Policy& policy, Verdict& verdict);

}  // namespace pawl::guards
