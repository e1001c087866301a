// Letters that pass for others: a Cyrillic or Greek one in a word of Latin letters.
#pragma once

#include <optional>

#include "guards/text/encoding_damage.hpp"
#include "guards/text/text_change.hpp"

namespace pawl::guards {

// The first added line with a word of Latin letters in which one is of another alphabet and looks
// the same: in code, and where no other word of the line is written in that alphabet.
std::optional<EncodingFault> look_alike(const TextChange& change);

}  // namespace pawl::guards
