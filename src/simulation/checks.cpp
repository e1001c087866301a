#include "simulation/checks.hpp"

#include <algorithm>

#include "landing/events.hpp"
#include "landing/message.hpp"
#include "pipeline/node_paths.hpp"
#include "pipeline/walk_events.hpp"
#include "run/events.hpp"
#include "runner/group_events.hpp"
#include "simulation/boss.hpp"

namespace pawl::simulation {
namespace {

// ---- no lost commit

void check_nothing_lost(World& world) {
  std::vector<std::string> tips = world.git.tips();
  for (const auto& [id, run] : world.runs) {
    if (!run->head.empty()) tips.push_back(run->head);
  }
  const std::set<std::string> there = world.git.contents(tips);
  for (const std::string& content : world.written) {
    if (!there.contains(content)) world.wrong("lost: " + content);
  }
  for (const std::string& commit : world.of_people) {
    if (!world.git.has(world.git.at(kMainRef), commit)) {
      world.wrong("the target lost a commit of a person, " + commit);
    }
  }
}

// ---- no double effect

void check_once(World& world) {
  const auto count = [&](const std::string& where, const std::vector<git::CommitInfo>& commits) {
    std::map<std::string, int> times;
    for (const git::CommitInfo& one : commits) {
      const std::string run = one.trailer(landing::kRunTrailer);
      if (run.empty()) continue;
      const std::string head = one.trailer(landing::kHeadTrailer);
      const std::string step = one.trailer("Pawl-Subtask");
      if (++times[run + " " + head + " " + step] == 2) {
        world.wrong(where + " has twice what " + run + " did once: " + head + step);
      }
    }
  };
  count(kMain, world.git.log(world.root, world.git.at(kMainRef)));
  for (const auto& [id, run] : world.runs) {
    if (!run->head.empty()) count(id, world.git.log(run->base, run->head));
  }
}

// Of branches made together one is picked.
void check_picked_once(World& world) {
  for (const auto& [id, run] : world.runs) {
    if (run->head.empty()) continue;
    std::set<std::string> groups;
    for (const JournalEvent& event : run->events) {
      if (!event.is(runner::kGroupMerged)) continue;
      const runner::GroupMerged merged = runner::group_merged_of(event);
      if (merged.policy == "pick") groups.insert(merged.group);
    }
    std::map<std::string, int> picked;  // by group and turn
    for (const git::CommitInfo& commit : world.git.log(run->base, run->head)) {
      const std::string step = commit.trailer("Pawl-Subtask");
      const auto at = step.find("-fanin-");
      if (at == std::string::npos || !groups.contains(step.substr(0, at))) continue;
      const std::string turn = step.substr(0, at) + step.substr(step.rfind('-'));
      if (commit.trailer("Pawl-Run") == id && ++picked[turn] == 2) {
        world.wrong(id + " picked two branches of " + turn);
      }
    }
  }
}

// What a journal says was done was done.
void check_done(World& world) {
  for (const auto& [id, run] : world.runs) {
    for (const auto& [key, effect] : run->state.effects) {
      if (!effect.done) continue;
      const bool comment = effect.kind == "comment";
      const bool commit = effect.kind == "commit";
      if (comment && !world.deeds.contains(key)) world.wrong(key + " is done, and never happened");
      if (commit && !world.git.is_there(effect.done->string_or(""))) {
        world.wrong(id + ": " + key + " is done, and there is no such commit");
      }
    }
  }
}

// ---- the cursor goes forward only

// A stage that was done begins again only where something before it began again since, where a
// person named a stage, or where it is to run in each process.
class Cursor {
 public:
  explicit Cursor(const SimRun& run) : run_(run) {
    int place = 0;
    pipeline::for_each_record(run.definition.root, "",
                              [&](pipeline::Rerun rerun, const std::string& path) {
                                places_[path] = {.at = place++, .rerun = rerun};
                              });
  }

  // What is wrong; empty: nothing.
  std::string trouble() {
    for (const JournalEvent& event : run_.events) {
      if (event.is(run::kRunResumed)) {
        const bool named = !run::run_resumed_of(event).from.empty();
        if (named) forgive_lost();
        allow(
            [&](const Place& one) { return named || one.rerun == pipeline::Rerun::each_process; });
      }
      if (event.is(run::kStageBegin)) {
        const std::string wrong = begin(run::stage_begin_of(event).stage);
        if (!wrong.empty()) return wrong;
      }
      if (!event.is(run::kStageEnd)) continue;
      const run::StageEnd end = run::stage_end_of(event);
      const bool done = end.outcome == "done" || end.outcome == "skipped";
      if (places_.contains(end.stage)) places_[end.stage].under_way = false;
      if (done && places_.contains(end.stage)) places_[end.stage].done = true;
    }
    return {};
  }

 private:
  struct Place {
    int at = 0;
    pipeline::Rerun rerun = pipeline::Rerun::until_done;
    bool done = false;
    bool again = false;  // it may begin, though it was done
    bool under_way = false;
  };

  // A person looked what was done.
  void forgive_lost() {
    for (auto& [path, one] : places_) one.under_way = false;
  }

  template <class Which>
  void allow(const Which& which) {
    for (auto& [path, one] : places_) one.again = one.again || (one.done && which(one));
  }

  std::string begin(const std::string& path) {
    const auto found = places_.find(path);
    if (found == places_.end()) return path + " is no stage of the pipeline";
    Place& place = found->second;
    if (place.done && !place.again) return path + " was done, and nothing says why it begins again";
    if (place.under_way && place.rerun == pipeline::Rerun::never) {
      return path + " may not run twice, was under way, and begins again";
    }
    place.under_way = true;
    place.done = place.again = false;
    allow([&](const Place& one) { return one.at > place.at; });
    return {};
  }

  const SimRun& run_;
  std::map<std::string, Place> places_;
};

void check_cursors(World& world) {
  for (const auto& [id, run] : world.runs) {
    const std::string trouble = Cursor(*run).trouble();
    if (!trouble.empty()) world.wrong(id + ": " + trouble);
    if (run->state != run::fold(run->events)) world.wrong(id + " is not what its journal says");
  }
}

// ---- every end is explained

std::string unexplained(const run::RunState& state) {
  const std::string status(run::to_string(state.status));
  if (!state.finished()) return "it has no end";
  const bool well = state.status == run::RunStatus::succeeded;
  if (well != (state.exit == 0) && state.status != run::RunStatus::waiting) {
    return status + " with exit code " + std::to_string(state.exit);
  }
  if (!well && state.reason.empty()) return status + " without a reason";
  if (state.status == run::RunStatus::bailed && state.bail_class.empty()) {
    return "bailed without a class";
  }
  return {};
}

// Its end is what the walk over its journal comes to.
std::string another_end(const World& world, const SimRun& run) {
  if (!run.state.finished()) return {};
  const auto last = std::find_if(run.events.rbegin(), run.events.rend(), [](const auto& event) {
    return event.is(run::kRunExitClean) || event.is(run::kRunAborted) ||
           event.is(run::kRunInterrupted);
  });
  if (last == run.events.rend() || !last->is(run::kRunExitClean)) return {};
  const pipeline::WalkState walked = pipeline::fold(run.definition, run.events);
  const pipeline::Next next = pipeline::next(run.definition, walked, world.now);
  if (!next.end) return "its end is recorded, and its walk has none";
  if (next.end->status == run.state.status && next.end->exit == run.state.exit) return {};
  return "it is " + std::string(run::to_string(run.state.status)) + ", its walk " +
         std::string(run::to_string(next.end->status));
}

bool is_over(const run::RunState& state) {
  return state.status == run::RunStatus::succeeded || state.status == run::RunStatus::partial;
}

// What landed is there; what did not, and could, has a reason.
void check_landing(World& world, const SimRun& run) {
  const std::string id = run.id.text();
  const std::string tip = world.git.at(kMainRef);
  if (run.state.landed) {
    const std::set<std::string> there = world.git.contents({tip});
    for (const auto& [path, content] : world.git.files(run.state.landed->head)) {
      if (path != "shared" && !there.contains(content)) {
        world.wrong(id + " has landed, and " + kMain + " never had " + path);
      }
    }
    return;
  }
  if (!is_over(run.state) || run.head.empty() || run.head == run.base) return;
  const bool said = std::any_of(run.events.begin(), run.events.end(), [](const auto& event) {
    return event.is(landing::kLandRefused) && !landing::land_refused_of(event).reason.empty();
  });
  if (!said) world.wrong(id + " has not landed, and nothing says why");
}

}  // namespace

void check_kept(World& world) { check_nothing_lost(world); }

void check_always(World& world) {
  check_nothing_lost(world);
  check_once(world);
  check_picked_once(world);
  check_done(world);
  check_cursors(world);
}

void check_explained(World& world) {
  for (const auto& [id, run] : world.runs) {
    if (run->events.empty() || run->removed) continue;
    const bool gone_on_with = !run->is_branch();
    const std::string trouble = gone_on_with ? unexplained(run->state) : std::string();
    if (!trouble.empty()) world.wrong(id + ": " + trouble);
    if (run->chain_steps > 0) {
      check_chain(world, *run);
      continue;
    }
    const std::string other = another_end(world, *run);
    if (!other.empty()) world.wrong(id + ": " + other);
    if (gone_on_with) check_landing(world, *run);
  }
}

}  // namespace pawl::simulation
