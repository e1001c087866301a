#include <array>

#include "stages/stages.hpp"

namespace pawl::stages {
namespace {

constexpr auto kStages = std::to_array<Stage>({
    {"preflight", "what can be known before any model time is spent", "IDLE", true, preflight},
    {"analyze", "the eleven metrics", "ANALYZING", false, analyze},
    {"plan", "tasks and subtasks for failing metrics", "PLANNING", false, plan},
    {"work", "edit, judge and commit, subtask by subtask", "WORKING", false, work},
    {"open-pr", "measure again, publish the branch, open the pull request", "PR_OPEN", false,
     open_pr},
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
