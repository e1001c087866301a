// A tree that answers only so many questions.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>

#include "index/tree.hpp"

namespace pawl::index {

// In steps of about a microsecond.
struct Allowance {
  std::uint64_t steps = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t used = 0;

  bool spent() const { return used > steps; }
};

// Everything is borrowed. When the allowance is spent, nothing is there any more.
std::unique_ptr<Tree> counted_tree(const Tree& below, Allowance& allowance);

}  // namespace pawl::index
