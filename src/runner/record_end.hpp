// How the process of a run ended, in its journal.
#pragma once

#include <optional>

#include "base/event.hpp"
#include "pipeline/outcome.hpp"

namespace pawl::runner {

// The walk came to its end, or to an error; `signal` is what asked the process to stop, where
// something did.
Status record_end(EventSink& journal, const Result<pipeline::Outcome>& end,
                  std::optional<int> signal);

}  // namespace pawl::runner
