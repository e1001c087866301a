// What every forge asks of the words it is given, and how it names what is not as it was expected.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "forge/trouble.hpp"
#include "forge/values.hpp"

namespace pawl::forge {

// invalid, unless it is UTF-8 of at most `bytes_max`; `what` is `the body of the issue`.
Answered check_text(std::string_view what, std::string_view text,
                    std::size_t bytes_max = 256U << 10U);
// invalid, unless it is one line of text that is not too long; `what` is `an issue`.
Answered check_title(std::string_view what, std::string_view title);
// invalid, unless a review says something, or approves.
Answered check_review(const ReviewDraft& draft);
// Of a pull request of another head than was expected.
Trouble stale_head(std::int64_t number, const std::string& is, const std::string& expected);
// Of a comment at a line that is not there.
Trouble no_such_line(const LineComment& comment, const std::string& why);

}  // namespace pawl::forge
