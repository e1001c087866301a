#include <array>

#include "stages/stages.hpp"

namespace pawl::stages {
namespace {

constexpr auto kStages = std::to_array<Stage>({
#define PAWL_STAGE(run, type, summary, phase, repeats) {type, summary, phase, repeats, run},
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

std::vector<std::string> type_names() {
  std::vector<std::string> names;
  names.reserve(kStages.size());
  for (const Stage& stage : kStages) names.emplace_back(stage.type);
  return names;
}

}  // namespace pawl::stages
