// Starts programs for the tests' Node and hands over what they print. A fork of Node costs several
// times what the program does that it starts: this process is small, and starts them without one.
//
// A request on standard input is a line of two numbers, the bytes of the fields and of the input;
// then the fields, each ended by a zero byte (folder, milliseconds it may take, the number of
// arguments, these, and the environment), and the input. The answer is a line of four numbers: the
// exit code, the signal (0: none), the bytes of standard output and of standard error; then these.
// A program that could not be started is an exit code of -1 with errno for the signal. It is not
// os::Processes that starts them: that ends what a program leaves running, which tests look at.
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using Clock = std::chrono::steady_clock;

struct Request {
  std::string folder;
  std::chrono::milliseconds limit{0};
  std::vector<std::string> arguments;
  std::vector<std::string> environment;
  std::string input;
};

struct Answer {
  int code = -1;
  int signal = 0;
  std::string out;
  std::string err;
};

bool read_exactly(std::string& text, std::size_t bytes) {
  text.resize(bytes);
  for (std::size_t at = 0; at < bytes;) {
    const ssize_t got = ::read(STDIN_FILENO, text.data() + at, bytes - at);
    if (got == 0 || (got < 0 && errno != EINTR)) return false;
    at += got < 0 ? 0 : static_cast<std::size_t>(got);
  }
  return true;
}

bool read_line(std::string& line) {
  line.clear();
  for (char c = 0;;) {
    const ssize_t got = ::read(STDIN_FILENO, &c, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got != 1) return false;
    if (c == '\n') return true;
    line += c;
  }
}

bool read_request(Request& request) {
  std::string line;
  if (!read_line(line)) return false;
  char* rest = nullptr;
  const std::size_t field_bytes = std::strtoull(line.c_str(), &rest, 10);
  const std::size_t input_bytes = std::strtoull(rest, nullptr, 10);
  std::string text;
  if (!read_exactly(text, field_bytes) || !read_exactly(request.input, input_bytes)) return false;
  std::vector<std::string> fields;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\0', at);
    fields.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  constexpr std::size_t kBeforeArguments = 3;
  request.folder = fields[0];
  request.limit = std::chrono::milliseconds(std::atoll(fields[1].c_str()));
  const auto first = fields.begin() + kBeforeArguments;
  const auto last = first + std::atoi(fields[2].c_str());
  request.arguments.assign(first, last);
  request.environment.assign(last, fields.end());
  return true;
}

// As execvpe finds it, in the PATH that the program is given.
std::string place_of(const Request& request) {
  const std::string& program = request.arguments.front();
  if (program.find('/') != std::string::npos) return program;
  for (const std::string& variable : request.environment) {
    if (variable.rfind("PATH=", 0) != 0) continue;
    std::string_view places = std::string_view(variable).substr(5);
    while (!places.empty()) {
      const std::size_t end = std::min(places.find(':'), places.size());
      std::string place = std::string(places.substr(0, end)) + "/" + program;
      if (::access(place.c_str(), X_OK) == 0) return place;
      places.remove_prefix(std::min(end + 1, places.size()));
    }
  }
  return program;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

struct Pipes {
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  std::array<int, 2> err{};
};

void start(Request& request, const Pipes& pipes, pid_t& child, int& trouble) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, request.folder.c_str());
  posix_spawn_file_actions_adddup2(&actions, pipes.in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipes.out[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipes.err[1], STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t all;
  sigset_t none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  const std::string place = place_of(request);
  trouble = ::posix_spawn(&child, place.c_str(), &actions, &attributes,
                          pointers(request.arguments).data(), pointers(request.environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
}

void close_end(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

// A piece of what a program printed; at its end the descriptor is closed.
void take(int& fd, std::string& text) {
  std::array<char, 65536> piece{};
  const ssize_t got = ::read(fd, piece.data(), piece.size());
  if (got > 0) text.append(piece.data(), static_cast<std::size_t>(got));
  if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) close_end(fd);
}

void give(int& fd, const std::string& text, std::size_t& given) {
  if (given < text.size()) {
    const ssize_t put = ::write(fd, text.data() + given, text.size() - given);
    if (put > 0) given += static_cast<std::size_t>(put);
    if (put < 0 && errno != EINTR && errno != EAGAIN) given = text.size();
  }
  if (given >= text.size()) close_end(fd);
}

constexpr std::size_t kOutputBytesMax = std::size_t{256} << 20U;

// Until nobody holds its output any more; at the limit it is asked to end, and one that prints
// without end is killed.
void converse(const Request& request, Pipes& pipes, pid_t child, Answer& answer) {
  std::size_t given = 0;
  const auto deadline = Clock::now() + request.limit;
  bool is_asked = request.limit.count() == 0;
  give(pipes.in[1], request.input, given);
  while (pipes.out[0] >= 0 || pipes.err[0] >= 0) {
    std::array<pollfd, 3> ends{pollfd{pipes.out[0], POLLIN, 0}, pollfd{pipes.err[0], POLLIN, 0},
                               pollfd{pipes.in[1], POLLOUT, 0}};
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    const int wait = is_asked ? -1 : static_cast<int>(std::max<long long>(left.count(), 0));
    const int ready = ::poll(ends.data(), ends.size(), wait);
    if (ready == 0) {
      ::kill(child, SIGTERM);
      is_asked = true;
    }
    if (ready <= 0) continue;
    if (answer.out.size() + answer.err.size() > kOutputBytesMax) {
      ::kill(child, SIGKILL);
      break;
    }
    if (ends[0].revents != 0) take(pipes.out[0], answer.out);
    if (ends[1].revents != 0) take(pipes.err[0], answer.err);
    if (ends[2].revents != 0) give(pipes.in[1], request.input, given);
  }
  for (int* fd : {&pipes.in[1], &pipes.out[0], &pipes.err[0]}) close_end(*fd);
}

Answer run(Request& request) {
  Answer answer;
  Pipes pipes;
  for (std::array<int, 2>* pipe : {&pipes.in, &pipes.out, &pipes.err}) {
    if (::pipe2(pipe->data(), O_CLOEXEC) != 0) {
      answer.signal = errno;
      return answer;
    }
  }
  ::fcntl(pipes.in[1], F_SETFL, O_NONBLOCK);
  pid_t child = 0;
  start(request, pipes, child, answer.signal);
  close_end(pipes.in[0]);
  close_end(pipes.out[1]);
  close_end(pipes.err[1]);
  if (answer.signal != 0) {
    for (int* fd : {&pipes.in[1], &pipes.out[0], &pipes.err[0]}) close_end(*fd);
    return answer;
  }
  converse(request, pipes, child, answer);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) answer.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) answer.signal = WTERMSIG(status);
  if (WIFSIGNALED(status)) answer.code = 0;
  return answer;
}

bool write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t put = ::write(STDOUT_FILENO, text.data(), text.size());
    if (put < 0 && errno != EINTR) return false;
    text.remove_prefix(put < 0 ? 0 : static_cast<std::size_t>(put));
  }
  return true;
}

}  // namespace

int main() {
  std::signal(SIGPIPE, SIG_IGN);
  for (Request request; read_request(request); request = {}) {
    const Answer answer = run(request);
    const std::string head = std::to_string(answer.code) + " " + std::to_string(answer.signal) +
                             " " + std::to_string(answer.out.size()) + " " +
                             std::to_string(answer.err.size()) + "\n";
    if (!write_all(head) || !write_all(answer.out) || !write_all(answer.err)) return 1;
  }
  return 0;
}
