// The kinds of events of a chain: of each its row, what it says, and the codec of that. They are
// its cursor: nothing else says how far it came. What an event does not say keeps its default.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/event.hpp"

namespace pawl::chain {

std::span<const EventKind* const> event_kinds();

inline constexpr EventKind kDecided{
    "chain.decided", "step decision plan rolling reason followups", Durability::durable,
    "an agent decided what comes next: another step, that nothing is left, or that it sees no way "
    "on"};
struct Decided {
  int step = 0;                        // the one after the last; only next-plan makes one of it
  std::string decision;                // next-plan, chain-done, bail
  std::string plan;                    // digest of the plan of the step's child
  std::string rolling;                 // digest of the plan of all that is left
  std::string reason;                  // as the agent gave it
  std::vector<std::string> followups;  // what is left to a person
};
Event to_event(const Decided& event);
Decided decided_of(const JournalEvent& event);

inline constexpr EventKind kReserved{
    "chain.reserved", "step child", Durability::durable,
    "the run of a step was made; no process works on it before this"};
struct Reserved {
  int step = 0;
  std::string child;  // run id
};
Event to_event(const Reserved& event);
Reserved reserved_of(const JournalEvent& event);

inline constexpr EventKind kTakenBack{
    "chain.taken_back", "step child", Durability::durable,
    "the run that was made for a step never began, and is not there any more"};
struct TakenBack {
  int step = 0;
  std::string child;
};
Event to_event(const TakenBack& event);
TakenBack taken_back_of(const JournalEvent& event);

inline constexpr EventKind kChildBegan{"chain.child_began", "step child attempt",
                                       Durability::durable, "the run of a step was seen to work"};
struct ChildBegan {
  int step = 0;
  std::string child;
  int attempt = 0;
};
Event to_event(const ChildBegan& event);
ChildBegan child_began_of(const JournalEvent& event);

inline constexpr EventKind kChildEnded{
    "chain.child_ended", "step child attempt end class reason cost_micros tokens ms",
    Durability::durable, "no process works on the run of a step any more"};
struct ChildEnded {
  int step = 0;
  std::string child;
  int attempt = 0;
  std::string end;  // a chain::Standing
  std::string bail_class;
  std::string reason;
  std::int64_t cost_micros = 0;  // of the whole child, as far as it is known
  std::int64_t tokens = 0;
  std::int64_t ms = 0;
};
Event to_event(const ChildEnded& event);
ChildEnded child_ended_of(const JournalEvent& event);

inline constexpr EventKind kStopped{
    "chain.stopped", "step child attempt", Durability::durable,
    "the run of a step is ended, because its chain is to stop; it is gone on with when that is"};
struct Stopped {
  int step = 0;
  std::string child;
  int attempt = 0;
};
Event to_event(const Stopped& event);
Stopped stopped_of(const JournalEvent& event);

inline constexpr EventKind kResumed{"chain.resumed", "step child attempt why", Durability::durable,
                                    "the run of a step is gone on with"};
struct Resumed {
  int step = 0;
  std::string child;
  int attempt = 0;  // the one that ended
  std::string why;  // a chain::Standing: crashed, stopped, bailed
};
Event to_event(const Resumed& event);
Resumed resumed_of(const JournalEvent& event);

inline constexpr EventKind kLanded{"chain.landed", "step child attempt closing target commit way",
                                   Durability::durable,
                                   "the work of a step was proven to be in the target"};
struct Landed {
  int step = 0;
  std::string child;
  int attempt = 0;
  std::string closing;  // landed, landed-externally
  std::string target;   // branch
  std::string commit;   // of the branch, that brought the work or holds it
  std::string way;      // a landing::Way
};
Event to_event(const Landed& event);
Landed landed_of(const JournalEvent& event);

inline constexpr EventKind kNotLanded{"chain.not_landed", "step child attempt end reason",
                                      Durability::durable, "the work of a step did not land"};
struct NotLanded {
  int step = 0;
  std::string child;
  int attempt = 0;
  std::string end;  // a landing::LandEnd; pending: it may land later
  std::string reason;
};
Event to_event(const NotLanded& event);
NotLanded not_landed_of(const JournalEvent& event);

inline constexpr EventKind kClosed{"chain.closed", "step child attempt closing",
                                   Durability::durable,
                                   "a step is over without anything that was seen to land"};
struct Closed {
  int step = 0;
  std::string child;
  int attempt = 0;
  std::string closing;  // acked, abandoned, nothing
};
Event to_event(const Closed& event);
Closed closed_of(const JournalEvent& event);

inline constexpr EventKind kHalted{"chain.halted", "step child attempt why reason",
                                   Durability::durable,
                                   "the chain stands still until a person goes on with it"};
struct Halted {
  int step = 0;
  std::string child;  // empty: it is not about one
  int attempt = 0;
  std::string why;  // a chain::Halt
  std::string reason;
};
Event to_event(const Halted& event);
Halted halted_of(const JournalEvent& event);

}  // namespace pawl::chain
