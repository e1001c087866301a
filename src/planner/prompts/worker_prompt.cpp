#include <algorithm>
#include <cstdlib>

#include "base/text/text.hpp"
#include "planner/prompts/prompts.hpp"
#include "planner/prompts/template.hpp"

namespace pawl::planner {
namespace {

constexpr std::size_t kTitleBytes = 300;
constexpr std::size_t kDescriptionBytes = 6'000;
constexpr int kFailureLines = 8;     // that the first failing test shows at least
constexpr int kTestLinesOfRank = 6;  // of a failing test's source, to either side of its assertion
constexpr int kFindingsOfRank = 4;   // lines of them, beside about as many of each failing test
constexpr int kFindingLines = 2;     // likewise of the first finding: what, and the way out

About about_of(const WorkQuestion& question) {
  About about{.words = question.task.title + "\n" + question.task.description + "\n" +
                       question.subtask.title + "\n" + question.subtask.description + "\n" +
                       question.feedback + "\n"};
  if (question.issue != nullptr) about.words += words_of(*question.issue);
  about.words += question.wanted + "\n";
  for (const TestFailure& failure : question.failures) {
    about.output += failure.id + "\n" + failure.message + "\n";
  }
  about.words += question.review + "\n";
  for (const TestFailure& log : question.ci) about.output += log.message + "\n";
  return about;
}

Block description_block(const WorkQuestion& question) {
  Block block{.name = "description", .place = "description", .priority = Priority::evidence};
  const std::string text =
      head_and_tail(cleaned(question.redactor, question.subtask.description), kDescriptionBytes);
  block.units = line_units(text);
  for (Unit& unit : block.units) unit.needed = true;
  block.wrap = [](const std::string& body, bool) { return body; };
  return block;
}

Block failures_block(const WorkQuestion& question) {
  Block block{.name = "failing tests", .place = "failures", .priority = Priority::evidence};
  for (const TestFailure& failure : question.failures) {
    const bool first = block.units.empty();
    const std::string where =
        failure.file.empty() ? "" : " in " + printable(failure.file, kTitleBytes);
    block.units.push_back(
        {.text = printable(failure.id, kTitleBytes) + where + "\n", .rank = 0, .needed = first});
    std::vector<Unit> lines = end_units(cleaned(question.redactor, failure.message), 1);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      lines[i].needed = first && static_cast<int>(i) < kFailureLines;
      block.units.push_back(std::move(lines[i]));
    }
  }
  block.wrap = [](const std::string& text, bool) {
    return "\n" +
           render("prompts/worker-failures.md", {{"failures", framed("failing tests", text)}});
  };
  return block;
}

Block ci_block(const WorkQuestion& question) {
  Block block{.name = "CI logs", .place = "ci", .priority = Priority::evidence};
  for (const TestFailure& log : question.ci) {
    const bool first = block.units.empty();
    block.units.push_back(
        {.text = printable(log.id, kTitleBytes) + "\n", .rank = 0, .needed = first});
    std::vector<Unit> lines = end_units(cleaned(question.redactor, log.message), 1);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      lines[i].needed = first && static_cast<int>(i) < kFailureLines;
      block.units.push_back(std::move(lines[i]));
    }
  }
  block.wrap = [](const std::string& text, bool) {
    return "\n" + render("prompts/worker-ci.md", {{"logs", framed("CI logs", text)}});
  };
  return block;
}

Block review_block(const WorkQuestion& question) {
  Block block{.name = "review", .place = "review", .priority = Priority::evidence};
  if (question.review.empty()) return block;
  block.units =
      line_units(head_and_tail(cleaned(question.redactor, question.review), kDescriptionBytes));
  for (Unit& unit : block.units) unit.needed = true;
  block.wrap = [](const std::string& text, bool) {
    return "\n" + render("prompts/worker-review.md", {{"said", framed("review", text)}});
  };
  return block;
}

// What the tests are, with the assertion that fails. A test the subtask may touch is shown anyway.
void add_test_blocks(const WorkQuestion& question, std::vector<Block>& blocks) {
  int rank = 0;
  for (const TestSource& source : question.test_sources) {
    const auto& hints = question.subtask.file_hints;
    if (std::find(hints.begin(), hints.end(), source.path) != hints.end()) continue;
    Block block{.name = "test " + printable(source.test, kTitleBytes),
                .place = "tests",
                .priority = Priority::evidence};
    block.units = line_units(cleaned(question.redactor, source.text));
    for (std::size_t i = 0; i < block.units.size(); ++i) {
      const int line = source.first + static_cast<int>(i);
      const int away = source.line > 0 ? std::abs(line - source.line) : static_cast<int>(i);
      block.units[i].rank = std::min(rank + away / kTestLinesOfRank, kSpare - 1);
    }
    const std::string path = printable(source.path, kTitleBytes);
    std::string intro = path + ", from line " + std::to_string(source.first) + " on";
    if (source.line > 0) {
      intro += "; what fails is line " + std::to_string(source.line) + ": " +
               printable(cleaned(question.redactor, source.assertion), kTitleBytes);
    }
    block.wrap = [intro = std::move(intro), path](const std::string& text, bool) {
      return framed("a test in " + path, intro + "\n" + text);
    };
    blocks.push_back(std::move(block));
    ++rank;
  }
}

// Findings are instructions, not data; but they quote data. Each line behind a bar stays what it
// is, whatever it quotes.
Block findings_block(const WorkQuestion& question) {
  Block block{.name = "findings", .place = "feedback", .priority = Priority::evidence};
  block.units = line_units(cleaned(question.redactor, question.feedback));
  for (std::size_t i = 0; i < block.units.size(); ++i) {
    Unit& unit = block.units[i];
    unit.text = "| " + unit.text;
    unit.rank = std::min(static_cast<int>(i) / kFindingsOfRank, kSpare - 1);
    unit.needed = static_cast<int>(i) < kFindingLines;
  }
  block.wrap = [](const std::string& text, bool) {
    return "\n" + render("prompts/worker-feedback.md", {{"findings", text}});
  };
  return block;
}

// An answer as lines: the text of an edit is one line of JSON, however long.
std::string readable(const std::string& answer) {
  const Result<Json> json = Json::parse(answer);
  if (!json || !(*json)["edits"].is_array()) return answer;
  std::string out;
  for (const Json& edit : (*json)["edits"].items()) {
    out += std::string(edit["kind"].text()) + " " + std::string(edit["path"].text()) + "\n";
    for (const std::string_view part : {"symbol", "find", "content"}) {
      if (!edit[part].is_string()) continue;
      out += "--- " + std::string(part) + "\n" + std::string(edit[part].text());
      if (!out.ends_with('\n')) out += '\n';
    }
  }
  return out.empty() ? answer : out;
}

Block answer_block(const WorkQuestion& question) {
  Block block{.name = "last answer", .place = "answer", .priority = Priority::history};
  if (question.feedback.empty()) return block;
  block.units = end_units(cleaned(question.redactor, readable(question.previous_answer)), 0);
  block.wrap = [](const std::string& text, bool) {
    return "Your last answer:\n" + framed("your last answer", text);
  };
  return block;
}

Block callers_block(const WorkQuestion& question, const index::BlastRadius& radius) {
  Block block{.name = "callers", .place = "blast", .priority = Priority::callers};
  block.units = line_units(cleaned(question.redactor, index::to_text(radius)));
  // A heading names the file its lines are about; the lines that matter most come first.
  for (std::size_t i = 0; i < block.units.size(); ++i) {
    Unit& unit = block.units[i];
    const bool heading = !unit.text.starts_with(' ');
    unit.rank = heading ? 0 : std::min(static_cast<int>(i), kSpare - 1);
  }
  block.wrap = [](const std::string& text, bool) {
    return "\n" + render("prompts/worker-blast.md", {{"users", framed("BLAST RADIUS", text)}});
  };
  return block;
}

// The users of what the question shows; who uses anything else says nothing.
index::BlastRadius of_shown(index::BlastRadius radius, const std::vector<Fitted>& blocks) {
  std::erase_if(radius.lines, [&](const index::BlastLine& line) {
    const auto block = std::find_if(blocks.begin(), blocks.end(), [&](const Fitted& each) {
      return each.name == "target " + line.path;
    });
    return block == blocks.end() ||
           std::none_of(block->lines.begin(), block->lines.end(),
                        [&](const LineSpan& span) { return span.holds(line.line); });
  });
  radius.left_out = 0;
  return radius;
}

Block facts_block(const WorkQuestion& question) {
  Block block{.name = "facts", .place = "facts", .priority = Priority::facts};
  if (question.facts == nullptr) return block;
  block.units = line_units(cleaned(question.redactor, facts_lines(*question.facts)));
  block.wrap = [](const std::string& text, bool) {
    return framed("facts read from the files of the repository", text);
  };
  return block;
}

std::vector<Block> worker_blocks(const WorkQuestion& question, const index::BlastRadius& radius) {
  std::vector<Block> blocks{description_block(question), failures_block(question),
                            ci_block(question), review_block(question), findings_block(question)};
  add_test_blocks(question, blocks);
  if (question.issue != nullptr) add_issue_blocks(*question.issue, "issue", blocks);
  if (!question.wanted.empty()) {
    blocks.push_back(task_block(question.wanted, "wanted", question.redactor));
  }
  const Showing showing{
      .about = about_of(question), .place = "files", .redactor = question.redactor};
  for (const AskedFile& file : question.files) {
    const bool first = &file == &question.files.front();
    add_file_blocks(file, showing, first, blocks);
  }
  const Showing tested{
      .about = about_of(question), .place = "tested", .redactor = question.redactor};
  for (const AskedFile& file : question.tested) add_file_blocks(file, tested, false, blocks);
  blocks.push_back(callers_block(question, radius));
  blocks.push_back(facts_block(question));
  blocks.push_back(answer_block(question));
  return blocks;
}

// Files of which every byte was shown, and those that are still to be made.
std::vector<std::string> rewritable_files(const WorkQuestion& question,
                                          const std::vector<Fitted>& blocks) {
  std::vector<std::string> out;
  for (const AskedFile& file : question.files) {
    if (shown_verbatim(file, question.redactor, blocks)) out.push_back(file.path);
  }
  return out;
}

std::string write_rule(const std::vector<std::string>& paths) {
  if (paths.empty()) return {};
  return "- {\"kind\": \"write\", \"path\": \"…\", \"content\": \"…\"}: the whole text of a file; "
         "only "
         "for " +
         printable(join(paths, ", "), 4'000) + ".\n";
}

std::string delete_rule(const Subtask& subtask) {
  if (subtask.action != SubtaskAction::remove) return {};
  return "- {\"kind\": \"delete\", \"path\": \"…\"}: the file goes.\n";
}

std::string issue_text(const std::vector<Fitted>& blocks) {
  const std::string text = text_at(blocks, "issue");
  const std::string wanted = text_at(blocks, "wanted");
  std::string out;
  if (!text.empty()) out += "\n" + render("prompts/worker-issue.md", {{"issue", text}});
  if (!wanted.empty()) out += "\n" + render("prompts/worker-task.md", {{"task", wanted}});
  return out;
}

std::string tests_text(const std::vector<Fitted>& blocks) {
  const std::string text = text_at(blocks, "tests");
  return text.empty() ? text : "\n" + render("prompts/worker-test-sources.md", {{"tests", text}});
}

// What is said of the code to be tested.
std::string_view tested_asset(const WorkQuestion& question) {
  return question.subtask.reproduces ? "prompts/worker-reproduced.md" : "prompts/worker-tested.md";
}

std::string tested_text(const WorkQuestion& question, const std::vector<Fitted>& blocks) {
  const std::string text = text_at(blocks, "tested");
  return text.empty() ? text : "\n" + render(tested_asset(question), {{"files", text}});
}

std::string worker_text(const WorkQuestion& question, const std::vector<Fitted>& blocks,
                        std::string_view left_out, const std::vector<std::string>& rewritable) {
  const auto title = [&](const std::string& text) {
    return printable(cleaned(question.redactor, text), kTitleBytes);
  };
  return render("prompts/worker-user.md",
                {{"task", title(question.task.title)},
                 {"id", question.subtask.id},
                 {"title", title(question.subtask.title)},
                 {"description", text_at(blocks, "description")},
                 {"hints", printable(join(question.subtask.file_hints, ", "), 4'000)},
                 {"issue", issue_text(blocks)},
                 {"failures", text_at(blocks, "failures") + text_at(blocks, "ci") +
                                  text_at(blocks, "review") + tests_text(blocks)},
                 {"feedback", text_at(blocks, "feedback") + text_at(blocks, "answer")},
                 {"files", text_at(blocks, "files")},
                 {"tested", tested_text(question, blocks)},
                 {"blast", text_at(blocks, "blast")},
                 {"facts", text_at(blocks, "facts")},
                 {"left_out", std::string(left_out)},
                 {"write", write_rule(rewritable)},
                 {"delete", delete_rule(question.subtask)},
                 {"denied", "  " + join(question.denied, "\n  ")}});
}

std::vector<std::string> all_paths(const WorkQuestion& question) {
  std::vector<std::string> paths;
  for (const AskedFile& file : question.files) paths.push_back(file.path);
  return paths;
}

// Of what stands around the issue, and around the code to be tested.
std::int64_t frame_weight(const WorkQuestion& question) {
  std::string frames;
  if (question.issue != nullptr) {
    frames += "\n" + render("prompts/worker-issue.md", {{"issue", ""}});
  }
  if (!question.wanted.empty()) {
    frames += "\n" + render("prompts/worker-task.md", {{"task", ""}});
  }
  if (!question.tested.empty()) {
    frames += "\n" + render(tested_asset(question), {{"files", ""}});
  }
  if (!question.test_sources.empty()) {
    frames += "\n" + render("prompts/worker-test-sources.md", {{"tests", ""}});
  }
  return llm::weight_of(frames);
}

// Fits the question with the users of all that may be shown, and leaves out those of what is not:
// their room may show more of the files, so that this is done until it stays the same.
Result<std::vector<Fitted>> fit_worker(const WorkQuestion& question, std::int64_t fixed,
                                       const llm::Room& window) {
  index::BlastRadius radius = question.blast_radius;
  for (;;) {
    TRY_ASSIGN(std::vector<Fitted> blocks, fit(worker_blocks(question, radius), fixed, window));
    const std::size_t before = radius.lines.size();
    radius = of_shown(std::move(radius), blocks);
    if (radius.lines.size() == before) return blocks;
  }
}

}  // namespace

Result<Prompt> worker_prompt(const WorkQuestion& question, const llm::Room& window) {
  std::string system = render("prompts/worker-system.md", {});
  const std::int64_t fixed = llm::weight_of(system) +
                             llm::weight_of(worker_text(question, {}, {}, all_paths(question))) +
                             frame_weight(question) + left_out_weight();
  TRY_ASSIGN(std::vector<Fitted> blocks, fit_worker(question, fixed, window));
  std::vector<std::string> rewritable = rewritable_files(question, blocks);
  std::string user = worker_text(question, blocks, left_out_note(blocks), rewritable);
  Prompt prompt = made_prompt(window, std::move(system), std::move(user), std::move(blocks));
  prompt.rewritable = std::move(rewritable);
  return prompt;
}

}  // namespace pawl::planner
