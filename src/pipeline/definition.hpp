// A pipeline: what a run does, as a tree of nodes. Read from YAML (data/pipelines).
#pragma once

#include <cstdint>
#include <optional>
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
  // Artifacts, blank-separated: those it needs of stages before it, and those it leaves. A name may
  // be a pattern (`review-*.md`); one that it reads and can do without ends in `?`.
  std::string_view reads = {};
  std::string_view writes = {};
  std::string_view summary = {};  // one line, for people
};

enum class NodeKind : std::uint8_t {
  stage,
  sequence,  // its children one after the other
  loop,      // its children in order, round after round, up to the success of one of them
  parallel,  // its children side by side; it ends when all of them have
};

// Which bails of its children make a parallel node bail.
enum class BailPolicy : std::uint8_t { any, all };

// What becomes of files that children of a parallel node changed.
enum class MergePolicy : std::uint8_t {
  none,      // nothing: their work is kept on refs
  pick,      // the best one's, by guards, tests and size
  sequence,  // one after the other, each verified
  in_union,  // `union`: all of them at once, or none
};
std::string_view to_string(MergePolicy merge);  // as pipelines write it

// An artifact that a stage is handed under a name of its own: `in: {PLAN: plan.md}`.
struct Taken {
  std::string variable;
  std::string artifact;   // a file of the artifacts
  bool optional = false;  // what is not there is `fallback`
  std::string fallback = {};
  bool operator==(const Taken&) const = default;
};

// An artifact that a stage leaves under a name that stages after it know: `out: {notes: notes.md}`.
struct Left {
  std::string key;
  std::string artifact;
  bool optional = false;  // it need not be there when the stage has ended
  bool operator==(const Left&) const = default;
};

struct Node {
  NodeKind kind = NodeKind::stage;
  std::string name;  // unique among its siblings; letters, digits, `_`, `-`, and `.` within
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
  MergePolicy merge = MergePolicy::none;
  // Of a stage.
  std::string client =
      {};  // who works: `provider:model`; empty: whom the run or the pipeline names
  std::string prompt = {};  // the texts of `prompt:`, put together; empty: none was named
  std::vector<Taken> in = {};
  std::vector<Left> out = {};
  bool operator==(const Node&) const = default;
};

// What whoever starts a run hands to its pipeline: the artifact `input-NAME.txt`.
struct Input {
  std::string name;
  std::string summary;
  bool is_file = false;  // its value names a file, whose text counts
  bool optional = false;
  std::optional<std::string> fallback = {};  // where nothing was handed over
  std::string artifact() const { return "input-" + name + ".txt"; }
  bool operator==(const Input&) const = default;
};

struct Definition {
  std::string name;
  std::string summary;
  Node root = {.kind = NodeKind::sequence, .name = ""};
  std::string default_client = {};  // of stages that name no client, where the run names none
  std::vector<Input> inputs = {};
  // One run of it at a time works on a repository: its runs would all find the same things to do.
  bool one_at_a_time = false;
  bool operator==(const Definition&) const = default;
};

inline constexpr int kDepthMax = 8;            // of nodes within nodes
inline constexpr std::size_t kNodesMax = 500;  // of one pipeline
inline constexpr int kRoundsMax = 100;         // of loops within loops, all their rounds together

// A pipeline that stands in one text, without files beside it (pipeline/reader.hpp reads all
// others). Every unknown key, stage, option and reference, and every repeated name is an error that
// names it and the nearest that exists. So is a stage that reads what no stage before it writes.
Result<Definition> parse(std::string_view yaml, std::span<const StageKind> kinds);

// Every path a stage may have in a run of this pipeline: `reviews/security`, `repair@1/check`.
std::vector<std::string> stage_paths(const Definition& definition);

}  // namespace pawl::pipeline
