// Files of the repository that a line names by where they lie on one machine:
// `/Users/dev/work/app/src/main.py` for `src/main.py`.
#pragma once

#include <vector>

#include "guards/guard.hpp"
#include "guards/text/chat_remains.hpp"
#include "guards/text/text_change.hpp"

namespace pawl::guards {

// On lines the change adds, in comments and documents, too. Left alone are tests and fixtures,
// homes of whoever reads (`/home/user/…`), and what lies in a container where the file is about
// one.
std::vector<Remain> rooted_paths(const TextChange& change, const Context& context);

}  // namespace pawl::guards
