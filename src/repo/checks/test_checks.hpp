// Checks of files in memory with real tools, for tests of this module.
#pragma once

#include <map>
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
};

// In a scratch folder of its own, which is gone afterwards.
CheckResults check(const Files& files, const Setting& setting = {});

}  // namespace pawl::repo::test_checks
