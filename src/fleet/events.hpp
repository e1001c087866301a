// The kinds of events of this module: of each its row, what it says, and the codec of that. What an
// event does not say keeps its default.
#pragma once

#include <span>
#include <string>

#include "base/event.hpp"

namespace pawl::fleet {

std::span<const EventKind* const> event_kinds();

inline constexpr EventKind kRescueDiagnosed{
    "rescue.diagnosed", "attempt client verdict summary action reason", Durability::durable,
    "somebody looked why the run ended, and what follows from that"};
struct RescueDiagnosed {
  int attempt = 0;      // of the run, which had ended
  std::string client;   // who looked; empty: nobody was asked
  std::string verdict;  // a Verdict; empty: none was given
  std::string summary;
  std::string action;  // resume, none
  std::string reason;  // why there is no verdict; byte-stable
};
Event to_event(const RescueDiagnosed& event);
RescueDiagnosed rescue_diagnosed_of(const JournalEvent& event);

}  // namespace pawl::fleet
