// A proposer turns an order into a change: a chat model that answers with edits, one day the folder
// a coding agent has worked in. Whoever proposed it, there is one judge and one commit behind it
// (attempt.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "git/change.hpp"
#include "guards/guard.hpp"
#include "stages/head.hpp"
#include "stages/working/early_refusal.hpp"
#include "stages/working/order.hpp"
#include "stages/working/run_judge.hpp"

namespace pawl::stages {

enum class ProposalEnd : std::uint8_t {
  change,
  nothing,     // nothing is to be done; reason says why
  refused,     // what was said is no change that could be judged; findings say why
  unreadable,  // nothing that was said could be read; reason says more
  too_large,   // the order is more than the proposer can take; reason says more
};

struct Proposal {
  ProposalEnd end = ProposalEnd::nothing;
  git::Change change;  // on the head; never empty when that is the end
  std::string title;   // what its maker calls it
  std::string reason;
  EarlyRefusal refusal;
  std::vector<std::string> paths;  // of the fence, that it would change
  std::string answer;              // shown to the proposer when it is asked again
  judge::Unjudged unjudged = {};   // what of it is in no change
  std::string model = {};          // who made it; empty: the run's worker
};

// Where a change is to be made.
struct Workplace {
  Head& head;
  const RunJudge& judge;  // may be asked about paths before they are read
};

class Proposer {
 public:
  virtual ~Proposer() = default;
  // Errors: Errc::cancelled; those of who is asked (upstream, timeout); io. Writes nothing to the
  // worktree.
  virtual Result<Proposal> propose(const Order& order, Workplace place) = 0;
};

}  // namespace pawl::stages
