#include "store/state_folder.hpp"

#include <string>

#include "os/files/private_path.hpp"

namespace pawl::store {
namespace {

Status check_entries(os::Files& files, const std::string& folder) {
  TRY_ASSIGN(const auto there, files.stat(folder));
  if (!there || there->type != os::FileType::folder) return Done{};
  TRY_ASSIGN(const auto names, files.list(folder));
  for (const std::string& name : names) TRY(os::check_private_entry(os::join_path(folder, name)));
  return Done{};
}

}  // namespace

Status check_state_folder(os::Files& files, const Layout& layout) {
  TRY(os::check_private(layout.state_folder));
  TRY_ASSIGN(const auto there, files.stat(layout.state_folder));
  if (!there) return Done{};
  TRY_ASSIGN(const std::string real, os::canonical_path(layout.state_folder));
  TRY(check_entries(files, real));
  // What lies in the folders of worktrees and scratch may be a confined command's own.
  for (const char* name : {"runs", "locks"}) TRY(check_entries(files, os::join_path(real, name)));
  TRY_ASSIGN(const auto runs, files.stat(layout.runs()));
  if (!runs) return Done{};
  TRY_ASSIGN(const auto names, files.list(layout.runs()));
  for (const std::string& name : names) {
    TRY(os::check_private_entry(os::join_path(layout.runs(), name) + "/events.jsonl"));
  }
  return Done{};
}

}  // namespace pawl::store
