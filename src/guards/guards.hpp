// The checks of the built-in guards, one file each, as guard_rows.inc lists them.
#pragma once

#include "guards/guard.hpp"

namespace pawl::guards {

#define PAWL_GUARD(check, ...) Verdict check(const git::Change& change, const Context& context);
#include "guards/guard_rows.inc"
#undef PAWL_GUARD

}  // namespace pawl::guards
