// A folder that code of a target may change. It is made fresh; before that code runs it is filled,
// and from then on nothing in it is touched by its path: `src` may have become a link to somebody
// else's files, a report a pipe that never ends. Everything goes through the descriptor taken when
// the folder was made, beneath it, and follows no symlink.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/text/repo_path.hpp"
#include "os/cancel.hpp"
#include "os/files/copy_tree.hpp"
#include "os/files/files.hpp"
#include "os/files/owner.hpp"
#include "os/files/root.hpp"

namespace pawl::os {

class Tainted {
 public:
  struct Access {
    std::optional<Owner> owner = {};  // who may change what is in it, when not whoever runs Pawl
    const Cancel* cancel = nullptr;   // ends what takes long; outlives the folder
  };
  // What was at the path before is removed; missing folders above it are made for Pawl alone. The
  // folder above must be one that no code of a target can change.
  static Result<std::unique_ptr<Tainted>> create(const std::string& path, Access access);
  // The disk stays as it is.
  ~Tainted() = default;
  Tainted(const Tainted&) = delete;
  Tainted& operator=(const Tainted&) = delete;

  // A new folder in it, filled by path and then given to the owner. Refused once its path was given
  // out: code of the target may have run.
  Status fill(const RepoPath& folder, const std::function<Status(const std::string&)>& by);
  // For SandboxPolicy::folder and the words of commands that run inside, and to be found in what
  // they print. Nothing else may be done with it.
  const std::string& path_for_sandbox() {
    given_out_ = true;
    return path_;
  }

  // As os::Root has it.
  Result<std::string> read(const RepoPath& path, std::size_t bytes_max) const;
  Result<std::optional<FileStat>> stat(const RepoPath& path) const { return root_->stat(path); }
  // Replaces a regular file or makes a new one, for the owner.
  Status put(const RepoPath& path, std::string_view text, std::uint32_t mode);
  // Moves a real folder of it to a path outside, whose parent no code of a target can change. What
  // is in the folder stays as little to be trusted as before. not_found: there is none.
  Status hand_over(const RepoPath& folder, const std::string& to);
  // Moves such a folder in again, under a name that is free.
  Status take_back(const std::string& from, const RepoPath& folder);
  // A new folder in it with a copy of what was handed over before.
  Status copy_in(const std::string& from, const RepoPath& folder, const CopyLimits& limits);
  // With all it holds. It is of no use afterwards.
  Status remove();

 private:
  Tainted(Fd parent, std::string path, Access access)
      : parent_(std::move(parent)), path_(std::move(path)), access_(access) {}
  Status make();
  Result<Fd> above(const RepoPath& path) const;
  Status make_folder(const RepoPath& folder);

  Fd parent_;
  std::string path_;
  Access access_;
  std::unique_ptr<Root> root_;
  bool given_out_ = false;
};

}  // namespace pawl::os
