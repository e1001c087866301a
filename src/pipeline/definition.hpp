// A pipeline: what a run does, as a tree of nodes. Read from YAML (data/pipelines).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/result.hpp"

namespace pawl::pipeline {

// What a process that goes on with a run does with a stage.
enum class Rerun : std::uint8_t {
  until_done,    // runs it again unless it was done or skipped
  each_process,  // runs it again always
  never,         // a stage that was begun is not begun again, unless a person names it
};

// What the reader of a pipeline knows of a stage.
struct StageKind {
  std::string_view type;
  std::string_view options;  // a JSON Schema of its options
  Rerun rerun = Rerun::until_done;
  // Artifacts, blank-separated: those it needs of stages before it, and those it leaves.
  std::string_view reads = {};
  std::string_view writes = {};
};

enum class NodeKind : std::uint8_t {
  stage,
  sequence,  // its children one after the other
  loop,      // its children in order, round after round, until one of them is done
  parallel,  // its children side by side; it ends when all of them have
};

// Which bails of its children make a parallel node bail.
enum class BailPolicy : std::uint8_t { any, all };

struct Node {
  NodeKind kind = NodeKind::stage;
  std::string name;  // unique among its siblings; letters, digits, `.`, `_`, `-`
  std::string type;  // of a stage: the row that does the work
  Json options = Json::object();
  Rerun rerun = Rerun::until_done;
  int attempts_max = 3;  // of a stage that asks to be tried again
  std::vector<Node> children = {};
  std::string until = {};  // of a loop: the child whose success ends it
  int rounds_max = 3;      // of a loop
  int concurrent_max = 0;  // of a parallel node; 0: all at once
  bool cancel_on_bail = false;
  BailPolicy bail_policy = BailPolicy::any;
};

struct Definition {
  std::string name;
  std::string summary;
  Node root = {.kind = NodeKind::sequence, .name = ""};
};

inline constexpr int kDepthMax = 8;            // of nodes within nodes
inline constexpr std::size_t kNodesMax = 500;  // of one pipeline
inline constexpr int kRoundsMax = 100;         // of loops within loops, all their rounds together

// An entry of `stages` is a stage (`type`, `options`, `max_attempts`) or has one of `sequence`,
// `loop` (with `until` and `max_iterations`) and `parallel` (with `max_concurrent`,
// `cancel_on_bail`, `bail_policy: any | all`), a list of such entries. Every unknown key, stage,
// option and reference, and every repeated name is an error that names it and the nearest that
// exists. So is a stage that reads what no stage before it writes.
Result<Definition> parse(std::string_view yaml, std::span<const StageKind> kinds);

// Every path a stage may have in a run of this pipeline: `reviews/security`, `repair@1/check`.
std::vector<std::string> stage_paths(const Definition& definition);

}  // namespace pawl::pipeline
