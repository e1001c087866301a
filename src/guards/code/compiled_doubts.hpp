// What compilers, their plug-ins and builds add to a repository that its text does not show:
// headers from elsewhere, classes of annotation processors, items of derive macros. In doubt the
// answer is yes.
#pragma once

#include <string>
#include <string_view>

#include "guards/code/code_change.hpp"
#include "guards/guard.hpp"
#include "index/index.hpp"

namespace pawl::guards {

// C and C++: a header that a build makes, or that comes from outside of the repository.
bool may_be_foreign_header(const CodeFile& code, const syntax::Import& import,
                           const index::Resolution& resolution, const index::CodeIndex& index,
                           const Context& context);
// Java: a class that a tool writes, or a package that a dependency shares with the repository.
bool may_be_foreign_class(const syntax::Import& import, const index::Resolution& resolution,
                          const index::Graph& head, const Context& context);
// Rust: a derive or an attribute of the text may make items or methods.
bool has_making_attribute(std::string_view text);
// Rust: a derive or an attribute may make the item of something else in the file.
bool may_be_derived(const index::Offer& offer, std::string_view name, const index::Graph& head);

}  // namespace pawl::guards
