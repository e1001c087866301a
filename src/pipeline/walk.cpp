#include "pipeline/walk.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "pipeline/node_paths.hpp"

namespace pawl::pipeline {
namespace {

using Stage = StageRecord::Status;

constexpr int kExitFailed = 1;

// What a node came to so far.
struct Verdict {
  bool open = true;  // it goes on; else `outcome` says how it ended
  Outcome outcome = {};

  static Verdict ended(Outcome outcome) { return {.open = false, .outcome = std::move(outcome)}; }
  bool is(OutcomeKind kind) const { return !open && outcome.kind == kind; }
  // It ends what it is a part of, too.
  bool ends_all() const { return is(OutcomeKind::finish) || is(OutcomeKind::bail); }
};

// Part by part: the first one says how the whole ends.
void note_part(std::optional<Outcome>& part, const Verdict& verdict) {
  if (verdict.is(OutcomeKind::partial) && !part) part = verdict.outcome;
}

Verdict whole_or(const std::optional<Outcome>& part) {
  return Verdict::ended(part.value_or(Outcome{}));
}

// What the parts of a sequence say at its end, one after the other.
void note_reason(std::string& said, const Verdict& verdict) {
  if (!verdict.is(OutcomeKind::done) && !verdict.is(OutcomeKind::partial)) return;
  if (verdict.outcome.reason.empty()) return;
  if (!said.empty()) said += "; ";
  said += verdict.outcome.reason;
}

// What is under way and to be done in a part of the tree.
struct Activity {
  Next next;
  int running = 0;
  std::optional<Outcome> waiting;  // of the first stage that waits for something
};

// Looks at the whole tree anew: what it finds depends on the records alone.
class Look {
 public:
  Look(const WalkState& state, Timestamp now) : state_(state), now_(now) {}

  Verdict at(const Node& node, const std::string& path) {
    switch (node.kind) {
      case NodeKind::stage: return stage(node, path);
      case NodeKind::sequence: return in_order(node, path);
      case NodeKind::loop: return rounds(node, path);
      case NodeKind::parallel: return group(node, path);
    }
    return {};
  }

  Activity found;

 private:
  const StageRecord* find(const std::string& path) const {
    const auto at = state_.stages.find(path);
    return at == state_.stages.end() ? nullptr : &at->second;
  }

  Verdict to_run(const Node& node, Part part, const std::string& path, int attempt) {
    found.next.run.push_back({.node = &node, .part = part, .path = path, .attempt = attempt});
    return {};
  }

  Verdict stage(const Node& node, const std::string& path, Part part = Part::stage) {
    const StageRecord* record = find(path);
    if (record == nullptr) return to_run(node, part, path, 1);
    switch (record->status) {
      case Stage::pending: return to_run(node, part, path, record->attempt);
      case Stage::running: ++found.running; return {};
      case Stage::lost:
        return Verdict::ended(Outcome::bail(
            "infra", kExitFailed,
            path + " was under way when its process ended and may not be run twice; look what it "
                   "did, then name the stage to go on at"));
      case Stage::ended: break;
    }
    if (record->outcome.kind == OutcomeKind::retry) return again(node, part, path, *record);
    if (record->outcome.kind != OutcomeKind::wait) return Verdict::ended(record->outcome);
    if (!found.waiting) found.waiting = record->outcome;
    return {};
  }

  Verdict again(const Node& node, Part part, const std::string& path, const StageRecord& record) {
    if (record.attempt >= node.attempts_max) {
      return Verdict::ended(Outcome::bail(
          "exhausted", kExitFailed,
          path + " asked " + counted(static_cast<std::size_t>(record.attempt), "time") +
              " to be tried again: " + record.outcome.reason));
    }
    if (record.again_at <= now_) return to_run(node, part, path, record.attempt + 1);
    wake_at(record.again_at);
    return {};
  }

  // Up to the child whose success ends them all, where there is one.
  Verdict in_order(const Node& node, const std::string& path, std::string_view until = {}) {
    std::optional<Outcome> part;
    std::string said;
    for (const Node& child : node.children) {
      Verdict verdict = at(child, below(path, child.name));
      if (!until.empty() && child.name == until) forgive(verdict);
      if (verdict.is(OutcomeKind::finish) && part) {
        return early_end(*part, said, verdict.outcome);
      }
      if (verdict.open || verdict.ends_all()) return verdict;
      note_part(part, verdict);
      note_reason(said, verdict);
      if (!until.empty() && child.name == until && is_success(verdict)) break;
    }
    Verdict whole = whole_or(part);
    whole.outcome.reason = std::move(said);
    return whole;
  }

  // What came to its end with a part of its work ends as the part says.
  static Verdict early_end(Outcome part, const std::string& said, const Outcome& finish) {
    part.kind = OutcomeKind::finish;
    part.reason = said + "; " + finish.reason;
    return Verdict::ended(std::move(part));
  }

  // What ends a loop may fail until it succeeds, as commands do that find something. Any other bail
  // ends the loop.
  static void forgive(Verdict& verdict) {
    if (!verdict.is(OutcomeKind::bail) || verdict.outcome.bail_class != "other") return;
    if (!verdict.outcome.was_cancelled()) verdict.outcome.kind = OutcomeKind::partial;
  }

  static bool is_success(const Verdict& verdict) {
    return verdict.is(OutcomeKind::done) || verdict.is(OutcomeKind::skipped);
  }

  // A round ends with the success of the child that ends the loop, whatever stands behind it. Parts
  // of a round that is followed by another were made again in it.
  Verdict rounds(const Node& node, const std::string& path) {
    for (int round = 1; round <= node.rounds_max; ++round) {
      const std::string at_round = round_path(path, round);
      Verdict verdict = in_order(node, at_round, node.until);
      if (verdict.open || verdict.ends_all()) return verdict;
      if (succeeded(node, at_round)) return verdict;
    }
    return Verdict::ended(
        Outcome::bail("exhausted", kExitFailed,
                      path + ": " + node.until + " did not succeed in " +
                          counted(static_cast<std::size_t>(node.rounds_max), "round") +
                          last_reason(node, round_path(path, node.rounds_max))));
  }

  // The child that ends the loop is no more than a look at what was recorded: nothing of it is
  // open here.
  std::string last_reason(const Node& loop, const std::string& path) const {
    const StageRecord* record = find(below(path, loop.until));
    return record == nullptr || record->outcome.reason.empty() ? "" : ": " + record->outcome.reason;
  }

  bool succeeded(const Node& loop, const std::string& path) const {
    for (const Node& child : loop.children) {
      if (child.name != loop.until) continue;
      return is_success(Look(state_, now_).at(child, below(path, child.name)));
    }
    return false;
  }

  Verdict group(const Node& node, const std::string& path) {
    Verdict fanned = stage(node, fan_out_path(path), Part::fan_out);
    if (fanned.open || fanned.ends_all()) return fanned;
    if (side_by_side(node, path)) return {};
    return stage(node, fan_in_path(path), Part::fan_in);
  }

  // One child of a parallel node, looked at by itself.
  struct Branch {
    Verdict verdict;
    Activity found;
    bool begun = false;
  };

  std::vector<Branch> branches_of(const Node& node, const std::string& path) const {
    std::vector<Branch> branches;
    for (const Node& child : node.children) {
      const std::string at_child = below(path, child.name);
      Look look(state_, now_);
      Verdict verdict = look.stage(child, at_child, Part::branch);
      branches.push_back({.verdict = std::move(verdict),
                          .found = std::move(look.found),
                          .begun = find(at_child) != nullptr});
    }
    return branches;
  }

  // Whether something is under way or to be done.
  bool side_by_side(const Node& node, const std::string& path) {
    const std::vector<Branch> branches = branches_of(node, path);
    const bool cancelled =
        node.cancel_on_bail && std::any_of(branches.begin(), branches.end(), [](const Branch& one) {
          return one.verdict.is(OutcomeKind::bail);
        });
    bool open = false;
    int free = node.concurrent_max == 0 ? static_cast<int>(branches.size()) : node.concurrent_max;
    for (std::size_t i = 0; i < branches.size(); ++i) {
      const Branch& branch = branches[i];
      if (!branch.verdict.open) continue;
      if (cancelled) {
        open = cancel(below(path, node.children[i].name), branch) || open;
        continue;
      }
      open = true;
      if (branch.found.running > 0) --free;
      if (branch.found.running > 0 || branch.found.next.run.empty()) take(branch.found);
    }
    // Those that were begun first, so that one after the other is brought to its end.
    for (const bool begun : {true, false}) {
      for (const Branch& branch : branches) {
        const bool idle = branch.verdict.open && !cancelled && branch.found.running == 0;
        if (!idle || branch.found.next.run.empty() || branch.begun != begun) continue;
        if (free-- > 0) take(branch.found);
      }
    }
    return open;
  }

  // What a branch is about to do, this node is.
  void take(const Activity& branch) {
    Next& next = found.next;
    found.running += branch.running;
    next.run.insert(next.run.end(), branch.next.run.begin(), branch.next.run.end());
    next.cancel.insert(next.cancel.end(), branch.next.cancel.begin(), branch.next.cancel.end());
    if (branch.next.wake) wake_at(*branch.next.wake);
    if (branch.waiting && !found.waiting) found.waiting = branch.waiting;
  }

  void wake_at(Timestamp at) { found.next.wake = std::min(found.next.wake.value_or(at), at); }

  // Nothing new is begun in a branch that is cancelled, and what runs is to stop; true while
  // something does.
  bool cancel(const std::string& path, const Branch& branch) {
    if (branch.found.running == 0) return false;
    found.running += branch.found.running;
    found.next.cancel.push_back(path);
    return true;
  }

  const WalkState& state_;
  Timestamp now_;
};

// Sets stages back, for a resume.
class SettingBack {
 public:
  explicit SettingBack(WalkState& state) : state_(state) {}

  // Whether something at or below the node was set back: what comes after it is, too.
  bool by_outcome(const Node& node, const std::string& path) {
    return visit(node, path, Rounds::newest, [this](Rerun rerun, const std::string& at) {
      return set_back_by_outcome(rerun, at);
    });
  }

  bool from(const Node& node, const std::string& path, const std::string& from) {
    return visit(node, path, Rounds::all,
                 [&](Rerun, const std::string& at) { return at == from && set_back(at); });
  }

  void settle_running(const Node& node, const std::string& path) {
    visit(node, path, Rounds::all, [this](Rerun rerun, const std::string& at) {
      const auto found = state_.stages.find(at);
      if (found != state_.stages.end() && found->second.status == Stage::running) {
        found->second.status = rerun == Rerun::never ? Stage::lost : Stage::pending;
      }
      return false;
    });
  }

 private:
  // Of a loop. A round that another followed was no success, and is not come back to.
  enum class Rounds : std::uint8_t { all, newest };

  template <class OnRecord>
  bool visit(const Node& node, const std::string& path, Rounds which, const OnRecord& on_record) {
    if (node.kind == NodeKind::stage) return on_record(node.rerun, path);
    if (node.kind == NodeKind::parallel) return visit_group(node, path, on_record);
    if (node.kind != NodeKind::loop) return visit_children(node, path, which, on_record, false);
    bool back = false;
    const int first = which == Rounds::newest ? newest_round(node, path) : 1;
    for (int round = first; round <= node.rounds_max; ++round) {
      back = visit_children(node, round_path(path, round), which, on_record, back);
    }
    return back;
  }

  // `back`: something before them was set back.
  template <class OnRecord>
  bool visit_children(const Node& node, const std::string& path, Rounds which,
                      const OnRecord& on_record, bool back) {
    for (const Node& child : node.children) {
      const std::string at_child = below(path, child.name);
      if (back) {
        forget(child, at_child);
      } else {
        back = visit(child, at_child, which, on_record);
      }
    }
    return back;
  }

  // What branches did stands in walks of their own: one that is set back goes on there.
  template <class OnRecord>
  bool visit_group(const Node& node, const std::string& path, const OnRecord& on_record) {
    bool back = on_record(Rerun::until_done, fan_out_path(path));
    const bool anew = back;
    for (const Node& child : node.children) {
      const std::string at_child = below(path, child.name);
      if (anew) {
        state_.stages.erase(at_child);
      } else {
        back = on_record(Rerun::until_done, at_child) || back;
      }
    }
    if (!back) return on_record(Rerun::until_done, fan_in_path(path));
    state_.stages.erase(fan_in_path(path));
    return true;
  }

  int newest_round(const Node& loop, const std::string& path) const {
    for (int round = loop.rounds_max; round > 1; --round) {
      const std::string prefix = round_path(path, round) + "/";
      const auto found = state_.stages.lower_bound(prefix);
      if (found != state_.stages.end() && found->first.starts_with(prefix)) return round;
    }
    return 1;
  }

  // A stage that may not run twice stays as it is.
  void forget(const Node& node, const std::string& path) {
    for_each_record(node, path, [&](Rerun rerun, const std::string& at) {
      if (rerun != Rerun::never) state_.stages.erase(at);
    });
  }

  bool set_back(const std::string& path) {
    state_.stages[path] = {.status = Stage::pending, .attempt = 1};
    return true;
  }

  bool set_back_by_outcome(Rerun rerun, const std::string& path) {
    const auto found = state_.stages.find(path);
    if (found == state_.stages.end() || rerun == Rerun::never) return false;
    StageRecord& record = found->second;
    // What every process does anew, whatever came of it before, makes nothing behind it void.
    if (rerun == Rerun::each_process && record.outcome.kind != OutcomeKind::retry) {
      return !set_back(path);
    }
    if (record.status != Stage::ended) return true;
    switch (record.outcome.kind) {
      case OutcomeKind::done:
      case OutcomeKind::skipped:
      case OutcomeKind::retry: return false;  // the last is tried again at its time
      default: return set_back(path);
    }
  }

  WalkState& state_;
};

// The stage that an outcome asked to be gone on at, where one did.
std::string asked_for(const WalkState& state) {
  for (const auto& [path, record] : state.stages) {
    const std::string& asked = record.outcome.go_on_at;
    if (record.status == Stage::ended && state.stages.contains(asked)) return asked;
  }
  return {};
}

Status check_begun(const WalkState& state, const std::string& from) {
  if (state.stages.contains(from)) return Done{};
  std::vector<std::string> begun;
  for (const auto& [path, record] : state.stages) begun.push_back(path);
  return fail(Errc::not_found, "the run has begun no stage \"" + printable(from, 100) +
                                   "\"; it can go on at: " + join(begun, ", "));
}

}  // namespace

void stage_began(WalkState& state, const std::string& path, int attempt) {
  state.stages[path] = {.status = Stage::running, .attempt = attempt};
}

void stage_ended(WalkState& state, const std::string& path, const Outcome& outcome, Timestamp at) {
  StageRecord& record = state.stages[path];
  record.status = Stage::ended;
  record.outcome = outcome;
  record.again_at = at + outcome.after;
}

Status resumed(const Definition& definition, WalkState& state, const std::string& named) {
  const bool group = !state.stages.contains(named) && state.stages.contains(fan_out_path(named));
  const std::string from = group ? fan_out_path(named) : named;
  if (!from.empty()) TRY(check_begun(state, from));
  SettingBack back(state);
  back.settle_running(definition.root, "");
  const std::string asked = from.empty() ? asked_for(state) : from;
  if (!asked.empty()) back.from(definition.root, "", asked);
  back.by_outcome(definition.root, "");
  return Done{};
}

Next next(const Definition& definition, const WalkState& state, Timestamp now) {
  Look look(state, now);
  Verdict verdict = look.at(definition.root, "");
  Next next = std::move(look.found.next);
  if (!verdict.open) {
    next.end = std::move(verdict.outcome);
  } else if (next.run.empty() && look.found.running == 0 && !next.wake && look.found.waiting) {
    next.end = *look.found.waiting;
  }
  return next;
}

namespace {

// What a bail of one branch is worth beside that of another: nobody may go on after some of them
// but a person, whatever else went wrong.
int gravity(const Outcome& bail) {
  if (among({"security", "secrets"}, bail.bail_class)) return 2;
  return bail.bail_class == "reviewer_requested_changes" ? 1 : 0;
}

// The gravest, of those that are alike the first; with what the others said behind it.
Outcome spoken_for(const std::vector<const Outcome*>& bails) {
  const Outcome* gravest = bails.front();
  for (const Outcome* bail : bails) {
    if (gravity(*bail) > gravity(*gravest)) gravest = bail;
  }
  Outcome all = *gravest;
  for (const Outcome* bail : bails) {
    if (bail != gravest && bail->reason != gravest->reason) all.reason += "; " + bail->reason;
  }
  return all;
}

}  // namespace

Outcome joined(const Node& group, const std::string& path, const WalkState& state) {
  std::vector<const Outcome*> bails;
  const Outcome* finish = nullptr;
  std::optional<Outcome> part;
  std::size_t ended = 0;
  for (const Node& child : group.children) {
    const auto found = state.stages.find(below(path, child.name));
    if (found == state.stages.end() || found->second.status != Stage::ended) continue;
    const Outcome& outcome = found->second.outcome;
    if (outcome.was_cancelled()) continue;
    ++ended;
    if (outcome.kind == OutcomeKind::bail) bails.push_back(&outcome);
    if (outcome.kind == OutcomeKind::finish && finish == nullptr) finish = &outcome;
    if (outcome.kind == OutcomeKind::partial && !part) part = outcome;
  }
  const bool bailed =
      !bails.empty() && (bails.size() == ended || group.bail_policy == BailPolicy::any);
  if (bailed) return spoken_for(bails);
  if (finish != nullptr) return *finish;
  Outcome rest = part.value_or(Outcome{});
  if (bails.empty()) return rest;
  // Enough did not bail. Who did is told, and is no end of the run.
  const std::string told = counted(bails.size(), "branch bailed", "branches bailed") + " of " +
                           std::to_string(group.children.size()) + ": " + spoken_for(bails).reason;
  rest.reason += (rest.reason.empty() ? "" : "; ") + path + ": " + told;
  return rest;
}

}  // namespace pawl::pipeline
