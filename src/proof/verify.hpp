// Does a proof again, step by step: whether the pull request names it, whether the commits are
// there, whether the journal is as it was, whether the guards say the same again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "proof/rejudge.hpp"
#include "repo/checks/checks.hpp"

namespace pawl::proof {

enum class Outcome : std::uint8_t { same, unknown, differs };
std::string_view to_string(Outcome outcome);

struct Step {
  // Byte-stable: digest, commits, journal, records, cost, verdicts, checks; of a proof that another
  // goes on from behind `earlier`.
  std::string name;
  Outcome outcome = Outcome::same;
  std::vector<std::string> says;  // what was compared, or what differs first, or why it is unknown
};

struct Verification {
  std::vector<Step> steps;
  // differs where a step does, unknown where one is, else same.
  Outcome outcome() const;
};
Json to_json(const Verification& verification);

// What is verified, and against what.
struct Claim {
  std::string text;                   // of the bundle
  std::optional<std::string> digest;  // as the pull request names it; nothing: there is none
  std::optional<std::string> head;    // of the pull request
  std::string run_folder;             // of the run on this machine; empty: it is not here
  // Why commits may not be there without anybody having changed them: their branch is gone. Empty:
  // they have to be there.
  std::string out_of_sight = {};
};

// Stops behind the first step that differs: what follows rests on it. Errors: what is to be read
// cannot be read.
Result<Verification> verify(const Claim& claim, RejudgePorts ports);

// What commands of the target said on base and head, then and now. `results` answers what is known
// of a tree.
Step compare_checks(
    const Json& bundle,
    const std::function<std::optional<repo::CheckResults>(const std::string& tree)>& results);

}  // namespace pawl::proof
