#include "stages/publishing/pr_body.hpp"

#include <algorithm>
#include <cstdio>
#include <set>

#include "base/text/text.hpp"
#include "llm/spending/prices.hpp"
#include "planner/concerns/concern.hpp"
#include "stages/publishing/private_words.hpp"
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

// Of each committed subtask: (task, subtask, what became of it).
template <class Visit>
void for_each_committed(const PrFacts& facts, const Visit& visit) {
  for (const planner::Task& task : facts.plan.tasks) {
    for (const planner::Subtask& subtask : task.subtasks) {
      const auto* state = state_of(facts, subtask.id);
      if (state != nullptr && state->status == SubtaskStatus::committed) {
        visit(task, subtask, *state);
      }
    }
  }
}

std::size_t count_mended(const PrFacts& facts) {
  std::size_t count = 0;
  for_each_committed(facts, [&](const auto&, const auto&, const run::SubtaskState& state) {
    count += state.tests_fixed.size();
  });
  return count;
}

std::string item(std::string_view text, std::size_t bytes_max = 300) {
  return "- " + markdown_text(text, bytes_max) + "\n";
}

// What a recipe proved wrong: the lines behind its name.
std::string recipe_reasons(const planner::Subtask& subtask) {
  std::string out;
  for (const std::string_view line : split_lines(subtask.description)) {
    if (line.starts_with("- ")) out += item(line.substr(2));
  }
  return out;
}

// What was known to be wrong before anything was changed; empty when the work was only asked for.
std::string broken_list(const PrFacts& facts) {
  std::string tests;
  std::string reasons;
  std::string measured;
  std::set<std::string> metrics;
  for_each_committed(facts, [&](const planner::Task& task, const planner::Subtask& subtask,
                                const run::SubtaskState& state) {
    for (const std::string& test : state.tests_fixed) tests += item("the test " + test + " failed");
    const std::string proven = subtask.recipe.empty() ? "" : recipe_reasons(subtask);
    reasons += proven;
    const Metric* metric = facts.before.find(task.metric);
    const bool told = !state.tests_fixed.empty() || !proven.empty() || metric == nullptr;
    if (told || metric->status == MetricStatus::pass || metric->details.empty()) return;
    if (metrics.insert(task.metric).second) {
      measured += item(metric->display_name + ": " + metric->details);
    }
  });
  const std::string reported =
      facts.issue == nullptr ? std::string() : item("as reported: " + facts.issue->title, 200);
  return reported + tests + reasons + measured;
}

std::string broken_part(const PrFacts& facts) {
  const std::string broken = broken_list(facts);
  if (!broken.empty()) return "## What was broken\n\n" + broken + "\n";
  std::string wanted;
  for_each_committed(facts, [&](const auto&, const planner::Subtask& subtask, const auto&) {
    wanted += item(subtask.title, 200);
  });
  return "## What was wanted\n\n" + wanted + "\n";
}

// Metrics that are better than before, and known on both sides.
std::vector<const Metric*> better_metrics(const PrFacts& facts) {
  std::vector<const Metric*> better;
  for (const Metric& metric : facts.after.metrics) {
    const Metric* before = facts.before.find(metric.name);
    const bool known = before != nullptr && before->status != MetricStatus::unknown &&
                       metric.status != MetricStatus::unknown;
    // What the table shows as the same is no better.
    if (known && metric.score > before->score && score_text(before) != score_text(&metric)) {
      better.push_back(&metric);
    }
  }
  return better;
}

std::string commits_list(const PrFacts& facts) {
  std::string out;
  for (const git::CommitInfo& commit : facts.commits) {
    out += "- " + markdown_text(commit.subject, 200) + " (" + commit.id.substr(0, 10) + ")\n";
  }
  return out;
}

// What stands behind it, and never more than was run.
std::string passes_part(const PrFacts& facts) {
  std::string out = "## What passes now\n\n";
  for_each_committed(facts, [&](const auto&, const auto&, const run::SubtaskState& state) {
    for (const std::string& test : state.tests_fixed) {
      out += "- " + markdown_text(test, 200) + ", by " + state.commit.substr(0, 10) + "\n";
    }
  });
  for (const std::string& passed : facts.checks.passed) out += item(passed);
  for (const Metric* metric : better_metrics(facts)) {
    out += item(metric->display_name + ": " + score_text(facts.before.find(metric->name)) +
                " before, " + score_text(metric) + " now");
  }
  if (facts.checks.passed.empty()) {
    out += std::string(out.ends_with("\n\n") ? "" : "\n") +
           "**Nothing was built or tested**: no build and no test of the repository could be run "
           "on the result. Read it as you would read any patch.\n";
  }
  return out + "\n";
}

// `links`, when a recipe's concern is all there is.
std::string only_recipe_concern(const PrFacts& facts) {
  constexpr std::string_view kOfRecipe = "recipe:";
  const bool one = facts.concerns.size() == 1 && facts.concerns.front().starts_with(kOfRecipe);
  return one ? facts.concerns.front().substr(kOfRecipe.size()) : std::string();
}

std::string size_sentence(const PrFacts& facts) {
  std::set<std::string> files;
  for_each_committed(facts, [&](const auto&, const auto&, const run::SubtaskState& state) {
    files.insert(state.paths.begin(), state.paths.end());
  });
  const std::string concern = only_recipe_concern(facts);
  return counted(facts.commits.size(), "commit") +
         (files.empty() ? "" : ", " + counted(files.size(), "file")) +
         (concern.empty() ? "" : ", one concern: " + markdown_text(concern, 60)) + ".";
}

// Reasons that follow from what was measured and run, and from nothing else.
std::string worth_part(const PrFacts& facts) {
  std::string out = "## Why it is worth merging\n\n";
  const std::size_t mended = count_mended(facts);
  if (mended > 0) {
    out += "- It mends " + counted(mended, "test") + " that " + (mended == 1 ? "fails" : "fail") +
           " on " + markdown_text(facts.state.base, 200) + ".\n";
  }
  std::size_t added = 0;
  for_each_committed(facts, [&](const auto&, const auto&, const run::SubtaskState& state) {
    added += state.tests_added.size();
  });
  if (added > 0) {
    out += "- " + counted(added, "new test") + ", tried on code that was made wrong on purpose.\n";
  }
  for (const Metric* metric : better_metrics(facts)) {
    if (facts.before.find(metric->name)->status == metric->status) continue;
    out += "- " + markdown_text(metric->display_name, 60) + " goes from " +
           std::string(to_string(facts.before.find(metric->name)->status)) + " to " +
           std::string(to_string(metric->status)) + ".\n";
  }
  if (!facts.checks.passed.empty()) {
    out += "- No build and no test that could be run and passed before fails now.\n";
  }
  return out + "- " + size_sentence(facts) + "\n\n";
}

// What was tried and is not in here, and what was refused on the way.
std::string refused_part(const PrFacts& facts) {
  std::string out;
  for (const planner::Task& task : facts.plan.tasks) {
    for (const planner::Subtask& subtask : task.subtasks) {
      const auto* state = state_of(facts, subtask.id);
      if (state == nullptr || state->status != SubtaskStatus::failed) continue;
      out += "- Not in here: " + markdown_text(subtask.title, 200) + ", after " +
             counted(static_cast<std::size_t>(state->attempts), "attempt") + ": " +
             markdown_text(state->reason, 300) + "\n";
    }
  }
  std::vector<std::string> guards;
  for (const GuardTally& tally : facts.guards) {
    if (tally.refused > 0) guards.push_back(tally.guard + " " + std::to_string(tally.refused));
  }
  if (!guards.empty()) {
    out += "- Changes that guards refused while it was made: " +
           markdown_text(join(guards, ", "), 300) + "\n";
  }
  return "## What was refused\n\n" + (out.empty() ? "Nothing.\n" : out) + "\n";
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
  return out.empty() ? std::string() : "## Builds and tests\n\n" + out + "\n";
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
  return "## New tests\n\nEach was run on versions of the code that were made wrong on "
         "purpose.\n\n" +
         out + "\n";
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
    note_once(notes.passed,
              run.command + " passes" + count + (run.folder.empty() ? "" : " in " + run.folder));
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
    out += "- " + markdown_text(who.first, 40) + ", " +
           markdown_text(public_model_name(who.second), 200) + ": " + use_text(cost) + "\n";
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

namespace {

// How it was made, for those who want to know: folded, behind all that speaks of the change.
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

std::string marks(const PrFacts& facts) {
  const std::string concerns = planner::concerns_mark(facts.concerns);
  return (concerns.empty() ? "" : concerns + "\n") + "<!-- pawl-run: " + facts.state.run + " -->\n";
}

}  // namespace

std::string pr_body(const PrFacts& facts) {
  return fixes_line(facts) + stopped_note(facts) + broken_part(facts) + passes_part(facts) +
         worth_part(facts) + refused_part(facts) + left_list(facts) + "## Commits\n\n" +
         commits_list(facts) + "\n" + new_tests_list(facts) + checks_list(facts) +
         making_part(facts) + "\n" + marks(facts);
}

}  // namespace pawl::stages
