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

// Is it the same name but for such a slip? One part of it may differ, in one edit and not in its
// first letter; the part must be long enough, for `ja` is no slip for `ka`, `get` none for `set`,
// and `v1` none for `v2`. Parts stand between other signs than letters and digits, which may
// differ.
bool is_slip(std::string_view wrong, std::string_view right);

// The only one of `right` that is; nothing when none is, or several are.
std::optional<std::string> only_slip(std::string_view wrong, std::span<const std::string> right);

}  // namespace pawl::recipes
