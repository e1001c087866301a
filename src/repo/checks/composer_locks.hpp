// What a composer.lock asks for: read before Composer sees it, and written anew for it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/result.hpp"

namespace pawl::repo {

// Lock files above this are not read.
inline constexpr std::size_t kComposerLockBytesMax = 16U << 20U;

struct ComposerLock {
  std::vector<std::string> named;   // addresses of archives, as Preparation::named has them
  std::vector<std::string> others;  // packages without an archive of a host, by name
  // The lock without repositories of git, mirrors and addresses to report to. Archives of GitHub
  // are named where its API leads to, for the API itself allows few questions an hour.
  Json anew;
};

// invalid: it is no composer.lock, or names what is no package. Costs time in proportion to its
// size.
Result<ComposerLock> read_composer_lock(std::string_view text);

}  // namespace pawl::repo
