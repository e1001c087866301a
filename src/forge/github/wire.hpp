// What GitHub's REST answers hold, as the values of every forge.
#pragma once

#include <string>
#include <string_view>

#include "base/json.hpp"
#include "forge/values.hpp"

namespace pawl::forge {

// Behind the text of a pull request, where no reader sees it: the run that opened it, the head that
// it published last, and the issue it fixes.
struct PullMark {
  std::string run;
  std::string head;
  std::int64_t fixes = 0;
};
std::string body_with_mark(const std::string& body, const PullMark& mark);

// Whose branches are believed what the mark says: `repository` (`owner/repo`), where nobody else
// can push, and forks of `user`; empty: of nobody.
struct Trusted {
  std::string repository;
  std::string user = {};
};
// Whether it has a mark that only a fork of that user's would be believed.
bool is_marked_by_fork(const Json& pull, const Trusted& trusted);
Pull pull_from(const Json& pull, const Trusted& trusted);

// GraphQL: what open pull requests would make of the files, and that a draft is one no more.
extern const std::string_view kTreesQuery;
extern const std::string_view kReadyMutation;
// Of one pull request: what stands between it and its merge.
extern const std::string_view kMergeViewQuery;
MergeView merge_view_from(const Json& pull);
OfferedTree offered_tree_from(const Json& node);

Issue issue_from(const Json& issue);
Comment comment_from(const Json& comment, std::int64_t number);
// Without its comments at lines.
Review review_from(const Json& review, std::int64_t number);
LineComment line_comment_from(const Json& comment);
// A run of a check, and a status of a commit: two ways to report the same thing.
Check check_from_run(const Json& run);
Check check_from_status(const Json& status, const std::string& head_commit);

}  // namespace pawl::forge
