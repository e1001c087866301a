#include "git/worktrees/rescue.hpp"

#include <algorithm>
#include <optional>

#include "base/text/text.hpp"
#include "git/worktrees/clone.hpp"
#include "git/worktrees/held_back.hpp"
#include "git/worktrees/worktree.hpp"

namespace pawl::git {
namespace {

constexpr std::size_t kShortId = 12;
constexpr std::string_view kSubmoduleModeText = "160000";

Status remove_locks(os::Files& files, const std::string& folder) {
  TRY_ASSIGN(const auto names, files.list(folder));
  for (const std::string& name : names) {
    const std::string path = os::join_path(folder, name);
    TRY_ASSIGN(const auto stat, files.stat(path));
    if (!stat) continue;
    if (stat->type == os::FileType::folder) {
      TRY(remove_locks(files, path));
    } else if (name.ends_with(".lock")) {
      TRY(files.remove(path));
    }
  }
  return Done{};
}

// `git add` records a repository inside the worktree as a mere commit id: its content would not
// be rescued, and then it would be removed.
Status refuse_nested_repositories(std::string_view raw_diff, const std::string& folder) {
  const auto fields = split(raw_diff, '\0');
  for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
    const auto words = split_words(fields[i]);
    if (words.size() < 2 || words[1] != kSubmoduleModeText ||
        words[0] == ":" + std::string(kSubmoduleModeText)) {
      continue;
    }
    return fail(Errc::denied, "a git repository of its own is at " +
                                  os::join_path(folder, printable(fields[i + 1], 200)) +
                                  " and cannot be rescued; move it away");
  }
  return Done{};
}

// Some ten million files.
constexpr std::size_t kIndexBytesMax = std::size_t{1} << 30U;

// The tree of everything in the folder that is not ignored, made in an index of its own.
Result<std::string> tree_of_folder(Git& git, os::Files& files, const std::string& folder) {
  const std::string index = os::join_path(folder, ".git/pawl-rescue-index");
  TRY(files.remove(index));
  TRY_ASSIGN(const std::string content,
             files.read(os::join_path(folder, ".git/index"), kIndexBytesMax));
  TRY(files.append(index, content));
  const auto with_index = [&](std::vector<std::string> args) {
    Git::Run run{.folder = folder, .args = std::move(args)};
    run.environment.emplace_back("GIT_INDEX_FILE", index);
    return git.output(run);
  };
  TRY_ASSIGN(const bool held_back, are_files_held_back(files, folder));
  std::vector<std::string> add = {"add", "--all"};
  // Else git leaves out what somebody put there.
  if (held_back) add.emplace_back("--sparse");
  const auto work = [&]() -> Result<std::string> {
    TRY(with_index(add));
    TRY_ASSIGN(const std::string changed,
               with_index({"diff-index", "--cached", "--raw", "-z", "--no-renames", "HEAD"}));
    TRY(refuse_nested_repositories(changed, folder));
    TRY_ASSIGN(const std::string tree, with_index({"write-tree"}));
    return std::string(trim_end(tree));
  };
  Result<std::string> tree = work();
  TRY(files.remove(index));
  return tree;
}

struct RescueCommit {
  std::string folder;
  std::string tree;
  std::vector<std::string> parents;
  std::string message;
};

Result<std::string> commit_tree(Git& git, const RescueCommit& commit) {
  std::vector<std::string> args = {"commit-tree", "--no-gpg-sign", "-m", commit.message};
  for (const std::string& parent : commit.parents) args.insert(args.end(), {"-p", parent});
  args.push_back(commit.tree);
  return git.text(commit.folder, std::move(args));
}

// A commit of what is staged, when it is neither what HEAD holds nor what the folder holds. An
// index in the middle of a merge has no tree; then the folder is what there is.
Result<std::optional<std::string>> commit_of_index(Git& git, const std::string& folder,
                                                   const std::string& head,
                                                   const std::string& folder_tree) {
  const Git::Run write{.folder = folder, .args = {"write-tree"}};
  TRY_ASSIGN(const os::Finished finished, git.run(write));
  if (!finished.succeeded()) return std::optional<std::string>();
  const std::string tree(trim_end(finished.out));
  TRY_ASSIGN(const std::string head_tree, git.tree_of(folder, head));
  if (tree == folder_tree || tree == head_tree) return std::optional<std::string>();
  TRY_ASSIGN(std::string commit,
             commit_tree(git, {folder, tree, {head}, "Staged content, rescued by Pawl"}));
  return std::optional(std::move(commit));
}

// What a rescue holds: the tree of the files, the head, and the tree of what was staged otherwise.
Result<std::vector<std::string>> held_by(Git& git, const std::string& folder,
                                         const std::string& rescue) {
  TRY_ASSIGN(const std::string facts, git.text(folder, {"log", "-1", "--format=%T %P", rescue}));
  std::vector<std::string> held;
  for (const std::string_view id : split(facts, ' ')) held.emplace_back(id);
  constexpr std::size_t kStaged = 2;
  if (held.size() > kStaged) {
    TRY_ASSIGN(held[kStaged], git.tree_of(folder, held[kStaged]));
  }
  return held;
}

struct RescuedRef {
  std::string commit;
  std::string label;
};

Result<std::vector<RescuedRef>> rescued_refs(Git& git, const std::string& folder) {
  TRY_ASSIGN(
      const std::string out,
      git.text(folder, {"for-each-ref", "--format=%(objectname) %(refname)", kRescuePrefix}));
  std::vector<RescuedRef> refs;
  for (const std::string_view line : split_lines(out)) {
    const auto blank = line.find(' ');
    if (blank == std::string_view::npos) continue;
    const std::string_view name = line.substr(blank + 1);
    refs.push_back({std::string(line.substr(0, blank)),
                    std::string(name.substr(std::string_view(kRescuePrefix).size()))});
  }
  return refs;
}

// Whether a lasting ref of the target holds the commit.
Result<bool> is_in_target(Git& git, const Target& target, const std::string& commit) {
  if (target.kind == TargetKind::url) {
    TRY_ASSIGN(const auto refs, remote_refs(git, target, {}));
    for (const RemoteRef& ref : refs) {
      if (ref.commit == commit) return true;
    }
    return false;
  }
  TRY_ASSIGN(const auto found, git.resolve(target.location, commit));
  return found ? is_held(git, target.location, *found) : Result<bool>(false);
}

Error cannot_dispose(const Worktree& worktree, const Error& reason) {
  const Errc code = reason.code == Errc::cancelled ? Errc::cancelled : Errc::denied;
  return fail(code, "the worktree " + worktree.folder() +
                        " is kept, its work is not known to be in " + worktree.target().name +
                        " (" + reason.to_line() +
                        "); publish the branch, or remove the folder by hand when nothing in it "
                        "is wanted");
}

}  // namespace

Status remove_stale_locks(os::Files& files, const std::string& folder) {
  const std::string git_folder = os::join_path(folder, ".git");
  TRY_ASSIGN(const auto names, files.list(git_folder));
  for (const std::string& name : names) {
    if (!name.ends_with(".lock")) continue;
    TRY(files.remove(os::join_path(git_folder, name)));
  }
  return remove_locks(files, os::join_path(git_folder, "refs"));
}

bool is_lasting(std::string_view ref) { return !ref.starts_with(kWaitingPrefix); }

Result<bool> is_held(Git& git, const std::string& folder, const std::string& commit,
                     std::string_view beside) {
  TRY_ASSIGN(const std::string holders,
             git.text(folder, {"for-each-ref", "--contains=" + commit, "--format=%(refname)"}));
  const auto refs = split_lines(holders);
  return std::any_of(refs.begin(), refs.end(), [&](std::string_view ref) {
    return !ref.empty() && ref != beside && is_lasting(ref);
  });
}

Status remove_clone(os::Files& files, const std::string& folder, const std::string& scratch) {
  const std::string aside = os::join_path(scratch, "worktree");
  TRY(files.remove_tree(aside));
  TRY(files.make_folders(scratch, 0700));
  TRY(files.rename(folder, aside));
  return files.remove_tree(aside);
}

Result<std::string> Worktree::rescue(const std::string& label) {
  const std::string doing = "rescuing what is not committed in " + folder();
  TRY_ASSIGN(const auto changes, git_->status(folder()).during(doing));
  if (changes.empty()) return std::string();
  TRY_ASSIGN(const std::string head, this->head());
  TRY_ASSIGN(const std::string tree, tree_of_folder(*git_, *files_, folder()).during(doing));
  RescueCommit commit{folder(), tree, {head}, "Uncommitted content, rescued by Pawl"};
  TRY_ASSIGN(auto staged, commit_of_index(*git_, folder(), head, tree).during(doing));
  if (staged) commit.parents.push_back(*std::move(staged));
  TRY_ASSIGN(std::string id, commit_tree(*git_, commit).during(doing));
  const std::string ref = kRescuePrefix + label;
  const auto name = [&](const std::string& wanted) -> Status {
    Status named = git_->update_ref(folder(), wanted, id, "", "pawl: rescue");
    if (named || named.error().code != Errc::conflict) return named;
    TRY_ASSIGN(const auto there, git_->resolve(folder(), wanted));
    if (!there) return named;
    TRY_ASSIGN(const auto kept, held_by(*git_, folder(), *there));
    TRY_ASSIGN(const auto now, held_by(*git_, folder(), id));
    if (kept != now) return named;
    id = *there;  // by a process that was killed after it
    return Done{};
  };
  Status named = name(ref);
  if (!named && named.error().code == Errc::conflict) {
    // An earlier rescue has that name; both are kept.
    named = name(ref + "-" + id.substr(0, kShortId));
  }
  TRY(std::move(named).during(doing));
  return id;
}

Status Worktree::restore(const std::string& label) {
  const std::string doing = "restoring " + folder();
  TRY(remove_stale_locks(*files_, folder()).during(doing));
  TRY(rescue(label));
  TRY(git_->text(folder(), {"reset", "--quiet", "--hard", "HEAD"}).during(doing));
  TRY(git_->text(folder(), {"clean", "--quiet", "-ffdx"}).during(doing));
  return Done{};
}

Result<std::vector<std::string>> Worktree::save(os::Files& files, const std::string& landed) {
  const std::string doing = "saving what the worktree " + folder() + " holds";
  TRY(remove_stale_locks(files, folder()).during(doing));
  TRY(rescue("dispose"));
  TRY_ASSIGN(const std::string head, this->head());
  TRY_ASSIGN(auto unsaved, rescued_refs(*git_, folder()).during(doing));
  if (head != base_commit_ && head != landed) {
    const auto held = is_in_target(*git_, plan_.target, head);
    if (!held) return cannot_dispose(*this, held.error());
    if (!*held) unsaved.push_back({head, "head"});
  }
  std::vector<std::string> refs;
  if (!unsaved.empty()) {
    if (plan_.target.kind == TargetKind::url) {
      return cannot_dispose(*this, fail(Errc::denied, "it holds work that is not there"));
    }
    Push push{.folder = folder(), .refspecs = {}, .leases = {}};
    const std::string owner = kRescuePrefix + os::file_name(folder()) + "/";
    for (const RescuedRef& ref : unsaved) {
      // The id in the name makes each name mean one commit for ever: doing it twice is harmless.
      refs.push_back(owner + ref.label + "-" + ref.commit.substr(0, kShortId));
      push.refspecs.push_back(ref.commit + ":" + refs.back());
    }
    if (Status saved = push_to(*git_, plan_.target, push); !saved) {
      return cannot_dispose(*this, saved.error());
    }
  }
  return refs;
}

Status Worktree::dispose(os::Files& files, const std::string& scratch, const std::string& landed) {
  const std::string doing = "disposing of the worktree " + folder();
  TRY(save(files, landed).during(doing));
  return remove_clone(files, folder(), scratch).during(doing);
}

}  // namespace pawl::git
