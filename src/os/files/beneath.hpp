// Opening beneath a folder: nothing leaves it and no symlink is followed, by openat2 where the
// kernel has it, component by component (`walk`) where not. For the files of this module.
#pragma once

#include <string>

#include <fcntl.h>
#include <sys/stat.h>

#include "base/result.hpp"
#include "base/text/repo_path.hpp"
#include "os/files/fd.hpp"

namespace pawl::os {

inline constexpr int kFolderFlags = O_PATH | O_DIRECTORY | O_CLOEXEC;

bool has_openat2(int root);
// The first `depth` components of the path, as a folder. denied: one of them is a symlink.
Result<Fd> open_folder_beneath(int root, const RepoPath& path, std::size_t depth, bool walk);
// Whatever is there but a symlink, looked at (O_PATH) without being opened.
Result<Fd> look_up_beneath(int root, const RepoPath& path, bool walk);
// A regular file to be read; of anything else: invalid. A pipe is not waited for.
Result<Fd> open_file_beneath(int root, const RepoPath& path, bool walk, struct stat& facts);
// One component, never through a symlink; `path` names the whole in messages.
Result<Fd> step_into(int at, const std::string& part, const RepoPath& path);

}  // namespace pawl::os
