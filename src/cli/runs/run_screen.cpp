#include "cli/runs/run_screen.hpp"

#include <array>
#include <cstdio>

#include "analyzers/registry.hpp"
#include "base/text/text.hpp"
#include "cli/kit/output.hpp"
#include "guards/events.hpp"
#include "llm/events.hpp"
#include "planner/events.hpp"
#include "run/events.hpp"

namespace pawl::cli {
namespace {

Paint paint_of_metric(std::string_view status) {
  if (status == "pass") return Paint::green;
  if (status == "warn") return Paint::yellow;
  if (status == "fail") return Paint::red;
  return Paint::dim;
}

std::string display_name_of(std::string_view metric) {
  for (const analyzers::Analyzer& analyzer : analyzers::all()) {
    if (analyzer.name == metric) return std::string(analyzer.display_name);
  }
  return std::string(metric);
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::size_t ended_subtasks(const run::RunState& state) {
  std::size_t ended = 0;
  for (const auto& [id, subtask] : state.subtasks) {
    const bool open = subtask.status == run::SubtaskStatus::pending ||
                      subtask.status == run::SubtaskStatus::in_progress;
    if (!open) ++ended;
  }
  return ended;
}

std::string text_of(const JournalEvent& event, std::string_view field) {
  return printable(event.data[field].text(), 400);
}

std::string circuit_words(std::string_view state) {
  if (state == "open") return "failed too often, it is left alone for a while";
  return state == "closed" ? "answers again" : "is tried again";
}

}  // namespace

void RunScreen::show_metric(const JournalEvent& event) {
  const std::string status = text_of(event, "status");
  std::array<char, 16> score{};
  std::snprintf(score.data(), score.size(), "%.2f", event.data["score"].number_or(0));
  const std::string shown = status == "unknown" ? "    " : std::string(score.data());
  progress_.line("  " + painted(context_, paint_of_metric(status), padded(status, 8)) + shown +
                 "  " + padded(display_name_of(event.data["metric"].text()), 18) + " " +
                 painted(context_, Paint::dim, text_of(event, "details")));
  advance(++measured_, analyzers::all().size(), "measuring");
  if (measured_ == analyzers::all().size()) {
    measured_ = 0;
    progress_.clear();
  }
}

// The lines themselves tell how far it is; only a terminal gets a bar on top.
void RunScreen::advance(std::size_t done, std::size_t total, std::string_view label) {
  if (context_.console.facts().err_is_terminal) progress_.update(done, total, label);
}

void RunScreen::show_call(const JournalEvent& event) {
  if (event.data["model"].text() == "recipes:") return;
  progress_.line(painted(context_, Paint::dim,
                         "  " + text_of(event, "role") + " call to " + text_of(event, "model") +
                             ": " + human_duration(Milliseconds(event.data["ms"].int_or(0))) +
                             ", " + text_of(event, "outcome")));
}

void RunScreen::show_sandbox(const JournalEvent& event) {
  const std::string_view level = event.data["level"].text();
  if (level == "full") return;
  progress_.line("  " + painted(context_, Paint::yellow, "no sandbox: ") +
                 (level == "off" ? "commands of the repository run without one"
                                 : "nothing of the repository is run") +
                 ", " + text_of(event, "reason"));
}

void RunScreen::show(const JournalEvent& event, const run::RunState& state) {
  const std::lock_guard<std::mutex> guard(mutex_);
  if (event.is(run::kRunBegin) || event.is(run::kRunResumed)) {
    progress_.line(painted(context_, Paint::bold, "run " + state.run) + " on " + state.target);
  } else if (event.is(run::kRunPhase)) {
    const std::string phase = text_of(event, "phase");
    if (phase != "IDLE" && phase != "DONE") progress_.line(painted(context_, Paint::bold, phase));
  } else if (event.is(run::kSandboxLevel)) {
    show_sandbox(event);
  } else if (event.is(run::kRunOperation)) {
    progress_.line("  " + text_of(event, "text"));
  } else if (event.is(run::kMetricMeasured)) {
    show_metric(event);
  } else if (event.is(run::kPlanReady)) {
    planned_ = static_cast<std::size_t>(event.data["subtasks"].int_or(0));
    progress_.line("  " + counted(static_cast<std::size_t>(event.data["tasks"].int_or(0)), "task") +
                   ", " + counted(planned_, "subtask") + " from " + text_of(event, "source"));
  } else if (event.is(planner::kPlanDropped)) {
    progress_.line(painted(context_, Paint::yellow, "  left out ") + text_of(event, "subtask") +
                   ": " + text_of(event, "reason"));
  } else if (event.is(planner::kPlanRule)) {
    for (const std::string_view kind : {"added", "rewritten", "kept"}) {
      for (const Json& note : event.data[kind].items()) {
        progress_.line("  " + std::string(kind) + " " + printable(note["what"].text(), 60) + ": " +
                       printable(note["reason"].text(), 300));
      }
    }
  } else if (event.is(run::kMemoryGateway)) {
    progress_.line(painted(context_, Paint::yellow, "  gateway: ") + text_of(event, "call") + ", " +
                   text_of(event, "reason") + "; this run goes on without");
  } else if (event.is(llm::kLlmCall)) {
    show_call(event);
  } else if (event.is(llm::kLlmRetry)) {
    progress_.line(painted(context_, Paint::yellow, "  model: ") + text_of(event, "reason") +
                   ", trying again");
  } else if (event.is(llm::kLlmFallback)) {
    progress_.line(painted(context_, Paint::yellow, "  model: ") + text_of(event, "next") +
                   " is asked instead of " + text_of(event, "model") + ": " +
                   text_of(event, "reason"));
  } else if (event.is(llm::kLlmCircuit)) {
    progress_.line(painted(context_, Paint::yellow, "  model: ") + text_of(event, "model") + ": " +
                   circuit_words(text_of(event, "state")));
  } else if (event.is(run::kSubtaskCommitted)) {
    progress_.line("  " + painted(context_, Paint::green, "committed ") +
                   text_of(event, "commit").substr(0, 10) + " " + text_of(event, "message"));
    if (planned_ > 0) advance(ended_subtasks(state), planned_, "working");
  } else if (event.is(guards::kGuardRefused)) {
    progress_.line("  " + painted(context_, Paint::yellow, "refused ") + text_of(event, "path") +
                   ": " + text_of(event, "message"));
  } else if (event.is(run::kSubtaskFailed)) {
    progress_.line("  " + painted(context_, Paint::red, "failed ") + text_of(event, "subtask") +
                   ": " + text_of(event, "reason"));
  } else if (event.is(run::kSubtaskSkipped)) {
    progress_.line("  skipped " + text_of(event, "subtask") + ": " + text_of(event, "reason"));
  } else if (event.is(run::kStageEnd)) {
    progress_.clear();
  }
}

Result<bool> RunScreen::confirm(const planner::TaskPlan& plan) {
  progress_.clear();
  for (const planner::Task& task : plan.tasks) {
    context_.console.say(painted(context_, Paint::bold, task.id) + " " +
                         printable(task.title, 120));
    for (const planner::Subtask& subtask : task.subtasks) {
      context_.console.say("  " + subtask.id + " " + std::string(to_string(subtask.action)) + " " +
                           printable(join(subtask.file_hints, ", "), 120) + ": " +
                           printable(subtask.title, 120));
    }
  }
  return cli::confirm(context_.console,
                      "Work on " + counted(plan.subtask_count(), "subtask") + "?");
}

void RunScreen::finish(const runner::RunEnd& end) {
  progress_.clear();
  const run::RunState& state = end.state;
  std::string line = painted(context_, Paint::bold, std::string(to_string(state.status)));
  if (!state.reason.empty()) line += ": " + printable(state.reason, 1000);
  context_.console.say(line);
  if (state.sandbox_level == "unavailable") {
    context_.console.say(
        "not verified: nothing of the repository was run, for commands cannot be confined here "
        "(pawl doctor "
        "says why)");
  }
  if (state.pr) {
    context_.console.say(
        "pull request " + state.pr->url + " from branch " + state.pr->branch +
        "\n  look at it:  pawl pr show " + std::to_string(state.pr->number) + " " + state.target +
        "\n  its diff:    pawl pr diff " + std::to_string(state.pr->number) + " " + state.target +
        "\n  merge it:    pawl pr merge " + std::to_string(state.pr->number) + " " + state.target);
  }
  if (!end.note.empty()) context_.console.say("left behind: " + printable(end.note, 1000));
  const bool unfinished = state.status == run::RunStatus::failed ||
                          state.status == run::RunStatus::stopped ||
                          state.status == run::RunStatus::bailed;
  if (unfinished) {
    context_.console.say("what happened:  pawl logs " + state.run + "\ngo on with it:  pawl run " +
                         state.target + " --resume");
  }
}

}  // namespace pawl::cli
