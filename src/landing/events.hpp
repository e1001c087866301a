// The kinds of events of landing a run: of each its row, what it says, and the codec of that. That
// the work has landed is `run.landed`, of `run`. What an event does not say keeps its default.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/event.hpp"

namespace pawl::landing {

std::span<const EventKind* const> event_kinds();

inline constexpr EventKind kLandVerified{
    "land.verified", "target base head commit checked unknown", Durability::durable,
    "what a landing would make of the target was judged and checked"};
struct LandVerified {
  std::string target;                // branch
  std::string base;                  // where it was
  std::string head;                  // of the work
  std::string commit;                // that was checked
  std::vector<std::string> checked;  // what was looked at, each a line for people
  std::vector<std::string> unknown;  // what could not be checked, and why
};
Event to_event(const LandVerified& event);
LandVerified land_verified_of(const JournalEvent& event);

inline constexpr EventKind kLandRefused{"land.refused", "target head end reason",
                                        Durability::durable, "the work did not land, and why"};
struct LandRefused {
  std::string target;
  std::string head;
  std::string end;  // a landing::LandEnd
  std::string reason;
};
Event to_event(const LandRefused& event);
LandRefused land_refused_of(const JournalEvent& event);

}  // namespace pawl::landing
