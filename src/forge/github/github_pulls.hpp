// Pull requests on GitHub.
#pragma once

#include <optional>
#include <string>

#include "forge/github/github_world.hpp"

namespace pawl::forge {

// What a run opened is known by a mark behind its text (wire.hpp), which only a pull request of a
// branch of the repository itself is believed: nobody else can push there.
class GithubPulls final : public Pulls {
 public:
  // Borrows it.
  explicit GithubPulls(GithubWorld& world) : world_(world) {}

  Answered check_write() override;
  Answer<std::optional<Pull>> find_by_run(const std::string& run) override;
  Answer<Opened> open(const PullDraft& draft) override;
  Answer<Page<Pull>> list(std::optional<PullState> state, const PageRequest& page) override;
  Answer<Pull> get(std::int64_t number) override;
  Answer<std::string> diff(std::int64_t number) override;
  Answer<Pull> update(std::int64_t number, const PullChange& change,
                      const std::string& expected_head) override;
  Answer<Pull> merge(std::int64_t number, MergeMethod method,
                     const std::string& expected_head) override;
  Answer<Pull> close(std::int64_t number) override;

 private:
  Pull pull_of(const Json& json) const { return pull_from(json, world_.repository()); }
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
