// What Pawl itself said of a pull request, found again by a mark in it: after a crash or a lost
// answer nothing is said twice.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "forge/forge.hpp"

namespace pawl::forge {

// `<!-- pawl-NAME: WORDS -->` on a line of its own: no reader sees it.
std::string hidden_mark(std::string_view name, std::string_view words);

// The newest whose author is the one who writes here, with that text in it. A mark in the words of
// anybody else is nothing but words.
Answer<std::optional<Comment>> own_comment(Forge& forge, std::int64_t number,
                                           std::string_view part);
Answer<std::optional<Review>> own_review(Forge& forge, std::int64_t number, std::string_view part);

}  // namespace pawl::forge
