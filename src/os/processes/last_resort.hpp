// What ends the process when it cannot go on.
#pragma once

namespace pawl::os {

// From now on a lack of memory ends the process at once with `exit_code` and a line on standard
// error, in whatever thread it is met; so does, with code 1, an exception that nobody catches. What
// is unwound needs memory too, and what a journal holds is safe at any instant.
//
// Libraries of C end by std::get_new_handler() in their turn (syntax/library_memory.hpp).
void end_when_out_of_memory(int exit_code);

}  // namespace pawl::os
