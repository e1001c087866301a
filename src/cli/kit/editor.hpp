// A text that a person changes in their own editor.
#pragma once

#include <string>

#include "base/result.hpp"
#include "config/config.hpp"

namespace pawl::cli {

// The command that edits a file: $VISUAL, else $EDITOR, else vi.
std::string editor_of(const config::Environment& environment);

// Runs that command with the shell on the terminal, with the file as its last argument, and waits
// for its end. An interrupt meanwhile is the editor's. Errors: not_found (there is no such
// program), invalid (it ended with an error, as an editor does when the user cancels).
Status edit_file(const std::string& editor, const config::Environment& environment,
                 const std::string& path);

}  // namespace pawl::cli
