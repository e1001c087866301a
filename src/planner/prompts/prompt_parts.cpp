// What the prompts of planner and worker share.
#include <algorithm>

#include "base/text/text.hpp"
#include "planner/prompts/prompts.hpp"
#include "planner/prompts/template.hpp"

namespace pawl::planner {
namespace {

void add_fact(std::string& out, std::string_view label, const std::optional<repo::Sourced>& fact) {
  if (!fact || fact->value.empty()) return;
  out += std::string(label) + ": " + printable(fact->value, 300) + " (" +
         printable(fact->path, 300) + ")\n";
}

void add_commands(std::string& out, std::string_view label,
                  const std::vector<repo::Sourced>& commands) {
  for (const repo::Sourced& command : commands) {
    out += std::string(label) + ": `" + printable(command.value, 200) + "` (" +
           printable(command.path, 300) + ")\n";
  }
}

std::string lines_text(const CitedFile& file) {
  std::string out;
  for (const int line : file.lines) {
    out += (out.empty() ? ", line " : ", ") + std::to_string(line);
  }
  return out;
}

}  // namespace

std::string facts_lines(const repo::Facts& facts) {
  std::string out;
  add_fact(out, "package", facts.name);
  add_fact(out, "description", facts.description);
  add_fact(out, "licence declared", facts.license_declared);
  add_fact(out, "licence file", facts.license_file);
  add_commands(out, "install", facts.install_commands);
  add_commands(out, "build", facts.build_commands);
  add_commands(out, "test", facts.test_commands);
  add_commands(out, "lint", facts.lint_commands);
  return out;
}

std::string words_of(const IssueWork& issue) {
  std::string words = issue.title + "\n" + issue.body + "\n";
  for (const CitedFile& file : issue.files) {
    for (const int line : file.lines) words += file.path + ":" + std::to_string(line) + "\n";
  }
  return words;
}

void add_issue_blocks(const IssueWork& issue, const std::string& place,
                      std::vector<Block>& blocks) {
  Block text{.name = "issue", .place = place, .priority = Priority::evidence};
  text.units = {
      {.text = "#" + std::to_string(issue.number) + " " + printable(issue.title, 300) + "\n\n",
       .rank = 0,
       .needed = true}};
  std::vector<Unit> body = end_units(issue.body, 1);
  std::move(body.begin(), body.end(), std::back_inserter(text.units));
  text.wrap = [](const std::string& words, bool) { return framed("the issue", words); };
  blocks.push_back(std::move(text));
  Block files{.name = "files of the issue", .place = place, .priority = Priority::evidence};
  for (const CitedFile& file : issue.files) {
    files.units.push_back(
        {.text = "- " + printable(file.path, 400) + lines_text(file) + "\n", .rank = 0});
  }
  files.wrap = [](const std::string& list, bool) {
    return "Files of the repository it names:\n" + list;
  };
  blocks.push_back(std::move(files));
}

Block task_block(std::string_view words, const std::string& place, const Redactor* redactor) {
  Block block{.name = "task", .place = place, .priority = Priority::evidence};
  block.units = end_units(cleaned(redactor, words), 0);
  constexpr std::size_t kNeededLines = 20;
  for (std::size_t i = 0; i < std::min(block.units.size(), kNeededLines); ++i) {
    block.units[i].needed = true;
  }
  block.wrap = [](const std::string& text, bool) { return framed("the task", text); };
  return block;
}

Prompt made_prompt(const llm::Room& window, std::string system, std::string user,
                   std::vector<Fitted> blocks) {
  Prompt prompt{.system = std::move(system), .user = std::move(user)};
  const std::int64_t weight = llm::weight_of(prompt.system) + llm::weight_of(prompt.user);
  prompt.tokens = window.tokens(weight);
  std::int64_t of_blocks = 0;
  for (const Fitted& block : blocks) of_blocks += llm::weight_of(block.text);
  prompt.blocks = {{.name = "instructions",
                    .place = {},
                    .text = {},
                    .tokens = window.tokens(weight - of_blocks),
                    .cut = 0}};
  std::move(blocks.begin(), blocks.end(), std::back_inserter(prompt.blocks));
  return prompt;
}

}  // namespace pawl::planner
