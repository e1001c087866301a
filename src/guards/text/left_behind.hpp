// What somebody tried things out with and left in the code: paths of one machine.
#pragma once

#include <cstddef>
#include <vector>

#include "guards/text/chat_remains.hpp"
#include "guards/text/text_change.hpp"

namespace pawl::guards {

// In code and settings outside of tests and samples, and in links of documents: a path below the
// home folder of somebody with a name.
std::vector<Remain> machine_paths(const TextChange& change);

// Whether the file may name homes of an image or of a runner of CI, which have users of their own.
bool names_homes_of_containers(const TextChange& change);

// The line, from 0, where the product ends: in Rust tests lie below the code they test.
std::size_t end_of_product(const TextChange& change);

}  // namespace pawl::guards
