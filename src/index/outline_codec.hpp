// Outlines as bytes, for the database. The format belongs to kOutlineVersion: whoever changes it,
// or what outlines hold, raises that number.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "syntax/outline/outline.hpp"

namespace pawl::index {

inline constexpr int kOutlineVersion = 10;

std::string encode(const syntax::Outline& outline);
// Nothing when these are no such bytes.
std::optional<syntax::Outline> decode(std::string_view bytes);

}  // namespace pawl::index
