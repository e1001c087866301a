// The issues of the local forge: rows of pawl.db.
#pragma once

#include <cstdint>
#include <vector>

#include "forge/forge.hpp"
#include "git/target.hpp"
#include "os/clock.hpp"
#include "store/database.hpp"

namespace pawl::forge {

// Borrows all it is given.
class LocalIssues {
 public:
  LocalIssues(store::Database& database, os::Clock& clock, const git::Target& target)
      : database_(database), clock_(clock), target_(target) {}

  // invalid without a title, or with one of several lines or too long.
  Result<Issue> open(const IssueDraft& draft);
  Result<std::vector<Issue>> list();
  Result<Issue> get(std::int64_t number);
  // `by` is the pull request whose merge closes it, 0 when a person does. One that is closed stays
  // as it is.
  Result<Issue> close(std::int64_t number, std::int64_t by);

 private:
  Result<store::IssueRow> row(std::int64_t number);
  Issue issue_of(const store::IssueRow& row) const;

  store::Database& database_;
  os::Clock& clock_;
  const git::Target& target_;
};

}  // namespace pawl::forge
