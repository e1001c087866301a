// Child processes. Every child runs in a session of its own, with the environment named whole; at
// the end (exit, deadline, idleness, cancel) nothing of its process tree is left alive, even what
// daemonised itself: a keeper process of its own inherits and ends it (keeper.hpp), also when Pawl
// itself is killed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "os/cancel.hpp"

namespace pawl::os {

class Fd;

// What a command may use. `cpu` and `file_size_bytes` are set as rlimits, so each process is held
// to them; all but those are watched while it runs (resource_watch.hpp), and reaching one ends the
// command with Ending::over_limit.
struct Limits {
  std::optional<Seconds> cpu;  // each process; all together on each processor of the machine
  // Resident memory of all its processes, what they share counted once. Address space is not
  // limited: the runtimes of Java, Go and JavaScript and the sanitizers reserve far more than they
  // ever use.
  std::optional<std::uint64_t> memory_bytes;
  std::optional<std::uint64_t> processes;        // with their threads, all together
  std::optional<std::uint64_t> file_size_bytes;  // of a file it writes
  // By how much the file system of `disk_folder` may fill up while the command runs, and never past
  // half of what was free at its start.
  std::optional<std::uint64_t> disk_bytes;
  std::string disk_folder;
};

struct Command {
  static constexpr std::size_t kInheritedMax = 32;

  std::vector<std::string> argv;  // argv[0] is looked up in the PATH of `environment`
  std::vector<std::pair<std::string, std::string>> environment;  // the whole of it
  std::string folder;                                            // working directory; absolute
  std::string input;                                             // given on standard input
  // Instead of `input`: a descriptor to read standard input from. The caller keeps and closes it.
  int input_from = -1;
  // Descriptors the command gets as 3, 4, 5 … in this order; at most kInheritedMax.
  std::vector<std::shared_ptr<const Fd>> inherited;
  Milliseconds deadline{120'000};
  std::optional<Milliseconds> idle_limit;    // no output for so long ends it
  std::size_t output_bytes_max = 4U << 20U;  // per stream; the head and the tail are kept
  // Between TERM and KILL, for the command at a stop and for what it leaves running at its end;
  // less when `cancel` is what stops it, because a person waits.
  Milliseconds grace{2'000};
  // What it started cannot outlive it: what is still there once it was stopped and is gone gets no
  // grace.
  bool ends_whole = false;
  Limits limits;
  const Cancel* cancel = nullptr;
  // Called with each piece of standard output as it comes, from the calling thread.
  std::function<void(std::string_view)> on_output;
  // Asked about ten times a second while it runs, from the calling thread, with the process that
  // all of its processes descend from; false ends it, with Ending::idle.
  std::function<bool(int ancestor)> may_go_on;
};

enum class Ending : std::uint8_t { exited, signalled, timed_out, idle, cancelled, over_limit };

struct Finished {
  Ending ending = Ending::exited;
  int exit_code = -1;  // when it exited
  int signal = 0;      // when it was signalled
  std::string out;     // a cut one says so in a line of its own
  std::string err;
  bool out_cut = false;
  bool err_cut = false;
  Milliseconds duration{0};
  std::string limit;  // over_limit: `more than 18 GiB of memory`
  // over_limit: the machine ran short of something of which the command itself held little.
  bool machine_was_short = false;
  // Processes that could not be ended within seconds of KILL: they run as another user (a set-uid
  // program) or hang in the kernel. Otherwise 0.
  int left_alive = 0;

  bool succeeded() const { return ending == Ending::exited && exit_code == 0; }
  // `exit code 2`, `killed by signal 9`, `no end within 60 s` …
  std::string how_it_ended() const;
};

class Processes {
 public:
  virtual ~Processes() = default;
  // A non-zero exit is a Finished; an Error means the command never ran (not_found: no such
  // program or folder; denied: it may not be executed; invalid: the command is malformed).
  // Safe to call from several threads.
  virtual Result<Finished> run(const Command& command) = 0;
};

std::unique_ptr<Processes> real_processes();

// Kernel facts of a process, for locks and liveness. Start time is in clock ticks since boot,
// 0 when there is no such process.
std::uint64_t process_start_time(int pid);
int own_pid();
std::string boot_id();
// Who started this process, as the system calls them; empty when it has no name for them.
std::string user_name();
// The first executable of that name in a PATH-like list; nothing when there is none.
std::optional<std::string> find_program(const std::string& name, const std::string& path_list);

}  // namespace pawl::os
