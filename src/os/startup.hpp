// What a caller may have left in a state that no program expects: set right once, before anything
// is opened.
#pragma once

#include <cstddef>

#include <sys/resource.h>

namespace pawl::os {

// Descriptors 0, 1 and 2 are open afterwards (on /dev/null where they were closed): no file of
// Pawl's can get one of these numbers and receive what is printed. The owner can use the files and
// folders that are made from now on, whatever the umask says. The stacks of the main thread and of
// threads started from now on have room for kStackBytes, as far as the limits of this process
// allow: parsers walk deep in machine-made text.
void prepare_process();

inline constexpr std::size_t kStackBytes = std::size_t{112} << 20;

// The soft RLIMIT_STACK this process was started with, in bytes: what its commands are started
// with.
rlim_t stack_limit_of_caller();

}  // namespace pawl::os
