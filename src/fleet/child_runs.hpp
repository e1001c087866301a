// The runs of a chain: made as any launch makes them, landed as any landing does.
#pragma once

#include <memory>

#include "runner/run.hpp"
#include "stages/coding/child_runs.hpp"

namespace pawl::fleet {

// For runner::RunPorts::children. What the seat borrows outlives the answer.
std::unique_ptr<stages::ChildRuns> open_child_runs(const runner::ChainSeat& seat);

}  // namespace pawl::fleet
