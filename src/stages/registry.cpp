#include <array>

#include "stages/stages.hpp"

namespace pawl::stages {
namespace {

constexpr std::string_view kNoOptions = R"({"type":"object","additionalProperties":false})";

constexpr auto kStages = std::to_array<Stage>({
#define PAWL_STAGE(run, type, summary, phase, rerun, reads, writes, options) \
  {type, summary, phase, pipeline::Rerun::rerun, reads, writes, options, run},
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
                     .writes = stage.writes});
  }
  return known;
}

}  // namespace pawl::stages
