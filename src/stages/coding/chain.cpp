// The run of a chain: its agent is asked in a worktree of its own, its plans are artifacts.
#include "chain/chain.hpp"

#include "stages/coding/chain_walk.hpp"
#include "stages/coding/prompts.hpp"
#include "stages/stages.hpp"
#include "stages/worktree_of_run.hpp"
#include "store/journal.hpp"

namespace pawl::stages {
namespace {

chain::Definition definition_of(const Scope& scope, const config::Config& config) {
  chain::Definition definition;
  definition.most = spent_of(config.run_budget);
  definition.steps_max = static_cast<int>(scope.options["max_steps"].int_or(definition.steps_max));
  return definition;
}

std::string join_texts(const std::string& first, const std::string& second) {
  return first.empty() ? second : first + "\n\n" + second;
}

class DeskOfRun final : public ChainDesk {
 public:
  DeskOfRun(const Scope& scope, const RunSettings& settings, Checkout& checkout, Models& models,
            const Agents& agents)
      : scope_(scope), settings_(settings), checkout_(checkout), models_(models), agents_(agents) {}

  Result<HandoffAnswer> ask(const Question& question) override {
    TRY(open_worktree(scope_, settings_, checkout_));
    TRY(checkout_.worktree->follow_base());
    Request request = settings_.request;
    HandoffAsk asked;
    {
      const Bench plain(scope_, settings_, checkout_, models_, agents_);
      TRY_ASSIGN(const std::string aim, plan_text(plain));
      asked.plan = question.rolling.value_or(aim);
      TRY_ASSIGN(const std::string done, done_since(plain, scope_.state().base_commit));
      asked.done = question.history + done;
      if (asked.plan != aim) request.spec = join_texts(request.spec, aim);
    }
    const config::Config config = config_of(question);
    const RunSettings settings{
        .request = request, .config = config, .recording = settings_.recording};
    Bench bench(scope_, settings, checkout_, models_, agents_);
    TRY(say("step " + std::to_string(question.step) + ": asking what comes next"));
    TRY_ASSIGN(HandoffAnswer answer, ask_handoff(bench, asked));
    if (!answer.stopped) TRY(scope_.artifacts.write_json(kHandoff, to_json(answer.handoff)));
    return answer;
  }

  Result<std::optional<std::string>> read(std::string_view name) override {
    return scope_.artifacts.read(name);
  }
  Result<std::string> write(std::string_view name, const std::string& text) override {
    std::string kept = scope_.redactor.apply(text);
    TRY(scope_.artifacts.write(name, kept));
    return kept;
  }
  std::string path(std::string_view name) const override { return scope_.artifacts.path(name); }
  Status say(std::string text) override { return stages::say(scope_, std::move(text)); }

 private:
  config::Config config_of(const Question& question) const {
    config::Config config = settings_.config;
    const config::Limits& own = settings_.config.run_budget;
    const config::Limits most = limits_of(question.most);
    if (own.cost > 0) config.run_budget.cost = most.cost;
    if (own.tokens > 0) config.run_budget.tokens = most.tokens;
    return config;
  }

  const Scope& scope_;
  const RunSettings& settings_;
  Checkout& checkout_;
  Models& models_;
  const Agents& agents_;
};

}  // namespace

Result<Outcome> run_chain(const Scope& scope, const RunSettings& settings, Checkout& checkout,
                          Models& models, const Agents& agents, const Chains& chains) {
  if (chains.runs == nullptr) {
    return fail(Errc::invalid,
                "no run can be made here by another one: a chain is a run of its "
                "own, and no branch of one");
  }
  TRY_ASSIGN(const store::JournalContent journal, store::read_journal(scope.layout.run(scope.id)));
  DeskOfRun desk(scope, settings, checkout, models, agents);
  return walk_chain({.run = scope.id.text(),
                     .definition = definition_of(scope, settings.config),
                     .events = scope.events,
                     .journal = scope.journal,
                     .clock = scope.ports.clock,
                     .cancel = scope.ports.cancel,
                     .children = *chains.runs,
                     .desk = desk},
                    journal.events);
}

}  // namespace pawl::stages
