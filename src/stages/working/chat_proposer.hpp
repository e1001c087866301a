// The change a chat model proposes: it is shown the files of the subtask, and answers with edits.
#pragma once

#include "stages/working/proposer.hpp"
#include "stages/workshop.hpp"

namespace pawl::stages {

class ChatProposer final : public Proposer {
 public:
  // Borrowed; the worker of the run is asked.
  explicit ChatProposer(const Workshop& shop) : shop_(shop) {}
  Result<Proposal> propose(const Order& order, Workplace place) override;

 private:
  const Workshop& shop_;
};

}  // namespace pawl::stages
