// What of the state folder is looked at before anything in it is believed.
#pragma once

#include "base/result.hpp"
#include "os/files/files.hpp"
#include "store/layout.hpp"

namespace pawl::store {

// Denied, with the way out, when the state folder or what lies in it (the database, locks, caches)
// can be written by others or belongs to another user. A run's own folder is looked at when its
// journal is read.
Status check_state_folder(os::Files& files, const Layout& layout);

}  // namespace pawl::store
