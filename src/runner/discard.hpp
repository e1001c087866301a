// Giving up unfinished runs without losing what they committed.
#pragma once

#include <string>

#include "base/ids.hpp"
#include "base/time.hpp"
#include "config/config.hpp"
#include "git/git.hpp"
#include "git/target.hpp"
#include "os/ports.hpp"
#include "run/run_state.hpp"
#include "store/database.hpp"
#include "store/layout.hpp"

namespace pawl::runner {

struct DiscardPorts {
  os::Ports& world;
  git::Git& git;
  store::Database& database;
  const config::Config& config;
};

// The head of what the run's pull request brought into its base branch (forge/landed.hpp); empty
// when it brought nothing, or the forge cannot say: then its work is rescued as any other.
std::string landed_work(const DiscardPorts& ports, const store::Layout& layout,
                        const git::Target& target, const std::string& run);

// The class in the last event of a run that was given up; it is never resumed.
inline constexpr std::string_view kAbandoned = "abandoned";

// Removes the worktree and the scratch copies of a run, after what it held and has not landed went
// to refs/pawl/rescue/ in the target; false when there was no worktree. The caller holds the lock
// of the run.
Result<bool> remove_worktree(const DiscardPorts& ports, const store::Layout& layout,
                             const run::RunState& state);

// remove_worktree, and the end of an unfinished run in its journal: one that came to its end keeps
// its history as it is. conflict where another process works on it, or has its lock for longer than
// `patience`.
struct GivenUp {
  bool worktree_removed = false;
  bool marked = false;  // it had no end before
};
Result<GivenUp> give_up(const DiscardPorts& ports, const store::Layout& layout, const RunId& run,
                        Milliseconds patience = Milliseconds(0));

// give_up for each unfinished run of the target that no other process works on.
Status discard_unfinished(const DiscardPorts& ports, const store::Layout& layout,
                          const git::Target& target);

}  // namespace pawl::runner
