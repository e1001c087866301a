// How GitHub is asked about CI, and what it answers.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "forge/ci.hpp"

namespace pawl::forge {

// GitHub answers no more of a connection at once.
inline constexpr std::size_t kCiPage = 100;

// The query about these commits, for at most kCiPage of them. Its variables are `owner`, `name`.
// By GitHub's rule it costs two points for a hundred.
std::string ci_document(std::span<const CiQuestion> asked);

// Of one of them, by its place in the query. Without what is required.
struct CiAnswer {
  CiState state;
  std::string base;
  std::string next;  // the cursor of more checks; empty: there are none
};
CiAnswer ci_from(const Json& data, const CiQuestion& asked, std::size_t place);

// More checks of one commit; its variables are `owner`, `name`, `commit`, `after`.
std::string more_ci_document();
// Adds them; the cursor of still more.
std::string add_more_ci(const Json& data, CiState& state);

// Of the rules of a branch, and of the branch itself, with its protection.
void add_required_by_rules(const Json& rules, std::vector<RequiredCheck>& required);
void add_required_by_protection(const Json& branch, std::vector<RequiredCheck>& required);

WorkflowRun workflow_run_from(const Json& run);
std::vector<JobStep> steps_from(const Json& job);

}  // namespace pawl::forge
