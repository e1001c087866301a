// Small programs with which somebody looked whether a change does what it is to do.
#pragma once

#include "git/change.hpp"

namespace pawl::guards {

// A new program of a few lines that says of itself that it reproduces something or tries a fix out
// (kind `trial` of data/words/spoken.txt), and holds no test that a runner would find.
bool tries_out(const git::FileChange& file);

}  // namespace pawl::guards
