#include "simulation/jobs.hpp"

namespace pawl::simulation {
namespace {

using pipeline::Node;
using pipeline::NodeKind;

// What of groups the maker of walks leaves as it is.
void set_merges(Node& node, Dice& dice) {
  if (node.kind == NodeKind::parallel) {
    node.merge = static_cast<pipeline::MergePolicy>(dice.below(4));
  }
  for (Node& child : node.children) set_merges(child, dice);
}

pipeline::Definition random_pipeline(Dice& dice, bool by_pull) {
  pipeline::Definition made = pipeline::Maker(dice, true).definition();
  set_merges(made.root, dice);
  made.root.children.push_back({.name = "publish", .type = "publish"});
  if (by_pull) made.root.children.push_back({.name = "open", .type = "open"});
  return made;
}

std::string hex_of(std::size_t number) {
  const std::string digits = std::to_string(number);
  return std::string(6 - digits.size(), '0') + digits;
}

}  // namespace

SimRun& make_job(World& world, const std::string& parent) {
  // Of the seed and its number alone, whatever happened before it was made.
  const std::size_t number = world.runs.size();
  Dice dice(world.seed * 1'000 + number);
  const bool by_pull = dice.one_in(3);
  SimRun& run = world.make_run(RunId::make("job", hex_of(number)), random_pipeline(dice, by_pull));
  run.parent = parent;
  run.by_pull = by_pull;
  run.fast_forward = !by_pull && dice.one_in(4);
  return run;
}

}  // namespace pawl::simulation
