// Copying a folder nobody may trust: what code of a target left in an earlier run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/result.hpp"
#include "os/cancel.hpp"
#include "os/files/owner.hpp"
#include "os/files/root.hpp"

namespace pawl::os {

struct CopyLimits {
  std::uint64_t bytes_max = 16ULL << 30U;
  std::size_t names_max = 1'000'000;
};

// Folders, regular files (with times and permission bits, shared blocks where the disk can) and
// symlinks, which are made again and not followed; devices, sockets and pipes are left out. What is
// made is given to `owner`. invalid: there is more than the limits allow, or paths too long to
// copy; cancelled. Then a part of it is there.
Status copy_tree(const Root& from, const Root& to, const CopyLimits& limits,
                 std::optional<Owner> owner, const Cancel* cancel);

// A folder and everything below it given to `owner`, symlinks as such.
Status give_tree(const Root& folder, Owner owner);

}  // namespace pawl::os
