// One schedule: some runs, people who start, stop, land and decide things, all that goes wrong;
// then a quiet time in which everything is brought to its end, and the books are checked.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "simulation/choices.hpp"

namespace pawl::simulation {

struct Played {
  std::vector<std::string> wrongs;  // empty: all that has to hold held
  std::vector<std::string> story;   // what happened, in order, where that is wanted
  std::map<std::string, int> seen;  // what a schedule came to, for who looks whether enough happens
  Script script;                    // plays the same again
  std::size_t unused = 0;           // choices of the script that nobody asked for
};

// A random one.
Played play(std::uint64_t seed, bool telling = false);
// One that is written down.
Played play(const Script& script, bool telling = false);

// Of one with which something is wrong: what of it that takes.
Script shrunk(Script script);

}  // namespace pawl::simulation
