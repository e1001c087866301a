// A request to stop, set by a signal or by a caller, seen by everything that waits.
#pragma once

#include <atomic>

namespace pawl::os {

class Cancel {
 public:
  void request() { requested_.store(true, std::memory_order_relaxed); }
  bool requested() const { return requested_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> requested_{false};
};

}  // namespace pawl::os
