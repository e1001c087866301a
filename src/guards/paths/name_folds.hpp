// Names that are written differently and are one to a file system or to a reader: upper and lower
// case, composed and decomposed letters, letters of other alphabets. Unlike path_alias.hpp, which
// knows what the file systems of macOS and Windows do to ASCII names, this is about all of Unicode.
#pragma once

#include <string>
#include <string_view>

namespace pawl::guards {

// Equal for two names that differ only in case or in how their letters are encoded (NFKC and case
// folding of Unicode, without what has no width). For comparing, never for showing.
std::string name_key(std::string_view name);

// A path as it looks: the same, and letters that look like ASCII as that ASCII. What looks like a
// slash is one.
std::string looks_like(std::string_view path);

bool is_ascii(std::string_view text);

}  // namespace pawl::guards
