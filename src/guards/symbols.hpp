// Questions about the symbols of an outline that several guards ask.
#pragma once

#include <string_view>

#include "index/index.hpp"
#include "syntax/outline/outline.hpp"

namespace pawl::guards {

bool is_function(const syntax::Definition& definition);  // or a method
// The first of that name; null when there is none, or no outline.
const syntax::Symbol* symbol_named(const syntax::Outline* outline, std::string_view qualified);
// `Class` of `Class.method`, `a::b` of `a::b::c`; empty at the top level.
std::string_view owner_of(std::string_view qualified);
// A type in the folder of the file has a member of that name: in Go, one of its package.
bool has_field_beside(const index::Graph& graph, std::string_view path, std::string_view name);

}  // namespace pawl::guards
