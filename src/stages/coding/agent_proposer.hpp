// The proposer whose change is what a coding agent left in its workplace.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "agents/agent.hpp"
#include "git/worktrees/workplace.hpp"
#include "stages/coding/turn.hpp"
#include "stages/working/proposer.hpp"

namespace pawl::stages {

// What it was asked to leave besides its work: a path below kOutFolder.
bool is_output(const RepoPath& path);

class AgentProposer final : public Proposer {
 public:
  // All are borrowed.
  AgentProposer(Bench& bench, const AgentAsk& ask, agents::Agent& agent, git::Workplace& place,
                bool may_write)
      : bench_(bench), ask_(ask), agent_(agent), place_(place), may_write_(may_write) {}

  // The order's feedback is put behind the prompt. Unreadable: `stopped` says why.
  Result<Proposal> propose(const Order& order, Workplace place) override;
  // The same without a change: what the agent says and leaves as outputs. The outcome is what stops
  // the stage.
  Result<std::optional<Outcome>> work(const std::string& prompt, int attempt);

  const std::string& text() const { return text_; }
  const std::map<std::string, std::string>& outputs() const { return outputs_; }
  const std::optional<Outcome>& stopped() const { return stopped_; }

 private:
  Result<agents::Work> work_once(const agents::Order& order, int attempt);
  Status take_outputs();
  Status keep_said() const;
  Result<Proposal> proposal_of(git::ReadChange read) const;

  Bench& bench_;
  const AgentAsk& ask_;
  agents::Agent& agent_;
  git::Workplace& place_;
  bool may_write_;
  std::string text_;
  std::string model_;
  std::map<std::string, std::string> outputs_;
  std::optional<Outcome> stopped_;
};

// What an earlier process was told in that step.
void take_said(const Scope& scope, const std::string& step, Turn& turn);

}  // namespace pawl::stages
