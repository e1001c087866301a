// A review of a model in words for people: a comment on the pull request, and comments at lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "critics/critique.hpp"
#include "critics/qa.hpp"
#include "forge/values.hpp"

namespace pawl::stages {

inline constexpr std::string_view kSelfReviewMark = "self-review";

// `2 findings (1 major, 1 minor)`.
std::string findings_words(const std::vector<critics::Finding>& findings);
// `2 handled, 1 gap`; or why there is no verdict.
std::string dialogue_words(const critics::Dialogue& dialogue);
// What was read, and what was not, each a sentence.
std::vector<std::string> reading_words(const critics::Review& review);
// GitHub-flavoured Markdown; all that a model or the repository says is escaped. Ends with a hidden
// mark of the head.
std::string self_review_comment(const critics::Review& review, const std::string& head,
                                std::string_view model);
// Of the findings that have a line in the head, the worst first.
std::vector<forge::LineComment> line_comments(const critics::Review& review);
// What stands above those; ends with the same mark.
std::string self_review_body(std::size_t comments, const std::string& head);

}  // namespace pawl::stages
