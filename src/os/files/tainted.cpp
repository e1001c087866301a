#include "os/files/tainted.hpp"

#include <cstdio>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/files/remove_tree.hpp"

namespace pawl::os {
namespace {

constexpr int kTaintedFolderFlags = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

}  // namespace

Result<std::unique_ptr<Tainted>> Tainted::create(const std::string& path, Access access) {
  const std::string clean = absolute_path(path);
  TRY(real_files()->make_folders(parent_path(clean), 0700));
  Fd parent(::open(parent_path(clean).c_str(), kTaintedFolderFlags & ~O_NOFOLLOW));
  if (!parent.valid()) return errno_error(errno, parent_path(clean));
  std::unique_ptr<Tainted> made(new Tainted(std::move(parent), clean, access));
  TRY(made->make());
  return made;
}

Status Tainted::make() {
  const std::string name = file_name(path_);
  TRY(remove_tree_at(parent_.get(), name, path_, access_.cancel));
  if (::mkdirat(parent_.get(), name.c_str(), 0700) != 0) return errno_error(errno, path_);
  const Fd folder(::openat(parent_.get(), name.c_str(), kTaintedFolderFlags));
  if (!folder.valid()) return errno_error(errno, path_);
  const auto& owner = access_.owner;
  if (owner && ::fchownat(folder.get(), "", owner->uid, owner->gid, AT_EMPTY_PATH) != 0) {
    return errno_error(errno, path_);
  }
  TRY_ASSIGN(root_, Root::at(folder.get(), path_, owner));
  return Done{};
}

// The folder a name is in.
Result<Fd> Tainted::above(const RepoPath& path) const {
  if (path.folder().empty()) return root_->itself();
  TRY_ASSIGN(const RepoPath parent, RepoPath::from_git(path.folder()));
  return root_->folder_at(parent);
}

Status Tainted::make_folder(const RepoPath& folder) {
  TRY_ASSIGN(const Fd parent, above(folder));
  const std::string name(folder.name());
  if (::mkdirat(parent.get(), name.c_str(), 0755) != 0) return errno_error(errno, folder.text());
  const auto& owner = access_.owner;
  if (owner &&
      ::fchownat(parent.get(), name.c_str(), owner->uid, owner->gid, AT_SYMLINK_NOFOLLOW) != 0) {
    return errno_error(errno, folder.text());
  }
  return Done{};
}

Status Tainted::fill(const RepoPath& folder, const std::function<Status(const std::string&)>& by) {
  if (given_out_) {
    return fail(Errc::denied, path_ + " is not filled by its path: a command may have changed it");
  }
  TRY(make_folder(folder));
  if (by) TRY(by(join_path(path_, folder.text())));
  if (!access_.owner) return Done{};
  TRY_ASSIGN(const Fd made, root_->folder_at(folder));
  TRY_ASSIGN(const std::unique_ptr<Root> inside, Root::at(made.get(), folder.text()));
  return give_tree(*inside, *access_.owner).during("giving the files of " + path_ + " away");
}

Result<std::string> Tainted::read(const RepoPath& path, std::size_t bytes_max) const {
  return root_->read(path, bytes_max, access_.cancel);
}

Status Tainted::put(const RepoPath& path, std::string_view text, std::uint32_t mode) {
  return root_->write(path, text, mode);
}

Status Tainted::hand_over(const RepoPath& folder, const std::string& to) {
  // Its parent is opened without following symlinks; the last name is moved as what it is, and
  // looked at where nobody can change it any more.
  TRY_ASSIGN(const std::optional<FileStat> there, root_->stat(folder));
  if (!there) return fail(Errc::not_found, folder.text() + ": No such file or directory");
  if (there->type != FileType::folder) {
    return fail(Errc::denied, folder.text() + " is no folder any more");
  }
  TRY_ASSIGN(const Fd source, above(folder));
  const Fd target(::open(parent_path(to).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!target.valid()) return errno_error(errno, to);
  const std::string name(folder.name());
  const std::string new_name = file_name(to);
  if (::renameat(source.get(), name.c_str(), target.get(), new_name.c_str()) != 0) {
    return errno_error(errno, folder.text() + " → " + to);
  }
  struct stat facts = {};
  const bool real = ::fstatat(target.get(), new_name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) == 0 &&
                    S_ISDIR(facts.st_mode);
  if (real) return Done{};
  TRY(remove_tree_at(target.get(), new_name, to, access_.cancel));
  return fail(Errc::denied, folder.text() + " is no folder any more");
}

Status Tainted::take_back(const std::string& from, const RepoPath& folder) {
  const Fd source(::open(parent_path(from).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!source.valid()) return errno_error(errno, from);
  TRY_ASSIGN(const Fd target, above(folder));
  if (::renameat2(source.get(), file_name(from).c_str(), target.get(),
                  std::string(folder.name()).c_str(), RENAME_NOREPLACE) != 0) {
    return errno_error(errno, from + " → " + folder.text());
  }
  return Done{};
}

Status Tainted::copy_in(const std::string& from, const RepoPath& folder, const CopyLimits& limits) {
  const Fd source(::open(from.c_str(), kTaintedFolderFlags));
  if (!source.valid()) return errno_error(errno, from);
  TRY_ASSIGN(const std::unique_ptr<Root> kept, Root::at(source.get(), from));
  TRY(make_folder(folder));
  TRY_ASSIGN(const Fd made, root_->folder_at(folder));
  TRY_ASSIGN(const std::unique_ptr<Root> copy, Root::at(made.get(), folder.text()));
  Status copied = copy_tree(*kept, *copy, limits, access_.owner, access_.cancel);
  if (copied) return Done{};
  // Half of it is worse than none.
  TRY_ASSIGN(const Fd parent, above(folder));
  TRY(remove_tree_at(parent.get(), std::string(folder.name()), folder.text(), access_.cancel));
  return std::move(copied).during("copying " + from);
}

Status Tainted::remove() {
  return remove_tree_at(parent_.get(), file_name(path_), path_, access_.cancel);
}

}  // namespace pawl::os
