// Functions that answered something, or did something, and no longer can: whatever they are given,
// it makes no difference.
#pragma once

#include <cstdint>
#include <string_view>

#include "syntax/outline/definitions.hpp"

namespace pawl::guards {

enum class Hollow : std::uint8_t {
  none,       // it does what it did, or something else
  made_up,    // nothing it was given, and nothing it could ask, goes into what it says
  cut_short,  // its first steps are left; what they were for is gone
};

struct BodySide {
  std::string_view text;  // of the file
  const syntax::Definition& definition;
};

// Only where the head is the same: whoever changes what a function takes means to change it.
Hollow hollow_of(syntax::Language language, const BodySide& before, const BodySide& after);

// All that the body did was to give values to fields and variables which the file no longer has.
bool went_with_its_fields(syntax::Language language, const BodySide& before, const BodySide& after);

}  // namespace pawl::guards
