// What the standard libraries of Python, Node, Rust, Java and Go have, from the lists in
// data/languages/.
#pragma once

#include <string_view>

#include "index/index.hpp"

namespace pawl::index {

// Whether the module of the standard library that the import names has that name; unknown where the
// lists do not say.
Offer standard_offer(Family family, const syntax::Import& import, std::string_view name);

}  // namespace pawl::index
