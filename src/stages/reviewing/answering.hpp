// Says in a thread what became of what was asked for there, and that nothing more is to be done.
#pragma once

#include "stages/reviewing/asks.hpp"
#include "stages/workshop.hpp"

namespace pawl::stages {

struct Answering {
  std::string refused = {};  // why the thread takes no answer; empty: it has one
  bool resolved = false;     // of which something was committed
};
// Once, however often it is called, killed, or left without an answer. A thread that takes none (it
// was locked) keeps no other from theirs.
Result<Answering> answer(const Workshop& shop, forge::Forge& forge, const Trust& trust,
                         const Ask& ask);

}  // namespace pawl::stages
