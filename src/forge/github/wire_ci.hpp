// How GitHub is asked about CI, and what it answers.
#pragma once

#include <cstdint>
#include <map>
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

// What the checks of a suite show of it themselves.
struct CiShown {
  bool pending = false;
  bool bad = false;  // none of success, neutral and skipped
};

// Of one of them, by its place in the query. Without what is required.
struct CiAnswer {
  CiState state;
  std::string base;
  std::string next;         // the cursor of more checks; empty: there are none
  std::string next_suites;  // likewise
  Json suites = Json::array();
  std::map<std::int64_t, CiShown> shown = {};
};
CiAnswer ci_from(const Json& data, const CiQuestion& asked, std::size_t place);

// More checks of one commit, and more suites; the variables are `owner`, `name`, `commit`, `after`.
std::string more_ci_document();
void add_more_ci(const Json& data, CiAnswer& answer);
std::string more_suites_document();
void add_more_suites(const Json& data, CiAnswer& answer);

// All of it together. Incomplete where a cursor is left.
CiState finished_ci(CiAnswer answer);

// Of the rules of a branch, and of the branch itself, with its protection.
void add_required_by_rules(const Json& rules, std::vector<RequiredCheck>& required);
void add_required_by_protection(const Json& branch, std::vector<RequiredCheck>& required);

WorkflowRun workflow_run_from(const Json& run);
std::vector<JobStep> steps_from(const Json& job);

}  // namespace pawl::forge
