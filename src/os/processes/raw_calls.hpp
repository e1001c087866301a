// System calls for a process that shares Pawl's memory (keeper.hpp), none of them through a
// function that TSan wraps: it writes down what such functions do (threads that a fork does not
// have, descriptors, handlers), and would take what the keeper does for Pawl's own. All answer and
// set errno as the C library's functions of these names do.
#pragma once

#include <csignal>
#include <cstddef>
#include <cstdlib>

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__SANITIZE_THREAD__)
extern "C" {
// The C library's own names.
int __clone(int (*run)(void*), void* stack_top, int flags, void* argument, ...);  // NOLINT
int __sigaction(int number, const struct sigaction* action, struct sigaction* before);
}
#endif

namespace pawl::os::raw {

inline int clone(int (*run)(void*), void* stack_top, int flags, void* argument) {
#if defined(__SANITIZE_THREAD__)
  return ::__clone(run, stack_top, flags, argument);
#else
  return ::clone(run, stack_top, flags, argument);
#endif
}

inline int action(int number, const struct sigaction& action) {
#if defined(__SANITIZE_THREAD__)
  return ::__sigaction(number, &action, nullptr);
#else
  return ::sigaction(number, &action, nullptr);
#endif
}

inline int open_at(int folder, const char* path, int flags) {
  return static_cast<int>(::syscall(SYS_openat, folder, path, flags, 0));
}
inline int close(int fd) { return static_cast<int>(::syscall(SYS_close, fd)); }
// `from` and `to` differ.
inline int dup2(int from, int to) { return static_cast<int>(::syscall(SYS_dup3, from, to, 0)); }
inline ssize_t read(int fd, void* to, std::size_t size) {
  return ::syscall(SYS_read, fd, to, size);
}
inline ssize_t write(int fd, const void* from, std::size_t size) {
  return ::syscall(SYS_write, fd, from, size);
}
inline ssize_t receive(int fd, void* to, std::size_t size, int flags) {
  return ::syscall(SYS_recvfrom, fd, to, size, flags, nullptr, nullptr);
}
// Without an end where `timeout_ms` is below 0.
inline int poll(pollfd* polled, std::size_t count, int timeout_ms) {
  timespec timeout = {.tv_sec = timeout_ms / 1000, .tv_nsec = timeout_ms % 1000 * 1'000'000L};
  return static_cast<int>(
      ::syscall(SYS_ppoll, polled, count, timeout_ms < 0 ? nullptr : &timeout, nullptr, 0));
}
// A new one.
inline int signal_fd(const sigset_t& signals, int flags) {
  constexpr std::size_t kKernelBytes = 8;  // of the kernel's set
  return static_cast<int>(::syscall(SYS_signalfd4, -1, &signals, kKernelBytes, flags));
}

[[noreturn]] inline void exit(int code) { std::_Exit(code); }

}  // namespace pawl::os::raw
