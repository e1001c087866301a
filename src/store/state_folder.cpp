#include "store/state_folder.hpp"

#include <string>

#include "os/files/private_path.hpp"

namespace pawl::store {

Status check_state_folder(os::Files& files, const Layout& layout) {
  TRY(os::check_private(layout.state_folder));
  TRY_ASSIGN(const auto there, files.stat(layout.state_folder));
  if (!there) return Done{};
  TRY_ASSIGN(const std::string real, os::canonical_path(layout.state_folder));
  TRY(os::check_private_entries(real));
  // What lies in the folders of worktrees and scratch may be a confined command's own. Folders of
  // runs are looked at when their journal is read (journal_reader.cpp): there may be thousands.
  return os::check_private_entries(os::join_path(real, "locks"));
}

}  // namespace pawl::store
