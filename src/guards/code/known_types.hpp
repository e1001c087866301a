// Types of which it can be said what members they have: they, and all they are built on, stand in
// this repository, and nothing gives them members at run time or by a macro.
#pragma once

#include <string>
#include <string_view>

#include "index/index.hpp"

namespace pawl::guards {

// By its bare name, which only one type of the family may have. Empty when it is not known so well.
struct KnownType {
  std::string path;
  const syntax::Symbol* symbol = nullptr;  // of `outline`
  index::OutlinePtr outline;
  bool lone = false;    // built on no other type of the repository
  bool closed = false;  // nor on one of the language's that has members, like an exception
  explicit operator bool() const { return symbol != nullptr; }
};

// What a file calls `written` (`Type`, `module.Type`) is that type.
bool names_type(const index::Graph& graph, std::string_view path, std::string_view written,
                const KnownType& type);

KnownType known_type(const index::Graph& graph, index::Family family, std::string_view name);

}  // namespace pawl::guards
