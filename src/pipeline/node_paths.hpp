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

// A parallel node is three steps: what makes its branches ready, the branches, and what brings
// together what they made.
inline std::string fan_out_path(const std::string& group) { return group + "-fanout"; }
inline std::string fan_in_path(const std::string& group) { return group + "-fanin"; }

// Calls `on_record(rerun, path)` for each record a walk may have of a node: those of a branch of a
// parallel node are in a walk of its own, and one stands for all of them.
template <class OnRecord>
void for_each_record(const Node& node, const std::string& path, const OnRecord& on_record) {
  if (node.kind == NodeKind::stage) return on_record(node.rerun, path);
  if (node.kind == NodeKind::parallel) {
    on_record(Rerun::until_done, fan_out_path(path));
    for (const Node& child : node.children) on_record(Rerun::until_done, below(path, child.name));
    return on_record(Rerun::until_done, fan_in_path(path));
  }
  const bool loop = node.kind == NodeKind::loop;
  for (int round = 1; round <= (loop ? node.rounds_max : 1); ++round) {
    const std::string at = loop ? round_path(path, round) : path;
    for (const Node& child : node.children) {
      for_each_record(child, below(at, child.name), on_record);
    }
  }
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
