// What a lock of Bundler (Gemfile.lock, gems.locked) asks for: read before anything is fetched. The
// Gemfile beside it is a program, and is not looked at.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace pawl::repo {

// Lock files above this are not read.
inline constexpr std::size_t kGemLockBytesMax = 4U << 20U;

struct LockedGem {
  std::string name;      // letters, digits, `-`, `_` and `.`, as the other two
  std::string version;   // `1.16.0`
  std::string platform;  // `x86_64-linux`; `ruby`: any
  std::string sha256;    // of its archive, 64 hexadecimal digits; empty: the lock has none
};

struct GemLock {
  std::vector<LockedGem> gems;     // of registries, each once, in the order of the lock
  std::vector<std::string> named;  // addresses, as Preparation::named has them
  // Folders outside the repository and sources of plugins, as the lock names them.
  std::vector<std::string> others;
};

// invalid: it is no such lock, or names what is no package. Costs time in proportion to its size.
Result<GemLock> read_gem_lock(std::string_view text);

}  // namespace pawl::repo
