#include "os/clock.hpp"

#include <algorithm>
#include <thread>

namespace pawl::os {
namespace {

constexpr Milliseconds kSleepSlice{50};

class RealClock final : public Clock {
 public:
  Timestamp now() const override {
    return std::chrono::floor<Milliseconds>(std::chrono::system_clock::now());
  }

  Milliseconds monotonic() const override {
    return std::chrono::duration_cast<Milliseconds>(
        std::chrono::steady_clock::now().time_since_epoch());
  }

  std::chrono::nanoseconds ticks() const override {
    return std::chrono::steady_clock::now().time_since_epoch();
  }

  bool sleep(Milliseconds duration, const Cancel* cancel) override {
    const auto until = std::chrono::steady_clock::now() + duration;
    while (true) {
      if (cancel != nullptr && cancel->requested()) return false;
      const auto left = until - std::chrono::steady_clock::now();
      if (left <= left.zero()) return true;
      if (cancel == nullptr) {
        std::this_thread::sleep_for(left);
      } else {
        std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(left, kSleepSlice));
      }
    }
  }
};

}  // namespace

std::unique_ptr<Clock> real_clock() { return std::make_unique<RealClock>(); }

bool FakeClock::sleep(Milliseconds duration, const Cancel* cancel) {
  if (cancel != nullptr && cancel->requested()) return false;
  advance(std::max(duration, Milliseconds(0)));
  return true;
}

}  // namespace pawl::os
