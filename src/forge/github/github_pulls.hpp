// Pull requests on GitHub.
#pragma once

#include <optional>
#include <string>

#include "forge/github/github_world.hpp"
#include "forge/github/wire.hpp"

namespace pawl::forge {

// What a run opened is known by a mark behind its text (wire.hpp), which is believed of a branch of
// the repository itself, where nobody else can push, and of a fork of the token's user.
class GithubPulls final : public Pulls {
 public:
  // Borrows it.
  explicit GithubPulls(GithubWorld& world) : world_(world) {}

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
  Answer<BranchGuard> guard_of(const std::string& branch) override;

 private:
  Answer<Pull> pull_of(const Json& json) { return forge::pull_of(world_, json); }
  Answered check_branch(const PullDraft& draft);
  // That of the draft's run, else an open one of its branch.
  Answer<std::optional<Pull>> find_by_branch(const PullDraft& draft);
  Answer<Pull> create(const PullDraft& draft);
  Answer<Opened> adopt(const Pull& known, const PullDraft& draft);
  // GitHub sees a push a moment after git does.
  Answer<Pull> wait_for_head(Pull pull, const std::string& head);
  Answered put_labels(std::int64_t number, const std::vector<std::string>& labels);

  GithubWorld& world_;
};

}  // namespace pawl::forge
