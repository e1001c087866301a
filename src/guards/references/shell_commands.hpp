// The plain commands of a shell text: what a workflow, a Makefile, a package.json or a document
// runs. It is no shell: what it cannot follow has an unknown folder or a word with a `$` in it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::guards {

struct ShellCommand {
  std::vector<std::string> words;  // without quotes; what is computed stands there as `$`
  int line = 0;                    // from 1, of the text
  // Below the folder the text starts in (`cd`); nothing when nobody can tell.
  std::optional<std::string> folder = std::string();
  bool may_fail = false;  // something else is done then: `|| …`
};
// Without what stands in here-documents.
std::vector<ShellCommand> shell_commands(std::string_view text);

}  // namespace pawl::guards
