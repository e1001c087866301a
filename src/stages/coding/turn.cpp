#include "stages/coding/turn.hpp"

#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "guards/stack.hpp"
#include "run/work_events.hpp"
#include "stages/coding/agent_proposer.hpp"
#include "stages/coding/leftovers.hpp"
#include "stages/working/attempt.hpp"
#include "stages/working/commit.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kRefusedShown = 5;

// A person's own words: what they name may be touched. Not those of an issue, which anybody writes.
std::string words_of_person(const Request& request) {
  return (request.issue ? std::string() : request.plan) + "\n" + request.instructions + "\n" +
         request.task;
}

std::string findings_line(const std::vector<guards::Finding>& findings) {
  std::vector<std::string> rules;
  for (const guards::Finding& finding : findings) {
    if (rules.size() == kRefusedShown) break;
    rules.push_back(finding.rule + " on " + printable(finding.path, 100) + ": " +
                    printable(finding.message, 200));
  }
  if (findings.size() > kRefusedShown) {
    rules.push_back(std::to_string(findings.size() - kRefusedShown) + " more");
  }
  return join(rules, "; ");
}

std::string_view class_of(const std::vector<guards::Finding>& findings) {
  const bool secrets = std::any_of(findings.begin(), findings.end(), [](const auto& finding) {
    return finding.rule.starts_with("secrets/");
  });
  return secrets ? "secrets" : "exhausted";
}

// An agent with its workplace, for as long as a turn takes.
class AtWork {
 public:
  AtWork(Bench& bench, const AgentAsk& ask) : bench_(bench), ask_(ask) {}

  Status open(bool may_write) {
    TRY_ASSIGN(agent_, bench_.open_agent());
    const Checkout& checkout = bench_.shop().checkout;
    const os::Clock& clock = bench_.scope().ports.clock;
    const Milliseconds start = clock.monotonic();
    TRY_ASSIGN(git::Workplace place,
               git::Workplace::create(bench_.worktree(), workplace_of(bench_.scope()),
                                      workplace_setup(bench_.scope(), checkout)));
    place_.emplace(std::move(place));
    TRY(say(bench_.scope(), "workplace: " + place_->how() + ", in " +
                                std::to_string((clock.monotonic() - start).count()) + " ms"));
    proposer_ = std::make_unique<AgentProposer>(bench_, ask_, *agent_, *place_, may_write);
    return Done{};
  }
  AgentProposer& proposer() { return *proposer_; }

  // Its work is kept, and the reason says where.
  Result<Turn> stop(Outcome outcome) {
    TRY_ASSIGN(const std::string kept,
               rescue_work(bench_.scope(), bench_.shop().checkout, *place_, outcome.reason));
    outcome.reason += kept;
    return said({.commit = {}, .text = {}, .outputs = {}, .stopped = std::move(outcome)});
  }
  // An error of the run must not lose it either.
  Error stop(Error error) {
    // Of a run that is to stop git does nothing more: the next process keeps it.
    if (error.code == Errc::cancelled) return error;
    const auto kept = rescue_work(bench_.scope(), bench_.shop().checkout, *place_, error.message);
    if (kept) error.message += *kept;
    return error;
  }
  Result<Turn> done(std::string commit) {
    TRY(place_->remove());
    return said({.commit = std::move(commit), .text = {}, .outputs = {}, .stopped = {}});
  }
  // Whatever it wrote is none of its task, but for what it was to leave.
  Result<Turn> answered() {
    const Result<git::ReadChange> read = place_->change();
    const bool as_asked =
        read && read->unsafe.empty() && read->unread.empty() &&
        std::all_of(read->change.files.begin(), read->change.files.end(),
                    [](const git::FileChange& file) { return is_output(file.path); });
    if (as_asked) {
      TRY(place_->remove());
      return said({});
    }
    TRY_ASSIGN(const std::string kept, rescue_work(bench_.scope(), bench_.shop().checkout, *place_,
                                                   ask_.label + " was asked for words alone"));
    if (!kept.empty()) TRY(say(bench_.scope(), ask_.label + " changed files" + kept));
    return said({});
  }

 private:
  Turn said(Turn turn) const {
    turn.text = bench_.scope().redactor.apply(to_utf8(proposer_->text()));
    turn.outputs = proposer_->outputs();
    return turn;
  }

  Bench& bench_;
  const AgentAsk& ask_;
  std::unique_ptr<agents::Agent> agent_;
  std::optional<git::Workplace> place_;
  std::unique_ptr<AgentProposer> proposer_;
};

Status record_turn_commit(const Bench& bench, const AgentAsk& ask, const AttemptResult& result,
                          int number) {
  return record_commit(bench.scope(), {.subtask = ask.step,
                                       .commit = result.commit,
                                       .message = result.message,
                                       .paths = result.paths,
                                       .tests_fixed = result.tests_fixed,
                                       .tests_added = result.tests_added,
                                       .attempt = number,
                                       .model = bench.client()});
}

// Asked, judged, asked again; what it comes to.
class TurnRounds final {
 public:
  TurnRounds(Bench& bench, const AgentAsk& ask, AtWork& at) : bench_(bench), ask_(ask), at_(at) {}

  Result<Turn> run() {
    task_.id = bench_.scope().node;
    task_.title = ask_.title;
    subtask_.id = ask_.step;
    subtask_.title = ask_.title;
    TRY_ASSIGN(head_, Head::open(bench_.scope(), bench_.shop().settings, bench_.shop().checkout));
    const config::Config& config = bench_.config();
    if (config.run_checks && (config.guard_build || config.guard_tests)) {
      TRY(head_->take_baseline());
    }
    const std::string words = words_of_person(bench_.request());
    Order order{.task = task_, .subtask = subtask_, .free = true, .words = words};
    std::vector<guards::Finding> findings;
    for (int number = 1; number <= bench_.request().attempts_max + 1; ++number) {
      order.number = number;
      TRY(bench_.scope().events.append(
          to_event(run::SubtaskBegin{.subtask = ask_.step, .attempt = number, .hints = {}})));
      TRY_ASSIGN(AttemptResult result, attempt(bench_.shop(), *head_, at_.proposer(), order));
      if (at_.proposer().stopped()) return at_.stop(*at_.proposer().stopped());
      if (result.end == AttemptEnd::committed) {
        TRY(record_turn_commit(bench_, ask_, result, number));
        TRY(head_->keep_results());
        return at_.done(std::move(result.commit));
      }
      if (result.end == AttemptEnd::unchanged) {
        TRY(bench_.scope().events.append(to_event(run::SubtaskSkipped{.subtask = ask_.step,
                                                                      .reason = result.reason,
                                                                      .paths = {},
                                                                      .model = bench_.client()})));
        return at_.done({});
      }
      findings = std::move(result.findings);
      order.feedback = guards::feedback_of(findings);
    }
    return refused(findings);
  }

 private:
  Result<Turn> refused(const std::vector<guards::Finding>& findings) {
    std::set<std::string> rules;
    for (const guards::Finding& finding : findings) rules.insert(finding.rule);
    const std::string why = findings_line(findings);
    TRY(bench_.scope().events.append(
        to_event(run::SubtaskFailed{.subtask = ask_.step,
                                    .reason = printable(why, 1'000),
                                    .attempts = bench_.request().attempts_max + 1,
                                    .paths = {},
                                    .failure_modes = {},
                                    .rules = {rules.begin(), rules.end()},
                                    .model = bench_.client()})));
    return at_.stop(
        bail_as(class_of(findings),
                ask_.label + ": the change was refused " +
                    counted(static_cast<std::size_t>(bench_.request().attempts_max + 1), "time") +
                    ": " + why));
  }

  Bench& bench_;
  const AgentAsk& ask_;
  AtWork& at_;
  planner::Task task_;
  planner::Subtask subtask_;
  std::unique_ptr<Head> head_;
};

}  // namespace

Result<Turn> take_turn(Bench& bench, const AgentAsk& ask) {
  TRY_ASSIGN(std::string there, bench.committed(ask.step));
  if (!there.empty()) {
    Turn turn{.commit = std::move(there), .text = {}, .outputs = {}, .stopped = {}};
    take_said(bench.scope(), ask.step, turn);
    TRY(settle_commits(bench.scope(), bench.shop().checkout, bench.shop().models));
    return turn;
  }
  AtWork at(bench, ask);
  TRY(at.open(true));
  Result<Turn> turn = TurnRounds(bench, ask, at).run();
  if (!turn) return at.stop(std::move(turn).error());
  return turn;
}

Result<Turn> ask_agent(Bench& bench, const AgentAsk& ask) {
  AtWork at(bench, ask);
  TRY(at.open(!ask.outputs.empty()));
  Result<std::optional<Outcome>> stopped = at.proposer().work(ask.prompt, 1);
  if (!stopped) return at.stop(std::move(stopped).error());
  if (*stopped) return at.stop(**std::move(stopped));
  return at.answered();
}

}  // namespace pawl::stages
