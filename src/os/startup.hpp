// What a caller may have left in a state that no program expects: set right once, before anything
// is opened.
#pragma once

namespace pawl::os {

// Descriptors 0, 1 and 2 are open afterwards (on /dev/null where they were closed): no file of
// Pawl's can get one of these numbers and receive what is printed. The owner can use the files and
// folders that are made from now on, whatever the umask says.
void prepare_process();

}  // namespace pawl::os
