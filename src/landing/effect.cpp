#include "landing/effect.hpp"

#include "git/worktrees/rescue.hpp"
#include "run/work_events.hpp"

namespace pawl::landing {
namespace {

constexpr std::string_view kKind = "land";

std::string key_of(const Intent& intent) {
  return std::string(kKind) + ":" + intent.target + ":" + intent.commit.substr(0, 12);
}

Json json_of(const Intent& intent) {
  return Json::object({{"target", intent.target},
                       {"from", intent.from},
                       {"commit", intent.commit},
                       {"head", intent.head},
                       {"way", to_string(intent.way)}});
}

}  // namespace

std::vector<Intent> intents_of(const run::RunState& state) {
  std::vector<Intent> found;
  for (const auto& [key, effect] : state.effects) {
    if (effect.kind != kKind) continue;
    const Json& data = effect.intent;
    found.push_back({.target = data["target"].string_or(""),
                     .from = data["from"].string_or(""),
                     .commit = data["commit"].string_or(""),
                     .head = data["head"].string_or(""),
                     .way = way_named(data["way"].string_or("")).value_or(Way::squash)});
  }
  return found;
}

Status intend(EventSink& journal, const Intent& intent) {
  return journal.append(to_event(run::EffectIntent{
      .key = key_of(intent), .kind = std::string(kKind), .data = json_of(intent)}));
}

Status confirm(EventSink& journal, const Intent& intent) {
  return journal.append(to_event(
      run::EffectDone{.key = key_of(intent), .kind = std::string(kKind), .data = json_of(intent)}));
}

std::string waiting_ref(const std::string& run) { return git::kWaitingPrefix + run; }

}  // namespace pawl::landing
