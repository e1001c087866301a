// Finding and signalling all descendants of the calling process. Written for the keeper
// (keeper.hpp), which shares its memory with a threaded program: nothing here allocates from the
// heap, takes a lock or throws.
#pragma once

namespace pawl::os {

// Sends `signal` to every living descendant of the calling process, found by the chain of parents
// in /proc. A process is signalled through a pidfd after a second look at it, so a pid that was
// given to a stranger meanwhile is left alone. Returns how many were signalled; -1 when /proc
// cannot be read, and then only children are.
int signal_descendants(int signal);

}  // namespace pawl::os
