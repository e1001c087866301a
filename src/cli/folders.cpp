#include "cli/folders.hpp"

#include "config/config.hpp"

namespace pawl::cli {

Result<store::Layout> resolve_layout(const os::Ports& ports) {
  TRY_ASSIGN(const config::Folders folders, config::folders(ports.environment));
  return store::Layout{folders.config, folders.state};
}

}  // namespace pawl::cli
