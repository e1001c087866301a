// What a person wants done, in their own words: orders, unlike what an issue says. The files they
// name with their paths they have named, whatever a plan makes of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "index/index.hpp"
#include "planner/issue_work.hpp"
#include "repo/views/view.hpp"

namespace pawl::planner {

inline constexpr std::size_t kTaskBytesMax = 8'000;

struct TaskWork {
  std::string words;  // as they may be shown
  // Files of the repository that the words name by path, by a definition or a module.
  std::vector<CitedFile> files;

  // Whether the words spell the path: of a file that is there, or that is to be made.
  bool names(const std::string& path) const;
};

// `graph` may be null; `forbidden` answers why a path may never be written, empty when it may.
TaskWork task_work(std::string_view words, const repo::RepoView& view, const index::Graph* graph,
                   std::string (*forbidden)(const RepoPath&));

// The first line of the words, cut to what a title may be.
std::string task_title(std::string_view words);

}  // namespace pawl::planner
