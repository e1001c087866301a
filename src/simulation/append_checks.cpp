#include "simulation/append_checks.hpp"

#include <algorithm>

#include "chain/events.hpp"
#include "pipeline/node_paths.hpp"
#include "run/events.hpp"
#include "runner/group_journal.hpp"
#include "runner/select.hpp"

namespace pawl::simulation {
namespace {

class Said {
 public:
  Said(World& world, const SimRun& run, const JournalEvent& said, const Process* by)
      : world_(world), run_(run), said_(said), by_(by) {}

  void check() {
    check_who();
    if (run_.removed) wrong("is removed, and " + said_.name + " is written");
    if (said_.is(run::kRunBegin) || said_.is(run::kRunResumed)) check_start();
    if (said_.is(run::kRunExitClean) || said_.is(run::kRunAborted) ||
        said_.is(run::kRunInterrupted)) {
      if (run_.state.finished()) wrong("comes to a second end");
    }
    if (said_.is(run::kRunDecided)) check_decision();
    if (said_.is(run::kRunLanded)) check_landed();
    if (said_.is(run::kStageEnd)) check_branch_end();
    if (said_.is(runner::kGroupReady)) check_ready();
    if (said_.is(runner::kGroupMerged)) check_merged();
    if (run_.chain_steps > 0) check_chain_event();
  }

 private:
  void wrong(const std::string& what) { world_.wrong(run_.id.text() + " " + what); }

  // ---- runs

  void check_who() {
    const int self = by_ == nullptr ? 0 : by_->pid;
    const bool worked_on = run_.worker != 0 && run_.worker != self &&
                           world_.is_alive(run_.worker) && !run_.state.finished();
    if (!worked_on) return;
    wrong("is worked on by process " + std::to_string(run_.worker) + ", and process " +
          std::to_string(self) + " writes " + said_.name);
  }

  void check_start() {
    const bool begins = said_.is(run::kRunBegin);
    if (begins != run_.events.empty()) wrong(begins ? "begins twice" : "goes on, and never began");
    if (!begins && !runner::can_resume(run_.state)) wrong("goes on, and had come to its end");
    const int newest = begins ? 0 : run_.state.attempt;
    if (by_ != nullptr && by_->attempt && *by_->attempt != newest) {
      wrong("goes on after attempt " + std::to_string(newest) + ", for who saw attempt " +
            std::to_string(*by_->attempt));
    }
    if (begins && world_.runs.contains(run_.parent)) check_budget(world_.run(run_.parent));
  }

  void check_decision() {
    if (run::run_decided_of(said_).attempt == run_.state.attempt) return;
    wrong("is decided about, as attempt " + std::to_string(run_.state.attempt) + " had not been");
  }

  void check_landed() {
    const run::RunLanded landed = run::run_landed_of(said_);
    const std::string tip = world_.git.at("refs/heads/" + landed.target);
    if (!world_.git.has(tip, landed.commit)) {
      wrong("is said to have landed as " + landed.commit + ", which " + landed.target +
            " does not hold");
    }
    if (!run_.head.empty()) check_held(run_, tip, "is said to have landed");
  }

  // All that a run changed is in that history.
  void check_held(const SimRun& run, const std::string& tip, const std::string& what) {
    const std::set<std::string> there = world_.git.contents({tip});
    const Tree& before = world_.git.files(run.base);
    for (const auto& [path, content] : world_.git.files(run.head)) {
      const auto old = before.find(path);
      const bool changed = old == before.end() || old->second != content;
      if (path != "shared" && changed && !there.contains(content)) {
        wrong(what + ", and " + kMain + " never had " + path + " of " + run.id.text());
      }
    }
  }

  // ---- groups

  // The branch of a group that stands at that path; null: there is none.
  const SimRun* branch_at(const std::string& path) const {
    const auto slash = path.rfind('/');
    if (slash == std::string::npos) return nullptr;
    const auto ready = runner::ready_of(run_.events, path.substr(0, slash));
    if (!ready) return nullptr;
    for (const std::string& name : ready->runs) {
      const SimRun& branch = world_.run(name);
      if (branch.path == path) return &branch;
    }
    return nullptr;
  }

  void check_branch_end() {
    const run::StageEnd end = run::stage_end_of(said_);
    const SimRun* branch = branch_at(end.stage);
    const bool good = end.outcome == "done" || end.outcome == "skipped";
    if (branch == nullptr || !good) return;
    const run::RunStatus status = branch->state.status;
    const bool well =
        status == run::RunStatus::succeeded || status == run::RunStatus::nothing_to_do;
    if (!branch->state.finished() || !well) {
      wrong("says that its branch " + end.stage + " came to a good end, which it did not");
    }
  }

  void check_ready() {
    const runner::GroupReady made = runner::group_ready_of(said_);
    std::vector<std::string> before;
    bool done = false;
    for (const JournalEvent& event : run_.events) {
      if (event.is(runner::kGroupReady)) {
        const runner::GroupReady one = runner::group_ready_of(event);
        if (one.group != made.group) continue;
        before = one.runs;
        done = false;
      } else if (event.is(run::kStageEnd)) {
        const run::StageEnd end = run::stage_end_of(event);
        done = done || (end.stage == pipeline::fan_out_path(made.group) && end.outcome == "done");
      }
    }
    const bool same = std::find_first_of(made.runs.begin(), made.runs.end(), before.begin(),
                                         before.end()) != made.runs.end();
    if (done && same) wrong("makes branches of " + made.group + " anew, and takes the old ones");
  }

  void check_merged() {
    const runner::GroupMerged merged = runner::group_merged_of(said_);
    check_said_once(merged);
    if (merged.outcome != "merged") return;
    const SimRun* branch = branch_at(pipeline::below(merged.group, merged.branch));
    if (branch == nullptr || branch->head.empty()) return;
    const Tree& there = world_.git.files(merged.commit.empty() ? run_.head : merged.commit);
    const Tree& before = world_.git.files(branch->stands_on);
    for (const auto& [path, content] : world_.git.files(branch->head)) {
      const auto old = before.find(path);
      const bool changed = old == before.end() || old->second != content;
      const auto found = there.find(path);
      if (path == "shared" || !changed || (found != there.end() && found->second == content)) {
        continue;
      }
      wrong("says that " + merged.branch + " is merged, without its " + path);
    }
    if (merged.policy == "pick") check_picked(merged);
  }

  // Of a branch that was taken, or left where it is for good, nothing is to be said any more.
  void check_said_once(const runner::GroupMerged& now) {
    std::vector<std::string> runs;
    std::string before;
    for (const JournalEvent& event : run_.events) {
      if (event.is(runner::kGroupReady)) {
        const runner::GroupReady made = runner::group_ready_of(event);
        if (made.group == now.group && made.runs != runs) before.clear();
        if (made.group == now.group) runs = made.runs;
      }
      if (!event.is(runner::kGroupMerged)) continue;
      const runner::GroupMerged said = runner::group_merged_of(event);
      if (said.group == now.group && said.branch == now.branch) before = said.outcome;
    }
    if (before != "merged" && before != "kept" && before != "unchanged") return;
    wrong("says that " + now.branch + " of " + now.group + " is " + now.outcome +
          ", and had said that it is " + before);
  }

  void check_picked(const runner::GroupMerged& now) {
    std::string picked;
    for (const JournalEvent& event : run_.events) {
      if (event.is(runner::kGroupReady) && runner::group_ready_of(event).group == now.group) {
        picked.clear();
      }
      if (!event.is(runner::kGroupMerged)) continue;
      const runner::GroupMerged before = runner::group_merged_of(event);
      if (before.group == now.group && before.outcome == "merged") picked = before.branch;
    }
    if (!picked.empty() && picked != now.branch) {
      wrong("picks " + now.branch + " of " + now.group + ", and had picked " + picked);
    }
  }

  // ---- chains

  void check_chain_event() {
    if (said_.is(chain::kReserved) || said_.is(chain::kResumed)) check_budget(run_);
    if (said_.is(chain::kChildEnded)) check_costs(chain::child_ended_of(said_));
    if (said_.is(chain::kLanded)) check_chain_landed(chain::landed_of(said_));
    if (said_.is(chain::kClosed)) check_closed(chain::closed_of(said_));
    if (said_.is(chain::kHalted)) check_halted(chain::halted_of(said_));
  }

  // Nothing is begun once all is used up that the whole tree may use.
  void check_budget(const SimRun& boss) {
    if (boss.chain_most == 0) return;
    std::map<std::string, std::int64_t> used;
    for (const JournalEvent& event : boss.events) {
      if (!event.is(chain::kChildEnded)) continue;
      const chain::ChildEnded ended = chain::child_ended_of(event);
      used[ended.child] = ended.cost_micros;
    }
    std::int64_t all = boss.state.cost.micros;
    for (const auto& [child, micros] : used) all += micros;
    if (all >= boss.chain_most) wrong("goes on, and the budget of the chain is used up");
  }

  // What a child cost up to the end of that attempt.
  void check_costs(const chain::ChildEnded& ended) {
    run::RunState state;
    int attempts = 0;
    for (const JournalEvent& event : world_.run(ended.child).events) {
      const bool begins = event.is(run::kRunBegin) || event.is(run::kRunResumed);
      if (begins && ++attempts > ended.attempt) break;
      run::apply(state, event);
    }
    if (state.cost.micros == ended.cost_micros) return;
    wrong("says that " + ended.child + " cost " + std::to_string(ended.cost_micros) +
          ", and it cost " + std::to_string(state.cost.micros));
  }

  void check_chain_landed(const chain::Landed& landed) {
    const std::string tip = world_.git.at(kMainRef);
    if (!world_.git.has(tip, landed.commit)) {
      wrong("says that step " + std::to_string(landed.step) + " has landed, and it has not");
    }
    const SimRun& child = world_.run(landed.child);
    if (!child.head.empty() && !world_.is_alive(child.worker)) {
      check_held(child, tip, "says that a step has landed");
    }
  }

  // A person said so, of that very attempt.
  void check_closed(const chain::Closed& closed) {
    if (closed.closing == "nothing" || world_.run(closed.child).removed) return;
    const std::string wanted = closed.closing == "acked" ? "ack" : "skip";
    const std::vector<JournalEvent>& events = world_.run(closed.child).events;
    const bool said = std::any_of(events.begin(), events.end(), [&](const JournalEvent& event) {
      if (!event.is(run::kRunDecided)) return false;
      const run::RunDecided decided = run::run_decided_of(event);
      return decided.attempt == closed.attempt && decided.decision == wanted;
    });
    if (!said) wrong("closes a step as " + closed.closing + ", and nobody said so");
  }

  // What a chain ended itself it goes on with.
  void check_halted(const chain::Halted& halted) {
    if (halted.why != "child" || halted.child.empty()) return;
    const SimRun& child = world_.run(halted.child);
    const bool as_it_was = child.state.attempt == halted.attempt && child.state.decision.empty() &&
                           child.state.status == run::RunStatus::stopped;
    if (as_it_was && child.ended_by_chain == halted.attempt)
      wrong("halts over a child that it stopped itself");
  }

  World& world_;
  const SimRun& run_;
  const JournalEvent& said_;
  const Process* by_;
};

}  // namespace

void check_append(World& world, const SimRun& run, const JournalEvent& said, const Process* by) {
  Said(world, run, said, by).check();
}

}  // namespace pawl::simulation
