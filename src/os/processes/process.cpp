#include "os/processes/process.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/files/fd.hpp"
#include "os/processes/command_check.hpp"
#include "os/processes/control_group.hpp"
#include "os/processes/keeper.hpp"
#include "os/processes/output_capture.hpp"
#include "os/processes/resource_watch.hpp"
#include "os/startup.hpp"

namespace pawl::os {
namespace {

using Instant = std::chrono::steady_clock::time_point;

static_assert(Command::kInheritedMax == kLaunchInheritedMax);

constexpr Milliseconds kCancelCheck{50};
// Holds the keeper's stacks and, by the ways of glibc, all static thread-local storage; only what
// is touched costs memory.
constexpr std::size_t kHostStackBytes = 2U << 20U;

// A descriptor of the keeper must not be one of 0, 1, 2, which the command replaces.
Result<Fd> above_stdio(Fd fd) {
  if (fd.get() > 2) return fd;
  Fd moved(::fcntl(fd.get(), F_DUPFD_CLOEXEC, 3));
  if (!moved.valid()) return errno_error(errno, "a descriptor");
  return moved;
}

struct StreamPipe {
  Fd reader;
  Fd writer;

  static Result<StreamPipe> open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return errno_error(errno, "a pipe");
    StreamPipe pipe{Fd(ends[0]), Fd(ends[1])};
    // Only Pawl's end is non-blocking: programs expect their output to wait.
    ::fcntl(pipe.reader.get(), F_SETFL, O_NONBLOCK);
    TRY_ASSIGN(pipe.writer, above_stdio(std::move(pipe.writer)));
    return pipe;
  }
};

// The whole input as an anonymous file: nothing has to be pumped, and a command that does not read
// it blocks nobody.
Result<Fd> open_input(const std::string& input) {
  if (input.empty()) {
    Fd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!null.valid()) return errno_error(errno, "/dev/null");
    return above_stdio(std::move(null));
  }
  TRY_ASSIGN(Fd file, file_in_memory(input));
  return above_stdio(std::move(file));
}

Result<Fd> duplicate(int descriptor, int from) {
  Fd copy(::fcntl(descriptor, F_DUPFD_CLOEXEC, from));
  if (!copy.valid()) return errno_error(errno, "a descriptor of a command");
  return copy;
}

// Pawl's side of one command.
class Run {
 public:
  explicit Run(const Command& command)
      : command_(command), out_(command.output_bytes_max), err_(command.output_bytes_max) {}

  Result<Finished> run() {
    TRY(check_command(command_));
    if (cancelled()) return never_started();
    TRY_ASSIGN(program_, resolve_program(command_));
    TRY(open_descriptors());
    describe();
    started_ = last_output_ = std::chrono::steady_clock::now();
    TRY(start_host());
    while (::sem_wait(&launch_.up) != 0) {
    }
    close_keeper_ends();
    watch_ = ResourceWatch::of(command_.limits, launch_.keeper_pid);
    watch();
    ::pthread_join(host_, nullptr);
    ::sem_destroy(&launch_.up);
    read_stream(out_pipe_.reader, out_, true);
    read_stream(err_pipe_.reader, err_, false);
    return finish();
  }

 private:
  bool cancelled() const { return command_.cancel != nullptr && command_.cancel->requested(); }

  static Finished never_started() {
    Finished finished;
    finished.ending = Ending::cancelled;
    return finished;
  }

  Status open_descriptors() {
    TRY_ASSIGN(out_pipe_, StreamPipe::open());
    TRY_ASSIGN(err_pipe_, StreamPipe::open());
    TRY_ASSIGN(input_, command_.input_from >= 0 ? duplicate(command_.input_from, 3)
                                                : open_input(command_.input));
    // Above the numbers they are to get, so that none is overwritten before it is used.
    constexpr int kAbove = 3 + static_cast<int>(Command::kInheritedMax);
    for (const auto& wanted : command_.inherited) {
      TRY_ASSIGN(Fd copy, duplicate(wanted->get(), kAbove));
      launch_.inherited.at(launch_.inherited_count++) = copy.get();
      inherited_.push_back(std::move(copy));
    }
    group_ = ControlGroup::make(command_.limits);
    if (group_) {
      TRY_ASSIGN(group_entry_, duplicate(group_->entry(), kAbove));
    }
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
      return errno_error(errno, "a socket pair");
    }
    control_ = Fd(ends[0]);
    TRY_ASSIGN(keeper_control_, above_stdio(Fd(ends[1])));
    return Done{};
  }

  void describe() {
    for (const std::string& argument : command_.argv) {
      argv_.push_back(const_cast<char*>(argument.c_str()));  // NOLINT: execve only reads
    }
    argv_.push_back(nullptr);
    for (const auto& [name, value] : command_.environment) {
      std::string& entry = environment_text_.emplace_back(name);
      entry.append("=").append(value);
    }
    for (std::string& entry : environment_text_) environment_.push_back(entry.data());
    environment_.push_back(nullptr);
    launch_.program = program_.c_str();
    launch_.argv = argv_.data();
    launch_.environment = environment_.data();
    launch_.folder = command_.folder.c_str();
    launch_.input = input_.get();
    launch_.output = out_pipe_.writer.get();
    launch_.errors = err_pipe_.writer.get();
    launch_.control = keeper_control_.get();
    if (group_) launch_.group = group_entry_.get();
    launch_.grace_ms = static_cast<int>(command_.grace.count());
    launch_.ends_whole = command_.ends_whole;
    describe_limits();
  }

  void describe_limits() {
    const auto add = [&](int resource, rlim_t value, bool soft_only = false) {
      launch_.limits.at(launch_.limits_count++) = RaisedLimit{resource, value, soft_only};
    };
    const Limits& limits = command_.limits;
    add(RLIMIT_CORE, 0);
    add(RLIMIT_STACK, stack_limit_of_caller(), true);
    if (limits.cpu) add(RLIMIT_CPU, static_cast<rlim_t>(limits.cpu->count()));
    if (limits.file_size_bytes) add(RLIMIT_FSIZE, *limits.file_size_bytes);
  }

  // The keeper's host thread gets no signals: it is suspended, and its keeper must ignore what a
  // terminal sends.
  Status start_host() {
    ::sem_init(&launch_.up, 0, 0);
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstacksize(&attributes, kHostStackBytes);
    const int number = ::pthread_create(&host_, &attributes, &Run::host_main, &launch_);
    ::pthread_attr_destroy(&attributes);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (number != 0) return errno_error(number, "a thread");
    return Done{};
  }

  static void* host_main(void* launch) {
    host_keeper(*static_cast<Launch*>(launch));
    return nullptr;
  }

  void close_keeper_ends() {
    input_.reset();
    inherited_.clear();
    group_entry_.reset();
    out_pipe_.writer.reset();
    err_pipe_.writer.reset();
    keeper_control_.reset();
  }

  // Until the keeper's end, which is the end of its control stream.
  void watch() {
    while (true) {
      std::array<pollfd, 3> polled = {{{.fd = control_.get(), .events = POLLIN, .revents = 0},
                                       {out_pipe_.reader.get(), POLLIN, 0},
                                       {err_pipe_.reader.get(), POLLIN, 0}}};
      ::poll(polled.data(), polled.size(), poll_timeout());
      if (polled[1].revents != 0) read_stream(out_pipe_.reader, out_, true);
      if (polled[2].revents != 0) read_stream(err_pipe_.reader, err_, false);
      if (polled[0].revents != 0) return;
      stop_when_due();
    }
  }

  int poll_timeout() const {
    if (stopping_) return -1;
    const Instant now = std::chrono::steady_clock::now();
    Instant next = started_ + command_.deadline;
    if (command_.idle_limit) next = std::min(next, last_output_ + *command_.idle_limit);
    if (command_.cancel != nullptr) next = std::min(next, now + kCancelCheck);
    if (watch_ || command_.may_go_on) next = std::min(next, now + ResourceWatch::kInterval);
    constexpr Milliseconds kLong{3'600'000};
    const auto left = std::chrono::ceil<Milliseconds>(next - now);
    return static_cast<int>(std::clamp(left, Milliseconds(0), kLong).count());
  }

  void stop_when_due() {
    if (stopping_) return;
    const Instant now = std::chrono::steady_clock::now();
    if (cancelled()) {
      reason_ = Ending::cancelled;
    } else if (now >= started_ + command_.deadline) {
      reason_ = Ending::timed_out;
    } else if (command_.idle_limit && now >= last_output_ + *command_.idle_limit) {
      reason_ = Ending::idle;
    } else if (watch_ && (over_limit_ = watch_->look())) {
      reason_ = Ending::over_limit;
    } else if (command_.may_go_on && !asked_to_go_on(now)) {
      reason_ = Ending::idle;
    } else {
      return;
    }
    stopping_ = true;
    char word = kControlStop;
    if (reason_ == Ending::cancelled) word = kControlHurry;
    // What has used up the machine is given no time to use more of it.
    if (reason_ == Ending::over_limit) word = kControlKill;
    ::send(control_.get(), &word, 1, MSG_NOSIGNAL);
  }

  bool asked_to_go_on(Instant now) {
    if (now < last_asked_ + ResourceWatch::kInterval) return true;
    last_asked_ = now;
    return command_.may_go_on(launch_.keeper_pid);
  }

  // What is there, but not more than a fixed amount: limits are looked at between two reads.
  void read_stream(Fd& stream, OutputCapture& capture, bool is_output) {
    constexpr int kReadsMax = 16;
    for (int i = 0; i < kReadsMax && stream.valid(); ++i) {
      const ssize_t n =
          retry_interrupted([&] { return ::read(stream.get(), buffer_.data(), buffer_.size()); });
      if (n < 0) return;  // nothing more for now
      if (n == 0) {
        stream.reset();
        return;
      }
      const std::string_view piece(buffer_.data(), static_cast<std::size_t>(n));
      last_output_ = std::chrono::steady_clock::now();
      capture.add(piece);
      if (is_output && command_.on_output) command_.on_output(piece);
    }
  }

  Result<Finished> finish() {
    if (launch_.failed_step != LaunchStep::none) return launch_error();
    Finished finished;
    finished.duration =
        std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - started_);
    if (launch_.stopped) {
      finished.ending = reason_;
      if (over_limit_) {
        finished.limit = over_limit_->what;
        finished.machine_was_short = over_limit_->machine_was_short;
      }
    } else if (auto reached = group_ ? group_->reached() : std::nullopt) {
      finished.ending = Ending::over_limit;
      finished.limit = *std::move(reached);
    } else if (!launch_.command_ended) {
      return fail(Errc::io, "the keeper of " + command_.argv.front() + " was killed");
    } else if (WIFSIGNALED(launch_.command_status)) {
      finished.ending = Ending::signalled;
      finished.signal = WTERMSIG(launch_.command_status);
    } else {
      finished.exit_code = WEXITSTATUS(launch_.command_status);
    }
    finished.left_alive = launch_.left_alive;
    finished.out_cut = out_.cut();
    finished.err_cut = err_.cut();
    finished.out = out_.take();
    finished.err = err_.take();
    return finished;
  }

  Error launch_error() const {
    const int number = launch_.failed_errno;
    switch (launch_.failed_step) {
      case LaunchStep::folder: return errno_error(number, command_.folder);
      case LaunchStep::limits: return errno_error(number, "the limits of " + program_);
      case LaunchStep::exec: return errno_error(number, "cannot run " + program_);
      default: return errno_error(number, "cannot start a process for " + program_);
    }
  }

  const Command& command_;
  std::string program_;
  std::vector<char*> argv_;
  std::vector<std::string> environment_text_;
  std::vector<char*> environment_;
  StreamPipe out_pipe_;
  StreamPipe err_pipe_;
  Fd input_;
  std::vector<Fd> inherited_;
  std::unique_ptr<ControlGroup> group_;
  Fd group_entry_;
  std::optional<ResourceWatch> watch_;
  std::optional<OverLimit> over_limit_;
  Fd control_;
  Fd keeper_control_;
  Launch launch_;
  pthread_t host_{};
  OutputCapture out_;
  OutputCapture err_;
  std::array<char, 32U << 10U> buffer_;
  Instant started_;
  Instant last_output_;
  Instant last_asked_;
  bool stopping_ = false;
  Ending reason_ = Ending::exited;
};

class RealProcesses final : public Processes {
 public:
  Result<Finished> run(const Command& command) override {
    const auto run = std::make_unique<Run>(command);
    return run->run();
  }
};

}  // namespace

std::string Finished::how_it_ended() const {
  const std::string after = human_duration(duration);
  switch (ending) {
    case Ending::exited: return "exit code " + std::to_string(exit_code);
    case Ending::signalled: return "killed by signal " + std::to_string(signal);
    case Ending::timed_out: return "no end within " + after;
    case Ending::idle: return "no output for too long, stopped after " + after;
    case Ending::cancelled: return "cancelled after " + after;
    case Ending::over_limit: return "stopped after " + after + ": it used " + limit;
  }
  return "unknown";
}

std::unique_ptr<Processes> real_processes() { return std::make_unique<RealProcesses>(); }

}  // namespace pawl::os
