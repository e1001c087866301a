// The stages of simulated runs: agents that commit, comments, branches that are published, pull
// requests, and parallel groups whose branches are processes.
#pragma once

#include <map>

#include "llm/events.hpp"
#include "runner/walking.hpp"
#include "simulation/world.hpp"

namespace pawl::simulation {

// Of one request to a model.
inline constexpr std::int64_t kCallMicros = 10'000;
llm::LlmCall a_call();

class Worker final : public runner::NodeWorker {
 public:
  Worker(World& world, Process& self, SimRun& run, SimJournal& journal)
      : world_(world), self_(self), run_(run), journal_(journal) {}
  ~Worker() override;  // its branches end with it, sooner or later
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  Status go_on() override;
  std::string_view phase_of(const pipeline::Node& stage) override;
  Result<pipeline::Outcome> stage(const pipeline::StageToRun& one) override;
  Result<pipeline::Outcome> fan_out(const pipeline::StageToRun& one,
                                    const std::string& group) override;
  Result<pipeline::Outcome> fan_in(const pipeline::StageToRun& one, const std::string& group,
                                   const pipeline::WalkState& walked) override;
  Result<std::optional<pipeline::Outcome>> start(const std::string& path) override;
  void cancel(const std::string& path) override;
  bool busy() const override { return !running_.empty(); }
  Result<std::optional<runner::EndedBranch>> wait(Milliseconds moment) override;

 private:
  struct Running {
    std::string run;
    int pid = 0;
    bool cancelled = false;
  };

  Status pay();
  // The same for the same stage until it came to its end.
  std::string step_of(const std::string& path) const;
  bool intends(const std::string& key) const;  // its journal says so
  Status commit(const std::string& path);
  Status comment(const std::string& path);
  Status publish();
  Status open_pull();
  pipeline::Outcome outcome_of(const std::string& path, int attempt) const;
  Status give_up(const std::vector<std::string>& branches);
  SimRun& make_branch(const pipeline::Node& child, const std::string& path, const RunId& id);

  World& world_;
  Process& self_;
  SimRun& run_;
  SimJournal& journal_;
  std::map<std::string, Running> running_;  // by path
};

}  // namespace pawl::simulation
