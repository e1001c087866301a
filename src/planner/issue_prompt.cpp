// What a planner is asked about an issue.
#include <algorithm>

#include "base/text.hpp"
#include "planner/prompts.hpp"
#include "planner/template.hpp"

namespace pawl::planner {
namespace {

constexpr std::size_t kIssueShare = 4;  // of the prompt: one part in so many

std::string sources_block(const PlanQuestion& question) {
  const IssueWork& issue = *question.issue;
  const std::size_t each = question.bytes_max / 2 / std::max<std::size_t>(1, issue.files.size());
  std::string about = issue.title + "\n" + issue.body;
  for (const CitedFile& file : issue.files) {
    for (const int line : file.lines) about += "\n" + file.path + ":" + std::to_string(line);
  }
  std::string out;
  for (const CitedFile& file : issue.files) {
    const std::optional<std::string> text = question.view.text(file.path);
    if (!text) continue;
    const ShownFile shown = show_file(file.path, to_utf8(*text), about, each);
    out += framed(shown.path + (shown.whole ? "" : " (parts of it)"), shown.text);
  }
  return out;
}

}  // namespace

Prompt issue_prompt(const PlanQuestion& question) {
  return {.system = render("prompts/planner-system.md", {}),
          .user = render(
              question.vertical->prompt,
              {{"name", question.facts.name ? question.facts.name->value : question.report.target},
               {"languages", join(question.report.languages, ", ")},
               {"issue", issue_block(*question.issue, question.bytes_max / kIssueShare)},
               {"sources", sources_block(question)},
               {"prior_runs", question.prior_runs},
               {"denied", "  " + join(question.denied, "\n  ")}})};
}

}  // namespace pawl::planner
