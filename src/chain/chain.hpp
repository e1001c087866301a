// A chain: runs that are made one after the other, each where the one before it has landed, until
// an agent says that nothing is left. This is the walk over it, without a process, a clock or a
// file: events and looks record what happened, and `next` says what is to be done now. The same
// events and the same looks always lead to the same answer, so a chain whose process died goes on
// from its journal.
//
//   next            what is done, and the events that are appended (chain/events.hpp)
//   ------------------------------------------------------------------------------------------
//   ask             the handoff agent is asked      chain.decided, or chain.halted (handoff)
//   reserve         a run is made, no process yet   chain.reserved, after its folder is there
//   take_back       nothing                         chain.taken_back
//   look            the child is looked at          none: `saw`
//   begin           the child's process is made     none: `forget`
//   note            nothing                         chain.child_began, or chain.child_ended
//   wait            until no process works on it    none: `forget`
//   go_on           a process goes on with it       chain.resumed, before the process; `forget`
//   prove           is its work in the target?      chain.landed where it is; else `found_nothing`
//   land            it is landed                    chain.landed, chain.closed, chain.not_landed
//   close           nothing                         chain.closed
//   halt            nothing                         chain.halted
//   end             the run of the chain ends       none
//
// A process that is asked to stop while a child works appends chain.stopped, and then ends the
// child. A process that goes on with the chain appends run.resumed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/event.hpp"
#include "base/time.hpp"

namespace pawl::chain {

// What was used: of money what is known.
struct Spent {
  std::int64_t cost_micros = 0;
  std::int64_t tokens = 0;
  std::int64_t ms = 0;
  bool operator==(const Spent&) const = default;
};

struct Definition {
  int steps_max = 20;          // that one process of the chain begins
  int crashes_max = 2;         // of one child, after which it is gone on with
  int tries_max = 20;          // at landing what cannot land yet
  Milliseconds pause{30'000};  // before another of those
  Spent most = {};             // of the boss and all its children; 0: no limit
};

// How a child stands, as who looks at it sees it. Byte-stable: journals have those that are ends.
enum class Standing : std::uint8_t {
  absent,    // there is no such run
  reserved,  // it was made, and no process has begun it
  running,   // a process works on it
  done,      // it came to its end, and there may be work to land
  nothing,   // it came to its end, and there was nothing to do
  partial,
  bailed,
  failed,
  stopped,
  waiting,  // for something outside
  crashed,  // its process is gone, and it has no end
  unknown,  // nobody can say
};
std::string_view to_string(Standing standing);
std::optional<Standing> standing_named(std::string_view name);

// A look at a child.
struct Sight {
  Standing standing = Standing::unknown;
  int attempt = 0;              // the newest; 0: it has not begun
  std::string decision = {};    // what a person said of that attempt: ack, skip; empty: nothing
  std::string bail_class = {};  // of its end
  std::string reason = {};      // likewise
  Spent spent = {};
  bool operator==(const Sight&) const = default;
};

// What became of a step. Byte-stable.
enum class Closing : std::uint8_t {
  open,
  landed,             // by this chain; proven
  landed_externally,  // by somebody else; proven
  acked,              // a person says that its work is in the target; nobody saw it there
  abandoned,          // a person says that nothing of it is wanted
  nothing,            // it changed nothing
};
std::string_view to_string(Closing closing);
std::optional<Closing> closing_named(std::string_view name);

struct Step {
  int number = 1;
  std::string plan_digest = {};     // of the plan that its child gets
  std::string rolling_digest = {};  // of the plan of all that was left before it
  std::string child = {};           // the run that was reserved for it; empty: none
  bool began = false;               // the child was seen to have begun
  Closing closing = Closing::open;
  Standing ended = Standing::unknown;  // how the attempt `ended_attempt` of its child did
  int ended_attempt = 0;               // 0: none was seen to end
  int resumed_attempt = 0;             // after which this chain went on with it
  int stopped_attempt = 0;             // that this chain ended, because it was to stop itself
  int crashes = 0;                     // after which this chain went on with it
  int halted_for_more = 0;             // the attempt over which it stood still for its budget
  Spent spent = {};                    // by its child, when it was seen to end last
  std::string commit = {};             // of landed ones: of the target
  // Since the process of the chain began:
  int tries = 0;             // at landing, of the attempt `ended_attempt`
  bool cannot_land = false;  // that attempt, as it is
  bool not_found = false;    // its work was looked for in the target in vain
  bool operator==(const Step&) const = default;
};

// Why a chain stands still until a person goes on with it. Byte-stable.
enum class Halt : std::uint8_t {
  child,    // its child ended without success, and nobody said what is to become of it
  landing,  // the work of its child does not land
  handoff,  // the agent sees no way on, or did not say what comes next
  budget,   // nothing is left of what all of it, or its child, may use
  steps,    // more steps than it may have
};
std::string_view to_string(Halt halt);
std::optional<Halt> halt_named(std::string_view name);

struct State {
  std::vector<Step> steps;  // in order; all but the last one are closed
  bool done = false;        // nothing is left to do
  std::string reason;       // of that, or of the halt
  std::optional<Halt> halt;
  std::vector<std::string> followups;  // what is left to a person, each once, in order
  // What this process knows, and no journal keeps:
  std::optional<Sight> sight;    // of the child of the open step
  Spent own;                     // by the boss itself
  std::size_t steps_before = 0;  // when this process went on with the chain
  bool operator==(const State&) const = default;

  const Step* open_step() const;
};

// ---- what happened

// An event of the boss's journal. Kinds that are none of a chain and not run.resumed change
// nothing; so does an event that does not fit what came before it (of a step that is closed, of
// another child): the cursor goes forward only.
void apply(State& state, const JournalEvent& event);
// A look at the child of the open step.
void saw(State& state, Sight sight);
// What was seen holds no more: it is to be looked at again.
void forget(State& state);
// The work of the open step's child, as it is, is not in the target.
void found_nothing(State& state);

// ---- the answer

enum class Do : std::uint8_t {
  ask,
  reserve,
  take_back,
  look,
  begin,
  note,
  wait,
  go_on,
  prove,
  land,
  close,
  halt,
  end,
};
std::string_view to_string(Do what);

struct Next {
  Do what = Do::look;
  int step = 0;
  std::string child = {};                 // of all but ask, reserve, end
  int attempt = 0;                        // of the child: what this answer is about
  Milliseconds pause{0};                  // of land: to be waited first
  Closing closing = Closing::open;        // of close, and of prove where the proof succeeds
  std::optional<Halt> why = {};           // of halt
  std::string reason = {};                // likewise, for people; without the ways on
  Standing standing = Standing::unknown;  // of note, go_on
  bool operator==(const Next&) const = default;
};

Next next(const Definition& definition, const State& state);

// What the boss and all its children have used.
Spent spent(const State& state);
// What is left of the limits, at least 1 of each that is one; 0: no limit.
Spent left(const Definition& definition, const State& state);
// What the child of the open step may use in all if it goes on now; likewise.
Spent allowance(const Definition& definition, const State& state);
// The name of the limit that is used up: cost, tokens, time; empty: none.
std::string_view used_up(const Definition& definition, const State& state);
// What a person may do about a halted chain, a command a line, each for the attempt of the child
// that was looked at; empty where that is to go on with the boss alone.
std::vector<std::string> ways_on(const State& state);

}  // namespace pawl::chain
