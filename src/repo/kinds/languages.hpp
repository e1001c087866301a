// Programming languages of files, recognised by their names.
#pragma once

#include <string_view>
#include <vector>

#include "repo/facts/facts.hpp"

namespace pawl::repo {

// The display name of the language of a path, empty for data, markup and what nobody knows. `.h`
// is `C`; only a whole repository says whether its headers are C++.
std::string_view language_of(const RepoPath& path);
std::vector<LanguageCount> count_languages(const RepoView& view);
// The files whose `#!` lines count_languages() reads.
std::vector<const Entry*> scripts_to_look_at(const RepoView& view);

}  // namespace pawl::repo
