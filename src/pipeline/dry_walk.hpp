// A walk in which nothing happens: every stage is said to have ended as asked, at once. It shows
// what a run would do, spends nothing and needs no target.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "pipeline/walk.hpp"

namespace pawl::pipeline {

struct DryStep {
  std::string path;
  int attempt = 1;
  const Node* node = nullptr;  // in DryWalk::nodes
  Part part = Part::stage;     // never branch: what a branch would do stands in its place
  bool beside = false;         // others run at the same time
  Outcome outcome;
};

struct DryWalk {
  std::deque<Node> nodes;      // of the steps, without their children
  std::vector<DryStep> steps;  // as they began
  Outcome end;
};

// `outcomes` are those of stages by path (`mend@1/check`) or name; all others are done. not_found
// for one that names no stage of the pipeline, with the nearest.
Result<DryWalk> dry_walk(const Definition& definition,
                         const std::map<std::string, Outcome>& outcomes = {});

}  // namespace pawl::pipeline
