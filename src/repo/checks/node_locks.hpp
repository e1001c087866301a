// What lock files of pnpm and Yarn ask for: read before a package manager sees them, so that what
// is not to be asked for is refused by its name.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/result.hpp"

namespace pawl::repo {

// Lock files above this are not read.
inline constexpr std::size_t kNodeLockBytesMax = 16U << 20U;

struct NodeLock {
  // Of its format: `5.4`, `6.0`, `9.0` of pnpm; `1` of Yarn 1, what `__metadata` says of later
  // ones.
  std::string version;
  std::vector<std::string> named;  // addresses, as Preparation::named has them
  // Files and folders of the repository, programs and what else is no package of a registry, as
  // the lock names them.
  std::vector<std::string> others;
  std::set<std::string, std::less<>> patterns;  // `a@^1.0.0`, of Yarn 1: what has an entry
  Json settings;  // that it was made with: `settings` of pnpm, `__metadata` of Yarn 2 and later
};

// invalid: it is no lock file of that kind. Hostile ones cost time in proportion to their size.
Result<NodeLock> read_pnpm_lock(std::string_view text);
Result<NodeLock> read_yarn_lock(std::string_view text);

// Whether the lock is one of Yarn 2 or later.
bool is_berry_lock(std::string_view text);

// Whether a range of a manifest, or an entry of a lock, names a program that makes the package
// (https://yarnpkg.com/protocol/exec), however often its characters are escaped.
bool names_program(std::string_view range);

}  // namespace pawl::repo
