// The paths of nodes in a run: children below their node, and those of a loop once a round.
#pragma once

#include <string>

#include "pipeline/definition.hpp"

namespace pawl::pipeline {

inline std::string below(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "/" + name;
}

inline std::string round_path(const std::string& loop, int round) {
  return loop + "@" + std::to_string(round);
}

// Calls `on_stage(stage, path)` for each stage a node may come to, in every round of its loops.
template <class OnStage>
void for_each_stage(const Node& node, const std::string& path, const OnStage& on_stage) {
  if (node.kind == NodeKind::stage) return on_stage(node, path);
  const bool loop = node.kind == NodeKind::loop;
  for (int round = 1; round <= (loop ? node.rounds_max : 1); ++round) {
    const std::string at = loop ? round_path(path, round) : path;
    for (const Node& child : node.children) for_each_stage(child, below(at, child.name), on_stage);
  }
}

}  // namespace pawl::pipeline
