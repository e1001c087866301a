// Where a landing happens: a target, and the work that is to go there. What is decided about that
// (land_branch.cpp, land_pull.cpp, landed.cpp) sees git, folders and commands through this alone,
// so that it can be tried in a world that has none of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "git/worktrees/trial.hpp"
#include "landing/landing.hpp"
#include "landing/put_away.hpp"
#include "landing/verify.hpp"
#include "store/lock.hpp"

namespace pawl::landing {

// The commits of a target and of some work together, where merges are tried that nobody sees.
class Meeting {
 public:
  virtual ~Meeting() = default;

  // Whether the history of `tip` holds that commit; false for one that is not known here.
  virtual Result<bool> has(const std::string& tip, const std::string& commit) = 0;
  virtual Result<git::CommitInfo> info(const std::string& commit) = 0;
  // base..head, oldest first; empty where the base is not known here.
  virtual Result<std::vector<git::CommitInfo>> log(const std::string& base,
                                                   const std::string& head) = 0;
  virtual Result<bool> changes_files(const std::string& base, const std::string& head) = 0;
  virtual Result<git::TrialRepository::Merged> merge(const std::string& ours,
                                                     const std::string& theirs) = 0;
  virtual Result<std::string> commit(const git::TrialRepository::CommitPlan& plan) = 0;
  virtual Result<Verified> verify(const std::string& base, const std::string& commit) = 0;
  // The commit goes to the target, as that ref, if it is at `expected` there (empty: it is none).
  virtual Status bring(const std::string& commit, const std::string& ref,
                       const std::string& expected) = 0;
};

class Ground {
 public:
  virtual ~Ground() = default;

  virtual std::string name() const = 0;  // of the target, for people
  // As find_work.
  virtual Result<Work> work(const run::RunState& state) = 0;
  virtual Result<std::unique_ptr<Meeting>> meet(const Work& work) = 0;

  // ---- of the target
  virtual Result<std::optional<std::string>> tip(const std::string& branch) = 0;
  virtual Result<std::optional<std::string>> at(const std::string& ref) = 0;
  virtual Result<bool> has(const std::string& tip, const std::string& commit) = 0;  // as Meeting
  // Of those that publish or land there, one at a time.
  virtual Result<store::ProcessLock> lock_publishing() = 0;
  // As forge::advance_branch: conflict where the branch is not at `from` any more.
  struct Step {
    std::string branch;
    std::string from;
    std::string to;
    std::vector<std::string> killed;
  };
  virtual Status advance(const Step& step) = 0;
  // If it is at `expected`.
  virtual Status remove_ref(const std::string& ref, const std::string& expected) = 0;

  // ---- of the run's worktree
  // Whether `commit` has all of the work; nothing where the work's repository does not know it.
  virtual Result<std::optional<bool>> is_whole_in(const Work& work, const std::string& commit) = 0;
  // As landing::rescue.
  virtual Result<Rescued> rescue(const run::RunState& state) = 0;
};

}  // namespace pawl::landing
