// The kinds of events by which CI is watched and repaired: of each its row, what it says, and the
// codec of that. What an event does not say keeps its default.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/event.hpp"

namespace pawl::stages {

std::span<const EventKind* const> ci_event_kinds();

inline constexpr EventKind kCiWatchPoll{"ci.watch.poll", "head outcome reason signals elapsed_ms",
                                        Durability::buffered,
                                        "what CI reports of a commit was looked at"};
struct CiWatchPoll {
  std::string head;
  std::string outcome;  // a forge::CiOutcome
  std::string reason;
  std::size_t signals = 0;
  Milliseconds elapsed{0};
};
Event to_event(const CiWatchPoll& event);
CiWatchPoll ci_watch_poll_of(const JournalEvent& event);

inline constexpr EventKind kCiWatchFailure{"ci.watch.failure", "head checks reason",
                                           Durability::durable, "CI is red"};
struct CiWatchFailure {
  std::string head;
  std::vector<std::string> checks;
  std::string reason;
};
Event to_event(const CiWatchFailure& event);
CiWatchFailure ci_watch_failure_of(const JournalEvent& event);

inline constexpr EventKind kCiWatchEnd{"ci.watch.end", "head outcome reason way_out elapsed_ms",
                                       Durability::durable,
                                       "watching CI ended: success, failure, timeout, none, "
                                       "blocked or moved"};
struct CiWatchEnd {
  std::string head;
  std::string outcome;  // a forge::CiOutcome
  std::string reason;
  std::string way_out;
  Milliseconds elapsed{0};
};
Event to_event(const CiWatchEnd& event);
CiWatchEnd ci_watch_end_of(const JournalEvent& event);

inline constexpr EventKind kCiCommand{"ci.command", "head outcome reason ms", Durability::buffered,
                                      "the command of ci.command was run on a commit"};
struct CiCommand {
  std::string head;
  std::string outcome;  // a forge::Conclusion
  std::string reason;
  Milliseconds took{0};
};
Event to_event(const CiCommand& event);
CiCommand ci_command_of(const JournalEvent& event);

inline constexpr EventKind kCiCause{"ci.cause", "head check cause why", Durability::durable,
                                    "why a check is red: ours, infrastructure, flaky, preexisting"};
struct CiCauseFound {
  std::string head;
  std::string check;
  std::string cause;  // a CiCause
  std::string why;
};
Event to_event(const CiCauseFound& event);
CiCauseFound ci_cause_of(const JournalEvent& event);

inline constexpr EventKind kCiCritic{"ci.critic", "round opinion feedback", Durability::buffered,
                                     "what the critic says of a repair: approved, refused, "
                                     "unreadable"};
struct CiCritic {
  int round = 0;
  std::string opinion;
  std::string feedback;
};
Event to_event(const CiCritic& event);
CiCritic ci_critic_of(const JournalEvent& event);

inline constexpr EventKind kCiRepair{"ci.repair", "head outcome commit rounds reason",
                                     Durability::durable,
                                     "a repair of CI ended: committed or given_up"};
struct CiRepair {
  std::string head;  // that was red
  std::string outcome;
  std::string commit;
  int rounds = 0;
  std::string reason;
};
Event to_event(const CiRepair& event);
CiRepair ci_repair_of(const JournalEvent& event);

}  // namespace pawl::stages
