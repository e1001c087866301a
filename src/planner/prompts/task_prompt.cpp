// What a planner is asked about what a person wants done.
#include "base/text/text.hpp"
#include "planner/prompts/prompts.hpp"
#include "planner/prompts/template.hpp"

namespace pawl::planner {
namespace {

constexpr std::size_t kTaskNameBytes = 100;

std::vector<Block> task_question_blocks(const PlanQuestion& question) {
  std::vector<Block> blocks{task_block(question.task->words, "task", question.redactor)};
  const Showing showing{
      .about = {.words = question.task->words}, .place = "sources", .redactor = question.redactor};
  bool first = true;
  for (const CitedFile& file : question.task->files) {
    std::optional<std::string> text = question.view.text(file.path);
    if (!text) continue;
    AskedFile asked{.path = file.path, .text = *std::move(text)};
    if (looks_binary(asked.text)) asked.obstacle = "it is a binary file";
    add_file_blocks(asked, showing, std::exchange(first, false), blocks);
  }
  blocks.push_back(files_block(question));
  blocks.push_back(facts_block(question));
  blocks.push_back(prior_runs_block(question));
  return blocks;
}

std::string task_question(const PlanQuestion& question, const std::vector<Fitted>& blocks,
                          std::string_view left_out) {
  return render(
      question.vertical->prompt,
      {{"name", printable(cleaned(question.redactor, question.report.target), kTaskNameBytes)},
       {"languages", printable(join(question.report.languages, ", "), 300)},
       {"task", text_at(blocks, "task")},
       {"sources", text_at(blocks, "sources")},
       {"files", text_at(blocks, "files")},
       {"facts", text_at(blocks, "facts")},
       {"prior_runs", text_at(blocks, "prior_runs")},
       {"left_out", std::string(left_out)},
       {"denied", "  " + join(question.denied, "\n  ")}});
}

}  // namespace

Result<Prompt> task_prompt(const PlanQuestion& question, const llm::Room& window) {
  std::string system = render("prompts/planner-system.md", {});
  const std::int64_t fixed =
      llm::weight_of(system) + llm::weight_of(task_question(question, {}, {})) + left_out_weight();
  TRY_ASSIGN(std::vector<Fitted> blocks, fit(task_question_blocks(question), fixed, window));
  std::string user = task_question(question, blocks, left_out_note(blocks));
  return made_prompt(window, std::move(system), std::move(user), std::move(blocks));
}

}  // namespace pawl::planner
