#include <algorithm>

#include "base/text.hpp"
#include "planner/prompts.hpp"
#include "planner/template.hpp"
#include "syntax/definitions.hpp"

namespace pawl::planner {
namespace {

constexpr std::size_t kHeadLines = 40;
constexpr int kContextLines = 3;
constexpr std::size_t kPreviousBytes = 4'000;
constexpr std::size_t kIssueBytes = 8'000;
constexpr std::size_t kFailureBytes = 1'500;   // of one failing test
constexpr std::size_t kFailuresBytes = 6'000;  // of all of them

struct Range {
  int first = 0;  // from 1
  int last = 0;
};

// Lines that matter: the head, definitions the text speaks of, and lines that hold its words in
// backticks or quotes.
std::vector<Range> relevant_ranges(const std::string& path, const std::string& text,
                                   const std::string& about) {
  std::vector<Range> ranges{{1, static_cast<int>(kHeadLines)}};
  const Result<RepoPath> repo_path = RepoPath::parse(path);
  if (!repo_path) return ranges;
  const syntax::Kind kind = syntax::kind_of(*repo_path, text);
  if (!kind.language) return ranges;
  for (const syntax::Definition& definition : syntax::definitions(*kind.language, text)) {
    if (definition.name.size() < 3 || !contains_word_folded(about, definition.name)) continue;
    ranges.push_back({definition.line - kContextLines, definition.end_line + kContextLines});
  }
  return ranges;
}

void add_lines_named(const std::string& path, const std::string& about, int line_total,
                     std::vector<Range>& ranges) {
  const std::string mark = path + ":";
  for (auto at = about.find(mark); at != std::string::npos; at = about.find(mark, at + 1)) {
    std::size_t end = at + mark.size();
    while (end < about.size() && about[end] >= '0' && about[end] <= '9') ++end;
    const auto line =
        parse_int(std::string_view(about).substr(at + mark.size(), end - at - mark.size()));
    if (!line || *line < 1 || *line > line_total) continue;
    ranges.push_back({static_cast<int>(*line) - 20, static_cast<int>(*line) + 20});
  }
}

std::vector<Range> merged(std::vector<Range> ranges, int line_total) {
  for (Range& range : ranges) {
    range.first = std::max(range.first, 1);
    range.last = std::min(range.last, line_total);
  }
  std::sort(ranges.begin(), ranges.end(),
            [](const Range& a, const Range& b) { return a.first < b.first; });
  std::vector<Range> out;
  for (const Range& range : ranges) {
    if (range.first > range.last) continue;
    if (!out.empty() && range.first <= out.back().last + 1) {
      out.back().last = std::max(out.back().last, range.last);
    } else {
      out.push_back(range);
    }
  }
  return out;
}

std::string outline(const std::string& path, const std::string& text) {
  const Result<RepoPath> repo_path = RepoPath::parse(path);
  if (!repo_path) return {};
  const syntax::Kind kind = syntax::kind_of(*repo_path, text);
  if (!kind.language) return {};
  std::string out;
  for (const syntax::Definition& definition : syntax::definitions(*kind.language, text)) {
    out += definition.kind + " " + definition.qualified + " (line " +
           std::to_string(definition.line) + ")\n";
  }
  return out;
}

std::string file_block(const ShownFile& file) {
  if (!file.exists) return "There is no file " + file.path + " yet.\n";
  return framed(file.path + (file.whole ? "" : " (parts of it)"), file.text);
}

std::string blast_block(const WorkQuestion& question) {
  if (question.blast_radius.empty()) return {};
  return "\n" + render("prompts/worker-blast.md",
                       {{"users", framed("BLAST RADIUS", question.blast_radius)}});
}

std::string failures_block(const WorkQuestion& question) {
  std::string out;
  for (const TestFailure& failure : question.failures) {
    std::string one = failure.id + (failure.file.empty() ? "" : " in " + failure.file) + "\n" +
                      head_and_tail(failure.message, kFailureBytes) + "\n";
    if (out.size() + one.size() > kFailuresBytes) break;
    out += one;
  }
  if (out.empty()) return {};
  return "\n" + render("prompts/worker-failures.md", {{"failures", framed("failing tests", out)}});
}

std::string issue_part(const WorkQuestion& question) {
  if (question.issue == nullptr) return {};
  return "\n" +
         render("prompts/worker-issue.md", {{"issue", issue_block(*question.issue, kIssueBytes)}});
}

std::string feedback_block(const WorkQuestion& question) {
  if (question.feedback.empty()) return {};
  return "\n" +
         render("prompts/worker-feedback.md",
                {{"findings", question.feedback},
                 {"previous", framed("your last answer",
                                     head_and_tail(question.previous_answer, kPreviousBytes))}});
}

}  // namespace

ShownFile show_file(const std::string& path, const std::string& text, const std::string& about,
                    std::size_t bytes_max) {
  ShownFile shown{.path = path, .text = text, .exists = true, .whole = true};
  if (text.size() <= bytes_max) return shown;
  shown.whole = false;
  const auto lines = split_lines(text);
  const int line_total = static_cast<int>(lines.size());
  auto ranges = relevant_ranges(path, text, about);
  add_lines_named(path, about, line_total, ranges);
  std::string out;
  for (const Range& range : merged(std::move(ranges), line_total)) {
    std::string part = "--- lines " + std::to_string(range.first) + " to " +
                       std::to_string(range.last) + " of " + std::to_string(line_total) + "\n";
    for (int line = range.first; line <= range.last; ++line) {
      part += std::string(lines[static_cast<std::size_t>(line - 1)]) + "\n";
    }
    if (out.size() + part.size() > bytes_max) continue;
    out += part;
  }
  const std::string names = outline(path, text);
  if (!names.empty() && out.size() + names.size() <= bytes_max) out += "--- outline\n" + names;
  shown.text = std::move(out);
  return shown;
}

Prompt worker_prompt(const WorkQuestion& question) {
  std::string files;
  for (const ShownFile& file : question.files) files += file_block(file);
  Prompt prompt;
  prompt.system = render("prompts/worker-system.md", {});
  prompt.user =
      render("prompts/worker-user.md", {{"task", question.task.title},
                                        {"id", question.subtask.id},
                                        {"title", question.subtask.title},
                                        {"description", question.subtask.description},
                                        {"hints", join(question.subtask.file_hints, ", ")},
                                        {"issue", issue_part(question)},
                                        {"feedback", feedback_block(question)},
                                        {"failures", failures_block(question)},
                                        {"files", files},
                                        {"blast", blast_block(question)},
                                        {"denied", "  " + join(question.denied, "\n  ")}});
  return prompt;
}

}  // namespace pawl::planner
