#include "stages/run_memory.hpp"

#include <algorithm>

#include "llm/models.hpp"
#include "run/run_index.hpp"
#include "stages/offers.hpp"
#include "stages/working/failure_modes.hpp"

namespace pawl::stages {
namespace {

using planner::PastSubtask;

Json to_json(const PastSubtask& past) {
  return Json::object({{"run", past.run},
                       {"subtask", past.subtask},
                       {"at", to_iso8601(past.at)},
                       {"succeeded", past.succeeded},
                       {"paths", Json::array_of(past.paths)},
                       {"failure_modes", Json::array_of(past.failure_modes)},
                       {"rules", Json::array_of(past.rules)}});
}

std::vector<std::string> texts(const Json& list) {
  std::vector<std::string> out;
  for (const Json& item : list.items()) out.push_back(item.string_or(""));
  return out;
}

bool lies_elsewhere(const run::Observation& failure) {
  const std::vector<std::string>& modes = failure.failure_modes;
  return failure.rules.empty() &&
         std::all_of(modes.begin(), modes.end(), [](const std::string& mode) {
           return mode == kUnknownFailure || mode == kGitRefused || mode == kContextTooSmall;
         });
}

Result<Timestamp> time_of(const Json& json) {
  const auto at = parse_iso8601(json.text());
  if (!at) return fail(Errc::invalid, std::string(kMemory) + " holds no time where one belongs");
  return *at;
}

Result<PastSubtask> past_from_json(const Json& json) {
  TRY_ASSIGN(const Timestamp at, time_of(json["at"]));
  return PastSubtask{.run = json["run"].string_or(""),
                     .subtask = json["subtask"].string_or(""),
                     .at = at,
                     .succeeded = json["succeeded"].bool_or(false),
                     .paths = texts(json["paths"]),
                     .failure_modes = texts(json["failure_modes"]),
                     .rules = texts(json["rules"])};
}

// A dry run offers nothing: it does without a forge that does not answer.
Result<std::vector<planner::PastOffer>> recall_offers(const Scope& scope,
                                                      const RunSettings& settings,
                                                      const Checkout& checkout, forge::Forge& forge,
                                                      memory::Memory& memories) {
  const Status learnt =
      learn_offers({.forge = forge, .git = checkout.git, .target = checkout.target},
                   memories.offers())
          .during("asking what became of earlier pull requests");
  if (!learnt && (!settings.request.dry_run || learnt.error().code == Errc::cancelled)) {
    return learnt.error();
  }
  if (!learnt) TRY(say(scope, learnt.error().to_line()));
  return past_offers(memories.offers(), checkout.target.key);
}

Result<RunMemory> recall(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
                         forge::Forge& forge, memory::Memory& memories, Fingerprint fingerprint) {
  RunMemory memory;
  memory.at = scope.ports.clock.now();
  TRY_ASSIGN(
      std::vector<run::Observation> observations,
      memories.recall(
          {.now = memory.at, .window = planner::kHistoryWindow, .limit = planner::kHistoryMax}));
  memory.past = past_subtasks(std::move(observations));
  TRY_ASSIGN(memory.offers, recall_offers(scope, settings, checkout, forge, memories));
  if (fingerprint == Fingerprint::not_wanted) return memory;
  TRY_ASSIGN(std::optional<Json> known, memories.fingerprint(checkout.worktree->folder()));
  if (known) memory.fingerprint = *std::move(known);
  return memory;
}

// Where the run whose answers are played again keeps what it remembered; empty when none are, or
// when nobody knows.
std::string recorded_memory(const Scope& scope, const RunSettings& settings) {
  const auto spec = llm::parse_spec(settings.request.model);
  if (!spec || spec->provider != "cassette") return {};
  const std::string folder =
      spec->model.starts_with('/') ? spec->model : os::join_path(scope.ports.folder, spec->model);
  const auto stat = scope.ports.files.stat(folder);
  if (stat && *stat && (*stat)->type == os::FileType::folder) {
    return os::join_path(os::parent_path(folder), "artifacts/" + std::string(kMemory));
  }
  const auto id = run::find_run(scope.ports.files, scope.layout, spec->model);
  return id ? os::join_path(scope.layout.artifacts(*id), kMemory) : std::string();
}

// A run that plays another's answers again remembers what that one did: its questions are the same.
Result<std::optional<RunMemory>> replayed(const Scope& scope, const RunSettings& settings) {
  const std::string path = recorded_memory(scope, settings);
  if (path.empty()) return std::optional<RunMemory>();
  const Result<std::string> text = scope.ports.files.read(path);
  if (!text && text.error().code == Errc::not_found) return std::optional<RunMemory>();
  if (!text) return text.error();
  TRY_ASSIGN(const Json json, Json::parse(*text).during("reading " + path));
  TRY_ASSIGN(RunMemory memory, run_memory_from_json(json));
  return std::optional(std::move(memory));
}

}  // namespace

std::vector<PastSubtask> past_subtasks(std::vector<run::Observation> observations) {
  std::vector<PastSubtask> out;
  for (run::Observation& one : observations) {
    const bool succeeded = one.outcome == run::ObservationOutcome::success;
    if (!succeeded && one.outcome != run::ObservationOutcome::fail) continue;
    if (!succeeded && lies_elsewhere(one)) continue;
    out.push_back({.run = std::move(one.run),
                   .subtask = std::move(one.subtask),
                   .at = one.at,
                   .succeeded = succeeded,
                   .paths = std::move(one.paths),
                   .failure_modes = std::move(one.failure_modes),
                   .rules = std::move(one.rules)});
  }
  return out;
}

Result<RunMemory> remember(const Scope& scope, const RunSettings& settings,
                           const Checkout& checkout, forge::Forge& forge, memory::Memory& memories,
                           Fingerprint fingerprint) {
  TRY_ASSIGN(const auto kept, scope.artifacts.read(kMemory));
  if (kept) {
    TRY_ASSIGN(const Json json, scope.artifacts.read_json(kMemory));
    return run_memory_from_json(json);
  }
  TRY_ASSIGN(std::optional<RunMemory> recorded, replayed(scope, settings));
  TRY_ASSIGN(RunMemory memory,
             recorded ? Result<RunMemory>(*std::move(recorded))
                      : recall(scope, settings, checkout, forge, memories, fingerprint));
  TRY(scope.artifacts.write_json(kMemory, to_json(memory)));
  return memory;
}

Json to_json(const RunMemory& memory) {
  Json past = Json::array();
  for (const PastSubtask& one : memory.past) past.push(to_json(one));
  Json offers = Json::array();
  for (const planner::PastOffer& one : memory.offers) offers.push(planner::to_json(one));
  return Json::object({{"at", to_iso8601(memory.at)},
                       {"past", std::move(past)},
                       {"offers", std::move(offers)},
                       {"fingerprint", memory.fingerprint}});
}

Result<RunMemory> run_memory_from_json(const Json& json) {
  RunMemory memory;
  TRY_ASSIGN(memory.at, time_of(json["at"]));
  for (const Json& item : json["past"].items()) {
    TRY_ASSIGN(PastSubtask past, past_from_json(item));
    memory.past.push_back(std::move(past));
  }
  for (const Json& item : json["offers"].items()) {
    TRY_ASSIGN(planner::PastOffer offer, planner::past_offer_from_json(item));
    memory.offers.push_back(std::move(offer));
  }
  memory.fingerprint = json["fingerprint"];
  return memory;
}

Result<std::vector<planner::PastOffer>> remembered_offers(const Scope& scope,
                                                          const RunSettings& settings) {
  using Offers = std::vector<planner::PastOffer>;
  TRY_ASSIGN(const auto kept, scope.artifacts.read(kMemory));
  if (!kept) return Offers();
  TRY_ASSIGN(const Json json, scope.artifacts.read_json(kMemory));
  TRY_ASSIGN(RunMemory memory, run_memory_from_json(json));
  return binding_offers(settings, std::move(memory.offers));
}

}  // namespace pawl::stages
