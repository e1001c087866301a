// What checks and statuses say of a commit on GitHub.
#pragma once

#include "forge/github/github_world.hpp"

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

 private:
  Answer<std::vector<Check>> all(const std::string& head_commit);

  GithubWorld& world_;
};

}  // namespace pawl::forge
