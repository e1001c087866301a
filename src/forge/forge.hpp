// A forge: where issues are filed, and where a branch of verified commits is offered as a pull
// request, reviewed, checked and merged. Stages and commands know these interfaces only; which
// forge is behind them the settings say (open_forge.hpp). contract.hpp has what every forge keeps.
//
// Writes that decide on what somebody saw take the head commit they saw: when the pull request has
// another one meanwhile they change nothing and answer TroubleKind::conflict.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forge/ci.hpp"
#include "forge/page.hpp"
#include "forge/trouble.hpp"
#include "forge/values.hpp"

namespace pawl::forge {

enum class MergeMethod : std::uint8_t {
  fast_forward,  // the base branch gets the commits as they are
  squash,        // the base branch gets one commit with the pull request's text
};

// How a branch gets to where a pull request can be opened of it.
enum class Access : std::uint8_t {
  push,  // to the repository
  fork,  // to a fork of the user's own
};

class Pulls {
 public:
  virtual ~Pulls() = default;

  // Whether a run may open pull requests here, and how: asked before any model time is spent.
  // denied or not_found say why not, and the way out.
  virtual Answer<Access> check_write() = 0;
  // The user's fork of the repository as `owner/repo`, made where there is none, with `base`
  // brought up to date; safe to repeat. unsupported where there are no forks.
  virtual Answer<std::string> fork(const std::string& base) = 0;
  virtual Answer<std::optional<Pull>> find_by_run(const std::string& run) = 0;

  struct Opened {
    Pull pull;
    bool adopted = false;  // the run had it already
  };
  // A run has one pull request: a second call adopts the first one and, while that is open, brings
  // its text and head up to date. conflict when the branch is not at the draft's head. A draft that
  // a person marked as ready stays so.
  virtual Answer<Opened> open(const PullDraft& draft) = 0;
  // A draft is one no more; safe to repeat.
  virtual Answer<Pull> mark_ready(std::int64_t number, const std::string& expected_head) = 0;

  // By number; only those in a state when one is given.
  virtual Answer<Page<Pull>> list(std::optional<PullState> state, const PageRequest& page) = 0;
  virtual Answer<Pull> get(std::int64_t number) = 0;  // not_found when there is none
  // Of all states, those opened at that time and later.
  virtual Answer<std::vector<Pull>> opened_since(Timestamp at) = 0;
  // Of all that are open, whoever opened them.
  virtual Answer<std::vector<OfferedTree>> offered_trees() = 0;
  // What it changes, as git prints it.
  virtual Answer<std::string> diff(std::int64_t number) = 0;
  // Of an open one. invalid without a title.
  virtual Answer<Pull> update(std::int64_t number, const PullChange& change,
                              const std::string& expected_head) = 0;
  // Asking makes a forge that has not tried the merge yet do so: ask again after a while.
  virtual Answer<MergeView> merge_view(std::int64_t number) = 0;
  // The base branch holds the change when this returns, and only then is it merged, and the issue
  // it fixes closed. Safe to repeat after a crash at any point; one that is merged already is
  // answered as it is. conflict when the base moved on, it is a draft, or the branch is not what
  // the checks saw; denied when the base is checked out somewhere with work that is not committed.
  virtual Answer<Pull> merge(std::int64_t number, MergeMethod method,
                             const std::string& expected_head) = 0;
  // The branch stays. conflict when it is merged already.
  virtual Answer<Pull> close(std::int64_t number) = 0;

  // What keeps this user from changing a branch but by a pull request. not_found when there is no
  // such branch.
  virtual Answer<BranchGuard> guard_of(const std::string& branch) = 0;
};

class Issues {
 public:
  virtual ~Issues() = default;
  virtual Answer<Issue> open(const IssueDraft& draft) = 0;        // invalid without a title
  virtual Answer<Page<Issue>> list(const PageRequest& page) = 0;  // by number
  virtual Answer<Issue> get(std::int64_t number) = 0;             // not_found when there is none
  virtual Answer<Issue> close(std::int64_t number) = 0;           // safe to repeat
  // Of an issue or of a pull request, which share their numbers. invalid without a text.
  virtual Answer<Comment> comment(std::int64_t number, const CommentDraft& draft) = 0;
  virtual Answer<Page<Comment>> comments(std::int64_t number, const PageRequest& page) = 0;
  // Another text in the place of a comment's. Of the comments of whoever writes here, by its id.
  virtual Answer<Comment> update_comment(const Comment& comment, const std::string& body) = 0;
};

class Reviews {
 public:
  virtual ~Reviews() = default;
  // Of an open pull request. invalid when it asks for changes or comments without a word, or a
  // comment is at no line of a file of the head.
  virtual Answer<Review> submit(std::int64_t number, const ReviewDraft& draft,
                                const std::string& expected_head) = 0;
  virtual Answer<Page<Review>> list(std::int64_t number,
                                    const PageRequest& page) = 0;  // oldest first

  // All that is said at lines of it, resolved or not, oldest first.
  virtual Answer<std::vector<Thread>> threads(std::int64_t number) = 0;
  // One more comment in it. invalid without a text; not_found when there is no such thread.
  virtual Answer<Comment> reply(const Thread& thread, const CommentDraft& draft) = 0;
  // Nothing more is to be done about it; safe to repeat. denied to who may not say so.
  virtual Answered resolve(const Thread& thread) = 0;

  // Asks somebody for a review; safe to repeat. unsupported where nobody can be asked; invalid,
  // denied or not_found where that one cannot.
  virtual Answered request(std::int64_t number, const std::string& login);
};

inline Answered Reviews::request(std::int64_t /*number*/, const std::string& login) {
  return Trouble{.kind = TroubleKind::unsupported,
                 .message = "nobody can be asked for a review here, " + login + " neither",
                 .way_out = {}};
}

class Checks {
 public:
  virtual ~Checks() = default;
  // What a check reports of the head of a pull request; a later report of that name takes the place
  // of the earlier one. invalid when only one of completed and a conclusion is there.
  virtual Answer<Check> report(std::int64_t number, const CheckReport& report,
                               const std::string& expected_head) = 0;
  // Of a commit, by name.
  virtual Answer<Page<Check>> list(const std::string& head_commit, const PageRequest& page) = 0;

  // All that CI reports of these commits, in the order they are asked about: of many at once for
  // little more than of one. not_found when there is no such pull request.
  virtual Answer<std::vector<CiState>> ci(std::span<const CiQuestion> asked) = 0;
  // Of a signal that names a job, or says something itself; not_found when nothing is kept.
  virtual Answer<JobLog> log(const CiSignal& signal) = 0;
  virtual Answer<WorkflowRun> workflow_run(std::int64_t id) = 0;
  // Begins the failed jobs of that attempt again. conflict when it is not over, or not the newest
  // attempt any more.
  virtual Answered rerun_failed(const WorkflowRun& seen) = 0;
};

// What a forge can do, asked before it is tried.
struct Capabilities {
  bool fast_forward = false;   // MergeMethod::fast_forward
  bool squash = false;         // MergeMethod::squash
  bool line_comments = false;  // comments of a review at lines of files
  bool report_checks = false;  // Checks::report, by this user
  bool rerun_checks = false;   // Checks::rerun_failed
};

class Forge {
 public:
  virtual ~Forge() = default;
  virtual std::string_view kind() const = 0;  // `local`, `github`; byte-stable
  virtual Capabilities capabilities() const = 0;
  // Who writes here: the author of what Pawl itself says.
  virtual Answer<std::string> author() = 0;
  virtual Pulls& pulls() = 0;
  virtual Issues& issues() = 0;
  virtual Reviews& reviews() = 0;
  virtual Checks& checks() = 0;
};

}  // namespace pawl::forge
