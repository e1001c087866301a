// A folder for what one call needs on disk while it works.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "os/files/files.hpp"
#include "os/ports.hpp"
#include "store/layout.hpp"

namespace pawl::cli {

// Removed with all it holds at the end of the call; what a killed call left is removed by the next
// one that makes a folder. A kernel lock beside the folder distinguishes the two.
class Scratch {
 public:
  // `what` begins its name: `guard`.
  static Result<std::unique_ptr<Scratch>> make(os::Ports& ports, const store::Layout& layout,
                                               std::string_view what);
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::string& folder() const { return folder_; }
  // Sooner than the destructor, and with a word about what went wrong.
  Status remove();

 private:
  Scratch(os::Files& files, std::string folder, std::unique_ptr<os::FileLock> lock);

  os::Files& files_;
  std::string folder_;
  std::unique_ptr<os::FileLock> lock_;  // null once it is removed
};

}  // namespace pawl::cli
