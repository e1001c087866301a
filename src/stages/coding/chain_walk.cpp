#include "stages/coding/chain_walk.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>

#include "base/digest.hpp"
#include "base/text/text.hpp"
#include "chain/events.hpp"
#include "stages/coding/prompts.hpp"

namespace pawl::stages {
namespace {

// Of a run that stands still until a person said something (docs/cli/exit-codes.md).
constexpr int kDecisionExit = 11;
constexpr int kNothingExit = 3;
constexpr double kMicrosPerDollar = 1e6;
constexpr std::int64_t kMsPerSecond = 1000;
constexpr std::size_t kReasonShown = 400;
constexpr Milliseconds kBusyPause{500};
constexpr std::string_view kFollowups = "follow-ups.md";

std::string plan_of_step(int step) {
  std::array<char, 32> name{};
  std::snprintf(name.data(), name.size(), "step-%03d-plan.md", step);
  return name.data();
}
std::string rolling_of_step(int step) {
  return replace_all(plan_of_step(step), "-plan", "-rolling");
}

std::string digest_of_text(std::string_view text) { return digest_hex(Hash::sha256, {text}); }

class ChainWalk {
 public:
  ChainWalk(const ChainTask& task, std::span<const JournalEvent> before)
      : task_(task), children_(task.children), definition_(task.definition) {
    for (const JournalEvent& event : before) chain::apply(state_, event);
  }

  Result<Outcome> to_its_end() {
    while (true) {
      note_own_costs();
      const chain::Next next = chain::next(definition_, state_);
      if (next.what == chain::Do::end) return ended();
      Status done = task_.cancel.requested()
                        ? Status(fail(Errc::cancelled, "the run was asked to stop"))
                        : act(next);
      if (done) continue;
      const bool asked_to_stop = done.error().code == Errc::cancelled || task_.cancel.requested();
      if (asked_to_stop) TRY(stop_child());
      return std::move(done).error();
    }
  }

 private:
  void note_own_costs() {
    const run::RunState own = task_.journal.state();
    state_.own = {.cost_micros = own.cost.micros,
                  .tokens = own.cost.tokens_in + own.cost.tokens_out,
                  .ms = own.active_ms};
  }

  template <class Struct>
  Status record(const Struct& what) {
    const Event event = chain::to_event(what);
    TRY(task_.events.append(event));
    chain::apply(
        state_,
        {.seq = 0, .at = {}, .name = std::string(event.kind.get().name), .data = event.data});
    return Done{};
  }

  Status say(std::string text) { return task_.desk.say(std::move(text)); }

  Status act(const chain::Next& next) {
    using chain::Do;
    switch (next.what) {
      case Do::ask: return ask(next);
      case Do::reserve: return reserve(next);
      case Do::take_back: return record(chain::TakenBack{next.step, next.child});
      case Do::look: return look();
      case Do::begin: return begin(next);
      case Do::note: return note(next);
      case Do::wait: return wait(next);
      case Do::go_on: return go_on(next);
      case Do::prove: return prove(next);
      case Do::land: return land(next);
      case Do::close:
        TRY(say(step_name(next) + std::string(to_string(next.closing))));
        return record(chain::Closed{next.step, next.child, next.attempt,
                                    std::string(to_string(next.closing))});
      case Do::halt:
        return record(chain::Halted{next.step, next.child, next.attempt,
                                    std::string(to_string(*next.why)), next.reason});
      case Do::end: break;
    }
    return Done{};
  }

  static std::string step_name(const chain::Next& next) {
    return "step " + std::to_string(next.step) + ", run " + next.child + ": ";
  }

  // ---- what comes next

  Status ask(const chain::Next& next) {
    ChainDesk::Question question{.step = next.step, .rolling = {}, .history = {}, .most = most()};
    TRY_ASSIGN(question.rolling, rolling_plan());
    TRY_ASSIGN(question.history, steps_so_far());
    TRY_ASSIGN(const HandoffAnswer answer, task_.desk.ask(question));
    return answer.stopped ? halt_at(next, *answer.stopped) : take(next, answer);
  }

  // What children used is no more to be had.
  chain::Spent most() const {
    const chain::Spent left = chain::left(definition_, state_);
    return {.cost_micros = state_.own.cost_micros + left.cost_micros,
            .tokens = state_.own.tokens + left.tokens,
            .ms = state_.own.ms + left.ms};
  }

  Status halt_at(const chain::Next& next, const Outcome& why) {
    const chain::Halt halt =
        why.bail_class == kBudgetClass ? chain::Halt::budget : chain::Halt::handoff;
    return record(chain::Halted{next.step, {}, 0, std::string(to_string(halt)), why.reason});
  }

  // What the plan that is left was, as the last step that was decided says.
  Result<std::optional<std::string>> rolling_plan() {
    if (state_.steps.empty()) return std::optional<std::string>();
    const chain::Step& last = state_.steps.back();
    TRY_ASSIGN(std::string text, text_of(rolling_of_step(last.number), last.rolling_digest));
    return std::optional(std::move(text));
  }

  // An artifact that the journal names, and no other of its name.
  Result<std::string> text_of(const std::string& name, const std::string& digest) {
    TRY_ASSIGN(const std::optional<std::string> text, task_.desk.read(name));
    if (text && digest_of_text(*text) == digest) return *text;
    return fail(Errc::conflict, task_.desk.path(name) +
                                    " is not what it was when the step was decided; put it back");
  }

  // Of each step what it was for, and what became of it.
  Result<std::string> steps_so_far() {
    std::string text;
    for (const chain::Step& step : state_.steps) {
      TRY_ASSIGN(const std::string plan, text_of(plan_of_step(step.number), step.plan_digest));
      text += "step " + std::to_string(step.number) + " (" + title_of_text(plan) +
              "): " + std::string(to_string(step.closing));
      if (step.ended != chain::Standing::done && step.ended_attempt > 0) {
        text += ", its run had " + std::string(to_string(step.ended));
      }
      text += "\n";
    }
    return text.empty() ? text : text + "\n";
  }

  Status take(const chain::Next& next, const HandoffAnswer& answer) {
    const Handoff& decided = answer.handoff;
    chain::Decided event{.step = next.step,
                         .decision = std::string(to_string(decided.exit_state)),
                         .plan = {},
                         .rolling = {},
                         .reason = decided.reason,
                         .followups = decided.operator_followups};
    if (decided.exit_state == ExitState::next_plan) {
      TRY_ASSIGN(event.plan, keep(plan_of_step(next.step), decided.child_plan + "\n"));
      TRY_ASSIGN(event.rolling, keep(rolling_of_step(next.step), answer.rolling));
    }
    TRY(record(event));
    if (decided.exit_state != ExitState::bail) return Done{};
    return halt_at(next, Outcome::bail("other", 1, "the agent sees no way on: " + decided.reason));
  }

  // Answers the digest of what is on the disk then.
  Result<std::string> keep(const std::string& name, const std::string& text) {
    TRY_ASSIGN(const std::string kept, task_.desk.write(name, text));
    return digest_of_text(kept);
  }

  // ---- the child

  Status reserve(const chain::Next& next) {
    const chain::Step& step = state_.steps.back();
    TRY_ASSIGN(const std::string plan, text_of(plan_of_step(step.number), step.plan_digest));
    TRY_ASSIGN(const RunId child,
               children_.reserve({.plan = plan,
                                  .description = title_of_text(plan),
                                  .left = limits_of(chain::left(definition_, state_))}));
    TRY(record(chain::Reserved{next.step, child.text()}));
    return say("step " + std::to_string(next.step) + ": run " + child.text() + ", " +
               title_of_text(plan));
  }

  Result<RunId> child_id() const {
    const chain::Step* step = state_.open_step();
    return RunId::parse(step == nullptr ? "" : step->child);
  }

  Status look() {
    TRY_ASSIGN(const RunId child, child_id());
    TRY_ASSIGN(chain::Sight sight, children_.look(child));
    chain::saw(state_, std::move(sight));
    return Done{};
  }

  // That it did not begin, or go on, by this process is no error where it did by another.
  Status settled(const Status& started, int attempt_before) {
    chain::forget(state_);
    if (started) return Done{};
    TRY(look());
    const bool moved = state_.sight && state_.sight->attempt > attempt_before;
    return moved ? Status(Done{}) : Status(started.error());
  }

  Status begin(const chain::Next& next) {
    TRY_ASSIGN(const RunId child, child_id());
    return settled(children_.begin(child).during("beginning run " + next.child), 0);
  }

  Status go_on(const chain::Next& next) {
    TRY_ASSIGN(const RunId child, child_id());
    TRY(record(chain::Resumed{next.step, next.child, next.attempt,
                              std::string(to_string(next.standing))}));
    TRY(say(step_name(next) +
            "goes on; its newest attempt: " + std::string(to_string(next.standing))));
    const config::Limits most = limits_of(chain::allowance(definition_, state_));
    return settled(
        children_.go_on(child, next.attempt, most).during("going on with run " + next.child),
        next.attempt);
  }

  Status note(const chain::Next& next) {
    if (next.standing == chain::Standing::running) {
      return record(chain::ChildBegan{next.step, next.child, next.attempt});
    }
    const chain::Sight& sight = *state_.sight;
    return record(chain::ChildEnded{.step = next.step,
                                    .child = next.child,
                                    .attempt = next.attempt,
                                    .end = std::string(to_string(sight.standing)),
                                    .bail_class = sight.bail_class,
                                    .reason = printable(sight.reason, kReasonShown),
                                    .cost_micros = sight.spent.cost_micros,
                                    .tokens = sight.spent.tokens,
                                    .ms = sight.spent.ms});
  }

  Status wait(const chain::Next& next) {
    TRY(say(step_name(next) + "at work"));
    TRY_ASSIGN(const RunId child, child_id());
    TRY(children_.wait(child));
    chain::forget(state_);
    return Done{};
  }

  // Who is to stop ends what works for it, and notes first that this is why.
  Status stop_child() {
    if (state_.open_step() == nullptr || state_.open_step()->child.empty()) return Done{};
    const chain::Step& step = *state_.open_step();
    TRY(look());
    if (!state_.sight || state_.sight->standing != chain::Standing::running) return Done{};
    TRY_ASSIGN(const RunId child, child_id());
    TRY(record(chain::Stopped{step.number, step.child, state_.sight->attempt}));
    return children_.stop(child);
  }

  // ---- its work

  Status note_landed(const chain::Next& next, const ChildLanding& landing, chain::Closing closing) {
    TRY(record(chain::Landed{.step = next.step,
                             .child = next.child,
                             .attempt = next.attempt,
                             .closing = std::string(to_string(closing)),
                             .target = landing.target,
                             .commit = landing.commit,
                             .way = landing.way}));
    return say(step_name(next) + "its work is in " + landing.target + " as " +
               landing.commit.substr(0, 10));
  }

  Status prove(const chain::Next& next) {
    TRY_ASSIGN(const RunId child, child_id());
    const Result<std::optional<ChildLanding>> found = children_.prove(child);
    if (!found && found.error().code == Errc::conflict) return wait_for_others(next);
    if (!found) return found.error();
    if (*found) return note_landed(next, **found, next.closing);
    chain::found_nothing(state_);
    return Done{};
  }

  // What was seen of it may hold no more when they are through.
  Status wait_for_others(const chain::Next& next) {
    if (next.child != busy_) TRY(say(step_name(next) + "somebody else has it in hand"));
    busy_ = next.child;
    if (!task_.clock.sleep(kBusyPause, &task_.cancel)) {
      return fail(Errc::cancelled, "the run was asked to stop");
    }
    chain::forget(state_);
    return Done{};
  }

  Status land(const chain::Next& next) {
    if (next.pause.count() > 0 && !task_.clock.sleep(next.pause, &task_.cancel)) {
      return fail(Errc::cancelled, "the run was asked to stop");
    }
    TRY(say(step_name(next) + "landing its work"));
    TRY_ASSIGN(const RunId child, child_id());
    Result<ChildLanding> landing = children_.land(child);
    // Somebody looks at it, or lands it, too.
    if (!landing && landing.error().code == Errc::conflict) {
      landing = ChildLanding{.end = ChildLanding::End::pending,
                             .word = "pending",
                             .reason = landing.error().to_line()};
    }
    if (!landing) return std::move(landing).error();
    switch (landing->end) {
      case ChildLanding::End::landed:
        return note_landed(next, *landing,
                           landing->by_others ? chain::Closing::landed_externally : next.closing);
      case ChildLanding::End::nothing:
        return record(chain::Closed{next.step, next.child, next.attempt,
                                    std::string(to_string(chain::Closing::nothing))});
      case ChildLanding::End::pending:
      case ChildLanding::End::refused: break;
    }
    return record(chain::NotLanded{next.step, next.child, next.attempt, landing->word,
                                   printable(landing->reason, kReasonShown)});
  }

  // ---- the end of the run

  Result<Outcome> ended() {
    TRY(keep_followups());
    std::string reason = state_.halt ? halt_words() : done_words();
    if (!state_.followups.empty()) {
      reason += "; left to you (" + std::string(kFollowups) + "): " + join(state_.followups, "; ");
    }
    if (state_.halt == chain::Halt::budget) {
      return Outcome::bail(std::string(kBudgetClass), kBudgetExit, std::move(reason));
    }
    if (state_.halt) {
      Outcome outcome = Outcome::wait(std::move(reason));
      outcome.exit = kDecisionExit;
      return outcome;
    }
    const bool nothing = std::none_of(state_.steps.begin(), state_.steps.end(), changed);
    if (!nothing) return Outcome{.reason = std::move(reason)};
    return Outcome::finish(run::RunStatus::nothing_to_do, kNothingExit, std::move(reason));
  }

  static bool changed(const chain::Step& step) {
    return step.closing == chain::Closing::landed || step.closing == chain::Closing::acked ||
           step.closing == chain::Closing::landed_externally;
  }

  Status keep_followups() {
    if (state_.followups.empty()) return Done{};
    std::string text = "# Left to a person\n\n";
    for (const std::string& one : state_.followups) text += "- " + one + "\n";
    TRY(task_.desk.write(kFollowups, text));
    return Done{};
  }

  std::string done_words() const {
    std::map<std::string, std::size_t> counts;
    for (const chain::Step& step : state_.steps) ++counts[std::string(to_string(step.closing))];
    std::vector<std::string> parts;
    for (const auto& [closing, count] : counts) {
      parts.push_back(std::to_string(count) + " " + closing);
    }
    const std::string steps = counted(state_.steps.size(), "step");
    return "nothing is left to do after " + steps +
           (parts.empty() ? "" : " (" + join(parts, ", ") + ")") +
           (state_.reason.empty() ? "" : ": " + state_.reason);
  }

  std::string halt_words() const {
    std::vector<std::string> ways;
    for (const std::string& way : chain::ways_on(state_)) ways.push_back("`" + way + "`");
    const std::string next = "`pawl resume " + task_.run + "`";
    std::string words = printable(state_.reason, kReasonShown);
    if (state_.halt == chain::Halt::budget) return words + "; grant more, then " + next;
    if (ways.empty()) return words + "; then " + next;
    return words + "; say what is to become of it: " + join(ways, ", ") + "; then " + next;
  }

  const ChainTask& task_;
  ChildRuns& children_;
  const chain::Definition& definition_;
  chain::State state_;
  std::string busy_;  // the child of which it was said that others have it in hand
};

}  // namespace

Result<Outcome> walk_chain(const ChainTask& task, std::span<const JournalEvent> before) {
  return ChainWalk(task, before).to_its_end();
}

config::Limits limits_of(const chain::Spent& left) {
  return {.cost = static_cast<double>(left.cost_micros) / kMicrosPerDollar,
          .tokens = left.tokens,
          .time_s = (left.ms + kMsPerSecond - 1) / kMsPerSecond};
}

chain::Spent spent_of(const config::Limits& limits) {
  return {.cost_micros = static_cast<std::int64_t>(limits.cost * kMicrosPerDollar),
          .tokens = limits.tokens,
          .ms = limits.time_s * kMsPerSecond};
}

}  // namespace pawl::stages
