// What a subtask that writes tests has to read: the code to be tested.
#pragma once

#include <string>
#include <vector>

#include "index/index.hpp"
#include "planner/plan.hpp"
#include "repo/views/view.hpp"

namespace pawl::planner {

inline constexpr std::size_t kTestedFilesMax = 4;

// Product files, the likeliest first: those the subtask and its task name, those named like its
// test files, those that its test files reach by imports. Nothing for a subtask that touches
// anything but tests. `graph` may be null.
std::vector<std::string> tested_files(const Task& task, const Subtask& subtask,
                                      const repo::RepoView& view, const index::Graph* graph);

}  // namespace pawl::planner
