// Time. Only app/main.cpp makes the real clock.
#pragma once

#include <memory>

#include "base/time.hpp"
#include "os/cancel.hpp"

namespace pawl::os {

class Clock {
 public:
  virtual ~Clock() = default;
  virtual Timestamp now() const = 0;
  // Never goes back; counts from an arbitrary start.
  virtual Milliseconds monotonic() const = 0;
  // The same, for measuring what takes less than a millisecond.
  virtual std::chrono::nanoseconds ticks() const { return monotonic(); }
  // Returns early, with false, when `cancel` is requested (checked at least every 50 ms).
  virtual bool sleep(Milliseconds duration, const Cancel* cancel = nullptr) = 0;
};

std::unique_ptr<Clock> real_clock();

// Stands still but for advance() and sleep(), which both move it.
class FakeClock final : public Clock {
 public:
  explicit FakeClock(Timestamp start = Timestamp(Milliseconds(1'767'225'600'000))) : now_(start) {}
  Timestamp now() const override { return now_; }
  Milliseconds monotonic() const override { return now_.time_since_epoch(); }
  bool sleep(Milliseconds duration, const Cancel* cancel = nullptr) override;
  void advance(Milliseconds duration) { now_ += duration; }

 private:
  Timestamp now_;
};

}  // namespace pawl::os
