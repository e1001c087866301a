// Facts that prove a file useful which is not there: the repository's own files name it.
#pragma once

#include <initializer_list>
#include <string_view>

#include "recipes/recipe.hpp"

namespace pawl::recipes {

// So many of them make a file worth writing that nobody asked for.
inline constexpr std::size_t kFactsWanted = 2;

// How many documents, manifests and CI definitions name one of these files of the root: by its
// path, or by its address in this very repository. Text in code blocks counts: what a reader copies
// has to be there.
std::size_t files_that_name(const Input& input, std::initializer_list<std::string_view> names);

// Asked for by name, or proven by kFactsWanted files that name one of these.
bool is_wanted(const Input& input, std::string_view recipe,
               std::initializer_list<std::string_view> names);

}  // namespace pawl::recipes
