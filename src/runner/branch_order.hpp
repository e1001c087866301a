// What a branch of a parallel node is told when it is made: `branch.json` among its artifacts. A
// branch is a run of its own, with a journal, a worktree and artifacts of its own.
#pragma once

#include <optional>
#include <string>

#include "base/ids.hpp"
#include "base/result.hpp"
#include "os/files/files.hpp"
#include "run/run_state.hpp"
#include "store/layout.hpp"

namespace pawl::runner {

inline constexpr std::string_view kBranchOrder = "branch.json";

struct BranchOrder {
  std::string parent;                          // the run it is a branch of
  std::string path;                            // of its node there
  std::string worktree;                        // of the parent: what it begins as
  std::string branch;                          // checked out there
  std::string head;                            // the commit it begins at
  std::string base;                            // the branch the parent was made of
  std::string base_commit;                     // likewise
  std::int64_t tokens_spent = 0;               // by the parent, until then
  std::int64_t micros_spent = 0;               // likewise
  std::optional<run::PullRequestRef> pr = {};  // of the parent, where it has one
};

// The same for the same parent, node and turn of its fan-out.
RunId branch_id(const RunId& parent, const std::string& path, int turn);

Status write_order(os::Files& files, const store::Layout& layout, const RunId& id,
                   const BranchOrder& order);
// Nothing for a run that is no branch.
Result<std::optional<BranchOrder>> read_order(os::Files& files, const store::Layout& layout,
                                              const RunId& id);
// A broken order counts: such a run is none that a person began.
bool is_branch(os::Files& files, const store::Layout& layout, const RunId& id);

}  // namespace pawl::runner
