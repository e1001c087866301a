// Which files of a repository matter to a plan.
#pragma once

#include <string>
#include <vector>

#include "planner/prompts/prompts.hpp"

namespace pawl::planner {

struct ChosenFile {
  std::string path;
  std::string why;  // what it is chosen for, in words; empty for the others
  int rank = 0;     // 0 for what is chosen for a reason
};

// Every file that is no vendored or generated one and may be written: those that failing tests
// point at, those that are named, those most others use, those the evidence of open metrics names,
// and the rest by depth and path. The same repository gives the same order.
std::vector<ChosenFile> chosen_files(const PlanQuestion& question);

// How many files use what each file defines, by their imports; files nobody imports are left out.
// Nothing for a repository with more files of code than can be looked at in passing.
std::vector<std::pair<std::string, std::size_t>> most_used(const repo::RepoView& view,
                                                           const index::Graph& graph,
                                                           std::size_t limit);

}  // namespace pawl::planner
