// A program that outlives the one that starts it, and says a word before it is left alone. What has
// to end with its starter is run by os::Processes instead.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "os/cancel.hpp"
#include "os/clock.hpp"
#include "os/files/fd.hpp"

namespace pawl::os {

struct DetachedCommand {
  std::string program;  // absolute
  std::vector<std::string> argv;
  std::vector<std::pair<std::string, std::string>> environment;  // the whole of it
  std::string folder;
  std::string log;  // standard output and error are appended to it; made for its owner alone
};

// The descriptor on which the program says its word: one line. It closes it then.
inline constexpr int kWordDescriptor = 3;

class Detached {
 public:
  int pid() const { return pid_; }
  // The line the program wrote, without its end; empty when it closed the descriptor or ended
  // without one. timeout and cancelled as they say.
  struct Patience {
    Clock& clock;
    const Cancel& cancel;
    Milliseconds most;
  };
  Result<std::string> word(const Patience& patience);

 private:
  friend Result<Detached> start_detached(const DetachedCommand& command);
  Detached(int pid, Fd reader) : pid_(pid), reader_(std::move(reader)) {}

  int pid_;
  Fd reader_;
};

// In a session of its own, with nothing to read and no descriptor of ours but the one of its word.
Result<Detached> start_detached(const DetachedCommand& command);

// The program of this process, also when its file was replaced since it started.
inline constexpr const char* kThisProgram = "/proc/self/exe";

// In the program: says the word and closes the descriptor; false when nobody listens any more.
bool say_word(std::string_view line);
// The descriptor is there, and is a pipe that somebody gave us.
bool has_word_descriptor();

}  // namespace pawl::os
