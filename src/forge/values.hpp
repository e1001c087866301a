// What forges hold: pull requests, issues, comments, reviews, checks. Values, the same for all
// forges; the words of the enumerations are byte-stable, in databases and in `--json`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"

namespace pawl::forge {

enum class PullState : std::uint8_t { open, merged, closed };
std::string_view to_string(PullState state);

// What a run wants to be offered. `branch` holds `head_commit` in the target already.
struct PullDraft {
  std::string title;
  std::string body;
  std::string base;
  std::string branch;
  std::string base_commit;
  std::string head_commit;
  std::string run;
  std::vector<std::string> labels;
  // The issue it fixes, 0 for none: the merge closes it. The body says so, too.
  std::int64_t fixes = 0;
  bool draft = false;                // not to be reviewed or merged yet
  std::string head_repository = {};  // the fork that has the branch; empty: the repository itself
};

struct Pull {
  std::int64_t number = 0;  // per repository, from 1; shared with issues
  std::string url;
  std::string title;
  std::string body;
  PullState state = PullState::open;
  std::string base;
  std::string branch;
  std::string base_commit;
  std::string head_commit;
  std::string merge_commit;  // of a merged one: what the base branch got
  std::string run;           // that opened it; empty: none of Pawl's did
  std::vector<std::string> labels;
  std::int64_t fixes = 0;
  bool draft = false;           // not to be reviewed or merged yet
  std::string pushed_commit;    // the head that its run published last, as far as that is known
  bool frozen = false;          // somebody else pushed to its branch since: it is theirs
  std::string head_repository;  // of its branch where that is a fork; empty: the repository itself
  std::string created_at;
  std::string updated_at;

  bool operator==(const Pull&) const = default;
};
Json to_json(const Pull& pull);

// What an open pull request, anybody's, would make of the files.
struct OfferedTree {
  std::int64_t number = 0;
  std::string url;
  std::string base;
  std::string branch;
  std::string run;   // that opened it; empty: none of Pawl's did
  std::string tree;  // id of git's

  bool operator==(const OfferedTree&) const = default;
};

// Whether the head of a pull request merges into its base as it is now.
enum class Mergeable : std::uint8_t {
  unknown,  // the forge has not tried it yet
  clean,
  conflicting,
};
std::string_view to_string(Mergeable mergeable);

// What the rules of the base branch make of the reviews.
enum class ReviewDecision : std::uint8_t {
  none,  // they ask for none
  approved,
  changes_requested,
  required,  // one is missing
};
std::string_view to_string(ReviewDecision decision);

// What stands between an open pull request and its merge, as the forge sees it, beside its checks.
struct MergeView {
  std::string head_commit;  // that this is about
  Mergeable mergeable = Mergeable::unknown;
  ReviewDecision reviews = ReviewDecision::none;
  bool draft = false;

  bool operator==(const MergeView&) const = default;
};

// What of a pull request is to be another; nothing: it stays as it is.
struct PullChange {
  std::optional<std::string> title = {};
  std::optional<std::string> body = {};
  std::optional<std::vector<std::string>> labels = {};
};

// What a forge asks of changes to a branch, and whether this user may pass it by.
struct BranchGuard {
  bool known = true;                   // false: this forge has no such thing
  std::vector<std::string> asks = {};  // for a pull request, or checks: `ruleset "main"`
  std::vector<std::string> ways = {};  // past them, each a sentence; of a branch with no guard one
  std::vector<std::string> unknown = {};  // what could not be asked, each a sentence
};

enum class IssueState : std::uint8_t { open, closed };
std::string_view to_string(IssueState state);

struct IssueDraft {
  std::string title;  // one line
  std::string body;
  std::string author;
  std::vector<std::string> labels;
};

// What its author wrote is data: nobody has checked it.
struct Issue {
  std::int64_t number = 0;  // per repository, from 1; shared with pull requests
  std::string url;
  std::string title;
  std::string body;
  IssueState state = IssueState::open;
  std::string author;
  std::vector<std::string> labels;
  std::int64_t closed_by = 0;  // the pull request whose merge closed it; 0: none
  std::string created_at;
  std::string updated_at;

  bool operator==(const Issue&) const = default;
};
Json to_json(const Issue& issue);

struct CommentDraft {
  std::string body;
  std::string author;
};

// What somebody is to a repository, from nobody in particular to its owner; who comes later may do
// more.
enum class Association : std::uint8_t { none, contributor, collaborator, member, owner };
std::string_view to_string(Association association);
std::optional<Association> association_named(std::string_view name);  // in any case

// On an issue or a pull request as a whole.
struct Comment {
  std::int64_t id = 0;
  std::int64_t number = 0;
  std::string author;
  std::string body;
  std::string created_at;
  Association association = Association::none;  // of its author

  bool operator==(const Comment&) const = default;
};
Json to_json(const Comment& comment);

// What is said of one line of a pull request: a comment, and the answers to it.
struct Thread {
  std::string id;  // what the forge calls it
  std::int64_t number = 0;
  std::string path;
  std::int64_t line = 0;  // of the file as it is in the head; 0: it is not there any more
  std::string hunk;       // of the diff, about the line; empty: this forge keeps none
  bool resolved = false;
  std::vector<Comment> comments;  // oldest first; never empty

  bool operator==(const Thread&) const = default;
};

enum class ReviewState : std::uint8_t { commented, approved, changes_requested };
std::string_view to_string(ReviewState state);

struct LineComment {
  std::string path;
  std::int64_t line = 0;  // of the file as it is in the head, from 1
  std::string body;

  bool operator==(const LineComment&) const = default;
};

struct ReviewDraft {
  ReviewState state = ReviewState::commented;
  std::string body;
  std::string author;
  std::vector<LineComment> comments;
};

struct Review {
  std::int64_t id = 0;
  std::int64_t number = 0;
  ReviewState state = ReviewState::commented;
  std::string author;
  std::string body;
  std::string head_commit;  // it was made on; the pull request may have another one now
  std::vector<LineComment> comments;
  std::string created_at;
  Association association = Association::none;  // of its author

  bool operator==(const Review&) const = default;
};
Json to_json(const Review& review);

enum class CheckStatus : std::uint8_t { queued, in_progress, completed };
std::string_view to_string(CheckStatus status);
enum class Conclusion : std::uint8_t {
  none,  // it is not completed
  success,
  failure,
  neutral,
  cancelled,
  skipped,
  timed_out,
  action_required,  // a person has to do something before it goes on
  stale,            // the forge gave it up
  startup_failure,  // it could not begin
};
std::string_view to_string(Conclusion conclusion);  // none: empty
std::optional<CheckStatus> check_status_named(std::string_view name);
std::optional<Conclusion> conclusion_named(std::string_view name);

struct CheckReport {
  std::string name;
  CheckStatus status = CheckStatus::completed;
  Conclusion conclusion = Conclusion::none;
  std::string output;
};

// What a build or test run reports of a commit.
struct Check {
  std::string name;
  std::string head_commit;
  CheckStatus status = CheckStatus::queued;
  Conclusion conclusion = Conclusion::none;
  std::string output;
  std::string created_at;
  std::string updated_at;

  bool operator==(const Check&) const = default;
};
Json to_json(const Check& check);
// It ended, and not well: failure, timed out, cancelled, could not start.
bool is_red(Conclusion conclusion);
bool is_red(const Check& check);

}  // namespace pawl::forge
