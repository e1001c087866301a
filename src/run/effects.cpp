#include "run/effects.hpp"

#include "run/work_events.hpp"

namespace pawl::run {
namespace {

Result<Json> confirm_effect(EventSink& journal, const Effect& effect, Json result) {
  TRY(journal.append(to_event(EffectDone{.key = effect.key, .kind = effect.kind, .data = result})));
  return result;
}

}  // namespace

Result<Json> perform(EventSink& journal, const RunState& state, const Effect& effect,
                     const EffectSteps& steps) {
  const auto known = state.effects.find(effect.key);
  if (known != state.effects.end()) {
    if (known->second.done) return *known->second.done;
    auto found = steps.find();
    if (!found) {
      const std::string reason = found.error().to_line();
      TRY(journal.append(
          to_event(EffectUnknown{.key = effect.key, .kind = effect.kind, .reason = reason})));
      return fail(Errc::upstream, "nobody can tell whether \"" + effect.key +
                                      "\" happened before the run stopped (" + reason +
                                      "); nothing was done again: resume when it can be looked up");
    }
    if (*found) return confirm_effect(journal, effect, **std::move(found));
  }
  // Also where an older intent failed: what is done now may be something else.
  TRY(journal.append(
      to_event(EffectIntent{.key = effect.key, .kind = effect.kind, .data = effect.intent})));
  TRY_ASSIGN(Json result, steps.act().during("effect " + effect.key));
  return confirm_effect(journal, effect, std::move(result));
}

}  // namespace pawl::run
