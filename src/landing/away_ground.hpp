// What putting away a run sees of its worktree and its target: what it decides (put_away.cpp) sees
// git, files and forge through this alone, so that it can be tried without them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "landing/put_away.hpp"
#include "store/lock.hpp"

namespace pawl::landing {

class AwayGround {
 public:
  virtual ~AwayGround() = default;

  // Of those that publish or land there, one at a time.
  virtual Result<store::ProcessLock> lock_publishing() = 0;
  // As landing::rescue.
  virtual Result<Rescued> rescue() = 0;
  // In one step: half of a clone is nothing that could be opened, and be known to be saved. False:
  // there was none.
  virtual Result<bool> remove_worktree() = 0;
  virtual Status remove_scratch() = 0;

  // ---- of the target
  struct Branch {
    std::string commit;
    std::string checked_out_in;  // a folder; empty: nowhere
  };
  virtual bool has_branches() const = 0;  // it is on this machine
  virtual Result<std::optional<Branch>> branch_at(const std::string& ref) = 0;
  virtual Result<std::optional<std::string>> at(const std::string& ref) = 0;
  // As git::is_held.
  virtual Result<bool> is_held_elsewhere(const std::string& commit, const std::string& beside) = 0;
  // Why the run's branch is still wanted: the pull request it is offered by. Empty when it is not.
  virtual Result<std::string> offered_by() = 0;
  virtual Status make_ref(const std::string& ref, const std::string& commit) = 0;
  // If it is at `expected`.
  virtual Status remove_ref(const std::string& ref, const std::string& expected) = 0;
};

Result<PutAway> put_away(AwayGround& ground, const run::RunState& state);

}  // namespace pawl::landing
