// What the tests of this module share.
#pragma once

#include <cstdlib>
#include <functional>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

#include "base/event.hpp"
#include "base/ids.hpp"
#include "os/files/files.hpp"

namespace pawl::store {

// A folder of its own below /tmp, removed at the end.
class TestFolder {
 public:
  TestFolder() {
    std::string name = "/tmp/pawl-store-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  ~TestFolder() { (void)os::real_files()->remove_tree(path_).ok(); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Runs `work` in a child process; answers its exit code, or minus the signal that ended it.
inline int in_child(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

inline RunId test_run(const char* id = "demo-0a1b2c") { return *RunId::parse(id); }

inline constexpr EventKind kOperation{"run.operation", "text", Durability::buffered, "for tests"};

inline Event operation(std::string_view text) {
  return {.kind = kOperation, .data = Json::object({{"text", text}})};
}

}  // namespace pawl::store
