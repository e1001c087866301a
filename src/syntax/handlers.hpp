// Handlers that take any failure and do nothing about it. For the files of this module only.
#pragma once

#include <optional>

#include "syntax/node.hpp"

namespace pawl::syntax {

// A node of that type may be such a handler.
bool may_swallow(std::string_view type);

struct Guarded {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// What the node keeps from failing, when it is such a handler: `except Exception: pass`,
// `catch (e) {}`, `rescue nil`. One for a certain failure says what it expects.
std::optional<Guarded> swallowed_by(const Source& source, TSNode node);

}  // namespace pawl::syntax
