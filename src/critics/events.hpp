// The kinds of events that tell what critics found: of each its row, what it says, and the codec of
// that. What an event does not say keeps its default.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/event.hpp"

namespace pawl::critics {

std::span<const EventKind* const> event_kinds();

inline constexpr EventKind kSelfCriticFinding{
    "self_critic.finding", "pr severity category summary file line quote", Durability::buffered,
    "what the self-review found, a fault each"};
struct SelfCriticFinding {
  std::int64_t pr = 0;
  std::string severity;
  std::string category;
  std::string summary;
  std::string file;
  std::int64_t line = 0;
  std::string quote;
};
Event to_event(const SelfCriticFinding& event);
SelfCriticFinding self_critic_finding_of(const JournalEvent& event);

inline constexpr EventKind kSelfCriticReview{
    "self_critic.review",
    "pr head model reading findings blocker major minor nit bad unquoted parts unparsable files "
    "files_read lines lines_read reason",
    Durability::buffered, "a model read the pull request, and how much of it"};
struct SelfCriticReview {
  std::int64_t pr = 0;
  std::string head;
  std::string model;
  std::string reading;  // a name of Reading
  std::size_t findings = 0;
  std::size_t blocker = 0;
  std::size_t major = 0;
  std::size_t minor = 0;
  std::size_t nit = 0;
  std::size_t bad = 0;
  std::size_t unquoted = 0;
  std::size_t parts = 0;
  std::size_t unparsable = 0;
  std::size_t files = 0;
  std::size_t files_read = 0;
  std::size_t lines = 0;
  std::size_t lines_read = 0;
  std::string reason;  // why a part was not judged
};
Event to_event(const SelfCriticReview& event);
SelfCriticReview self_critic_review_of(const JournalEvent& event);

inline constexpr EventKind kSelfCriticFailed{"self_critic.failed", "pr reason",
                                             Durability::buffered,
                                             "the self-review failed; the run goes on without it"};
struct SelfCriticFailed {
  std::int64_t pr = 0;
  std::string reason;
};
Event to_event(const SelfCriticFailed& event);
SelfCriticFailed self_critic_failed_of(const JournalEvent& event);

}  // namespace pawl::critics
