#include <algorithm>
#include <cstdio>

#include "base/text/text.hpp"
#include "planner/prompts/file_choice.hpp"
#include "planner/prompts/prompts.hpp"
#include "planner/prompts/template.hpp"

namespace pawl::planner {
namespace {

constexpr std::size_t kEvidenceMax = 12;  // of a metric, when not all of it fits
constexpr std::size_t kEvidenceOfRank = 3;
constexpr std::size_t kFilesBytes = 6'000;
constexpr std::size_t kNameBytes = 100;
// Every definition of a pipeline is denied to models, so a hint to add one leads nowhere.
constexpr std::string_view kOutOfReach = "ci";

using analyzers::Metric;
using analyzers::MetricStatus;

// Work on a README that does not fail is left out of every plan but one about documents
// (planner/rules/plan_rules.hpp), so nobody is asked for it.
bool needs_work(const Metric& metric, const PlanQuestion& question) {
  if (metric.status == MetricStatus::fail) return true;
  const bool dropped = metric.name == "readme" && question.vertical == nullptr;
  return metric.status == MetricStatus::warn && !dropped;
}

bool is_denied(const PlanQuestion& question, std::string_view text) {
  if (!question.forbidden) return false;
  const Result<RepoPath> path = RepoPath::parse(text);
  return path && !question.forbidden(*path).empty();
}

// A suggestion that asks for a file nobody may write.
bool names_denied(const PlanQuestion& question, const std::string& text) {
  const auto words = split_words(text);
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    while (!word.empty() && std::string_view("`'\"(),;:.").find(word.back()) != std::string::npos) {
      word.remove_suffix(1);
    }
    while (!word.empty() && std::string_view("`'\"(").find(word.front()) != std::string::npos) {
      word.remove_prefix(1);
    }
    return is_denied(question, word);
  });
}

std::string place_of(const analyzers::Evidence& evidence) {
  std::string place = printable(evidence.path, 300);
  if (evidence.line > 0) place += ":" + std::to_string(evidence.line);
  return place;
}

std::string score_text(double score) {
  char text[16];
  std::snprintf(text, sizeof text, "%.2f", score);
  return text;
}

// All metrics have a word before any of them goes into details.
void add_metric(const Metric& metric, const PlanQuestion& question, std::vector<Unit>& units) {
  const bool first = units.empty();
  const auto add = [&](const std::string& text, int rank) {
    units.push_back({.text = cleaned(question.redactor, text) + "\n", .rank = rank});
  };
  add("- " + metric.name + " (" + metric.display_name + "): " + score_text(metric.score) + ", " +
          std::string(to_string(metric.status)) + ". " + printable(metric.details, 600),
      0);
  units.back().needed = first;
  if (metric.name == kOutOfReach) {
    units.back().text.insert(units.back().text.size() - 1,
                             "; its files cannot be changed here, plan nothing for it");
    return;
  }
  std::size_t shown = 0;
  for (const analyzers::Evidence& evidence : metric.evidence) {
    if (is_denied(question, evidence.path)) continue;
    const std::size_t i = shown++;
    add("    " + place_of(evidence) + ": " + printable(evidence.message, 300),
        i < kEvidenceMax ? 1 + static_cast<int>(i / kEvidenceOfRank) : kSpare);
  }
  for (const std::string& suggestion : metric.suggestions) {
    if (names_denied(question, suggestion)) continue;
    add("    hint: " + printable(suggestion, 300), 1);
  }
}

std::string framed_metrics(const std::string& text, bool /*whole*/) {
  return framed("metrics", text);
}

Block metrics_block(const PlanQuestion& question) {
  std::vector<const Metric*> metrics;
  for (const Metric& metric : question.report.metrics) {
    if (needs_work(metric, question)) metrics.push_back(&metric);
  }
  std::stable_sort(metrics.begin(), metrics.end(), [](const Metric* a, const Metric* b) {
    return (1 - a->score) * a->weight > (1 - b->score) * b->weight;
  });
  std::stable_partition(metrics.begin(), metrics.end(),
                        [](const Metric* metric) { return metric->name != kOutOfReach; });
  Block block{.name = "metrics", .place = "metrics", .priority = Priority::evidence};
  for (const Metric* metric : metrics) add_metric(*metric, question, block.units);
  block.wrap = framed_metrics;
  return block;
}

Block lines_block(std::string name, std::string place, Priority priority, const std::string& text,
                  std::string intro, std::string label) {
  Block block{.name = std::move(name), .place = std::move(place), .priority = priority};
  block.units = line_units(text);
  for (std::size_t i = 0; i < block.units.size(); ++i) {
    block.units[i].rank = std::min(static_cast<int>(i), kSpare - 1);
  }
  block.wrap = [intro = std::move(intro), label = std::move(label)](const std::string& body, bool) {
    return intro + framed(label, body);
  };
  return block;
}

}  // namespace

Block files_block(const PlanQuestion& question) {
  Block block{.name = "files", .place = "files", .priority = Priority::target};
  block.word = "file";
  std::size_t bytes = 0;
  const std::vector<ChosenFile> files = chosen_files(question);
  for (const ChosenFile& file : files) {
    std::string line = printable(file.path, 400);
    if (!file.why.empty()) line += " (" + file.why + ")";
    bytes += line.size() + 1;
    if (bytes > kFilesBytes) break;
    block.units.push_back({.text = line + "\n", .rank = std::min(file.rank, kSpare - 1)});
  }
  block.more = files.size() - block.units.size();
  block.wrap = [](const std::string& text, bool) {
    return "Files that seem relevant, and what for:\n" + framed("file list", text);
  };
  return block;
}

Block facts_block(const PlanQuestion& question) {
  return lines_block("facts", "facts", Priority::facts,
                     cleaned(question.redactor, facts_lines(question.facts)), {},
                     "facts read from its files");
}

Block prior_runs_block(const PlanQuestion& question) {
  return lines_block("earlier runs", "prior_runs", Priority::history,
                     cleaned(question.redactor, question.prior_runs),
                     "What earlier runs on this repository came to in the last day. What failed is "
                     "likely to fail again: propose it only when it is asked for here.\n",
                     "earlier runs");
}

namespace {

std::vector<Block> planner_blocks(const PlanQuestion& question) {
  const Redactor* redactor = question.redactor;
  return {
      metrics_block(question),
      files_block(question),
      facts_block(question),
      lines_block("fingerprint", "facts", Priority::facts, cleaned(redactor, question.fingerprint),
                  {}, "fingerprint of the repository"),
      prior_runs_block(question),
  };
}

bool is_open(const analyzers::Report& report, std::string_view name) {
  const Metric* metric = report.find(name);
  return metric != nullptr && metric->status == MetricStatus::fail;
}

// What comes first. Of metrics a run is not about, nothing is said.
std::string order_of(const analyzers::Report& report) {
  const bool build = is_open(report, "build");
  const bool tests = is_open(report, "test_results");
  if (!build && !tests) return {};
  std::string out = "- ";
  if (build) out += "The broken build comes first and alone decides task 1. ";
  if (tests) out += std::string("Failing tests come ") + (build ? "next. " : "first. ");
  out +=
      "Point such subtasks at the source files that hold the fault, not at the tests that show "
      "it.";
  if (build) {
    out +=
        " While the build is broken, plan at most 2 tasks, nothing cosmetic, and leave build "
        "manifests alone.";
  }
  return out + "\n";
}

// What a subtask may do to a file. A run that may not delete does not learn how.
std::string actions_of(const PlanQuestion& question) {
  const auto allowed = [&](SubtaskAction action) {
    return question.vertical == nullptr || may(*question.vertical, action);
  };
  std::string out =
      "With `action` \"modify\" one of the files at least exists, with \"create\" one at least "
      "does "
      "not;\n  such a subtask may change the ones and make the others";
  if (allowed(SubtaskAction::remove)) out += ". With \"delete\" all of them exist";
  return out + ".";
}

std::string planner_text(const PlanQuestion& question, const std::vector<Fitted>& blocks,
                         std::string_view left_out) {
  const std::string scope =
      question.vertical == nullptr ? "" : render(question.vertical->prompt, {}) + "\n";
  const std::string target = cleaned(question.redactor, question.report.target);
  return render("prompts/planner-user.md",
                {{"name", printable(target, kNameBytes)},
                 {"languages", printable(join(question.report.languages, ", "), 300)},
                 {"score", score_text(question.report.overall())},
                 {"facts", text_at(blocks, "facts")},
                 {"metrics", text_at(blocks, "metrics")},
                 {"prior_runs", text_at(blocks, "prior_runs")},
                 {"files", text_at(blocks, "files")},
                 {"left_out", std::string(left_out)},
                 {"order", order_of(question.report)},
                 {"actions", actions_of(question)},
                 {"scope", scope},
                 {"denied", "  " + join(question.denied, "\n  ")}});
}

}  // namespace

Result<Prompt> planner_prompt(const PlanQuestion& question, const llm::Room& window) {
  if (question.issue != nullptr) return issue_prompt(question, window);
  if (question.task != nullptr) return task_prompt(question, window);
  std::string system = render("prompts/planner-system.md", {});
  const std::int64_t fixed =
      llm::weight_of(system) + llm::weight_of(planner_text(question, {}, {})) + left_out_weight();
  TRY_ASSIGN(std::vector<Fitted> blocks, fit(planner_blocks(question), fixed, window));
  std::string user = planner_text(question, blocks, left_out_note(blocks));
  return made_prompt(window, std::move(system), std::move(user), std::move(blocks));
}

}  // namespace pawl::planner
