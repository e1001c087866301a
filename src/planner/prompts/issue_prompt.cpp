// What a planner is asked about an issue.
#include "base/text/text.hpp"
#include "planner/prompts/prompts.hpp"
#include "planner/prompts/template.hpp"

namespace pawl::planner {
namespace {

constexpr std::size_t kIssueNameBytes = 100;

std::vector<Block> issue_question_blocks(const PlanQuestion& question) {
  const IssueWork& issue = *question.issue;
  std::vector<Block> blocks;
  add_issue_blocks(issue, "issue", blocks);
  const Showing showing{
      .about = {.words = words_of(issue)}, .place = "sources", .redactor = question.redactor};
  bool first = true;
  for (const CitedFile& file : issue.files) {
    std::optional<std::string> text = question.view.text(file.path);
    if (!text) continue;
    AskedFile asked{.path = file.path, .text = *std::move(text)};
    if (looks_binary(asked.text)) asked.obstacle = "it is a binary file";
    add_file_blocks(asked, showing, std::exchange(first, false), blocks);
  }
  blocks.push_back(prior_runs_block(question));
  return blocks;
}

std::string issue_question(const PlanQuestion& question, const std::vector<Fitted>& blocks,
                           std::string_view left_out) {
  return render(
      question.vertical->prompt,
      {{"name", printable(cleaned(question.redactor, question.report.target), kIssueNameBytes)},
       {"languages", printable(join(question.report.languages, ", "), 300)},
       {"issue", text_at(blocks, "issue")},
       {"sources", text_at(blocks, "sources")},
       {"prior_runs", text_at(blocks, "prior_runs")},
       {"left_out", std::string(left_out)},
       {"denied", "  " + join(question.denied, "\n  ")}});
}

}  // namespace

Result<Prompt> issue_prompt(const PlanQuestion& question, const llm::Room& window) {
  std::string system = render("prompts/planner-system.md", {});
  const std::int64_t fixed =
      llm::weight_of(system) + llm::weight_of(issue_question(question, {}, {})) + left_out_weight();
  TRY_ASSIGN(std::vector<Fitted> blocks, fit(issue_question_blocks(question), fixed, window));
  std::string user = issue_question(question, blocks, left_out_note(blocks));
  return made_prompt(window, std::move(system), std::move(user), std::move(blocks));
}

}  // namespace pawl::planner
