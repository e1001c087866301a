// How a stage ended, and what that means for its run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/time.hpp"
#include "run/run_state.hpp"

namespace pawl::pipeline {

enum class OutcomeKind : std::uint8_t {
  done,
  partial,  // what could be done is done; the run goes on, and a resume comes back to it
  skipped,  // nothing to do here, the run goes on
  finish,   // the run ends here, as planned
  bail,     // the run ends here, because it may not go on
  retry,    // not now: it is to be run again after a while
  wait,     // not before something happens outside; a resume runs it again
};

struct Outcome {
  OutcomeKind kind = OutcomeKind::done;
  run::RunStatus status = run::RunStatus::succeeded;  // of the run: finish, bail, partial
  int exit = 0;                                       // likewise
  std::string reason;
  std::string bail_class;     // security secrets timeout infra exhausted budget conflict other …
  Milliseconds after{0};      // of retry
  std::string go_on_at = {};  // the path of the stage that a resume begins with; empty: this one

  static Outcome finish(run::RunStatus status, int exit, std::string reason);
  static Outcome bail(std::string bail_class, int exit, std::string reason);
  // The run ends, at last, as bailed: with that class and exit code, and this reason first.
  static Outcome part(std::string bail_class, int exit, std::string reason);
  static Outcome skip(std::string reason);
  // A bail, but not of its own: it was stopped, because its sibling bailed.
  static Outcome cancelled(std::string reason);
  bool was_cancelled() const;
  static Outcome retry(Milliseconds after, std::string reason);
  static Outcome wait(std::string reason);

  bool operator==(const Outcome&) const = default;
};

// Byte-stable: in `stage.end`.
std::string_view to_string(OutcomeKind kind);
// done where the name is none of these.
OutcomeKind outcome_named(std::string_view name);

}  // namespace pawl::pipeline
