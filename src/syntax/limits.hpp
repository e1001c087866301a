// What reading one text may cost, in every format. The limits are counted in bytes, steps and nodes
// and never in time, so that a verdict is the same on every machine.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "syntax/language.hpp"

namespace pawl::syntax {

// Of source code and of data. Nobody writes larger ones by hand.
inline constexpr std::size_t kReadableBytesMax = std::size_t{4} << 20U;

// Why a text of that kind is not read, or not to its end, and what was looked for in it therefore
// may be there unseen; nothing when all of it is read, or when the format is one nobody reads here.
std::optional<std::string> unreadable(const Kind& kind, std::string_view text);

// The same for Markdown (markdown_limits.cpp). The library has constructs of quadratic cost: runs
// of emphasis in one paragraph, cells of one row, addresses that do not end, rows that are filled
// up to the columns of their table. How often they stand in each paragraph is counted beforehand.
std::optional<std::string> unreadable_markdown(std::string_view text);

}  // namespace pawl::syntax
