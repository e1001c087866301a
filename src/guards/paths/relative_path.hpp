// Paths that files of a repository give relative to themselves.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pawl::guards {

// `docs` and `../a/./b` → `a/b`; nothing when it leads out of the repository.
std::optional<std::string> joined_path(std::string_view folder, std::string_view relative);

// `a/b` of `a` and `b`, `b` in the root.
std::string path_in(std::string_view folder, std::string_view name);

// Of a path: the folder in it that builds and tools fill, by its name; nothing when there is none.
std::optional<std::string> made_folder(std::string_view path);
// By its name something made on each machine.
bool is_local_name(std::string_view path);
// Below a folder that builds and tools fill (`dist`, `node_modules`, `.next`), or by its name
// something made on each machine (`config.local.js`).
bool is_made_later(std::string_view path);

}  // namespace pawl::guards
