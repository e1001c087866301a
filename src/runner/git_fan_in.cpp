#include "runner/git_fan_in.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "git/objects/object_reader.hpp"
#include "git/worktrees/clone.hpp"
#include "git/worktrees/rescue.hpp"
#include "pipeline/node_paths.hpp"
#include "run/run_index.hpp"
#include "runner/branch_order.hpp"
#include "runner/discard.hpp"
#include "runner/fan_in.hpp"
#include "runner/hold.hpp"
#include "runner/request.hpp"
#include "stages/coding/leftovers.hpp"
#include "stages/merging/merge_words.hpp"
#include "stages/merging/weigh_change.hpp"
#include "stages/publishing/show_branch.hpp"

namespace pawl::runner {
namespace {

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

class GitFanIn final : public FanInGround {
 public:
  explicit GitFanIn(const GitFanInPlan& plan) : in_(plan) {}

  Status collect_artifacts() override {
    const store::Layout& layout = in_.ports.layout;
    const std::string own = layout.artifacts(in_.parts.scope.id);
    for (std::size_t i = 0; i < in_.ready.runs.size(); ++i) {
      TRY_ASSIGN(const RunId id, RunId::parse(in_.ready.runs[i]));
      const Collect collect{
          .files = files(),
          .from = layout.artifacts(id),
          .own = own,
          .to = os::join_path(own, pipeline::below(in_.ready.group, in_.group.children[i].name))};
      TRY(collect.folder(""));
    }
    return Done{};
  }

  Status look(MadeBranch& branch) override {
    TRY_ASSIGN(const RunId id, RunId::parse(branch.run));
    const std::string folder = in_.ports.layout.worktree(id);
    TRY_ASSIGN(const auto there, files().stat(os::join_path(folder, ".git/HEAD")));
    if (!there) return without_worktree(branch);
    TRY_ASSIGN(const auto head, git().resolve(folder, "HEAD"));
    if (!head) return without_worktree(branch);
    branch.folder = folder;
    branch.head = *head;
    if (!branch.changed(in_.ready)) return Done{};
    git::Target from = in_.setting.target;
    from.kind = git::TargetKind::local;
    from.location = folder;
    TRY(git::fetch_from(git(), from,
                        {.folder = own(), .refspecs = {"+HEAD:refs/pawl/branches/" + id.text()}})
            .during("fetching the commits of " + id.text()));
    TRY_ASSIGN(const auto commits, git().log(own(), in_.ready.head, *head));
    if (!commits.empty()) branch.title = commits.front().subject;
    TRY_ASSIGN(const std::string counts,
               git().text(own(), {"diff", "--numstat", "--no-renames", in_.ready.head, *head}));
    for (const std::string_view line : split_lines(counts)) {
      const auto parts = split(line, '\t');
      for (std::size_t i = 0; i < 2 && i < parts.size(); ++i) {
        branch.lines += parse_int(parts[i]).value_or(1);
      }
    }
    return Done{};
  }

  Result<std::string> head() override { return in_.parts.checkout.worktree->head(); }

  Result<MergedTree> merge(const std::string& ours, const std::string& theirs) override {
    const git::Git::Run run{
        .folder = own(),
        .args = {"merge-tree", "--write-tree", "--name-only", "-z", "--no-messages", ours, theirs}};
    TRY_ASSIGN(const os::Finished finished, git().run(run));
    const bool clean = finished.succeeded();
    const bool conflicts = finished.ending == os::Ending::exited && finished.exit_code == 1;
    if (!clean && !conflicts) return git().failure(run, finished);
    MergedTree merged;
    for (const std::string_view part : split(finished.out, '\0')) {
      if (merged.tree.empty()) {
        merged.tree = trim(part);
      } else if (!part.empty() && conflicts) {
        merged.conflicts.emplace_back(part);
      }
    }
    if (conflicts && merged.conflicts.empty())
      merged.conflicts.emplace_back("files without a name");
    return merged;
  }

  Result<std::string> commit_tree(const std::string& tree, const std::string& parent) override {
    return git().text(
        own(), {"commit-tree", "--no-gpg-sign", tree, "-p", parent, "-m", "a trial of branches"});
  }

  Result<std::string> adopted_before(const std::string& step) override {
    return stages::adopted_before(shop(), step);
  }

  Result<stages::Adopted> adopt(const std::string& step, const std::string& title,
                                const std::string& from, const std::string& to) override {
    git::ObjectReader objects(git(), own());
    TRY_ASSIGN(git::ReadChange change, git::change_between(objects, from, to));
    // Its branches have what it needs, or the run has it already.
    if (change.change.empty() && change.unsafe.empty() && change.unread.empty()) {
      return stages::Adopted{};
    }
    return stages::adopt_change(
        shop(), {.step = step, .title = title, .words = words_of_person(), .maker = "pawl:merge"},
        std::move(change));
  }

  Result<stages::Weight> weigh(const std::string& step, const MadeBranch& branch,
                               const std::string& head, const std::string& tree) override {
    git::ObjectReader objects(git(), own());
    TRY_ASSIGN(const git::ReadChange change, git::change_between(objects, head, tree));
    TRY_ASSIGN(const std::string result, commit_tree(tree, head));
    return stages::weigh_change(
        shop(),
        {.step = step, .title = branch.title, .words = words_of_person(), .maker = "pawl:merge"},
        change, result, branch.lines);
  }

  Result<std::string> objection(const std::string& head, const std::string& tree) override {
    TRY_ASSIGN(const std::string result, commit_tree(tree, head));
    return stages::objection_of_commands(shop(), result);
  }

  Status keep_notes(const std::vector<MadeBranch>& branches, const Merged& merged) override {
    const Json json = Json::object({{"group", in_.ready.group},
                                    {"policy", to_string(in_.group.merge)},
                                    {"branches", list_of(branches, merged)}});
    const std::string folder =
        os::join_path(in_.ports.layout.artifacts(in_.parts.scope.id), in_.ready.group);
    TRY(files().make_folders(folder, 0700));
    for (const MergeNote& note : merged.notes) {
      if (note.outcome != "unchanged") TRY(say(note));
    }
    TRY(stages::keep_merge(in_.parts.scope, json));
    return files().write_atomic(os::join_path(folder, "merge.json"),
                                in_.ports.config.redactor.apply(json.pretty()), 0600);
  }

  Status show() override {
    return stages::show_branch(in_.parts.scope, *in_.parts.checkout.worktree);
  }

  // Conflicts and what a person is to look at are kept in the target, too: both sides.
  Result<std::string> keep_sides(const std::vector<MadeBranch>& branches) override {
    const std::string run = in_.parts.scope.id.text();
    TRY_ASSIGN(const std::string ours, head());
    // No branch can be called so.
    std::vector<std::string> refspecs = {ours + ":" +
                                         side_ref(run, in_.ready.group, "@ours", ours)};
    for (const MadeBranch& branch : branches) {
      if (!branch.changed(in_.ready)) continue;
      refspecs.push_back(branch.head + ":" +
                         side_ref(run, in_.ready.group, branch.name, branch.head));
    }
    const Status pushed = git::push_to(git(), in_.setting.target,
                                       {.folder = own(), .refspecs = refspecs, .leases = {}});
    if (pushed) return "; both sides are under " + std::string(git::kRescuePrefix) + run + "/";
    if (pushed.error().code == Errc::cancelled) return pushed.error();
    return "; the branches are kept in their worktrees (" + pushed.error().to_line() + ")";
  }

  Status release(const MadeBranch& branch, bool merged) override {
    TRY_ASSIGN(const RunId id, RunId::parse(branch.run));
    // What no commit of its agents' work could hold stays.
    TRY(stages::remove_workplaces(files(), in_.ports.layout, id));
    if (branch.folder.empty()) return Done{};
    TRY_ASSIGN(const auto order, read_order(files(), in_.ports.layout, id));
    const std::string scratch = in_.ports.layout.scratch(id);
    if (!branch.changed(in_.ready) || !order) {
      return git::remove_clone(files(), branch.folder, scratch);
    }
    TRY_ASSIGN(const auto name, git().current_branch(branch.folder));
    TRY_ASSIGN(git::Worktree worktree, git::Worktree::reopen(git(), files(),
                                                             {.target = in_.setting.target,
                                                              .folder = branch.folder,
                                                              .base_branch = order->base,
                                                              .branch = name.value_or("")},
                                                             order->base_commit));
    return worktree.dispose(files(), scratch, merged ? branch.head : "");
  }

  Status give_up(const MadeBranch& branch) override {
    return give_up_branches(in_.ports, in_.setting, {branch.run});
  }

 private:
  git::Git& git() const { return in_.parts.checkout.git; }
  os::Files& files() const { return in_.ports.ports.files; }
  const std::string& own() const { return in_.parts.checkout.worktree->folder(); }
  stages::Workshop shop() const {
    return {in_.parts.scope, in_.parts.settings, in_.parts.checkout, in_.parts.models};
  }

  // What it did may be on a rescue ref; that nothing of it is here does not mean that it did
  // nothing.
  Status without_worktree(const MadeBranch& branch) const {
    if (!branch.good() || !branch.settled.empty()) return Done{};
    return fail(Errc::not_found, "the worktree of the branch " + branch.name + ", run " +
                                     branch.run +
                                     ", is gone, and its work was not merged; "
                                     "`pawl rescue-refs list` shows what was kept of it, and "
                                     "`pawl resume " +
                                     in_.parts.scope.id.text() + " --resume-from " +
                                     in_.ready.group + "` does it anew");
  }

  Status say(const MergeNote& note) const {
    return stages::say(in_.parts.scope,
                       pipeline::below(in_.ready.group, note.branch) + ": " + note.outcome +
                           (note.reason.empty() ? "" : ", " + printable(note.reason, 300)));
  }

  std::string words_of_person() const {
    const stages::Request& request = in_.parts.settings.request;
    return request.plan + "\n" + request.instructions + "\n" + request.task;
  }

  static Json list_of(const std::vector<MadeBranch>& branches, const Merged& merged) {
    Json list = Json::array();
    for (const MergeNote& note : merged.notes) {
      const auto made = std::find_if(branches.begin(), branches.end(), [&](const MadeBranch& one) {
        return one.name == note.branch;
      });
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
                              {"reason", branch.settled_why}}));
    }
    return list;
  }

  GitFanInPlan in_;
};

}  // namespace

std::unique_ptr<FanInGround> git_fan_in(const GitFanInPlan& plan) {
  return std::make_unique<GitFanIn>(plan);
}

Status give_up_branches(const RunPorts& ports, Setting& setting,
                        const std::vector<std::string>& runs) {
  const DiscardPorts discard{.world = ports.ports,
                             .git = setting.git,
                             .database = *setting.database,
                             .config = ports.config.config};
  for (const std::string& run : runs) {
    TRY_ASSIGN(const RunId id, RunId::parse(run));
    TRY_ASSIGN(const bool begun, run::has_journal(ports.ports.files, ports.layout, id));
    if (begun) TRY(give_up(discard, ports.layout, id, kDyingMost));
  }
  return Done{};
}

}  // namespace pawl::runner
