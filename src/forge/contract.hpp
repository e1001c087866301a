// What every forge keeps: one list of cases, run on each of them.
#pragma once

#include <span>
#include <string>

#include "forge/forge.hpp"

namespace pawl::forge {

// A forge with a repository behind it, made new for each case.
class ContractWorld {
 public:
  virtual ~ContractWorld() = default;
  virtual Forge& forge() = 0;
  // The same forge, as somebody sees it who opened none of the pull requests: whoever opens one
  // does not approve it everywhere.
  virtual Forge& reviewer() { return forge(); }
  // A branch with commits on top of the base, in the repository; no pull request of it yet. Its
  // head has a file `LICENSE` of one line.
  virtual PullDraft publish(const std::string& run) = 0;
  // One more commit on that branch, made by somebody else; the new head.
  virtual std::string push(const PullDraft& draft) = 0;
  // One more commit on the base branch, which the draft does not have.
  virtual void move_base() = 0;
  virtual void remove_branch(const std::string& branch) = 0;
};

struct ContractCase {
  const char* name;
  void (*run)(ContractWorld& world);
};
std::span<const ContractCase> contract_cases();

}  // namespace pawl::forge
