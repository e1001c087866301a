// What tests of a Python project need, of all that its manifests, lists and locks name.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "repo/facts/facts.hpp"
#include "repo/views/view.hpp"

namespace pawl::repo {

struct PythonRequirements {
  std::set<std::string> lines;                     // as pip is asked for them
  std::map<std::string, std::string> constraints;  // name → version; empty: several
  std::vector<std::string> named;                  // addresses that are no registry's packages
  std::string named_in;
};

PythonRequirements python_requirements(const Facts& facts, const RepoView& view);

}  // namespace pawl::repo
