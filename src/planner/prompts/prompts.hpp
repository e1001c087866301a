// What the planner and the worker are asked. Texts are in data/prompts; blocks of repository
// content are framed as data, without secrets, and cut to what the model can take
// (planner/prompts/prompt_budget.hpp).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analyzers/metric.hpp"
#include "base/secrets/secret.hpp"
#include "index/blast_radius.hpp"
#include "index/index.hpp"
#include "llm/context_window.hpp"
#include "planner/issue_work.hpp"
#include "planner/plan.hpp"
#include "planner/prompts/prompt_budget.hpp"
#include "planner/prompts/shown_files.hpp"
#include "planner/prompts/test_sources.hpp"
#include "planner/rules/failing_tests.hpp"
#include "planner/task_work.hpp"
#include "planner/verticals.hpp"
#include "repo/facts/facts.hpp"
#include "repo/views/view.hpp"

namespace pawl::planner {

struct Prompt {
  std::string system;
  std::string user;
  std::int64_t tokens = 0;              // of both, as far as they can be known before
  std::vector<Fitted> blocks;           // what the user's text is made of, its own words first
  std::vector<std::string> rewritable;  // of a worker: files it may write whole
};

struct PlanQuestion {
  const analyzers::Report& report;
  const repo::Facts& facts;
  const repo::RepoView& view;
  std::vector<std::string> denied;     // lines of the write gate's policy
  const Vertical* vertical = nullptr;  // the report is narrowed to it already
  const IssueWork* issue = nullptr;    // what the run is bound to: the question is another one
  const TaskWork* task = nullptr;      // what a person wants done: likewise
  std::string fingerprint = {};        // lines (planner/rules/past_blocks.hpp), or empty
  std::string prior_runs = {};         // likewise
  std::vector<TestFailure> failures = {};
  const index::Graph* graph = nullptr;  // null when there is none
  std::vector<std::string> hints = {};  // files that a person or an issue names
  const Redactor* redactor = nullptr;   // of the secrets of this process
  // Why a path may not be written, empty when it may: such files are not proposed. May be null.
  std::function<std::string(const RepoPath&)> forbidden = {};
};
// Errc::invalid when what it needs at least does not fit into the context window.
Result<Prompt> planner_prompt(const PlanQuestion& question, const llm::Room& window);
// Of a question with what a person wants done, and its vertical.
Result<Prompt> task_prompt(const PlanQuestion& question, const llm::Room& window);
// Of a question with an issue and its vertical.
Result<Prompt> issue_prompt(const PlanQuestion& question, const llm::Room& window);

struct WorkQuestion {
  const Task& task;
  const Subtask& subtask;
  std::vector<AskedFile> files;
  std::vector<std::string> denied;
  std::vector<TestFailure> failures = {};     // what the tests it is to mend print
  std::vector<TestSource> test_sources = {};  // the tests it is to mend, as they are written
  // What CI printed when it failed, job by job, and what changed since it was green.
  std::vector<TestFailure> ci = {};
  std::string review = {};               // what people said at a line of the change; may be empty
  index::BlastRadius blast_radius = {};  // who uses what the files define; empty when nobody knows
  const repo::Facts* facts = nullptr;
  std::string feedback = {};         // findings of the last attempt, empty on the first
  std::string previous_answer = {};  // the last attempt's own answer
  const Redactor* redactor = nullptr;
  const IssueWork* issue = nullptr;  // what the run is bound to
  std::string wanted = {};  // by a person, in their own words, all subtasks together; may be empty
  std::vector<AskedFile> tested = {};  // code that is to be tested: to be read, not to be touched
};
Result<Prompt> worker_prompt(const WorkQuestion& question, const llm::Room& window);

Block prior_runs_block(const PlanQuestion& question);
// The facts, a line each.
std::string facts_lines(const repo::Facts& facts);

// The issue a run is bound to, and the files it names, as blocks of that place.
void add_issue_blocks(const IssueWork& issue, const std::string& place, std::vector<Block>& blocks);
// What a person wants done, as a block of that place.
Block task_block(std::string_view words, const std::string& place, const Redactor* redactor);
// The files of the repository that matter to a plan.
Block files_block(const PlanQuestion& question);
// The facts, as a block.
Block facts_block(const PlanQuestion& question);
// All it says, and the lines it names: what of a file matters for it.
std::string words_of(const IssueWork& issue);

// What a prompt came to.
Prompt made_prompt(const llm::Room& window, std::string system, std::string user,
                   std::vector<Fitted> blocks);

}  // namespace pawl::planner
