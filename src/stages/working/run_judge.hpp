// The judge of a run's changes: judge::Judge, with what the run knows of the order and of what it
// has solved already.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "guards/events.hpp"
#include "judge/judge.hpp"
#include "run/run_state.hpp"
#include "stages/head.hpp"
#include "stages/working/order.hpp"
#include "stages/working/reproduction.hpp"

namespace pawl::stages {

// Which guards the configuration and the scope of the run want. Errc::invalid names the setting.
Result<guards::Policy> run_policy(const RunSettings& settings);
// What is wrong with what the run's base says of the guards: Errc::invalid names the entry.
Status check_suppressions(const Checkout& checkout);

class RunJudge {
 public:
  // For changes on the head. All are borrowed.
  static Result<std::unique_ptr<RunJudge>> open(const Scope& scope, const RunSettings& settings,
                                                const Checkout& checkout, Head& head,
                                                const Order& order);
  RunJudge(const RunJudge&) = delete;
  RunJudge& operator=(const RunJudge&) = delete;

  const std::vector<RepoPath>& hints() const { return hints_; }
  const judge::Attempt& attempt() const { return attempt_; }
  // As judge::Judge.
  std::vector<guards::Finding> refuse_paths(const git::Change& change) const {
    return judge_->refuse_paths(change);
  }
  Result<judge::Judged> judge(const git::Change& change, const judge::Unjudged& unjudged = {});
  // As judge::Judge.
  double psi(const git::Change& change) const { return judge_->psi(change); }
  // The test that fails with the change judged last, and was not there before; nothing when there
  // is none.
  std::optional<Reproduction> reproduction(const git::Change& change) const;
  // Why the test does not pass with the change judged last; empty when it does.
  std::string why_not_fixed(const Reproduction& reproduction) const;
  // Tests that failed before the change judged last, and pass with it.
  std::vector<std::string> tests_fixed() const;
  // New tests of the change judged last, as far as they were tried on wrong versions of the code.
  std::vector<run::ProvenTest> tests_added(const git::Change& change) const;

 private:
  RunJudge(const Scope& scope, const Checkout& checkout, Head& head, const Order& order);
  // The order of work without a fence, once it is known what it touches.
  void free_for(const git::Change& change);

  const Scope& scope_;
  Head& head_;
  std::vector<RepoPath> hints_;
  judge::Attempt attempt_;
  guards::GuardOrder asked_;  // what of it is judged by besides the change
  bool free_ = false;         // Order::free
  std::string words_;         // likewise
  guards::Order guarded_;
  std::vector<std::string> brought_;  // ids of the test that the change brings along
  // The branch's own commits have no say in what is suppressed: the run's base has.
  judge::Base owner_;
  std::unique_ptr<judge::Judge> judge_;
};

}  // namespace pawl::stages
