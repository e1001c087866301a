// Here documents in the lines of a text: what a script writes elsewhere, and does not run itself.
#pragma once

#include <string_view>
#include <vector>

namespace pawl::guards {

// Sets the lines between `<<WORD` and the line that ends it, those two not among them. What no line
// ends is no here document. `lines` has as many entries as `rows`.
void mark_here_documents(const std::vector<std::string_view>& rows, std::vector<bool>& lines);

}  // namespace pawl::guards
