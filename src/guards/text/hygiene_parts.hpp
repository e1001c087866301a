// The parts of the guard of hygiene: each looks at one changed file.
#pragma once

#include <string>
#include <string_view>

#include "guards/guard.hpp"
#include "guards/text/text_change.hpp"

namespace pawl::guards {

Finding hygiene_finding(std::string_view rule, RuleKind kind, const git::FileChange& file,
                        std::string message, std::string feedback);

// Line ends, the last one, encodings.
void check_form(const git::FileChange& file, const Context& context, Verdict& verdict);
// What the added lines say that nobody meant to be in the file.
void check_lines(const TextChange& change, const Context& context, Verdict& verdict);

}  // namespace pawl::guards
