// A fresh folder under /tmp for one test, gone with it.
#pragma once

#include <cstdlib>
#include <memory>
#include <string>

#include "base/check.hpp"
#include "os/files/files.hpp"

namespace pawl::os {

class TestFolder {
 public:
  TestFolder() : path_("/tmp/pawl-test-XXXXXX") {
    PAWL_CHECK(::mkdtemp(path_.data()) != nullptr, "a test needs a folder below /tmp");
  }
  ~TestFolder() { static_cast<void>(real_files()->remove_tree(path_).ok()); }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string operator/(std::string_view name) const { return join_path(path_, name); }

 private:
  std::string path_;
};

}  // namespace pawl::os
