// The rows of the local forge in pawl.db: pull requests and issues. Included by store's own sources
// only. The caller holds the connection's lock; what is written is on disk when a call returns.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "store/database.hpp"
#include "store/sqlite.hpp"

namespace pawl::store {

Result<Database::Opened> open_pull(Connection& connection, const PullRow& pull);
Result<std::vector<PullRow>> select_pulls(Connection& connection, const std::string& repository);
Result<std::optional<PullRow>> select_pull(Connection& connection, const std::string& repository,
                                           std::int64_t number);
Status update_pull(Connection& connection, const PullRow& pull);

Result<IssueRow> open_issue(Connection& connection, IssueRow issue);
Result<std::vector<IssueRow>> select_issues(Connection& connection, const std::string& repository);
Result<std::optional<IssueRow>> select_issue(Connection& connection, const std::string& repository,
                                             std::int64_t number);
Status update_issue(Connection& connection, const IssueRow& issue);

}  // namespace pawl::store
