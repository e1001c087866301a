#include "os/processes/last_resort.hpp"

#include <atomic>
#include <exception>
#include <new>
#include <string_view>

#include <unistd.h>

namespace pawl::os {
namespace {

constexpr int kExitFailed = 1;
std::atomic<int> exit_code_without_memory{kExitFailed};

void say(std::string_view text) {
  const ssize_t ignored = ::write(STDERR_FILENO, text.data(), text.size());
  static_cast<void>(ignored);
}

[[noreturn]] void out_of_memory() {
  say("pawl: out of memory: the command needs more than this process can get; give it more, or "
      "less to look at\n");
  ::_exit(exit_code_without_memory.load());
}

[[noreturn]] void uncaught() {
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    out_of_memory();
  } catch (const std::exception& error) {
    say("pawl: unexpected: ");
    say(error.what());
    say("\n");
  } catch (...) {
    say("pawl: unexpected: something that is no exception\n");
  }
  ::_exit(kExitFailed);
}

}  // namespace

void end_when_out_of_memory(int exit_code) {
  exit_code_without_memory.store(exit_code);
  std::set_new_handler(out_of_memory);
  std::set_terminate(uncaught);
}

}  // namespace pawl::os
