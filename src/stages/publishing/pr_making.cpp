#include "stages/publishing/pr_making.hpp"

#include <cstdio>

#include "base/text/text.hpp"
#include "llm/spending/prices.hpp"
#include "stages/publishing/private_words.hpp"

namespace pawl::stages {
namespace {

using analyzers::Metric;
using analyzers::MetricStatus;
using run::SubtaskStatus;

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

std::string metrics_table(const PrFacts& facts) {
  std::string out = "| Metric | Before | After |\n|---|---|---|\n";
  for (const Metric& metric : facts.after.metrics) {
    const Metric* before = facts.before.find(metric.name);
    const std::string old_score = score_text(before);
    const std::string new_score = score_text(&metric);
    const std::string mark = old_score == new_score ? "" : "**";
    out +=
        "| " + metric.display_name + " | " + old_score + " | " + mark + new_score + mark + " |\n";
  }
  return out + "| Overall | " + number_text(facts.before.overall()) + " | " +
         number_text(facts.after.overall()) + " |\n";
}

std::string outcome_text(const run::SubtaskState* state) {
  if (state == nullptr) return "not started";
  switch (state->status) {
    case SubtaskStatus::committed: return "committed as " + state->commit.substr(0, 10);
    case SubtaskStatus::reproduced:
      return "fails without the fix: " + markdown_text(join(state->tests_shown, ", "), 200);
    case SubtaskStatus::skipped: return "no change needed: " + markdown_text(state->reason, 200);
    case SubtaskStatus::failed:
      return "**failed** after " + counted(static_cast<std::size_t>(state->attempts), "attempt") +
             ": " + markdown_text(state->reason, 400);
    case SubtaskStatus::pending:
    case SubtaskStatus::in_progress: return "not finished";
  }
  return "unknown";
}

std::string tasks_list(const PrFacts& facts) {
  std::string out;
  for (const planner::Task& task : facts.plan.tasks) {
    out += "- " + task.id + " " + markdown_text(task.title, 200);
    if (!task.metric.empty()) out += " (" + markdown_text(task.metric, 60) + ")";
    out += "\n";
    for (const planner::Subtask& subtask : task.subtasks) {
      out += "  - " + subtask.id + " " + markdown_text(subtask.title, 200) + ": " +
             outcome_text(progress_of(facts, subtask.id)) + "\n";
    }
  }
  return out;
}

// Guards that had nothing to look at are left out.
std::string guards_table(const PrFacts& facts) {
  std::string out =
      "| Guard | Changes passed | Changes refused | Could not check |\n|---|---|---|---|\n";
  for (const GuardTally& tally : facts.guards) {
    if (tally.passed + tally.refused + tally.unknown == 0) continue;
    out += "| " + tally.guard + " | " + std::to_string(tally.passed) + " | " +
           std::to_string(tally.refused) + " | " + std::to_string(tally.unknown) + " |\n";
  }
  return out;
}

// Nothing about money where none was spent.
std::string money_text(const run::Cost& cost) {
  if (cost.micros == 0 && cost.unpriced == 0) return {};
  if (cost.micros == 0) return ", cost unknown";
  std::string out = ", " + llm::usd(cost.micros);
  if (cost.unpriced > 0) {
    out += " and " + counted(static_cast<std::size_t>(cost.unpriced), "call") + " of unknown cost";
  }
  return out;
}

std::string use_text(const run::Cost& cost) {
  std::string out = counted(static_cast<std::size_t>(cost.calls), "model call");
  if (cost.tokens_in + cost.tokens_out > 0) {
    out += ", " + std::to_string(cost.tokens_in) + " tokens in, " +
           std::to_string(cost.tokens_out) + " out";
  }
  return out + money_text(cost);
}

std::string cost_line(const PrFacts& facts) {
  const run::Cost& cost = facts.state.cost;
  return use_text(cost) + ", " + human_duration(Milliseconds(cost.model_ms)) + " of model time";
}

// Who answered what, when it was more than one.
std::string costs_list(const PrFacts& facts) {
  std::string out;
  if (facts.state.costs.size() < 2) return out;
  for (const auto& [who, cost] : facts.state.costs) {
    out += "- " + markdown_text(who.first, 40) + ", " +
           markdown_text(public_model_name(who.second), 200) + ": " + use_text(cost) + "\n";
  }
  return "\n" + out;
}

}  // namespace

std::string score_text(const Metric* metric) {
  if (metric == nullptr || metric->status == MetricStatus::unknown) return "unknown";
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", metric->score);
  return std::string(text) + " " + std::string(to_string(metric->status));
}

const run::SubtaskState* progress_of(const PrFacts& facts, const std::string& subtask) {
  const auto found = facts.state.subtasks.find(subtask);
  return found == facts.state.subtasks.end() ? nullptr : &found->second;
}

std::string making_part(const PrFacts& facts) {
  std::string out =
      "A program wrote this pull request: Pawl " + facts.version + ", run " + facts.state.run +
      ", planned by " + markdown_text(public_model_name(facts.plan.source), 200) + ", written by " +
      markdown_text(public_model_name(facts.state.model), 200) + " (" + cost_line(facts) +
      "). No person has read it yet. Base: " + markdown_text(facts.state.base, 200) + " at " +
      facts.state.base_commit.substr(0, 10) + ".\n" + costs_list(facts);
  if (facts.state.sandbox_level == "unavailable") {
    out += "\nNothing of the repository was run: commands cannot be confined on this machine.\n";
  } else if (facts.state.sandbox_level == "off" || facts.state.sandbox_level == "degraded") {
    out += "\nCommands of the repository ran without a sandbox on this machine.\n";
  }
  return "<details>\n<summary>How this was made</summary>\n\n" + out + "\n### Tasks\n\n" +
         tasks_list(facts) + "\n### Metrics\n\n" + metrics_table(facts) +
         "\n### Guards\n\nWhat judged the changes before they were committed, how often it "
         "let one pass and refused one, and how often it could not tell.\n\n" +
         guards_table(facts) + "\n</details>\n";
}

}  // namespace pawl::stages
