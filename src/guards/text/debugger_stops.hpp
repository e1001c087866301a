// Calls and statements by which somebody let a debugger in.
#pragma once

#include <vector>

#include "guards/text/chat_remains.hpp"
#include "guards/text/text_change.hpp"

namespace pawl::guards {

// On added lines of code, of tests and samples, too: a program that stops there waits for a person.
// Not in files whose path speaks of debugging, nor in fixtures.
std::vector<Remain> debugger_stops(const TextChange& change);

}  // namespace pawl::guards
