// Documents that tell of the work on a change, as an answer to whoever ordered it would.
#pragma once

#include "git/change.hpp"

namespace pawl::guards {

// A new text whose headings and sentences say what was done, changed, fixed and tested.
bool reports_work(const git::FileChange& file);

}  // namespace pawl::guards
