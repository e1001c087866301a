#include <array>
#include <tuple>
#include <type_traits>

#include "stages/stages.hpp"

namespace pawl::stages {
namespace {

constexpr std::string_view kNoOptions = R"({"type":"object","additionalProperties":false})";

// The options of stages of agents: of one turn seconds at most, seconds without a sign of life and
// answers of its model, and of the stage US dollars.
#define PAWL_TURN                                     \
  R"("timeout":{"type":"integer","minimum":1},)"      \
  R"("idle_timeout":{"type":"integer","minimum":1},)" \
  R"("max_steps":{"type":"integer","minimum":1},)"    \
  R"("max_cost":{"type":"number","exclusiveMinimum":0})"
#define PAWL_OPTIONS R"({"type":"object","additionalProperties":false,"properties":{)"
#define PAWL_TEXTS R"({"type":"array","items":{"type":"string"}})"
#define PAWL_SECONDS R"({"type":"integer","minimum":1})"
#define PAWL_ATTEMPTS R"("max_attempts":{"type":"integer","minimum":1,"maximum":20},)"

constexpr std::string_view kAgentOptions = PAWL_OPTIONS PAWL_TURN "}}";
constexpr std::string_view kChainOptions =
    PAWL_OPTIONS R"("max_steps":{"type":"integer","minimum":1,"maximum":1000},)" PAWL_TURN "}}";
constexpr std::string_view kStepOptions =
    PAWL_OPTIONS R"("read_only":{"type":"boolean"},"hosts":)" PAWL_TEXTS "," PAWL_TURN "}}";
constexpr std::string_view kVerifyOptions =
    PAWL_OPTIONS R"("cmds":)" PAWL_TEXTS "," PAWL_ATTEMPTS R"("commands_timeout":)" PAWL_SECONDS
                 "," PAWL_TURN "}}";
constexpr std::string_view kExecOptions =
    PAWL_OPTIONS R"("cmds":)" PAWL_TEXTS R"(,"timeout":)" PAWL_SECONDS "}}";
constexpr std::string_view kGuardOptions = PAWL_OPTIONS R"("strict":{"type":"boolean"}}})";
constexpr std::string_view kWaitOptions =
    PAWL_OPTIONS R"("timeout":)" PAWL_SECONDS R"(,"interval":)" PAWL_SECONDS "}}";
constexpr std::string_view kCiOptions =
    PAWL_OPTIONS PAWL_ATTEMPTS R"("no_checks":{"enum":["bail","pass"]},)" PAWL_TURN "}}";

#undef PAWL_TURN
#undef PAWL_OPTIONS
#undef PAWL_TEXTS
#undef PAWL_SECONDS
#undef PAWL_ATTEMPTS

template <class Part>
Part& part_of(Parts& parts) {
  const auto all = std::tie(parts.scope, parts.settings, parts.checkout, parts.models, parts.forge,
                            parts.keep, parts.memory, parts.confirm, parts.agents, parts.chains);
  return std::get<std::remove_const_t<Part>&>(all);
}

template <class... Taken>
Result<Outcome> call(Result<Outcome> (*stage)(Taken&...), Parts& parts) {
  return stage(part_of<Taken>(parts)...);
}

// A stage as the walk calls it: with all parts, of which it gets those it takes.
template <auto stage>
Result<Outcome> with_parts(Parts& parts) {
  return call(stage, parts);
}

template <class... Taken>
constexpr bool takes_agents(Result<Outcome> (*)(Taken&...)) {
  return (std::is_same_v<std::remove_const_t<Taken>, Agents> || ...);
}

constexpr auto kStages = std::to_array<Stage>({
#define PAWL_STAGE(run, takes, type, summary, phase, rerun, reads, writes, options) \
  {type,   summary, phase,           pipeline::Rerun::rerun, reads,                 \
   writes, options, with_parts<run>, takes_agents(run)},
#include "stages/stage_rows.inc"
#undef PAWL_STAGE
});

}  // namespace

std::span<const Stage> all() { return kStages; }

const Stage* find(std::string_view type) {
  for (const Stage& stage : kStages) {
    if (stage.type == type) return &stage;
  }
  return nullptr;
}

std::vector<pipeline::StageKind> kinds() {
  std::vector<pipeline::StageKind> known;
  known.reserve(kStages.size());
  for (const Stage& stage : kStages) {
    known.push_back({.type = stage.type,
                     .options = stage.options,
                     .rerun = stage.rerun,
                     .reads = stage.reads,
                     .writes = stage.writes,
                     .summary = stage.summary});
  }
  return known;
}

}  // namespace pawl::stages
