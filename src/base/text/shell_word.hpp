// Words as a person pastes them into a shell.
#pragma once

#include <string>
#include <string_view>

namespace pawl {

// The text as one word of a POSIX shell: as it is when it holds only characters that mean nothing
// there, else in single quotes. An empty text becomes ''.
std::string shell_word(std::string_view text);

}  // namespace pawl
