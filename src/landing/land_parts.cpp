#include "landing/land_parts.hpp"

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "run/events.hpp"

namespace pawl::landing {
namespace {

constexpr auto kEnds = fixed_words("landed", "already", "nothing", "refused", "findings",
                                   "conflict", "red", "pending");
constexpr std::size_t kReasonBytesMax = 2000;

bool came_to_its_end(const run::RunState& state) {
  return state.status == run::RunStatus::succeeded || state.status == run::RunStatus::partial ||
         state.status == run::RunStatus::nothing_to_do;
}

}  // namespace

std::string_view to_string(LandEnd end) { return kEnds.at(static_cast<std::size_t>(end)); }

Json to_json(const Landing& landing) {
  const auto text = [](const std::string& value) { return value.empty() ? Json() : Json(value); };
  return Json::object({{"run", landing.run},
                       {"end", to_string(landing.end)},
                       {"target", text(landing.target)},
                       {"way", to_string(landing.way)},
                       {"commit", text(landing.commit)},
                       {"head", text(landing.head)},
                       {"pull", landing.pull > 0 ? Json(landing.pull) : Json()},
                       {"pull_url", text(landing.pull_url)},
                       {"reason", text(landing.reason)},
                       {"way_out", text(landing.way_out)},
                       {"findings", Json::array_of(landing.findings)},
                       {"checked", Json::array_of(landing.checked)},
                       {"unknown", Json::array_of(landing.unknown)},
                       {"notes", Json::array_of(landing.notes)}});
}

std::optional<Objection> objection_to_run(const Task& task) {
  const run::RunState state = task.journal.state();
  if (came_to_its_end(state) || task.options.force) return {};
  const std::string how = state.finished() ? std::string(to_string(state.status)) : "not finished";
  return Objection{
      .end = LandEnd::refused,
      .reason = "the run is " + how +
                (state.reason.empty() ? "" : " (" + printable(state.reason, 300) + ")"),
      .way_out = "go on with it, or land what it committed with --force"};
}

void doing(const Task& task, std::string_view what) {
  if (task.options.progress) task.options.progress(what);
}

Result<Landing> ended(const Task& task, Landing landing, LandEnd end, std::string reason,
                      std::string way_out) {
  landing.end = end;
  landing.reason = std::move(reason);
  landing.way_out = std::move(way_out);
  TRY(task.events.append(
      to_event(LandRefused{.target = landing.target,
                           .head = landing.head,
                           .end = std::string(to_string(end)),
                           .reason = printable(landing.reason, kReasonBytesMax)})));
  return landing;
}

Result<Landing> landed(const Task& task, Landing landing, const LandedFact& fact, LandEnd end) {
  landing.end = end;
  landing.target = fact.target;
  landing.commit = fact.commit;
  landing.way = fact.way;
  landing.head = fact.head;
  const run::RunState state = task.journal.state();
  const run::LandedRef ref{.target = fact.target,
                           .commit = fact.commit,
                           .way = std::string(to_string(fact.way)),
                           .head = fact.head};
  if (state.landed == ref) return landing;
  TRY(task.events.append(to_event(run::RunLanded{
      .target = ref.target, .commit = ref.commit, .way = ref.way, .head = ref.head})));
  return landing;
}

}  // namespace pawl::landing
