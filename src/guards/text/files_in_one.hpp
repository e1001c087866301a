// Several files of one answer, written into one: the path of another file on a line, and its text
// below.
#pragma once

#include <optional>

#include "guards/text/chat_remains.hpp"
#include "guards/text/text_change.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {

// `known` holds the files of the repository; nullptr when there is none.
std::optional<Remain> other_file_in(const TextChange& change, const repo::RepoView* known);

}  // namespace pawl::guards
