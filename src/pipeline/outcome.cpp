#include "pipeline/outcome.hpp"

#include "base/text/fixed_words.hpp"

namespace pawl::pipeline {
namespace {

constexpr auto kNames =
    fixed_words("done", "partial", "skipped", "finish", "bail", "retry", "wait");
constexpr int kExitTryLater = 75;
constexpr int kExitInterrupted = 130;

}  // namespace

Outcome Outcome::finish(run::RunStatus status, int exit, std::string reason) {
  return {.kind = OutcomeKind::finish,
          .status = status,
          .exit = exit,
          .reason = std::move(reason),
          .bail_class = {}};
}

Outcome Outcome::bail(std::string bail_class, int exit, std::string reason) {
  return {.kind = OutcomeKind::bail,
          .status = run::RunStatus::bailed,
          .exit = exit,
          .reason = std::move(reason),
          .bail_class = std::move(bail_class)};
}

Outcome Outcome::part(std::string bail_class, int exit, std::string reason) {
  Outcome outcome = bail(std::move(bail_class), exit, std::move(reason));
  outcome.kind = OutcomeKind::partial;
  return outcome;
}

Outcome Outcome::skip(std::string reason) {
  Outcome outcome;
  outcome.kind = OutcomeKind::skipped;
  outcome.reason = std::move(reason);
  return outcome;
}

Outcome Outcome::cancelled(std::string reason) {
  return bail("other", kExitInterrupted, std::move(reason));
}

bool Outcome::was_cancelled() const {
  return kind == OutcomeKind::bail && exit == kExitInterrupted;
}

Outcome Outcome::retry(Milliseconds after, std::string reason) {
  Outcome outcome;
  outcome.kind = OutcomeKind::retry;
  outcome.reason = std::move(reason);
  outcome.after = after;
  return outcome;
}

Outcome Outcome::wait(std::string reason) {
  Outcome outcome = finish(run::RunStatus::waiting, kExitTryLater, std::move(reason));
  outcome.kind = OutcomeKind::wait;
  return outcome;
}

std::string_view to_string(OutcomeKind kind) { return kNames[static_cast<std::size_t>(kind)]; }

OutcomeKind outcome_named(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<OutcomeKind>(i);
  }
  return OutcomeKind::done;
}

}  // namespace pawl::pipeline
