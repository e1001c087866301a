// What killed runs left for the memory in their journals.
#pragma once

#include <span>
#include <string>

#include "base/result.hpp"
#include "store/database.hpp"
#include "store/layout.hpp"
#include "store/salvage.hpp"

namespace pawl::memory {

// What the unfinished runs of a target observed: a process that was killed may have written to its
// journal and not yet to the memory. A run that cannot be read adds nothing.
Status catch_up(const store::Layout& layout, store::Database& database, const std::string& target);

// What of the memory cannot be made again: what was forgotten, and observations of runs whose
// journal is gone.
std::span<const store::KeptTable> kept_tables();

}  // namespace pawl::memory
