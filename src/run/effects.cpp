#include "run/effects.hpp"

#include "run/events.hpp"

namespace pawl::run {
namespace {

Event effect_event(const EventKind& kind, const Effect& effect, std::string_view field,
                   Json value) {
  return {
      .kind = kind,
      .data = Json::object(
          {{"key", effect.key}, {"kind", effect.kind}, {std::string(field), std::move(value)}})};
}

Result<Json> confirm_effect(EventSink& journal, const Effect& effect, Json result) {
  TRY(journal.append(effect_event(kEffectDone, effect, "data", result)));
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
      TRY(journal.append(effect_event(kEffectUnknown, effect, "reason", reason)));
      return fail(Errc::upstream, "nobody can tell whether \"" + effect.key +
                                      "\" happened before the run stopped (" + reason +
                                      "); nothing was done again: resume when it can be looked up");
    }
    if (*found) return confirm_effect(journal, effect, **std::move(found));
  }
  // Also where an older intent came to nothing: what is done now may be something else.
  TRY(journal.append(effect_event(kEffectIntent, effect, "data", effect.intent)));
  TRY_ASSIGN(Json result, steps.act().during("effect " + effect.key));
  return confirm_effect(journal, effect, std::move(result));
}

}  // namespace pawl::run
