// What the planner and the worker are asked. Texts stand in data/prompts; blocks of repository
// content are framed as data.
#pragma once

#include <string>
#include <vector>

#include "analyzers/metric.hpp"
#include "planner/failing_tests.hpp"
#include "planner/issue_work.hpp"
#include "planner/plan.hpp"
#include "planner/verticals.hpp"
#include "repo/facts.hpp"
#include "repo/view.hpp"

namespace pawl::planner {

struct Prompt {
  std::string system;
  std::string user;
};

// About four bytes a token, which is on the safe side for English and code.
inline constexpr std::size_t kBytesPerToken = 4;

struct PlanQuestion {
  const analyzers::Report& report;
  const repo::Facts& facts;
  const repo::RepoView& view;
  std::vector<std::string> denied;  // lines of the write gate's policy
  std::size_t bytes_max = 48'000;
  const Vertical* vertical = nullptr;  // the report is narrowed to it already
  const IssueWork* issue = nullptr;    // what the run is bound to: the question is another one
  std::string fingerprint = {};        // a block (planner/past_blocks.hpp), or empty
  std::string prior_runs = {};         // likewise
};
Prompt planner_prompt(const PlanQuestion& question);
// Of a question with an issue and its vertical.
Prompt issue_prompt(const PlanQuestion& question);

// One file the worker sees: whole, or the lines that matter.
struct ShownFile {
  std::string path;
  std::string text;  // the current text, empty when the file is absent
  bool exists = true;
  bool whole = true;  // false: ranges only; such a file may not be written whole
};

struct WorkQuestion {
  const Task& task;
  const Subtask& subtask;
  std::vector<ShownFile> files;
  std::vector<std::string> denied;
  std::vector<TestFailure> failures;  // what the tests it is to mend print
  std::string blast_radius;           // who uses what the files define; empty when nobody knows
  std::string feedback;               // findings of the last attempt, empty on the first
  std::string previous_answer;        // the last attempt's own answer, shortened
  const IssueWork* issue = nullptr;   // what the run is bound to
};
Prompt worker_prompt(const WorkQuestion& question);

// Shows a file within a budget: whole when it fits, else its head, the outline of its
// definitions, and the definitions or lines the subtask speaks of.
ShownFile show_file(const std::string& path, const std::string& text, const std::string& about,
                    std::size_t bytes_max);

// Files by relevance to the failing metrics, within the budget: named in evidence first, then
// manifests and documents at the root, then the rest by depth and path.
std::vector<std::string> relevant_files(const PlanQuestion& question, std::size_t bytes_max);

}  // namespace pawl::planner
