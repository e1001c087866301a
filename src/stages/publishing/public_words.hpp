// Words of models and repositories, before they go into a commit message or a pull request, where
// forges, CI systems and bots read them as commands.
#pragma once

#include <string>
#include <string_view>

namespace pawl::stages {

// One line that says the same and commands nothing: marks that skip CI (data/words/ci-marks.txt),
// HTML comments and images are taken out; references to issues and mentions of people lose the sign
// that makes them one (`#1` becomes `1`, `@name` becomes `name`, a link to an issue loses its
// scheme); a trailer at the start (data/words/trailers.txt) loses its colon. Hidden characters are
// escaped. Longer texts end in an ellipsis.
std::string harmless_line(std::string_view text, std::size_t bytes_max);

}  // namespace pawl::stages
