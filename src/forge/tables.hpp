// The tables of the local forge in pawl.db (data/migrations/forge): pull requests, issues,
// comments, reviews, checks. They live there and nowhere else: what is written is on disk when a
// call returns.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "forge/page.hpp"
#include "forge/values.hpp"
#include "store/database.hpp"
#include "store/salvage.hpp"

namespace pawl::forge {

struct PullRow {
  std::int64_t number = 0;  // per repository, from 1; shared with issues
  std::string repository;   // git::Target::key
  std::string location;     // where the repository is
  std::string title;
  std::string body;
  std::string state;  // open, merged, closed
  std::string base;
  std::string branch;
  std::string base_commit;
  std::string head_commit;
  std::string merge_commit;
  std::string run;  // the run that opened it
  std::vector<std::string> labels;
  std::string created_at;
  std::string updated_at;
  std::int64_t fixes = 0;  // number of the issue; 0: none
  bool draft = false;      // not to be merged yet
};

struct IssueRow {
  std::int64_t number = 0;  // per repository, from 1; shared with pull requests
  std::string repository;   // git::Target::key
  std::string location;     // where the repository is
  std::string title;
  std::string body;
  std::string state;  // open, closed
  std::string author;
  std::vector<std::string> labels;
  std::int64_t closed_by = 0;  // number of the pull request whose merge closed it; 0: none
  std::string created_at;
  std::string updated_at;
};

class Tables {
 public:
  explicit Tables(store::Database& database) : database_(database) {}

  // A pull request of the same `run` is adopted, not made again: `created` says which.
  struct Opened {
    PullRow pull;
    bool created = false;
  };
  Result<Opened> open_pull(const PullRow& pull);
  // `state` empty: of all states.
  Result<std::vector<PullRow>> pulls(const std::string& repository, std::string_view state,
                                     const Slice& slice);
  Result<std::optional<PullRow>> pull(const std::string& repository, std::int64_t number);
  Result<std::optional<PullRow>> pull_of_run(const std::string& repository, const std::string& run);
  Status update_pull(const PullRow& pull);
  // The same, if it is open and at `expected_head` at that moment; whether it was.
  Result<bool> update_pull_at(const PullRow& pull, const std::string& expected_head);

  // The number of the argument does not count: it gets the next free one.
  Result<IssueRow> open_issue(const IssueRow& issue);
  Result<std::vector<IssueRow>> issues(const std::string& repository, const Slice& slice);
  Result<std::optional<IssueRow>> issue(const std::string& repository, std::int64_t number);
  Status update_issue(const IssueRow& issue);

  // Their ids are given here.
  Result<Comment> add_comment(const std::string& repository, const Comment& comment);
  Result<std::vector<Comment>> comments(const std::string& repository, std::int64_t number,
                                        const Slice& slice);
  // Its text; whether there is such a comment.
  Result<bool> update_comment(const std::string& repository, const Comment& comment);
  // Only while the pull request is open and has the head that the review was made on; else nothing.
  Result<std::optional<Review>> add_review(const std::string& repository, const Review& review);
  Result<std::vector<Review>> reviews(const std::string& repository, std::int64_t number,
                                      const Slice& slice);
  // What is said at lines, with the replies.
  Result<std::vector<Thread>> threads(const std::string& repository, std::int64_t number);
  // Nothing when there is no such thread.
  Result<std::optional<Comment>> add_reply(const std::string& repository, const Thread& thread,
                                           const Comment& reply);
  // Whether there is such a thread.
  Result<bool> resolve_thread(const std::string& repository, const Thread& thread);
  // Only while the pull request of that number has the head of the check; else nothing. An earlier
  // one of that name keeps its `created_at`.
  Result<std::optional<Check>> put_check(const std::string& repository, std::int64_t number,
                                         const Check& check);
  Result<std::vector<Check>> checks(const std::string& repository, const std::string& head_commit,
                                    const std::string& after_name, std::size_t limit);

 private:
  store::Database& database_;
};

// Nothing of a forge can be made again from journals.
std::span<const store::KeptTable> kept_tables();

}  // namespace pawl::forge
