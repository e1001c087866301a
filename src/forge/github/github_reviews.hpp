// Reviews on GitHub.
#pragma once

#include <map>
#include <vector>

#include "forge/github/github_world.hpp"

namespace pawl::forge {

class GithubReviews final : public Reviews {
 public:
  // Borrows it.
  explicit GithubReviews(GithubWorld& world) : world_(world) {}

  // GitHub shows comments only at lines of the diff: others are invalid here too. Whoever opened
  // the pull request may only comment: GitHub refuses the rest, which is invalid.
  Answer<Review> submit(std::int64_t number, const ReviewDraft& draft,
                        const std::string& expected_head) override;
  Answer<Page<Review>> list(std::int64_t number, const PageRequest& page) override;
  Answer<std::vector<Thread>> threads(std::int64_t number) override;
  Answer<Comment> reply(const Thread& thread, const CommentDraft& draft) override;
  Answered resolve(const Thread& thread) override;
  Answered request(std::int64_t number, const std::string& login) override;

 private:
  Answered check_lines(std::int64_t number, const ReviewDraft& draft);
  // Those of all reviews, in as many requests as they have pages.
  Answer<std::map<std::int64_t, std::vector<LineComment>>> comments_by_review(std::int64_t number);

  GithubWorld& world_;
};

}  // namespace pawl::forge
