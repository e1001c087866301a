// Tests that are gone for their runner and still there for a reader.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "guards/tests/test_pairs.hpp"

namespace pawl::guards {

// The file in which a test of `files[from]` that is gone still stands as a function of another
// name. One in a comment is gone: somebody took it out.
std::optional<std::size_t> kept_unseen(const std::vector<FileTests>& files, std::size_t from,
                                       const syntax::Test& test);

}  // namespace pawl::guards
