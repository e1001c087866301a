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

// One walk, and those of its branches.
class DryWalker {
 public:
  DryWalker(const std::map<std::string, Outcome>& outcomes, DryWalk& out)
      : outcomes_(outcomes), out_(out) {}

  // How it ends. `prefix` stands before the paths of its stages; `beside`: it is a branch.
  Outcome walk(const Node& root, const std::string& prefix, bool beside) {
    const Definition definition{.name = "", .summary = "", .root = root};
    WalkState state;
    Timestamp now{Milliseconds(0)};
    while (true) {
      const Next answer = next(definition, state, now);
      if (answer.end) return *answer.end;
      if (answer.run.empty()) {
        PAWL_CHECK(answer.wake.has_value(), "nothing to do and no end");
        now = *answer.wake;
        continue;
      }
      std::vector<Outcome> ends;
      for (const StageToRun& one : answer.run) {
        stage_began(state, one.path, one.attempt);
        ends.push_back(step(one, prefix, beside || answer.run.size() > 1, state));
      }
      for (std::size_t i = 0; i < ends.size(); ++i) {
        stage_ended(state, answer.run[i].path, ends[i], now);
      }
    }
  }

 private:
  Outcome step(const StageToRun& one, const std::string& prefix, bool beside,
               const WalkState& state) {
    const std::string path = prefix + one.path;
    const std::string group = one.path.substr(0, one.path.rfind('/'));
    if (one.part == Part::branch) {
      Node root{.kind = NodeKind::sequence, .name = "", .type = ""};
      root.children.push_back(*one.node);
      return walk(root, prefix + group + "/", true);
    }
    Outcome outcome = outcome_of(path, one.node->name);
    if (one.part == Part::fan_in) {
      outcome =
          joined(*one.node, one.path.substr(0, one.path.size() - fan_in_path("").size()), state);
    }
    out_.nodes.push_back(*one.node);
    out_.nodes.back().children.clear();
    out_.steps.push_back({.path = path,
                          .attempt = one.attempt,
                          .node = &out_.nodes.back(),
                          .part = one.part,
                          .beside = beside,
                          .outcome = outcome});
    return outcome;
  }

  Outcome outcome_of(const std::string& path, const std::string& name) const {
    auto found = outcomes_.find(path);
    if (found == outcomes_.end()) found = outcomes_.find(name);
    return found == outcomes_.end() ? Outcome{} : found->second;
  }

  const std::map<std::string, Outcome>& outcomes_;
  DryWalk& out_;
};

}  // namespace

Result<DryWalk> dry_walk(const Definition& definition,
                         const std::map<std::string, Outcome>& outcomes) {
  TRY(check_stages(definition, outcomes));
  DryWalk walk;
  walk.end = DryWalker(outcomes, walk).walk(definition.root, "", false);
  return walk;
}

}  // namespace pawl::pipeline
