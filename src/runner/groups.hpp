// Carries out the parallel nodes of a walk: makes branches ready (fan-out), runs each in a process
// of its own, and brings together what they left (fan-in). Each of the three can be killed at any
// instant, and done again.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "pipeline/walk.hpp"
#include "runner/branch_order.hpp"
#include "runner/group_events.hpp"
#include "runner/live.hpp"
#include "runner/walking.hpp"
#include "stages/stage.hpp"

namespace pawl::runner {

class Groups {
 public:
  // All are borrowed.
  Groups(const RunPorts& ports, Setting& setting, const pipeline::Definition& pipeline,
         stages::Parts& parts);
  Groups(const Groups&) = delete;
  Groups& operator=(const Groups&) = delete;
  // Ends what is under way.
  ~Groups();

  Result<pipeline::Outcome> fan_out(const pipeline::Node& group, const std::string& path);
  // The process of a branch is begun.
  Status start(const std::string& path);
  // It is to end; `wait` says when it has.
  void cancel(const std::string& path);
  bool busy() const { return !running_.empty(); }
  // What it used counts as used by the run, once, however often this is called.
  Status note_cost(const std::string& path);
  // Once the budget of the run does not hold what its branches use, all of them are to end. Looks
  // now and then.
  Status watch_costs();
  // The next branch that ended; nothing after a moment, or once the run is to stop.
  std::optional<EndedBranch> wait(Milliseconds moment);
  Result<pipeline::Outcome> fan_in(const pipeline::Node& group, const std::string& path,
                                   const pipeline::WalkState& walked);

 private:
  struct Running;
  void work(Running& one);
  pipeline::Outcome outcome_of(const Running& one, const Result<os::Finished>& finished) const;
  std::vector<std::pair<std::string, std::string>> environment() const;
  Result<run::Cost> counted_of(const RunId& id) const;
  Status note_cost_of(const std::string& path, const RunId& id);
  Status say_group(const pipeline::Node& group, const std::string& path) const;
  // Of the branch at that path.
  Result<RunId> run_of(const std::string& path) const;
  Result<GroupReady> ready(const std::string& path) const;
  Result<int> turn_of(const std::string& path) const;
  Status make_branch(const pipeline::Node& child, const std::string& path, const RunId& id,
                     const std::string& head);

  const RunPorts& ports_;
  Setting& setting_;
  const pipeline::Definition& pipeline_;
  stages::Parts& parts_;
  std::map<std::string, std::unique_ptr<Running>> running_;  // by path
  std::vector<EndedBranch> ended_;
  Milliseconds looked_{0};  // at what branches use
  mutable std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace pawl::runner
