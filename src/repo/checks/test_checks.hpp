// Checks of files in memory with real tools, for tests of this module.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "repo/checks/checks.hpp"

namespace pawl::repo::test_checks {

using Files = std::map<std::string, std::string>;

std::string path_list();
bool has_tool(const char* name);
Status write_all(os::Files& disk, const Files& files, const std::string& folder);

struct Setting {
  std::string tools = path_list();
  Seconds deadline{120};
  bool builds = true;
  bool tests = true;
  std::vector<FlakyTest> known_flaky = {};
  std::vector<OwnCommands> own_before = {};
};

// Checks that share what is kept of dependencies, in a folder that goes with it. Nothing is fetched
// but from `needs.sources`.
struct Lab {
  Lab();
  ~Lab();
  Lab(const Lab&) = delete;
  Lab& operator=(const Lab&) = delete;

  bool confines() const { return sandbox.report().level == os::SandboxLevel::full; }
  CheckResults check(const Files& files) const;
  // How many sets of dependencies are kept.
  std::size_t kept() const;

  std::unique_ptr<os::Files> files = os::real_files();
  std::unique_ptr<os::Processes> processes = os::real_processes();
  os::Sandbox sandbox = os::Sandbox::probe(*processes);
  std::string path;
  std::string tools = path_list();
  Needs needs;
};

// In a scratch folder of its own, which is gone afterwards.
CheckResults check(const Files& files, const Setting& setting = {});

}  // namespace pawl::repo::test_checks
