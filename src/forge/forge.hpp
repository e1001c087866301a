// A forge: where issues are filed, and where a branch of verified commits is offered as a pull
// request, and merged. Stages, `pawl pr` and `pawl issue` know this interface only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/result.hpp"

namespace pawl::forge {

// Byte-stable: in the database and in `--json`.
enum class PullState : std::uint8_t { open, merged, closed };
std::string_view to_string(PullState state);

enum class MergeMethod : std::uint8_t {
  fast_forward,  // the base branch gets the commits as they are
  squash,        // the base branch gets one commit with the pull request's text
};

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
  std::string run;
  std::vector<std::string> labels;
  std::int64_t fixes = 0;
  std::string created_at;
  std::string updated_at;

  bool operator==(const Pull&) const = default;
};
Json to_json(const Pull& pull);

// Byte-stable, like PullState.
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

class Forge {
 public:
  virtual ~Forge() = default;

  // Whether a run may open pull requests here: asked before any model time is spent. denied or
  // not_found say why not, and the way out.
  virtual Status check_write() = 0;
  virtual Result<std::optional<Pull>> find_by_run(const std::string& run) = 0;

  struct Opened {
    Pull pull;
    bool adopted = false;  // the run had it already
  };
  // A run has one pull request: a second call adopts the first one and, while that is open, brings
  // its text and head up to date. conflict when the branch is not at the draft's head.
  virtual Result<Opened> open(const PullDraft& draft) = 0;

  virtual Result<std::vector<Pull>> list() = 0;       // by number
  virtual Result<Pull> get(std::int64_t number) = 0;  // not_found when there is none
  // The base branch holds the change when this returns, and only then is it merged, and the issue
  // it fixes closed. Safe to repeat after a crash at any point. conflict when the base moved on, or
  // the branch is not what the checks saw; denied when the base is checked out somewhere with work
  // that is not committed.
  virtual Result<Pull> merge(std::int64_t number, MergeMethod method) = 0;
  // The branch stays. conflict when it is merged already.
  virtual Result<Pull> close(std::int64_t number) = 0;

  virtual Result<Issue> open_issue(const IssueDraft& draft) = 0;  // invalid without a title
  virtual Result<std::vector<Issue>> issues() = 0;                // by number
  virtual Result<Issue> issue(std::int64_t number) = 0;           // not_found when there is none
  virtual Result<Issue> close_issue(std::int64_t number) = 0;     // safe to repeat
};

}  // namespace pawl::forge
