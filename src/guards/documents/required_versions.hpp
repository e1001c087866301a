// What documents say of the version of a language that the project needs, and its manifest denies.
#pragma once

#include <vector>

#include "guards/guard.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::guards {

// Of the sentences that `before` does not have.
std::vector<Finding> denied_versions(const RepoPath& path, const syntax::MarkdownDocument& document,
                                     const syntax::MarkdownDocument& before,
                                     const repo::RepoView& head);

}  // namespace pawl::guards
