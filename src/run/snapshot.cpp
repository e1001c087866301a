#include "run/snapshot.hpp"

#include <type_traits>

#include "os/files/files.hpp"
#include "store/journal.hpp"

namespace pawl::run {
namespace {

constexpr int kSnapshotVersion = 1;
constexpr std::size_t kSnapshotBytesMax = std::size_t{64} << 20U;

// ---- the fields, once for both directions

template <class Visit>
void fields(Visit& visit, ProvenTest& test) {
  visit("test", test.test);
  visit("file", test.file);
  visit("noticed", test.noticed);
  visit("tried", test.tried);
  visit("told", test.told);
}

template <class Visit>
void fields(Visit& visit, SubtaskState& subtask) {
  visit("status", subtask.status);
  visit("commit", subtask.commit);
  visit("message", subtask.message);
  visit("reason", subtask.reason);
  visit("paths", subtask.paths);
  visit("tests_fixed", subtask.tests_fixed);
  visit("tests_added", subtask.tests_added);
  visit("tests_shown", subtask.tests_shown);
  visit("model", subtask.model);
  visit("attempts", subtask.attempts);
  visit("turns", subtask.turns);
  visit("hints", subtask.hints);
  visit("failure_modes", subtask.failure_modes);
  visit("rules", subtask.rules);
}

template <class Visit>
void fields(Visit& visit, Cost& cost) {
  visit("calls", cost.calls);
  visit("tokens_in", cost.tokens_in);
  visit("tokens_out", cost.tokens_out);
  visit("model_ms", cost.model_ms);
  visit("micros", cost.micros);
  visit("unpriced", cost.unpriced);
}

template <class Visit>
void fields(Visit& visit, EffectState& effect) {
  visit("kind", effect.kind);
  visit("intent", effect.intent);
  visit("done", effect.done);
  visit("unknown", effect.unknown);
}

template <class Visit>
void fields(Visit& visit, PullRequestRef& pull) {
  visit("number", pull.number);
  visit("url", pull.url);
  visit("branch", pull.branch);
  visit("head", pull.head);
}

template <class Visit>
void fields(Visit& visit, LandedRef& landed) {
  visit("target", landed.target);
  visit("commit", landed.commit);
  visit("way", landed.way);
  visit("head", landed.head);
}

template <class Visit>
void fields(Visit& visit, RunState& state) {
  visit("run", state.run);
  visit("target", state.target);
  visit("repository", state.repository);
  visit("base", state.base);
  visit("base_commit", state.base_commit);
  visit("branch", state.branch);
  visit("forge", state.forge);
  visit("model", state.model);
  visit("pipeline", state.pipeline);
  visit("client", state.client);
  visit("parent", state.parent);
  visit("description", state.description);
  visit("branch_path", state.branch_path);
  visit("attempt", state.attempt);
  visit("closed", state.closed);
  visit("decision", state.decision);
  visit("worktree", state.worktree);
  visit("status", state.status);
  visit("phase", state.phase);
  visit("operation", state.operation);
  visit("exit", state.exit);
  visit("reason", state.reason);
  visit("bail_class", state.bail_class);
  visit("stages", state.stages);
  visit("stage", state.stage);
  visit("last_stage", state.last_stage);
  visit("subtasks", state.subtasks);
  visit("effects", state.effects);
  visit("pr", state.pr);
  visit("landed", state.landed);
  visit("score_before", state.score_before);
  visit("score_after", state.score_after);
  visit("cost", state.cost);
  visit("gateway_failed", state.gateway_failed);
  visit("costs", state.costs);
  visit("stage_costs", state.stage_costs);
  visit("active_ms", state.active_ms);
  visit("sandbox_level", state.sandbox_level);
  visit("pid", state.pid);
  visit("started", state.started);
  visit("boot", state.boot);
  visit("begun_at", state.begun_at);
  visit("last_at", state.last_at);
  visit("last_seq", state.last_seq);
}

// ---- writing

class Writing {
 public:
  Json out = Json::object();

  template <class T>
  void operator()(const char* name, T& value) {
    out.set(name, json_of(value));
  }

 private:
  template <class T>
  static Json json_of(T& value) {
    if constexpr (std::is_enum_v<T>) {
      return Json(static_cast<std::int64_t>(value));
    } else if constexpr (std::is_class_v<T> && requires(Writing w) { fields(w, value); }) {
      Writing inner;
      fields(inner, value);
      return std::move(inner.out);
    } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      return Json(static_cast<std::int64_t>(value));
    } else {
      return Json(value);
    }
  }
  static Json json_of(Timestamp& at) { return Json(at.time_since_epoch().count()); }
  template <class T>
  static Json json_of(std::optional<T>& value) {
    return value ? Json(Json::Array{json_of(*value)}) : Json::array();
  }
  template <class T>
  static Json json_of(std::vector<T>& values) {
    Json list = Json::array();
    for (T& value : values) list.push(json_of(value));
    return list;
  }
  template <class T>
  static Json json_of(std::map<std::string, T>& values) {
    Json object = Json::object();
    for (auto& [key, value] : values) object.set(key, json_of(value));
    return object;
  }
  static Json json_of(std::map<std::pair<std::string, std::string>, Cost>& values) {
    Json list = Json::array();
    for (auto& [who, cost] : values) {
      list.push(
          Json::object({{"role", who.first}, {"model", who.second}, {"cost", json_of(cost)}}));
    }
    return list;
  }
};

// ---- reading

class Reading {
 public:
  explicit Reading(const Json& json) : json_(json) {}
  bool whole = true;  // every field was there, and of its type

  template <class T>
  void operator()(const char* name, T& value) {
    whole = whole && json_.has(name) && read(json_[name], value);
  }

 private:
  template <class T>
  static bool read(const Json& json, T& value) {
    if constexpr (std::is_enum_v<T>) {
      value = static_cast<T>(json.int_or(0));
      return json.is_int();
    } else if constexpr (requires(Reading r) { fields(r, value); }) {
      Reading inner(json);
      fields(inner, value);
      return inner.whole;
    } else if constexpr (std::is_integral_v<T>) {
      value = static_cast<T>(json.int_or(0));
      return json.is_int();
    } else {
      value = json;
      return true;
    }
  }
  static bool read(const Json& json, bool& value) {
    value = json.bool_or(false);
    return json.is_bool();
  }
  static bool read(const Json& json, double& value) {
    value = json.number_or(0);
    return json.is_number();
  }
  static bool read(const Json& json, std::string& value) {
    value = json.string_or("");
    return json.is_string();
  }
  static bool read(const Json& json, Timestamp& at) {
    at = Timestamp(Milliseconds(json.int_or(0)));
    return json.is_int();
  }
  template <class T>
  static bool read(const Json& json, std::optional<T>& value) {
    if (!json.is_array() || json.items().size() > 1) return false;
    value.reset();
    return json.items().empty() || read(json.items().front(), value.emplace());
  }
  template <class T>
  static bool read(const Json& json, std::vector<T>& values) {
    for (const Json& item : json.items()) {
      if (!read(item, values.emplace_back())) return false;
    }
    return json.is_array();
  }
  template <class T>
  static bool read(const Json& json, std::map<std::string, T>& values) {
    for (const auto& [key, value] : json.members()) {
      if (!read(value, values[key])) return false;
    }
    return json.is_object();
  }
  static bool read(const Json& json, std::map<std::pair<std::string, std::string>, Cost>& values) {
    for (const Json& item : json.items()) {
      Cost& cost = values[{item["role"].string_or(""), item["model"].string_or("")}];
      if (!read(item["cost"], cost)) return false;
    }
    return json.is_array();
  }

  const Json& json_;
};

std::string snapshot_path(const std::string& run_folder) { return run_folder + "/snapshot.json"; }

}  // namespace

Json snapshot_json(const RunState& state) {
  Writing writing;
  RunState copy = state;
  fields(writing, copy);
  return std::move(writing.out);
}

std::optional<RunState> state_of_snapshot(const Json& json) {
  Reading reading(json);
  RunState state;
  fields(reading, state);
  if (!reading.whole) return std::nullopt;
  return state;
}

std::optional<Snapshot> read_snapshot(const std::string& run_folder) {
  const auto text = os::real_files()->read(snapshot_path(run_folder), kSnapshotBytesMax);
  const auto json = text ? Json::parse(*text) : Result<Json>(text.error());
  if (!json || (*json)["version"].int_or(0) != kSnapshotVersion) return std::nullopt;
  auto state = state_of_snapshot((*json)["state"]);
  const std::int64_t offset = (*json)["offset"].int_or(-1);
  if (!state || offset <= 0) return std::nullopt;
  return Snapshot{.at = {.seq = state->last_seq, .offset = static_cast<std::uint64_t>(offset)},
                  .tail = (*json)["tail"].string_or(""),
                  .state = *std::move(state)};
}

Status write_snapshot(os::Files& files, const std::string& run_folder, const store::Position& at,
                      const RunState& state) {
  TRY_ASSIGN(const std::string tail, store::tail_of(run_folder, at.offset));
  const Json json = Json::object({{"version", kSnapshotVersion},
                                  {"offset", static_cast<std::int64_t>(at.offset)},
                                  {"tail", tail},
                                  {"state", snapshot_json(state)}});
  return files.replace(snapshot_path(run_folder), json.dump() + "\n", 0600);
}

}  // namespace pawl::run
