// What could be judged on the base and cannot be judged on the head is the change's fault, or that
// of the machine: the network is gone, the disk is full, the machine slept. A second look
// distinguishes them: the base is run once more; when it cannot be judged now either, the cause is
// unknown. When it can, the head gets its second chance, unless it ran out of time.
#pragma once

#include <functional>
#include <vector>

#include "repo/checks/checks.hpp"

namespace pawl::evidence {

// Runs the checks but for those that are passed over.
using MeasureAgain = std::function<repo::CheckResults(std::vector<repo::PassedOver>)>;

// Changes the runs of `base` and `head` that a second look has shown to be otherwise. Where nothing
// was lost, nothing is run.
void look_again(repo::CheckResults& base, repo::CheckResults& head, const MeasureAgain& of_base,
                const MeasureAgain& of_head);

}  // namespace pawl::evidence
