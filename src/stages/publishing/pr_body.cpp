#include "stages/publishing/pr_body.hpp"

#include <algorithm>
#include <cstdio>

#include "base/text/text.hpp"
#include "llm/spending/prices.hpp"
#include "stages/publishing/public_words.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kNotesMax = 10;

using analyzers::Metric;
using analyzers::MetricStatus;
using run::SubtaskStatus;

std::string score_text(const Metric* metric) {
  if (metric == nullptr || metric->status == MetricStatus::unknown) return "unknown";
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", metric->score);
  return std::string(text) + " " + std::string(to_string(metric->status));
}

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

const run::SubtaskState* state_of(const PrFacts& facts, const std::string& subtask) {
  const auto found = facts.state.subtasks.find(subtask);
  return found == facts.state.subtasks.end() ? nullptr : &found->second;
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
             outcome_text(state_of(facts, subtask.id)) + "\n";
    }
  }
  return out;
}

// Tests that failed before and pass now.
std::string mended_list(const PrFacts& facts) {
  std::string out;
  for (const auto& [id, subtask] : facts.state.subtasks) {
    if (subtask.status != SubtaskStatus::committed) continue;
    for (const std::string& test : subtask.tests_fixed) {
      out += "- " + markdown_text(test, 200) + ", by " + subtask.commit.substr(0, 10) + "\n";
    }
  }
  return out.empty() ? out : "These tests failed before, and pass now:\n\n" + out + "\n";
}

std::string commits_list(const PrFacts& facts) {
  std::string out;
  for (const git::CommitInfo& commit : facts.commits) {
    out += "- " + markdown_text(commit.subject, 200) + " (" + commit.id.substr(0, 10) + ")\n";
  }
  return out;
}

// What was tried and is not in here.
std::string refused_line(const PrFacts& facts) {
  const auto failed =
      std::count_if(facts.state.subtasks.begin(), facts.state.subtasks.end(),
                    [](const auto& entry) { return entry.second.status == SubtaskStatus::failed; });
  if (failed == 0) return {};
  return "\n" + counted(static_cast<std::size_t>(failed), "more change") +
         (failed == 1 ? " was" : " were") + " tried and refused; the tasks below say why.\n";
}

// What stands behind it, and never more than was run.
std::string evidence_line(const PrFacts& facts) {
  const CheckNotes& checks = facts.checks;
  if (checks.passed.empty()) {
    return "\n**Nothing was built or tested**: no build and no test of the repository could be run "
           "on the result. Read it as you would read any patch.\n";
  }
  return "\nOn the result: " + markdown_text(join(checks.passed, ", "), 300) + ".\n";
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

std::string notes_line(std::string_view about, const std::vector<std::string>& notes) {
  std::string out;
  for (std::size_t i = 0; i < std::min(notes.size(), kNotesMax); ++i) {
    out += "- " + std::string(about) + ": " + markdown_text(notes[i], 300) + "\n";
  }
  if (notes.size() > kNotesMax) {
    out += "- " + std::string(about) + ": " + std::to_string(notes.size() - kNotesMax) + " more\n";
  }
  return out;
}

std::string checks_list(const PrFacts& facts) {
  const std::string out = notes_line("failed before, counts for nothing", facts.checks.failing) +
                          notes_line("fails now and then, counts for nothing", facts.checks.flaky) +
                          notes_line("not checked", facts.checks.unchecked);
  return out.empty() ? std::string() : "\n## Builds and tests\n\n" + out;
}

// Each new test, and what it noticed of the code made wrong on purpose.
std::string new_tests_list(const PrFacts& facts) {
  std::string out;
  for (const planner::Task& task : facts.plan.tasks) {
    for (const planner::Subtask& subtask : task.subtasks) {
      const auto* state = state_of(facts, subtask.id);
      if (state == nullptr || state->status != SubtaskStatus::committed) continue;
      for (const run::ProvenTest& one : state->tests_added) {
        out += "- " + markdown_text(one.test.empty() ? one.file : one.test, 200) +
               (one.test.empty() ? "" : " (" + markdown_text(one.file, 200) + ")") + ": " +
               markdown_text(one.told, 300) + "\n";
      }
    }
  }
  if (out.empty()) return {};
  return "\n## New tests\n\nEach was run on versions of the code that were made wrong on "
         "purpose.\n\n" +
         out;
}

std::string place_of(const repo::CheckRun& run) {
  return run.folder.empty() ? run.stack : run.stack + " in " + run.folder;
}

std::string named(const repo::FailingTest& test) {
  return test.file.empty() ? test.id : test.id + " (" + test.file + ")";
}

void note_once(std::vector<std::string>& notes, std::string note) {
  if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(std::move(note));
}

bool is_of(const std::vector<repo::CheckRun>& runs, const repo::CheckRun& run) {
  return std::any_of(runs.begin(), runs.end(), [&](const repo::CheckRun& one) {
    return one.stack == run.stack && one.folder == run.folder && one.command == run.command;
  });
}

void note_flaky(const repo::CheckResults& results, CheckNotes& notes) {
  for (const repo::CheckRun& run : results.tests) {
    for (const repo::FailingTest& test : run.flaky) note_once(notes.flaky, named(test));
  }
}

// `npm test` passes (12 tests); a command counts once.
void note_passed(const std::vector<repo::CheckRun>& runs, CheckNotes& notes) {
  for (const repo::CheckRun& run : runs) {
    if (run.outcome != repo::CheckOutcome::passed) continue;
    const std::string count =
        run.tests_passed ? " (" + counted(static_cast<std::size_t>(*run.tests_passed), "test") + ")"
                         : "";
    // Of what passed it tells what came of it.
    const std::string told = run.reason.empty() ? "" : " (" + run.reason + ")";
    note_once(notes.passed, run.command + " passes" + count +
                                (run.folder.empty() ? "" : " in " + run.folder) + told);
  }
}

void note_unchecked(const std::vector<repo::CheckRun>& runs, std::string_view what,
                    CheckNotes& notes) {
  for (const repo::CheckRun& run : runs) {
    // Others fail for sure, and are told of elsewhere.
    if (run.outcome == repo::CheckOutcome::failed && !run.inconclusive.empty()) {
      notes.unchecked.push_back(std::string(what) + " of " + place_of(run) + ": " +
                                repo::why_inconclusive(run.inconclusive));
    }
    if (run.outcome != repo::CheckOutcome::unknown || run.no_tests) continue;
    notes.unchecked.push_back(std::string(what) + " of " + place_of(run) + ": " + run.reason);
  }
}

// Nothing about money where there is none to tell of.
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
    out += "- " + markdown_text(who.first, 40) + ", " + markdown_text(who.second, 200) + ": " +
           use_text(cost) + "\n";
  }
  return "\n" + out;
}

// Forges close the issue when a pull request with such a line is merged.
std::string fixes_line(const PrFacts& facts) {
  if (facts.issue == nullptr) return {};
  std::string out = "Fixes #" + std::to_string(facts.issue->number) + "\n\nThe issue is about";
  for (const planner::CitedFile& file : facts.issue->files) {
    out += (&file == facts.issue->files.data() ? " " : ", ") + markdown_text(file.path, 200);
  }
  return out + ".\n\n";
}

std::string left_list(const PrFacts& facts) {
  if (facts.notes.empty()) return {};
  std::string out = "## Left to you\n\n";
  for (const std::string& note : facts.notes) out += "- " + markdown_text(note, 1000) + "\n";
  return out + "\n";
}

std::string stopped_note(const PrFacts& facts) {
  if (facts.stopped.empty()) return {};
  return "**This run stopped early**: " + markdown_text(facts.stopped, 400) +
         ". The tasks below say what is left.\n\n";
}

}  // namespace

CheckNotes check_notes(const repo::CheckResults& base, const repo::CheckResults& head) {
  CheckNotes notes;
  note_flaky(base, notes);
  note_flaky(head, notes);
  for (const repo::CheckRun& run : base.tests) {
    for (const repo::FailingTest& test : run.failing) {
      const auto flaky = std::find(notes.flaky.begin(), notes.flaky.end(), named(test));
      if (flaky == notes.flaky.end()) note_once(notes.failing, named(test));
    }
  }
  note_passed(head.builds, notes);
  note_passed(head.tests, notes);
  note_unchecked(head.builds, "the build", notes);
  note_unchecked(head.tests, "the tests", notes);
  if (!head.ran) notes.unchecked.emplace_back("builds and tests, which are switched off");
  return notes;
}

std::string why_unproven(std::string_view stack, const repo::CheckResults& base,
                         const repo::CheckResults& head) {
  constexpr std::size_t kShown = 8;
  std::string why = "it was not built: no build of it was run";
  for (const repo::CheckRun& run : head.builds) {
    if (run.stack != stack || is_of(base.builds, run)) continue;
    if (run.outcome == repo::CheckOutcome::unknown) return "it was not built: " + run.reason;
    if (run.outcome == repo::CheckOutcome::failed) return "it does not build: " + run.reason;
    why.clear();
    for (std::size_t i = 0; i < std::min(run.remarks.size(), kShown); ++i) {
      const repo::Diagnostic& one = run.remarks[i];
      why += (i == 0 ? "" : ", ") + std::string(one.code == repo::kDeadLink ? "dead link " : "") +
             one.message + (one.path.empty() ? "" : " on " + one.path);
    }
    if (run.remarks.size() > kShown) {
      why += " and " + std::to_string(run.remarks.size() - kShown) + " more";
    }
    if (!why.empty()) return "it was built, but: " + why;
  }
  return why;
}

std::string markdown_text(std::string_view text, std::size_t bytes_max) {
  std::string out;
  for (const char c : harmless_line(text, bytes_max)) {
    constexpr std::string_view kSpecial = "\\`*_{}[]<>()#+!|~@&$";
    if (kSpecial.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string pr_title(const PrFacts& facts) {
  if (facts.issue != nullptr) {
    return "Fix #" + std::to_string(facts.issue->number) + ": " +
           harmless_line(facts.issue->title, 100);
  }
  if (!facts.title.empty()) return harmless_line(facts.title, 200);
  std::size_t committed = 0;
  const planner::Subtask* only = nullptr;
  for (const planner::Task& task : facts.plan.tasks) {
    for (const planner::Subtask& subtask : task.subtasks) {
      const auto* state = state_of(facts, subtask.id);
      if (state == nullptr || state->status != SubtaskStatus::committed) continue;
      ++committed;
      only = &subtask;
    }
  }
  const std::string title = committed == 1 ? harmless_line(only->title, 100) : std::string();
  if (!title.empty()) return title;
  return counted(committed, facts.checks.passed.empty() ? "improvement" : "verified improvement");
}

std::string pr_body(const PrFacts& facts) {
  std::string out =
      fixes_line(facts) + stopped_note(facts) + left_list(facts) + "## What it changes\n\n" +
      mended_list(facts) + commits_list(facts) + refused_line(facts) + evidence_line(facts) +
      new_tests_list(facts) + checks_list(facts) + "\n## Tasks\n\n" + tasks_list(facts) +
      "\n## Metrics\n\n" + metrics_table(facts) +
      "\n## Guards\n\nWhat judged the changes before they were committed, how often it "
      "let one pass and refused one, and how often it could not tell.\n\n" +
      guards_table(facts) + "\n## How this was made\n\n";
  out += "A program wrote this pull request: Pawl " + facts.version + ", run " + facts.state.run +
         ", planned by " + markdown_text(facts.plan.source, 200) + ", written by " +
         markdown_text(facts.state.model, 200) + " (" + cost_line(facts) +
         "). No person has read it yet. Base: " + markdown_text(facts.state.base, 200) + " at " +
         facts.state.base_commit.substr(0, 10) + ".\n" + costs_list(facts);
  if (facts.state.sandbox_level == "unavailable") {
    out += "\nNothing of the repository was run: commands cannot be confined on this machine.\n";
  } else if (facts.state.sandbox_level == "off" || facts.state.sandbox_level == "degraded") {
    out += "\nCommands of the repository ran without a sandbox on this machine.\n";
  }
  return out + "\n<!-- pawl-run: " + facts.state.run + " -->\n";
}

}  // namespace pawl::stages
