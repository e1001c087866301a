// One stack's scratch copy of a repository, and checks on it. For the files of this module only.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/text/repo_path.hpp"
#include "os/files/tainted.hpp"
#include "repo/checks/check_stacks.hpp"
#include "repo/checks/checks.hpp"
#include "repo/checks/workbench.hpp"

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

  // First of all. What is not made cannot be checked.
  Status make();
  // Compilers' caches of an earlier run, where there are some. Without them a check is slower.
  void take_caches();
  // What it needs is lent or fetched, where that is allowed. What cannot be had is told by the
  // checks that miss it. Before anything runs in it.
  void take_needs();
  // A file of the repository gets this text; its mode stays.
  Status put(const RepoPath& path, std::string_view text);
  // Once. The stack has that step. From here on nothing in the copy is to be trusted.
  CheckRun check(CheckStep step, Milliseconds deadline);
  // As check() fills it in before anything runs.
  CheckRun blank() const;
  // Whether the build passed: tests of what does not build say nothing more.
  void set_built(CheckOutcome outcome) {
    if (copy_) bench().set_built(outcome);
  }
  // Puts compilers' caches where later runs find them.
  void keep_caches();
  void remove();

 private:
  Workbench& bench();
  // Runs the user's own command, once; why nothing can be checked after it.
  std::string set_up();
  std::string caches_below(const std::string& all) const;

  const CheckPorts& ports_;
  const CheckOptions& options_;
  const Facts& facts_;
  const RepoView& view_;
  CopyPlace place_;
  std::unique_ptr<os::Tainted> copy_;
  std::optional<Workbench> bench_;
  Prepared prepared_;
  std::optional<std::string> set_up_;  // once it ran: why it failed, empty when it did not
};

}  // namespace pawl::repo
