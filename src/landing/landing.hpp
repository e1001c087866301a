// What all of landing shares: which run it is about, what its work is and where it is to go.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "config/config.hpp"
#include "git/git.hpp"
#include "git/target.hpp"
#include "os/ports.hpp"
#include "run/run_state.hpp"
#include "store/database.hpp"
#include "store/layout.hpp"

namespace pawl::landing {

struct Ports {
  os::Ports& world;
  git::Git& git;
  store::Database& database;
  const store::Layout& layout;
  const config::Config& config;
  const Redactor& redactor;
};

// How the work came to be in the target; byte-stable, in journals and in `--json`.
enum class Way : std::uint8_t {
  squash,        // as one commit
  fast_forward,  // as the commits it is
  pull,          // its pull request was merged
  merged,        // somebody else merged its commits
  contained,     // the target holds all it changes, by whatever commits
};
std::string_view to_string(Way way);
std::optional<Way> way_named(std::string_view name);

// What a shell is given, and what people are shown of it.
struct VerifyScript {
  std::string text;
  std::string shown;
};

// What was asked for when the run was made, as far as landing wants to know.
struct Wish {
  std::string land_on;                 // branch; empty: nobody said
  std::string title;                   // what the work is about, in one line; empty: nobody said
  std::vector<VerifyScript> commands;  // that have to pass on what lands
  std::string words;                   // what is to be done, in all the words there are
};
// Of artifacts/request.json; all empty where there is none.
Result<Wish> read_wish(os::Files& files, const store::Layout& layout, const RunId& id);
// What the stages `verify` of the run's pipeline run where its request names no commands: a script
// for each.
Result<std::vector<VerifyScript>> commands_of_pipeline(os::Files& files,
                                                       const store::Layout& layout,
                                                       const RunId& id);

// The work of a run: its newest commit, wherever it is.
struct Work {
  std::string head;
  std::string base;               // the commit the run began at
  std::string folder;             // of a repository that holds it
  bool in_worktree = false;       // `folder` is the run's own worktree
  bool in_target = false;         // the run's branch in the target is at it
  std::vector<std::string> open;  // paths of the worktree that are not committed
};
// Of the run's worktree and its branch in the target, the newer one. not_found when there is
// neither, or no commit beyond the base; conflict when each has commits the other has not.
Result<Work> find_work(const Ports& ports, const run::RunState& state, const git::Target& target);

// What people are shown of a commit id.
std::string short_id(const std::string& commit);

// The branch the work of that run is to land on.
std::string land_target(const run::RunState& state, const Wish& wish);

}  // namespace pawl::landing
