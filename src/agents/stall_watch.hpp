// Whether a program still works. It does while it reports something, computes, reads, writes,
// starts or ends processes, or talks to its model; only when none of that happens for too long it
// stands still. A compiler that says nothing for ten minutes does not.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/time.hpp"
#include "os/processes/process_usage.hpp"

namespace pawl::agents {

// What all processes of a program used up to now.
struct Activity {
  std::vector<int> processes;  // sorted
  Milliseconds cpu{0};
  std::uint64_t bytes = 0;  // read and written, wherever
};
Activity activity_below(int ancestor);

class StallWatch {
 public:
  enum class Verdict : std::uint8_t { works, quiet, stalled };

  // After `limit` without work; 0: never. Half of that is `quiet`, said once.
  StallWatch(Milliseconds limit, Milliseconds now) : limit_(limit), last_work_(now) {}

  // Whether it is time to look again: once a second at most.
  bool due(Milliseconds now) const { return limit_ > Milliseconds(0) && now >= next_; }
  void heard(Milliseconds now);
  Verdict look(const Activity& activity, Milliseconds now);
  Milliseconds quiet_for(Milliseconds now) const { return now - last_work_; }

 private:
  Milliseconds limit_;
  Milliseconds last_work_;
  Milliseconds next_{0};
  std::optional<Activity> before_;
  Milliseconds before_at_{0};
  bool warned_ = false;
};

}  // namespace pawl::agents
