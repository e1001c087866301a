// Progress on standard error: one line that is drawn again on a terminal, plain lines otherwise.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "base/time.hpp"
#include "cli/kit/console.hpp"
#include "os/clock.hpp"

namespace pawl::cli {

// On a terminal the last line says what goes on, for how long, and how much of it is done; it is
// drawn anew every second until something else is said. It is gone when this is destroyed. May be
// used by several threads.
class Progress {
 public:
  Progress(Console& console, const os::Clock& clock) : console_(console), clock_(clock) {}
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `done` of `total` steps; `label` says which one it is at. Without a terminal a line appears
  // when `done` or `label` changed.
  void update(std::size_t done, std::size_t total, std::string_view label);
  // What goes on from now on, in the steps last reported. Without a terminal nothing appears:
  // `line` prints there, too.
  void doing(std::string_view label);
  // How many steps are done, where `update` would say too much. 0 of 0: nobody knows.
  void count(std::size_t done, std::size_t total);
  // A line that stays, above the one that is drawn again.
  void line(std::string_view text);
  // Nothing goes on.
  void clear();

 private:
  std::string bar() const;
  void start(std::string_view label);
  void draw();
  void tick();

  Console& console_;
  const os::Clock& clock_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::thread thread_;  // from the first line that is drawn again
  bool over_ = false;
  bool drawn_ = false;
  std::size_t done_ = 0;
  std::size_t total_ = 0;
  std::string label_;  // empty: nothing goes on
  Milliseconds since_{0};
  std::string shown_;
};

// `█████░░░░░ 3/8 label · 12 s` in at most that width. Without a bar where the total is 0, and
// without a time below two seconds.
std::string progress_line(std::size_t done, std::size_t total, std::string_view label,
                          Milliseconds elapsed, std::size_t width);

}  // namespace pawl::cli
