// The tests of one stack, run again and again on one copy of a repository, with files of it changed
// in between: what compilers keep makes each run after the first one cheap.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/text/repo_path.hpp"
#include "repo/checks/checks.hpp"

namespace pawl::repo {

class CheckCopy;

class TestLoop {
 public:
  // What a CheckRun names.
  struct Which {
    std::string_view stack;
    std::string_view folder;
  };
  // `options.scratch` is a folder for this loop alone; it is removed with the loop. Facts
  // and view outlive it. not_found: there is no such stack, or it has no tests.
  static Result<std::unique_ptr<TestLoop>> open(const Facts& facts, const RepoView& view,
                                                CheckPorts ports, CheckOptions options,
                                                Which which);
  ~TestLoop();
  TestLoop(const TestLoop&) = delete;
  TestLoop& operator=(const TestLoop&) = delete;

  // A file of the copy gets this text; its mode stays. denied: tests put a link in its way.
  Status put(const RepoPath& path, std::string_view text);
  // Only the tests in this file from now on, where the tool can be told so; empty: all.
  void narrow_to(std::string path);
  // Once. Where tests are run on what was built, it is built first; what does not build is unknown.
  CheckRun run(Milliseconds deadline);

 private:
  TestLoop(CheckPorts ports, CheckOptions options);

  CheckPorts ports_;
  CheckOptions options_;
  bool builds_first_ = false;
  std::unique_ptr<CheckCopy> copy_;
};

}  // namespace pawl::repo
