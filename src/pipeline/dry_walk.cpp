#include "pipeline/dry_walk.hpp"

#include "base/check.hpp"
#include "base/text/text.hpp"
#include "pipeline/node_paths.hpp"
#include "pipeline/problems.hpp"

namespace pawl::pipeline {
namespace {

Status check_stages(const Definition& definition, const std::map<std::string, Outcome>& outcomes) {
  std::vector<std::string> known;
  for_each_stage(definition.root, "", [&](const Node& stage, const std::string& path) {
    known.push_back(path);
    if (!among(known, stage.name)) known.push_back(stage.name);
  });
  for (const auto& [name, outcome] : outcomes) {
    if (among(known, name)) continue;
    return fail(Errc::not_found, "the pipeline " + definition.name + " has no stage \"" +
                                     printable(name, 100) + "\"" + suggestion(name, known));
  }
  return Done{};
}

}  // namespace

Result<DryWalk> dry_walk(const Definition& definition,
                         const std::map<std::string, Outcome>& outcomes) {
  TRY(check_stages(definition, outcomes));
  DryWalk walk;
  WalkState state;
  Timestamp now{Milliseconds(0)};
  while (true) {
    const Next answer = next(definition, state, now);
    if (answer.end) {
      walk.end = *answer.end;
      return walk;
    }
    if (answer.run.empty()) {
      PAWL_CHECK(answer.wake.has_value(), "nothing to do and no end");
      now = *answer.wake;
      continue;
    }
    const std::size_t first = walk.steps.size();
    for (const StageToRun& one : answer.run) {
      stage_began(state, one.path, one.attempt);
      auto found = outcomes.find(one.path);
      if (found == outcomes.end()) found = outcomes.find(one.node->name);
      walk.steps.push_back({.path = one.path,
                            .attempt = one.attempt,
                            .node = one.node,
                            .beside = answer.run.size() > 1,
                            .outcome = found == outcomes.end() ? Outcome{} : found->second});
    }
    for (std::size_t i = first; i < walk.steps.size(); ++i) {
      stage_ended(state, walk.steps[i].path, walk.steps[i].outcome, now);
    }
  }
}

}  // namespace pawl::pipeline
