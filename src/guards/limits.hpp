// How many findings a guard reports before it stops: nobody reads a hundred of a kind, and whoever
// tries again is helped as much by the first few.
#pragma once

#include <cstddef>
#include <cstdint>

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

// What one guard may ask of the code index about a change, in steps of about a microsecond; beyond
// that it could not check. Ordinary changes take some hundred, the largest some hundred thousand.
inline constexpr std::uint64_t kIndexStepsMax = 10'000'000;

}  // namespace pawl::guards
