// A command line run for real in a folder of its own, removed at the end.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <stdlib.h>

#include "cli/kit/dispatch.hpp"
#include "cli/kit/fake_console.hpp"
#include "os/ports.hpp"

namespace pawl::cli {

class TestWorld {
 public:
  TestWorld()
      : files_(os::real_files()), processes_(os::real_processes()), random_(os::real_random()) {
    std::string pattern = "/tmp/pawl-cli-XXXXXX";
    if (const char* made = mkdtemp(pattern.data())) folder = made;
    environment = {{"PAWL_HOME", folder}, {"PATH", "/usr/local/bin:/usr/bin:/bin"}};
  }
  ~TestWorld() {
    if (const Status removed = files_->remove_tree(folder); !removed) folder.clear();
  }
  TestWorld(const TestWorld&) = delete;
  TestWorld& operator=(const TestWorld&) = delete;

  struct Outcome {
    int exit = 0;
    std::string out;
    std::string err;
  };

  Outcome call(const std::vector<std::string>& words, const std::string& input = {}) {
    os::Ports ports{clock, *files_, *processes_, http, *random_, cancel, environment, folder};
    FakeConsole console(input);
    const int exit = run_command_line(words, ports, console);
    return {exit, console.written, console.said};
  }

  os::Files& files() { return *files_; }
  os::Processes& processes() { return *processes_; }

  std::string folder;
  std::vector<std::pair<std::string, std::string>> environment;
  os::FakeClock clock;
  os::FakeHttp http;
  os::Cancel cancel;

 private:
  std::unique_ptr<os::Files> files_;
  std::unique_ptr<os::Processes> processes_;
  std::unique_ptr<os::Random> random_;
};

}  // namespace pawl::cli
