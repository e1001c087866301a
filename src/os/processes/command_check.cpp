#include "os/processes/command_check.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl::os {
namespace {

bool holds_nul(const std::string& text) { return text.find('\0') != std::string::npos; }

}  // namespace

Status check_command(const Command& command) {
  if (command.argv.empty() || command.argv.front().empty()) {
    return fail(Errc::invalid, "a command without a program");
  }
  if (!command.folder.starts_with('/') || holds_nul(command.folder)) {
    return fail(Errc::invalid, "the working directory of " + command.argv.front() +
                                   " is not an absolute path: '" + command.folder + "'");
  }
  if (std::any_of(command.argv.begin(), command.argv.end(), holds_nul)) {
    return fail(Errc::invalid, "an argument of " + command.argv.front() + " holds a NUL");
  }
  if (command.inherited.size() > Command::kInheritedMax) {
    return fail(Errc::invalid, command.argv.front() + " is to inherit too many descriptors");
  }
  for (const auto& [name, value] : command.environment) {
    if (name.empty() || name.find('=') != std::string::npos || holds_nul(name) ||
        holds_nul(value)) {
      return fail(Errc::invalid, "'" + printable(name, 80) + "' cannot be set in the environment");
    }
  }
  return Done{};
}

Result<std::string> resolve_program(const Command& command) {
  const std::string& name = command.argv.front();
  // A name with a slash is relative to the command's folder, which is current at its exec.
  if (name.find('/') != std::string::npos) return name;
  std::string path;
  for (const auto& [key, value] : command.environment) {
    if (key == "PATH") path = value;
  }
  if (auto found = find_program(name, path)) return *std::move(found);
  return fail(Errc::not_found, name + " is not installed: no such program in " +
                                   (path.empty() ? "an empty PATH" : "PATH " + path));
}

}  // namespace pawl::os
