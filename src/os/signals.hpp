// SIGINT and SIGTERM as a request to stop.
#pragma once

#include "os/cancel.hpp"

namespace pawl::os {

// From now on the first SIGINT, SIGTERM or SIGHUP requests `cancel`, which must outlive the
// process. A process that has not ended 1.5 s later, whatever it parses, removes or waits for, is
// ended with a line on standard error (exit 130); a second SIGINT ends it at once. SIGPIPE and
// SIGXFSZ are ignored.
void cancel_on_signals(Cancel& cancel);
// The signal that came first, 0 when none did.
int received_signal();

}  // namespace pawl::os
