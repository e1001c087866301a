// Comments that stand where code should: `// ... rest of the code unchanged`.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/text/repo_path.hpp"

namespace pawl::guards {

enum class Placeholder : std::uint8_t {
  no,
  likely,   // `rest of the file unchanged`: one when code vanished around it
  certain,  // `... existing code ...`: nobody writes this for a reader
};

// Of one line, which may hold a comment of any language and nothing else, or words in brackets or
// between dots.
Placeholder placeholder_of(std::string_view line);
// It stands there without being a comment: `[rest of the file unchanged]`.
bool is_bare_placeholder(std::string_view line);
// What is there to be filled in by others: a template, an example.
bool is_place_to_fill(const RepoPath& path);

}  // namespace pawl::guards
