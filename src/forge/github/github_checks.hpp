// What checks and statuses say of a commit on GitHub.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "forge/github/github_world.hpp"
#include "forge/github/wire_ci.hpp"

namespace pawl::forge {

class GithubChecks final : public Checks {
 public:
  // Borrows it.
  explicit GithubChecks(GithubWorld& world) : world_(world) {}

  // Only a GitHub App may write runs of checks: unsupported.
  Answer<Check> report(std::int64_t number, const CheckReport& report,
                       const std::string& expected_head) override;
  // The newest run of each check and the newest status of each context.
  Answer<Page<Check>> list(const std::string& head_commit, const PageRequest& page) override;
  // One query for a hundred of them; what base branches require is asked every two minutes.
  Answer<std::vector<CiState>> ci(std::span<const CiQuestion> asked) override;
  Answer<JobLog> log(const CiSignal& signal) override;
  Answer<WorkflowRun> workflow_run(std::int64_t id) override;
  Answered rerun_failed(const WorkflowRun& seen) override;

 private:
  struct Demands {
    std::vector<RequiredCheck> checks;
    Timestamp asked_at;
  };
  Answer<std::vector<Check>> all(const std::string& head_commit);
  Answer<std::vector<CiState>> ask(std::span<const CiQuestion> asked);
  // What does not fit on the first page, up to a limit.
  Answered ask_more(const CiQuestion& asked, CiAnswer& answer);
  Answer<std::vector<RequiredCheck>> required(const std::string& base);
  Answer<std::vector<RequiredCheck>> ask_required(const std::string& base);

  GithubWorld& world_;
  std::map<std::string, Demands, std::less<>> demands_;  // by base branch
};

}  // namespace pawl::forge
