#include "os/processes/pipe.hpp"

#include <array>

#include <sys/socket.h>

namespace pawl::os {

// A socket pair: writing to it can be made not to raise SIGPIPE.
Result<Pipe> Pipe::open() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return errno_error(errno, "a socket pair");
  }
  return Pipe(Fd(ends[0]), Fd(ends[1]));
}

bool Pipe::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = retry_interrupted(
        [&] { return ::send(writer_.get(), text.data(), text.size(), MSG_NOSIGNAL); });
    if (n <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

}  // namespace pawl::os
