// The pull requests of the local forge.
#pragma once

#include <optional>
#include <string>

#include "forge/local_issues.hpp"
#include "forge/local_world.hpp"

namespace pawl::forge {

class LocalPulls final : public Pulls {
 public:
  // Borrows both.
  LocalPulls(LocalWorld& world, LocalIssues& issues) : world_(world), issues_(issues) {}

  Answer<Access> check_write() override;
  Answer<std::string> fork(const std::string& base) override;
  Answer<std::optional<Pull>> find_by_run(const std::string& run) override;
  Answer<Opened> open(const PullDraft& draft) override;
  Answer<Pull> mark_ready(std::int64_t number, const std::string& expected_head) override;
  Answer<Page<Pull>> list(std::optional<PullState> state, const PageRequest& page) override;
  Answer<Pull> get(std::int64_t number) override;
  Answer<std::vector<Pull>> opened_since(Timestamp at) override;
  Answer<std::vector<OfferedTree>> offered_trees() override;
  Answer<std::string> diff(std::int64_t number) override;
  Answer<Pull> update(std::int64_t number, const PullChange& change,
                      const std::string& expected_head) override;
  Answer<MergeView> merge_view(std::int64_t number) override;
  Answer<Pull> merge(std::int64_t number, MergeMethod method,
                     const std::string& expected_head) override;
  Answer<Pull> close(std::int64_t number) override;
  Answer<BranchGuard> guard_of(const std::string& /*branch*/) override {
    return BranchGuard{.known = false};
  }

 private:
  const std::string& location() const { return world_.target.location; }
  // Whether its branch is at another commit than its run published.
  bool is_frozen(const PullRow& row) const;
  Pull pull_of(const PullRow& row) const;
  PullRow row_of(const PullDraft& draft) const;
  Answered check_draft(const PullDraft& draft);
  Answer<std::string> tip(const std::string& branch);
  // The commit by which the base branch holds the pull request already.
  Answer<std::optional<std::string>> contained(const PullRow& row, const std::string& base_tip);
  Answer<std::string> prepare(PullRow& row, const std::string& base_tip, MergeMethod method);
  Answered check_head(const PullRow& row);
  Answer<Pull> record_merged(PullRow row, const std::string& commit);
  Answer<Pull> save(PullRow row);

  LocalWorld& world_;
  LocalIssues& issues_;
};

}  // namespace pawl::forge
