// Files in memory, for tests and demonstrations: the same promises as the disk, times from a
// clock, and a disk that is full on demand.
#pragma once

#include <map>
#include <set>
#include <string>

#include "os/clock.hpp"
#include "os/files/files.hpp"

namespace pawl::os {

class MemoryFiles final : public Files {
 public:
  // Holds `/` and nothing else. The clock gives the times of modification.
  explicit MemoryFiles(const Clock& clock);

  // The next write_atomic, replace or append changes nothing and fails as on a full disk.
  void fail_next_write() { full_ = true; }

  Result<std::string> read(const std::string& path, std::size_t bytes_max = kFileBytesMax) override;
  Status write_atomic(const std::string& path, std::string_view content,
                      std::uint32_t mode = 0644) override;
  Status replace(const std::string& path, std::string_view content,
                 std::uint32_t mode = 0644) override {
    return write_atomic(path, content, mode);
  }
  Status append(const std::string& path, std::string_view content,
                std::uint32_t mode = 0644) override;
  Result<std::optional<FileStat>> stat(const std::string& path) override;
  Result<std::vector<std::string>> list(const std::string& folder) override;
  Status make_folders(const std::string& path, std::uint32_t mode = 0755) override;
  Result<bool> make_new_folder(const std::string& path, std::uint32_t mode = 0755) override;
  Status remove(const std::string& path) override;
  Status remove_tree(const std::string& path) override;
  Status rename(const std::string& from, const std::string& to) override;
  Result<std::unique_ptr<FileLock>> try_lock(const std::string& path,
                                             std::uint32_t mode = 0600) override;

 private:
  struct Node {
    FileType type = FileType::folder;
    std::string content;
    std::uint32_t mode = 0755;
    Timestamp modified;
  };
  class Lock;

  Node* find(const std::string& path);
  Status may_write(const std::string& path);
  // All below a folder, as a range of the map.
  std::map<std::string, Node>::iterator end_of_tree(const std::string& path);

  const Clock& clock_;
  bool full_ = false;
  std::map<std::string, Node> nodes_;  // by absolute, clean path
  std::set<std::string> locked_;
};

}  // namespace pawl::os
