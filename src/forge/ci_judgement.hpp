// Whether CI is green, of what a forge reports: values in, an outcome out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"
#include "forge/ci.hpp"

namespace pawl::forge {

enum class CiOutcome : std::uint8_t {
  pending,  // look again
  success,  // something succeeded, all that is required did, and nothing is red or under way
  failure,
  timeout,  // it was not over in time
  none,     // nothing reports on this commit, or nothing that did anything
  blocked,  // it does not go on without a person
  moved,    // the branch has another head now, or the pull request is not open any more
};
std::string_view to_string(CiOutcome outcome);  // byte-stable

struct CiPatience {
  Milliseconds grace{120'000};    // for the first sign of what is expected
  Milliseconds limit{1'200'000};  // for all of it
};

struct CiJudgement {
  CiOutcome outcome = CiOutcome::pending;
  std::string reason;
  std::string way_out;        // what a person does next; empty: nothing
  std::vector<CiSignal> red;  // of failure

  bool is_final() const { return outcome != CiOutcome::pending; }
};

// `watched`: for how long the commit has been looked at. Neutral and skipped are not red; only
// success is green. A check of another commit says nothing.
CiJudgement judge_ci(const CiState& state, Milliseconds watched, const CiPatience& patience);

}  // namespace pawl::forge
