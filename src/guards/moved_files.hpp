// Which file of a change another one was: git names what goes and what comes, and not that it
// moved.
#pragma once

#include "git/change.hpp"

namespace pawl::guards {

// The file that a new one was: the same text, or the same name, in another place, or the same name
// but for its ending in the same folder (`index.js` that becomes `index.ts`). Null when none was.
const git::FileChange* moved_from(const git::Change& change, const git::FileChange& file);

}  // namespace pawl::guards
