// What tox and Hatch say that tests of Python need.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "repo/facts/facts.hpp"
#include "repo/views/view.hpp"

namespace pawl::repo {

struct RunnerNeeds {
  std::set<std::string> extras;           // of the project itself
  std::set<std::string> groups;           // of [dependency-groups] (PEP 735)
  std::vector<std::string> requirements;  // as pip is asked for them
  std::vector<std::string> lists;         // paths of files of requirements
};

// Of their environments for tests: those that are called so, else the one for all. What is there
// for other versions (`min: …`) and what is filled in when they run stays away.
RunnerNeeds needs_of_python_runners(const Facts& facts, const RepoView& view);

// The name of an extra, a group or a project, as PEP 503 and 685 compare them.
std::string normal_name(std::string_view name);
// `cli` and `http2` of `-e .[cli,http2]`, which is the project itself; empty for anything else.
std::vector<std::string> own_extras(std::string_view line);

}  // namespace pawl::repo
