// Code that stands in a file and does not do what it says: it cannot run, or nobody hears when it
// fails.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "syntax/language.hpp"

namespace pawl::syntax {

enum class Idleness : std::uint8_t {
  unreachable,  // behind a statement that leaves its block
  ended,        // the same at the top of a file: behind the end of a script
  never,        // below a condition that is written out as false
  always,       // below one that is written out as true: the condition is idle
  disabled,     // C and C++: between `#if 0` and its end
  swallowed,    // below a handler that takes any failure and does nothing
  endless,      // in a loop that nothing ends
};

struct IdleCode {
  Idleness what = Idleness::unreachable;
  int line = 0;           // of the reason, from 1: the return, the condition, the handler
  std::size_t begin = 0;  // byte range of the code that is idle
  std::size_t end = 0;
};

// In order of their place, those that touch the bytes from `from` up to `to` alone. Nothing of a
// file that does not parse: there it cannot be said what stands where.
std::vector<IdleCode> idle_code(Language language, std::string_view text, std::size_t from,
                                std::size_t to);

}  // namespace pawl::syntax
