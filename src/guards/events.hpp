// The kinds of events that tell how changes were judged: of each its row, what it says, and the
// codec of that. What an event does not say keeps its default.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/event.hpp"

namespace pawl::guards {

std::span<const EventKind* const> event_kinds();

inline constexpr EventKind kGuardVerdict{"guard.verdict",
                                         "subtask attempt guard ruling findings reason ms rules",
                                         Durability::buffered, "one guard judged one change"};
struct GuardVerdict {
  std::string subtask;
  int attempt = 0;
  std::string guard;
  std::string ruling;  // a name of Ruling
  std::size_t findings = 0;
  std::string reason;
  Milliseconds took{0};
  std::vector<std::string> rules = {};  // of its findings: `tests/removed sanctioned`
};
Event to_event(const GuardVerdict& event);
GuardVerdict guard_verdict_of(const JournalEvent& event);

inline constexpr EventKind kGuardOrder{"guard.order", "subtask attempt order policy settings",
                                       Durability::buffered,
                                       "what a change is judged by, besides itself and its base"};
struct GuardOrder {
  std::string subtask;
  int attempt = 0;
  Json order;     // guards/order_json.hpp
  Json policy;    // likewise
  Json settings;  // those of guards that are not as by default
};
Event to_event(const GuardOrder& event);
GuardOrder guard_order_of(const JournalEvent& event);

inline constexpr EventKind kGuardRefused{"guard.refused",
                                         "subtask attempt guard event path line message",
                                         Durability::buffered, "one finding that refused a change"};
struct GuardRefused {
  std::string subtask;
  int attempt = 0;
  std::string guard;
  std::string event;  // what the guard calls such a refusal
  std::string path;
  int line = 0;
  std::string message;
};
Event to_event(const GuardRefused& event);
GuardRefused guard_refused_of(const JournalEvent& event);

// What follows is reported once more, under the names and fields that programs written for the
// older one look for (`critic_syntax_check.fail`). Pawl does not read it.

inline constexpr EventKind kPsiLiteScored{"psi_lite.scored", "subtask_id attempt psi weakest_file",
                                          Durability::buffered, "a change was weighed as a whole"};
struct PsiLiteScored {
  std::string subtask_id;
  int attempt = 0;
  double psi = 0;
  std::string weakest_file;
};
Event to_event(const PsiLiteScored& event);
PsiLiteScored psi_lite_scored_of(const JournalEvent& event);

// One guard refused one attempt: a kind for each guard, of the name in its row, and one for edits
// that fit no file (kEditRefusal).
inline constexpr std::string_view kEditRefusal = "critic_edit.fail";
std::span<const EventKind* const> refusal_kinds();
struct Refusal {
  std::string kind;  // a name of refusal_kinds()
  std::string subtask_id;
  int attempt = 0;
  std::string path;   // of the first finding
  std::string error;  // what it says, at most 300 bytes
};
Event to_event(const Refusal& event);

}  // namespace pawl::guards
