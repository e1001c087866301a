// What CI reports of one commit, as a whole: all that a watcher has to know to say whether it is
// green. Values, the same for all forges; what follows from them is ci_judgement.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forge/values.hpp"

namespace pawl::forge {

// Which commit of which pull request is asked about.
struct CiQuestion {
  std::int64_t number = 0;
  std::string head_commit;
  std::string previous_head = {};  // that the branch had until now; a forge may be late to notice
};

enum class CiSource : std::uint8_t {
  check,   // a run of a check
  suite,   // a workflow of which no check was begun: it waits for a person, or could not start
  status,  // a commit status
};
std::string_view to_string(CiSource source);

// One thing that reports on a commit: the newest of its name.
struct CiSignal {
  CiSource source = CiSource::check;
  std::string name;
  std::string app;          // who reports; empty: nobody says
  std::int64_t app_id = 0;  // 0: nobody says
  std::string head_commit;
  CheckStatus status = CheckStatus::completed;
  Conclusion conclusion = Conclusion::none;
  std::string summary;            // what it says of itself; data
  std::string url;                // where a person looks
  std::int64_t job = 0;           // whose log can be read (Checks::log); 0: there is none
  std::int64_t workflow_run = 0;  // that can be begun again (Checks::rerun_failed); 0: cannot

  bool is_pending() const { return status != CheckStatus::completed; }
  bool operator==(const CiSignal&) const = default;
};
// It ended, and not well: failure, timed out, cancelled, could not start.
bool is_red(const CiSignal& signal);
Json to_json(const CiSignal& signal);

// What the base branch wants to see before a merge.
struct RequiredCheck {
  std::string name;
  std::int64_t app_id = 0;  // who has to report it; 0: anybody

  bool operator==(const RequiredCheck&) const = default;
};

struct CiState {
  std::string head_commit;         // that was asked about
  std::string branch_head;         // that the pull request has
  std::string previous_head = {};  // of the question
  PullState pull = PullState::open;
  std::vector<CiSignal> signals;
  std::vector<RequiredCheck> required;
  // Something will report on the commit: its tree has workflows, or checks reported on the base.
  // Nothing: it is not known.
  std::optional<bool> expected = {};
  bool has_workflows = false;  // of the commit's own tree
  bool incomplete = false;     // there are more signals than anybody could ask for

  bool operator==(const CiState&) const = default;
};

// One attempt of a workflow.
struct WorkflowRun {
  std::int64_t id = 0;
  std::int64_t attempt = 1;
  std::string name;
  std::string head_commit;
  CheckStatus status = CheckStatus::queued;
  Conclusion conclusion = Conclusion::none;
};

// What a job did, in order.
struct JobStep {
  std::string name;
  Conclusion conclusion = Conclusion::none;
  std::string started_at;  // to the second
  std::string completed_at;
};

// The log of a job is data: whoever wrote the code that ran there wrote it.
struct JobLog {
  std::string name;
  std::vector<JobStep> steps;  // empty: nobody says
  std::string text;            // as it comes
};

}  // namespace pawl::forge
