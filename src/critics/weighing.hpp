// What is decided by numbers and not by a model: whether a change is worth an adversary, and
// whether what was made of its remarks is better than what was there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "critics/diff.hpp"

namespace pawl::critics {

// From 0 to 1: how much a change is, how much it takes away, whether it changes code and no test.
// Documents alone are at most a fifth.
double risk_of(const Diff& diff);

// Of a change that critics asked for: v0 is without it, v1 with it.
struct MetaFacts {
  bool admitted = false;         // no guard, build or test refuses it
  std::size_t tests_fixed = 0;   // that failed on v0 and pass on v1
  std::size_t lines = 0;         // that it changes
  std::size_t lines_before = 0;  // that v0 changes
};
enum class Winner : std::uint8_t { v0, v1, tie };
std::string_view to_string(Winner winner);  // byte-stable

struct MetaVerdict {
  Winner winner = Winner::v0;
  std::string rationale;
};
// What can be checked decides. A tie is for a model to break, which has to be convinced.
MetaVerdict meta_eval(const MetaFacts& facts);

}  // namespace pawl::critics
