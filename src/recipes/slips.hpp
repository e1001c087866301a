// Names that differ by a slip of the hand.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pawl::recipes {

// How many letters are put in, left out, changed, or swapped with their neighbour (optimal string
// alignment). Stops counting above `most`, and answers more than that.
std::size_t edits_between(std::string_view a, std::string_view b, std::size_t most);

// The only one of `right` that is at most `most` such edits away and has the same digits: `v1` is
// no slip for `v2`. Nothing when none is, or several are.
std::optional<std::string> only_slip(std::string_view wrong, std::span<const std::string> right,
                                     std::size_t most);

}  // namespace pawl::recipes
