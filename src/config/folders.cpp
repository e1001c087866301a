#include "base/text/text.hpp"
#include "config/config.hpp"
#include "config/environment.hpp"
#include "os/files/files.hpp"

namespace pawl::config {
namespace {

// The XDG rule: a folder that is not absolute counts as unset.
std::string folder_of(const Environment& environment, std::string_view variable,
                      const std::string& home, std::string_view below_home) {
  const std::string_view value = variable_of(environment, variable);
  if (value.starts_with('/')) return os::join_path(value, "pawl");
  if (home.empty()) return {};
  return os::join_path(os::join_path(home, below_home), "pawl");
}

}  // namespace

std::string_view variable_of(const Environment& environment, std::string_view name) {
  for (const auto& [key, value] : environment) {
    if (key == name) return trim(value);
  }
  return {};
}

Result<Folders> folders(const Environment& environment) {
  const std::string_view root = variable_of(environment, "PAWL_HOME");
  if (!root.empty()) {
    // A relative one would be looked for in whatever folder Pawl is started in: a repository, say.
    if (!root.starts_with('/')) {
      return fail(Errc::invalid, "PAWL_HOME is not an absolute path: '" + printable(root, 200) +
                                     "'; give the whole path, or leave it out");
    }
    const std::string folder = os::absolute_path(root);
    return Folders{os::join_path(folder, "config"), os::join_path(folder, "state")};
  }
  std::string home(variable_of(environment, "HOME"));
  // What services have for a HOME is nobody's own folder.
  if (!home.starts_with('/') || os::absolute_path(home) == "/") home.clear();
  Folders found{folder_of(environment, "XDG_CONFIG_HOME", home, ".config"),
                folder_of(environment, "XDG_STATE_HOME", home, ".local/state")};
  if (found.config.empty() || found.state.empty()) {
    return fail(Errc::invalid,
                "HOME is not set to a folder of your own; set HOME or PAWL_HOME to one");
  }
  return found;
}

}  // namespace pawl::config
