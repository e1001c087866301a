// Lines that a change pastes right behind themselves, or once more at the end of their file.
#pragma once

#include <cstddef>
#include <optional>

#include "guards/text/text_change.hpp"

namespace pawl::guards {

// The first line, from 0, of what is there a second time.
std::optional<std::size_t> pasted_twice(const TextChange& change);

}  // namespace pawl::guards
