// For tests: a disk that passes all on to another one, for those that do one thing otherwise.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "os/files/files.hpp"

namespace pawl::os {

class PassingFiles : public Files {
 public:
  explicit PassingFiles(Files& real) : real_(real) {}

  Result<std::string> read(const std::string& path, std::size_t bytes_max) override {
    return real_.read(path, bytes_max);
  }
  Status write_atomic(const std::string& path, std::string_view content,
                      std::uint32_t mode) override {
    return real_.write_atomic(path, content, mode);
  }
  Status replace(const std::string& path, std::string_view content, std::uint32_t mode) override {
    return real_.replace(path, content, mode);
  }
  Status append(const std::string& path, std::string_view content, std::uint32_t mode) override {
    return real_.append(path, content, mode);
  }
  Result<std::optional<FileStat>> stat(const std::string& path) override {
    return real_.stat(path);
  }
  Result<std::vector<std::string>> list(const std::string& folder) override {
    return real_.list(folder);
  }
  Status make_folders(const std::string& path, std::uint32_t mode) override {
    return real_.make_folders(path, mode);
  }
  Result<bool> make_new_folder(const std::string& path, std::uint32_t mode) override {
    return real_.make_new_folder(path, mode);
  }
  Status remove(const std::string& path) override { return real_.remove(path); }
  Status rename(const std::string& from, const std::string& to) override {
    return real_.rename(from, to);
  }
  Result<std::unique_ptr<FileLock>> try_lock(const std::string& path, std::uint32_t mode) override {
    return real_.try_lock(path, mode);
  }
  Status remove_tree(const std::string& path) override { return real_.remove_tree(path); }

 private:
  Files& real_;
};

}  // namespace pawl::os
