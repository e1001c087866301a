#include "cli/kit/folders.hpp"

#include "config/config.hpp"
#include "os/files/private_path.hpp"
#include "store/state_folder.hpp"

namespace pawl::cli {

Result<store::Layout> resolve_layout(const os::Ports& ports) {
  TRY_ASSIGN(const config::Folders folders, config::folders(ports.environment));
  return store::Layout{folders.config, folders.state};
}

Status check_folders(os::Files& files, const store::Layout& layout) {
  TRY(os::check_private(layout.config_folder));
  TRY(os::check_private(layout.config_file()));
  return store::check_state_folder(files, layout);
}

}  // namespace pawl::cli
