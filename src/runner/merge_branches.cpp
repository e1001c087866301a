// The merge policies of parallel nodes.
#include <algorithm>

#include "base/text/text.hpp"
#include "runner/fan_in.hpp"

namespace pawl::runner {
namespace {

using pipeline::Outcome;

constexpr std::string_view kConflict = "conflict";
constexpr int kConflictExit = 6;

std::string conflict_text(const std::vector<std::string>& paths) {
  constexpr std::size_t kShown = 5;
  std::vector<std::string> some(
      paths.begin(), paths.begin() + static_cast<std::ptrdiff_t>(std::min(kShown, paths.size())));
  return printable(join(some, ", "), 500) +
         (paths.size() > kShown ? " and " + std::to_string(paths.size() - kShown) + " more" : "");
}

class Merge {
 public:
  Merge(const FanIn& in, const std::vector<MadeBranch>& branches) : in_(in) {
    for (const MadeBranch& branch : branches) {
      // What did not come to its end is taken once it has.
      if (!branch.settled.empty() || !branch.good()) continue;
      if (!branch.changed(in.ready)) {
        note(branch, "unchanged", "", "");
      } else {
        takeable_.push_back(&branch);
      }
    }
    for (const MadeBranch& branch : branches) picked_ = picked_ || branch.settled == "merged";
  }

  Merged done() && { return std::move(merged_); }

  Status none() {
    for (const MadeBranch* branch : takeable_) {
      note(*branch, "kept", branch->head, "the group merges nothing");
    }
    return Done{};
  }

  // The best that the judge admits.
  Status pick() {
    TRY_ASSIGN(const std::vector<Weighed> weighed, by_merit());
    std::vector<std::string> refused;
    std::string picked;
    for (const Weighed& one : weighed) {
      const MadeBranch& branch = *one.branch;
      const std::string words =
          weighed_ ? to_words(one.weight)
                   : counted(static_cast<std::size_t>(branch.lines), "changed line");
      if (picked_) {
        note(branch, "kept", branch.head,
             (picked.empty() ? "another one was picked" : picked + " is better") +
                 "; of this: " + words);
        continue;
      }
      TRY_ASSIGN(const stages::Adopted adopted, adopt(branch));
      picked_ = adopted.refused.empty();
      if (picked_) {
        picked = branch.name;
        note(branch, "merged", adopted.commit,
             (weighed.size() == 1 ? "the only one"
                                  : "the best of " + std::to_string(weighed.size())) +
                 ": " + words);
      } else {
        refused.push_back(branch.name + ": " + adopted.refused);
        note(branch, "refused", branch.head, adopted.refused);
      }
    }
    if (!picked_ && !takeable_.empty()) bail("no branch was admitted: " + join(refused, "; "));
    return Done{};
  }

  // One on top of the other, each judged, with builds and tests where there are any, and with the
  // commands of the run, before the next.
  Status one_by_one() {
    for (const MadeBranch* branch : takeable_) {
      TRY_ASSIGN(const stages::Adopted adopted, adopt(*branch));
      if (adopted.refused.empty()) {
        note(*branch, "merged", adopted.commit, "");
        continue;
      }
      note(*branch, conflicts_ ? "conflict" : "refused", branch->head, adopted.refused);
      bail(branch->name + " cannot be put on top of those before it: " + adopted.refused);
      return Done{};
    }
    return Done{};
  }

  // All of them as one change, or none.
  Status all_at_once() {
    if (takeable_.empty()) return Done{};
    // A union of others is another one: a branch that bailed comes to its end in a later process.
    std::vector<std::string> names;
    for (const MadeBranch* branch : takeable_) names.push_back(branch->name);
    const std::string step = step_of("union-" + join(names, "+"));
    TRY_ASSIGN(std::string commit, in_.ground.adopted_before(step));
    if (commit.empty()) {
      TRY_ASSIGN(const std::string start, in_.ground.head());
      std::string head = start;
      for (const MadeBranch* branch : takeable_) {
        TRY_ASSIGN(const MergedTree tree, in_.ground.merge(head, branch->head));
        if (!tree.conflicts.empty()) return refuse_union(*branch, tree.conflicts);
        TRY_ASSIGN(head, in_.ground.commit_tree(tree.tree, head));
      }
      TRY_ASSIGN(const stages::Adopted adopted,
                 in_.ground.adopt(step, "Merge the branches " + join(names, ", "), start, head));
      if (!adopted.refused.empty()) {
        for (const MadeBranch* branch : takeable_) {
          note(*branch, "refused", branch->head, adopted.refused);
        }
        bail("the branches cannot be merged: " + adopted.refused);
        return Done{};
      }
      commit = adopted.commit;
    }
    for (const MadeBranch* branch : takeable_) note(*branch, "merged", commit, "");
    return Done{};
  }

 private:
  struct Weighed {
    const MadeBranch* branch;
    stages::Weight weight;
  };

  // Best first; those that are alike in the order of the pipeline.
  Result<std::vector<Weighed>> by_merit() {
    std::vector<Weighed> weighed;
    // One that a process took which could not say so any more stays the best: beside what it left
    // there is nothing to weigh.
    TRY_ASSIGN(const MadeBranch* taken, taken_before());
    weighed_ = !picked_ && taken == nullptr && takeable_.size() > 1;
    for (const MadeBranch* branch : takeable_) {
      stages::Weight weight{.refused = {}, .lines = branch->lines};
      if (weighed_) {
        TRY_ASSIGN(weight, weigh(*branch));
      } else if (taken != nullptr && branch != taken) {
        weight.refused = "it was not taken";
      }
      weighed.push_back({.branch = branch, .weight = std::move(weight)});
    }
    std::stable_sort(weighed.begin(), weighed.end(), [](const Weighed& a, const Weighed& b) {
      return stages::is_better(a.weight, b.weight);
    });
    return weighed;
  }

  Result<const MadeBranch*> taken_before() {
    for (const MadeBranch* branch : takeable_) {
      TRY_ASSIGN(const std::string commit, in_.ground.adopted_before(step_of(branch->name)));
      if (!commit.empty()) return branch;
    }
    return static_cast<const MadeBranch*>(nullptr);
  }

  Result<stages::Weight> weigh(const MadeBranch& branch) {
    TRY_ASSIGN(const std::string head, in_.ground.head());
    TRY_ASSIGN(const MergedTree tree, in_.ground.merge(head, branch.head));
    if (tree.conflicts.empty()) {
      return in_.ground.weigh(step_of(branch.name), branch, head, tree.tree);
    }
    return stages::Weight{.refused = "conflicts in " + conflict_text(tree.conflicts),
                          .lines = branch.lines};
  }

  void note(const MadeBranch& branch, std::string outcome, std::string commit, std::string why) {
    merged_.notes.push_back({.branch = branch.name,
                             .outcome = std::move(outcome),
                             .commit = std::move(commit),
                             .reason = std::move(why)});
  }

  void bail(const std::string& why) {
    merged_.bail =
        Outcome::bail(std::string(kConflict), kConflictExit, in_.ready.group + ": " + why);
  }

  Status refuse_union(const MadeBranch& branch, const std::vector<std::string>& paths) {
    const std::string why = "conflicts in " + conflict_text(paths);
    for (const MadeBranch* one : takeable_) {
      note(*one, one == &branch ? "conflict" : "refused", one->head,
           one == &branch ? why : "one beside it conflicts");
    }
    bail(branch.name + " cannot be merged with those before it: " + why);
    return Done{};
  }

  std::string step_of(const std::string& name) const {
    return in_.ready.group + "-fanin-" + name + "-" + std::to_string(in_.turn);
  }

  // All that the branch did, as one commit on the head.
  Result<stages::Adopted> adopt(const MadeBranch& branch) {
    conflicts_ = false;
    const std::string step = step_of(branch.name);
    TRY_ASSIGN(const std::string before, in_.ground.adopted_before(step));
    if (!before.empty()) return stages::Adopted{.commit = before, .refused = {}};
    TRY_ASSIGN(const std::string head, in_.ground.head());
    TRY_ASSIGN(const MergedTree tree, in_.ground.merge(head, branch.head));
    if (!tree.conflicts.empty()) {
      conflicts_ = true;
      return stages::Adopted{.commit = {},
                             .refused = "conflicts in " + conflict_text(tree.conflicts)};
    }
    if (in_.group.merge == pipeline::MergePolicy::sequence) {
      TRY_ASSIGN(std::string objection, in_.ground.objection(head, tree.tree));
      if (!objection.empty()) return stages::Adopted{.commit = {}, .refused = std::move(objection)};
    }
    return in_.ground.adopt(step, branch.title, head, tree.tree);
  }

  const FanIn& in_;
  std::vector<const MadeBranch*> takeable_;
  Merged merged_;
  bool picked_ = false;
  bool weighed_ = false;    // they were compared
  bool conflicts_ = false;  // the branch asked about last
};

}  // namespace

Result<Merged> merge_branches(const FanIn& in, const std::vector<MadeBranch>& branches) {
  Merge merge(in, branches);
  switch (in.group.merge) {
    case pipeline::MergePolicy::none: TRY(merge.none()); break;
    case pipeline::MergePolicy::pick: TRY(merge.pick()); break;
    case pipeline::MergePolicy::sequence: TRY(merge.one_by_one()); break;
    case pipeline::MergePolicy::in_union: TRY(merge.all_at_once()); break;
  }
  return std::move(merge).done();
}

}  // namespace pawl::runner
