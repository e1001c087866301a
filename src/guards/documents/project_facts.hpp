// What documents say of the project and its files deny: another licence than the one that lies
// there, badges of workflows and services nobody set up, and texts of licences that lost their
// terms.
#pragma once

#include <string_view>
#include <vector>

#include "guards/guard.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::guards {

// Of one document the change leaves behind.
std::vector<Finding> denied_facts(const git::FileChange& file,
                                  const syntax::MarkdownDocument& document,
                                  const repo::RepoView& head);
// Of a file that holds the terms of a licence; nothing of any other.
std::vector<Finding> licence_damage(const git::FileChange& file, const repo::RepoView& head);

}  // namespace pawl::guards
