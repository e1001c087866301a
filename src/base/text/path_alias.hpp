// The other names under which a file can be reached on the file systems of macOS and Windows. What
// may not be written under one name may not be written under another.
#pragma once

#include <string>
#include <string_view>

namespace pawl {

// One component as such a file system may read it: case folded as Unicode folds it where the result
// is ASCII, without the code points that HFS+ ignores, without the trailing dots and blanks and
// without the name of the stream that NTFS ignores. Never empty for a component that is not.
std::string alias_folded(std::string_view component);

// The shape of a name that Windows makes for programs that know only eight letters: `GIT~1`.
bool is_short_name(std::string_view component);

// Whether git itself refuses the name as another one of `.git` (its protectHFS and protectNTFS).
bool is_dot_git(std::string_view component);

// Whether a component is one of the files beside the code that git reads (.gitmodules,
// .gitattributes, .gitignore, .mailmap), or a file system may take it for one. Git refuses or
// ignores these as symbolic links.
bool is_dot_git_file(std::string_view component);

}  // namespace pawl
