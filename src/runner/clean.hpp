// What killed processes and ended runs left behind: found by `pawl clean`, and by each new run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/config.hpp"
#include "git/git.hpp"
#include "os/ports.hpp"
#include "store/database.hpp"
#include "store/layout.hpp"

namespace pawl::runner {

struct CleanPorts {
  os::Ports& world;
  git::Git& git;
  store::Database& database;
  const store::Layout& layout;
  const config::Config& config;
  bool dry_run = false;
  std::string own_lock = {};  // the slug of the repository this process holds the lock of
  // Also the folders of runs that ended more than a day ago: one by one they cost a new run more
  // than all the rest.
  bool ended_runs = true;
};

struct LeftOver {
  std::string kind;  // byte-stable: temporary, scratch, worktree, workplace, run, homes
  std::string path;
  std::string reason;   // what it was left by
  std::string kept;     // why it stays; empty when it was removed, or would be
  bool failed = false;  // it stays because it could not be removed
};

// Removes what no live process uses and nobody needs: temporary files, scratch folders, homes of
// confined commands, worktrees of runs that ended or whose journal is damaged, what agents had for
// a HOME in runs that have no worktree any more, folders of runs that never began. Work that is in
// no target goes there first, under refs/pawl/rescue/. What belongs to a live run is not touched
// and not named; unfinished runs that can be resumed are named and kept. An Error only when it was
// cancelled or a folder cannot be read.
Result<std::vector<LeftOver>> clean(const CleanPorts& ports);

}  // namespace pawl::runner
