// C and C++: names that the outlines of headers do not list.
#pragma once

#include <string>

#include "guards/code/code_change.hpp"

namespace pawl::guards {

// Macros, members and constants of an enumeration: the file defines the name as a macro, another
// file of the family uses it, or a header that the file includes says it somewhere.
bool may_stand_in_header(const index::Graph& head, const CodeFile& code, const std::string& name);

// The same of a name that only functions of the file had: parameters and members of other files are
// not what it stands for.
bool is_made_by_header(const index::Graph& head, const CodeFile& code, const std::string& name);

}  // namespace pawl::guards
