// How a text file begins and whether it is UTF-8. For the files of this module only.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace pawl::syntax {

std::string_view without_byte_order_mark(std::string_view text);
// The first byte that is no part of a UTF-8 character.
std::optional<std::size_t> first_bad_byte(std::string_view text);

}  // namespace pawl::syntax
