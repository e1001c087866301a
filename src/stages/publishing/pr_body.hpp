// The text of a pull request: what was broken, what passes now, why it is worth merging, what was
// refused; how it was made comes last, folded.
#pragma once

#include <string>
#include <vector>

#include "analyzers/metric.hpp"
#include "git/git.hpp"
#include "planner/issue_work.hpp"
#include "planner/plan.hpp"
#include "repo/checks/checks.hpp"
#include "run/run_state.hpp"

namespace pawl::stages {

struct GuardTally {
  std::string guard;
  int passed = 0;
  int refused = 0;
  int unknown = 0;  // could not check
};

// What reviewers should know of builds and tests, each a line for people.
struct CheckNotes {
  std::vector<std::string> passed;     // on the head: commands, with their tests
  std::vector<std::string> failing;    // on the base already
  std::vector<std::string> flaky;      // fail now and then
  std::vector<std::string> unchecked;  // and why
};
// Of the results of the base and of the head. A test that is flaky on either side is no failing
// one.
CheckNotes check_notes(const repo::CheckResults& base, const repo::CheckResults& head);

struct PrFacts {
  const run::RunState& state;
  const planner::TaskPlan& plan;
  const analyzers::Report& before;
  const analyzers::Report& after;
  std::vector<git::CommitInfo> commits;
  std::vector<GuardTally> guards;
  CheckNotes checks;
  const planner::IssueWork* issue = nullptr;  // that it fixes
  std::string_view task = {};                 // what a person wanted done, in their words
  std::string title = {};                     // where the person's command says it
  std::vector<std::string> notes;             // what is left to a person
  std::vector<std::string> concerns = {};     // what its commits are about, for later runs
  std::string policy_where = {};              // that asks to name programs: `CONTRIBUTING.md:12`
  std::string policy_sentence = {};           // what it says
  std::string pull_template = {};  // how the repository lays out the text; empty: it does not
  std::string critics = {};        // Markdown: what they found (critics_part.hpp); may be empty
  std::string stopped;             // why the run stopped before its end; empty when it did not
  std::string version;
  std::string proof = {};  // Markdown: what proves it, with its hidden mark; empty: nothing does
};

std::string pr_title(const PrFacts& facts);
// GitHub-flavoured Markdown. Everything that came from a model or the repository is escaped. Ends
// with a hidden mark of its concerns (planner/concerns/concern.hpp).
std::string pr_body(const PrFacts& facts);
// Likewise, after a commit was added to it: the text with that proof in the place of the one it
// has. A text that has none stays as it is.
std::string with_proof(std::string body, std::string_view proof);
// Why the result does not prove what a vertical of `proven_by` that stack is about; empty when it
// does: each run of it that the base does not have passed, and there is one.
std::string why_unproven(std::string_view stack, const repo::CheckResults& base,
                         const repo::CheckResults& head);
// Text that shows as itself in a table cell or a list item of Markdown, and that no forge reads as
// a command (public_words.hpp).
std::string markdown_text(std::string_view text, std::size_t bytes_max);

}  // namespace pawl::stages
