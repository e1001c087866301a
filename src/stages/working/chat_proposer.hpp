// The change a chat model proposes: it is shown the files of the subtask, and answers with edits.
#pragma once

#include "stages/working/proposer.hpp"

namespace pawl::stages {

class ChatProposer final : public Proposer {
 public:
  // The run is borrowed; its worker is asked.
  explicit ChatProposer(StageRun& run) : run_(run) {}
  Result<Proposal> propose(const Order& order, Workplace place) override;

 private:
  StageRun& run_;
};

}  // namespace pawl::stages
