// What a user's own checkout and home already hold of a target's dependencies, read-only and only
// when the user says so.
#pragma once

#include "repo/checks/prepare.hpp"

namespace pawl::repo {

Prepared lend(const Facts& facts, const CheckPorts& ports, const CheckOptions& options,
              const PrepareFor& what);

}  // namespace pawl::repo
