// A proposer whose changes another model has to approve, before the judge sees them: what repairs
// CI. Approval admits nothing; the guards rule on every change.
#pragma once

#include <vector>

#include "planner/rules/failing_tests.hpp"
#include "stages/working/proposer.hpp"
#include "stages/workshop.hpp"

namespace pawl::stages {

class CriticisedProposer final : public Proposer {
 public:
  // All are borrowed; `logs` is what the change has to answer to.
  CriticisedProposer(const Workshop& shop, Proposer& inner,
                     const std::vector<planner::TestFailure>& logs)
      : shop_(shop), inner_(inner), logs_(logs) {}

  // A change that is not approved is refused, with what the critic says of it as feedback; so is
  // one of which the critic says nothing that can be read.
  Result<Proposal> propose(const Order& order, Workplace place) override;

 private:
  struct Opinion {
    bool approved = false;
    bool readable = true;
    std::string feedback;
  };
  Result<Opinion> ask(const Order& order, const git::Change& change);

  const Workshop& shop_;
  Proposer& inner_;
  const std::vector<planner::TestFailure>& logs_;
};

// Lines taken out and put in, file by file, with two lines around them.
std::string change_text(const git::Change& change);

}  // namespace pawl::stages
