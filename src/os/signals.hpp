// SIGINT and SIGTERM as a request to stop.
#pragma once

#include "os/cancel.hpp"

namespace pawl::os {

// From now on the first SIGINT, SIGTERM or SIGHUP requests `cancel`, which must outlive the
// process; a second SIGINT ends the process at once (exit 130). SIGPIPE and SIGXFSZ are ignored.
void cancel_on_signals(Cancel& cancel);
// The signal that came first, 0 when none did.
int received_signal();

}  // namespace pawl::os
