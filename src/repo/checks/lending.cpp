#include "repo/checks/lending.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"

namespace pawl::repo {
namespace {

bool is_real_folder(os::Files& files, const std::string& path) {
  const auto stat = files.stat(path);
  return stat && stat->has_value() && (*stat)->type == os::FileType::folder;
}

void lend_modules(os::Files& files, const std::string& checkout, const std::string& folder,
                  Prepared& prepared) {
  const std::string to = folder.empty() ? "node_modules" : os::join_path(folder, "node_modules");
  const std::string from = os::join_path(checkout, to);
  if (is_real_folder(files, from)) prepared.modules.push_back({.from = from, .to = to});
}

// The packages of a virtual environment: its interpreter stays where it is.
void lend_environment(os::Files& files, const std::string& checkout, Prepared& prepared) {
  for (const char* name : {".venv", "venv", "env"}) {
    const std::string environment = os::join_path(checkout, name);
    const auto marker = files.stat(os::join_path(environment, "pyvenv.cfg"));
    if (!marker || !marker->has_value()) continue;
    const std::string lib = os::join_path(environment, "lib");
    const auto versions = files.list(lib);
    for (const std::string& version : versions.value_or({})) {
      const std::string packages = os::join_path(lib, version + "/site-packages");
      if (!version.starts_with("python3") || !is_real_folder(files, packages)) continue;
      prepared.python.push_back(packages);
      prepared.readable.push_back(packages);
      return;
    }
  }
}

}  // namespace

Prepared lend(const Facts&, const CheckPorts& ports, const CheckOptions& options,
              const PrepareFor& what) {
  Prepared prepared;
  const Needs& needs = options.needs;
  const std::string_view stack = what.stack.name;
  const bool full = ports.sandbox.report().level == os::SandboxLevel::full;
  if (!needs.lent_from.empty() && full) {
    const bool modules = stack == "npm" || stack == "TypeScript" || stack == "site";
    if (modules) lend_modules(ports.files, needs.lent_from, what.folder, prepared);
    if (stack == "Python") lend_environment(ports.files, needs.lent_from, prepared);
  }
  const std::string repository = os::join_path(options.home, ".m2/repository");
  const bool maven = needs.lend_maven && stack == "Maven" && !options.home.empty();
  if (maven && is_real_folder(ports.files, repository)) {
    prepared.maven = repository;
    prepared.readable.push_back(repository);
  }
  return prepared;
}

}  // namespace pawl::repo
