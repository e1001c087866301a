// `pawl replay`: a recorded run, run again without its models, and what became different.
#include "runner/replay.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/output.hpp"
#include "cli/kit/scratch.hpp"
#include "cli/runs/run_screen.hpp"
#include "cli/runs/runs.hpp"
#include "guards/guard.hpp"

namespace pawl::cli {
namespace {

using runner::ReplayEnd;
using runner::SubtaskPair;

constexpr std::size_t kShortId = 12;

std::string short_id(const std::string& commit) {
  return commit.empty() ? "-" : commit.substr(0, kShortId);
}

std::string commits_of(const SubtaskPair& pair) {
  if (pair.commit_then == pair.commit_now) return short_id(pair.commit_then);
  return short_id(pair.commit_then) + " → " + short_id(pair.commit_now);
}

std::string verdict_of(const SubtaskPair& pair) {
  if (pair.open_then) return "open then";
  if (pair.same()) return "same";
  return pair.same_tree ? "same content" : "differs";
}

std::string or_dash(const std::string& text) { return text.empty() ? "-" : text; }

// `--guards a,b`: these and no others; `--guards -a,b`: all but these.
Status choose_guards(const std::string& list, config::Config& config) {
  const bool all_but = list.starts_with('-');
  std::vector<std::string> named;
  for (const std::string_view part : split(std::string_view(list).substr(all_but ? 1 : 0), ',')) {
    const std::string id(trim(part));
    if (id.empty()) continue;
    if (guards::find(id) == nullptr) {
      return fail(Errc::invalid, "--guards names no guard \"" + printable(id, 60) +
                                     "\"; `pawl guard list` shows them");
    }
    named.push_back(id);
  }
  std::vector<std::string> off = named;
  if (!all_but) {
    off.clear();
    for (const guards::Guard& guard : guards::all()) {
      if (std::find(named.begin(), named.end(), guard.id) == named.end())
        off.emplace_back(guard.id);
    }
    config.guards_enable = join(named, ",");
  }
  config.guards_disable = join(off, ",");
  return Done{};
}

class Replay final : public Command {
 public:
  std::string text;
  std::string from;
  std::string model;
  std::string guards;
  std::string output;
  bool json = false;

  std::vector<Flag> flags() override {
    return {
        {"--from", "STAGE", "the first stage to run again: preflight, analyze, plan, work", &from},
        {"--model", "SPEC", "ask this model instead of playing the recorded answers", &model},
        {"--guards", "IDS", "only these guards judge; with a leading `-`, all but these", &guards},
        {"--output", "DIR", "keep the journal and artifacts of the replay there", &output},
        {"--json", "", "one JSON document: both, side by side", &json}};
  }
  std::vector<Argument> arguments() override {
    return {{"RUN", "a run, its prefix, or a target; the newest run when absent", &text, false,
             kOfferRuns}};
  }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const RunId id, find_run_or_target(context, text));
    config::Resolved config = context.config;
    if (!guards.empty()) TRY(choose_guards(guards, config.config));
    std::unique_ptr<Scratch> scratch;
    if (output.empty()) {
      TRY_ASSIGN(scratch, Scratch::make(context.ports, context.layout, "replay"));
    }
    RunScreen screen(context);
    const runner::RunPorts ports{
        .ports = context.ports,
        .config = config,
        .layout = context.layout,
        .listener = [&](const JournalEvent& event,
                        const run::RunState& state) { screen.show(event, state); },
        .confirm = [](const planner::TaskPlan&, const std::string&) -> Result<planner::Consent> {
          return planner::Consent{.agreed = true};
        }};
    TRY_ASSIGN(const ReplayEnd end,
               runner::replay(ports, {.run = id.text(),
                                      .from = from,
                                      .model = model,
                                      .state_folder = folder(context, *this, scratch.get())}));
    if (json) {
      context.console.document(runner::to_json(end));
    } else {
      show(context, end);
    }
    return end.same() ? Exit::done : Exit::findings;
  }

 private:
  static std::string folder(const Context& context, const Replay& command, const Scratch* scratch) {
    if (scratch != nullptr) return scratch->folder() + "/state";
    return command.output.starts_with('/') ? command.output
                                           : os::join_path(context.ports.folder, command.output);
  }

  static void show(Context& context, const ReplayEnd& end) {
    std::string out;
    std::vector<std::vector<std::string>> rows;
    std::size_t commits = 0;
    for (const SubtaskPair& pair : end.subtasks) {
      rows.push_back(
          {pair.id, or_dash(pair.then), or_dash(pair.now), commits_of(pair), verdict_of(pair)});
      if (!pair.commit_now.empty() && pair.same()) ++commits;
    }
    if (!rows.empty()) out += table({"SUBTASK", "THEN", "NOW", "COMMIT", ""}, rows) + "\n";
    if (const auto plan = end.plan_difference()) {
      out += "plan: line " + std::to_string(plan->line) + " differs\n  then: " + plan->before +
             "\n  now:  " + plan->after + "\n";
    }
    for (const SubtaskPair& pair : end.subtasks) {
      if (!pair.same() && !pair.reason_now.empty()) {
        out += pair.id + " now: " + printable(pair.reason_now, 400) + "\n";
      }
    }
    out += questions(end);
    if (!end.ended_alike()) {
      out += "then: " + ending(end.recorded) + "\nnow:  " + ending(end.replayed) + "\n";
    }
    out += end.same() ? "The replay is the run: the plan and " + counted(commits, "commit") +
                            ", to the byte.\n"
                      : "The replay is not the run.\n";
    context.console.out(out);
  }

  static std::string ending(const run::RunState& state) {
    return std::string(run::to_string(state.status)) +
           (state.reason.empty() ? "" : ": " + printable(state.reason, 400));
  }

  static std::string questions(const ReplayEnd& end) {
    std::string out;
    for (const llm::Divergence& question : end.questions) {
      const std::string who = question.role + " (" + printable(question.purpose, 100) + ")";
      if (question.recorded.empty() && question.asked.empty()) {
        out += who + " was not asked then\n";
      } else {
        out += who + " was asked in other words\n  then: " + question.recorded +
               "\n  now:  " + question.asked + "\n";
      }
    }
    for (const std::string& call : end.unasked)
      out += printable(call, 120) + " was not asked now\n";
    return out;
  }
};

}  // namespace

std::unique_ptr<Command> make_replay() { return std::make_unique<Replay>(); }

}  // namespace pawl::cli
