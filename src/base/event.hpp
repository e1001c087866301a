// Events: the lines of a run's journal. Each kind is a row of one table; names and fields are
// byte-stable, because state, views, the cockpit and other programs read them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/json.hpp"
#include "base/time.hpp"

namespace pawl {

enum class EventKind : std::uint8_t {
  run_begin,
  run_resumed,
  run_phase,
  run_heartbeat,
  run_interrupted,
  run_aborted,
  run_exit_clean,
  stage_begin,
  stage_end,
  operation,
  sandbox_level,
  worktree_ready,
  metric_measured,
  report_ready,
  plan_ready,
  plan_dropped,
  plan_occam_filter,
  memory_gateway,
  plan_rule,
  plan_real_bug,
  plan_tests_rewritten,
  plan_readme_banished,
  scope_metrics_filtered,
  scope_plan_filtered,
  llm_prompt,
  llm_call,
  llm_retry,
  llm_adapted,
  llm_fallback,
  llm_circuit,
  budget_exhausted,
  json_repaired,
  subtask_begin,
  subtask_refused,
  subtask_committed,
  subtask_failed,
  subtask_skipped,
  guard_verdict,
  guard_refused,
  effect_intent,
  effect_done,
  effect_unknown,
  pr_opened,
  span,
};

enum class Durability : std::uint8_t { buffered, durable };

struct EventRow {
  EventKind kind;
  std::string_view name;    // in the journal
  std::string_view fields;  // the members of `data`, blank-separated; an event has no others
  Durability durability;    // durable: on disk before append returns
  std::string_view meaning;
};

std::span<const EventRow> event_table();
const EventRow& event_row(EventKind kind);

struct Event {
  EventKind kind = EventKind::operation;
  Json data = Json::object();
  std::string node = {};  // what it happened in: `work/T001-S01`; empty: the run itself
};

// An event as it stands in a stream. `name` is kept as text so that a stream of a newer Pawl, with
// kinds and versions this one does not know, can still be read, passed over and shown.
struct JournalEvent {
  std::uint64_t seq = 0;
  Timestamp at;
  std::string name;
  Json data;
  std::string node = {};
  int version = 1;  // of the kind: what its data mean

  bool is(EventKind kind) const { return name == event_row(kind).name; }
};

// Where events go. The journal is one; tests use a vector.
class EventSink {
 public:
  virtual ~EventSink() = default;
  // Blocks until a durable event is on disk. Safe to call from several threads.
  virtual Status append(const Event& event) = 0;
};

}  // namespace pawl
