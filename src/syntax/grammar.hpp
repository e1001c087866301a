// Texts to tree-sitter trees. For the files of this module only.
#pragma once

#include <memory>
#include <string_view>

#include "syntax/language.hpp"

struct TSLanguage;
struct TSTree;

namespace pawl::syntax {

struct TreeDeleter {
  void operator()(TSTree* tree) const;
};
using TreePtr = std::unique_ptr<TSTree, TreeDeleter>;

const TSLanguage* grammar_of(Language language);

// The tree of the text, errors included; nothing when the text is larger than 4 MiB or costs the
// parser more steps than any honest file of its size does. Asking again for one of the last texts
// of the same thread costs a comparison.
TreePtr parse_tree(Language language, std::string_view text);

}  // namespace pawl::syntax
