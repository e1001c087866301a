// Comments that mark lines as those of an edit.
#pragma once

#include <string_view>

namespace pawl::guards::chat {

// `NEW CODE`, `[MODIFIED]`, `=== UPDATED SECTION ===`, `FIX STARTS HERE`: it marks lines as those
// of an edit, and says nothing else.
bool marks_edit(std::string_view text);

}  // namespace pawl::guards::chat
