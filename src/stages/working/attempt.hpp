// One attempt at a subtask: a change is proposed, judged, applied and committed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "guards/guard.hpp"
#include "stages/working/order.hpp"
#include "stages/working/proposer.hpp"
#include "stages/working/reproduction.hpp"
#include "stages/workshop.hpp"

namespace pawl::stages {

enum class AttemptEnd : std::uint8_t {
  committed,   // a verified commit, or one an earlier process made of this subtask
  reproduced,  // a test that fails for what is reported; nothing was committed
  unchanged,   // nothing is to be done
  offered,     // an earlier run offered this change, whatever it was called; reason says where
  refused,     // rolled back; findings say why
  unreadable,  // nothing that was said could be read; reason says more
  too_large,   // nobody can take the question; reason says more
};

struct AttemptResult {
  AttemptEnd end = AttemptEnd::refused;
  std::string commit;
  std::string message;
  std::vector<std::string> paths;        // changed; of refused: those of the hints it would have
  std::vector<std::string> tests_fixed;  // of committed: tests that failed before
  std::vector<run::ProvenTest> tests_added;  // of committed: new tests that were tried
  std::optional<Reproduction> reproduction;  // of reproduced
  std::string reason;                        // of unchanged, offered, unreadable and too_large
  std::string tier;                          // of refused
  std::vector<guards::Finding> findings;
  std::string answer;  // for the next attempt
};

// `head` is that of the worktree.
Result<AttemptResult> attempt(const Workshop& shop, Head& head, Proposer& proposer,
                              const Order& order);

}  // namespace pawl::stages
