#include "stages/publishing/pr_body.hpp"

#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "planner/concerns/concern.hpp"
#include "proof/bundle.hpp"
#include "stages/publishing/contribution_rules.hpp"
#include "stages/publishing/pr_making.hpp"
#include "stages/publishing/private_words.hpp"
#include "stages/publishing/public_words.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kNotesMax = 10;

using analyzers::Metric;
using analyzers::MetricStatus;
using run::SubtaskStatus;

// Of each committed subtask: (task, subtask, what became of it).
template <class Visit>
void for_each_committed(const PrFacts& facts, const Visit& visit) {
  for (const planner::Task& task : facts.plan.tasks) {
    for (const planner::Subtask& subtask : task.subtasks) {
      const auto* state = progress_of(facts, subtask.id);
      if (state != nullptr && state->status == SubtaskStatus::committed) {
        visit(task, subtask, *state);
      }
    }
  }
}

// Tests that were written to show what the issue reports: the base has none of them.
std::set<std::string> shown_tests(const PrFacts& facts) {
  std::set<std::string> shown;
  for (const auto& [id, state] : facts.state.subtasks) {
    shown.insert(state.tests_shown.begin(), state.tests_shown.end());
  }
  return shown;
}

struct Mended {
  std::size_t there = 0;  // tests of the base
  std::size_t fresh = 0;  // tests that come with their fix
};

Mended count_mended(const PrFacts& facts) {
  const std::set<std::string> shown = shown_tests(facts);
  Mended count;
  for_each_committed(facts, [&](const auto&, const auto&, const run::SubtaskState& state) {
    for (const std::string& test : state.tests_fixed) {
      ++(shown.contains(test) ? count.fresh : count.there);
    }
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
  const std::set<std::string> shown = shown_tests(facts);
  for_each_committed(facts, [&](const planner::Task& task, const planner::Subtask& subtask,
                                const run::SubtaskState& state) {
    for (const std::string& test : state.tests_fixed) {
      const bool fresh = shown.contains(test);
      tests += item("the test " + test + " failed" + (fresh ? ", which was written for it" : ""));
    }
    const std::string proven = subtask.recipe.empty() ? "" : recipe_reasons(subtask);
    reasons += proven;
    const Metric* metric = facts.before.find(task.metric);
    const bool reported = !state.tests_fixed.empty() || !proven.empty() || metric == nullptr;
    if (reported || metric->status == MetricStatus::pass || metric->details.empty()) return;
    if (metrics.insert(task.metric).second) {
      measured += item(metric->display_name + ": " + metric->details);
    }
  });
  const std::string reported =
      facts.issue == nullptr ? std::string() : item("as reported: " + facts.issue->title, 200);
  return reported + tests + reasons + measured;
}

// What the person asked for, in their words.
std::string task_quote(const PrFacts& facts) {
  constexpr std::size_t kTaskBytesMax = 1000;
  if (facts.task.empty()) return {};
  return "> " + markdown_text(facts.task, kTaskBytesMax) + "\n\n";
}

std::string broken_part(const PrFacts& facts) {
  const std::string broken = broken_list(facts);
  if (!broken.empty()) {
    const std::string task = task_quote(facts);
    return (task.empty() ? "" : "## What was wanted\n\n" + task) + "## What was broken\n\n" +
           broken + "\n";
  }
  std::string wanted;
  for_each_committed(facts, [&](const auto&, const planner::Subtask& subtask, const auto&) {
    wanted += item(subtask.title, 200);
  });
  return "## What was wanted\n\n" + task_quote(facts) + wanted + "\n";
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
  const Mended mended = count_mended(facts);
  if (mended.there > 0) {
    out += "- It mends " + counted(mended.there, "test") + " that " +
           (mended.there == 1 ? "fails" : "fail") + " on " + markdown_text(facts.state.base, 200) +
           ".\n";
  }
  if (mended.fresh > 0) {
    out += "- It brings " + counted(mended.fresh, "test") + " that failed on " +
           markdown_text(facts.state.base, 200) + " without the fix, each time it was run.\n";
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
      const auto* state = progress_of(facts, subtask.id);
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
      const auto* state = progress_of(facts, subtask.id);
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

// What shows that the issue is fixed; or that nothing does, and why, as far as that is known.
std::string shown_lines(const PrFacts& facts) {
  std::string out;
  std::size_t left_out = 0;
  for_each_committed(facts, [&](const auto&, const auto&, const run::SubtaskState& state) {
    for (const std::string& test : state.tests_fixed) {
      if (static_cast<std::size_t>(std::count(out.begin(), out.end(), '\n')) == kNotesMax) {
        ++left_out;
        continue;
      }
      out += "Fixed: " + markdown_text(test, 200) + ", which failed before\n";
    }
  });
  if (left_out > 0) out += "Fixed: " + counted(left_out, "test") + " more\n";
  if (!out.empty()) return out + "\n";
  for (const planner::Task& task : facts.plan.tasks) {
    for (const planner::Subtask& subtask : task.subtasks) {
      const auto* state = progress_of(facts, subtask.id);
      if (!subtask.reproduces || state == nullptr || state->reason.empty()) continue;
      return "Nothing was seen to fail before and pass now; " + markdown_text(state->reason, 300) +
             "\n\n";
    }
  }
  return "Nothing was seen to fail before and pass now: no test shows what the issue reports.\n\n";
}

// Forges close the issue when a pull request with such a line is merged.
std::string fixes_line(const PrFacts& facts) {
  if (facts.issue == nullptr) return {};
  std::string out = "Fixes #" + std::to_string(facts.issue->number) + "\n\n" + shown_lines(facts) +
                    "The issue is about";
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
      const auto* state = progress_of(facts, subtask.id);
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

// What a repository wants to know of programs.
std::string disclosure_part(const PrFacts& facts) {
  if (facts.policy_where.empty()) return {};
  return "## Disclosure\n\nA program, Pawl " + facts.version +
         ", made this pull request: planned by " +
         markdown_text(public_model_name(facts.plan.source), 200) + ", written by " +
         markdown_text(public_model_name(facts.state.model), 200) +
         ", all of it. No person has read it yet. " + markdown_text(facts.policy_where, 200) +
         " asks to say so: \"" + markdown_text(facts.policy_sentence, 300) + "\"\n\n";
}

// The parts people read first; headings one deeper below those of a template.
std::string front_part(const PrFacts& facts) {
  const std::string summary = fixes_line(facts) + stopped_note(facts) + broken_part(facts);
  const std::string passes = passes_part(facts);
  if (facts.pull_template.empty()) {
    return disclosure_part(facts) + summary + passes + worth_part(facts);
  }
  const auto deeper = [](const std::string& text) { return replace_all(text, "## ", "### "); };
  const std::string issue =
      facts.issue == nullptr ? std::string() : "Fixes #" + std::to_string(facts.issue->number);
  return disclosure_part(facts) +
         filled_template(facts.pull_template, {.summary = deeper(summary + worth_part(facts)),
                                               .tests = deeper(passes),
                                               .issue = issue}) +
         "\n" + (has_tests_heading(facts.pull_template) ? "" : passes);
}

constexpr std::string_view kProofHead = "## Proof\n\n";

std::string proof_part(std::string_view proof) {
  return proof.empty() ? "" : std::string(kProofHead) + std::string(proof) + "\n";
}

// What later runs read; of which run it is, the forge keeps.
std::string marks(const PrFacts& facts) {
  const std::string concerns = planner::concerns_mark(facts.concerns);
  return concerns.empty() ? "" : concerns + "\n";
}

}  // namespace

std::string with_proof(std::string body, std::string_view proof) {
  const std::string digest = proof::marked_digest(body);
  if (digest.empty()) return body;
  const auto mark = body.find(proof::proof_mark(digest));
  const auto begin = body.rfind(kProofHead, mark);
  if (begin == std::string::npos) return body;
  // Behind the mark, its line and the blank one after it.
  const auto end = body.find("\n\n", mark);
  const auto length = end == std::string::npos ? std::string::npos : end + 2 - begin;
  return body.replace(begin, length, proof_part(proof));
}

std::string pr_body(const PrFacts& facts) {
  return front_part(facts) + refused_part(facts) + left_list(facts) + "## Commits\n\n" +
         commits_list(facts) + "\n" + new_tests_list(facts) + checks_list(facts) + facts.critics +
         proof_part(facts.proof) + making_part(facts) + "\n" + marks(facts);
}

}  // namespace pawl::stages
