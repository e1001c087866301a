// Runs a loop on several threads. The body is given each index once, in no promised order.
#pragma once

#include <cstddef>
#include <functional>

namespace pawl::os {

// `body(index, worker)`; worker is below `threads`, so results can be kept apart without locks.
// Returns when every index is done. With one thread, or nothing to share, no thread is started;
// where fewer can be had than asked for, they do it all. What a body throws ends the loop, and is
// thrown again here once all threads have ended.
void run_parallel(std::size_t count, unsigned threads, std::size_t chunk,
                  const std::function<void(std::size_t index, unsigned worker)>& body);

}  // namespace pawl::os
