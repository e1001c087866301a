// A pawl.db that is gone while the runs it knew are there.
#pragma once

#include <string>

#include "base/result.hpp"
#include "os/ports.hpp"
#include "store/layout.hpp"

namespace pawl::runner {

// When runs are there and pawl.db is not: makes it again from their journals (the index, the
// memory, what was spent today) and says so, with what cannot be made again. Empty when nothing was
// missing.
Result<std::string> restore_database(os::Ports& ports, const store::Layout& layout);

}  // namespace pawl::runner
