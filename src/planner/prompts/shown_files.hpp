// Files of the repository as blocks of a prompt.
#pragma once

#include <string>
#include <vector>

#include "base/secrets/secret.hpp"
#include "planner/prompts/file_parts.hpp"
#include "planner/prompts/prompt_budget.hpp"

namespace pawl::planner {

// One file a question is about, as it is now.
struct AskedFile {
  std::string path;
  std::string text;  // as it stands; empty when there is none
  bool exists = true;
  std::string obstacle = {};  // why its text cannot be shown; empty when it can
};

// What all files of a question have in common.
struct Showing {
  About about;        // which parts matter
  std::string place;  // the variable of the template
  const Redactor* redactor = nullptr;
};

// A block of the file's text, behind it an outline for the case that parts are left out. Of a
// `needed` file the part that matters most is never left out.
void add_file_blocks(const AskedFile& file, const Showing& showing, bool needed,
                     std::vector<Block>& blocks);

// Whether every byte of the file is in the fitted blocks, as it stands.
bool shown_verbatim(const AskedFile& file, const Redactor* redactor,
                    const std::vector<Fitted>& blocks);

// The text without the secrets of this process, without what looks like a secret, and without what
// a terminal would obey: colours go, other characters that do not show are escaped. `path` is where
// it is in the repository, if it is.
std::string cleaned(const Redactor* redactor, std::string_view text, const std::string& path = {});

}  // namespace pawl::planner
