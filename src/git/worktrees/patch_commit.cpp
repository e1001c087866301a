// How an applied change becomes a commit.
#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text/text.hpp"
#include "git/worktrees/commit_stream.hpp"
#include "git/worktrees/held_back.hpp"
#include "git/worktrees/patch.hpp"
#include "git/worktrees/signing.hpp"

namespace pawl::git {
namespace {

constexpr std::size_t kIdLengthMin = 40;
// Files of one commit that are worth a pack of their own.
constexpr std::size_t kFilesForPack = 1'000;

bool changes_nothing(const FileChange& file) {
  return file.before == file.after && file.mode_before == file.mode_after;
}

}  // namespace

// The index first: it refuses what the tree cannot hold (a file inside a submodule), and a commit
// that exists is then already what the folder and the index are.
Status PatchTransaction::stage_files(const Change& change) {
  Git::Run index{.folder = worktree_->folder(), .args = {}};
  // As large ones files go into one pack, and not each into a file, which fast-import would write
  // a second time, and which somebody has to remove again.
  if (change.files.size() >= kFilesForPack) index.args = {"-c", "core.bigFileThreshold=1"};
  index.args.insert(index.args.end(), {"update-index", "-z", "--add", "--remove", "--stdin"});
  for (const bool removals : {true, false}) {
    for (const FileChange& file : change.files) {
      if (removals == !file.after) index.input += file.path.text() + '\0';
    }
  }
  TRY(worktree_->git().output(index));
  return Done{};
}

// A commit on top of the head that `ref` names then.
Result<std::string> PatchTransaction::import_commit(const std::string& ref, const Change& change,
                                                    const std::string& message, Timestamp at) {
  Git::Run import{.folder = worktree_->folder(),
                  .args = {"fast-import", "--quiet", "--done", "--date-format=raw"}};
  // One that a crash left there is no ancestor.
  if (!ref.starts_with("refs/heads/")) import.args.emplace_back("--force");
  import.input = commit_stream({.ref = ref,
                                .parent = head_,
                                .message = message,
                                .identity = worktree_->git().options().identity,
                                .at = at},
                               change);
  TRY_ASSIGN(const std::string out, worktree_->git().output(import));
  std::string id(trim(out));
  if (id.size() < kIdLengthMin) {
    return fail(Errc::upstream, "git fast-import answered no commit: " + printable(out, 200));
  }
  return id;
}

Result<std::string> PatchTransaction::commit_applied(const std::string& message, Timestamp at) {
  Change real;
  std::copy_if(applied_->files.begin(), applied_->files.end(), std::back_inserter(real.files),
               [](const FileChange& file) { return !changes_nothing(file); });
  if (held_back_) return commit_beside(real, message, at);
  TRY(stage_files(real));
  if (worktree_->git().options().signing) return commit_beside(real, message, at);
  return import_commit("refs/heads/" + worktree_->branch(), real, message, at);
}

// By a ref beside the branch, which moves when the commit is signed, and is known to change what it
// should. A crash before that leaves what restore cleans up, and a ref that the next takes over.
Result<std::string> PatchTransaction::commit_beside(const Change& change,
                                                    const std::string& message, Timestamp at) {
  Git& git = worktree_->git();
  const std::string& folder = worktree_->folder();
  const std::string beside = "refs/pawl/beside/" + worktree_->branch();
  TRY_ASSIGN(const std::string id, import_commit(beside, change, message, at));
  const auto move = [&]() -> Result<std::string> {
    std::string last = id;
    if (held_back_) {
      ObjectReader objects(git, folder);
      TRY(check_difference(objects, head_, id, change));
    }
    if (git.options().signing) {
      TRY_ASSIGN(last, sign(id, message, at));
    }
    // The index goes along; no file is on the disk.
    if (held_back_) TRY(git.text(folder, {"read-tree", "-m", "-u", head_, last}));
    TRY(git.update_ref(folder, "refs/heads/" + worktree_->branch(), last, head_, "pawl: a commit",
                       {.ref = beside, .commit = id}));
    return last;
  };
  Result<std::string> done = move();
  if (!done) TRY(git.text(folder, {"update-ref", "-d", beside, id}));
  return done;
}

Result<std::string> PatchTransaction::sign(const std::string& id, const std::string& message,
                                           Timestamp at) {
  Git& git = worktree_->git();
  const std::string& folder = worktree_->folder();
  TRY_ASSIGN(const std::string tree, git.tree_of(folder, id));
  return write_signed_commit(
      git, {.folder = folder, .tree = tree, .parent = head_, .message = message, .at = at});
}

Result<std::optional<std::string>> PatchTransaction::commit(const Admitted& admitted,
                                                            const std::string& message,
                                                            Timestamp at) {
  if (!applied_) return fail(Errc::invalid, "nothing is applied that could be committed");
  if (admitted.change_fingerprint() != fingerprint_) {
    return fail(Errc::denied, "the rulings were made for another change than the applied one");
  }
  if (trim(message).empty() || contains(message, std::string_view("\0", 1))) {
    return fail(Errc::invalid, "a commit needs a message of text");
  }
  TRY(check_untouched());
  std::optional<std::string> commit;
  if (!std::all_of(applied_->files.begin(), applied_->files.end(), changes_nothing)) {
    const std::string text = message.ends_with('\n') ? message : message + "\n";
    TRY_ASSIGN(commit, commit_applied(text, at).during("committing in " + worktree_->folder()));
    head_ = *commit;
  }
  applied_.reset();
  return commit;
}

}  // namespace pawl::git
