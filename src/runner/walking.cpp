#include "runner/walking.hpp"

#include <algorithm>

#include "pipeline/node_paths.hpp"
#include "pipeline/walk_events.hpp"
#include "run/events.hpp"

namespace pawl::runner {
namespace {

using pipeline::Outcome;

class Walking {
 public:
  Walking(const pipeline::Definition& pipeline, pipeline::WalkState walked, const WalkPorts& ports)
      : pipeline_(pipeline), walked_(std::move(walked)), ports_(ports) {}

  Result<Outcome> to_its_end() {
    while (true) {
      TRY(worker().go_on());
      pipeline::Next next = pipeline::next(pipeline_, walked_, clock().now());
      if (next.end) return *std::move(next.end);
      for (const std::string& path : next.cancel) worker().cancel(path);
      TRY(begin_branches(next));
      if (worker().busy()) {
        TRY(wait_for_branch());
      } else if (next.run.empty()) {
        PAWL_CHECK(next.wake.has_value(), "nothing to do and no end");
        clock().sleep(std::max(Milliseconds(1), *next.wake - clock().now()), &ports_.cancel);
      } else {
        TRY(step(next.run.front()));
      }
    }
  }

 private:
  NodeWorker& worker() { return ports_.worker; }
  os::Clock& clock() { return ports_.clock; }

  Status note_begin(const pipeline::StageToRun& one) {
    return ports_.events.append(pipeline::begin_event(one.path, one.attempt));
  }

  Status begin_branches(const pipeline::Next& next) {
    for (const pipeline::StageToRun& one : next.run) {
      if (one.part != pipeline::Part::branch) continue;
      TRY(note_begin(one));
      pipeline::stage_began(walked_, one.path, one.attempt);
      TRY_ASSIGN(const std::optional<Outcome> ended, worker().start(one.path));
      if (ended) TRY(note_end(one.path, *ended, Milliseconds(0)));
    }
    return Done{};
  }

  Status wait_for_branch() {
    constexpr Milliseconds kMoment{100};
    TRY_ASSIGN(const std::optional<EndedBranch> ended, worker().wait(kMoment));
    return ended ? note_end(ended->path, ended->outcome, ended->took) : Status(Done{});
  }

  Status note_end(const std::string& path, const Outcome& outcome, Milliseconds took) {
    TRY(ports_.events.append(pipeline::end_event(path, outcome, took)));
    pipeline::stage_ended(walked_, path, outcome, clock().now());
    return Done{};
  }

  Status step(const pipeline::StageToRun& one) {
    pipeline::stage_began(walked_, one.path, one.attempt);
    const Milliseconds start = clock().monotonic();
    TRY_ASSIGN(const Outcome outcome, run(one));
    return note_end(one.path, outcome, clock().monotonic() - start);
  }

  Result<Outcome> run(const pipeline::StageToRun& one) {
    if (one.part == pipeline::Part::stage) {
      const std::string_view phase = worker().phase_of(*one.node);
      if (ports_.journal.state().phase != phase) {
        TRY(ports_.events.append(to_event(run::RunPhase{std::string(phase)})));
      }
    }
    TRY(note_begin(one));
    return work(one).during("stage " + one.path);
  }

  Result<Outcome> work(const pipeline::StageToRun& one) {
    if (one.part == pipeline::Part::stage) return worker().stage(one);
    const bool out = one.part == pipeline::Part::fan_out;
    const std::size_t ending =
        (out ? pipeline::fan_out_path("") : pipeline::fan_in_path("")).size();
    const std::string group = one.path.substr(0, one.path.size() - ending);
    return out ? worker().fan_out(one, group) : worker().fan_in(one, group, walked_);
  }

  const pipeline::Definition& pipeline_;
  pipeline::WalkState walked_;
  const WalkPorts& ports_;
};

}  // namespace

Result<Outcome> walk_to_end(const pipeline::Definition& pipeline, pipeline::WalkState walked,
                            const WalkPorts& ports) {
  return Walking(pipeline, std::move(walked), ports).to_its_end();
}

}  // namespace pawl::runner
