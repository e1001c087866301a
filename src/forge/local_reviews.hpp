// The reviews of the local forge, and what checks report to it.
#pragma once

#include <string>

#include "forge/local_world.hpp"

namespace pawl::forge {

class LocalReviews final : public Reviews {
 public:
  // Borrows it.
  explicit LocalReviews(LocalWorld& world) : world_(world) {}

  Answer<Review> submit(std::int64_t number, const ReviewDraft& draft,
                        const std::string& expected_head) override;
  Answer<Page<Review>> list(std::int64_t number, const PageRequest& page) override;
  Answer<std::vector<Thread>> threads(std::int64_t number) override;
  Answer<Comment> reply(const Thread& thread, const CommentDraft& draft) override;
  Answered resolve(const Thread& thread) override;

 private:
  Answered check_lines(const ReviewDraft& draft, const std::string& head);

  LocalWorld& world_;
};

class LocalChecks final : public Checks {
 public:
  // Borrows it.
  explicit LocalChecks(LocalWorld& world) : world_(world) {}

  Answer<Check> report(std::int64_t number, const CheckReport& report,
                       const std::string& expected_head) override;
  Answer<Page<Check>> list(const std::string& head_commit, const PageRequest& page) override;
  // Nothing is expected, and nothing required: checks are there once they were reported.
  Answer<std::vector<CiState>> ci(std::span<const CiQuestion> asked) override;
  Answer<JobLog> log(const CiSignal& signal) override;
  Answer<WorkflowRun> workflow_run(std::int64_t id) override;
  Answered rerun_failed(const WorkflowRun& seen) override;

 private:
  Answer<CiState> state_of(const CiQuestion& asked);

  LocalWorld& world_;
};

}  // namespace pawl::forge
