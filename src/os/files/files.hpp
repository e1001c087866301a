// The local disk, for paths Pawl itself made (state, configuration, artifacts). Paths inside a
// target repository go through os::Root instead. Paths are absolute UTF-8 strings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"

namespace pawl::os {

enum class FileType : std::uint8_t { file, folder, symlink, other };

struct FileStat {
  FileType type = FileType::file;
  std::uint64_t size = 0;
  std::uint32_t mode = 0;  // permission bits
  Timestamp modified;
};

// A held kernel lock; the lock is let go when this is destroyed. The file is never unlinked.
class FileLock {
 public:
  virtual ~FileLock() = default;
  // Replaces the content of the lock file, for others to read who holds it.
  virtual Status write(std::string_view content) = 0;
};

// What a caller that names no limit is ready to hold in memory: more than any file Pawl keeps.
inline constexpr std::size_t kFileBytesMax = std::size_t{64} << 20U;

class Files {
 public:
  virtual ~Files() = default;

  // not_found when absent; invalid for more than `bytes_max` bytes, and for what is no regular
  // file: a device has no end, and a named pipe may never have a writer. A symlink is followed.
  virtual Result<std::string> read(const std::string& path,
                                   std::size_t bytes_max = kFileBytesMax) = 0;
  // A new file with `mode`, written beside, fsynced, renamed over the old one, folder fsynced:
  // after a crash there is the old content or the new one. Leaves no temporary file behind on
  // failure. A full disk is Errc::io and names the path.
  virtual Status write_atomic(const std::string& path, std::string_view content,
                              std::uint32_t mode = 0644) = 0;
  // The same for whoever reads it now, without waiting for the disk: after a power failure the file
  // may be the old one, the new one or empty. For copies of what is kept elsewhere.
  virtual Status replace(const std::string& path, std::string_view content,
                         std::uint32_t mode = 0644) = 0;
  virtual Status append(const std::string& path, std::string_view content,
                        std::uint32_t mode = 0644) = 0;
  virtual Result<std::optional<FileStat>> stat(const std::string& path) = 0;  // lstat
  // Names (not paths), sorted, without `.` and `..`.
  virtual Result<std::vector<std::string>> list(const std::string& folder) = 0;
  virtual Status make_folders(const std::string& path, std::uint32_t mode = 0755) = 0;
  // Makes the last folder of the path, and those above it; false when something is there already.
  // Of several processes that ask for one path, one gets true.
  virtual Result<bool> make_new_folder(const std::string& path, std::uint32_t mode = 0755) = 0;
  virtual Status remove(const std::string& path) = 0;  // a file or symlink; absent is fine
  // A folder with all it holds, not following symlinks; absent is fine.
  virtual Status remove_tree(const std::string& path) = 0;
  virtual Status rename(const std::string& from, const std::string& to) = 0;
  // Takes the lock at once or not at all: nothing when somebody else holds it.
  virtual Result<std::unique_ptr<FileLock>> try_lock(const std::string& path,
                                                     std::uint32_t mode = 0600) = 0;
};
// try_lock answers Errc::conflict when the lock is held.

std::unique_ptr<Files> real_files();

// The error of a file of more than `bytes_max` bytes.
Error too_large(std::string_view path, std::size_t bytes_max);

// `a` + `/` + `b`, with one slash between.
std::string join_path(std::string_view a, std::string_view b);
std::string parent_path(std::string_view path);
std::string file_name(std::string_view path);
// Absolute, `.`/`..`/symlinks resolved; fails when it does not exist.
Result<std::string> canonical_path(const std::string& path);
// Absolute and lexically clean; need not exist.
std::string absolute_path(std::string_view path);

}  // namespace pawl::os
