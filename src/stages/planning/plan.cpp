// The plan: from a file a person wrote, or from the planner's answer; checked against the tree now.
#include <algorithm>
#include <set>

#include "base/text/shell_word.hpp"
#include "base/text/text.hpp"
#include "guards/paths/path_policy.hpp"
#include "llm/answers/json_answer.hpp"
#include "planner/events.hpp"
#include "planner/prompts/prompts.hpp"
#include "planner/rules/past_blocks.hpp"
#include "repo/views/view.hpp"
#include "run/events.hpp"
#include "stages/context_windows.hpp"
#include "stages/measuring/metrics_events.hpp"
#include "stages/planning/plan_artifact.hpp"
#include "stages/planning/ruled_plan.hpp"
#include "stages/stages.hpp"
#include "stages/working/test_state.hpp"

namespace pawl::stages {
namespace {

// The question, fitted into what the planner can take.
Result<planner::Prompt> plan_question(StageRun& run, const PlanBackground& background) {
  const judge::Base& base = background.head.base();
  const bool reads = !run.models.planner->name().starts_with("recipes:");
  const auto index = reads ? background.head.index() : nullptr;
  const RunMemory& memory = background.memory;
  return planner::planner_prompt(
      {.report = background.report,
       .facts = base.facts(),
       .view = base.tree(),
       .denied = guards::denied_summary(),
       .vertical = background.vertical,
       .issue = run.request.issue ? &*run.request.issue : nullptr,
       .fingerprint = planner::fingerprint_lines(memory.fingerprint),
       .prior_runs = planner::prior_runs_lines(memory.past, memory.at),
       .failures = current_failures(run).value_or(std::vector<planner::TestFailure>()),
       .graph = index ? &index->head() : nullptr,
       .redactor = &run.redactor},
      run.models.planner_window);
}

// An answer that is no plan, and only that, is the planner's fault.
struct Answered {
  Result<Json> plan;
  bool asked = false;
};

Result<Json> ask_for_plan(StageRun& run, const PlanBackground& background, planner::Prompt prompt) {
  TRY_ASSIGN(llm::ChatRequest request,
             request_of(run, std::move(prompt), run.models.planner_window, "planner", "plan"));
  request.context = Json::object({{"report", analyzers::to_json(background.report)}});
  request.schema = planner::plan_schema();
  TRY_ASSIGN(const JsonSchema schema, JsonSchema::compile(request.schema));
  TRY(say(run, "asking " + run.models.planner->name() + " for a plan"));
  TRY_ASSIGN(llm::JsonAnswer answer,
             llm::ask_json(*run.models.planner, std::move(request), schema, run.events)
                 .during("asking for a plan"));
  return std::move(answer.value);
}

// A server that finds the question too long after all is asked a shorter one.
Answered ask_planner(StageRun& run, const PlanBackground& background) {
  for (;;) {
    Result<planner::Prompt> prompt = plan_question(run, background);
    if (!prompt) return {.plan = std::move(prompt).error()};
    Result<Json> plan = ask_for_plan(run, background, *std::move(prompt));
    if (plan || !is_too_long(plan.error())) return {.plan = std::move(plan), .asked = true};
    if (!llm::shrink(run.models.planner_window)) return {.plan = std::move(plan)};
  }
}

Result<Json> read_plan_file(StageRun& run) {
  TRY_ASSIGN(const auto text, run.artifacts.read(kPlanFileCopy));
  if (!text) return fail(Errc::not_found, "the run's copy of the plan file is gone");
  return planner::load_plan_file(run.request.plan_file, *text);
}

// The files a person named for this run: all of a plan file, or those of `--files`.
std::set<std::string> named_by_person(const StageRun& run, const Json& plan) {
  std::set<std::string> named;
  if (!run.request.plan_file.empty()) {
    for (const Json& task : plan["tasks"].items()) {
      for (const Json& subtask : task["subtasks"].items()) {
        for (const Json& hint : subtask["file_hints"].items()) {
          const Result<RepoPath> path = RepoPath::parse(hint.text());
          if (path) named.insert(path->text());
        }
      }
    }
  }
  if (run.request.issue && run.request.issue->files_by_person) {
    for (const planner::CitedFile& file : run.request.issue->files) named.insert(file.path);
  }
  return named;
}

void note_named(planner::TaskPlan& plan, const std::set<std::string>& named) {
  for (planner::Task& task : plan.tasks) {
    for (planner::Subtask& subtask : task.subtasks) {
      for (const std::string& hint : subtask.file_hints) {
        if (named.contains(hint)) subtask.named.push_back(hint);
      }
    }
  }
}

struct Made {
  planner::TaskPlan plan;
  bool left_out = false;  // subtasks whose files failed too often lately
};

Result<Made> make_plan(StageRun& run, bool& asked) {
  TRY_ASSIGN(const Json report_json, run.artifacts.read_json(kReportBefore));
  TRY_ASSIGN(analyzers::Report report, analyzers::report_from_json(report_json));
  TRY_ASSIGN(const planner::Vertical* vertical, planner::vertical_named(run.request.scope));
  const double overall = report.overall();
  if (vertical != nullptr) report = planner::narrowed(report, *vertical);
  TRY_ASSIGN(const std::unique_ptr<Head> head, Head::open(run));
  const repo::RepoView& view = head->base().tree();
  const bool from_file = !run.request.plan_file.empty();
  TRY_ASSIGN(const RunMemory memory,
             remember(run, from_file ? Fingerprint::not_wanted : Fingerprint::wanted));
  Answered answered = from_file ? Answered{.plan = read_plan_file(run)}
                                : ask_planner(run, {report, *head, memory, vertical});
  asked = answered.asked;
  TRY_ASSIGN(const Json json, std::move(answered.plan));
  const std::set<std::string> named = named_by_person(run, json);
  planner::CheckedPlan checked = planner::check_plan(json, view, [&](const RepoPath& path) {
    return named.contains(path.text()) ? guards::denial_of(path) : guards::unasked_denial_of(path);
  });
  for (const planner::Dropped& dropped : checked.dropped) {
    TRY(run.events.append(to_event(planner::PlanDropped{dropped.subtask, dropped.reason})));
  }
  checked.plan.source =
      from_file ? "file:" + os::file_name(run.request.plan_file) : run.models.planner->name();
  checked.plan.overall_score_before = overall;
  TRY_ASSIGN(planner::RuledPlan ruled,
             ruled_plan(run, std::move(checked.plan), {report, *head, memory, vertical}));
  TRY(view.trouble());
  const bool left_out = std::any_of(
      ruled.applied.begin(), ruled.applied.end(), [](const planner::AppliedRule& applied) {
        return applied.rule->id == "failure-history" && !applied.outcome.dropped.empty();
      });
  note_named(ruled.plan, named);
  return Made{.plan = std::move(ruled.plan), .left_out = left_out};
}

std::string why_empty(StageRun& run, bool left_out) {
  if (left_out) {
    return "earlier runs failed too often at the files it names (`pawl memory list " +
           shell_word(run.target.location) + "`)";
  }
  if (!run.request.plan_file.empty()) {
    return "no subtask of " + run.request.plan_file + " can be done on this tree";
  }
  return run.models.planner->name() + " found nothing it can do for the open metrics";
}

}  // namespace

Result<planner::TaskPlan> load_plan(StageRun& run) {
  TRY_ASSIGN(const Json json, run.artifacts.read_json(kPlan));
  return planner::plan_from_json(json);
}

Result<Outcome> plan(StageRun& run) {
  bool asked = false;
  Result<Made> made = make_plan(run, asked);
  if (!made && budget_is_gone(run)) {
    return Outcome::bail(std::string(kBudgetClass), kBudgetExit, run.models.budget->exhausted());
  }
  // The model is there, but no answer of its was a plan.
  if (!made && made.error().code == Errc::invalid && asked) {
    return Outcome::bail("exhausted", 6, made.error().to_line());
  }
  if (!made) return std::move(made).error();
  const planner::TaskPlan plan = std::move(made->plan);
  TRY(go_on(run));
  if (plan.tasks.empty()) {
    // Broken is never "nothing to do".
    const auto failing = current_failures(run).value_or(std::vector<planner::TestFailure>());
    if (!failing.empty()) {
      return Outcome::bail("exhausted", 6,
                           counted(failing.size(), "test") + " of the repository " +
                               (failing.size() == 1 ? "fails" : "fail") + " (" +
                               printable(failing.front().id, 120) +
                               (failing.size() > 1 ? " …" : "") +
                               "), and the plan is empty: " + why_empty(run, made->left_out));
    }
    return Outcome::finish(run::RunStatus::nothing_to_do, 3,
                           "the plan is empty: " + why_empty(run, made->left_out));
  }
  TRY(run.artifacts.write_json(kPlan, planner::to_json(plan)));
  TRY(run.events.append(
      to_event(run::PlanReady{.tasks = static_cast<std::int64_t>(plan.tasks.size()),
                              .subtasks = static_cast<std::int64_t>(plan.subtask_count()),
                              .source = plan.source,
                              .artifact = std::string(kPlan)})));
  if (run.request.dry_run) {
    return Outcome::finish(run::RunStatus::succeeded, 0, "dry run: the plan was made, no more");
  }
  if (run.request.yes) return Outcome{};
  TRY_ASSIGN(const bool agreed, run.confirm(plan));
  if (!agreed) return Outcome::finish(run::RunStatus::stopped, 4, "the plan was declined");
  return Outcome{};
}

}  // namespace pawl::stages
