// What critics say of a branch may be mended, once each: a turn of the worker on the way every
// change takes, weighed before it is committed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "critics/weighing.hpp"
#include "git/change.hpp"
#include "run/run_state.hpp"
#include "stages/workshop.hpp"

namespace pawl::stages {

// Of the subtasks that are no part of a plan. Byte-stable: in commits and journals.
inline constexpr std::string_view kRefine = "refine";  // what the adversary found
inline constexpr std::string_view kMendQa = "qa";      // what answers left open

// An order for the worker.
struct Remedy {
  planner::Task task;
  planner::Subtask subtask;
};
// `order` is all it is asked; the fence is the first of the files.
Remedy remedy_for(std::string id, std::string title, std::string order,
                  const std::vector<std::string>& files);

// Whether the run has a commit of it.
bool has_mended(const Scope& scope, std::string_view id);

// Whether this run, maybe an earlier process of it, made one and took it back: `kind` is the event
// that says so.
Result<bool> was_taken_back(const Scope& scope, const EventKind& kind);

// A change that would do it, judged and not committed.
struct Mending {
  git::Change change;
  std::string title;
  std::optional<git::Admitted> admitted;
  std::vector<std::string> tests_fixed;
  std::vector<run::ProvenTest> tests_added;
  std::string obstacle;  // why there is none, or why it was refused
};
Result<Mending> propose_mending(const Workshop& shop, const Remedy& remedy);
std::vector<std::string> paths_of(const Mending& mending);
// What it changes, as others may see it.
critics::Diff shown_delta(const Scope& scope, const Mending& mending);
// The branch (v0) or the branch with it (v1), as far as checks say.
Result<critics::MetaVerdict> meta_verdict(const Workshop& shop, const Mending& mending);
// Commits it, and answers the commit. Wants one that was admitted.
Result<std::string> keep_mending(const Workshop& shop, const Remedy& remedy,
                                 const Mending& mending);

}  // namespace pawl::stages
