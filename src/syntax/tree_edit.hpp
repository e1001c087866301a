// What tree-sitter must be told of a text that changed, before it reads it again with the tree of
// the old one at hand. For the files of this module only.
#pragma once

#include <string_view>

#include "syntax/grammar.hpp"

namespace pawl::syntax {

// A copy of the tree of `before`, told line by line where `after` is another text. Good for nothing
// but to be handed to the parser with `after`.
TreePtr edited_tree(const TSTree& tree, std::string_view before, std::string_view after);

}  // namespace pawl::syntax
