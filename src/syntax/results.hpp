// What the functions of a source file give back, by how their bodies leave.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "syntax/language.hpp"

namespace pawl::syntax {

enum class Ending : std::uint8_t {
  value,    // the last statement gives something back
  nothing,  // the last statement gives nothing, and the body ends behind it
  call,     // the same of a call, which may not come back
  falls,    // a loop, or a condition without another side: the body may end behind it
  unclear,  // branches, loops, what ends the program
};

struct Results {
  std::size_t begin = 0;  // byte range of the function
  std::size_t end = 0;
  int values = 0;     // `return x`, outside of functions inside
  int bare = 0;       // `return;`
  int bare_line = 0;  // the first of those, from 1
  Ending ending = Ending::unclear;
  int last_line = 0;      // where the last statement begins
  std::string_view last;  // the last statement as written
  bool yields = false;    // a generator, whose returns say something else
  bool broken = false;    // it holds what the parser does not understand
  // The head names what it gives back; results that have names need no value behind `return`.
  bool declared = false;
};

// In order of their place, those that touch the bytes from `from` up to `to` alone.
std::vector<Results> results_of(Language language, std::string_view text, std::size_t from,
                                std::size_t to);

}  // namespace pawl::syntax
