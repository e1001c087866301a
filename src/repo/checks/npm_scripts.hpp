// What the script `test` of a package.json comes to, without what only reads the code.
#pragma once

#include <optional>
#include <string>

#include "base/json.hpp"

namespace pawl::repo {

struct TestScripts {
  // All that `npm test` runs, for who looks for words in it.
  std::string all;
  // What to run in place of `npm test` where linters, formatters or audits are among that: the
  // commands without them, parted by ` && `; empty when nothing is left. Where nothing is left, a
  // script that says by its name that it tests alone takes its place.
  std::optional<std::string> without_readers;
};

// Follows pretest, test, posttest and the scripts they call, as far as their commands are parted by
// `&&` and nothing else of a shell.
TestScripts test_scripts(const Json& package);

}  // namespace pawl::repo
