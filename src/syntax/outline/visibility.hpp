// Each language's own rules of what is public and what counts as documentation. For the files of
// this module only.
#pragma once

#include <string_view>

#include "syntax/node.hpp"

namespace pawl::syntax {

// What the place of a definition says about its members.
struct Section {
  bool in_type = false;
  bool hidden = false;          // below `private:` or Ruby's `private`
  bool members_public = false;  // Java's interfaces, Rust's traits
};

// By the definition's own words and its section; whether its owner is public is not asked.
bool is_public_itself(const Source& source, TSNode node, std::string_view name,
                      const Section& section);
// The comment documents what follows it, rather than being a remark or an order to a tool.
bool is_doc_comment(Language language, std::string_view comment);
// Python: the first statement of the body is a string.
bool has_docstring(const Source& source, TSNode definition);

}  // namespace pawl::syntax
