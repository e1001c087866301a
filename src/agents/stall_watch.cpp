#include "agents/stall_watch.hpp"

#include <algorithm>

namespace pawl::agents {
namespace {

constexpr Milliseconds kBetweenLooks{1000};
// Runtimes that wait look at their timers all the same: a fiftieth of one processor, and what a
// clock on a screen would write.
constexpr int kIdleShare = 50;
constexpr std::uint64_t kIdleBytesPerSecond = 4096;

bool works(const Activity& before, const Activity& now, Milliseconds elapsed) {
  if (before.processes != now.processes) return true;
  if ((now.cpu - before.cpu) * kIdleShare > elapsed) return true;
  const auto seconds = static_cast<std::uint64_t>(std::max<long long>(1, elapsed.count() / 1000));
  return now.bytes > before.bytes + kIdleBytesPerSecond * seconds;
}

}  // namespace

Activity activity_below(int ancestor) {
  os::TreeUsage usage = os::TreeWatch(ancestor).look();
  std::sort(usage.processes.begin(), usage.processes.end());
  const std::uint64_t bytes = os::io_bytes(usage.processes);
  return {.processes = std::move(usage.processes), .cpu = usage.cpu, .bytes = bytes};
}

void StallWatch::heard(Milliseconds now) {
  last_work_ = now;
  warned_ = false;
}

StallWatch::Verdict StallWatch::look(const Activity& activity, Milliseconds now) {
  if (before_ && works(*before_, activity, now - before_at_)) heard(now);
  before_ = activity;
  before_at_ = now;
  next_ = now + std::min(kBetweenLooks, limit_ / 4);
  if (quiet_for(now) >= limit_) return Verdict::stalled;
  if (quiet_for(now) < limit_ / 2 || warned_) return Verdict::works;
  warned_ = true;
  return Verdict::quiet;
}

}  // namespace pawl::agents
