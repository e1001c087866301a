// Issues on GitHub, and what is said of them and of pull requests.
#pragma once

#include "forge/github/github_world.hpp"

namespace pawl::forge {

// Whoever the token belongs to is the author of what is written, whatever a draft says.
class GithubIssues final : public Issues {
 public:
  // Borrows it.
  explicit GithubIssues(GithubWorld& world) : world_(world) {}

  Answer<Issue> open(const IssueDraft& draft) override;
  // A page may hold fewer than were asked for: GitHub lists pull requests among issues.
  Answer<Page<Issue>> list(const PageRequest& page) override;
  Answer<Issue> get(std::int64_t number) override;
  Answer<Issue> close(std::int64_t number) override;
  Answer<Comment> comment(std::int64_t number, const CommentDraft& draft) override;
  Answer<Page<Comment>> comments(std::int64_t number, const PageRequest& page) override;
  Answer<Comment> update_comment(const Comment& comment, const std::string& body) override;

 private:
  Answer<Json> json_of(std::int64_t number);

  GithubWorld& world_;
};

}  // namespace pawl::forge
