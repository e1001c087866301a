// Says in a thread what became of what was asked for there, and that nothing more is to be done.
#pragma once

#include "stages/reviewing/asks.hpp"
#include "stages/workshop.hpp"

namespace pawl::stages {

// Once, however often it is called, killed, or left without an answer. A thread of which something
// was committed is resolved; answers whether it is.
Result<bool> answer(const Workshop& shop, forge::Forge& forge, const Trust& trust, const Ask& ask);

}  // namespace pawl::stages
