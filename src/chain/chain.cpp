#include "chain/chain.hpp"

#include <algorithm>
#include <array>

#include "base/saturate.hpp"
#include "base/text/fixed_words.hpp"
#include "chain/events.hpp"
#include "run/events.hpp"

namespace pawl::chain {
namespace {

constexpr std::string_view kOutOfBudget = "budget";  // of a bail

constexpr auto kStandings =
    fixed_words("absent", "reserved", "running", "done", "nothing", "partial", "bailed", "failed",
                "stopped", "waiting", "crashed", "unknown");
constexpr auto kClosings =
    fixed_words("open", "landed", "landed-externally", "acked", "abandoned", "nothing");
constexpr auto kHalts = fixed_words("child", "landing", "handoff", "budget", "steps");
constexpr auto kDoings = fixed_words("ask", "reserve", "take_back", "look", "begin", "note", "wait",
                                     "go_on", "prove", "land", "close", "halt", "end");

template <class Named>
std::optional<Named> named(WordsView names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return {};
  return static_cast<Named>(found - names.begin());
}

Step* open_of(State& state) {
  if (state.steps.empty() || state.steps.back().closing != Closing::open) return nullptr;
  return &state.steps.back();
}

// The open step, where an event is about it and its child.
template <class About>
Step* about(State& state, const About& event) {
  Step* step = open_of(state);
  if (step == nullptr || step->number != event.step || step->child != event.child) return nullptr;
  return step;
}

// ---- what happened

void add_followups(State& state, const std::vector<std::string>& followups) {
  for (const std::string& one : followups) {
    const auto known = std::find(state.followups.begin(), state.followups.end(), one);
    if (known == state.followups.end()) state.followups.push_back(one);
  }
}

void decide(State& state, const JournalEvent& event) {
  Decided it = decided_of(event);
  if (state.done || open_of(state) != nullptr) return;
  if (it.step != static_cast<int>(state.steps.size()) + 1) return;
  add_followups(state, it.followups);
  if (it.decision == "chain-done") {
    state.done = true;
    state.reason = std::move(it.reason);
  } else if (it.decision == "next-plan") {
    state.steps.push_back({.number = it.step,
                           .plan_digest = std::move(it.plan),
                           .rolling_digest = std::move(it.rolling)});
  }
}

void reserve(State& state, const JournalEvent& event) {
  Reserved it = reserved_of(event);
  Step* step = open_of(state);
  if (step == nullptr || step->number != it.step || !step->child.empty()) return;
  step->child = std::move(it.child);
}

void take_back(State& state, const JournalEvent& event) {
  Step* step = about(state, taken_back_of(event));
  if (step != nullptr && !step->began) step->child.clear();
}

void begin(State& state, const JournalEvent& event) {
  Step* step = about(state, child_began_of(event));
  if (step != nullptr) step->began = true;
}

void end(State& state, const JournalEvent& event) {
  const ChildEnded it = child_ended_of(event);
  Step* step = about(state, it);
  if (step == nullptr) return;
  step->began = true;
  step->ended = standing_named(it.end).value_or(Standing::unknown);
  step->ended_attempt = it.attempt;
  step->spent = {.cost_micros = it.cost_micros, .tokens = it.tokens, .ms = it.ms};
  step->tries = 0;
  step->cannot_land = false;
  step->not_found = false;
}

void stop(State& state, const JournalEvent& event) {
  const Stopped it = stopped_of(event);
  Step* step = about(state, it);
  if (step != nullptr) step->stopped_attempt = it.attempt;
}

void resume_child(State& state, const JournalEvent& event) {
  const Resumed it = resumed_of(event);
  Step* step = about(state, it);
  if (step == nullptr || it.attempt <= step->resumed_attempt) return;
  step->resumed_attempt = it.attempt;
  if (standing_named(it.why) == Standing::crashed) ++step->crashes;
}

void land(State& state, const JournalEvent& event) {
  Landed it = landed_of(event);
  Step* step = about(state, it);
  const auto closing = closing_named(it.closing);
  const bool proven = closing == Closing::landed || closing == Closing::landed_externally;
  if (step == nullptr || !proven || it.commit.empty()) return;
  step->closing = *closing;
  step->commit = std::move(it.commit);
}

void not_land(State& state, const JournalEvent& event) {
  const NotLanded it = not_landed_of(event);
  Step* step = about(state, it);
  if (step == nullptr || step->ended_attempt != it.attempt) return;
  ++step->tries;
  step->cannot_land = it.end != "pending";
  state.reason = it.reason;
}

void close(State& state, const JournalEvent& event) {
  const Closed it = closed_of(event);
  Step* step = about(state, it);
  const auto closing = closing_named(it.closing);
  const bool unproven =
      closing == Closing::acked || closing == Closing::abandoned || closing == Closing::nothing;
  if (step != nullptr && unproven) step->closing = *closing;
}

void halt(State& state, const JournalEvent& event) {
  Halted it = halted_of(event);
  if (state.done) return;
  state.halt = halt_named(it.why).value_or(Halt::child);
  state.reason = std::move(it.reason);
  Step* step = open_of(state);
  const bool of_child = step != nullptr && !it.child.empty() && step->child == it.child;
  if (of_child && state.halt == Halt::budget) step->halted_for_more = it.attempt;
}

// Another process goes on: what stood still is looked at again.
void go_on(State& state, const JournalEvent&) {
  state.halt.reset();
  if (!state.done) state.reason.clear();
  state.sight.reset();
  state.steps_before = state.steps.size();
  Step* step = open_of(state);
  if (step == nullptr) return;
  step->tries = 0;
  step->cannot_land = false;
  step->not_found = false;
}

using Apply = void (*)(State&, const JournalEvent&);
struct Row {
  const EventKind& kind;
  Apply apply;
};
constexpr auto kRows = std::to_array<Row>({{kDecided, decide},
                                           {kReserved, reserve},
                                           {kTakenBack, take_back},
                                           {kChildBegan, begin},
                                           {kChildEnded, end},
                                           {kStopped, stop},
                                           {kResumed, resume_child},
                                           {kLanded, land},
                                           {kNotLanded, not_land},
                                           {kClosed, close},
                                           {kHalted, halt},
                                           {run::kRunResumed, go_on}});

// ---- the answer

std::string used_up_text(std::string_view limit) {
  return "the budget of the chain is used up (" + std::string(limit) + ")";
}

// What is to be done about the open step, whose child was just looked at.
class Answer {
 public:
  Answer(const Definition& definition, const State& state, const Step& step, const Sight& sight)
      : definition_(definition), state_(state), step_(step), sight_(sight) {}

  Next now() const {
    switch (sight_.standing) {
      case Standing::absent: return absent();
      case Standing::reserved: return affordable(about(Do::begin));
      case Standing::running: return step_.began ? about(Do::wait) : noted();
      default: break;
    }
    const bool known =
        step_.ended_attempt == sight_.attempt && step_.ended == sight_.standing && step_.began;
    return known ? ended() : noted();
  }

 private:
  Next about(Do what) const {
    return {.what = what,
            .step = step_.number,
            .child = step_.child,
            .attempt = sight_.attempt,
            .standing = sight_.standing};
  }
  Next noted() const { return about(Do::note); }
  Next closed(Closing closing) const {
    Next next = about(Do::close);
    next.closing = closing;
    return next;
  }
  Next halted(Halt why, std::string reason) const {
    Next next = about(Do::halt);
    next.why = why;
    next.reason = std::move(reason);
    return next;
  }
  Next affordable(Next next) const {
    const std::string_view limit = used_up(definition_, state_);
    if (limit.empty()) return next;
    return halted(Halt::budget, used_up_text(limit));
  }

  // A run that nobody began is taken away by whoever tidies up; one that began, by a person.
  Next absent() const { return step_.began ? closed(Closing::abandoned) : about(Do::take_back); }

  Next ended() const {
    if (sight_.decision == "skip") return closed(Closing::abandoned);
    if (sight_.decision == "ack") return step_.not_found ? closed(Closing::acked) : proved();
    switch (sight_.standing) {
      case Standing::done: return landed();
      case Standing::nothing: return closed(Closing::nothing);
      case Standing::crashed: {
        const bool again = was_to_go_on() || step_.crashes < definition_.crashes_max;
        return again ? gone_on() : undecided();
      }
      case Standing::stopped: return was_to_go_on() ? gone_on() : undecided();
      case Standing::bailed:
        return sight_.bail_class == kOutOfBudget ? out_of_budget() : undecided();
      default: return undecided();
    }
  }

  // This chain ended the attempt itself, or a process of it died where it went on.
  bool was_to_go_on() const {
    return step_.stopped_attempt == sight_.attempt || step_.resumed_attempt == sight_.attempt;
  }

  Next proved() const {
    Next next = about(Do::prove);
    next.closing = Closing::landed_externally;
    return next;
  }

  Next gone_on() const {
    Next next = about(Do::go_on);
    if (step_.stopped_attempt == sight_.attempt) next.standing = Standing::stopped;
    return affordable(std::move(next));
  }

  // It had what was left of the chain: who goes on with the chain grants it more.
  Next out_of_budget() const {
    if (!step_.not_found) return proved();
    if (step_.halted_for_more == sight_.attempt || was_to_go_on()) return gone_on();
    return halted(Halt::budget, "run " + step_.child + " has used up its budget" +
                                    (sight_.reason.empty() ? "" : ": " + sight_.reason));
  }

  Next landed() const {
    if (step_.cannot_land || step_.tries >= definition_.tries_max) {
      return halted(Halt::landing, "run " + step_.child + " does not land: " + state_.reason);
    }
    Next next = about(Do::land);
    next.closing = Closing::landed;
    if (step_.tries > 0) next.pause = definition_.pause;
    return next;
  }

  // What a person made of it by hand is found; all else is theirs to say.
  Next undecided() const {
    if (!step_.not_found && sight_.standing != Standing::unknown) return proved();
    return halted(Halt::child, "run " + step_.child + " " + words() + why());
  }

  std::string why() const {
    std::string text = sight_.bail_class.empty() ? "" : " (" + sight_.bail_class + ")";
    if (!sight_.reason.empty()) text += ": " + sight_.reason;
    return text;
  }

  std::string words() const {
    switch (sight_.standing) {
      case Standing::waiting: return "waits";
      case Standing::partial: return "did only a part";
      case Standing::stopped: return "was stopped";
      case Standing::unknown: return "cannot be read";
      default: return std::string(to_string(sight_.standing));
    }
  }

  const Definition& definition_;
  const State& state_;
  const Step& step_;
  const Sight& sight_;
};

// Between two steps.
Next next_step(const Definition& definition, const State& state) {
  const int number = static_cast<int>(state.steps.size()) + 1;
  const std::string_view limit = used_up(definition, state);
  if (!limit.empty()) {
    return {.what = Do::halt, .step = number, .why = Halt::budget, .reason = used_up_text(limit)};
  }
  const auto begun = state.steps.size() - state.steps_before;
  if (begun >= static_cast<std::size_t>(std::max(definition.steps_max, 1))) {
    return {.what = Do::halt,
            .step = number,
            .why = Halt::steps,
            .reason = "the chain made " + std::to_string(begun) + " steps without an end"};
  }
  return {.what = Do::ask, .step = number};
}

std::int64_t left_of(std::int64_t most, std::int64_t used) {
  return most == 0 ? 0 : std::max<std::int64_t>(1, most - used);
}

}  // namespace

std::string_view to_string(Standing standing) {
  return kStandings.at(static_cast<std::size_t>(standing));
}
std::optional<Standing> standing_named(std::string_view name) {
  return named<Standing>(kStandings, name);
}
std::string_view to_string(Closing closing) {
  return kClosings.at(static_cast<std::size_t>(closing));
}
std::optional<Closing> closing_named(std::string_view name) {
  return named<Closing>(kClosings, name);
}
std::string_view to_string(Halt halt) { return kHalts.at(static_cast<std::size_t>(halt)); }
std::optional<Halt> halt_named(std::string_view name) { return named<Halt>(kHalts, name); }
std::string_view to_string(Do what) { return kDoings.at(static_cast<std::size_t>(what)); }

const Step* State::open_step() const {
  if (steps.empty() || steps.back().closing != Closing::open) return nullptr;
  return &steps.back();
}

void apply(State& state, const JournalEvent& event) {
  for (const Row& row : kRows) {
    if (!event.is(row.kind)) continue;
    row.apply(state, event);
    // Of a child that is there no more, or whose step is over, nothing was seen.
    const Step* open = state.open_step();
    if (open == nullptr || open->child.empty()) state.sight.reset();
  }
}

void saw(State& state, Sight sight) {
  if (state.open_step() != nullptr) state.sight = std::move(sight);
}

void forget(State& state) { state.sight.reset(); }

void found_nothing(State& state) {
  if (Step* step = open_of(state)) step->not_found = true;
}

Next next(const Definition& definition, const State& state) {
  if (state.done || state.halt) {
    return {.what = Do::end, .step = static_cast<int>(state.steps.size())};
  }
  const Step* step = state.open_step();
  if (step == nullptr) return next_step(definition, state);
  if (!step->child.empty()) {
    if (state.sight) return Answer(definition, state, *step, *state.sight).now();
    return {.what = Do::look, .step = step->number, .child = step->child};
  }
  const std::string_view limit = used_up(definition, state);
  if (limit.empty()) return {.what = Do::reserve, .step = step->number};
  return {
      .what = Do::halt, .step = step->number, .why = Halt::budget, .reason = used_up_text(limit)};
}

Spent spent(const State& state) {
  Spent all = state.own;
  for (const Step& step : state.steps) {
    const bool open = &step == state.open_step();
    const Spent& one =
        open && state.sight && state.sight->attempt > 0 ? state.sight->spent : step.spent;
    all.cost_micros = saturating_add(all.cost_micros, one.cost_micros);
    all.tokens = saturating_add(all.tokens, one.tokens);
  }
  // The time of the boss runs while its children work.
  return all;
}

Spent left(const Definition& definition, const State& state) {
  const Spent used = spent(state);
  const Spent& most = definition.most;
  return {.cost_micros = left_of(most.cost_micros, used.cost_micros),
          .tokens = left_of(most.tokens, used.tokens),
          .ms = left_of(most.ms, used.ms)};
}

Spent allowance(const Definition& definition, const State& state) {
  Spent most = left(definition, state);
  const Spent used = state.sight ? state.sight->spent : Spent{};
  if (most.cost_micros > 0) most.cost_micros = saturating_add(most.cost_micros, used.cost_micros);
  if (most.tokens > 0) most.tokens = saturating_add(most.tokens, used.tokens);
  if (most.ms > 0) most.ms = saturating_add(most.ms, used.ms);
  return most;
}

std::string_view used_up(const Definition& definition, const State& state) {
  const Spent used = spent(state);
  const Spent& most = definition.most;
  if (most.cost_micros > 0 && used.cost_micros >= most.cost_micros) return "cost";
  if (most.tokens > 0 && used.tokens >= most.tokens) return "tokens";
  if (most.ms > 0 && used.ms >= most.ms) return "time";
  return {};
}

std::vector<std::string> ways_on(const State& state) {
  const bool about_child = state.halt == Halt::child || state.halt == Halt::landing;
  const Step* step = state.open_step();
  if (!about_child || step == nullptr || step->child.empty()) return {};
  const bool landing = state.halt == Halt::landing;
  const std::string run =
      step->child +
      (step->ended_attempt > 0 ? " --attempt " + std::to_string(step->ended_attempt) : "");
  return {landing ? "pawl land " + step->child : "pawl resume " + run, "pawl ack " + run,
          "pawl skip " + run};
}

}  // namespace pawl::chain
