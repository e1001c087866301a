// What a stage has that puts coding agents to work.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "agents/agent.hpp"
#include "base/digest.hpp"
#include "stages/workshop.hpp"

namespace pawl::stages {

// Where agents leave files that are no part of their work: at the top of their folder, in a folder
// that is never committed.
inline constexpr std::string_view kOutFolder = ".pawl-out";

// Exit codes of a run that bails with a class.
int exit_of_class(std::string_view bail_class);
Outcome bail_as(std::string_view bail_class, std::string reason);

// Of a check that failed: in a loop another round may mend it, elsewhere the run ends.
Outcome failed_check(const Scope& scope, std::string_view bail_class, std::string reason);

// One stage at work: the parts of the run, and what the stage has used so far.
class Bench {
 public:
  Bench(const Scope& scope, const RunSettings& settings, const Checkout& checkout, Models& models,
        const Agents& agents)
      : shop_{scope, settings, checkout, models}, agents_(agents) {}

  const Workshop& shop() const { return shop_; }
  const Scope& scope() const { return shop_.scope; }
  const Request& request() const { return shop_.settings.request; }
  const config::Config& config() const { return shop_.settings.config; }
  git::Worktree& worktree() const { return *shop_.checkout.worktree; }
  // The spec of who works in this stage.
  std::string client() const;
  Result<std::unique_ptr<agents::Agent>> open_agent() const;

  // What this execution of the stage is called among all of the run: a stage that ended and is run
  // again has another name, one that was interrupted the same. With `part`, of one of its commits.
  Result<std::string> step(std::string_view part = {});
  // The commit that an earlier process made of it; empty: none.
  Result<std::string> committed(const std::string& step) const;

  // What the stage may still use.
  Result<agents::Limits> limits_left() const;
  void took_prompt(std::string_view prompt) { inputs_.add(prompt); }
  // What a turn used counts here, and, where nobody counted it yet, in run and day.
  Status charge(const agents::Work& work, Milliseconds took);
  // The end of the stage, with what it was given and used in the journal.
  Result<Outcome> end(Outcome outcome);

 private:
  Workshop shop_;
  const Agents& agents_;
  std::optional<std::string> step_;
  Sha256 inputs_;
  int turns_ = 0;
  int unpriced_ = 0;
  std::int64_t tokens_in_ = 0;
  std::int64_t tokens_out_ = 0;
  std::int64_t cost_micros_ = 0;
};

}  // namespace pawl::stages
