#include <array>
#include <tuple>
#include <type_traits>

#include "stages/stages.hpp"

namespace pawl::stages {
namespace {

constexpr std::string_view kNoOptions = R"({"type":"object","additionalProperties":false})";

template <class Part>
Part& part_of(Parts& parts) {
  const auto all = std::tie(parts.scope, parts.settings, parts.checkout, parts.models, parts.forge,
                            parts.keep, parts.memory, parts.confirm);
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

constexpr auto kStages = std::to_array<Stage>({
#define PAWL_STAGE(run, takes, type, summary, phase, rerun, reads, writes, options) \
  {type, summary, phase, pipeline::Rerun::rerun, reads, writes, options, with_parts<run>},
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
