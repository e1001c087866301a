// A folder nobody gets out of: every access inside a target repository goes through one. Opens
// resolve beneath the root with openat2 (RESOLVE_BENEATH|RESOLVE_NO_SYMLINKS|NO_MAGICLINKS), or
// component by component with O_NOFOLLOW where the kernel has no openat2.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/text/repo_path.hpp"
#include "os/cancel.hpp"
#include "os/files/fd.hpp"
#include "os/files/files.hpp"
#include "os/files/owner.hpp"

namespace pawl::os {

class Root {
 public:
  enum class Resolver : std::uint8_t { best, walk };  // walk: the fallback, for tests
  static Result<std::unique_ptr<Root>> open(const std::string& folder,
                                            Resolver resolver = Resolver::best);
  // The folder behind a descriptor, whatever its path has become meanwhile; `folder` is its name in
  // messages. What is written is given to `owner`, where there is one.
  static Result<std::unique_ptr<Root>> at(int descriptor, std::string folder,
                                          std::optional<Owner> owner = {});
  virtual ~Root() = default;

  virtual const std::string& folder() const = 0;
  // Regular files only: a pipe or a device is not even opened. not_found when absent; denied when
  // a component is a symlink; invalid when it is larger than `bytes_max`; cancelled when that was
  // requested meanwhile.
  virtual Result<std::string> read(const RepoPath& path, std::size_t bytes_max,
                                   const Cancel* cancel = nullptr) const = 0;
  // The folder itself, as an O_PATH descriptor.
  virtual Result<Fd> itself() const = 0;
  // A folder beneath, as an O_PATH descriptor. denied when a component is a symlink.
  virtual Result<Fd> folder_at(const RepoPath& path) const = 0;
  // lstat of the last component; nothing when absent; denied when a folder on the way is a symlink.
  virtual Result<std::optional<FileStat>> stat(const RepoPath& path) const = 0;
  virtual Result<std::string> read_link(const RepoPath& path) const = 0;
  // Makes folders on the way; writes a temporary file beside and renames it over. Replaces
  // regular files only; refuses symlinks and folders. `mode` is 0644 or 0755.
  virtual Status write(const RepoPath& path, std::string_view content, std::uint32_t mode) = 0;
  // A symlink, in place of a regular file or another symlink. Neither is followed.
  virtual Status write_link(const RepoPath& path, const std::string& target) = 0;
  // A symlink; then the folders it leaves empty. Absent is fine.
  virtual Status remove_link(const RepoPath& path) = 0;
  // A regular file; then the folders it leaves empty. Absent is fine.
  virtual Status remove(const RepoPath& path) = 0;
};

}  // namespace pawl::os
