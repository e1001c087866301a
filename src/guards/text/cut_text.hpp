// Texts that end in the middle: within a line, a sentence or a block that was there before.
#pragma once

#include <cstddef>
#include <optional>

#include "guards/text/text_change.hpp"

namespace pawl::guards {

// The last line of such a text, from 0.
std::optional<std::size_t> cut_off(const TextChange& change);

}  // namespace pawl::guards
