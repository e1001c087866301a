// The system calls a confined command may not make: those that reach into the kernel further than
// building and testing needs, and those by which sandboxes were left before.
#pragma once

#include <string>

#include "base/result.hpp"

namespace pawl::os {

// A filter program (struct sock_filter, as seccomp(2) and bubblewrap's --seccomp read it) for this
// machine's architecture; calls of other architectures end the process. What is refused fails with
// EPERM, or with ENOSYS where programs then take an older way. Made with libseccomp.
Result<std::string> seccomp_filter();

}  // namespace pawl::os
