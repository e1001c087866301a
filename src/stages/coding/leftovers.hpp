// Work of agents that was never committed: a stage that bails, a process that was killed.
#pragma once

#include <string>

#include "git/worktrees/workplace.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

// Below store::Layout::workplaces: of a node of the pipeline, and the HOME of all its agents.
std::string workplace_of(const Scope& scope);
std::string agents_home(const Scope& scope);
// Files are shared among workplaces where agents are confined, and can change none but their own.
git::Workplace::Setup workplace_setup(const Scope& scope, const Checkout& checkout);

// Puts what the workplace holds beyond the worktree's HEAD on a rescue ref and removes it. What no
// commit can hold stays where it is, in a folder that is not used again. Answers what a person is
// told of it, for the end of a reason; empty: there was nothing.
Result<std::string> rescue_work(const Scope& scope, const Checkout& checkout, git::Workplace& place,
                                const std::string& reason);

// What a run that came to its end left of workplaces. What could not be rescued stays.
Status remove_workplaces(os::Files& files, const store::Layout& layout, const RunId& id);
// Whether more than a HOME of agents is there: folders whose work is on no ref.
Result<bool> keeps_work(os::Files& files, const store::Layout& layout, const RunId& id);
// Of a run that is given up: what agents had done goes to rescue refs of the target, and their
// workplaces go; a folder with what no commit can hold stays. An Error: what could not be kept is
// still there.
Status give_up_workplaces(git::Worktree& worktree, os::Files& files, const store::Layout& layout,
                          const RunId& id, Timestamp at);

// All that earlier processes of this run left.
Status rescue_leftovers(const Scope& scope, const Checkout& checkout);

}  // namespace pawl::stages
