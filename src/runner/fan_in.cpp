#include "runner/fan_in.hpp"

#include <algorithm>
#include <map>

#include "base/text/text.hpp"
#include "git/worktrees/clone.hpp"
#include "pipeline/node_paths.hpp"
#include "run/run_index.hpp"
#include "runner/branch_order.hpp"
#include "runner/discard.hpp"
#include "runner/made_branch.hpp"
#include "runner/request.hpp"
#include "runner/select.hpp"
#include "stages/coding/leftovers.hpp"
#include "stages/publishing/show_branch.hpp"
#include "store/journal.hpp"
#include "store/lock.hpp"

namespace pawl::runner {
namespace {

using pipeline::Outcome;
using pipeline::OutcomeKind;

constexpr std::array<std::string_view, 3> kNotCollected = {kRequest, kPipeline, kBranchOrder};

// What a branch wrote: files that the run has not, or has otherwise.
struct Collect {
  os::Files& files;
  std::string from;  // artifacts of the branch
  std::string own;   // of the run
  std::string to;    // where those of the branch are put

  Status folder(const std::string& below) const {
    const std::string here = below.empty() ? from : os::join_path(from, below);
    TRY_ASSIGN(const auto there, files.stat(here));
    if (!there) return Done{};
    TRY_ASSIGN(const std::vector<std::string> names, files.list(here));
    for (const std::string& name : names) {
      if (below.empty() && among(kNotCollected, name)) continue;
      const std::string path = below.empty() ? name : below + "/" + name;
      TRY_ASSIGN(const auto stat, files.stat(os::join_path(from, path)));
      if (stat && stat->type == os::FileType::folder) TRY(folder(path));
      if (stat && stat->type == os::FileType::file) TRY(file(path));
    }
    return Done{};
  }

  Status file(const std::string& path) const {
    TRY_ASSIGN(const std::string text, files.read(os::join_path(from, path)));
    const Result<std::string> before = files.read(os::join_path(own, path));
    if (before && *before == text) return Done{};
    const std::string place = os::join_path(to, path);
    TRY(files.make_folders(os::parent_path(place), 0700));
    return files.write_atomic(place, text, 0600);
  }
};

Status collect_artifacts(const FanIn& in) {
  const store::Layout& layout = in.ports.layout;
  const std::string own = layout.artifacts(in.parts.scope.id);
  for (std::size_t i = 0; i < in.ready.runs.size(); ++i) {
    TRY_ASSIGN(const RunId id, RunId::parse(in.ready.runs[i]));
    const Collect collect{
        .files = in.ports.ports.files,
        .from = layout.artifacts(id),
        .own = own,
        .to = os::join_path(own, pipeline::below(in.ready.group, in.group.children[i].name))};
    TRY(collect.folder(""));
  }
  return Done{};
}

using Outcomes = std::map<std::string, std::string>;  // by the name of the branch

// What earlier fan-ins of the same branches said last of their files.
Result<Outcomes> said_before(const FanIn& in) {
  TRY_ASSIGN(const store::JournalContent journal,
             store::read_journal(in.ports.layout.run(in.parts.scope.id)));
  Outcomes outcomes;
  for (const JournalEvent& event : journal.events) {
    if (event.name == kGroupReady.name && group_ready_of(event).group == in.ready.group) {
      if (group_ready_of(event).runs != in.ready.runs) outcomes.clear();
    }
    if (event.name != kGroupMerged.name) continue;
    const GroupMerged said = group_merged_of(event);
    if (said.group == in.ready.group) outcomes[said.branch] = said.outcome;
  }
  return outcomes;
}

// Nothing more is to be done about its files. What was refused or conflicts is tried again, but for
// one beside another that was picked.
bool is_settled(const FanIn& in, const std::string& outcome, const Outcomes& all) {
  if (among({"unchanged", "merged", "kept"}, outcome)) return true;
  return in.group.merge == pipeline::MergePolicy::pick && outcome == "refused" &&
         std::any_of(all.begin(), all.end(),
                     [](const auto& one) { return one.second == "merged"; });
}

Status read_worktree(const FanIn& in, const RunId& id, MadeBranch& branch) {
  const std::string folder = in.ports.layout.worktree(id);
  TRY_ASSIGN(const auto there, in.ports.ports.files.stat(os::join_path(folder, ".git/HEAD")));
  if (!there) return Done{};
  git::Git& git = in.setting.git;
  TRY_ASSIGN(const auto head, git.resolve(folder, "HEAD"));
  if (!head) return Done{};
  branch.folder = folder;
  branch.head = *head;
  if (!branch.changed(in.ready)) return Done{};
  git::Target from = in.setting.target;
  from.kind = git::TargetKind::local;
  from.location = folder;
  const std::string& own = in.parts.checkout.worktree->folder();
  TRY(git::fetch_from(git, from,
                      {.folder = own, .refspecs = {"+HEAD:refs/pawl/branches/" + id.text()}})
          .during("fetching the commits of " + id.text()));
  TRY_ASSIGN(const auto commits, git.log(own, in.ready.head, *head));
  if (!commits.empty()) branch.title = commits.front().subject;
  TRY_ASSIGN(const std::string counts,
             git.text(own, {"diff", "--numstat", "--no-renames", in.ready.head, *head}));
  for (const std::string_view line : split_lines(counts)) {
    const auto parts = split(line, '\t');
    for (std::size_t i = 0; i < 2 && i < parts.size(); ++i) {
      branch.lines += parse_int(parts[i]).value_or(1);
    }
  }
  return Done{};
}

// Conflicts and what a person is to look at are kept in the target, too: both sides.
Status keep_sides(const FanIn& in, const std::vector<MadeBranch>& branches, Outcome& outcome) {
  const git::Worktree& worktree = *in.parts.checkout.worktree;
  const std::string prefix = "refs/pawl/rescue/" + in.parts.scope.id.text() + "/" +
                             replace_all(in.ready.group, "@", "-") + "/";
  std::vector<std::string> refspecs = {"+HEAD:" + prefix + "ours"};
  for (const MadeBranch& branch : branches) {
    if (branch.changed(in.ready))
      refspecs.push_back("+" + branch.head + ":" + prefix + branch.name);
  }
  const Status pushed =
      git::push_to(in.setting.git, in.setting.target,
                   {.folder = worktree.folder(), .refspecs = refspecs, .leases = {}});
  if (!pushed && pushed.error().code == Errc::cancelled) return pushed;
  outcome.reason +=
      pushed ? "; both sides are under " + prefix
             : "; the branches are kept in their worktrees (" + pushed.error().to_line() + ")";
  return Done{};
}

Status record_merge(const FanIn& in, const std::vector<MadeBranch>& branches,
                    const Merged& merged) {
  Json list = Json::array();
  const std::string policy(to_string(in.group.merge));
  for (const MergeNote& note : merged.notes) {
    TRY(in.parts.scope.events.append(to_event(GroupMerged{.group = in.ready.group,
                                                          .policy = policy,
                                                          .branch = note.branch,
                                                          .outcome = note.outcome,
                                                          .commit = note.commit,
                                                          .reason = note.reason})));
    const auto made = std::find_if(branches.begin(), branches.end(),
                                   [&](const MadeBranch& one) { return one.name == note.branch; });
    list.push(
        Json::object({{"branch", note.branch},
                      {"run", made->run},
                      {"ended", made->outcome ? to_string(made->outcome->kind) : "never begun"},
                      {"lines", made->lines},
                      {"outcome", note.outcome},
                      {"commit", note.commit},
                      {"reason", note.reason}}));
  }
  for (const MadeBranch& branch : branches) {
    if (branch.settled.empty()) continue;
    list.push(Json::object({{"branch", branch.name},
                            {"run", branch.run},
                            {"outcome", branch.settled},
                            {"reason", "as an earlier process said"}}));
  }
  const std::string folder =
      os::join_path(in.ports.layout.artifacts(in.parts.scope.id), in.ready.group);
  os::Files& files = in.ports.ports.files;
  TRY(files.make_folders(folder, 0700));
  const Json json =
      Json::object({{"group", in.ready.group}, {"policy", policy}, {"branches", std::move(list)}});
  return files.write_atomic(os::join_path(folder, "merge.json"),
                            in.ports.config.redactor.apply(json.pretty()), 0600);
}

// A branch that is done with needs its worktree no more. What is not in the run goes to a rescue
// ref first.
Status release(const FanIn& in, const MadeBranch& branch, bool merged) {
  TRY_ASSIGN(const RunId id, RunId::parse(branch.run));
  os::Files& files = in.ports.ports.files;
  // What no commit of its agents' work could hold stays.
  TRY(stages::remove_workplaces(files, in.ports.layout, id));
  if (branch.folder.empty()) return Done{};
  TRY_ASSIGN(const auto order, read_order(files, in.ports.layout, id));
  if (!branch.changed(in.ready) || !order) return files.remove_tree(branch.folder);
  TRY_ASSIGN(const auto name, in.setting.git.current_branch(branch.folder));
  TRY_ASSIGN(git::Worktree worktree, git::Worktree::reopen(in.setting.git, files,
                                                           {.target = in.setting.target,
                                                            .folder = branch.folder,
                                                            .base_branch = order->base,
                                                            .branch = name.value_or("")},
                                                           order->base_commit));
  return worktree.dispose(files, merged ? branch.head : "");
}

}  // namespace

bool MadeBranch::good() const {
  if (!outcome) return false;
  return outcome->kind == OutcomeKind::done || outcome->kind == OutcomeKind::skipped ||
         outcome->kind == OutcomeKind::finish;
}

Result<std::vector<MadeBranch>> made_branches(const FanIn& in) {
  TRY_ASSIGN(const auto before, said_before(in));
  std::vector<MadeBranch> branches;
  for (std::size_t i = 0; i < in.ready.runs.size(); ++i) {
    MadeBranch branch{.name = in.group.children[i].name, .run = in.ready.runs[i]};
    TRY_ASSIGN(const RunId id, RunId::parse(branch.run));
    TRY(read_worktree(in, id, branch));
    const auto record = in.walked.stages.find(pipeline::below(in.ready.group, branch.name));
    if (record != in.walked.stages.end() &&
        record->second.status == pipeline::StageRecord::Status::ended) {
      branch.outcome = record->second.outcome;
    }
    const auto said = before.find(branch.name);
    if (said != before.end() && is_settled(in, said->second, before)) branch.settled = said->second;
    // What it did may be on a rescue ref; that nothing of it is here does not mean that it did
    // nothing.
    if (branch.good() && branch.folder.empty() && branch.settled.empty()) {
      return fail(Errc::not_found, "the worktree of the branch " + branch.name + ", run " +
                                       branch.run +
                                       ", is gone, and its work was not merged; "
                                       "`pawl rescue-refs list` shows what was kept of it, and "
                                       "`pawl resume " +
                                       in.parts.scope.id.text() + " --resume-from " +
                                       in.ready.group + "` does it anew");
    }
    branches.push_back(std::move(branch));
  }
  return branches;
}

Result<Outcome> bring_together(const FanIn& in) {
  TRY(collect_artifacts(in));
  Outcome outcome = pipeline::joined(in.group, in.ready.group, in.walked);
  // A group that bails keeps all it has: a resume goes on with its branches where they are.
  if (outcome.kind == OutcomeKind::bail) return outcome;
  TRY_ASSIGN(const std::vector<MadeBranch> branches, made_branches(in));
  TRY_ASSIGN(const Merged merged, merge_branches(in, branches));
  TRY(record_merge(in, branches, merged));
  TRY(stages::show_branch(in.parts.scope, *in.parts.checkout.worktree));
  if (merged.bail) {
    outcome = *merged.bail;
    TRY(keep_sides(in, branches, outcome));
    return outcome;
  }
  for (const MadeBranch& branch : branches) {
    const auto note = std::find_if(merged.notes.begin(), merged.notes.end(),
                                   [&](const MergeNote& one) { return one.branch == branch.name; });
    const bool taken =
        branch.settled == "merged" || (note != merged.notes.end() && note->outcome == "merged");
    if (branch.good()) TRY(release(in, branch, taken));
  }
  return outcome;
}

Status give_up_branches(const RunPorts& ports, Setting& setting,
                        const std::vector<std::string>& runs) {
  const DiscardPorts discard{.world = ports.ports,
                             .git = setting.git,
                             .database = *setting.database,
                             .config = ports.config.config};
  for (const std::string& run : runs) {
    TRY_ASSIGN(const RunId id, RunId::parse(run));
    const Result<run::RunState> state = run::load_run(ports.layout, id);
    if (!state && state.error().code == Errc::not_found) continue;
    if (!state) return state.error();
    TRY_ASSIGN(const auto lock,
               store::ProcessLock::acquire(ports.ports.files, ports.layout.run_lock(id),
                                           store::this_process(), "run " + run));
    if (can_resume(*state)) {
      TRY(discard_run(discard, ports.layout, *state));
    } else {
      TRY_ASSIGN([[maybe_unused]] const bool gone, remove_worktree(discard, ports.layout, *state));
    }
  }
  return Done{};
}

}  // namespace pawl::runner
