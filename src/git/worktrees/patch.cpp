#include "git/worktrees/patch.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/text.hpp"
#include "git/worktrees/held_back.hpp"
#include "git/worktrees/rescue.hpp"
#include "git/worktrees/snapshot.hpp"

namespace pawl::git {
namespace {

constexpr std::size_t kPathsShownMax = 5;
constexpr std::size_t kPathsPerClean = 500;

std::string shown_paths(const std::vector<std::string>& paths) {
  std::string out;
  for (std::size_t i = 0; i < paths.size() && i < kPathsShownMax; ++i) {
    out += (i == 0 ? "" : ", ") + printable(paths[i], 120);
  }
  if (paths.size() > kPathsShownMax) {
    out += " and " + std::to_string(paths.size() - kPathsShownMax) + " more";
  }
  return out;
}

// Names that git, or a file system that folds or shortens names, takes for a git folder.
bool names_git_folder(const RepoPath& path) {
  return std::any_of(path.components().begin(), path.components().end(), [](const auto& name) {
    const std::string plain = lower(name.substr(0, name.find(':')));
    std::string_view end = plain;
    while (end.ends_with('.') || end.ends_with(' ')) end.remove_suffix(1);
    return end == ".git" || end == "git~1";
  });
}

bool is_known_mode(std::uint32_t mode) {
  return mode == 0644 || mode == 0755 || mode == kSymlinkMode;
}

bool was_link(const FileChange& file) { return file.before && file.mode_before == kSymlinkMode; }
bool is_link(const FileChange& file) { return file.after && file.mode_after == kSymlinkMode; }

std::string shown(const FileChange& file) { return "\"" + printable(file.path.text(), 200) + "\""; }

bool fits_action(const FileChange& file) {
  switch (file.action) {
    case Action::create: return !file.before && file.after;
    case Action::modify: return file.before && file.after;
    case Action::remove: return file.before && !file.after;
  }
  return false;
}

// Whether there is a link that points exactly there.
Result<bool> points(const os::Root& root, const RepoPath& path, const std::string& wanted) {
  TRY_ASSIGN(const auto stat, root.stat(path));
  if (!stat || stat->type != os::FileType::symlink) return false;
  TRY_ASSIGN(const std::string target, root.read_link(path));
  return target == wanted;
}

// The file or link is gone, whichever of the two it was.
Status remove_one(os::Root& root, const RepoPath& path, bool link) {
  return link ? root.remove_link(path) : root.remove(path);
}

// In the place of nothing, of a file or of a link.
Status put_one(os::Root& root, const RepoPath& path, const std::string& content,
               std::uint32_t mode) {
  if (mode == kSymlinkMode) return root.write_link(path, content);
  TRY_ASSIGN(const auto stat, root.stat(path));
  if (stat && stat->type == os::FileType::symlink) TRY(root.remove_link(path));
  return root.write(path, content, mode);
}

// Whether the file in the folder holds exactly `wanted`.
Result<bool> holds(const os::Root& root, const RepoPath& path, const std::string& wanted) {
  const auto found = root.read(path, wanted.size());
  if (found) return *found == wanted;
  const Errc code = found.error().code;
  if (code == Errc::invalid || code == Errc::not_found) return false;
  return found.error();
}

}  // namespace

PatchTransaction::PatchTransaction(Worktree& worktree, std::unique_ptr<os::Root> root)
    : worktree_(&worktree), root_(std::move(root)) {}

PatchTransaction::PatchTransaction(PatchTransaction&& other) noexcept
    : worktree_(other.worktree_),
      root_(std::move(other.root_)),
      held_back_(other.held_back_),
      head_(std::move(other.head_)),
      ignored_(std::move(other.ignored_)),
      applied_(std::exchange(other.applied_, std::nullopt)),
      fingerprint_(std::move(other.fingerprint_)) {}

PatchTransaction::~PatchTransaction() {
  // A failure here leaves a worktree that is not clean: the next begin() reports it.
  if (applied_) static_cast<void>(rollback());
}

Result<PatchTransaction> PatchTransaction::begin(Worktree& worktree) {
  TRY_ASSIGN(Snapshot snapshot, look_at(worktree).during("opening a transaction"));
  if (snapshot.branch != worktree.branch()) {
    return fail(Errc::conflict, "the worktree " + worktree.folder() + " is on \"" +
                                    printable(snapshot.branch, 120) + "\" and not on its branch " +
                                    worktree.branch());
  }
  if (!snapshot.changed.empty()) {
    return fail(Errc::conflict, "the worktree " + worktree.folder() +
                                    " is not clean: " + shown_paths(snapshot.changed) +
                                    "; restore it before the next change");
  }
  TRY_ASSIGN(auto root, os::Root::open(worktree.folder()));
  PatchTransaction transaction(worktree, std::move(root));
  TRY_ASSIGN(transaction.held_back_, are_files_held_back(worktree.files(), worktree.folder()));
  transaction.head_ = std::move(snapshot.head);
  transaction.ignored_ = std::move(snapshot.ignored);
  return transaction;
}

Status PatchTransaction::check_shape(const Change& change) const {
  if (applied_) return fail(Errc::invalid, "a change is applied already; commit or roll back");
  if (change.empty()) return fail(Errc::invalid, "the change is empty");
  if (!change.submodules.empty()) {
    return fail(Errc::denied, "\"" + printable(change.submodules.front().path.text(), 200) +
                                  "\" is a submodule; none is written");
  }
  const RepoPath* previous = nullptr;
  for (const FileChange& file : change.files) {
    if (names_git_folder(file.path)) {
      return fail(Errc::denied, shown(file) + " names a git folder; it is never written");
    }
    if (previous != nullptr && !(*previous < file.path)) {
      return fail(Errc::invalid,
                  "the change is not sorted by path, or names " + shown(file) + " twice");
    }
    previous = &file.path;
    if (!fits_action(file) || !is_known_mode(file.mode_before) || !is_known_mode(file.mode_after)) {
      return fail(Errc::invalid, "the change of " + shown(file) + " contradicts itself (action " +
                                     std::string(to_string(file.action)) + ")");
    }
  }
  return Done{};
}

// `before` must be what is there. Takes over the modes on disk, which a change keeps unless it
// says otherwise itself.
Status PatchTransaction::check_folder(Change& change) const {
  for (FileChange& file : change.files) {
    TRY_ASSIGN(const auto stat, root_->stat(file.path));
    if (was_link(file)) {
      TRY_ASSIGN(const bool same, points(*root_, file.path, *file.before));
      if (!same) return fail(Errc::conflict, shown(file) + " is not the link that was read");
      continue;
    }
    if (stat && stat->type == os::FileType::symlink) {
      return fail(Errc::denied, shown(file) + " is a symlink; it is not written through");
    }
    if (!file.before) {
      if (!stat) continue;
      // A folder may be one that removals of this change leave empty; the write finds out.
      if (stat->type == os::FileType::folder) continue;
      return fail(Errc::conflict, shown(file) + " exists already");
    }
    if (!stat || stat->type != os::FileType::file) {
      return fail(Errc::conflict, shown(file) + " is not a file in the worktree");
    }
    TRY_ASSIGN(const bool same, holds(*root_, file.path, *file.before));
    if (!same) return fail(Errc::conflict, shown(file) + " changed since it was read");
    const std::uint32_t mode = (stat->mode & 0100U) != 0 ? 0755 : 0644;
    if (file.mode_after == file.mode_before) file.mode_after = mode;
    file.mode_before = mode;
  }
  return Done{};
}

Status PatchTransaction::write_files() {
  // Removals first: a file may make room for a folder of its name, and the other way round.
  for (const FileChange& file : applied_->files) {
    if (!file.after) TRY(remove_one(*root_, file.path, was_link(file)));
  }
  // Links last: nothing is written through one.
  for (const bool links : {false, true}) {
    for (const FileChange& file : applied_->files) {
      if (!file.after || is_link(file) != links) continue;
      TRY(put_one(*root_, file.path, *file.after, file.mode_after));
    }
  }
  return Done{};
}

Status PatchTransaction::apply(const Change& change) {
  TRY(check_shape(change));
  fingerprint_ = change.fingerprint();
  if (held_back_) {
    ObjectReader objects(worktree_->git(), worktree_->folder());
    TRY_ASSIGN(applied_, checked_on_commit(objects, head_, change));
    return Done{};
  }
  Change on_disk = change;
  TRY(check_folder(on_disk));
  applied_ = std::move(on_disk);
  Status written = write_files();
  if (written) return Done{};
  Status restored = restore_files();
  // Also when that went well: folders made for a file that could not be written are left.
  restored = restore_by_git();
  if (!restored) written.error().message += " (and then: " + restored.error().to_line() + ")";
  if (restored) applied_.reset();
  return std::move(written).during("applying a change of " + counted(change.files.size(), "file"));
}

// What was admitted must still be there: what is committed comes from memory, and the folder has
// to match it.
Status PatchTransaction::check_untouched() const {
  if (held_back_) return Done{};
  for (const FileChange& file : applied_->files) {
    if (!file.after) {
      TRY_ASSIGN(const auto stat, root_->stat(file.path));
      const bool gone = !stat || stat->type == os::FileType::folder;
      if (!gone) return fail(Errc::conflict, shown(file) + " came back after the change");
      continue;
    }
    TRY_ASSIGN(const bool same, is_link(file) ? points(*root_, file.path, *file.after)
                                              : holds(*root_, file.path, *file.after));
    if (!same) return fail(Errc::conflict, shown(file) + " was changed by somebody else");
  }
  return Done{};
}

Status PatchTransaction::restore_files() {
  std::optional<Error> first;
  const auto note = [&](Status status) {
    if (!status && !first) first = status.error();
  };
  for (const FileChange& file : applied_->files) {
    if (!file.before) note(remove_one(*root_, file.path, is_link(file)));
  }
  for (const FileChange& file : applied_->files) {
    if (file.before) note(put_one(*root_, file.path, *file.before, file.mode_before));
  }
  if (first) return *first;
  return Done{};
}

// The thorough way, for what a restored file alone does not mend: the index, other people's
// files, empty folders.
Status PatchTransaction::restore_by_git() {
  Git& git = worktree_->git();
  const std::string& folder = worktree_->folder();
  TRY(remove_stale_locks(worktree_->files(), folder));
  TRY(git.text(folder, {"reset", "--quiet", "--hard", head_}));
  TRY(git.text(folder, {"clean", "--quiet", ignored_.empty() ? "-ffdx" : "-ffd"}));
  TRY_ASSIGN(Snapshot snapshot, look_at(*worktree_));
  std::vector<std::string> extra;
  std::set_difference(snapshot.ignored.begin(), snapshot.ignored.end(), ignored_.begin(),
                      ignored_.end(), std::back_inserter(extra));
  for (std::size_t i = 0; i < extra.size(); i += kPathsPerClean) {
    std::vector<std::string> args = {"clean", "--quiet", "-ffdx", "--"};
    for (std::size_t k = i; k < extra.size() && k < i + kPathsPerClean; ++k) {
      args.push_back(extra[k]);
    }
    TRY(git.text(folder, std::move(args)));
  }
  if (snapshot.changed.empty()) return Done{};
  return fail(Errc::io, "the worktree " + folder +
                            " could not be restored: " + shown_paths(snapshot.changed));
}

Status PatchTransaction::rollback() {
  if (!applied_) return Done{};
  if (held_back_) {
    applied_.reset();
    return Done{};
  }
  const Status restored = restore_files();
  TRY_ASSIGN(const Snapshot snapshot, look_at(*worktree_).during("rolling back"));
  const bool same = restored.ok() && snapshot.changed.empty() && snapshot.head == head_ &&
                    snapshot.ignored == ignored_;
  if (!same) TRY(restore_by_git().during("rolling back"));
  applied_.reset();
  return Done{};
}

}  // namespace pawl::git
