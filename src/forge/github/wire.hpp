// What GitHub's REST answers hold, as the values of every forge.
#pragma once

#include <string>
#include <string_view>

#include "base/json.hpp"
#include "forge/values.hpp"

namespace pawl::forge {

// Behind the text of a pull request, where no reader sees it: the run that opened it and the issue
// it fixes. Only a branch of the repository itself is believed what it says.
std::string body_with_mark(const std::string& body, const std::string& run, std::int64_t fixes);

// `repository` is `owner/repo`.
Pull pull_from(const Json& pull, std::string_view repository);
Issue issue_from(const Json& issue);
Comment comment_from(const Json& comment, std::int64_t number);
// Without its comments at lines.
Review review_from(const Json& review, std::int64_t number);
LineComment line_comment_from(const Json& comment);
// A run of a check, and a status of a commit: two ways to report the same thing.
Check check_from_run(const Json& run);
Check check_from_status(const Json& status, const std::string& head_commit);

}  // namespace pawl::forge
