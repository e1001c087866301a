// What can be known before anything is made: a slip in an argument or a setting, or a model that
// cannot be asked, leaves no run behind.
#pragma once

#include "runner/live.hpp"

namespace pawl::runner {

// Whether a new run that `options` asks for could begin. Asks the target for its branches, the
// forge for the right to write, and model servers for what they offer; writes nothing. An Error
// is what the run would end with: invalid for names nobody knows, not_found for a base branch or a
// model that is not there, denied for a refused key, upstream for a server that does not answer.
// Else the base branch.
Result<std::string> check_before(const RunPorts& ports, Setting& setting,
                                 const RunOptions& options);

}  // namespace pawl::runner
