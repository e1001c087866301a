// What the tests of this module say of troubles.
#pragma once

#include <doctest/doctest.h>

#include <string_view>

#include "base/text/text.hpp"
#include "forge/trouble.hpp"

namespace pawl::forge {

template <class T>
void check_error(const Answer<T>& answer, TroubleKind kind, std::string_view says) {
  REQUIRE_FALSE(answer);
  const Error error = to_error(answer.error());
  CAPTURE(error.to_line());
  CHECK(answer.error().kind == kind);
  CHECK(contains(error.to_line(), says));
}

}  // namespace pawl::forge
