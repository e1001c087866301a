// Who else can change what lies at a path: asked before Pawl reads its configuration or its state.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace pawl::os {

// Denied, with the reason and the way out, when somebody else than this user and root can write the
// file or folder, owns it, or can put something else in its place: one of the folders above it is
// theirs or can be written by them (a sticky one like /tmp is fine). Of a symlink the link and what
// it leads to must both hold. What is not there yet is judged by the folders above it.
Status check_private(const std::string& path);

// The same of one entry alone, whose folder was checked before; a symlink is refused.
Status check_private_entry(const std::string& path);

// The same of each entry of a folder; one that is not there has none.
Status check_private_entries(const std::string& folder);

// A folder, not a link to one, of this user's own.
bool is_own_folder(const std::string& path);

// A folder that everybody may put files into.
bool is_open_to_all(const std::string& folder);

// A PATH-like list without relative and empty entries and without folders that everybody can write;
// those are named.
struct TrustedPath {
  std::string list;
  std::vector<std::string> open_to_all;
};
TrustedPath trusted_path(const std::string& path_list);

}  // namespace pawl::os
