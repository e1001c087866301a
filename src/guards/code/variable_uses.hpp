// How a variable is written where it is used.
#pragma once

#include <string_view>

#include "guards/code/code_change.hpp"

namespace pawl::guards {

// The variable that the reference begins with; empty when it begins otherwise.
std::string_view root_of(const syntax::Reference& each);

// Go: `Case{name: "a"}` names a field. The line is that of the reference.
bool names_field(const syntax::Reference& each, std::string_view line);

// Neither a member nor the name of a field: `x.name`, `Case { name: 1 }`, `info!(name = x)`.
bool is_plain_use(const CodeFile& code, const syntax::Reference& use, std::string_view name);

// What something binds in a way that the outline does not see stands in two places.
bool stands_on_one_line(const CodeFile& code, const syntax::Reference& use, std::string_view name);

// JavaScript: `name = value` makes a variable of what nothing declares.
bool is_made_by_assignment(const CodeFile& code, std::string_view name);
bool is_assigned_in(std::string_view text, std::string_view name);

// The first is written like a slip of the second, which is longer than three letters: not `item`
// beside `items`, which are two names.
bool is_slip_of(std::string_view word, std::string_view known);

}  // namespace pawl::guards
