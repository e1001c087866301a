// Intent, act, confirm: every effect outside the process has an idempotency key and is in the
// journal before it happens and after it was confirmed.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/event.hpp"
#include "base/json.hpp"
#include "run/run_state.hpp"

namespace pawl::run {

struct Effect {
  std::string key;   // the same for the same effect of the same run, e.g. `commit:T001-S01`
  std::string kind;  // commit, publish, pull_request …
  Json intent = Json::object();
};

struct EffectSteps {
  // Looks at the world: the effect's result if it already happened, nothing if it did not. An
  // Error means that it is not known.
  std::function<Result<std::optional<Json>>()> find;
  std::function<Result<Json>()> act;
};

// If the journal holds the confirmation: its data, nothing is done. If it holds only an intent:
// `find` first, and what that finds is adopted. Else: intent, act, done; so that the newest intent
// always records what was done, or might have been. When `find` fails, writes effect.unknown and
// fails with Errc::upstream.
Result<Json> perform(EventSink& journal, const RunState& state, const Effect& effect,
                     const EffectSteps& steps);

}  // namespace pawl::run
