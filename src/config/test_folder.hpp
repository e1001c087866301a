// A folder of its own for a test, removed at the end.
#pragma once

#include <memory>
#include <string>

#include <stdlib.h>

#include "os/files/files.hpp"

namespace pawl::config {

class TestFolder {
 public:
  TestFolder() : files_(os::real_files()) {
    std::string pattern = "/tmp/pawl-config-XXXXXX";
    if (const char* made = mkdtemp(pattern.data())) path_ = made;
  }
  ~TestFolder() {
    if (const Status removed = files_->remove_tree(path_); !removed) path_.clear();
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  os::Files& files() { return *files_; }
  std::string file() const { return path_ + "/config.toml"; }
  const std::string& path() const { return path_; }

 private:
  std::unique_ptr<os::Files> files_;
  std::string path_;
};

}  // namespace pawl::config
