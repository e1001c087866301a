// How many findings a guard reports before it stops: nobody reads a hundred of a kind, and whoever
// tries again is helped as much by the first few.
#pragma once

#include <cstddef>

namespace pawl::guards {

// By one guard, about one file.
inline constexpr std::size_t kFindingsPerFileMax = 8;
// Faults of a text as such, where the first often brings the others.
inline constexpr std::size_t kTextFaultsPerFileMax = 5;
// What a configuration names and does not get, or hides and should not.
inline constexpr std::size_t kConfigNamesPerFileMax = 6;
// By one guard, about a whole change.
inline constexpr std::size_t kFindingsMax = 10;
// Of one run of builds or tests; the rest is counted.
inline constexpr std::size_t kShownMax = 6;

}  // namespace pawl::guards
