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
#include "planner/task_work.hpp"
#include "repo/views/view.hpp"
#include "run/events.hpp"
#include "stages/context_windows.hpp"
#include "stages/measuring/metrics_events.hpp"
#include "stages/offers.hpp"
#include "stages/planning/plan_artifact.hpp"
#include "stages/planning/ruled_plan.hpp"
#include "stages/stages.hpp"
#include "stages/working/test_state.hpp"

namespace pawl::stages {
namespace {

// The question, fitted into what the planner can take.
Result<planner::Prompt> plan_question(const Workshop& shop, const PlanBackground& background) {
  const judge::Base& base = background.head.base();
  const bool reads = !shop.models.planner->name().starts_with("recipes:");
  const auto index = reads ? background.head.index() : nullptr;
  const RunMemory& memory = background.memory;
  return planner::planner_prompt(
      {.report = background.report,
       .facts = base.facts(),
       .view = base.tree(),
       .denied = guards::denied_summary(),
       .vertical = background.vertical,
       .issue = shop.settings.request.issue ? &*shop.settings.request.issue : nullptr,
       .task = background.task,
       .fingerprint = planner::fingerprint_lines(memory.fingerprint),
       .prior_runs = planner::prior_runs_lines(memory.past, memory.at) +
                     planner::offers_lines(background.offers),
       .failures = current_failures(shop.scope, shop.checkout)
                       .value_or(std::vector<planner::TestFailure>()),
       .graph = index ? &index->head() : nullptr,
       .redactor = &shop.scope.redactor,
       .forbidden = guards::unasked_denial_of},
      shop.models.planner_window);
}

// What recipes get instead of a prompt.
Json planning_context(const PlanBackground& background) {
  constexpr std::string_view kOfRecipe = "recipe:";
  Json context = Json::object({{"report", analyzers::to_json(background.report)}});
  Json passed_over = Json::array();
  for (const planner::PastOffer& offer : background.offers) {
    if (offer.state == planner::OfferState::merged) continue;
    for (const std::string& concern : offer.concerns) {
      if (concern.starts_with(kOfRecipe)) passed_over.push(concern.substr(kOfRecipe.size()));
    }
  }
  if (passed_over.size() > 0) context.set("passed_over", std::move(passed_over));
  return context;
}

// An answer that is no plan, and only that, is the planner's fault.
struct Answered {
  Result<Json> plan;
  bool asked = false;
  bool by_person = false;
};

Result<Json> ask_for_plan(const Scope& scope, Models& models, const PlanBackground& background,
                          planner::Prompt prompt) {
  TRY_ASSIGN(llm::ChatRequest request,
             request_of(scope, std::move(prompt), models.planner_window, "planner", "plan"));
  request.context = planning_context(background);
  request.schema = planner::plan_schema();
  TRY_ASSIGN(const schema::JsonSchema schema, schema::JsonSchema::compile(request.schema));
  TRY(say(scope, "asking " + models.planner->name() + " for a plan"));
  TRY_ASSIGN(llm::JsonAnswer answer,
             llm::ask_json(*models.planner, std::move(request), schema, scope.events)
                 .during("asking for a plan"));
  return std::move(answer.value);
}

// A server that finds the question too long after all is asked a shorter one.
Answered ask_planner(const Workshop& shop, const PlanBackground& background) {
  for (;;) {
    Result<planner::Prompt> prompt = plan_question(shop, background);
    if (!prompt) return {.plan = std::move(prompt).error()};
    Result<Json> plan = ask_for_plan(shop.scope, shop.models, background, *std::move(prompt));
    if (plan || !is_too_long(plan.error())) return {.plan = std::move(plan), .asked = true};
    if (!llm::shrink(shop.models.planner_window)) return {.plan = std::move(plan)};
  }
}

// The plan as a person changed it; nothing when nobody did.
Result<std::optional<Json>> changed_plan(const Scope& scope) {
  TRY_ASSIGN(const auto text, scope.artifacts.read(kPlanChanged));
  if (!text) return std::optional<Json>();
  TRY_ASSIGN(Json json, planner::load_plan_file(kPlanChanged, *text));
  return std::optional(std::move(json));
}

Result<Json> read_plan_file(const Scope& scope, const RunSettings& settings) {
  TRY_ASSIGN(const auto text, scope.artifacts.read(kPlanFileCopy));
  if (!text) return fail(Errc::not_found, "the run's copy of the plan file is gone");
  return planner::load_plan_file(settings.request.plan_file, *text);
}

// The files a person named for this run: all of a plan they wrote or changed, those of `--files`,
// those that the words of `--task` spell.
std::set<std::string> named_by_person(const RunSettings& settings, const Json& plan, bool by_person,
                                      const planner::TaskWork* wanted) {
  std::set<std::string> named;
  for (const Json& task : plan["tasks"].items()) {
    for (const Json& subtask : task["subtasks"].items()) {
      for (const Json& hint : subtask["file_hints"].items()) {
        const Result<RepoPath> path = RepoPath::parse(hint.text());
        if (!path) continue;
        if (by_person || (wanted != nullptr && wanted->names(path->text()))) {
          named.insert(path->text());
        }
      }
    }
  }
  if (wanted != nullptr) {
    for (const planner::CitedFile& file : wanted->files) {
      if (wanted->names(file.path)) named.insert(file.path);
    }
  }
  if (settings.request.issue && settings.request.issue->files_by_person) {
    for (const planner::CitedFile& file : settings.request.issue->files) named.insert(file.path);
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
  std::string in_vain;    // why nothing of the plan for a person's task can be done
  std::string offered;    // why something was left out that an earlier run offered
  std::vector<planner::TestFailure> failing;  // tests of which no open pull request has a fix
};

// What a person wants done, as far as the tree shows what they mean.
std::optional<planner::TaskWork> wanted_task(const RunSettings& settings, const Head& head) {
  if (settings.request.task.empty()) return std::nullopt;
  const auto index = head.index();
  return planner::task_work(settings.request.task, head.base().tree(),
                            index ? &index->head() : nullptr, guards::denial_of);
}

// Recipes follow no words: such a plan is one of the files that the words name.
Answered answer_for(const Workshop& shop, const PlanBackground& background) {
  Result<std::optional<Json>> changed = changed_plan(shop.scope);
  if (!changed) return {.plan = std::move(changed).error()};
  if (*changed) return {.plan = std::move(**changed), .by_person = true};
  const bool from_file = !shop.settings.request.plan_file.empty();
  if (from_file) return {.plan = read_plan_file(shop.scope, shop.settings), .by_person = true};
  const bool recipes = shop.models.planner->name().starts_with("recipes:");
  if (background.task != nullptr && recipes) {
    return {.plan = Json::object({{"tasks", Json::array()}})};
  }
  return ask_planner(shop, background);
}

// Why the plan for a person's task is none; empty when it is one, or the planner wants none.
std::string why_in_vain(const Workshop& shop, const PlanBackground& background, const Json& json,
                        const planner::CheckedPlan& checked) {
  if (background.task == nullptr || !checked.plan.tasks.empty()) return {};
  if (!checked.dropped.empty()) return checked.dropped.front().reason;
  const bool recipes = shop.models.planner->name().starts_with("recipes:");
  if (recipes && json["tasks"].size() == 0) {
    return "recipes: plan nothing by words, and the words of the task name no file";
  }
  return {};
}

// The failing tests whose fix does not wait for a person.
std::vector<planner::TestFailure> unmended(std::vector<planner::TestFailure> failing,
                                           const std::vector<planner::PastOffer>& offers) {
  std::erase_if(failing, [&](const planner::TestFailure& test) {
    return std::any_of(offers.begin(), offers.end(), [&](const planner::PastOffer& offer) {
      return offer.state == planner::OfferState::open && among(offer.concerns, "test:" + test.id);
    });
  });
  return failing;
}

// Why the rule of that id left out something; empty when it did not.
std::string why_left_out(const planner::RuledPlan& ruled, std::string_view rule) {
  for (const planner::AppliedRule& applied : ruled.applied) {
    if (applied.rule->id != rule || applied.outcome.dropped.empty()) continue;
    return applied.outcome.dropped.front().reason;
  }
  return {};
}

std::string source_of(const Workshop& shop, const Answered& answered) {
  const std::string& file = shop.settings.request.plan_file;
  if (answered.by_person) return file.empty() ? "a person" : "file:" + os::file_name(file);
  return shop.models.planner->name();
}

Result<Made> make_plan(const Workshop& shop, forge::Forge& forge, memory::Memory& memories,
                       bool& asked) {
  const Scope& scope = shop.scope;
  const RunSettings& settings = shop.settings;
  TRY_ASSIGN(const Json report_json, scope.artifacts.read_json(kReportBefore));
  TRY_ASSIGN(analyzers::Report report, analyzers::report_from_json(report_json));
  TRY_ASSIGN(const planner::Vertical* vertical, planner::vertical_named(settings.request.scope));
  const double overall = report.overall();
  if (vertical != nullptr) report = planner::narrowed(report, *vertical);
  TRY_ASSIGN(const std::unique_ptr<Head> head, Head::open(scope, settings, shop.checkout));
  const repo::RepoView& view = head->base().tree();
  const bool from_file = !settings.request.plan_file.empty();
  TRY_ASSIGN(const RunMemory memory,
             remember(scope, settings, shop.checkout, forge, memories,
                      from_file ? Fingerprint::not_wanted : Fingerprint::wanted));
  const std::optional<planner::TaskWork> wanted = wanted_task(settings, *head);
  const std::vector<planner::PastOffer> offers = binding_offers(settings, memory.offers);
  PlanBackground background{report, *head, memory, offers, vertical, wanted ? &*wanted : nullptr};
  Answered answered = answer_for(shop, background);
  asked = answered.asked;
  TRY_ASSIGN(const Json json, std::move(answered.plan));
  const std::set<std::string> named =
      named_by_person(settings, json, answered.by_person, background.task);
  planner::CheckedPlan checked = planner::check_plan(json, view, [&](const RepoPath& path) {
    return named.contains(path.text()) ? guards::denial_of(path) : guards::unasked_denial_of(path);
  });
  for (const planner::Dropped& dropped : checked.dropped) {
    TRY(scope.events.append(to_event(planner::PlanDropped{dropped.subtask, dropped.reason})));
  }
  checked.plan.source = source_of(shop, answered);
  checked.plan.overall_score_before = overall;
  std::string in_vain = why_in_vain(shop, background, json, checked);
  background.planned_in_vain = !in_vain.empty();
  TRY_ASSIGN(planner::RuledPlan ruled, ruled_plan(shop, std::move(checked.plan), background));
  TRY(view.trouble());
  const bool left_out = !why_left_out(ruled, "failure-history").empty();
  std::string offered = why_left_out(ruled, "earlier-offers");
  note_named(ruled.plan, named);
  return Made{
      .plan = std::move(ruled.plan),
      .left_out = left_out,
      .in_vain = std::move(in_vain),
      .offered = std::move(offered),
      .failing = unmended(
          current_failures(scope, shop.checkout).value_or(std::vector<planner::TestFailure>()),
          offers)};
}

std::string why_empty(const RunSettings& settings, const Checkout& checkout, const Models& models,
                      const Made& made) {
  if (!made.offered.empty()) return made.offered;
  if (made.left_out) {
    return "earlier runs failed too often at the files it names (`pawl memory list " +
           shell_word(checkout.target.location) + "`)";
  }
  if (!settings.request.plan_file.empty()) {
    return "no subtask of " + settings.request.plan_file + " can be done on this tree";
  }
  if (!settings.request.task.empty()) {
    return models.planner->name() + " finds that all of the task is done already";
  }
  return models.planner->name() + " found nothing it can do for the open metrics";
}

Status keep_plan(const Scope& scope, const planner::TaskPlan& plan) {
  TRY(scope.artifacts.write_json(kPlan, planner::to_json(plan)));
  return scope.events.append(
      to_event(run::PlanReady{.tasks = static_cast<std::int64_t>(plan.tasks.size()),
                              .subtasks = static_cast<std::int64_t>(plan.subtask_count()),
                              .source = plan.source,
                              .artifact = std::string(kPlan)}));
}

}  // namespace

Result<planner::TaskPlan> load_plan(const Scope& scope) {
  TRY_ASSIGN(const Json json, scope.artifacts.read_json(kPlan));
  return planner::plan_from_json(json);
}

Result<Outcome> plan_subtasks(const Scope& scope, const RunSettings& settings,
                              const Checkout& checkout, Models& models, forge::Forge& forge,
                              memory::Memory& memory, const Confirm& confirm) {
  bool asked = false;
  Result<Made> made = make_plan({scope, settings, checkout, models}, forge, memory, asked);
  if (!made && budget_is_gone(models)) {
    return Outcome::bail(std::string(kBudgetClass), kBudgetExit, models.budget->exhausted());
  }
  // The model is there, but no answer of its was a plan.
  if (!made && made.error().code == Errc::invalid && asked) {
    return Outcome::bail("exhausted", 6, made.error().to_line());
  }
  if (!made) return std::move(made).error();
  TRY(go_on(scope));
  if (made->plan.tasks.empty() && !made->in_vain.empty()) {
    return Outcome::bail(
        "exhausted", 6,
        "nothing of the plan for the task can be done: " + printable(made->in_vain, 300));
  }
  if (made->plan.tasks.empty()) {
    // Broken is never "nothing to do", unless its fix waits for a person.
    const std::vector<planner::TestFailure>& failing = made->failing;
    if (!failing.empty()) {
      return Outcome::bail(
          "exhausted", 6,
          counted(failing.size(), "test") + " of the repository " +
              (failing.size() == 1 ? "fails" : "fail") + " (" + printable(failing.front().id, 120) +
              (failing.size() > 1 ? " …" : "") +
              "), and the plan is empty: " + why_empty(settings, checkout, models, *made));
    }
    return Outcome::finish(run::RunStatus::nothing_to_do, 3,
                           "the plan is empty: " + why_empty(settings, checkout, models, *made));
  }
  TRY(keep_plan(scope, made->plan));
  if (settings.request.dry_run) {
    return Outcome::finish(run::RunStatus::succeeded, 0, "dry run: the plan was made, no more");
  }
  if (settings.request.yes) return Outcome{};
  std::string remark;
  for (;;) {
    TRY_ASSIGN(planner::Consent consent, confirm(made->plan, remark));
    if (!consent.changed) {
      if (consent.agreed) return Outcome{};
      return Outcome::finish(run::RunStatus::stopped, 4, "the plan was declined");
    }
    TRY(scope.artifacts.write_json(kPlanChanged, *consent.changed));
    made = make_plan({scope, settings, checkout, models}, forge, memory, asked);
    if (!made) return std::move(made).error();
    remark = made->plan.tasks.empty() ? "nothing of the changed plan can be done" : "";
    TRY(keep_plan(scope, made->plan));
  }
}

}  // namespace pawl::stages
