// The real ports, and over to the command.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

#include "base/text/hidden.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/console.hpp"
#include "cli/kit/dispatch.hpp"
#include "os/files/remove_tree.hpp"
#include "os/network/gate_bridge.hpp"
#include "os/ports.hpp"
#include "os/processes/last_resort.hpp"
#include "os/signals.hpp"
#include "os/startup.hpp"

namespace {

// The HTTP library takes longer to set up than most commands take to run, so that waits for the
// first request.
class LazyHttp final : public pawl::os::Http {
 public:
  pawl::Result<pawl::os::HttpResponse> send(const pawl::os::HttpRequest& request) override {
    std::call_once(made_, [this] { http_ = pawl::os::real_http(); });
    return http_->send(request);
  }

 private:
  std::once_flag made_;
  std::unique_ptr<pawl::os::Http> http_;
};

std::vector<std::pair<std::string, std::string>> read_environment() {
  std::vector<std::pair<std::string, std::string>> variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const auto equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    variables.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return variables;
}

int run(int count, char** words) {
  // Static, because a signal may look at it until the very end of the process.
  static pawl::os::Cancel cancel;
  pawl::os::prepare_process();
  pawl::os::cancel_on_signals(cancel);
  const auto clock = pawl::os::real_clock();
  const auto files = pawl::os::real_files(cancel);
  const auto processes = pawl::os::real_processes();
  LazyHttp http;
  const auto random = pawl::os::real_random();
  std::error_code ignored;
  pawl::os::Ports ports{.clock = *clock,
                        .files = *files,
                        .processes = *processes,
                        .http = http,
                        .random = *random,
                        .cancel = cancel,
                        .environment = read_environment(),
                        .folder = std::filesystem::current_path(ignored).string()};
  const auto console = pawl::cli::real_console();
  const std::vector<std::string> arguments(words + (count > 0 ? 1 : 0), words + count);
  return pawl::cli::run_command_line(arguments, ports, *console);
}

}  // namespace

int main(int count, char** words) {
  // Inside a sandbox, before anything else of the program is made.
  if (const auto code = pawl::os::run_as_bridge(count, words)) return *code;
  pawl::os::end_when_out_of_memory(static_cast<int>(pawl::cli::Exit::out_of_memory));
  try {
    return run(count, words);
  } catch (const std::system_error& error) {
    const bool scarce = error.code() == std::errc::resource_unavailable_try_again;
    std::fprintf(stderr, "pawl: %s%s\n",
                 scarce ? "out of memory or processes: no thread can be started: " : "unexpected: ",
                 pawl::visible(error.what()).c_str());
    if (scarce) return static_cast<int>(pawl::cli::Exit::out_of_memory);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "pawl: unexpected: %s\n", pawl::visible(error.what()).c_str());
  } catch (...) {
    std::fprintf(stderr, "pawl: unexpected: something that is no exception\n");
  }
  return 1;
}
