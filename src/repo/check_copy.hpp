// One stack's scratch copy of a repository, and checks on it. For the files of this module only.
#pragma once

#include <optional>
#include <string>

#include "repo/check_stacks.hpp"
#include "repo/checks.hpp"
#include "repo/workbench.hpp"

namespace pawl::repo {

struct CopyPlace {
  const Stack& stack;
  std::string folder;   // of the stack, inside the repository
  std::string scratch;  // holds the copy and what its tools keep
};

// Facts, view, ports and options outlive it.
class CheckCopy {
 public:
  CheckCopy(const Facts& facts, const RepoView& view, const CheckPorts& ports,
            const CheckOptions& options, CopyPlace place);

  Status make();
  // Compilers' caches of an earlier run, where there are some. Without them a check is slower.
  void take_caches();
  // Where the files are.
  std::string files() const { return os::join_path(place_.scratch, "src"); }
  // Once. The stack has that step.
  CheckRun check(CheckStep step, Milliseconds deadline);
  // As check() fills it in before anything runs.
  CheckRun blank() const;
  // Whether the build passed: tests of what does not build say nothing more.
  void set_built(CheckOutcome outcome) { bench_.set_built(outcome); }
  // Puts compilers' caches where later runs find them.
  void keep_caches();
  void remove();

 private:
  std::string caches_below(const std::string& all) const;

  const CheckPorts& ports_;
  const CheckOptions& options_;
  CopyPlace place_;
  Workbench bench_;
};

}  // namespace pawl::repo
