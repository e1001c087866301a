// What documents say of the licence of the project, against the terms that lie at its root.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "guards/guard.hpp"
#include "repo/views/view.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::guards {

bool is_licence_file(const RepoPath& path);
// The names of those at the root.
std::vector<std::string> licence_files(const repo::RepoView& head);
// A folder of the path, below the root, holds a licence: what lies there came from elsewhere.
bool has_licence_of_its_own(const RepoPath& path, const repo::RepoView& head);
// Of a text that names a licence; nothing when one of those it names may be the project's.
std::optional<Finding> denied_licence(std::string_view said, const repo::RepoView& head);
// Of the sentences that a document did not have before.
std::vector<Finding> denied_licences(const git::FileChange& file,
                                     const syntax::MarkdownDocument& document,
                                     const repo::RepoView& head);

}  // namespace pawl::guards
