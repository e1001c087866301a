// How an error ends a run: exit codes (docs/cli/exit-codes.md) and bail classes.
#pragma once

#include <string_view>

#include "base/result.hpp"

namespace pawl::runner {

int exit_code_of(Errc code);
std::string_view bail_class_of(Errc code);

}  // namespace pawl::runner
