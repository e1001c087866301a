// Long texts on a terminal, one screen after the other.
#pragma once

#include <string>
#include <string_view>

#include "config/config.hpp"

namespace pawl::cli {

// The command that shows long texts: $PAGER, else less; empty when there is to be none ($PAGER is
// empty or cat, $TERM is dumb).
std::string pager_of(const config::Environment& environment);

// Runs that command with the shell, gives it the text, and waits for its end. False when it could
// not be started, so that nothing was shown.
bool show_in_pager(const std::string& pager, const config::Environment& environment,
                   std::string_view text);

}  // namespace pawl::cli
