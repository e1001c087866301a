// A thread that writes run.heartbeat every 30 s, so that others can distinguish a run that is busy
// from one that is gone.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/event.hpp"

namespace pawl::runner {

class Heartbeat {
 public:
  Heartbeat(EventSink& events, int pid);
  ~Heartbeat();
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

 private:
  void beat();

  EventSink& events_;
  int pid_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace pawl::runner
