// The issues of the local forge, and what is said of them and of pull requests.
#pragma once

#include <cstdint>

#include "forge/local_world.hpp"

namespace pawl::forge {

class LocalIssues final : public Issues {
 public:
  // Borrows it.
  explicit LocalIssues(LocalWorld& world) : world_(world) {}

  Answer<Issue> open(const IssueDraft& draft) override;
  Answer<Page<Issue>> list(const PageRequest& page) override;
  Answer<Issue> get(std::int64_t number) override;
  Answer<Issue> close(std::int64_t number) override { return close_by(number, 0); }
  Answer<Comment> comment(std::int64_t number, const CommentDraft& draft) override;
  Answer<Page<Comment>> comments(std::int64_t number, const PageRequest& page) override;
  Answer<Comment> update_comment(const Comment& comment, const std::string& body) override;

  // `by` is the pull request whose merge closes it, 0 when a person does. One that is closed stays
  // as it is.
  Answer<Issue> close_by(std::int64_t number, std::int64_t by);

 private:
  Answer<IssueRow> row(std::int64_t number);
  // not_found when neither an issue nor a pull request has the number.
  Answered check_number(std::int64_t number);
  Issue issue_of(const IssueRow& row) const;

  LocalWorld& world_;
};

}  // namespace pawl::forge
