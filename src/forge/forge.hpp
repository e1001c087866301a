// A forge: where a branch of verified commits is offered as a pull request, and merged. Stages and
// `pawl pr` know this interface only.
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
};

struct Pull {
  std::int64_t number = 0;  // per repository, from 1
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
  std::string created_at;
  std::string updated_at;

  bool operator==(const Pull&) const = default;
};
Json to_json(const Pull& pull);

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
  // The base branch holds the change when this returns, and only then is it merged. Safe to repeat
  // after a crash at any point. conflict when the base moved on, or the branch is not what the
  // checks saw; denied when the base is checked out somewhere with work that is not committed.
  virtual Result<Pull> merge(std::int64_t number, MergeMethod method) = 0;
  // The branch stays. conflict when it is merged already.
  virtual Result<Pull> close(std::int64_t number) = 0;
};

}  // namespace pawl::forge
