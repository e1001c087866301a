#include "cli/runs/run_screen.hpp"

#include <array>
#include <cstdio>

#include "analyzers/registry.hpp"
#include "base/text/shell_word.hpp"
#include "base/text/text.hpp"
#include "cli/kit/editor.hpp"
#include "cli/kit/output.hpp"
#include "cli/kit/scratch.hpp"
#include "cli/runs/event_line.hpp"
#include "cli/runs/plan_listing.hpp"
#include "guards/events.hpp"
#include "llm/events.hpp"
#include "llm/spending/prices.hpp"
#include "planner/events.hpp"
#include "run/work_events.hpp"
#include "runner/live.hpp"

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

std::string shown(std::string_view text) { return printable(text, 400); }

std::string circuit_words(std::string_view state) {
  if (state == "open") return "failed too often, it is left alone for a while";
  return state == "closed" ? "answers again" : "is tried again";
}

// What the run spent, and of how much; empty when its models use no tokens.
std::string spent_words(const run::Cost& cost, double most) {
  if (cost.tokens_in + cost.tokens_out == 0 && cost.micros == 0 && cost.unpriced == 0) return {};
  std::string words = "spent: " + llm::usd(cost.micros);
  if (most > 0) words += " of " + llm::usd(static_cast<llm::MicroUsd>(most * 1e6));
  if (cost.unpriced > 0) {
    words +=
        ", and " + counted(static_cast<std::size_t>(cost.unpriced), "call") + " of unknown cost";
  }
  return words + ", in " + counted(static_cast<std::size_t>(cost.calls), "model call") + " and " +
         std::to_string(cost.tokens_in + cost.tokens_out) + " tokens";
}

}  // namespace

void RunScreen::show_metric(const run::MetricMeasured& metric) {
  const std::string status = shown(metric.status);
  std::array<char, 16> score{};
  std::snprintf(score.data(), score.size(), "%.2f", metric.score);
  const std::string figure = status == "unknown" ? "    " : std::string(score.data());
  const std::string name = padded(display_name_of(metric.metric), 18);
  const std::size_t column = 2 + 8 + figure.size() + 2 + display_width(name) + 1;
  const TerminalFacts& terminal = context_.console.facts();
  const std::string details = terminal.err_is_terminal
                                  ? wrapped(shown(metric.details), terminal.width, column)
                                  : shown(metric.details);
  progress_.line("  " + painted(context_, paint_of_metric(status), padded(status, 8)) + figure +
                 "  " + name + " " + painted(context_, Paint::dim, details));
  const std::size_t all = analyzers::all().size();
  measured_ = measured_ == all ? 1 : measured_ + 1;
  progress_.doing("measuring");
  progress_.count(measured_, all);
}

void RunScreen::show_call(const llm::LlmCall& call) {
  if (call.model == "recipes:") return;
  progress_.line(painted(context_, Paint::dim,
                         "  " + shown(call.role) + " call to " + shown(call.model) + ": " +
                             human_duration(call.took) + ", " + shown(call.outcome)));
}

void RunScreen::show_sandbox(const run::SandboxLevel& sandbox) {
  if (sandbox.level == "full") return;
  progress_.line("  " + painted(context_, Paint::yellow, "no sandbox: ") +
                 (sandbox.level == "off" ? "commands of the repository run without one"
                                         : "nothing of the repository is run") +
                 ", " + shown(sandbox.reason));
}

void RunScreen::show_rule(const planner::PlanRuleApplied& rule) {
  const auto show = [&](const std::string& kind, const std::vector<planner::PlanNote>& notes) {
    for (const planner::PlanNote& note : notes) {
      progress_.line("  " + kind + " " + printable(note.what, 60) + ": " +
                     printable(note.reason, 300));
    }
  };
  show("added", rule.added);
  show("rewritten", rule.rewritten);
  show("kept", rule.kept);
}

bool RunScreen::show_model(const JournalEvent& event) {
  const std::string about = painted(context_, Paint::yellow, "  model: ");
  if (event.is(llm::kLlmCall)) {
    show_call(llm::llm_call_of(event));
  } else if (event.is(llm::kLlmRetry)) {
    progress_.line(about + shown(llm::llm_retry_of(event).reason) + ", trying again");
  } else if (event.is(llm::kLlmFallback)) {
    const llm::LlmFallback fallback = llm::llm_fallback_of(event);
    progress_.line(about + shown(fallback.next) + " is asked instead of " + shown(fallback.model) +
                   ": " + shown(fallback.reason));
  } else if (event.is(llm::kLlmCircuit)) {
    const llm::LlmCircuit circuit = llm::llm_circuit_of(event);
    progress_.line(about + shown(circuit.model) + ": " + circuit_words(circuit.state));
  } else {
    return false;
  }
  return true;
}

void RunScreen::show_subtask(const JournalEvent& event, const run::RunState& state) {
  if (working_) progress_.count(ended_subtasks(state), planned_);
  if (event.is(run::kSubtaskCommitted)) {
    const run::SubtaskCommitted committed = run::subtask_committed_of(event);
    progress_.line("  " + painted(context_, Paint::green, "committed ") +
                   shown(committed.commit).substr(0, 10) + " " + shown(committed.message));
  } else if (event.is(guards::kGuardRefused)) {
    const guards::GuardRefused refused = guards::guard_refused_of(event);
    progress_.line("  " + painted(context_, Paint::yellow, "refused ") + shown(refused.path) +
                   ": " + shown(refused.message));
  } else if (event.is(run::kSubtaskFailed)) {
    const run::SubtaskFailed failed = run::subtask_failed_of(event);
    progress_.line("  " + painted(context_, Paint::red, "failed ") + shown(failed.subtask) + ": " +
                   shown(failed.reason));
  } else if (event.is(run::kSubtaskSkipped)) {
    const run::SubtaskSkipped skipped = run::subtask_skipped_of(event);
    progress_.line("  skipped " + shown(skipped.subtask) + ": " + shown(skipped.reason));
  } else if (event.is(run::kSubtaskReproduced)) {
    const run::SubtaskReproduced it = run::subtask_reproduced_of(event);
    progress_.line("  " + painted(context_, Paint::green, "shown ") + "by " +
                   shown(join(it.tests, ", ")) + ", which fails as it should");
  }
}

void RunScreen::show(const JournalEvent& event, const run::RunState& state) {
  const std::lock_guard<std::mutex> guard(mutex_);
  if (context_.console.detail() == Detail::events && !event.is(run::kRunHeartbeat)) {
    progress_.clear();
    context_.console.err(event_line(context_, to_iso8601(event.at), event.name, event.data));
  }
  if (event.is(run::kRunBegin) || event.is(run::kRunResumed)) {
    progress_.line(painted(context_, Paint::bold, "run " + state.run) + " on " + state.target);
  } else if (event.is(run::kRunPhase)) {
    const std::string phase = shown(run::run_phase_of(event).phase);
    if (phase != "IDLE" && phase != "DONE") progress_.line(painted(context_, Paint::bold, phase));
    working_ = phase == "WORKING" && planned_ > 0;
    progress_.count(0, working_ ? planned_ : 0);
    progress_.doing(replace_all(lower(phase), "_", " "));
  } else if (event.is(run::kSandboxLevel)) {
    show_sandbox(run::sandbox_level_of(event));
  } else if (event.is(run::kRunOperation)) {
    notify(run::run_operation_of(event).text);
  } else if (event.is(run::kMetricMeasured)) {
    show_metric(run::metric_measured_of(event));
  } else if (event.is(run::kPlanReady)) {
    const run::PlanReady plan = run::plan_ready_of(event);
    planned_ = static_cast<std::size_t>(plan.subtasks);
    progress_.line("  " + counted(static_cast<std::size_t>(plan.tasks), "task") + ", " +
                   counted(planned_, "subtask") + " from " + shown(plan.source));
  } else if (event.is(planner::kPlanDropped)) {
    const planner::PlanDropped dropped = planner::plan_dropped_of(event);
    progress_.line(painted(context_, Paint::yellow, "  left out ") + shown(dropped.subtask) + ": " +
                   shown(dropped.reason));
  } else if (event.is(planner::kPlanRule)) {
    show_rule(planner::plan_rule_applied_of(event));
  } else if (event.is(run::kMemoryGateway)) {
    const run::MemoryGateway gateway = run::memory_gateway_of(event);
    progress_.line(painted(context_, Paint::yellow, "  gateway: ") + shown(gateway.call) + ", " +
                   shown(gateway.reason) + "; this run goes on without");
  } else if (event.is(run::kStageEnd)) {
    progress_.clear();
  } else if (!show_model(event)) {
    show_subtask(event, state);
  }
}

void RunScreen::notify(const std::string& text) {
  progress_.line("  " + shown(text));
  progress_.doing(text);
}

namespace {

// Five lines at the end of the file, where an editor would take orders from a model's words.
constexpr std::string_view kEditHelp =
    "\n# Save and leave the editor: the plan is checked as any plan is, and shown again.\n"
    "# Leave it as it was to change nothing.\n"
    "#\n"
    "# Rules still have their say: a fix of tests that fail comes first, and what cannot\n"
    "# be done on the files as they are is left out.\n";

}  // namespace

Result<std::optional<Json>> RunScreen::edited(const planner::TaskPlan& plan) {
  constexpr std::string_view kName = "plan.yaml";
  os::Files& files = context_.ports.files;
  TRY_ASSIGN(const auto scratch, Scratch::make(context_.ports, context_.layout, "plan"));
  const std::string path = os::join_path(scratch->folder(), std::string(kName));
  const std::string before = planner::plan_file_text(plan, kName) + std::string(kEditHelp);
  TRY(files.write_atomic(path, draft_.empty() ? before : draft_, 0600));
  TRY(edit_file(editor_of(context_.ports.environment), context_.ports.environment, path));
  TRY_ASSIGN(const std::string after, files.read(path));
  draft_.clear();
  if (after == before) return std::optional<Json>();
  draft_ = after;
  TRY_ASSIGN(Json changed, planner::load_plan_file(kName, after));
  draft_.clear();
  return std::optional(std::move(changed));
}

Result<planner::Consent> RunScreen::confirm(const planner::TaskPlan& plan,
                                            const std::string& remark) {
  progress_.clear();
  if (!remark.empty()) context_.console.say(printable(remark, 1000));
  context_.console.err(plan_listing(context_, plan));
  const bool empty = plan.tasks.empty();
  const std::string question =
      empty ? "Change the plan?" : "Work on " + counted(plan.subtask_count(), "subtask") + "?";
  for (;;) {
    TRY_ASSIGN(const std::string answer,
               ask(context_.console, question, empty ? "N/e" : "y/N/e/d"));
    if (answer == "e" || answer == "edit") {
      Result<std::optional<Json>> changed = edited(plan);
      if (!changed) context_.console.say(changed.error().to_line());
      if (changed && *changed) return planner::Consent{.changed = std::move(*changed)};
    } else if (answer == "d" || answer == "details") {
      TRY_ASSIGN(const std::string guards, guards_listing(context_, context_.config.config.scope));
      context_.console.err(plan_details(context_, plan) + guards);
    } else {
      return planner::Consent{.agreed = !empty && (answer == "y" || answer == "yes")};
    }
  }
}

void RunScreen::finish(const runner::RunEnd& end) {
  progress_.clear();
  const run::RunState& state = end.state;
  const std::string target = shell_word(state.target);
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
        "\n  look at it:  pawl pr show " + std::to_string(state.pr->number) + " " + target +
        "\n  its diff:    pawl pr diff " + std::to_string(state.pr->number) + " " + target +
        "\n  merge it:    pawl pr merge " + std::to_string(state.pr->number) + " " + target);
  }
  const std::string spent = spent_words(state.cost, context_.config.config.run_budget.cost);
  if (!spent.empty()) context_.console.say(spent);
  if (!end.note.empty()) context_.console.say("left behind: " + printable(end.note, 1000));
  const bool unfinished = state.status == run::RunStatus::failed ||
                          state.status == run::RunStatus::stopped ||
                          state.status == run::RunStatus::bailed;
  if (unfinished) {
    // Of `pawl run`'s own one at a time works on a target, which names it.
    const auto own = runner::embedded_pipeline(state.pipeline);
    const bool by_target = own && own->one_at_a_time;
    context_.console.say(
        "what happened:  pawl logs " + state.run + "\ngo on with it:  " +
        (by_target ? "pawl run " + target + " --resume" : "pawl resume " + state.run));
  }
}

Result<planner::TaskPlan> made_plan(const Context& context, const RunId& id) {
  TRY_ASSIGN(const std::string text,
             context.ports.files.read(os::join_path(context.layout.artifacts(id), "plan.json")));
  TRY_ASSIGN(const Json document, Json::parse(text));
  return planner::plan_from_json(document);
}

}  // namespace pawl::cli
