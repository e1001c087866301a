// For tests of what a kill leaves of a folder that was being removed.
#pragma once

#include <string>
#include <utility>

#include "os/files/test_passing_files.hpp"

namespace pawl::git {

// A disk on which who removes a folder is killed on the way: one whose path ends like that loses no
// more than the file that is named.
class HalfRemoving final : public os::PassingFiles {
 public:
  HalfRemoving(os::Files& files, std::string folder, std::string file)
      : PassingFiles(files), folder_(std::move(folder)), file_(std::move(file)) {}

  Status remove_tree(const std::string& path) override {
    if (!path.ends_with(folder_) || !*stat(path)) return PassingFiles::remove_tree(path);
    TRY(remove(path + "/" + file_));
    return fail(Errc::cancelled, "killed");
  }

 private:
  std::string folder_;
  std::string file_;
};

}  // namespace pawl::git
